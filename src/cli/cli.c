#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "cli/answer.h"
#include "cli/bundle.h"
#include "cli/complete.h"
#include "cli/explore.h"
#include "cli/look.h"
#include "cli/operands.h"
#include "cli/options.h"
#include "cli/rule_files.h"
#include "fetch/rbac.h"

static enum exit_status error_status(enum error_kind kind)
{
	return kind == ERR_USAGE ? EXIT_USAGE : EXIT_UNDECIDED;
}

static enum exit_status reports_status(const struct reports *rs)
{
	if (rs->undecided)
		return EXIT_UNDECIDED;
	return rs->stuck ? EXIT_STUCK : EXIT_READY;
}

static bool use_color(const struct options *o, const struct cli_io *io)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (o->color == COLOR_ALWAYS || o->color == COLOR_NEVER)
		return o->color == COLOR_ALWAYS;
	return io->out_is_terminal && !(no_color && *no_color) && !(term && !strcmp(term, "dumb"));
}

static void render(const struct job *j, bool unsettled, struct reports *rs)
{
	const struct options *o = j->o;
	const struct cli_io *io = j->io;
	const struct render_options opts = {
		.width = o->width.set ? (unsigned)o->width.v : io->width,
		.color = use_color(o, io),
		.wide = !strcmp(o->renderer->name, "wide"),
		.all_namespaces = o->all_namespaces,
		.namespace_ = job_namespace(j),
		.unsettled = unsettled,
		.nodes = (enum nodes_shown)o->nodes,
		.verbose = o->verbosity > 0,
	};

	o->renderer->render(rs, &opts, io->out);
}

/* Who forgot -n or -A is told that there is more. */
static void hint_namespaces(const struct cluster *c, const struct job *j, const struct reports *rs)
{
	const struct objects *pods = &c->objects[KIND_POD];
	const struct options *o = j->o;

	if (j->live || rs->n || o->operands.n || o->all_namespaces ||
	    (o->namespace_ && *o->namespace_) || (j->namespace_ && strcmp(j->namespace_, "default") != 0))
		return;
	for (size_t i = 0; i < pods->n; i++) {
		if (sym_is(pods->v[i]->namespace_, "default"))
			continue;
		print_line(j->io->err, _("hint: "), _("only namespace default was looked at; -n NAME names "
			   "another one, -A looks at all"));
		return;
	}
}

/* --watch: what makes a report worth telling again; ages, for one, do not. */
static void summarize(struct strbuf *out, const struct report *r)
{
	strbuf_addf(out, "%d %s %s %s\n", (int)r->stage, r->cause.code ? r->cause.code : "",
		    r->subject.phase ? r->subject.phase : "",
		    r->subject.node_name ? r->subject.node_name : "");
	if (r->replay)
		strbuf_addf(out, "%u %s\n", r->replay->feasible.n,
			    r->replay->message.predicted ? r->replay->message.predicted : "");
	for (uint32_t i = 0; i < r->findings.n; i++)
		strbuf_addf(out, "%s\n", r->findings.v[i].code);
}

static bool is_news(struct job *j, struct reports *rs)
{
	struct strbuf now = STRBUF_INIT;
	bool differs;

	if (!j->o->watch)
		return true;
	for (size_t i = 0; i < rs->n; i++)
		summarize(&now, reports_get(rs, i));
	differs = strcmp(now.buf, j->shown.buf) != 0;
	strbuf_release(&j->shown);
	j->shown = now;
	return differs;
}

/* Looks and prints once. */
static int run_once(struct job *j, enum exit_status *ret, struct error *err)
{
	const struct options *o = j->o;
	struct look l;
	int rc = look_take(j, &l, err);

	if (rc < 0)
		goto out;
	if (is_news(j, &l.reports))
		render(j, l.unsettled, &l.reports);
	hint_namespaces(l.cluster, j, &l.reports);
	*ret = j->missing ? EXIT_UNDECIDED : reports_status(&l.reports);
	if (*ret == EXIT_READY && !o->operands.n && something_lost(l.cluster)) {
		print_line(j->io->err, _("error: "), _("nothing is stuck in what could be read, but not "
			   "all of it could be"));
		*ret = EXIT_UNDECIDED; /* what is stuck may be in the rest */
	}
out:
	look_release(&l);
	return rc;
}

/* Until the pod runs, or Ctrl-C. */
static int run_watch(struct job *j, enum exit_status *ret, struct error *err)
{
	int more;

	do {
		if (run_once(j, ret, err) < 0)
			return -1;
		fflush(j->io->out);
		if (*ret == EXIT_READY)
			return 0;
		more = live_wait(j->live, j->o, err);
	} while (more > 0);
	return more;
}

/* Rules and the connection; messages about them are redacted word by word: in English. */
static int prepare(struct job *j, struct error *err)
{
	const struct options *o = j->o;
	int rc = 0;

	if (o->redact)
		i18n_pause();
	j->rules = rules_for(o, j->io->err, err);
	if (j->rules && !o->demo && !o->snapshots.n)
		j->live = live_open(o, j->io->err, err);
	if (!j->rules || (!o->demo && !o->snapshots.n && !j->live))
		rc = o->redact ? error_redact(err) : -1;
	if (o->redact)
		i18n_resume();
	return rc;
}

