/*
 * Mirrors GatherPools of k8s.io/dynamic-resource-allocation/structured, v1.34 to v1.36.  The
 * amounts of counters are not looked at, so an unknown counter in a known set does not make a pool
 * invalid.
 */
#include "replay/dra_pools.h"

#include <stdlib.h>

enum { HELD_WHOLE = 1, HELD_SHARE = 2 };

struct slice_list {
	const struct resource_slice **v; /* by name */
	uint32_t n, cap;
};

static void list_add(struct slice_list *l, const struct resource_slice *s, struct arena *arena)
{
	if (l->n == l->cap) {
		uint32_t cap = l->cap ? l->cap * 2 : 4;
		const struct resource_slice **v =
		    arena_array(arena, cap, sizeof(const struct resource_slice *));

		if (l->n)
			memcpy(v, l->v, l->n * sizeof(const struct resource_slice *));
		l->v = v;
		l->cap = cap;
	}
	l->v[l->n++] = s;
}

static struct slice_list *list_of(struct pairmap *m, const void *a, const void *b)
{
	union pairmap_value *v = pairmap_put(m, a, b);

	if (!v->ptr)
		v->ptr = ARENA_NEW(m->arena, struct slice_list);
	return v->ptr;
}

static const struct slice_list *find_list(const struct pairmap *m, const void *a, const void *b)
{
	const union pairmap_value *v = pairmap_get(m, a, b);

	return v ? v->cptr : NULL;
}

static void index_slice(struct dra_index *ix, const struct resource_slice *s)
{
	list_add(list_of(&ix->by_pool, s->driver.s, s->pool.s), s, ix->arena);
	if (sym_empty(s->node_name))
		list_add(ix->elsewhere, s, ix->arena);
	else
		list_add(list_of(&ix->by_node, s->node_name.s, NULL), s, ix->arena);
}

static void index_results(struct dra_index *ix, const struct claim_allocation *a)
{
	for (uint32_t i = 0; i < a->results.n; i++) {
		const struct device_result *r = &a->results.v[i];
		const struct slice_list *pool;

		if (r->admin_access == TRI_TRUE || !r->driver.s)
			continue;
		pool = find_list(&ix->by_pool, r->driver.s, r->pool.s);
		if (pool)
			pairmap_put(&ix->held, pool, r->device.s)->num |=
			    r->share_id.s && ix->release->dra_device_features ? HELD_SHARE
									      : HELD_WHOLE;
	}
}

void dra_index_init(struct dra_index *ix, const struct view *v, struct arena *arena)
{
	const struct objects *slices = view_objects(v, KIND_RESOURCE_SLICE);
	const struct objects *claims = view_objects(v, KIND_RESOURCE_CLAIM);

	ix->arena = arena;
	ix->release = view_release(v);
	ix->elsewhere = ARENA_NEW(arena, struct slice_list);
	pairmap_init(&ix->by_node, arena);
	pairmap_init(&ix->by_pool, arena);
	pairmap_init(&ix->held, arena);
	for (size_t i = 0; i < slices->n; i++) {
		const struct resource_slice *s = (const void *)slices->v[i];

		if (s->driver.s && s->pool.s)
			index_slice(ix, s);
	}
	for (size_t i = 0; i < claims->n; i++) {
		const struct resource_claim *c = (const void *)claims->v[i];

		if (c->allocation)
			index_results(ix, c->allocation);
	}
}

static bool node_matches(const struct node *node, sym name, enum tri all,
			 const struct node_selector *selector)
{
	if (!sym_empty(name))
		return sym_eq(name, node->meta.name);
	if (all == TRI_TRUE)
		return true;
	return selector && node_selector_matches(selector, &node->meta.labels, node->meta.name);
}

static bool device_matches(const struct resource_slice *s, const struct device *d,
			   const struct node *node)
{
	return s->per_device_node_selection != TRI_TRUE ||
	       node_matches(node, d->node_name, d->all_nodes, d->node_selector);
}

/* Slices with shared counters count everywhere: devices of other slices may use them. */
static bool slice_is_relevant(const struct dra_index *ix, const struct resource_slice *s,
			      const struct node *node)
{
	if (!ix->release->dra_device_features && s->per_device_node_selection != TRI_UNSET)
		return false;
	if (ix->release->dra_device_features && s->shared_counters.n)
		return true;
	if (!sym_empty(s->node_name) || s->all_nodes == TRI_TRUE || s->node_selector)
		return node_matches(node, s->node_name, s->all_nodes, s->node_selector);
	if (s->per_device_node_selection != TRI_TRUE)
		return false;
	for (uint32_t i = 0; i < s->devices.n; i++)
		if (device_matches(s, &s->devices.v[i], node))
			return true;
	return false;
}

