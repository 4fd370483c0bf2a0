#include "advice/requirements_split.h"

#include <string.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "model/quantity.h"
#include "replay/affinity_terms.h"
#include "replay/pod_selector.h"
#include "replay/volumes.h"

#define TEXT_MAX 2048 /* bytes of a requirement's text; a pod may have megabytes of terms */

static struct part *add_part(struct parts *p, const char *text)
{
	struct part *part;

	if (p->n == PARTS_MAX) {
		p->full = true;
		return NULL;
	}
	part = &p->v[p->n++];
	*part = (struct part){ .text = text };
	return part;
}

/* A copy of the pod to take requirements out of. */
static struct pod *variant_of(struct parts *p)
{
	struct pod *copy = ARENA_NEW(p->arena, struct pod);

	*copy = *p->pod;
	return copy;
}

static const char *taken(struct parts *p, struct strbuf *text)
{
	const char *copy = arena_strdup(p->arena, text->buf);

	strbuf_reset(text);
	return copy;
}

/* Labels of nodes */

static const struct node_selector *required_of(const struct pod *p)
{
	const struct affinity *a = p->spec.affinity;

	return a && a->node ? a->node->required : NULL;
}

/* A pod whose only wishes about nodes are these. */
static const struct pod *with_labels_only(struct parts *p, struct labels selector,
					  const struct node_selector *required)
{
	struct pod *copy = variant_of(p);
	struct affinity *a = ARENA_NEW(p->arena, struct affinity);
	struct node_affinity *n = ARENA_NEW(p->arena, struct node_affinity);

	n->required = required;
	a->node = n;
	copy->spec.affinity = required ? a : NULL;
	copy->spec.node_selector = selector;
	return copy;
}

static void split_selector(struct parts *p, struct strbuf *text)
{
	const struct labels *l = &p->pod->spec.node_selector;

	for (uint32_t i = 0; i < l->n && !p->full; i++) {
		struct part *part;

		strbuf_addf(text, "nodeSelector %s=%s", sym_text(l->v[i].key), sym_text(l->v[i].value));
		part = add_part(p, taken(p, text));
		if (!part)
			return;
		part->type = REQUIRE_LABEL;
		part->key = l->v[i].key;
		part->without_added = true;
		part->variant = with_labels_only(p, (struct labels){ &l->v[i], 1 }, NULL);
	}
}

static const struct node_selector *one_requirement(struct parts *p, struct selector_req *r, bool field)
{
	struct node_selector *s = ARENA_NEW(p->arena, struct node_selector);

	s->terms.v = ARENA_NEW(p->arena, struct node_selector_term);
	s->terms.n = 1;
	if (field)
		s->terms.v->match_fields = (struct selector_reqs){ r, 1 };
	else
		s->terms.v->match_expressions = (struct selector_reqs){ r, 1 };
	return s;
}

static void split_term(struct parts *p, const struct selector_reqs *l, bool fields, struct strbuf *text)
{
	for (uint32_t i = 0; i < l->n && !p->full; i++) {
		struct part *part;

		strbuf_adds(text, "nodeAffinity ");
		selector_req_text(text, &l->v[i]);
		part = add_part(p, taken(p, text));
		if (!part)
			return;
		part->type = fields ? REQUIRE_OTHER : REQUIRE_LABEL;
		part->key = l->v[i].key;
		part->without_added = true;
		part->variant = with_labels_only(p, (struct labels){ 0 },
						 one_requirement(p, &l->v[i], fields));
	}
}

static void add_term_text(struct strbuf *text, const struct node_selector_term *t)
{
	const struct selector_reqs *lists[] = { &t->match_expressions, &t->match_fields };
	bool more = false;

	for (size_t k = 0; k < sizeof(lists) / sizeof(*lists); k++)
		for (uint32_t i = 0; i < lists[k]->n; i++) {
			strbuf_adds(text, more ? _(" and ") : "");
			selector_req_text(text, &lists[k]->v[i]);
			more = true;
		}
	if (!more)
		strbuf_adds(text, _("(an empty term)"));
}

/* Terms are alternatives: all of them are one requirement. */
static void add_terms(struct parts *p, const struct node_selector *s, struct strbuf *text)
{
	struct part *part;

	strbuf_adds(text, "nodeAffinity ");
	for (uint32_t i = 0; i < s->terms.n; i++) {
		strbuf_adds(text, i ? _(" or ") : "");
		add_term_text(text, &s->terms.v[i]);
	}
	if (!s->terms.n)
		strbuf_adds(text, _("without a term"));
	part = add_part(p, taken(p, text));
	if (!part)
		return;
	part->without_added = true;
	part->variant = with_labels_only(p, (struct labels){ 0 }, s);
}

static void split_labels(struct parts *p, unsigned level, struct strbuf *text)
{
	const struct node_selector *s = required_of(p->pod);
	struct part *part;

	split_selector(p, text);
	if (s && (level || s->terms.n != 1 ||
		  !(s->terms.v->match_expressions.n + s->terms.v->match_fields.n))) {
		add_terms(p, s, text);
	} else if (s) {
		split_term(p, &s->terms.v->match_expressions, false, text);
		split_term(p, &s->terms.v->match_fields, true, text);
	}
	if (!p->profile->added_affinity)
		return;
	part = add_part(p, _("the scheduler's own node affinity"));
	if (part)
		part->variant = with_labels_only(p, (struct labels){ 0 }, NULL);
}

