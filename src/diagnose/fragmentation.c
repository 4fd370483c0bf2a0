#include "diagnose/fragmentation.h"

#include <string.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "diagnose/explain.h"
#include "diagnose/fill.h"
#include "diagnose/limit_origin.h"
#include "diagnose/request_origin.h"
#include "diagnose/subject.h"
#include "replay/cycle.h"
#include "replay/requests.h"
#include "report/amount.h"

/* A resource that the pod asks for, summed over the suitable nodes. */
struct pool {
	const char *name;
	sym sym_name; /* of scalars */
	int64_t wanted, free_total, largest;
	const struct node_info *node; /* with the largest hole */
	bool lacking;                 /* some suitable node has less than wanted */
};

struct pools {
	struct pool *v;
	uint32_t n;
	bool fits_empty; /* one suitable node would hold the pod if it were empty */
	uint32_t suitable;
};

static bool only_resources_object(const struct node_result *n)
{
	return n->verdict == VERDICT_REJECTED && n->rejections.n == 1 &&
	       strcmp(n->rejections.v[0].plugin, "NodeResourcesFit") == 0;
}

static int64_t amount_of(const struct amounts *a, const struct pool *p)
{
	if (p->sym_name.s)
		return amounts_get(a, p->sym_name);
	if (strcmp(p->name, "cpu") == 0)
		return a->cpu;
	if (strcmp(p->name, "memory") == 0)
		return a->memory;
	return strcmp(p->name, "pods") == 0 ? a->pods : a->ephemeral;
}

static void add_pool(struct pools *p, const char *name, sym scalar, int64_t wanted)
{
	if (wanted > 0)
		p->v[p->n++] = (struct pool){ .name = name, .sym_name = scalar, .wanted = wanted };
}

static void init_pools(const struct pod_case *k, struct arena *a, struct pools *p)
{
	struct amounts wanted = { 0 };
	sym none = { NULL };

	pod_requests(k->pod, k->d->opts.release, false, a, &wanted);
	p->v = ARENA_ARRAY(a, (size_t)wanted.scalars.n + 4, struct pool);
	add_pool(p, "cpu", none, wanted.cpu);
	add_pool(p, "memory", none, wanted.memory);
	add_pool(p, "ephemeral-storage", none, wanted.ephemeral);
	for (uint32_t i = 0; i < wanted.scalars.n; i++)
		add_pool(p, sym_text(wanted.scalars.v[i].name), wanted.scalars.v[i].name,
			 wanted.scalars.v[i].v);
	add_pool(p, "pods", none, 1);
}

static int64_t kept_on(const struct node_info *n, const struct pool *p, const struct pod_case *k)
{
	int64_t kept = 0;

	for (uint32_t i = 0; i < n->nominated.n; i++) {
		const struct pod_info *other = n->nominated.v[i];
		bool slots = strcmp(p->name, "pods") == 0;
		int64_t wanted = slots ? 1 : amount_of(&other->requests, p);

		if (!counts_nominated(k->profile, k->pod, other))
			continue;
		if (__builtin_add_overflow(kept, wanted, &kept))
			return INT64_MAX;
	}
	return kept;
}

static int64_t free_on(const struct node_info *n, const struct pool *p, const struct pod_case *k)
{
	int64_t total = amount_of(&n->allocatable, p), used = amount_of(&n->used, p), left;

	if (strcmp(p->name, "pods") == 0)
		used = n->pods.n;
	if (__builtin_sub_overflow(total, used, &left) ||
	    __builtin_sub_overflow(left, kept_on(n, p, k), &left) || left < 0)
		return 0;
	return left;
}

static void count_node(struct pools *p, const struct node_info *n, const struct pod_case *k)
{
	bool holds = true;

	p->suitable++;
	for (uint32_t i = 0; i < p->n; i++) {
		struct pool *r = &p->v[i];
		int64_t left = free_on(n, r, k);

		if (__builtin_add_overflow(r->free_total, left, &r->free_total))
			r->free_total = INT64_MAX;
		if (!r->node || left > r->largest) {
			r->largest = left;
			r->node = n;
		}
		r->lacking |= left < r->wanted;
		holds &= amount_of(&n->allocatable, r) >= r->wanted;
	}
	p->fits_empty |= holds;
}

/* False where another plugin, or an unknown one, has a say on every node. */
static bool survey(const struct pod_case *k, struct arena *a, struct pools *p)
{
	const struct replay *r = k->r->replay;

	if (r->feasible.n || r->pre_filter.n)
		return false;
	init_pools(k, a, p);
	for (uint32_t i = 0; i < r->nodes.n; i++) {
		const struct node_result *n = &r->nodes.v[i];

		if (n->verdict == VERDICT_UNKNOWN)
			return false;
		if (only_resources_object(n))
			count_node(p, view_find_node(k->d->view, view_sym(k->d->view, n->name)), k);
		else if (!n->rejections.n)
			return false; /* held for a nominated pod: there is a hole */
	}
	return p->suitable > 0;
}

