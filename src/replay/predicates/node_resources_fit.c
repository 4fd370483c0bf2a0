/*
 * NodeResourcesFit: the node has room for one more pod and for everything the pod requests.
 * Mirrors pkg/scheduler/framework/plugins/noderesources/fit.go, v1.36; up to 1.33 a request above
 * the node's allocatable is Unschedulable like any other.  No known differences.
 */
#include <string.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "replay/cycle.h"
#include "replay/dra.h"
#include "replay/dra_claims.h"
#include "replay/profile.h"

struct check {
	const struct cycle_input *in;
	const struct node_info *node;
	struct outcome *out;
	bool failed, unresolvable;
	bool unknown; /* DeviceClasses could not be read and might take a resource over */
};

#define NOMINATED_NAMED 3 /* there may be many, and each node tells its own */

/*
 * What nominated pods will take, who they are: appended to names.  ret_counted: what of it is among
 * the used, as the pods are on the node for the time of a first pass.
 */
static int64_t reserved_amount(const struct check *c, sym name, struct strbuf *names,
			       int64_t *ret_counted)
{
	int64_t sum = 0;
	uint32_t named = 0;

	for (uint32_t i = 0; i < c->node->nominated.n; i++) {
		const struct pod_info *p = c->node->nominated.v[i];
		int64_t v = amounts_get(&p->requests, name);

		if (v <= 0 || !counts_nominated(c->in->profile, c->in->pod, p))
			continue;
		if (__builtin_add_overflow(sum, v, &sum))
			sum = INT64_MAX;
		if (p->node && __builtin_add_overflow(*ret_counted, v, ret_counted))
			*ret_counted = INT64_MAX;
		if (named++ < NOMINATED_NAMED)
			strbuf_addf(names, "%s%s/%s", named > 1 ? ", " : "",
				    sym_text(p->pod->meta.namespace_), sym_text(p->pod->meta.name));
	}
	if (named > NOMINATED_NAMED)
		strbuf_addf(names, " (+%u)", (unsigned)(named - NOMINATED_NAMED));
	return sum;
}

static void add_detail(struct check *c, const char *name, int64_t wanted, int64_t total, int64_t used)
{
	/* Wrapped as the scheduler's own subtraction. */
	int64_t free_amount = (int64_t)((uint64_t)total - (uint64_t)used);
	struct detail d = { .type = DETAIL_RESOURCE, .name = name, .pointer = "/spec/containers" };
	struct strbuf names = STRBUF_INIT;
	int64_t counted = 0;

	if (!outcome_wants_details(c->out))
		return;
	d.amount.reserved = reserved_amount(c, view_sym(c->in->view, name), &names, &counted);
	if (__builtin_sub_overflow(free_amount, d.amount.reserved - counted, &free_amount))
		free_amount = INT64_MIN;
	d.observed = d.amount.reserved ? names.buf : NULL;
	d.amount.set = true;
	d.amount.unit_milli = strcmp(name, "cpu") == 0;
	d.amount.wanted = wanted;
	d.amount.free = free_amount;
	d.amount.total = total;
	if (__builtin_sub_overflow(wanted, free_amount, &d.amount.lacking))
		d.amount.lacking = INT64_MAX;
	outcome_detail(c->out, &d);
	strbuf_release(&names);
}

static void check_amount(struct check *c, const char *name, int64_t wanted, int64_t total, int64_t used)
{
	if (wanted <= 0 || wanted <= (int64_t)((uint64_t)total - (uint64_t)used))
		return;
	c->failed = true;
	if (c->in->release->oversized_unresolvable && wanted > total)
		c->unresolvable = true;
	outcome_rejectf(c->out, CODE_UNSCHEDULABLE, "Insufficient %s", name);
	add_detail(c, name, wanted, total, used);
}

static bool is_listed(const struct syms *list, const char *text, size_t len)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (strlen(list->v[i].s) == len && memcmp(list->v[i].s, text, len) == 0)
			return true;
	return false;
}

/* Left out by the plugin's arguments; only extended resources can be. */
static bool is_ignored(const struct profile *p, const char *name)
{
	const char *slash = strchr(name, '/');

	if (!p->ignored_resources.n && !p->ignored_resource_groups.n)
		return false;
	if (!resource_is_extended(name))
		return false;
	return is_listed(&p->ignored_resources, name, strlen(name)) ||
	       (slash && is_listed(&p->ignored_resource_groups, name, (size_t)(slash - name)));
}

/* Offered by a DeviceClass and not by the node: DynamicResources decides. */
static bool may_be_delegated(struct check *c, sym name)
{
	if (!c->in->release->extended_resources_dra || !dra_resource_name(name.s))
		return false;
	if (view_coverage(c->in->view, KIND_DEVICE_CLASS) == COVER_NONE) {
		c->unknown = true;
		return true;
	}
	return dra_extended_resource_delegated(c->in->view, name);
}

static void check_scalars(struct check *c)
{
	const struct amounts *wanted = &c->in->requests;

	for (uint32_t i = 0; i < wanted->scalars.n; i++) {
		sym name = wanted->scalars.v[i].name;
		int64_t total = amounts_get(&c->node->allocatable, name);

		if (!wanted->scalars.v[i].v || is_ignored(c->in->profile, name.s))
			continue;
		if (!total && may_be_delegated(c, name))
			continue;
		check_amount(c, name.s, wanted->scalars.v[i].v, total,
			     amounts_get(&c->node->used, name));
	}
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct amounts *wanted = &in->requests, *total = &node->allocatable,
			     *used = &node->used;
	struct check c = { .in = in, .node = node, .out = out };

	(void)state;
	if ((int64_t)node->pods.n + 1 > total->pods) {
		c.failed = true;
		outcome_reason(out, "Too many pods");
		add_detail(&c, "pods", 1, total->pods, node->pods.n);
	}
	check_amount(&c, "cpu", wanted->cpu, total->cpu, used->cpu);
	check_amount(&c, "memory", wanted->memory, total->memory, used->memory);
	check_amount(&c, "ephemeral-storage", wanted->ephemeral, total->ephemeral, used->ephemeral);
	check_scalars(&c);
	if (!c.failed && c.unknown)
		return outcome_unknown(out, in->view, KIND_DEVICE_CLASS);
	if (!c.failed && view_hides_pods_on(in->view, node))
		return outcome_unknown(out, in->view, KIND_POD);
	if (!c.failed)
		return CODE_SUCCESS;
	return c.unresolvable ? CODE_UNRESOLVABLE : CODE_UNSCHEDULABLE;
}

const struct predicate predicate_node_resources_fit = {
	.name = "NodeResourcesFit",
	.summary = N_("the node has a pod slot and all requested resources left"),
	.filter = filter,
};
