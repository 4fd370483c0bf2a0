/* For tickets: one report, or a table of all with the first ones in full. */
#include "base/die.h"
#include "base/i18n.h"
#include "base/text.h"
#include "render/formats.h"
#include "render/list_text.h"
#include "render/markdown.h"
#include "render/markdown_report.h"
#include "render/node_reverse_text.h"
#include "render/report_text.h"
#include "render/words.h"

#define ROWS_SHOWN 200u
#define BYTES_IN_FULL 36000u /* of reports below a list; GitHub takes 65,536 characters */

struct in_full { /* the first report of each group, as long as there is room */
	const struct render_options *opts;
	struct strbuf text;
	size_t left_out;
};

static void fold_title(const struct report *r, FILE *out)
{
	struct strbuf title = STRBUF_INIT, html = STRBUF_INIT;

	subject_text(&title, &r->subject);
	markdown_put_html(&html, title.buf);
	strbuf_addf(&html, " %s", stage_words(r->stage));
	markdown_fold(out, html.buf);
	strbuf_release(&title);
	strbuf_release(&html);
}

/* Rendered whole first: what is too much must not be cut in the middle. */
static void add_in_full(void *self, size_t group, const struct report *r)
{
	struct in_full *f = self;
	char *text = NULL;
	size_t len = 0;
	FILE *one;

	(void)group;
	if (f->left_out) {
		f->left_out++;
		return;
	}
	one = open_memstream(&text, &len);
	if (!one)
		die("out of memory");
	fold_title(r, one);
	markdown_report(r, f->opts, 4, one);
	markdown_fold_end(one);
	if (fclose(one) != 0)
		die("out of memory");
	if (f->text.len + len <= BYTES_IN_FULL)
		strbuf_add(&f->text, text, len);
	else
		f->left_out++;
	xfree(text);
}

static void nothing(const struct render_options *opts, FILE *out)
{
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;

	if (!opts->unsettled) {
		nothing_stuck_text(&text, opts);
		markdown_put(&line, text.buf);
		fprintf(out, "\xe2\x9c\x93 %s\n", line.buf);
	}
	strbuf_release(&text);
	strbuf_release(&line);
}

static void list(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct in_full full = { opts, STRBUF_INIT, 0 };
	struct strbuf line = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct report_groups g = group_reports(rs, opts->wide, arena, add_in_full, &full);

	strbuf_addf(&line, tr_n("%zu subject", "%zu subjects", rs->n), rs->n);
	markdown_title(out, 3, line.buf);
	markdown_more(out, markdown_table(list_table(&g, arena), out, ROWS_SHOWN));
	fputs(full.text.buf, out);
	if (full.left_out) {
		strbuf_reset(&line);
		strbuf_addf(&line, tr_n("%zu more is in the table only: ask for it by its name.",
					"%zu more are in the table only: ask for them by their names.",
					full.left_out), full.left_out);
		fprintf(out, "\n%s\n", line.buf);
	}
	strbuf_release(&full.text);
	strbuf_release(&line);
	arena_free(arena);
}

static void reverse(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct strbuf text = STRBUF_INIT, line = STRBUF_INIT;
	struct arena *arena = arena_new();
	struct node_reverse v = node_reverse(rs, opts->wide, arena, &text);

	markdown_put(&line, text.buf);
	fprintf(out, "%s\n", line.buf);
	if (v.able)
		markdown_more(out, markdown_table(v.able, out, ROWS_SHOWN));
	if (v.others)
		markdown_more(out, markdown_table(v.others, out, ROWS_SHOWN));
	strbuf_release(&text);
	strbuf_release(&line);
	arena_free(arena);
}

static void what_if(const struct reports *rs, FILE *out)
{
	struct strbuf text = STRBUF_INIT;

	list_what_if(&text, rs);
	if (text.len) {
		markdown_fact(out, _("what if"), text.buf);
		fputc('\n', out);
	}
	strbuf_release(&text);
}

void render_markdown(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct strbuf finished = STRBUF_INIT, source = STRBUF_INIT;

	if (rs->node || rs->n != 1)
		what_if(rs, out);
	if (rs->node)
		reverse(rs, opts, out);
	else if (rs->n == 0)
		nothing(opts, out);
	else if (rs->n == 1)
		markdown_report(reports_get(rs, 0), opts, 3, out);
	else
		list(rs, opts, out);
	finished_sentence(&finished, rs);
	if (finished.len)
		fprintf(out, "\n%s\n", finished.buf);
	markdown_source(&rs->source, &source);
	fputs(source.buf, out);
	strbuf_release(&finished);
	strbuf_release(&source);
}
