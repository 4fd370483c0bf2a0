/* DynamicResources and NodeDeclaredFeatures on small clusters, one line of text per object. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>

#include <cmocka.h>

#include "load/load.h"
#include "model/quantity.h"
#include "replay/dra.h"
#include "replay/dra_cel.h"
#include "replay/dra_match.h"

#define LINES_MAX 8

/*
 * slice:  node=n1|all|selector=n1|each  [pool=p] [driver=d] [gen=1] [of=1] [counters=cs]
 *         dev=name[:taint][:none][:multi][:uses=cs][:binding][:on=node] ...
 * claim:  one request after the other: [N|all][:admin][:tolerate][:cel=X][:capacity][:mode=X]
 *         [:class=c], alternatives joined by '/'; "constraint" or "badconstraint" for the claim;
 *         "held=pool/dev[:admin][:share][:on=node]" makes it allocated;
 *         "by=pod" reserves, "deleted", "bind", "bind=failed", "bind=ok", "since"
 */
struct scene {
	const char *name;
	const char *slices[LINES_MAX];
	const char *claims[LINES_MAX]; /* "c0", "c1", ...; the pod uses those that do not begin with '-' */
	const char *class_cel;
	const char *extended;  /* extended resource of the class */
	const char *container; /* "2" of it in a container; "i2 s1 3": init, sidecar, regular */
	int64_t allocatable;   /* of it on n1; -1: absent */
	enum coverage slices_cover, claims_cover, classes_cover;
	const char *n1, *n2;   /* "ok", "?", "U text", "E text" */
	const char *prefilter; /* likewise; NULL: success */
	const char *post;      /* PostFilter text with both nodes given; NULL: not looked at, "?" unknown */
};

struct world {
	struct cluster *cluster;
	struct view *view;
	struct arena *arena;
	const struct release *release;
	struct pod *pod;
	struct cycle_input in;
};

static sym S(struct world *w, const char *text)
{
	return sym_str(w->cluster->syms, text);
}

/* The next word up to one of the bytes in `ends`; "" at the end. */
static const char *word(struct world *w, const char **at, const char *ends)
{
	size_t len;
	const char *start;

	while (**at && strchr(ends, **at))
		(*at)++;
	start = *at;
	len = strcspn(start, ends);
	*at += len;
	return arena_strndup(w->arena, start, len);
}

/* The text after "key=", or NULL. */
static const char *value(const char *word_, const char *key)
{
	size_t len = strlen(key);

	return !strncmp(word_, key, len) && word_[len] == '=' ? word_ + len + 1 : NULL;
}

static int64_t number(const char *s)
{
	int64_t n = 0;

	for (; *s >= '0' && *s <= '9'; s++)
		n = n * 10 + (*s - '0');
	return n;
}

static struct syms one_sym(struct world *w, const char *text)
{
	struct syms l = { ARENA_NEW(w->arena, sym), 1 };

	l.v[0] = S(w, text);
	return l;
}

static const struct node_selector *on_node(struct world *w, const char *name)
{
	struct node_selector *s = ARENA_NEW(w->arena, struct node_selector);
	struct selector_req *r = ARENA_NEW(w->arena, struct selector_req);

	s->terms.v = ARENA_NEW(w->arena, struct node_selector_term);
	s->terms.n = 1;
	s->terms.v[0].match_fields.v = r;
	s->terms.v[0].match_fields.n = 1;
	r->key = S(w, "metadata.name");
	r->op = OP_IN;
	r->op_text = S(w, "In");
	r->values = one_sym(w, name);
	return s;
}

static void add_device(struct world *w, struct resource_slice *s, const char *text)
{
	struct device *d = &s->devices.v[s->devices.n++];
	const char *v;

	d->name = S(w, word(w, &text, ":"));
	while (*text) {
		const char *p = word(w, &text, ":");

		if (!strcmp(p, "taint") || !strcmp(p, "none")) {
			d->taints.v = ARENA_NEW(w->arena, struct device_taint);
			d->taints.n = 1;
			d->taints.v[0].key = S(w, "k");
			d->taints.v[0].effect = S(w, *p == 't' ? "NoSchedule" : "None");
		} else if (!strcmp(p, "multi")) {
			d->allow_multiple = TRI_TRUE;
		} else if (!strcmp(p, "binding")) {
			d->binding_conditions = one_sym(w, "ok");
		} else if ((v = value(p, "uses"))) {
			d->consumes.v = ARENA_NEW(w->arena, struct counter_use);
			d->consumes.n = 1;
			d->consumes.v[0].counter_set = S(w, v);
		} else if ((v = value(p, "on"))) {
			d->node_name = S(w, v);
		} else {
			fail_msg("device: %s", p);
		}
	}
}

static void add_slice(struct world *w, unsigned i, const char *text)
{
	struct resource_slice *s = ARENA_NEW(w->cluster->arena, struct resource_slice);
	const char *v;

	s->meta.name = S(w, arena_printf(w->arena, "s%u", i));
	s->driver = S(w, "drv");
	s->pool = S(w, "p");
	s->generation = s->slice_count = (struct opt_i64){ true, 1 };
	s->devices.v = ARENA_ARRAY(w->arena, 64, struct device);
	while (*text) {
		const char *p = word(w, &text, " ");

		if ((v = value(p, "node")))
			s->node_name = S(w, v);
		else if ((v = value(p, "selector")))
			s->node_selector = on_node(w, v);
		else if (!strcmp(p, "all"))
			s->all_nodes = TRI_TRUE;
		else if (!strcmp(p, "each"))
			s->per_device_node_selection = TRI_TRUE;
		else if ((v = value(p, "pool")))
			s->pool = S(w, v);
		else if ((v = value(p, "driver")))
			s->driver = S(w, v);
		else if ((v = value(p, "gen")))
			s->generation.v = number(v);
		else if ((v = value(p, "of")))
			s->slice_count.v = number(v);
		else if ((v = value(p, "counters"))) {
			s->shared_counters.v = ARENA_NEW(w->arena, struct counter_set);
			s->shared_counters.n = 1;
			s->shared_counters.v[0].name = S(w, v);
		} else if ((v = value(p, "dev")))
			add_device(w, s, v);
		else
			fail_msg("slice: %s", p);
	}
	cluster_add(w->cluster, KIND_RESOURCE_SLICE, &s->meta);
}

static void fill_request(struct world *w, struct device_request *r, const char *text)
{
	const char *v;

	r->device_class = S(w, "gpu");
	while (*text) {
		const char *p = word(w, &text, ":");

		if (*p >= '0' && *p <= '9') {
			r->count = (struct opt_i64){ true, number(p) };
		} else if (!strcmp(p, "all")) {
			r->allocation_mode = S(w, "All");
		} else if (!strcmp(p, "admin")) {
			r->admin_access = TRI_TRUE;
		} else if (!strcmp(p, "capacity")) {
			r->has_capacity = true;
		} else if (!strcmp(p, "tolerate")) {
			r->tolerations.v = ARENA_NEW(w->arena, struct device_toleration);
			r->tolerations.n = 1;
			r->tolerations.v[0].op = S(w, "Exists");
		} else if ((v = value(p, "cel"))) {
			r->selectors.v = ARENA_NEW(w->arena, struct device_selector);
			r->selectors.n = 1;
			r->selectors.v[0].cel = S(w, v);
		} else if ((v = value(p, "mode"))) {
			r->allocation_mode = S(w, v);
		} else if ((v = value(p, "class"))) {
			r->device_class = S(w, v);
		} else {
			fail_msg("request: %s", p);
		}
	}
}

