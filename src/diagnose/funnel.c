#include "diagnose/funnel.h"

#include <string.h>

#include "base/i18n.h"
#include "replay/requests.h"

#define REQUIREMENTS_MAX 4
#define VALUES_MAX 3

/* --- what a node is left out for, in the order in which people think of it */

static bool wants_other_labels(const struct node_result *n)
{
	return rejection_by(n, "NodeAffinity") || rejection_by(n, "NodeName");
}

/* A scalar resource that the node does not have at all marks another kind of node. */
static const struct detail *resource_not_offered(const struct node_result *n)
{
	const struct rejection *r = rejection_by(n, "NodeResourcesFit");

	for (uint32_t i = 0; r && i < r->details.n; i++) {
		const struct detail *d = &r->details.v[i];

		if (d->amount.set && d->amount.total == 0 && d->name && resource_is_scalar(d->name))
			return d;
	}
	return NULL;
}

static bool lacks_resource(const struct node_result *n)
{
	return resource_not_offered(n) != NULL;
}

static bool has_reason(const struct rejection *r, const char *part)
{
	for (uint32_t i = 0; r && i < r->reasons.n; i++)
		if (strstr(r->reasons.v[i], part))
			return true;
	return false;
}

static bool cannot_reach_volume(const struct node_result *n)
{
	const struct rejection *r = rejection_by(n, "VolumeBinding");

	return rejection_by(n, "VolumeZone") || has_reason(r, "PersistentVolume's node affinity") ||
	       has_reason(r, "volume node affinity conflict");
}

/* --- telling what the choice was */

struct requirement {
	struct detail detail;
	uint32_t failing; /* nodes that lack it */
};

struct requirements {
	struct requirement v[REQUIREMENTS_MAX];
	uint32_t n;
};

static bool same_text(const char *a, const char *b)
{
	return a == b || (a && b && strcmp(a, b) == 0);
}

static void count_requirement(struct requirements *q, const struct detail *d)
{
	for (uint32_t i = 0; i < q->n; i++)
		if (same_text(q->v[i].detail.name, d->name) &&
		    same_text(q->v[i].detail.wanted, d->wanted)) {
			q->v[i].failing++;
			return;
		}
	if (q->n < REQUIREMENTS_MAX)
		q->v[q->n++] = (struct requirement){ *d, 1 };
}

static void collect_requirements(const struct node_group *out, struct requirements *q)
{
	q->n = 0;
	for (uint32_t i = 0; i < out->n; i++) {
		const struct rejection *r = rejection_by(out->v[i], "NodeAffinity");

		for (uint32_t k = 0; r && k < r->details.n; k++)
			if (r->details.v[k].type == DETAIL_LABEL)
				count_requirement(q, &r->details.v[k]);
	}
}

static void add_all(struct strbuf *b, const struct requirements *q)
{
	for (uint32_t i = 0; i < q->n; i++) {
		strbuf_adds(b, i ? _(" and ") : "");
		add_requirement_text(b, &q->v[i].detail);
	}
	if (!q->n)
		strbuf_adds(b, _("the labels it asks for"));
}

/* " (disk is ssd on 5 nodes, hdd on 2)": what the nodes have instead. */
static void add_observed(struct strbuf *b, const struct node_group *out, const struct detail *wanted)
{
	const char *values[VALUES_MAX];
	uint32_t counts[VALUES_MAX], n = 0;

	for (uint32_t i = 0; i < out->n; i++) {
		const struct rejection *r = rejection_by(out->v[i], "NodeAffinity");
		const char *seen = NULL;
		uint32_t at = 0;

		for (uint32_t k = 0; r && k < r->details.n; k++)
			if (same_text(r->details.v[k].name, wanted->name) &&
			    same_text(r->details.v[k].wanted, wanted->wanted))
				seen = r->details.v[k].observed;
		if (!seen)
			continue;
		while (at < n && strcmp(values[at], seen) != 0)
			at++;
		if (at == VALUES_MAX)
			continue;
		if (at == n) {
			values[n] = seen;
			counts[n++] = 0;
		}
		counts[at]++;
	}
	for (uint32_t i = 0; i < n; i++) {
		strbuf_adds(b, i ? _(", ") : _(" (there is "));
		strbuf_addf(b, tr_n("%s on %u node", "%s on %u nodes", counts[i]), values[i],
			    (unsigned)counts[i]);
	}
	strbuf_adds(b, n ? ")" : "");
}

static void add_single_counts(struct strbuf *b, const struct requirements *q, uint32_t total)
{
	for (uint32_t i = 0; i < q->n; i++) {
		strbuf_adds(b, i ? _(", ") : _(" together (alone: "));
		add_requirement_text(b, &q->v[i].detail);
		strbuf_addf(b, _(" on %u"), (unsigned)(total - q->v[i].failing));
	}
	strbuf_addc(b, ')');
}

static const struct detail *failing_everywhere(const struct requirements *q, uint32_t total)
{
	for (uint32_t i = 0; i < q->n; i++)
		if (q->v[i].failing >= total)
			return &q->v[i].detail;
	return NULL;
}

static void tell_labels(struct funnel *f, const struct node_group *out, bool emptied)
{
	struct requirements q;
	const struct detail *everywhere;

	collect_requirements(out, &q);
	if (!emptied) {
		strbuf_adds(&f->which, _("with "));
		add_all(&f->which, &q);
		return;
	}
	everywhere = failing_everywhere(&q, out->n);
	if (out->n == 1)
		strbuf_addf(&f->which, _("%s, the only node, does not have "), out->v[0]->name);
	else
		strbuf_addf(&f->which, _("None of the %u nodes has "), (unsigned)out->n);
	if (everywhere) {
		add_requirement_text(&f->which, everywhere);
		add_observed(&f->which, out, everywhere);
	} else {
		add_all(&f->which, &q);
		if (q.n > 1)
			add_single_counts(&f->which, &q, out->n);
	}
}

