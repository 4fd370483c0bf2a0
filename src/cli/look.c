#include "cli/look.h"

#include <string.h>

#include "advice/what_if.h"
#include "base/i18n.h"
#include "base/near.h"
#include "bundle/redact.h"
#include "cli/answer.h"
#include "cli/bundle.h"
#include "cli/demo.h"
#include "cli/profiles.h"
#include "diagnose/diagnose.h"
#include "diagnose/manifest.h"
#include "diagnose/node_reverse.h"
#include "load/load.h"
#include "model/selector_parse.h"

/* --- reading */

static int load(struct cluster *c, const struct options *o, struct error *err)
{
	if (o->demo && snapshot_read_memory(c, _("the sample cluster"), (const char *)demo_cluster,
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

		strbuf_addf(&sb, _("the scheduler of Kubernetes %s is not known, the one of %s is emulated"),
			    wanted, release_name(ret->release));
		print_line(log, _("warning: "), sb.buf);
		strbuf_release(&sb);
	}
	return 0;
}

static const char *source_name(const struct job *j)
{
	return j->live ? "cluster" : j->o->demo ? "demo" : "snapshot";
}

/* --- what was asked about */

static bool namespace_given(const struct options *o)
{
	return o->namespace_ && *o->namespace_;
}

const char *job_namespace(const struct job *j)
{
	if (j->o->all_namespaces)
		return NULL;
	if (j->namespace_)
		return j->namespace_;
	if (j->live)
		return live_namespace(j->live);
	return namespace_given(j->o) ? j->o->namespace_ : "default";
}

/* --what-if, in the cluster's arena. */
static int pick_what_if(struct look *l, const struct options *o, struct diagnose_options *ret,
			struct error *err)
{
	struct cluster *c = l->cluster;
	struct what_if *v = ARENA_ARRAY(c->arena, o->what_if.n, struct what_if);

	for (size_t i = 0; i < o->what_if.n; i++)
		if (what_if_parse(o->what_if.v[i], c->arena, &v[i], err) < 0)
			return -1;
	if (what_if_limit(v, o->what_if.n, err) < 0)
		return -1;
	if (o->interactive)
		return 0; /* the explorer's first ticks: they can be taken away */
	if (what_if_check(v, o->what_if.n, c, l->manifest, err) < 0)
		return -1;
	l->reports.what_if = (struct strings){ o->what_if.v, (uint32_t)o->what_if.n };
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

static int namespace_not_found(const struct cluster *c, const char *name, struct error *err)
{
	const struct objects *o = &c->objects[KIND_NAMESPACE];
	struct near_names near = { .wanted = name };
	struct strbuf b = STRBUF_INIT;

	strbuf_addf(&b, _("namespace \"%.300s\" not found"), name);
	for (size_t i = 0; i < o->n; i++)
		near_offer(&near, sym_text(o->v[i]->name));
	for (size_t i = 0; i < near.n; i++)
		strbuf_addf(&b, "%s%s", i ? _(", ") : _("; did you mean "), near.v[i].name);
	if (near.n)
		strbuf_adds(&b, _("?"));
	error_set(err, ERR_NOT_FOUND, "%s", b.buf);
	strbuf_release(&b);
	return -1;
}

/* A mistyped -n is not "nothing is stuck". */
static int check_namespace(const struct cluster *c, const struct job *j, struct error *err)
{
	const char *name = job_namespace(j);
	sym found;

	if (!name || !namespace_given(j->o) || c->coverage[KIND_NAMESPACE] != COVER_READ)
		return 0;
	found = sym_find(c->syms, name, strlen(name));
	if (found.s && (cluster_find(c, KIND_NAMESPACE, (sym){ NULL }, found) ||
			something_is_in(c, found)))
		return 0;
	return namespace_not_found(c, name, err);
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
		s.context = j->context ? j->context : live_context(j->live);
		if (!sym_empty(c->server_version))
			s.kubernetes_version = c->server_version.s;
	}
	return s;
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

/* -f: what is in the files is asked about, instead of what is in the cluster. */
static int select_subjects(struct job *j, const struct cluster *c, struct cluster *manifest,
			   const struct selection *sel, struct diagnosis *d, struct reports *ret,
			   struct error *err)
{
	const char *node = node_of(j->o);

	if (j->o->manifests.n) {
		print_notes(j->io->err, manifest);
		return diagnose_manifest(d, manifest, ret, err);
	}
	if (node)
		return diagnose_node(d, node, namespace_given(j->o) ? sel->namespace_ : NULL, ret, err);
	return select_names(j, c, sel, d, ret, err);
}

/* Whether an empty list is no good news. */
static bool is_unsettled(const struct job *j, const struct cluster *c,
			 const struct label_selector *labels)
{
	if (labels && nothing_matches(c, j->o, job_namespace(j), labels, j->io->err))
		return true;
	return something_lost(c);
}

static int diagnose(struct job *j, struct look *l, const struct label_selector *labels,
		    struct error *err)
{
	const struct options *o = j->o;
	struct diagnose_options opts = { .now = l->now };
	struct selection sel = {
		.namespace_ = job_namespace(j),
		.names = o->operands.v,
		.n = o->operands.n,
		.labels = labels,
	};
	struct cluster *c = l->cluster;

	if (check_namespace(c, j, err) < 0 || pick_release(c, o, j->io->err, &opts, err) < 0 ||
	    pick_profiles(c, o, l->redactor, j->io->err, &opts, err) < 0 || pick_what_if(l, o, &opts, err) < 0)
		return -1;
	opts.source = source_of(c, j, opts.release);
	opts.rules = j->rules;
	l->diagnosis = diagnosis_new(c, &opts);
	if (select_subjects(j, c, l->manifest, &sel, l->diagnosis, &l->reports, err) < 0)
		return -1;
	l->reports.source = diagnosis_source(l->diagnosis);
	l->unsettled = !l->reports.n && is_unsettled(j, c, labels);
	return 0;
}

/* --- all of it */

static int read_manifests(struct job *j, struct cluster *m, struct error *err)
{
	const struct options *o = j->o;
	const char *namespace_ = job_namespace(j);

	m->is_manifest = true;
	if (namespace_)
		m->default_namespace = sym_str(m->syms, namespace_);
	for (size_t i = 0; i < o->manifests.n; i++)
		if (snapshot_read(m, o->manifests.v[i], err) < 0)
			return -1;
	return 0;
}

/* A bundle is asked about the namespace that it was captured for, unless another one is named. */
static void take_namespace(struct job *j, struct cluster *c)
{
	const char *name;

	if (!j->live && !namespace_given(j->o))
		j->namespace_ = c->asked_namespace.s;
	name = job_namespace(j);
	c->asked_namespace = name ? sym_str(c->syms, name) : (sym){ NULL };
}

static int read_inputs(struct job *j, struct look *l, struct label_selector *labels, struct error *err)
{
	const struct options *o = j->o;
	struct cluster *c = l->cluster;

	if (j->live ? live_read(j->live, c, o, labels, err) < 0 : load(c, o, err) < 0)
		return -1;
	take_namespace(j, c);
	l->manifest = cluster_beside(c);
	return read_manifests(j, l->manifest, err);
}

/* What is told about the reading goes into bundles, and is redacted word by word: in English. */
static int read_in_english(struct job *j, struct look *l, struct label_selector *labels,
			   struct error *err)
{
	int rc;

	i18n_pause();
	rc = read_inputs(j, l, labels, err);
	i18n_resume();
	return rc;
}

static int read_all(struct job *j, struct look *l, struct label_selector *labels, struct error *err)
{
	const struct options *o = j->o;
	struct cluster *c = l->cluster;
	int rc = o->capture || o->redact ? read_in_english(j, l, labels, err) :
					   read_inputs(j, l, labels, err);

	if (rc < 0)
		return -1;
	l->now = j->live && !o->now.set ? live_now(j->live) : o->now;
	rc = check_input(c, o, err);
	if (o->redact)
		look_redact(j, l, labels);
	if (rc == 0 || c->notes.n > 1)
		print_notes(j->io->err, c);
	return rc;
}

/* The second look of --watch and -i begins with what was asked for, as the first one did. */
static void begin_look(struct job *j)
{
	if (j->given)
		j->o = j->given;
	j->given = j->o;
	j->namespace_ = j->context = NULL;
}

int look_take(struct job *j, struct look *ret, struct error *err)
{
	const struct options *o;
	struct cluster *c = cluster_new();
	struct label_selector *labels = NULL;

	begin_look(j);
	o = j->o;
	*ret = (struct look){ .cluster = c };
	if (o->selector) {
		labels = ARENA_NEW(c->arena, struct label_selector);
		if (label_selector_parse(o->selector, c->syms, c->arena, labels, err) < 0)
			return o->redact ? error_redact(err) : -1;
	}
	if (read_all(j, ret, labels, err) < 0)
		return o->redact ? error_redact(err) : -1;
	if (o->capture && save_bundle(o, c, source_name(j), ret->now, j->io->err, err) < 0)
		return -1;
	return diagnose(j, ret, labels, err);
}

void look_release(struct look *l)
{
	reports_release(&l->reports);
	diagnosis_free(l->diagnosis);
	redactor_free(l->redactor);
	cluster_free(l->manifest);
	cluster_free(l->cluster);
	*l = (struct look){ 0 };
}