static void add_request(struct world *w, struct resource_claim *c, const char *text)
{
	struct claim_request *r = &c->requests.v[c->requests.n];

	r->name = S(w, arena_printf(w->arena, "r%u", c->requests.n++));
	if (!strchr(text, '/')) {
		struct device_request *exactly = ARENA_NEW(w->arena, struct device_request);

		if (strcmp(text, "none") != 0) {
			fill_request(w, exactly, text);
			r->exactly = exactly;
		}
		return;
	}
	r->first_available.v = ARENA_ARRAY(w->arena, 8, struct device_request);
	while (*text) {
		struct device_request *sub = &r->first_available.v[r->first_available.n];

		sub->name = S(w, arena_printf(w->arena, "a%u", r->first_available.n++));
		fill_request(w, sub, word(w, &text, "/"));
	}
}

static struct claim_allocation *allocation_of(struct world *w, struct resource_claim *c)
{
	struct claim_allocation *a = ARENA_NEW(w->arena, struct claim_allocation);

	if (c->allocation)
		*a = *c->allocation;
	else
		a->results.v = ARENA_ARRAY(w->arena, 8, struct device_result);
	c->allocation = a;
	return a;
}

static void add_result(struct world *w, struct resource_claim *c, const char *text)
{
	struct claim_allocation *a = allocation_of(w, c);
	struct device_result *r = &a->results.v[a->results.n++];
	const char *v;

	r->driver = S(w, "drv");
	r->pool = S(w, word(w, &text, "/"));
	r->device = S(w, word(w, &text, "/:"));
	while (*text) {
		const char *p = word(w, &text, ":");

		if (!strcmp(p, "admin"))
			r->admin_access = TRI_TRUE;
		else if (!strcmp(p, "share"))
			r->share_id = S(w, "x");
		else if ((v = value(p, "on")))
			a->node_selector = on_node(w, v);
		else
			fail_msg("result: %s", p);
	}
}

static void add_binding(struct world *w, struct resource_claim *c, const char *state)
{
	struct claim_allocation *a = allocation_of(w, c);
	struct device_status *s = ARENA_NEW(w->arena, struct device_status);

	a->results.v[0].binding_conditions = one_sym(w, "ok");
	a->results.v[0].binding_failure_conditions = one_sym(w, "bad");
	c->devices.v = s;
	c->devices.n = 1;
	s->driver = a->results.v[0].driver;
	s->pool = a->results.v[0].pool;
	s->device = a->results.v[0].device;
	s->conditions.v = ARENA_NEW(w->arena, struct condition);
	s->conditions.n = 1;
	s->conditions.v[0].type = S(w, !strcmp(state, "failed") ? "bad" : "ok");
	s->conditions.v[0].status = S(w, !strcmp(state, "waits") ? "False" : "True");
}

static void add_constraint(struct world *w, struct resource_claim *c, bool good)
{
	c->constraints.v = ARENA_NEW(w->arena, struct device_constraint);
	c->constraints.n = 1;
	if (good)
		c->constraints.v[0].match_attribute = S(w, "d/a");
}

static void add_consumer(struct world *w, struct resource_claim *c, const char *name)
{
	if (!c->reserved_for.v)
		c->reserved_for.v = ARENA_ARRAY(w->arena, 4, struct claim_consumer);
	c->reserved_for.v[c->reserved_for.n++].name = S(w, name);
}

static void fill_claim(struct world *w, struct resource_claim *c, const char *text)
{
	const char *v;

	while (*text) {
		const char *p = word(w, &text, " ");

		if ((v = value(p, "held")))
			add_result(w, c, v);
		else if ((v = value(p, "by")))
			add_consumer(w, c, v);
		else if ((v = value(p, "bind")))
			add_binding(w, c, v);
		else if (!strcmp(p, "since"))
			allocation_of(w, c)->allocated = (struct opt_time){ true, 1 };
		else if (!strcmp(p, "deleted"))
			c->meta.deleted = (struct opt_time){ true, 1 };
		else if (!strcmp(p, "constraint") || !strcmp(p, "badconstraint"))
			add_constraint(w, c, *p == 'c');
		else
			add_request(w, c, p);
	}
}

/* A claim made for the pod's extended resources by an earlier attempt. */
static void make_stale(struct world *w, struct resource_claim *c)
{
	c->meta.annotations.v = ARENA_NEW(w->arena, struct label);
	c->meta.annotations.n = 1;
	c->meta.annotations.v[0].key = S(w, "resource.kubernetes.io/extended-resource-claim");
	c->meta.annotations.v[0].value = S(w, "true");
	c->meta.owners.v = ARENA_NEW(w->arena, struct owner);
	c->meta.owners.n = 1;
	c->meta.owners.v[0] = (struct owner){ S(w, "Pod"), S(w, "pod"), { NULL }, true };
}

static void add_claim(struct world *w, unsigned i, const char *text)
{
	struct resource_claim *c = ARENA_NEW(w->cluster->arena, struct resource_claim);
	struct pod_resource_claim *ref;

	c->meta.name = S(w, arena_printf(w->arena, "c%u", i));
	c->meta.namespace_ = S(w, "ns");
	c->requests.v = ARENA_ARRAY(w->arena, 64, struct claim_request);
	if (*text == '!')
		make_stale(w, c);
	fill_claim(w, c, text + (*text == '-' || *text == '!'));
	cluster_add(w->cluster, KIND_RESOURCE_CLAIM, &c->meta);
	if (*text == '-' || *text == '!')
		return;
	ref = &w->pod->spec.resource_claims.v[w->pod->spec.resource_claims.n++];
	ref->name = c->meta.name;
	ref->claim_name = c->meta.name;
}

static void add_node(struct world *w, const char *name)
{
	struct node *n = ARENA_NEW(w->cluster->arena, struct node);

	n->meta.name = S(w, name);
	cluster_add(w->cluster, KIND_NODE, &n->meta);
}

static void add_class(struct world *w, const struct scene *sc)
{
	struct device_class *c = ARENA_NEW(w->cluster->arena, struct device_class);

	c->meta.name = S(w, "gpu");
	if (sc->extended)
		c->extended_resource = S(w, sc->extended);
	if (sc->class_cel) {
		c->selectors.v = ARENA_NEW(w->arena, struct device_selector);
		c->selectors.n = 1;
		c->selectors.v[0].cel = S(w, sc->class_cel);
	}
	cluster_add(w->cluster, KIND_DEVICE_CLASS, &c->meta);
}

static const struct quantity *amount(struct world *w, int64_t n)
{
	struct quantity *q = ARENA_NEW(w->arena, struct quantity);

	*q = quantity_from_int(n, 0, QUANTITY_DECIMAL_SI);
	return q;
}

static void add_container(struct world *w, const char *p, const char *resource)
{
	bool init = *p == 'i' || *p == 's';
	struct containers *l = init ? &w->pod->spec.init_containers : &w->pod->spec.containers;
	struct container *c;

	if (!l->v)
		l->v = ARENA_ARRAY(w->arena, 8, struct container);
	c = &l->v[l->n++];
	if (*p == 's')
		c->restart_policy = S(w, "Always");
	c->requests.v = ARENA_NEW(w->arena, struct resource);
	c->requests.n = 1;
	c->requests.v[0].name = S(w, resource);
	c->requests.v[0].quantity = amount(w, number(p + init));
}

static void set_coverage(struct world *w, const struct scene *sc)
{
	w->cluster->coverage[KIND_RESOURCE_SLICE] = sc->slices_cover;
	w->cluster->coverage[KIND_RESOURCE_CLAIM] = sc->claims_cover;
	w->cluster->coverage[KIND_DEVICE_CLASS] = sc->classes_cover;
}

