#include "cli/bundle.h"

#include <string.h>

#include "advice/what_if.h"
#include "base/i18n.h"
#include "bundle/capture.h"
#include "bundle/redact.h"
#include "cli/answer.h"
#include "diagnose/diagnose.h"

#define VERBOSITY_REQUESTS 6

int bundle_options_check(const struct options *o, struct error *err)
{
	if (o->capture && (!*o->capture || !strcmp(o->capture, "-")))
		return error_set(err, ERR_USAGE,
				 _("--capture wants a file: the report is on standard output"));
	if (o->watch && (o->capture || o->redact))
		return error_set(err, ERR_USAGE, _("--watch and --%s do not go together"),
				 o->capture ? "capture" : "redact");
	if (o->redact && o->verbosity >= VERBOSITY_REQUESTS)
		return error_set(err, ERR_USAGE, _("--redact and -v=%u do not go together: requests "
				 "name what is to be hidden"), o->verbosity);
	return 0;
}

int save_bundle(const struct options *o, struct cluster *c, const char *source, struct opt_time now,
		FILE *log, struct error *err)
{
	size_t n = capture_objects(c);
	struct strbuf line = STRBUF_INIT;

	if (capture_write(c, source, now.set ? now : snapshot_now(c), o->capture, err) < 0)
		return -1;
	strbuf_addf(&line, tr_n("%zu object is in %s", "%zu objects are in %s", n), n, o->capture);
	print_line(log, "", line.buf);
	strbuf_release(&line);
	return 0;
}

/* ---- --redact ---- */

/* "deployment/web" as operands_resolve() writes it, or "web". */
static const char *redact_operand(struct redactor *r, const char *operand, struct arena *arena)
{
	const char *slash = strchr(operand, '/');
	int len = slash ? (int)(slash + 1 - operand) : 0;

	return arena_printf(arena, "%.*s%s", len, operand,
			    redactor_text(r, HIDE_NAME, operand + len));
}

/* What a --what-if begins with; 0: the name of a resource. */
static size_t what_if_head(const char *text)
{
	size_t len = strcspn(text, "="), i = 0;
	const char *word, *form;

	while ((word = what_if_word(i++, &form)))
		if (strlen(word) == len && strncmp(word, text, len) == 0)
			return len;
	return 0;
}

static const char *redact_what_if(struct redactor *r, const char *text, struct arena *arena)
{
	size_t head = what_if_head(text);

	return arena_printf(arena, "%.*s%s", (int)head, text,
			    redactor_expression(r, text + head, arena));
}

static void redact_list(struct redactor *r, struct option_list *list,
			const char *(*redact)(struct redactor *r, const char *text, struct arena *arena),
			struct arena *arena)
{
	const char **v = ARENA_ARRAY(arena, list->n, const char *);

	for (size_t i = 0; i < list->n; i++)
		v[i] = redact(r, list->v[i], arena);
	list->v = v;
}

/* What was asked about is called by its pseudonym from now on. */
static void redact_options(struct redactor *r, struct options *o, struct arena *arena)
{
	redact_list(r, &o->operands, redact_operand, arena);
	redact_list(r, &o->what_if, redact_what_if, arena);
	o->selector = redactor_expression(r, o->selector, arena);
	o->namespace_ = redactor_text(r, HIDE_NAMESPACE, o->namespace_);
}

void look_redact(struct job *j, struct look *l, struct label_selector *labels)
{
	struct cluster *c = l->cluster, *m = l->manifest;
	struct redactor *r = redactor_new(c, j->rules);

	l->redactor = r;
	redactor_learn(r, c);
	redactor_learn(r, m);
	redactor_change(r, c);
	redactor_change(r, m);
	if (labels)
		redactor_change_selector(r, labels);
	m->default_namespace.s = redactor_text(r, HIDE_NAMESPACE, m->default_namespace.s);
	j->redacted = *j->o;
	redact_options(r, &j->redacted, c->arena);
	c->asked_namespace.s = redactor_text(r, HIDE_NAMESPACE, c->asked_namespace.s);
	j->namespace_ = c->asked_namespace.s;
	if (j->live) {
		j->context = redactor_text(r, HIDE_NAME, live_context(j->live));
	}
	j->o = &j->redacted;
}

bool asks_to_redact(int argc, char **argv)
{
	for (int i = 1; i < argc; i++)
		if (!strncmp(argv[i], "--redact", 8))
			return true;
	return false;
}

int error_redact(struct error *err)
{
	struct strbuf out = STRBUF_LIMIT(sizeof(err->msg) - 1);

	redact_message(&out, err->msg);
	memcpy(err->msg, out.buf, out.len + 1);
	strbuf_release(&out);
	return -1;
}