/* What the plugin's details tell apart */

static void add_named(struct parts *p, enum requirement_type type, const char *name,
		      struct strbuf *text)
{
	struct part *part = add_part(p, taken(p, text));

	if (!part)
		return;
	part->type = type;
	part->name = arena_strdup(p->arena, name);
}

static void split_resources(struct parts *p, unsigned level, struct strbuf *text)
{
	struct resources total = pod_request_quantities(p->pod, p->release, p->arena);

	(void)level;
	for (uint32_t i = 0; i < total.n && !p->full; i++) {
		if (quantity_sign(total.v[i].quantity) <= 0)
			continue;
		strbuf_addf(text, "%s ", sym_text(total.v[i].name));
		quantity_format(total.v[i].quantity, text);
		add_named(p, REQUIRE_RESOURCE, total.v[i].name.s, text);
	}
	strbuf_adds(text, _("a pod slot"));
	add_named(p, REQUIRE_RESOURCE, "pods", text);
}

static void split_ports(struct parts *p, unsigned level, struct strbuf *text)
{
	struct host_ports ports = { 0 };

	(void)level;
	host_ports_of(p->pod, p->release, p->syms, p->arena, &ports);
	for (uint32_t i = 0; i < ports.n && !p->full; i++) {
		const char *name = arena_printf(p->arena, "%s:%d/%s", sym_text(ports.v[i].ip),
						ports.v[i].port, sym_text(ports.v[i].protocol));

		strbuf_addf(text, _("host port %s"), name);
		add_named(p, REQUIRE_OTHER, name, text);
	}
}

/* Topology spread */

static void split_spread(struct parts *p, unsigned level, struct strbuf *text)
{
	const struct pod_spec *spec = &p->pod->spec;

	(void)level;
	for (uint32_t i = 0; i < spec->spread.n && !p->full; i++) {
		struct spread_constraint *c = &spec->spread.v[i];
		struct pod_selector pods = pod_selector_of(c->selector);
		struct strbuf selected = STRBUF_LIMIT(TEXT_MAX);
		struct pod *copy;
		struct part *part;

		if (!sym_is(c->when_unsatisfiable, "DoNotSchedule"))
			continue;
		pod_selector_text(&pods, &selected);
		strbuf_addf(text, _("spread of %s over %s (max skew %lld)"), selected.buf,
			    sym_text(c->topology_key), (long long)c->max_skew.v);
		strbuf_release(&selected);
		part = add_part(p, taken(p, text));
		if (!part)
			return;
		copy = variant_of(p);
		copy->spec.spread.v = c;
		copy->spec.spread.n = 1;
		part->variant = copy;
	}
}

/* Affinity to pods */

static const struct pod *with_terms_only(struct parts *p, struct pod_affinity_terms affinity,
					 struct pod_affinity_terms anti)
{
	struct pod *copy = variant_of(p);
	struct affinity *a = ARENA_NEW(p->arena, struct affinity);
	struct pod_affinity *to = ARENA_NEW(p->arena, struct pod_affinity);
	struct pod_affinity *from = ARENA_NEW(p->arena, struct pod_affinity);

	to->required = affinity;
	from->required = anti;
	a->pod = affinity.n ? to : NULL;
	a->pod_anti = anti.n ? from : NULL;
	copy->spec.affinity = a;
	return copy;
}

static void add_terms_of_pods(struct parts *p, struct pod_affinity_terms l, bool anti,
			      struct strbuf *text)
{
	const struct pod_affinity_terms none = { 0 };
	struct part *part;

	for (uint32_t i = 0; i < l.n; i++) {
		strbuf_adds(text, i ? _(" and ") : "");
		affinity_term_text(anti ? "podAntiAffinity" : "podAffinity", &l.v[i], text);
	}
	part = add_part(p, taken(p, text));
	if (!part)
		return;
	part->type = anti ? REQUIRE_OTHER : REQUIRE_PODS;
	part->counts = anti ? COUNT_OWN : COUNT_UNRESOLVABLE;
	part->variant = with_terms_only(p, anti ? none : l, anti ? l : none);
}

/* A pod counts for affinity only if it matches all terms, so a part of them can mean other pods. */
static void split_pods(struct parts *p, unsigned level, struct strbuf *text)
{
	const struct pod_affinity_terms *to = required_affinity(p->pod);
	const struct pod_affinity_terms *from = required_anti_affinity(p->pod);
	struct part *part;

	for (uint32_t i = 0; to && i < to->n && !level && !p->full; i++)
		add_terms_of_pods(p, (struct pod_affinity_terms){ &to->v[i], 1 }, false, text);
	if (to && to->n && level)
		add_terms_of_pods(p, *to, false, text);
	for (uint32_t i = 0; from && i < from->n && !p->full; i++)
		add_terms_of_pods(p, (struct pod_affinity_terms){ &from->v[i], 1 }, true, text);
	part = add_part(p, _("other pods' podAntiAffinity"));
	if (part)
		part->variant = with_terms_only(p, (struct pod_affinity_terms){ 0 },
						(struct pod_affinity_terms){ 0 });
}