static int64_t generation(const struct resource_slice *s)
{
	return s->generation.set ? s->generation.v : 0;
}

/* The slices of one pool that matter, only the newest generation among them. */
struct candidate {
	const struct slice_list *all; /* of the pool, whatever node and generation */
	struct slice_list relevant;
};

struct candidates {
	struct candidate *v;
	uint32_t n;
};

static void add_relevant(struct candidates *c, struct pairmap *seen, const struct dra_index *ix,
			 const struct resource_slice *s)
{
	const struct slice_list *all = find_list(&ix->by_pool, s->driver.s, s->pool.s);
	union pairmap_value *at = pairmap_put(seen, all, NULL);
	struct candidate *pool;

	if (!at->num) {
		c->v[c->n].all = all;
		at->num = ++c->n;
	}
	pool = &c->v[at->num - 1];
	if (pool->relevant.n && generation(s) < generation(pool->relevant.v[0]))
		return;
	if (pool->relevant.n && generation(s) > generation(pool->relevant.v[0]))
		pool->relevant.n = 0;
	list_add(&pool->relevant, s, seen->arena);
}

static bool counts_agree(const struct candidate *c)
{
	int64_t wanted = c->relevant.v[0]->slice_count.v;

	for (uint32_t i = 1; i < c->relevant.n; i++)
		if (c->relevant.v[i]->slice_count.v != wanted)
			return false;
	return true;
}

/* 0 if all slices are there; *ret_obsolete: a newer generation replaces the pool. */
static unsigned completeness(const struct dra_index *ix, const struct candidate *c,
			     bool *ret_obsolete)
{
	int64_t gen = generation(c->relevant.v[0]), wanted = c->relevant.v[0]->slice_count.v;
	int64_t n = 0;

	*ret_obsolete = false;
	if (!counts_agree(c))
		return POOL_UNSURE;
	if (c->relevant.n == wanted)
		return 0;
	for (uint32_t i = 0; ix->release->dra_strict_pools && i < c->all->n; i++) {
		if (generation(c->all->v[i]) > gen)
			*ret_obsolete = true;
		n += generation(c->all->v[i]) == gen;
	}
	return ix->release->dra_strict_pools && n == wanted ? 0 : POOL_INCOMPLETE;
}

static const void *text_key(sym s)
{
	static const char empty[] = "";

	return s.s ? s.s : empty;
}

/* True if every name is new, else *ret_twice; adds them to the set. */
static bool names_are_new(struct pairmap *names, const struct resource_slice *s, sym *ret_twice)
{
	for (uint32_t i = 0; i < s->devices.n; i++) {
		union pairmap_value *v = pairmap_put(names, text_key(s->devices.v[i].name), NULL);

		if (v->num++) {
			*ret_twice = s->devices.v[i].name;
			return false;
		}
	}
	return true;
}

static bool counters_are_new(struct pairmap *sets, const struct resource_slice *s)
{
	for (uint32_t i = 0; i < s->shared_counters.n; i++) {
		union pairmap_value *v =
		    pairmap_put(sets, text_key(s->shared_counters.v[i].name), NULL);

		if (v->num++)
			return false;
	}
	return true;
}

static bool counters_exist(const struct pairmap *sets, const struct resource_slice *s)
{
	for (uint32_t i = 0; i < s->devices.n; i++) {
		const struct device *d = &s->devices.v[i];

		for (uint32_t j = 0; j < d->consumes.n; j++)
			if (!pairmap_get(sets, text_key(d->consumes.v[j].counter_set), NULL))
				return false;
	}
	return true;
}

/* Device names are checked where the node sees them, counters in the whole pool. */
static bool is_valid(const struct dra_index *ix, const struct candidate *c, struct arena *arena,
		     sym *ret_twice)
{
	bool counters = ix->release->dra_device_features;
	int64_t gen = generation(c->relevant.v[0]);
	struct pairmap names, sets;

	pairmap_init(&names, arena);
	pairmap_init(&sets, arena);
	for (uint32_t i = 0; i < c->relevant.n; i++) {
		const struct resource_slice *s = c->relevant.v[i];

		if (counters && s->shared_counters.n ? !counters_are_new(&sets, s)
						     : !names_are_new(&names, s, ret_twice))
			return false;
	}
	for (uint32_t i = 0; counters && i < c->all->n; i++)
		if (generation(c->all->v[i]) == gen && !counters_exist(&sets, c->all->v[i]))
			return false;
	return true;
}

