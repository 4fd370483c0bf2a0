#include "cli/answer.h"

#include <poll.h>
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "model/selector.h"

#define NOTES_SHOWN 20

void print_line(FILE *f, const char *label, const char *text)
{
	struct strbuf sb = STRBUF_INIT;

	text_put(&sb, text);
	fprintf(f, "%s%s\n", label, sb.buf);
	strbuf_release(&sb);
}

void print_notes(FILE *f, const struct cluster *c)
{
	size_t n = c->notes.n, shown = n > NOTES_SHOWN ? NOTES_SHOWN : n;

	for (size_t i = 0; i < shown; i++)
		print_line(f, _("warning: "), c->notes.v[i].text);
	if (n > shown)
		fprintf(f, _("warning: and %zu more\n"), n - shown);
}

bool something_lost(const struct cluster *c)
{
	for (size_t i = 0; i < c->notes.n; i++)
		if (c->notes.v[i].severity == NOTE_LOST)
			return true;
	return false;
}

int check_input(const struct cluster *c, const struct options *o, struct error *err)
{
	for (int k = 0; k < KIND_COUNT; k++)
		if (c->objects[k].n)
			return 0;
	if (o->demo || !o->snapshots.n)
		return 0;
	if (c->notes.n == 1) /* it names the file */
		return error_set(err, ERR_PARSE, _("no object was read: %.900s"), c->notes.v[0].text);
	return error_set(err, ERR_PARSE, _("no object was read from %.300s%s"), o->snapshots.v[0],
			 o->snapshots.n > 1 ? _(" and the others") : "");
}

bool nothing_matches(const struct cluster *c, const struct options *o, const char *namespace_,
		     const struct label_selector *labels, FILE *log)
{
	const struct objects *pods = &c->objects[KIND_POD];
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < pods->n; i++) {
		const struct meta *m = pods->v[i];

		if ((!namespace_ || sym_is(m->namespace_, namespace_)) &&
		    label_selector_matches(labels, &m->labels))
			return false;
	}
	if (namespace_)
		strbuf_addf(&text, _("no pod matches -l %s in namespace %s"), o->selector, namespace_);
	else
		strbuf_addf(&text, _("no pod matches -l %s in any namespace"), o->selector);
	print_line(log, "", text.buf);
	strbuf_release(&text);
	return true;
}

int drop_missing(struct diagnosis *d, struct selection *sel, struct arena *arena, FILE *log,
		 struct error *err)
{
	const char **kept = ARENA_ARRAY(arena, sel->n, const char *);
	struct error *missing = ARENA_ARRAY(arena, sel->n, struct error);
	size_t n = 0, gone = 0;

	for (size_t i = 0; i < sel->n; i++) {
		struct selection one = { sel->namespace_, &sel->names[i], 1, sel->labels };
		struct reports found = { 0 };
		int rc = diagnose_selection(d, &one, &found, err);

		reports_release(&found);
		if (rc == 0)
			kept[n++] = sel->names[i];
		else if (err->kind == ERR_NOT_FOUND)
			missing[gone++] = *err;
		else
			return -1;
	}
	if (sel->n && !n)
		gone--; /* the last one is the caller's */
	for (size_t i = 0; i < gone; i++)
		print_line(log, _("error: "), missing[i].msg);
	if (sel->n && !n)
		return -1;
	sel->names = kept;
	sel->n = n;
	return (int)gone;
}

bool reader_is_gone(FILE *out)
{
	struct pollfd p = { .fd = fileno(out), .events = POLLOUT };

	return poll(&p, 1, 0) > 0 && (p.revents & POLLERR);
}