static void world_init(struct world *w, const struct scene *sc, const char *version)
{
	struct error err = ERROR_INIT;
	bool exact;

	memset(w, 0, sizeof(*w));
	w->cluster = cluster_new();
	w->arena = arena_new();
	assert_int_equal(release_find(version, &w->release, &exact, &err), 0);
	w->pod = ARENA_NEW(w->cluster->arena, struct pod);
	w->pod->meta.name = S(w, "pod");
	w->pod->meta.namespace_ = S(w, "ns");
	w->pod->spec.resource_claims.v =
		ARENA_ARRAY(w->arena, LINES_MAX, struct pod_resource_claim);
	add_node(w, "n1");
	add_node(w, "n2");
	add_class(w, sc);
	for (unsigned i = 0; i < LINES_MAX && sc->slices[i]; i++)
		add_slice(w, i, sc->slices[i]);
	for (unsigned i = 0; i < LINES_MAX && sc->claims[i]; i++)
		add_claim(w, i, sc->claims[i]);
	for (const char *at = sc->container ? sc->container : ""; *at;)
		add_container(w, word(w, &at, " "), sc->extended ? sc->extended : "x.y/z");
	if (sc->container && sc->allocatable >= 0) {
		struct node *n = (struct node *)cluster_find(w->cluster, KIND_NODE, (sym){ NULL },
							     S(w, "n1"));

		n->allocatable.v = ARENA_NEW(w->arena, struct resource);
		n->allocatable.n = 1;
		n->allocatable.v[0].name = S(w, sc->extended ? sc->extended : "x.y/z");
		n->allocatable.v[0].quantity = amount(w, sc->allocatable);
	}
	cluster_add(w->cluster, KIND_POD, &w->pod->meta);
	cluster_finish(w->cluster);
	set_coverage(w, sc);
	w->view = view_new(w->cluster, w->release);
	w->in = (struct cycle_input){ .view = w->view, .pod = w->pod, .release = w->release,
				      .syms = w->cluster->syms, .arena = w->arena };
	pod_requests(w->pod, w->release, false, w->arena, &w->in.requests);
}

static void world_release(struct world *w)
{
	view_free(w->view);
	arena_free(w->arena);
	cluster_free(w->cluster);
}

static const char *said(struct world *w, enum code code, const struct outcome *out)
{
	const char *reason = out->reasons.n ? out->reasons.v[0] : "";

	switch (code) {
	case CODE_SUCCESS:
		return "ok";
	case CODE_SKIP:
		return "skip";
	case CODE_UNRESOLVABLE:
		return arena_printf(w->arena, "U %s", reason);
	case CODE_ERROR:
		return arena_printf(w->arena, "E %s", reason);
	case CODE_UNKNOWN:
		assert_non_null(out->why);
		return "?";
	case CODE_UNSCHEDULABLE:
	case CODE_PREFILTER_RESULT:
		break;
	}
	return "unexpected code";
}

static void check(const struct scene *sc, const char *what, const char *got, const char *wanted)
{
	if (strcmp(got, wanted) != 0)
		fail_msg("%s: %s: got \"%s\", wanted \"%s\"", sc->name, what, got, wanted);
}

static void check_node(struct world *w, const struct scene *sc, const void *state,
		       const char *name, const char *wanted)
{
	struct outcome out = { .wanted = WANT_DETAILS, .arena = w->arena };
	const struct node_info *node = view_find_node(w->view, S(w, name));
	enum code code;

	if (!wanted)
		return;
	code = predicate_dynamic_resources.filter(&w->in, state, node, &out);
	check(sc, name, said(w, code, &out), wanted);
	if (code == CODE_UNRESOLVABLE)
		assert_true(out.details.n > 0);
}

static void check_post(struct world *w, const struct scene *sc)
{
	const struct node_info *nodes[2] = { view_node(w->view, 0), view_node(w->view, 1) };
	const char *text = dra_post_filter_text(&w->in, nodes, 2);

	check(sc, "PostFilter", text ? text : "?", sc->post);
}

static void run_scene(const struct scene *sc, const char *version)
{
	struct outcome out = { .wanted = WANT_DETAILS };
	struct node_set keep = { false, { NULL, 0 } };
	struct world w;
	enum code code;
	void *state;

	world_init(&w, sc, version);
	out.arena = w.arena;
	state = arena_alloc(w.arena, predicate_dynamic_resources.state_size);
	code = predicate_dynamic_resources.prefilter(&w.in, state, &keep, &out);
	check(sc, "PreFilter", said(&w, code, &out), sc->prefilter ? sc->prefilter : "ok");
	if (code == CODE_SUCCESS) {
		check_node(&w, sc, state, "n1", sc->n1);
		check_node(&w, sc, state, "n2", sc->n2);
	}
	if (sc->post)
		check_post(&w, sc);
	world_release(&w);
}

#define CANNOT "U cannot allocate all claims"
#define INVALID "U invalid resource pools were encountered"
#define NOT_HERE "U resourceclaim not available on the node"
#define NOTHING_NEW "no new claims to deallocate"
#define STILL "still not schedulable"
#define FREED "deallocation of ResourceClaim completed"
#define OTHER_CEL "device.attributes['a.b'].c"

static const struct scene pools[] = {
	{ "local device", { "node=n1 dev=d0" }, { "1" }, .n1 = "ok", .n2 = CANNOT, .post = STILL },
	{ "count too large", { "node=n1 dev=d0" }, { "2" }, .n1 = CANNOT },
	{ "count unset is one", { "node=n1 dev=d0" }, { "class=gpu" }, .n1 = "ok" },
	{ "all nodes", { "all dev=d0" }, { "1" }, .n1 = "ok", .n2 = "ok" },
	{ "by selector", { "selector=n2 dev=d0" }, { "1" }, .n1 = CANNOT, .n2 = "ok" },
	{ "each device", { "each dev=d0:on=n1 dev=d1:on=n2 dev=d2:on=n2" }, { "2" },
	  .n1 = CANNOT, .n2 = "ok" },
	{ "nothing selected", { "dev=d0" }, { "1" }, .n1 = CANNOT },
	{ "incomplete", { "node=n1 of=2 dev=d0" }, { "1" }, .n1 = CANNOT },
	{ "second slice elsewhere", { "node=n1 of=2 dev=d0", "node=n2 of=2 dev=d1" }, { "1" },
	  .n1 = "ok", .n2 = "ok" },
	{ "too many slices", { "node=n1 dev=d0", "node=n1 dev=d1" }, { "1" }, .n1 = CANNOT },
	{ "newer generation", { "node=n1 dev=d0 dev=d1", "node=n1 gen=2 dev=d0" }, { "2" },
	  .n1 = CANNOT },
	{ "newer generation elsewhere hides", { "node=n1 of=2 dev=d0", "node=n2 gen=2 of=1 dev=d0" },
	  { "1" }, .n1 = CANNOT, .n2 = "ok" },
	{ "older generation complete here", { "node=n1 dev=d0", "node=n2 gen=2 dev=d0" }, { "1" },
	  .n1 = "ok", .n2 = "ok" },
	{ "name twice", { "node=n1 dev=d0 dev=d0" }, { "1" }, .n1 = INVALID, .n2 = CANNOT },
	{ "name twice in another slice", { "node=n1 of=2 dev=d0", "all of=2 dev=d0" }, { "1" },
	  .n1 = INVALID, .n2 = "ok" },
	{ "invalid beside usable", { "node=n1 dev=d0 dev=d0", "node=n1 pool=q dev=d0" }, { "1" },
	  .n1 = "ok" },
	{ "counters missing", { "node=n1 dev=d0:uses=cs" }, { "1" }, .n1 = INVALID },
	{ "counters there", { "node=n1 of=2 dev=d0:uses=cs", "all of=2 counters=cs" }, { "1" },
	  .n1 = "?", .n2 = CANNOT },
	{ "counters do not add devices", { "node=n1 of=2 dev=d0:uses=cs", "all of=2 counters=cs" },
	  { "2" }, .n1 = CANNOT },
	{ "counters twice", { "node=n1 of=3 dev=d0", "all of=3 counters=cs", "all of=3 counters=cs" },
	  { "1" }, .n1 = INVALID },
	{ "slices disagree", { "node=n1 of=2 dev=d0", "node=n1 of=3 dev=d1" }, { "1" }, .n1 = "?" },
	{ "no slices", { NULL }, { "1" }, .n1 = CANNOT },
};

