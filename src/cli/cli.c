#include "cli/cli.h"

#include <errno.h>
#include <stdlib.h>
#include <string.h>

#include "base/text.h"
#include "cli/demo.h"
#include "cli/operands.h"
#include "cli/options.h"
#include "diagnose/diagnose.h"
#include "load/load.h"
#include "model/selector_parse.h"

#define NOTES_SHOWN 20

static enum exit_status error_status(enum error_kind kind)
{
	return kind == ERR_USAGE ? EXIT_USAGE : EXIT_UNDECIDED;
}

static void print_line(FILE *f, const char *label, const char *text)
{
	struct strbuf sb = STRBUF_INIT;

	text_put(&sb, text);
	fprintf(f, "%s%s\n", label, sb.buf);
	strbuf_release(&sb);
}

static void print_notes(FILE *f, const struct cluster *c)
{
	size_t n = c->notes.n, shown = n > NOTES_SHOWN ? NOTES_SHOWN : n;

	for (size_t i = 0; i < shown; i++)
		print_line(f, "warning: ", c->notes.v[i].text);
	if (n > shown)
		fprintf(f, "warning: and %zu more\n", n - shown);
}

/* kubectl fails as a whole if one of the kinds is not served, as these are not everywhere. */
static bool always_served(const struct kind_info *kind)
{
	return strcmp(kind->group, "resource.k8s.io") != 0 &&
	       strcmp(kind->group, "kubescheduler.config.k8s.io") != 0;
}

static int live_not_built_in(const char *argv0, struct error *err)
{
	struct strbuf list = STRBUF_INIT, name = STRBUF_INIT;

	for (int k = 0; k < KIND_COUNT; k++)
		if (always_served(&kinds[k]))
			strbuf_addf(&list, "%s%s", list.len ? "," : "", kinds[k].plural);
	program_name(argv0, &name);
	error_set(err, ERR_USAGE,
		  "reading a live cluster is not built in yet; give it a snapshot: "
		  "kubectl get %s -A -o json | %s --snapshot - (or try --demo)", list.buf, name.buf);
	strbuf_release(&list);
	strbuf_release(&name);
	return -1;
}

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

static bool something_lost(const struct cluster *c)
{
	for (size_t i = 0; i < c->notes.n; i++)
		if (c->notes.v[i].severity == NOTE_LOST)
			return true;
	return false;
}

static enum exit_status reports_status(const struct reports *rs)
{
	enum exit_status status = EXIT_READY;

	for (size_t i = 0; i < rs->n; i++) {
		enum stage stage = rs->v[i]->stage;

		if (stage == STAGE_UNKNOWN)
			return EXIT_UNDECIDED;
		if (stage != STAGE_READY && stage != STAGE_FINISHED)
			status = EXIT_STUCK;
	}
	return status;
}

static bool use_color(const struct options *o, const struct cli_io *io)
{
	const char *no_color = getenv("NO_COLOR"), *term = getenv("TERM");

	if (o->color == COLOR_ALWAYS || o->color == COLOR_NEVER)
		return o->color == COLOR_ALWAYS;
	return io->out_is_terminal && !(no_color && *no_color) && !(term && !strcmp(term, "dumb"));
}

static void render(const struct options *o, const struct cli_io *io, const struct reports *rs)
{
	const struct render_options opts = {
		.width = o->width.set ? (unsigned)o->width.v : io->width,
		.color = use_color(o, io),
		.wide = !strcmp(o->renderer->name, "wide"),
		.all_namespaces = o->all_namespaces,
		.nodes = (enum nodes_shown)o->nodes,
		.verbose = o->verbose,
	};

	o->renderer->render(rs, &opts, io->out);
}

static int diagnose(const struct cluster *c, const struct options *o, const struct cli_io *io,
		    const struct label_selector *labels, struct reports *ret, struct error *err)
{
	struct diagnose_options opts = {
		.source = { .kind = o->demo ? SOURCE_DEMO : SOURCE_SNAPSHOT },
		.now = o->now,
		.profile_count = 1,
	};
	struct selection sel = {
		.namespace_ = o->all_namespaces ? NULL : "default",
		.names = o->operands.v,
		.n = o->operands.n,
		.labels = labels,
	};
	struct profile profile;
	struct diagnosis *d;
	int rc;

	if (!o->all_namespaces && o->namespace_ && *o->namespace_)
		sel.namespace_ = o->namespace_;
	if (pick_release(c, o, io->err, &opts, err) < 0)
		return -1;
	profile_init_default(&profile, opts.release);
	opts.profiles = &profile;
	opts.source.kubernetes_version = snapshot_version(c);
	opts.source.emulated_version = release_name(opts.release);
	d = diagnosis_new(c, &opts);
	rc = diagnose_selection(d, &sel, ret, err);
	diagnosis_free(d);
	return rc;
}

static int run(const struct options *o, const struct cli_io *io, const char *argv0,
	       enum exit_status *ret, struct error *err)
{
	struct cluster *c = cluster_new();
	struct reports reports = { 0 };
	struct label_selector labels = { 0 };
	int rc = -1;

	if (o->selector && label_selector_parse(o->selector, c->syms, c->arena, &labels, err) < 0)
		goto out;
	if (!o->demo && !o->snapshots.n) {
		live_not_built_in(argv0, err);
		goto out;
	}
	if (load(c, o, err) < 0)
		goto out;
	print_notes(io->err, c);
	if (diagnose(c, o, io, o->selector ? &labels : NULL, &reports, err) < 0)
		goto out;
	render(o, io, &reports);
	*ret = reports_status(&reports);
	if (*ret == EXIT_READY && !o->operands.n && something_lost(c)) {
		print_line(io->err, "error: ", "nothing is stuck in what could be read, but not "
			   "all of the snapshot could be");
		*ret = EXIT_UNDECIDED; /* what is stuck may be in the rest */
	}
	rc = 0;
out:
	reports_release(&reports);
	cluster_free(c);
	return rc;
}

static void print_help(const char *argv0, FILE *out)
{
	struct strbuf sb = STRBUF_INIT;

	options_help(argv0, &sb);
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
	if (operands_resolve(o, err) < 0)
		return -1;
	return run(o, io, argv0, ret, err);
}

/* Output that did not arrive is not success, whatever it said. */
static int close_output(FILE *out, struct error *err)
{
	int failed = ferror(out);

	errno = 0;
	if (fclose(out) != 0 || failed)
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
		print_line(io->err, "error: ", write_err.msg);
		status = EXIT_UNDECIDED;
	}
	options_release(&o);
	return (int)status;
}
