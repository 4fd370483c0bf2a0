#include <stdlib.h>
#include <string.h>

#include "cli/complete.h"
#include "cli/demo.h"
#include "cli/live.h"
#include "fetch/kubeconfig.h"
#include "load/load.h"
#include "model/pod.h"

/* Someone waits: rather no names than late ones. */
#define REQUEST_TIMEOUT "2s"
#define SECONDS_MAX 4

/* ---- the kubeconfig ---- */

static void offer_sym(struct completion *c, sym name)
{
	if (!sym_empty(name))
		completion_offer(c, name.s, NULL);
}

static void offer_entries(struct completion *c, const struct kubeconfig_file *f,
			  enum value_source source)
{
	if (source == VALUES_CONTEXTS)
		for (uint32_t i = 0; i < f->contexts.n; i++)
			offer_sym(c, f->contexts.v[i].name);
	if (source == VALUES_CLUSTERS)
		for (uint32_t i = 0; i < f->clusters.n; i++)
			offer_sym(c, f->clusters.v[i].name);
	if (source == VALUES_USERS)
		for (uint32_t i = 0; i < f->users.n; i++)
			offer_sym(c, f->users.v[i].name);
	if (source == VALUES_NAMESPACES)
		for (uint32_t i = 0; i < f->contexts.n; i++)
			offer_sym(c, f->contexts.v[i].context.namespace_);
}

void complete_kubeconfig(struct completion *c, const struct options *o, enum value_source source)
{
	struct error ignored = ERROR_INIT;
	struct kubeconfig k;

	if (kubeconfig_load(&k, o->connection.kubeconfig, getenv("KUBECONFIG"), getenv("HOME"),
			    &ignored) < 0)
		c->directive |= COMPLETE_ERROR;
	for (const struct kubeconfig_file *f = k.files; f; f = f->next)
		offer_entries(c, f, source);
	kubeconfig_release(&k);
}

/* ---- objects ---- */

/*
 * Reads w, all of one kind, but for the namespace, which is found out; *ret_namespace is in the
 * arena of c.
 */
static int read_live(struct completion *c, const struct options *o, struct cluster *cluster,
		     struct names_wanted *w, size_t n, const char **ret_namespace)
{
	struct options quick = *o;
	struct error ignored = ERROR_INIT;
	FILE *log = fopen("/dev/null", "w");
	const char *namespace_;
	struct live *l;
	int rc = -1;

	if (!log)
		return -1;
	if (!quick.connection.request_timeout)
		quick.connection.request_timeout = REQUEST_TIMEOUT;
	quick.verbosity = 0;
	live_limit_time(SECONDS_MAX);
	l = live_open(&quick, log, &ignored);
	if (l) {
		*ret_namespace = arena_strdup(c->arena, live_namespace(l));
		namespace_ = kinds[w[0].kind].namespaced ? *ret_namespace : NULL;
		for (size_t i = 0; i < n; i++)
			w[i].namespace_ = namespace_;
		rc = live_names(l, cluster, w, n, &ignored);
	}
	live_close(l);
	fclose(log);
	return rc;
}

static int read_snapshots(const struct options *o, struct cluster *cluster,
			  const char **ret_namespace)
{
	struct error ignored = ERROR_INIT;
	int rc = 0;

	*ret_namespace = o->namespace_ ? o->namespace_ : "default";
	if (o->demo)
		return snapshot_read_memory(cluster, "", (const char *)demo_cluster,
					    demo_cluster_len, &ignored);
	for (size_t i = 0; i < o->snapshots.n; i++)
		if (strcmp(o->snapshots.v[i], "-") != 0)
			rc |= snapshot_read(cluster, o->snapshots.v[i], &ignored);
	return rc;
}

static void read_objects(struct completion *c, const struct options *o, struct cluster *cluster,
			 struct names_wanted *w, size_t n, const char **ret_namespace)
{
	int rc;

	*ret_namespace = "";
	if (o->demo || o->snapshots.n)
		rc = read_snapshots(o, cluster, ret_namespace);
	else
		rc = read_live(c, o, cluster, w, n, ret_namespace);
	if (rc < 0)
		c->directive |= COMPLETE_ERROR;
}

static void offer_object(struct completion *c, const struct meta *m, const char *about,
			 const char *after)
{
	if (!sym_empty(m->name) && *m->name.s != '-' && completion_is_plain(m->name.s))
		completion_offer(c, arena_printf(c->arena, "%s%s", m->name.s, after), about);
}

static bool is_in(const struct meta *m, enum kind kind, const char *namespace_)
{
	return !kinds[kind].namespaced || sym_is(m->namespace_, namespace_);
}

static bool goes_well(const struct pod *p)
{
	return sym_is(p->status.phase, "Running") || sym_is(p->status.phase, "Succeeded");
}

/* Those that are stuck first: they are why the question is asked. */
static void offer_pods(struct completion *c, const struct cluster *cluster, const char *namespace_)
{
	const struct objects *list = &cluster->objects[KIND_POD];

	for (int well = 0; well < 2; well++) {
		for (size_t i = 0; i < list->n; i++) {
			const struct pod *p = (const struct pod *)list->v[i];
			const char *phase = sym_empty(p->status.phase) ? "" : p->status.phase.s;

			if (is_in(&p->meta, KIND_POD, namespace_) && goes_well(p) == well)
				offer_object(c, &p->meta, completion_is_plain(phase) ? phase : NULL,
					     "");
		}
	}
	c->directive |= COMPLETE_ORDERED;
}

void complete_objects(struct completion *c, const struct options *o, enum kind kind,
		      const char *after)
{
	struct names_wanted w[2] = { { .kind = kind }, { .kind = kind } };
	struct cluster *cluster = cluster_new();
	const struct objects *list = &cluster->objects[kind];
	const char *namespace_;

	/* In a large namespace the first page may have none of them. */
	w[1].fields = "status.phase=Pending";
	read_objects(c, o, cluster, w, kind == KIND_POD ? 2 : 1, &namespace_);
	if (kind == KIND_POD)
		offer_pods(c, cluster, namespace_);
	for (size_t i = 0; kind != KIND_POD && i < list->n; i++)
		if (is_in(list->v[i], kind, namespace_))
			offer_object(c, list->v[i], NULL, after);
	cluster_free(cluster);
}

/* A snapshot need not list the namespaces of what is in it; a user may not be allowed to. */
void complete_namespaces(struct completion *c, const struct options *o)
{
	struct names_wanted w = { .kind = KIND_NAMESPACE };
	struct cluster *cluster = cluster_new();
	const struct objects *list = &cluster->objects[KIND_NAMESPACE];
	const struct objects *pods = &cluster->objects[KIND_POD];
	const char *namespace_;

	read_objects(c, o, cluster, &w, 1, &namespace_);
	for (size_t i = 0; i < list->n; i++)
		offer_object(c, list->v[i], NULL, "");
	for (size_t i = 0; i < pods->n; i++)
		offer_sym(c, pods->v[i]->namespace_);
	if (!o->demo && !o->snapshots.n)
		complete_kubeconfig(c, o, VALUES_NAMESPACES);
	cluster_free(cluster);
}