static const struct scene devices[] = {
	{ "taken", { "node=n1 dev=d0" }, { "1", "-held=p/d0" }, .n1 = CANNOT },
	{ "taken by admin access", { "node=n1 dev=d0" }, { "1", "-held=p/d0:admin" }, .n1 = "ok" },
	{ "taken in another pool", { "node=n1 dev=d0" }, { "1", "-held=q/d0" }, .n1 = "ok" },
	{ "admin sees taken", { "node=n1 dev=d0" }, { "1:admin", "-held=p/d0" }, .n1 = "ok" },
	{ "admin twice in one claim", { "node=n1 dev=d0" }, { "1:admin 1:admin" }, .n1 = CANNOT },
	{ "admin in two claims", { "node=n1 dev=d0" }, { "1:admin", "1:admin" }, .n1 = "?" },
	{ "admin beside plain, two devices", { "node=n1 dev=d0 dev=d1" }, { "1:admin 1" },
	  .n1 = "ok" },
	{ "tainted", { "node=n1 dev=d0:taint" }, { "1" }, .n1 = CANNOT },
	{ "tolerated", { "node=n1 dev=d0:taint" }, { "1:tolerate" }, .n1 = "ok" },
	{ "effect None", { "node=n1 dev=d0:none" }, { "1" }, .n1 = "ok" },
	{ "multi, unused", { "node=n1 dev=d0:multi" }, { "1" }, .n1 = "ok" },
	{ "multi, several", { "node=n1 dev=d0:multi" }, { "1 1" }, .n1 = "?" },
	{ "multi, share in use", { "node=n1 dev=d0:multi" }, { "1", "-held=p/d0:share" }, .n1 = "?" },
	{ "multi, held as a whole", { "node=n1 dev=d0:multi" }, { "1", "-held=p/d0" }, .n1 = CANNOT },
	{ "capacity", { "node=n1 dev=d0" }, { "1:capacity" }, .n1 = "?", .n2 = CANNOT },
	{ "binding conditions", { "node=n1 dev=d0:binding" }, { "1" }, .n1 = "?" },
	{ "constraint", { "node=n1 dev=d0" }, { "1 constraint" }, .n1 = "?", .n2 = CANNOT },
	{ "two claims, one device", { "node=n1 dev=d0" }, { "1", "1" }, .n1 = CANNOT },
	{ "two claims, two devices", { "node=n1 dev=d0 dev=d1" }, { "1", "1" }, .n1 = "ok" },
	{ "matching over taints", { "node=n1 dev=d0 dev=d1:taint" }, { "1:tolerate 1" },
	  .n1 = "ok" },
	{ "matching over taints fails", { "node=n1 dev=d0 dev=d1:taint" }, { "1:tolerate 1 1" },
	  .n1 = CANNOT },
};

static const struct scene requests[] = {
	{ "all", { "node=n1 dev=d0 dev=d1" }, { "all" }, .n1 = "ok", .n2 = CANNOT },
	{ "all, one taken", { "node=n1 dev=d0 dev=d1" }, { "all", "-held=p/d1" }, .n1 = CANNOT },
	{ "all with admin", { "node=n1 dev=d0 dev=d1" }, { "all:admin", "-held=p/d1" }, .n1 = "ok" },
	{ "all, one tainted", { "node=n1 dev=d0 dev=d1:taint" }, { "all" }, .n1 = CANNOT },
	{ "all, then one more", { "node=n1 dev=d0" }, { "all 1" }, .n1 = CANNOT },
	{ "all with a constraint", { "node=n1 dev=d0" }, { "all constraint", "-held=p/d0" },
	  .n1 = "?" },
	{ "all, updating", { "node=n1 of=2 dev=d0" }, { "all" },
	  .n1 = "E claim ns/c0, request r0: asks for all devices, but resource pool drv/p is currently being updated" },
	{ "all, invalid", { "node=n1 dev=d0 dev=d0" }, { "all" },
	  .n1 = "E claim ns/c0, request r0: asks for all devices, but resource pool drv/p is currently invalid" },
	{ "all, other driver", { "node=n1 dev=d0", "node=n1 driver=x pool=q dev=e0" },
	  { "all:cel=device.driver=='x'", "-held=p/d0" }, .n1 = "ok" },
	{ "all of nothing", { "node=n1 dev=d0" }, { "all:cel=device.driver=='x'" }, .n1 = CANNOT },
	{ "limit", { "node=n1 dev=d0" }, { "20 13" },
	  .n1 = "E claim ns/c0: number of requested devices 33 exceeds the claim limit of 32" },
	{ "limit counts the smallest alternative", { "node=n1 dev=d0" }, { "20 13/12" },
	  .n1 = CANNOT },
	{ "mode", { "node=n1 dev=d0" }, { "1:mode=Some" },
	  .n1 = "E claim ns/c0, request r0: unsupported count mode Some" },
	{ "empty constraint", { "node=n1 dev=d0" }, { "1 badconstraint" },
	  .n1 = "E claim ns/c0, constraint #0: empty constraint (unsupported constraint type?)" },
	{ "first available", { "node=n1 dev=d0" }, { "2/1" }, .n1 = "ok", .n2 = CANNOT },
	{ "first available, none", { "node=n1 dev=d0" }, { "3/2" }, .n1 = CANNOT },
	{ "first available, beside another", { "node=n1 dev=d0 dev=d1 dev=d2" }, { "2 2/1" },
	  .n1 = "ok" },
	{ "first available, selector first", { "node=n1 dev=d0" }, { "1:cel=" OTHER_CEL "/1" },
	  .n1 = "?" },
	{ "class missing", { NULL }, { "1:class=x" },
	  .prefilter = "U request r0: device class x does not exist", .post = NOTHING_NEW },
	{ "class missing in an alternative", { NULL }, { "1/1:class=x" },
	  .prefilter = "U request r0/a1: device class x does not exist" },
	{ "class empty", { NULL }, { "1:class=" },
	  .prefilter = "E request r0: unsupported request type" },
	{ "unknown request", { NULL }, { "none" },
	  .prefilter = "U resource claim ns/c0, request r0: unknown request type" },
	{ "claim deleted", { NULL }, { "1 deleted" },
	  .prefilter = "U resourceclaim \"c0\" is being deleted" },
	{ "no requests", { NULL }, { "" }, .n1 = "ok" },
	{ "no claims", { NULL }, { NULL }, .prefilter = "skip", .post = NOTHING_NEW },
};