static void tell_resource(struct funnel *f, const struct node_group *out, bool emptied)
{
	const struct detail *d = resource_not_offered(out->v[0]);

	if (emptied && out->n == 1)
		strbuf_addf(&f->which, f->narrowed ?
			    _("%s, the only node it could use, does not offer %s") :
			    _("%s, the only node, does not offer %s"), out->v[0]->name, d->name);
	else if (emptied)
		strbuf_addf(&f->which, f->narrowed ?
			    _("None of the %u nodes it could use offers %s") :
			    _("None of the %u nodes offers %s"), (unsigned)out->n, d->name);
	else
		strbuf_addf(&f->which, f->narrowed ? _(" and offering %s") : _("offering %s"), d->name);
}

/* The volume that ties the pod down, from the first node that cannot reach it. */
static const struct detail *volume_detail(const struct node_group *out)
{
	static const char *const plugins[] = { "VolumeBinding", "VolumeZone" };

	for (size_t p = 0; p < sizeof(plugins) / sizeof(*plugins); p++) {
		const struct rejection *r = rejection_by(out->v[0], plugins[p]);

		for (uint32_t i = 0; r && i < r->details.n; i++)
			if (r->details.v[i].object.kind &&
			    strcmp(r->details.v[i].object.kind, "PersistentVolume") == 0)
				return &r->details.v[i];
	}
	return NULL;
}

static void tell_volume(struct funnel *f, const struct node_group *out, bool emptied)
{
	const struct detail *d = volume_detail(out);

	if (!emptied && f->narrowed)
		strbuf_adds(&f->which, _(" and "));
	if (!emptied && d)
		strbuf_addf(&f->which, _("that its volume %s can be reached from"), d->object.name);
	else if (!emptied)
		strbuf_adds(&f->which, _("that its volume can be reached from"));
	else if (d)
		strbuf_addf(&f->which, _("No node it could use reaches its volume %s"), d->object.name);
	else
		strbuf_adds(&f->which, _("No node it could use reaches its volume"));
	if (emptied && d && d->name && d->wanted)
		strbuf_addf(&f->which, _(": it is tied to %s %s"), d->name, d->wanted);
}

/* Which of the two asks for what no node has; where it takes both, the more general one. */
static const char *labels_code(const struct node_group *out)
{
	struct requirements q;
	const struct detail *d;

	if (!rejection_by(out->v[0], "NodeAffinity"))
		return "NodeNameMismatch";
	collect_requirements(out, &q);
	d = failing_everywhere(&q, out->n);
	for (uint32_t i = 0; i < q.n; i++)
		if ((!d || d == &q.v[i].detail) && !same_text(q.v[i].detail.pointer, "/spec/nodeSelector"))
			return "NodeAffinityMismatch";
	return "NodeSelectorMismatch";
}

static const char *resource_code(const struct node_group *out)
{
	(void)out;
	return "InsufficientResource";
}

static const char *volume_code(const struct node_group *out)
{
	return rejection_by(out->v[0], "VolumeZone") ? "VolumeZone" : "VolumeNodeAffinity";
}

static const struct choice {
	bool (*leaves_out)(const struct node_result *n);
	void (*tell)(struct funnel *f, const struct node_group *out, bool emptied);
	const char *(*code)(const struct node_group *out);
} choices[] = {
	{ wants_other_labels, tell_labels, labels_code },
	{ lacks_resource, tell_resource, resource_code },
	{ cannot_reach_volume, tell_volume, volume_code },
};

/* Splits `left` by one choice; false if nothing remains. */
static bool apply_choice(struct funnel *f, const struct choice *c, struct node_group *left,
			 struct node_group *out)
{
	uint32_t kept = 0;

	out->n = 0;
	for (uint32_t i = 0; i < left->n; i++)
		if (c->leaves_out(left->v[i]))
			out->v[out->n++] = left->v[i];
		else
			left->v[kept++] = left->v[i];
	left->n = kept;
	if (!out->n)
		return true;
	if (!kept) {
		strbuf_reset(&f->which);
		f->emptied = c->code(out);
		c->tell(f, out, true);
		return false;
	}
	c->tell(f, out, false);
	f->narrowed = true;
	return true;
}

void funnel_run(struct funnel *f, const struct replay *r, struct arena *a)
{
	struct node_group left = { ARENA_ARRAY(a, r->nodes.n, const struct node_result *), 0 };
	struct node_group out = { ARENA_ARRAY(a, r->nodes.n, const struct node_result *), 0 };

	*f = (struct funnel){ .which = STRBUF_INIT };
	f->closed.v = ARENA_ARRAY(a, r->nodes.n, const struct node_result *);
	f->open.v = ARENA_ARRAY(a, r->nodes.n, const struct node_result *);
	for (uint32_t i = 0; i < r->nodes.n; i++)
		if (r->nodes.v[i].verdict == VERDICT_REJECTED)
			left.v[left.n++] = &r->nodes.v[i];
	for (size_t i = 0; i < sizeof(choices) / sizeof(*choices); i++)
		if (!apply_choice(f, &choices[i], &left, &out))
			return;
	for (uint32_t i = 0; i < left.n; i++) {
		const struct node_result *n = left.v[i];
		bool closed = rejection_by(n, "NodeUnschedulable") ||
			      rejection_by(n, "TaintToleration");
		struct node_group *g = closed ? &f->closed : &f->open;

		g->v[g->n++] = n;
	}
}
