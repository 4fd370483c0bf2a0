#include <stdlib.h>
#include <string.h>

#include "advice/moves_state.h"

#define MIRROR "kubernetes.io/config.mirror"

static bool is_mirror(const struct pod *p)
{
	for (uint32_t i = 0; i < p->meta.annotations.n; i++)
		if (sym_is(p->meta.annotations.v[i].key, MIRROR))
			return true;
	return false;
}

static bool holds_devices(const struct pod *p)
{
	return p->spec.resource_claims.n > 0 || !sym_empty(p->status.extended_resource_claim);
}

static bool may_be_moved(const struct move_search *s, const struct pod *p)
{
	const struct owner *o = meta_controller(&p->meta);

	if (o && (sym_is(o->kind, "DaemonSet") || sym_is(o->kind, "Node")))
		return false;
	return !is_mirror(p) && !p->meta.deleted.set && !holds_devices(p) &&
	       sym_is(p->spec.scheduler_name, s->profile->scheduler_name);
}

static struct pod made_anew(const struct move_search *s, const struct pod *p)
{
	struct pod fresh = *p;

	fresh.spec.node_name = (sym){ NULL };
	fresh.status = (struct pod_status){ .phase = view_sym(s->view, "Pending") };
	return fresh;
}

/* Kept only for those that are tried: there may be 100,000 pods. */
const struct pod *mover_fresh(const struct move_search *s, struct mover *m)
{
	if (!m->fresh) {
		struct pod *fresh = ARENA_NEW(s->arena, struct pod);

		*fresh = made_anew(s, m->info->pod);
		m->fresh = fresh;
	}
	return m->fresh;
}

/* Rather controlled pods, then less important ones, then small ones. */
static int by_ease(const void *pa, const void *pb)
{
	const struct mover *a = pa, *b = pb;
	int64_t pa_ = pod_priority(a->info->pod), pb_ = pod_priority(b->info->pod);

	if (a->bare != b->bare)
		return a->bare ? 1 : -1;
	if (pa_ != pb_)
		return pa_ < pb_ ? -1 : 1;
	if (a->wants.memory != b->wants.memory)
		return a->wants.memory < b->wants.memory ? -1 : 1;
	if (a->wants.cpu != b->wants.cpu)
		return a->wants.cpu < b->wants.cpu ? -1 : 1;
	return meta_compare(&a->info->pod->meta, &b->info->pod->meta);
}

/* As the view had it when the search began: later arrivals have been moved once already. */
struct movers *movers_of(struct move_search *s, const struct node_info *n)
{
	struct movers *l = &s->movers[n->index];

	if (l->listed)
		return l;
	l->listed = true;
	l->v = ARENA_ARRAY(s->arena, n->pods.n, struct mover);
	for (uint32_t i = 0; i < n->pods.n; i++) {
		struct mover *m = &l->v[l->n];
		struct pod fresh;

		if (!may_be_moved(s, n->pods.v[i]->pod) ||
		    !sym_eq(n->pods.v[i]->pod->spec.node_name, n->node->meta.name))
			continue;
		m->info = n->pods.v[i];
		m->bare = !meta_controller(&m->info->pod->meta);
		fresh = made_anew(s, m->info->pod);
		pod_requests(&fresh, view_release(s->view), false, s->arena, &m->wants);
		l->n++;
	}
	if (l->n)
		qsort(l->v, l->n, sizeof(*l->v), by_ease);
	return l;
}

bool mover_is_free(const struct move_search *s, const struct mover *m)
{
	return !m->away && (s->bare || !m->bare);
}

/* Amounts, counted through: cpu, memory, ephemeral-storage, then the scalars of wants. */

#define BASE_AMOUNTS 3u

static int64_t amount_at(const struct amounts *a, const struct amounts *wants, uint32_t i)
{
	switch (i) {
	case 0:
		return a->cpu;
	case 1:
		return a->memory;
	case 2:
		return a->ephemeral;
	default:
		return amounts_get(a, wants->scalars.v[i - BASE_AMOUNTS].name);
	}
}

/* 0: there is room.  A scalar that the node does not offer may be a device's: not judged here. */
static int64_t lacking_at(const struct amounts *wants, const struct node_info *n, uint32_t i)
{
	int64_t total = amount_at(&n->allocatable, wants, i), want = amount_at(wants, wants, i), lacking;

	if (want <= 0 || (i >= BASE_AMOUNTS && !total))
		return 0;
	if (__builtin_sub_overflow(amount_at(&n->used, wants, i), total, &lacking) ||
	    __builtin_add_overflow(lacking, want, &lacking))
		return 0; /* absurd amounts are left to the replay */
	return lacking > 0 ? lacking : 0;
}

/* What the k pods that hold most of it hold together. */
static int64_t largest_together(struct move_search *s, const struct amounts *wants,
				const struct node_info *n, uint32_t amount, unsigned k)
{
	const struct movers *l = movers_of(s, n);
	int64_t top[MOVES_EXACT] = { 0 }, sum = 0;

	for (uint32_t i = 0; i < l->n; i++) {
		int64_t v = amount_at(&l->v[i].info->requests, wants, amount);

		if (!mover_is_free(s, &l->v[i]))
			continue;
		for (unsigned t = 0; t < k; t++)
			if (v > top[t]) {
				int64_t smaller = top[t];

				top[t] = v;
				v = smaller;
			}
	}
	for (unsigned t = 0; t < k; t++)
		if (__builtin_add_overflow(sum, top[t], &sum))
			return INT64_MAX;
	return sum;
}

bool could_have_room(struct move_search *s, const struct amounts *wants, const struct node_info *n,
		     unsigned k)
{
	if ((int64_t)n->pods.n + 1 - k > n->allocatable.pods)
		return false;
	for (uint32_t i = 0; i < BASE_AMOUNTS + wants->scalars.n; i++) {
		int64_t lacking = lacking_at(wants, n, i);

		if (i >= BASE_AMOUNTS && (s->profile->ignored_resources.n ||
					  s->profile->ignored_resource_groups.n))
			break;
		if (lacking && (!k || largest_together(s, wants, n, i, k) < lacking))
			return false;
	}
	return true;
}

int64_t room_left_by(const struct mover *m, const struct amounts *wants, const struct node_info *n)
{
	int64_t sum = (int64_t)n->pods.n + 1 > n->allocatable.pods ? 1 : 0;

	for (uint32_t i = 0; i < BASE_AMOUNTS + wants->scalars.n; i++) {
		int64_t lacking = lacking_at(wants, n, i);
		int64_t v = amount_at(&m->info->requests, wants, i);

		if (!lacking || v <= 0)
			continue;
		sum += v >= lacking ? 1000 : v / (lacking / 1000 + 1);
	}
	return sum;
}