static const struct scene selectors[] = {
	{ "driver", { "node=n1 dev=d0" }, { "1" }, .class_cel = "device.driver == 'drv'", .n1 = "ok" },
	{ "other driver", { "node=n1 dev=d0" }, { "1" }, .class_cel = "device.driver == \"x\"",
	  .n1 = CANNOT },
	{ "other CEL", { "node=n1 dev=d0" }, { "1" }, .class_cel = OTHER_CEL, .n1 = "?", .n2 = CANNOT,
	  .post = STILL },
	{ "other CEL beside an idle claim", { "node=n1 dev=d0" }, { "1", "1 held=p/d9:on=n2" },
	  .class_cel = OTHER_CEL, .n1 = "?", .n2 = CANNOT, .post = "?" },
	{ "other CEL, all taken", { "node=n1 dev=d0" }, { "1", "-held=p/d0" }, .class_cel = OTHER_CEL,
	  .n1 = CANNOT },
	{ "other CEL, too few", { "node=n1 dev=d0" }, { "2" }, .class_cel = OTHER_CEL, .n1 = CANNOT },
	{ "other CEL behind a driver", { "node=n1 dev=d0" }, { "1:cel=" OTHER_CEL },
	  .class_cel = "device.driver == 'x'", .n1 = CANNOT },
	{ "all with other CEL", { "node=n1 dev=d0" }, { "all:cel=" OTHER_CEL }, .n1 = "?" },
	{ "error after other CEL", { "node=n1 pool=a dev=d0", "node=n1 of=2 dev=d0" },
	  { "all:cel=" OTHER_CEL }, .n1 = "?" },
};

static const struct scene allocated[] = {
	{ "on its node", { NULL }, { "1 held=p/d0:on=n1" }, .n1 = "ok", .n2 = NOT_HERE, .post = FREED },
	{ "everywhere", { NULL }, { "1 held=p/d0" }, .n1 = "ok", .n2 = "ok" },
	{ "in use", { NULL }, { "1 held=p/d0:on=n1 by=other" }, .n2 = NOT_HERE, .post = STILL },
	{ "reserved for this pod", { NULL }, { "1 held=p/d0:on=n1 by=pod" }, .n2 = NOT_HERE,
	  .post = FREED },
	{ "reserved for both", { NULL }, { "1 held=p/d0:on=n1 by=pod by=x" }, .n2 = NOT_HERE,
	  .post = STILL },
	{ "its class is gone", { NULL }, { "1:class=x held=p/d0:on=n1" }, .n1 = "ok" },
	{ "allocation failure masks", { NULL }, { "1 held=p/d0:on=n2", "1" }, .n1 = CANNOT,
	  .n2 = CANNOT, .post = STILL },
	{ "binding failed", { NULL }, { "1 held=p/d0 bind=failed" }, .n1 = NOT_HERE, .post = FREED },
	{ "bound", { NULL }, { "1 held=p/d0 bind=ok since" }, .n1 = "ok" },
	{ "binding waits, no time", { NULL }, { "1 held=p/d0 bind=waits" }, .n1 = "ok" },
	{ "binding waits", { NULL }, { "1 held=p/d0:on=n1 bind=waits since" }, .n1 = "?",
	  .n2 = NOT_HERE, .post = FREED },
};

static const struct scene coverage[] = {
	{ "slices hidden", { NULL }, { "1" }, .slices_cover = COVER_NONE, .n1 = "?" },
	{ "slices hidden, allocated", { NULL }, { "1 held=p/d0:on=n1" }, .slices_cover = COVER_NONE,
	  .n1 = "ok", .n2 = NOT_HERE },
	{ "classes hidden", { NULL }, { "1:class=x" }, .classes_cover = COVER_NONE, .prefilter = "?",
	  .post = "?" },
	{ "other namespaces hidden", { "node=n1 dev=d0" }, { "1" }, .claims_cover = COVER_NAMESPACE,
	  .n1 = "?", .n2 = CANNOT },
	{ "other namespaces hidden, admin", { "node=n1 dev=d0" }, { "1:admin" },
	  .claims_cover = COVER_NAMESPACE, .n1 = "ok" },
	{ "slices absent", { NULL }, { "1" }, .slices_cover = COVER_ABSENT, .n1 = CANNOT },
};

static const struct scene extended[] = {
	{ "by class", { "node=n1 dev=d0", "node=n2 pool=q dev=d0 dev=d1" }, { NULL },
	  .extended = "a.b/g", .container = "2", .allocatable = -1, .n1 = CANNOT, .n2 = "ok",
	  .post = STILL },
	{ "offered by the node", { NULL }, { NULL }, .extended = "a.b/g", .container = "1",
	  .allocatable = 4, .n1 = "ok", .n2 = CANNOT },
	{ "offered with nothing", { "node=n1 dev=d0" }, { NULL }, .extended = "a.b/g",
	  .container = "1", .allocatable = 0, .n1 = "ok", .n2 = CANNOT },
	{ "no class", { NULL }, { NULL }, .container = "1", .allocatable = -1, .prefilter = "skip" },
	{ "init reuses later containers", { "node=n1 dev=d0 dev=d1 dev=d2" }, { NULL },
	  .extended = "a.b/g", .container = "i3 s1 2", .allocatable = -1, .n1 = "ok" },
	{ "init needs more", { "node=n1 dev=d0 dev=d1 dev=d2" }, { NULL }, .extended = "a.b/g",
	  .container = "i4 s1 2", .allocatable = -1, .n1 = CANNOT },
	{ "sidecar before init is not reused", { "node=n1 dev=d0 dev=d1 dev=d2" }, { NULL },
	  .extended = "a.b/g", .container = "s1 i3 2", .allocatable = -1, .n1 = CANNOT },
	{ "limit", { NULL }, { NULL }, .extended = "a.b/g", .container = "33", .allocatable = -1,
	  .n1 = "E claim ns/<extended-resources>: number of requested devices 33 exceeds the claim limit of 32" },
	{ "left over", { "node=n1 dev=d0" }, { "!1 held=p/d0" }, .extended = "a.b/g",
	  .container = "1", .allocatable = -1, .n1 = "U cannot schedule extended resource claim",
	  .post = "deletion of ResourceClaim completed" },
	{ "beside a claim", { "node=n1 dev=d0" }, { "1" }, .extended = "a.b/g", .container = "1",
	  .allocatable = -1, .n1 = CANNOT, .n2 = CANNOT },
	{ "implicit name", { "node=n1 dev=d0" }, { NULL },
	  .extended = "deviceclass.resource.kubernetes.io/gpu", .container = "1", .allocatable = -1,
	  .n1 = "ok", .n2 = CANNOT },
	{ "classes hidden", { NULL }, { NULL }, .extended = "a.b/g", .container = "1",
	  .allocatable = 4, .classes_cover = COVER_NONE, .n1 = "ok", .n2 = "?", .post = "?" },
};

#define RUN_AS(scenes, version) \
	for (size_t i = 0; i < sizeof(scenes) / sizeof((scenes)[0]); i++) \
		run_scene(&(scenes)[i], version)
#define RUN(scenes) RUN_AS(scenes, "1.36")

static void test_pools(void **state)
{
	(void)state;
	RUN(pools);
}

static void test_devices(void **state)
{
	(void)state;
	RUN(devices);
}

static void test_requests(void **state)
{
	(void)state;
	RUN(requests);
}

static void test_selectors(void **state)
{
	(void)state;
	RUN(selectors);
}

static void test_allocated(void **state)
{
	(void)state;
	RUN(allocated);
}

static void test_coverage(void **state)
{
	(void)state;
	RUN(coverage);
}

static void test_extended(void **state)
{
	(void)state;
	RUN(extended);
}