/* Adds the devices of one slice that the node can use. */
static void add_devices(const struct dra_index *ix, const struct slice_list *pool_slices,
			const struct resource_slice *s, const struct node *node,
			struct dra_pool *pool)
{
	for (uint32_t i = 0; i < s->devices.n; i++) {
		const struct device *d = &s->devices.v[i];
		const union pairmap_value *held = pairmap_get(&ix->held, pool_slices, d->name.s);
		int64_t bits = held ? held->num : 0;

		pool->binding_conditions |= d->binding_conditions.n > 0;
		if (device_matches(s, d, node))
			pool->devices.v[pool->devices.n++] =
			    (struct dra_device){ d, (bits & HELD_WHOLE) != 0,
						 (bits & HELD_SHARE) != 0 };
	}
}

static void fill_devices(const struct dra_index *ix, const struct candidate *c,
			 const struct node *node, struct arena *arena, struct dra_pool *pool)
{
	size_t n = 0;

	for (uint32_t i = 0; i < c->relevant.n; i++)
		n += c->relevant.v[i]->devices.n;
	pool->devices.v = ARENA_ARRAY(arena, n, struct dra_device);
	for (uint32_t i = 0; i < c->relevant.n; i++)
		if (!ix->release->dra_device_features || !c->relevant.v[i]->shared_counters.n)
			add_devices(ix, c->all, c->relevant.v[i], node, pool);
}

static int compare_pools(const void *va, const void *vb)
{
	const struct dra_pool *a = va, *b = vb;
	int order;

	if (a->binding_conditions != b->binding_conditions)
		return a->binding_conditions - b->binding_conditions;
	order = strcmp(sym_text(a->driver), sym_text(b->driver));
	return order ? order : strcmp(sym_text(a->name), sym_text(b->name));
}

static void find_candidates(const struct dra_index *ix, const struct node *node,
			    struct arena *arena, struct candidates *ret)
{
	const struct slice_list *local = find_list(&ix->by_node, text_key(node->meta.name), NULL);
	uint32_t local_n = local ? local->n : 0;
	struct pairmap seen;

	ret->v = ARENA_ARRAY(arena, (size_t)local_n + ix->elsewhere->n, struct candidate);
	ret->n = 0;
	pairmap_init(&seen, arena);
	for (uint32_t i = 0; i < local_n; i++)
		add_relevant(ret, &seen, ix, local->v[i]);
	for (uint32_t i = 0; i < ix->elsewhere->n; i++)
		if (slice_is_relevant(ix, ix->elsewhere->v[i], node))
			add_relevant(ret, &seen, ix, ix->elsewhere->v[i]);
}

static bool is_checked(const struct dra_index *ix, const struct dra_pool *pool)
{
	return !ix->release->dra_device_features || !(pool->state & POOL_INCOMPLETE);
}

/* v1.34 allocates from incomplete pools as well. */
static bool is_used(const struct dra_index *ix, const struct dra_pool *pool)
{
	if (pool->state & POOL_INVALID)
		return false;
	return !(pool->state & POOL_INCOMPLETE) || !ix->release->dra_strict_pools;
}

void dra_gather_pools(const struct dra_index *ix, const struct node *node, struct arena *arena,
		      struct dra_pools *ret)
{
	struct candidates c;

	find_candidates(ix, node, arena, &c);
	ret->v = ARENA_ARRAY(arena, c.n, struct dra_pool);
	ret->n = 0;
	for (uint32_t i = 0; i < c.n; i++) {
		struct dra_pool *pool = &ret->v[ret->n];
		bool obsolete;

		pool->driver = c.v[i].relevant.v[0]->driver;
		pool->name = c.v[i].relevant.v[0]->pool;
		pool->state = completeness(ix, &c.v[i], &obsolete);
		if (obsolete)
			continue;
		ret->n++;
		if (is_checked(ix, pool) && !is_valid(ix, &c.v[i], arena, &pool->duplicate))
			pool->state |= POOL_INVALID;
		if (is_used(ix, pool))
			fill_devices(ix, &c.v[i], node, arena, pool);
	}
	if (ret->n)
		qsort(ret->v, ret->n, sizeof(*ret->v), compare_pools);
}