static int run(const struct options *o, const struct cli_io *io, enum exit_status *ret,
	       struct error *err)
{
	struct job j = { .o = o, .io = io, .shown = STRBUF_INIT };
	int rc = -1;

	if (prepare(&j, err) < 0)
		goto out;
	if (o->interactive)
		rc = explore_run(&j, use_color(o, io), err);
	else
		rc = o->watch ? run_watch(&j, ret, err) : run_once(&j, ret, err);
out:
	rules_free(j.rules);
	strbuf_release(&j.shown);
	live_close(j.live);
	return rc;
}

static void print_help(const char *argv0, FILE *out)
{
	struct strbuf sb = STRBUF_INIT;

	options_help(argv0, &sb);
	fputs(sb.buf, out);
	strbuf_release(&sb);
}

static void print_roles(FILE *out)
{
	struct strbuf sb = STRBUF_INIT;

	rbac_print(&sb);
	fputs(sb.buf, out);
	strbuf_release(&sb);
}

/* What the shells' completion and the build ask for; no pod begins with an underscore. */
static int run_hidden(int argc, char **argv, FILE *out, struct error *err)
{
	struct strbuf text = STRBUF_INIT;
	int rc = 0;

	if (!strcmp(argv[1], "__complete"))
		complete(argc - 1, argv + 1, out);
	else if (!strcmp(argv[1], "__completion"))
		rc = completion_script(argc > 2 ? argv[2] : "", &text, err);
	else if (!strcmp(argv[1], "__manual"))
		options_manual(&text);
	else
		rc = error_set(err, ERR_USAGE, _("\"%.100s\" is not a name"), argv[1]);
	fputs(text.buf, out);
	strbuf_release(&text);
	return rc;
}

/* What is wrong with a command line is told with its words. */
static int read_options(struct options *o, int argc, char **argv, struct error *err)
{
	bool hide = asks_to_redact(argc, argv);
	int rc;

	if (hide)
		i18n_pause();
	rc = options_parse(o, argc, argv, err);
	if (hide)
		i18n_resume();
	return rc < 0 && hide ? error_redact(err) : rc;
}

static int read_operands(struct options *o, struct error *err)
{
	int rc;

	if (o->redact)
		i18n_pause();
	rc = operands_resolve(o, err);
	if (o->redact)
		i18n_resume();
	return rc < 0 && o->redact ? error_redact(err) : rc;
}

static int run_options(struct options *o, const struct cli_io *io, int argc, char **argv,
		       enum exit_status *ret, struct error *err)
{
	const char *argv0 = argc > 0 ? argv[0] : NULL;

	if (argc > 1 && !strncmp(argv[1], "__", 2))
		return run_hidden(argc, argv, io->out, err);
	if (read_options(o, argc, argv, err) < 0)
		return -1;
	if (o->renderer->data)
		i18n_choose("en");
	if (o->help) {
		print_help(argv0, io->out);
		return 0;
	}
	if (o->version) {
		fputs("kubectl-whypending " WHYPENDING_VERSION "\n", io->out);
		return 0;
	}
	if (o->rbac) {
		print_roles(io->out);
		return 0;
	}
	if (o->check_rules)
		return check_rules(o, io->out, err);
	if (o->explain)
		return explain_code(o, o->width.set ? (unsigned)o->width.v : io->width, io->out, err);
	if (bundle_options_check(o, err) < 0 || read_operands(o, err) < 0 ||
	    explore_options_check(o, err) < 0)
		return -1;
	return run(o, io, ret, err);
}

/* Output that did not arrive is not success, whatever it said. */
static int close_output(FILE *out, struct error *err)
{
	bool failed = ferror(out) != 0, gone = reader_is_gone(out);

	errno = 0;
	failed |= fclose(out) != 0;
	if (failed && (gone || errno == EPIPE))
		return error_set(err, ERR_IO, "%s", ""); /* as after `| head`: nothing to tell */
	if (failed)
		return error_set(err, ERR_IO, _("cannot write the output%s%s"), errno ? _(": ") : "",
				 errno ? os_error(errno) : "");
	return 0;
}

static void choose_language(void)
{
	const struct i18n_environment env = {
		.lc_all = getenv("LC_ALL"),
		.lc_messages = getenv("LC_MESSAGES"),
		.lang = getenv("LANG"),
		.language = getenv("LANGUAGE"),
	};

	i18n_choose_from(&env);
}

int cli_main(int argc, char **argv, const struct cli_io *io)
{
	struct error err = ERROR_INIT, write_err = ERROR_INIT;
	enum exit_status status = EXIT_READY;
	struct options o;

	choose_language();
	options_init(&o);
	if (run_options(&o, io, argc, argv, &status, &err) < 0) {
		print_line(io->err, _("error: "), err.msg);
		status = error_status(err.kind);
	}
	if (close_output(io->out, &write_err) < 0 && !err.kind) { /* one reason is enough */
		if (*write_err.msg)
			print_line(io->err, _("error: "), write_err.msg);
		status = EXIT_UNDECIDED;
	}
	options_release(&o);
	return (int)status;
}