/* Up to 1.34 pools are judged by the slices of the node alone, and an invalid one is an error. */
static const struct scene v1_34[] = {
	{ "incomplete is used", { "node=n1 of=2 dev=d0" }, { "1" }, .n1 = "ok", .n2 = CANNOT },
	{ "newer generation elsewhere", { "node=n1 of=2 dev=d0", "node=n2 gen=2 of=1 dev=d0" },
	  { "1" }, .n1 = "ok", .n2 = "ok" },
	{ "all of an incomplete pool", { "node=n1 of=2 dev=d0" }, { "all" },
	  .n1 = "E claim ns/c0, request r0: asks for all devices, but resource pool drv/p is currently being updated" },
	{ "invalid", { "node=n1 dev=d0 dev=d0" }, { "1" },
	  .n1 = "E pool p is invalid: duplicate device name d0", .n2 = CANNOT },
	{ "invalid beside usable", { "node=n1 dev=d0 dev=d0", "node=n1 pool=q dev=d0" }, { "1" },
	  .n1 = "?" },
};

static const struct scene v1_35[] = {
	{ "incomplete", { "node=n1 of=2 dev=d0" }, { "1" }, .n1 = CANNOT },
	{ "incomplete and invalid", { "node=n1 of=2 dev=d0 dev=d0" }, { "1" }, .n1 = INVALID },
	{ "invalid beside usable", { "node=n1 dev=d0 dev=d0", "node=n1 pool=q dev=d0" }, { "1" },
	  .n1 = "ok" },
	{ "all, two bad pools", { "node=n1 dev=d0 dev=d0", "node=n1 pool=q of=2 dev=d0" }, { "all" },
	  .n1 = "?" },
	{ "taints are not looked at", { "node=n1 dev=d0:taint" }, { "1" }, .n1 = "ok" },
	{ "each device", { "each dev=d0:on=n1" }, { "1" }, .n1 = CANNOT },
	{ "counters", { "node=n1 dev=d0:uses=cs" }, { "1" }, .n1 = CANNOT },
	{ "binding conditions of a device", { "node=n1 dev=d0:binding" }, { "1" }, .n1 = CANNOT },
	{ "binding conditions of a claim", { NULL }, { "1 held=p/d0 bind=failed" }, .n1 = "ok" },
	{ "a share is the whole device", { "node=n1 dev=d0:multi" }, { "1", "-held=p/d0:share" },
	  .n1 = CANNOT },
	{ "multi is used once", { "node=n1 dev=d0:multi" }, { "1 1" }, .n1 = CANNOT },
};

static void test_releases(void **state)
{
	static const struct scene old = { "before DRA", { NULL }, { "1" }, .prefilter = "skip",
					  .post = "" };
	static const struct scene plain = { "extended before 1.36", { NULL }, { NULL },
					    .extended = "a.b/g", .container = "1", .allocatable = -1,
					    .prefilter = "skip", .post = NOTHING_NEW };

	(void)state;
	run_scene(&old, "1.33");
	run_scene(&plain, "1.35");
	RUN_AS(v1_34, "1.34");
	RUN_AS(v1_35, "1.35");
}

static void test_delegation(void **state)
{
	static const struct scene sc = { "delegation", { NULL }, { NULL }, .extended = "a.b/g" };
	struct world w;

	(void)state;
	world_init(&w, &sc, "1.36");
	assert_true(dra_extended_resource_delegated(w.view, S(&w, "a.b/g")));
	assert_true(dra_extended_resource_delegated(
		w.view, S(&w, "deviceclass.resource.kubernetes.io/gpu")));
	assert_false(dra_extended_resource_delegated(
		w.view, S(&w, "deviceclass.resource.kubernetes.io/x")));
	assert_false(dra_extended_resource_delegated(w.view, S(&w, "a.b/other")));
	assert_false(dra_extended_resource_delegated(w.view, S(&w, "cpu")));
	world_release(&w);
	world_init(&w, &sc, "1.35");
	assert_false(dra_extended_resource_delegated(w.view, S(&w, "a.b/g")));
	world_release(&w);
}

/* What PreEnqueue says while a claim is looked up. */
static void check_lookup(struct world *w, const char *wanted)
{
	struct outcome out = { .wanted = WANT_DETAILS, .arena = w->arena };
	enum code code = predicate_dynamic_resources.pre_enqueue(&w->in, &out);

	assert_string_equal(said(w, code, &out), wanted);
	if (code == CODE_UNRESOLVABLE)
		assert_true(out.details.n > 0);
}

static void test_lookup(void **state)
{
	static const struct scene sc = { "lookup", { NULL }, { "1" }, .n1 = NULL };
	struct pod_resource_claim *ref;
	struct resource_claim *claim;
	struct claim_status status;
	struct world w;

	(void)state;
	world_init(&w, &sc, "1.36");
	ref = &w.pod->spec.resource_claims.v[0];
	claim = (struct resource_claim *)cluster_find(w.cluster, KIND_RESOURCE_CLAIM, S(&w, "ns"),
						      S(&w, "c0"));
	check_lookup(&w, "ok");
	ref->claim_name = S(&w, "gone");
	check_lookup(&w, "U could not find ResourceClaim \"ns/gone\"");
	ref->claim_name = (sym){ NULL };
	check_lookup(&w, "U pod \"ns/pod\", spec.resourceClaim \"c0\": none of the supported fields are set");
	ref->template_name = S(&w, "t");
	check_lookup(&w, "U pod \"ns/pod\": ResourceClaim not created yet");
	status = (struct claim_status){ S(&w, "c0"), { NULL } };
	w.pod->status.resource_claims.v = &status;
	w.pod->status.resource_claims.n = 1;
	check_lookup(&w, "ok");
	status.claim_name = S(&w, "c0");
	check_lookup(&w, "U ResourceClaim ns/c0 was not created for Pod ns/pod (Pod is not owner)");
	make_stale(&w, claim);
	check_lookup(&w, "ok");
	claim->meta.owners.v[0].uid = S(&w, "u1");
	w.pod->meta.uid = S(&w, "u2");
	check_lookup(&w, "U ResourceClaim ns/c0 was not created for Pod ns/pod (Pod is not owner)");
	w.cluster->coverage[KIND_RESOURCE_CLAIM] = COVER_NONE;
	status.claim_name = S(&w, "gone");
	check_lookup(&w, "?");
	world_release(&w);
}

static void test_cel(void **state)
{
	static const struct { const char *cel, *driver; enum dra_match match; } rows[] = {
		{ "device.driver == \"a\"", "a", DRA_YES },
		{ "device.driver == \"a\"", "b", DRA_NO },
		{ "device.driver=='a'", "a", DRA_YES },
		{ " device . driver\n==\t\"a\" ", "a", DRA_YES },
		{ "device.driver == ''", "", DRA_YES },
		{ "device.driver == \"ab\"", "a", DRA_NO },
		{ "device.driver == \"a\" && true", "b", DRA_MAYBE },
		{ "device.driver == \"a\\x61\"", "aa", DRA_MAYBE },
		{ "device.driver == \"\"\"a\"\"\"", "a", DRA_MAYBE },
		{ "device.driver == \"a", "a", DRA_MAYBE },
		{ "device.driver == 'a\"", "a", DRA_MAYBE },
		{ "device.driver != \"a\"", "a", DRA_MAYBE },
		{ "device.drivers == \"a\"", "a", DRA_MAYBE },
		{ "\"a\" == device.driver", "a", DRA_MAYBE },
		{ "true", "a", DRA_MAYBE },
		{ "", "a", DRA_MAYBE },
		/* false && an error is false, in either order; what does not compile is an error anyway */
		{ "device.driver == 'a' && device.driver == 'a'", "a", DRA_YES },
		{ "device.driver == 'a' && device.driver == 'b'", "a", DRA_NO },
		{ "device.driver == 'a' && device.attributes['d'].x == 'y'", "b", DRA_NO },
		{ "device.driver == 'a' && device.attributes['d'].x == 'y'", "a", DRA_MAYBE },
		{ "device.attributes[\"d\"] . x != -12 && device.driver == 'a'", "b", DRA_NO },
		{ "device.attributes['d'].x == true\n&& device.driver == 'a'", "b", DRA_NO },
		{ "device.attributes['d'].x == trueish && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.attributes['d'].x == 1.5 && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.attributes['d'].in == 1 && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.attributes['d'].x == y && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.attributes['d'] == 'y' && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.driver == device.attributes['d'].x == 'y' && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.capacity['d'].m.compareTo(quantity('40Gi')) >= 0 && device.driver == 'a'", "b", DRA_NO },
		{ "device.capacity['d'].m.compareTo(quantity('40Gi')) >= true && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.capacity['d'].m.compareTo(quantity('much')) >= 0 && device.driver == 'a'", "b", DRA_MAYBE },
		{ "device.driver == 'a' && device.attributes['d'].x == 'y' || true", "b", DRA_MAYBE },
		{ "device.driver == 'a' && (device.driver == 'c')", "b", DRA_MAYBE },
		{ "device.driver == 'a' &&", "b", DRA_MAYBE },
		{ "device.driver == 'a' // b", "b", DRA_MAYBE },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct device_selector s = { { rows[i].cel } };

		if (device_selector_matches(&s, (sym){ rows[i].driver }) != rows[i].match)
			fail_msg("%s on %s", rows[i].cel, rows[i].driver);
	}
}

