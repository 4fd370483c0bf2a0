/* The default format and -o wide: text for people. */
#include "base/i18n.h"
#include "render/formats.h"
#include "render/list_text.h"
#include "render/node_reverse_text.h"
#include "render/report_text.h"

/* One report tells it itself. */
static void what_if_text(const struct reports *rs, const struct sheet *sh)
{
	struct strbuf sb = STRBUF_INIT;

	list_what_if(&sb, rs);
	if (sb.len) {
		sheet_fact(sh, _("what if"), sb.buf);
		fputc('\n', sh->out);
	}
	strbuf_release(&sb);
}

static void render_text(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct sheet sh = { out, opts->width, opts->color };

	/* a list of one is answered in full: nobody has to ask a second time */
	if (rs->node || rs->n != 1)
		what_if_text(rs, &sh);
	if (rs->node)
		node_reverse_text(rs, opts, &sh);
	else if (rs->n == 1)
		report_text(reports_get(rs, 0), opts, &sh);
	else
		list_of_reports(rs, opts, &sh);
	finished_text(rs, &sh);
}

void render_table(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct render_options narrow = *opts;

	narrow.wide = false;
	render_text(rs, &narrow, out);
}

void render_wide(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct render_options wide = *opts;

	wide.wide = true;
	render_text(rs, &wide, out);
}
