#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "advice/what_if.h"
#include "base/text.h"
#include "cli/answer.h"
#include "cli/demo.h"
#include "cli/live.h"
#include "cli/operands.h"
#include "cli/options.h"
#include "cli/rule_files.h"
#include "diagnose/diagnose.h"
#include "diagnose/manifest.h"
#include "diagnose/node_reverse.h"
#include "fetch/rbac.h"
#include "load/load.h"
#include "load/scheduler_config.h"
#include "model/selector_parse.h"

static enum exit_status error_status(enum error_kind kind)
{
	return kind == ERR_USAGE ? EXIT_USAGE : EXIT_UNDECIDED;
}

/* One run of the program; --watch reads and diagnoses more than once in it. */
struct job {
	const struct options *o;
	const struct cli_io *io;
	struct live *live;    /* NULL: a snapshot or the sample cluster */
	struct strbuf shown;  /* --watch: what was told last */
	struct rules *rules;
	bool missing;         /* a name that was asked about does not exist */
};

static int load(struct cluster *c, const struct options *o, struct error *err)
{
	if (o->demo && snapshot_read_memory(c, "the sample cluster", (const char *)demo_cluster,
					    demo_cluster_len, err) < 0)
		return -1;
	for (size_t i = 0; i < o->snapshots.n; i++)
		if (snapshot_read(c, o->snapshots.v[i], err) < 0)
			return -1;
	load_finish(c);
	return 0;
}

/* --kubernetes-version, else what the cluster says, else the newest. */
static int pick_release(const struct cluster *c, const struct options *o, FILE *log,
			struct diagnose_options *ret, struct error *err)
{
	const char *wanted = o->kubernetes_version ? o->kubernetes_version : snapshot_version(c);

	ret->release = release_newest();
	ret->release_exact = true;
	if (!wanted)
		return 0;
	if (release_find(wanted, &ret->release, &ret->release_exact, err) < 0) {
		err->kind = ERR_USAGE; /* snapshot_version() only gives what is a version */
		return error_wrap(err, "--kubernetes-version");
	}
	if (!ret->release_exact) {
		struct strbuf sb = STRBUF_INIT;

		strbuf_addf(&sb, "the scheduler of Kubernetes %s is not known, the one of %s is emulated",
			    wanted, release_name(ret->release));
		print_line(log, "warning: ", sb.buf);
		strbuf_release(&sb);
	}
	return 0;
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

static bool namespace_given(const struct options *o)
{
	return o->namespace_ && *o->namespace_;
}

/* NULL: all of them. */
static const char *namespace_of(const struct job *j)
{
	if (j->o->all_namespaces)
		return NULL;
	if (j->live)
		return live_namespace(j->live);
	return namespace_given(j->o) ? j->o->namespace_ : "default";
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
		.namespace_ = namespace_of(j),
		.unsettled = unsettled,
		.nodes = (enum nodes_shown)o->nodes,
		.verbose = o->verbosity > 0,
	};

	o->renderer->render(rs, &opts, io->out);
}

/* Those of --scheduler-config, else the default one. */
static int pick_profiles(struct cluster *c, const struct options *o, struct diagnose_options *ret,
			 struct error *err)
{
	struct scheduler_config *config;
	struct profile *profiles;

	if (!o->scheduler_config) {
		profiles = ARENA_NEW(c->arena, struct profile);
		profile_init_default(profiles, ret->release);
		ret->profiles = profiles;
		ret->profile_count = 1;
		return 0;
	}
	config = ARENA_NEW(c->arena, struct scheduler_config);
	if (scheduler_config_read(o->scheduler_config, c, config, err) < 0 ||
	    profiles_from_config(config, ret->release, c->arena, &profiles, &ret->profile_count,
				 err) < 0)
		return error_wrap(err, "--scheduler-config");
	ret->profiles = profiles;
	return 0;
}

/* --what-if, in the cluster's arena. */
static int pick_what_if(struct cluster *c, const struct options *o, struct diagnose_options *ret,
			struct error *err)
{
	struct what_if *v = ARENA_ARRAY(c->arena, o->what_if.n, struct what_if);

	for (size_t i = 0; i < o->what_if.n; i++)
		if (what_if_parse(o->what_if.v[i], c->arena, &v[i], err) < 0)
			return -1;
	ret->what_if = v;
	ret->what_if_count = (uint32_t)o->what_if.n;
	return 0;
}