/* Slot i may use the devices set in bits[i]. */
static bool bit_fits(const void *self, uint32_t slot, uint32_t device)
{
	const unsigned *bits = self;

	return bits[slot] >> device & 1;
}

static bool never_endless(const void *self, uint32_t device)
{
	(void)self;
	(void)device;
	return false;
}

static void test_matching(void **state)
{
	static const struct { unsigned bits[4]; uint32_t slots; bool all; } rows[] = {
		{ { 0x3, 0x1, 0, 0 }, 2, true },      /* the first has to give way */
		{ { 0x3, 0x3, 0x3, 0 }, 3, false },
		{ { 0x7, 0x3, 0x1, 0 }, 3, true },    /* a chain */
		{ { 0x1, 0x1, 0, 0 }, 2, false },
		{ { 0x6, 0x6, 0xf, 0x9 }, 4, true },
		{ { 0x6, 0x6, 0x6, 0x9 }, 4, false },
		{ { 0, 0, 0, 0 }, 0, true },
	};
	struct arena *arena = arena_new();

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct dra_matching m = { rows[i].slots, 4, bit_fits, never_endless,
					  rows[i].bits };

		assert_int_equal(dra_match_all(&m, arena), rows[i].all);
	}
	arena_free(arena);
}

static enum code features_on(struct world *w, const char *declared, struct outcome *out)
{
	struct node_set keep = { false, { NULL, 0 } };
	void *state = arena_alloc(w->arena, predicate_node_declared_features.state_size);
	struct node node = { .meta.name = S(w, "n") };
	struct node_info info = { .node = &node };
	enum code code;

	*out = (struct outcome){ .wanted = WANT_DETAILS, .arena = w->arena };
	if (declared)
		node.declared_features = one_sym(w, declared);
	code = predicate_node_declared_features.prefilter(&w->in, state, &keep, out);
	if (code != CODE_SUCCESS)
		return code;
	return predicate_node_declared_features.filter(&w->in, state, &info, out);
}

static void test_declared_features(void **state)
{
	static const struct scene sc = { "features", { NULL }, { NULL }, .container = "1",
					 .allocatable = -1 };
	static const char text[] = "U node(s) didn't match Pod's required features";
	struct restart_rule rule;
	struct outcome out;
	struct world w;

	(void)state;
	world_init(&w, &sc, "1.36");
	assert_int_equal(features_on(&w, NULL, &out), CODE_SKIP);
	w.pod->spec.host_network = TRI_TRUE;
	assert_int_equal(features_on(&w, NULL, &out), CODE_SKIP);
	w.pod->spec.host_users = TRI_FALSE;
	assert_string_equal(said(&w, features_on(&w, NULL, &out), &out), text);
	assert_string_equal(out.details.v[0].name, "UserNamespacesHostNetworkSupport");
	assert_int_equal(features_on(&w, "UserNamespacesHostNetworkSupport", &out), CODE_SUCCESS);
	w.pod->spec.host_users = TRI_UNSET;
	rule.action = S(&w, "Restart");
	w.pod->spec.containers.v[0].restart_rules.v = &rule;
	w.pod->spec.containers.v[0].restart_rules.n = 1;
	assert_int_equal(features_on(&w, NULL, &out), CODE_SKIP);
	rule.action = S(&w, "RestartAllContainers");
	assert_string_equal(said(&w, features_on(&w, "Other", &out), &out), text);
	assert_int_equal(features_on(&w, "RestartAllContainersOnContainerExits", &out),
			 CODE_SUCCESS);
	world_release(&w);
	world_init(&w, &sc, "1.35");
	w.pod->spec.host_network = TRI_TRUE;
	w.pod->spec.host_users = TRI_FALSE;
	assert_int_equal(features_on(&w, NULL, &out), CODE_SKIP);
	world_release(&w);
}

static struct cluster *read_json(const char *text)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;

	if (snapshot_read_memory(c, "test", text, strlen(text), &err) < 0)
		fail_msg("%s", err.msg);
	assert_int_equal(c->notes.n, 0);
	return c;
}

static void check_request(const struct device_request *r)
{
	assert_non_null(r);
	assert_string_equal(sym_text(r->device_class), "gpu");
	assert_string_equal(sym_text(r->selectors.v[0].cel), "true");
	assert_string_equal(sym_text(r->allocation_mode), "ExactCount");
	assert_true(r->count.set && r->count.v == 3);
	assert_int_equal(r->admin_access, TRI_TRUE);
	assert_string_equal(sym_text(r->tolerations.v[0].op), "Exists");
	assert_true(r->has_capacity);
}

#define REQUEST_JSON \
	"\"deviceClassName\":\"gpu\",\"selectors\":[{\"cel\":{\"expression\":\"true\"}}]," \
	"\"allocationMode\":\"ExactCount\",\"count\":3,\"adminAccess\":true," \
	"\"tolerations\":[{\"operator\":\"Exists\"}],\"capacity\":{\"requests\":{}}"
#define CLAIM_JSON(version, request) \
	"{\"apiVersion\":\"resource.k8s.io/" version "\",\"kind\":\"ResourceClaim\"," \
	"\"metadata\":{\"name\":\"c\",\"namespace\":\"ns\"}," \
	"\"spec\":{\"devices\":{\"requests\":[{\"name\":\"r\"," request "}," \
	"{\"name\":\"f\",\"firstAvailable\":[{\"name\":\"a\"," REQUEST_JSON "}]}]," \
	"\"constraints\":[{\"requests\":[\"r\"],\"matchAttribute\":\"d/a\"}],\"config\":[{}]}}," \
	"\"status\":{\"allocation\":{\"devices\":{\"results\":[{\"request\":\"r\",\"driver\":\"d\"," \
	"\"pool\":\"p\",\"device\":\"x\",\"adminAccess\":true,\"shareID\":\"s\"," \
	"\"bindingConditions\":[\"ok\"],\"bindingFailureConditions\":[\"bad\"]}]}," \
	"\"nodeSelector\":{\"nodeSelectorTerms\":[{}]},\"allocationTimestamp\":\"2026-01-01T00:00:00Z\"}," \
	"\"devices\":[{\"driver\":\"d\",\"pool\":\"p\",\"device\":\"x\",\"conditions\":[{\"type\":\"ok\"}]}]," \
	"\"reservedFor\":[{\"resource\":\"pods\",\"name\":\"pod\",\"uid\":\"u\"}]}}"