static bool is_scattered(const struct pools *p)
{
	if (!p->fits_empty)
		return false;
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].wanted > p->v[i].free_total)
			return false;
	return true;
}

bool is_fragmented(const struct pod_case *k)
{
	struct arena *scratch = arena_new();
	struct pools p = { 0 };
	bool ret = survey(k, scratch, &p) && is_scattered(&p);

	arena_free(scratch);
	return ret;
}

static const char *exact_text(struct report *r, const char *name, int64_t v)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	amount_phrase_exact(&text, name, v);
	copy = fill_strdup(r, text.buf);
	strbuf_release(&text);
	return copy;
}

static void add_fragment(struct report *r, const struct pool *p)
{
	struct fragment *f = &r->fragmentation.resources.v[r->fragmentation.resources.n++];

	*f = (struct fragment){
		.name = fill_strdup(r, p->name),
		.wanted = exact_text(r, p->name, p->wanted),
		.free_total = exact_text(r, p->name, p->free_total),
		.largest_hole = exact_text(r, p->name, p->largest),
		.node = fill_sym(r, p->node->node->meta.name),
		.unit_milli = strcmp(p->name, "cpu") == 0,
		.wanted_exact = p->wanted,
		.free_total_exact = p->free_total,
		.largest_exact = p->largest,
	};
}

/* The resource that fits nowhere; if each fits somewhere, the first that lacks anywhere. */
static uint32_t scarcest(const struct pools *p)
{
	uint32_t any = 0;

	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i].largest < p->v[i].wanted)
			return i;
	for (uint32_t i = p->n; i-- > 0;)
		if (p->v[i].lacking)
			any = i;
	return any;
}

/* "15.4Gi of memory are free on the 4 nodes it may use, but no node has 5Gi in one piece" */
static void add_holes(struct strbuf *out, const struct pools *p, const struct pool *r)
{
	struct strbuf all = STRBUF_INIT, wanted = STRBUF_INIT, largest = STRBUF_INIT;

	amount_phrase_of(&all, r->name, r->free_total, r->free_total);
	amount_phrase_beside(&wanted, r->name, r->wanted, r->largest);
	amount_phrase_beside(&largest, r->name, r->largest, r->wanted);
	strbuf_addf(out, _("%s are free on the %u nodes it may use, but no node has %s in one piece "
		    "(largest: %s with %s)"), all.buf, (unsigned)p->suitable, wanted.buf,
		    sym_text(r->node->node->meta.name), largest.buf);
	strbuf_release(&all);
	strbuf_release(&wanted);
	strbuf_release(&largest);
}

static void tell(struct pod_case *k, const struct pools *p)
{
	const struct pool *r = &p->v[scarcest(p)];
	const struct fragment *f = &k->r->fragmentation.resources.v[r - p->v];
	struct strbuf text = STRBUF_INIT;

	add_waited(&text, k->d, &k->pod->meta);
	strbuf_adds(&text, _(": fragmentation. "));
	if (r->largest < r->wanted)
		add_holes(&text, p, r);
	else
		strbuf_addf(&text, _("Each resource is free on some of the %u nodes it may use, but no "
			    "node has all of them together"), (unsigned)p->suitable);
	cause_set(k->r, "ResourcesFragmented", CERTAIN_EXACT, "%s", text.buf);
	finding_add(k->r, "ResourcesFragmented", SEVERITY_BLOCKER, "NodeResourcesFit",
		    _("%s: wants %s, free in all %s, largest hole %s on %s"), f->name, f->wanted,
		    f->free_total, f->largest_hole, f->node);
	evidence_add(k->r, (struct object_ref){ "Node", NULL, f->node }, "/status/allocatable",
		     f->largest_hole, f->wanted);
	strbuf_release(&text);
}

static void explain_pools(struct pod_case *k, const struct pools *p)
{
	k->r->fragmentation.set = true;
	k->r->fragmentation.resources.v = ARENA_ARRAY(k->r->arena, p->n, struct fragment);
	for (uint32_t i = 0; i < p->n; i++)
		add_fragment(k->r, &p->v[i]);
	tell(k, p);
	explain_limit_origin(k);
	explain_request_origin(k);
}

void explain_fragmented(struct pod_case *k)
{
	struct arena *scratch = arena_new();
	struct pools p = { 0 };

	if (survey(k, scratch, &p))
		explain_pools(k, &p);
	arena_free(scratch);
}