/* Snapshots need not list the namespaces of what is in them. */
static bool something_is_in(const struct cluster *c, sym namespace_)
{
	for (int k = 0; k < KIND_COUNT; k++)
		for (size_t i = 0; i < c->objects[k].n; i++)
			if (sym_eq(c->objects[k].v[i]->namespace_, namespace_))
				return true;
	return false;
}

/* A mistyped -n is not "nothing is stuck". */
static int check_namespace(const struct cluster *c, const struct job *j, struct error *err)
{
	const char *name = namespace_of(j);
	sym found;

	if (!name || !namespace_given(j->o) || c->coverage[KIND_NAMESPACE] != COVER_READ)
		return 0;
	found = sym_find(c->syms, name, strlen(name));
	if (found.s && (cluster_find(c, KIND_NAMESPACE, (sym){ NULL }, found) ||
			something_is_in(c, found)))
		return 0;
	return error_set(err, ERR_NOT_FOUND, "namespace \"%.300s\" not found", name);
}

/* Who forgot -n or -A is told that there is more. */
static void hint_namespaces(const struct cluster *c, const struct job *j, const struct reports *rs)
{
	const struct objects *pods = &c->objects[KIND_POD];
	const struct options *o = j->o;

	if (j->live || rs->n || o->operands.n || o->all_namespaces || namespace_given(o))
		return;
	for (size_t i = 0; i < pods->n; i++) {
		if (sym_is(pods->v[i]->namespace_, "default"))
			continue;
		print_line(j->io->err, "hint: ", "only namespace default was looked at; -n NAME names "
			   "another one, -A looks at all");
		return;
	}
}

