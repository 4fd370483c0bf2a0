/*
 * The FailedScheduling sentence, byte for byte.
 * Mirrors framework.FitError.Error, v1.36.
 */
#include <string.h>

#include "base/i18n.h"
#include "replay/attempt.h"
#include "replay/dra.h"
#include "report/strings.h"

void histogram_add(struct histogram *h, const char *reason, uint32_t count)
{
	for (uint32_t i = 0; i < h->reasons.n; i++) {
		if (h->reasons.v[i] == reason || strcmp(h->reasons.v[i], reason) == 0) {
			h->counts[i] += count;
			return;
		}
	}
	if (h->reasons.n == h->cap) {
		uint32_t cap = h->cap ? h->cap * 2 : 8;
		uint32_t *counts = ARENA_ARRAY(h->arena, cap, uint32_t);

		if (h->cap)
			memcpy(counts, h->counts, h->cap * sizeof(*counts));
		h->counts = counts;
		h->cap = cap;
	}
	h->counts[h->reasons.n] = count;
	strings_push(&h->reasons, reason, h->arena);
}

/* Sorted as text, counts included: "12 x" comes before "2 x". */
const char *histogram_message(const struct histogram *h, uint32_t nodes)
{
	struct strings parts = { 0 };
	const char *head = arena_printf(h->arena, "0/%u nodes are available:", nodes);

	for (uint32_t i = 0; i < h->reasons.n; i++)
		strings_push(&parts,
			    arena_printf(h->arena, "%u %s", h->counts[i], h->reasons.v[i]),
			    h->arena);
	if (!parts.n)
		return head;
	strings_sort(&parts);
	return arena_printf(h->arena, "%s %s.", head, strings_join(&parts, ", ", h->arena));
}

static const char *filter_message(const struct attempt *a)
{
	struct histogram h = { .arena = a->arena };
	const struct release *r = cycle_in(a->cycle)->release;

	for (uint32_t i = 0; i < a->n; i++) {
		const struct attempt_node *n = &a->nodes[i];

		if (n->excluded && r->excluded_text == EXCLUDED_SILENT)
			continue;
		for (uint32_t k = 0; k < n->reasons.n; k++)
			histogram_add(&h, n->reasons.v[k], 1);
	}
	return histogram_message(&h, a->n);
}

static const char *failure_message(const struct attempt *a)
{
	const struct prefilter_end *end = cycle_prefilter_end(a->cycle);

	if (!end->stopped)
		return filter_message(a);
	return arena_printf(a->arena, "0/%u nodes are available: %s.", a->n,
			    strings_join(&end->reasons, ", ", a->arena));
}

const char *attempt_message(const struct attempt *a, const char *post_filter)
{
	const char *message;

	if (!a->n)
		return "no nodes available to schedule pods";
	if (a->aborted)
		return a->aborted;
	if (a->fits)
		return "";
	if (a->unknown || !post_filter)
		return NULL;
	message = failure_message(a);
	return *post_filter ? arena_printf(a->arena, "%s %s", message, post_filter) : message;
}

static int plugin_index(const struct profile *p, const char *name)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (strcmp(p->plugins[i]->name, name) == 0)
			return (int)i;
	return -1;
}

/* Nodes on which DynamicResources is the first to reject. */
static const char *dra_text(const struct attempt *a, int dra)
{
	const struct node_info **nodes = ARENA_ARRAY(a->arena, a->n, const struct node_info *);
	uint32_t n = 0;

	for (uint32_t i = 0; i < a->n; i++)
		if (a->nodes[i].status.plugin == dra && a->nodes[i].status.code != CODE_SUCCESS)
			nodes[n++] = view_node(cycle_in(a->cycle)->view, i);
	return dra_post_filter_text(cycle_in(a->cycle), nodes, n);
}

/* DynamicResources has no state to read if PreFilter ended before its turn. */
static bool ended_before(const struct attempt *a, int plugin)
{
	const struct prefilter_end *end = cycle_prefilter_end(a->cycle);
	int at;

	if (!end->stopped || end->code == CODE_UNSCHEDULABLE)
		return false;
	at = plugin_index(cycle_in(a->cycle)->profile, end->plugin);
	return at < plugin;
}

const char *attempt_post_filter(const struct attempt *a, struct preemption *ret)
{
	const struct profile *p = cycle_in(a->cycle)->profile;
	int dra = plugin_index(p, "DynamicResources");
	const char *first = "", *second = "";
	bool error = false;

	if (dra >= 0) {
		if (ended_before(a, dra)) {
			ret->why = _("the attempt ends in PreFilter, preemption is not tried");
			return "not found";
		}
		first = dra_text(a, dra);
	}
	if (p->preemption)
		second = preemption_run(a, ret, &error);
	if (!first || !second)
		return NULL;
	if (error || !*first || ret->helps)
		return second;
	return *second ? arena_printf(a->arena, "%s, %s", first, second) : first;
}