static void test_decode_claim(void **state)
{
	static const char *const texts[] = {
		CLAIM_JSON("v1", "\"exactly\":{" REQUEST_JSON "}"),
		CLAIM_JSON("v1beta2", "\"exactly\":{" REQUEST_JSON "}"),
		CLAIM_JSON("v1beta1", REQUEST_JSON),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cluster *cl = read_json(texts[i]);
		const struct resource_claim *c =
			(const void *)cl->objects[KIND_RESOURCE_CLAIM].v[0];
		const struct device_result *r = &c->allocation->results.v[0];

		check_request(claim_request_plain(&c->requests.v[0]));
		assert_null(claim_request_plain(&c->requests.v[1]));
		assert_string_equal(sym_text(c->requests.v[1].first_available.v[0].name), "a");
		check_request(&c->requests.v[1].first_available.v[0]);
		assert_string_equal(sym_text(c->constraints.v[0].match_attribute), "d/a");
		assert_null(c->constraints.v[0].distinct_attribute.s);
		assert_string_equal(sym_text(r->pool), "p");
		assert_int_equal(r->admin_access, TRI_TRUE);
		assert_string_equal(sym_text(r->share_id), "s");
		assert_string_equal(sym_text(r->binding_failure_conditions.v[0]), "bad");
		assert_int_equal(c->allocation->node_selector->terms.n, 1);
		assert_true(c->allocation->allocated.set);
		assert_string_equal(sym_text(c->devices.v[0].conditions.v[0].type), "ok");
		assert_string_equal(sym_text(c->reserved_for.v[0].uid), "u");
		cluster_free(cl);
	}
}

#define DEVICE_JSON \
	"\"nodeName\":\"n\",\"nodeSelector\":{\"nodeSelectorTerms\":[]},\"allNodes\":true," \
	"\"attributes\":{\"a\":{\"int\":1}},\"capacity\":{\"m\":{\"value\":\"1Gi\"}}," \
	"\"taints\":[{\"key\":\"k\",\"value\":\"v\",\"effect\":\"NoSchedule\"}]," \
	"\"allowMultipleAllocations\":true,\"bindsToNode\":true,\"bindingConditions\":[\"ok\"]," \
	"\"consumesCounters\":[{\"counterSet\":\"cs\",\"counters\":{\"c\":{\"value\":\"1\"}}}]"
#define SLICE_JSON(version, device) \
	"{\"apiVersion\":\"resource.k8s.io/" version "\",\"kind\":\"ResourceSlice\"," \
	"\"metadata\":{\"name\":\"s\"},\"spec\":{\"driver\":\"d\",\"nodeName\":\"n1\"," \
	"\"pool\":{\"name\":\"p\",\"generation\":2,\"resourceSliceCount\":3}," \
	"\"perDeviceNodeSelection\":true,\"allNodes\":false,\"nodeSelector\":{\"nodeSelectorTerms\":[]}," \
	"\"sharedCounters\":[{\"name\":\"cs\",\"counters\":{\"c\":{\"value\":\"1\"}}}]," \
	"\"devices\":[{\"name\":\"x\"," device "}]}}"

static void test_decode_slice(void **state)
{
	static const char *const texts[] = {
		SLICE_JSON("v1", DEVICE_JSON),
		SLICE_JSON("v1beta2", DEVICE_JSON),
		SLICE_JSON("v1beta1", "\"basic\":{" DEVICE_JSON "}"),
	};

	(void)state;
	for (size_t i = 0; i < sizeof(texts) / sizeof(texts[0]); i++) {
		struct cluster *cl = read_json(texts[i]);
		const struct resource_slice *s =
			(const void *)cl->objects[KIND_RESOURCE_SLICE].v[0];
		const struct device *d = &s->devices.v[0];

		assert_string_equal(sym_text(s->driver), "d");
		assert_string_equal(sym_text(s->pool), "p");
		assert_string_equal(sym_text(s->node_name), "n1");
		assert_true(s->generation.v == 2 && s->slice_count.v == 3);
		assert_int_equal(s->per_device_node_selection, TRI_TRUE);
		assert_int_equal(s->all_nodes, TRI_FALSE);
		assert_non_null(s->node_selector);
		assert_string_equal(sym_text(s->shared_counters.v[0].name), "cs");
		assert_string_equal(sym_text(d->name), "x");
		assert_string_equal(sym_text(d->node_name), "n");
		assert_string_equal(sym_text(d->taints.v[0].effect), "NoSchedule");
		assert_int_equal(d->all_nodes, TRI_TRUE);
		assert_int_equal(d->allow_multiple, TRI_TRUE);
		assert_int_equal(d->binds_to_node, TRI_TRUE);
		assert_string_equal(sym_text(d->binding_conditions.v[0]), "ok");
		assert_string_equal(sym_text(d->consumes.v[0].counter_set), "cs");
		assert_non_null(d->node_selector);
		cluster_free(cl);
	}
}

/* Far more than the API server admits is refused, not computed. */
static void test_too_much(void **state)
{
	static const struct scene sc = { "too much", { "node=n1 dev=d0" }, { "1" }, .n1 = NULL };
	struct outcome out = { .wanted = WANT_DETAILS };
	struct node_set keep = { false, { NULL, 0 } };
	struct resource_claim *claim;
	struct device_request one;
	struct world w;
	void *st;

	(void)state;
	world_init(&w, &sc, "1.36");
	out.arena = w.arena;
	claim = (struct resource_claim *)cluster_find(w.cluster, KIND_RESOURCE_CLAIM, S(&w, "ns"),
						      S(&w, "c0"));
	one = *claim->requests.v[0].exactly;
	one.count = (struct opt_i64){ true, 0 };
	claim->requests.n = 100000;
	claim->requests.v = ARENA_ARRAY(w.arena, claim->requests.n, struct claim_request);
	for (uint32_t i = 0; i < claim->requests.n; i++)
		claim->requests.v[i] = (struct claim_request){ .name = S(&w, "r"), .exactly = &one };
	st = arena_alloc(w.arena, predicate_dynamic_resources.state_size);
	assert_int_equal(predicate_dynamic_resources.prefilter(&w.in, st, &keep, &out),
			 CODE_SUCCESS);
	assert_int_equal(predicate_dynamic_resources.filter(&w.in, st, view_node(w.view, 0), &out),
			 CODE_UNKNOWN);
	claim->requests.n = 2;
	one.count.v = INT64_MAX;
	assert_int_equal(predicate_dynamic_resources.filter(&w.in, st, view_node(w.view, 0), &out),
			 CODE_ERROR);
	one.count.v = INT64_MIN;
	assert_int_equal(predicate_dynamic_resources.filter(&w.in, st, view_node(w.view, 0), &out),
			 CODE_SUCCESS);
	world_release(&w);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_pools),
		cmocka_unit_test(test_devices),
		cmocka_unit_test(test_requests),
		cmocka_unit_test(test_selectors),
		cmocka_unit_test(test_allocated),
		cmocka_unit_test(test_coverage),
		cmocka_unit_test(test_extended),
		cmocka_unit_test(test_releases),
		cmocka_unit_test(test_delegation),
		cmocka_unit_test(test_lookup),
		cmocka_unit_test(test_cel),
		cmocka_unit_test(test_matching),
		cmocka_unit_test(test_declared_features),
		cmocka_unit_test(test_decode_claim),
		cmocka_unit_test(test_decode_slice),
		cmocka_unit_test(test_too_much),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