static struct source source_of(const struct cluster *c, const struct job *j,
			       const struct release *release)
{
	struct source s = {
		.kind = j->live ? SOURCE_CLUSTER : j->o->demo ? SOURCE_DEMO : SOURCE_SNAPSHOT,
		.kubernetes_version = snapshot_version(c),
		.emulated_version = release_name(release),
	};

	if (j->live) {
		s.context = live_context(j->live);
		if (!sym_empty(c->server_version))
			s.kubernetes_version = c->server_version.s;
	}
	return s;
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

/* -f: what is in the files is asked about, instead of what is in the cluster. */
static int select_manifest(struct job *j, const struct cluster *c, struct cluster *m,
			   struct diagnosis *d, struct reports *ret, struct error *err)
{
	const struct options *o = j->o;
	const char *namespace_ = namespace_of(j);

	if (namespace_)
		m->default_namespace = sym_str(c->syms, namespace_);
	for (size_t i = 0; i < o->manifests.n; i++)
		if (snapshot_read(m, o->manifests.v[i], err) < 0)
			return -1;
	print_notes(j->io->err, m);
	return diagnose_manifest(d, m, ret, err);
}

/* The node of node/NAME, which is asked about alone; NULL: pods and workloads. */
static const char *node_of(const struct options *o)
{
	const char prefix[] = "node/";

	if (o->operands.n != 1 || strncmp(o->operands.v[0], prefix, sizeof(prefix) - 1) != 0)
		return NULL;
	return o->operands.v[0] + sizeof(prefix) - 1;
}

static int select_names(struct job *j, const struct cluster *c, const struct selection *sel,
			struct diagnosis *d, struct reports *ret, struct error *err)
{
	struct selection some = *sel;
	int gone = sel->n > 1 ? drop_missing(d, &some, c->arena, j->io->err, err) : 0;

	if (gone < 0 || diagnose_selection(d, &some, ret, err) < 0)
		return -1;
	j->missing = gone > 0;
	ret->single &= sel->n == 1;
	return 0;
}

static int select_subjects(struct job *j, const struct cluster *c, struct cluster *manifest,
			   const struct selection *sel, struct diagnosis *d, struct reports *ret,
			   struct error *err)
{
	const char *node = node_of(j->o);

	if (j->o->manifests.n)
		return select_manifest(j, c, manifest, d, ret, err);
	if (node)
		return diagnose_node(d, node, namespace_given(j->o) ? sel->namespace_ : NULL, ret, err);
	return select_names(j, c, sel, d, ret, err);
}

/* Whether an empty list is no good news. */
static bool is_unsettled(const struct job *j, const struct cluster *c,
			 const struct label_selector *labels)
{
	if (labels && nothing_matches(c, j->o, namespace_of(j), labels, j->io->err))
		return true;
	return something_lost(c);
}

/* Diagnoses and prints, one subject after the other; ret then tells how it went. */
static int diagnose(struct job *j, struct cluster *c, const struct label_selector *labels,
		    struct reports *ret, struct error *err)
{
	const struct options *o = j->o;
	struct diagnose_options opts = {
		.now = j->live && !o->now.set ? live_now(j->live) : o->now,
	};
	struct selection sel = {
		.namespace_ = namespace_of(j),
		.names = o->operands.v,
		.n = o->operands.n,
		.labels = labels,
	};
	struct cluster *manifest = cluster_beside(c);
	struct diagnosis *d = NULL;
	int rc = -1;

	if (check_namespace(c, j, err) < 0 || pick_release(c, o, j->io->err, &opts, err) < 0 ||
	    pick_profiles(c, o, &opts, err) < 0 || pick_what_if(c, o, &opts, err) < 0)
		goto out;
	opts.source = source_of(c, j, opts.release);
	opts.rules = j->rules;
	d = diagnosis_new(c, &opts);
	rc = select_subjects(j, c, manifest, &sel, d, ret, err);
	if (rc == 0 && is_news(j, ret))
		render(j, !ret->n && is_unsettled(j, c, labels), ret);
out:
	diagnosis_free(d);
	cluster_free(manifest);
	return rc;
}

/* Reads, diagnoses and prints once. */
static int run_once(struct job *j, enum exit_status *ret, struct error *err)
{
	const struct options *o = j->o;
	struct cluster *c = cluster_new();
	struct reports reports = { 0 };
	struct label_selector parsed = { 0 }, *labels = o->selector ? &parsed : NULL;
	int rc = -1;

	if (labels && label_selector_parse(o->selector, c->syms, c->arena, labels, err) < 0)
		goto out;
	if (j->live ? live_read(j->live, c, o, labels, err) < 0 : load(c, o, err) < 0)
		goto out;
	rc = check_input(c, o, err);
	if (rc == 0 || c->notes.n > 1)
		print_notes(j->io->err, c);
	if (rc < 0)
		goto out;
	rc = -1;
	if (diagnose(j, c, labels, &reports, err) < 0)
		goto out;
	hint_namespaces(c, j, &reports);
	*ret = j->missing ? EXIT_UNDECIDED : reports_status(&reports);
	if (*ret == EXIT_READY && !o->operands.n && something_lost(c)) {
		print_line(j->io->err, "error: ", "nothing is stuck in what could be read, but not "
			   "all of it could be");
		*ret = EXIT_UNDECIDED; /* what is stuck may be in the rest */
	}
	rc = 0;
out:
	reports_release(&reports);
	cluster_free(c);
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

static int run(const struct options *o, const struct cli_io *io, enum exit_status *ret,
	       struct error *err)
{
	struct job j = { .o = o, .io = io, .shown = STRBUF_INIT };
	int rc = -1;

	j.rules = rules_for(o, io->err, err);
	if (!j.rules)
		return -1;
	if (!o->demo && !o->snapshots.n) {
		j.live = live_open(o, io->err, err);
		if (!j.live)
			goto out;
	}
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

static int run_options(struct options *o, const struct cli_io *io, int argc, char **argv,
		       enum exit_status *ret, struct error *err)
{
	const char *argv0 = argc > 0 ? argv[0] : NULL;

	if (options_parse(o, argc, argv, err) < 0)
		return -1;
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
		return explain_code(o, io->out, err);
	if (operands_resolve(o, err) < 0)
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
		return error_set(err, ERR_IO, "cannot write the output%s%s", errno ? ": " : "",
				 errno ? strerror(errno) : "");
	return 0;
}

int cli_main(int argc, char **argv, const struct cli_io *io)
{
	struct error err = ERROR_INIT, write_err = ERROR_INIT;
	enum exit_status status = EXIT_READY;
	struct options o;

	options_init(&o);
	if (run_options(&o, io, argc, argv, &status, &err) < 0) {
		print_line(io->err, "error: ", err.msg);
		status = error_status(err.kind);
	}
	if (close_output(io->out, &write_err) < 0) {
		if (*write_err.msg)
			print_line(io->err, "error: ", write_err.msg);
		status = EXIT_UNDECIDED;
	}
	options_release(&o);
	return (int)status;
}
