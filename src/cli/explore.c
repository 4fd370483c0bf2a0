#include "cli/explore.h"

#include <stdlib.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/i18n.h"
#include "base/text.h"
#include "diagnose/context.h"
#include "diagnose/owners.h"
#include "tui/term.h"
#include "tui/tui.h"

/* What one reading gave: the explorer knows the first member. */
struct state {
	struct tui_data data;
	struct look look;
};

struct explorer {
	struct job *job;
	const struct cli_io *io; /* as it was: the job's is silent while screens are shown */
	const struct tui_progress *progress; /* of the reading that is under way; NULL: none */
};

int explore_options_check(const struct options *o, struct error *err)
{
	if (!o->interactive)
		return 0;
	if (*o->renderer->name)
		return error_set(err, ERR_USAGE, _("-i shows a report, -o prints one: choose"));
	if (o->manifests.n)
		return error_set(err, ERR_USAGE, _("-i and -f do not go together"));
	if (o->operands.n == 1 && !strncmp(o->operands.v[0], "node/", 5))
		return error_set(err, ERR_USAGE, _("-i is about pods: it does not take node/NAME"));
	return 0;
}

static bool reads_standard_input(const struct options *o)
{
	for (size_t i = 0; i < o->snapshots.n; i++)
		if (!strcmp(o->snapshots.v[i], "-"))
			return true;
	return false;
}

static struct tui_data *read_state(struct job *j, struct error *err)
{
	struct state *s = xcalloc(1, sizeof(*s));

	if (look_take(j, &s->look, err) < 0) {
		look_release(&s->look);
		xfree(s);
		return NULL;
	}
	s->data = (struct tui_data){ &s->look.reports, s->look.diagnosis };
	return &s->data;
}

/* --- what the explorer asks for */

static struct tui_data *source_read(void *self, const struct tui_progress *progress,
				    struct error *err)
{
	struct explorer *x = self;
	struct tui_data *data;

	if (reads_standard_input(x->job->o)) {
		error_set(err, ERR_IO, "%s", _("standard input cannot be read again"));
		return NULL;
	}
	x->progress = progress;
	data = read_state(x->job, err);
	x->progress = NULL;
	return data;
}

static void source_drop(void *self, struct tui_data *data)
{
	struct state *s = (struct state *)data;

	(void)self;
	look_release(&s->look);
	xfree(s);
}

static enum kind kind_of(const struct subject *s)
{
	for (int k = 0; s->kind && k < KIND_COUNT; k++)
		if (!strcmp(kinds[k].name, s->kind))
			return (enum kind)k;
	return KIND_POD;
}

static sym find_sym(const struct cluster *c, const char *text)
{
	return text ? sym_find(c->syms, text, strlen(text)) : (sym){ NULL };
}

/* With what would help, which a list does without. */
static struct report *source_open(void *self, struct tui_data *data, const struct subject *s)
{
	struct diagnosis *d = data->diagnosis;
	enum kind kind = kind_of(s);
	const struct meta *m = cluster_find(d->cluster, kind, find_sym(d->cluster, s->namespace_),
					    find_sym(d->cluster, s->name));
	bool advise = d->advise;
	struct report *r = NULL;

	(void)self;
	d->advise = true;
	if (m && kind == KIND_POD)
		r = diagnose_pod(d, (const struct pod *)(const void *)m);
	else if (m && kind_is_workload(kind))
		r = diagnose_workload(d, kind, (const struct workload *)(const void *)m);
	d->advise = advise;
	return r;
}

static int source_wait(void *self)
{
	const struct explorer *x = self;

	return x->job->o->watch && x->job->live ? live_due(x->job->live) : -1;
}

static bool tell_progress(void *self, const char *text)
{
	const struct explorer *x = self;

	return !x->progress || x->progress->tell(x->progress->self, text);
}

static void run(struct job *j, struct tui_data *first, const struct tui_terminal *terminal,
		struct strbuf *out)
{
	const struct options *o = j->o;
	struct explorer x = { .job = j, .io = j->io };
	struct cli_io silent = *j->io;
	const struct tui_source source = {
		.self = &x, .read = source_read, .drop = source_drop, .open = source_open,
		.wait = source_wait, .namespace_ = job_namespace(j), .what_if = { o->what_if.v, (uint32_t)o->what_if.n },
	};

	silent.err = fopen("/dev/null", "w"); /* the terminal shows screens now */
	if (!silent.err)
		die("cannot open /dev/null");
	j->io = &silent;
	if (terminal->ascii)
		i18n_choose("en"); /* all that can be shown */
	if (j->live)
		live_redirect(j->live, silent.err, tell_progress, &x);
	tui_run(&source, first, terminal, out);
	j->io = x.io;
	if (j->live)
		live_redirect(j->live, x.io->err, NULL, NULL);
	fclose(silent.err);
}

int explore_on(struct job *j, const struct tui_terminal *terminal, struct strbuf *out,
	       struct error *err)
{
	struct tui_data *first = read_state(j, err);

	if (!first)
		return -1;
	run(j, first, terminal, out);
	return 0;
}

int explore_run(struct job *j, bool color, struct error *err)
{
	const struct term_options opts = {
		.term = getenv("TERM"), .in_is_terminal = isatty(STDIN_FILENO),
		.out_is_terminal = j->io->out_is_terminal, .color = color,
	};
	struct strbuf out = STRBUF_INIT;
	struct curses_terminal *t;
	struct tui_data *first;

	if (term_check(&opts, err) < 0) /* before a large cluster is read */
		return -1;
	first = read_state(j, err);
	if (!first)
		return -1;
	t = term_open(&opts, err);
	if (!t) {
		source_drop(NULL, first);
		return -1;
	}
	run(j, first, term_terminal(t), &out);
	term_close(t);
	fputs(out.buf, j->io->out);
	strbuf_release(&out);
	return 0;
}