/* Volumes and devices */

static void split_volumes(struct parts *p, unsigned level, struct strbuf *text)
{
	const struct volumes *l = &p->pod->spec.volumes;

	(void)level;
	for (uint32_t i = 0; i < l->n && !p->full; i++) {
		struct volume *v = &l->v[i];
		struct pod *copy;
		struct part *part;

		if (volume_has_claim(v))
			strbuf_addf(text, _("claim %s"),
				    sym_text(volume_claim_name(p->pod, v, p->syms)));
		else if (v->disks)
			strbuf_addf(text, _("volume %s"), sym_text(v->name));
		else
			continue;
		part = add_part(p, taken(p, text));
		if (!part)
			return;
		copy = variant_of(p);
		copy->spec.volumes = (struct volumes){ v, 1 };
		part->variant = copy;
	}
}

static void split_devices(struct parts *p, unsigned level, struct strbuf *text)
{
	const struct pod_spec *spec = &p->pod->spec;

	(void)level;
	for (uint32_t i = 0; i < spec->resource_claims.n && !p->full; i++) {
		struct pod *copy;
		struct part *part;

		strbuf_addf(text, _("device claim %s"), sym_text(spec->resource_claims.v[i].name));
		part = add_part(p, taken(p, text));
		if (!part)
			return;
		copy = variant_of(p);
		copy->spec.resource_claims.v = &spec->resource_claims.v[i];
		copy->spec.resource_claims.n = 1;
		part->variant = copy;
	}
}

/* All of them */

static const struct splitter {
	const char *plugin;
	void (*split)(struct parts *p, unsigned level, struct strbuf *text);
	unsigned levels;
} splitters[] = {
	{ "NodeAffinity", split_labels, 2 },
	{ "NodePorts", split_ports, 1 },
	{ "NodeResourcesFit", split_resources, 1 },
	{ "VolumeRestrictions", split_volumes, 1 },
	{ "VolumeBinding", split_volumes, 1 },
	{ "VolumeZone", split_volumes, 1 },
	{ "NodeVolumeLimits", split_volumes, 1 },
	{ "PodTopologySpread", split_spread, 1 },
	{ "InterPodAffinity", split_pods, 2 },
	{ "DynamicResources", split_devices, 1 },
};

bool split_plugin(struct parts *p, const char *plugin, unsigned level)
{
	struct strbuf text = STRBUF_LIMIT(TEXT_MAX);
	const struct splitter *s = NULL;

	for (size_t i = 0; i < sizeof(splitters) / sizeof(*splitters); i++)
		if (strcmp(splitters[i].plugin, plugin) == 0)
			s = &splitters[i];
	if (!s || level >= s->levels)
		return false;
	p->n = 0;
	p->full = false;
	s->split(p, level, &text);
	strbuf_release(&text);
	return true;
}

struct part whole_plugin(struct arena *a, const struct predicate *plugin, const struct pod *pod)
{
	static const struct {
		const char *plugin, *text;
		enum requirement_type type;
	} known[] = {
		{ "NodeUnschedulable", N_("the node is not cordoned"), REQUIRE_OPEN },
		{ "TaintToleration", N_("tolerates the node's taints"), REQUIRE_TAINTS },
		{ "NodeAffinity", N_("nodeSelector and node affinity"), REQUIRE_OTHER },
		{ "NodePorts", N_("host ports"), REQUIRE_OTHER },
		{ "NodeResourcesFit", N_("requested resources"), REQUIRE_OTHER },
		{ "VolumeRestrictions", N_("the use of its volumes"), REQUIRE_OTHER },
		{ "VolumeBinding", N_("its claims"), REQUIRE_OTHER },
		{ "VolumeZone", N_("the zones of its claims"), REQUIRE_OTHER },
		{ "PodTopologySpread", N_("topology spread constraints"), REQUIRE_OTHER },
		{ "InterPodAffinity", N_("podAffinity and podAntiAffinity"), REQUIRE_OTHER },
		{ "DynamicResources", N_("its device claims"), REQUIRE_OTHER },
		{ "NodeVolumeLimits", N_("a free slot for each CSI volume"), REQUIRE_OTHER },
		{ "NodeDeclaredFeatures", N_("features of the kubelet"), REQUIRE_OTHER },
	};

	for (size_t i = 0; i < sizeof(known) / sizeof(*known); i++)
		if (strcmp(known[i].plugin, plugin->name) == 0)
			return (struct part){ .type = known[i].type, .text = tr(known[i].text) };
	if (strcmp(plugin->name, "NodeName") == 0)
		return (struct part){ .text = arena_printf(a, "nodeName %s",
							   sym_text(pod->spec.node_name)) };
	return (struct part){ .text = arena_strdup(a, tr(plugin->summary)) };
}
