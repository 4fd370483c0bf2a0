/* Clauses about what a plugin found on some nodes. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/blocked.h"
#include "report/amount.h"

#define NAMES_MAX 3

const struct rejection *rejection_by(const struct node_result *n, const char *plugin)
{
	for (uint32_t i = 0; i < n->rejections.n; i++)
		if (strcmp(n->rejections.v[i].plugin, plugin) == 0 &&
		    !rejection_is_echo(&n->rejections, i))
			return &n->rejections.v[i];
	return NULL;
}

void add_node_names(struct strbuf *out, const struct node_group *nodes, uint32_t most)
{
	for (uint32_t i = 0; i < nodes->n && i < most; i++)
		strbuf_addf(out, "%s%s", i ? _(", ") : "", nodes->v[i]->name);
	if (nodes->n > most)
		strbuf_addf(out, _(" and %u more"), (unsigned)(nodes->n - most));
}

void add_requirement_text(struct strbuf *out, const struct detail *d)
{
	if (!d->name)
		strbuf_adds(out, _("anything its empty node affinity could match"));
	else if (!d->wanted)
		strbuf_adds(out, d->name);
	else if (d->pointer && strcmp(d->pointer, "/spec/nodeSelector") == 0)
		strbuf_addf(out, "%s=%s", d->name, *d->wanted ? d->wanted : "\"\"");
	else
		strbuf_addf(out, "%s %s", d->name, d->wanted);
}

/* The first detail of a type among the plugin's rejections, with the node that has it. */
static const struct detail *first_detail(const char *plugin, const struct node_group *g,
					 enum detail_type type, const char **ret_node)
{
	for (uint32_t i = 0; i < g->n; i++) {
		const struct rejection *r = rejection_by(g->v[i], plugin);

		for (uint32_t k = 0; r && k < r->details.n; k++)
			if (r->details.v[k].type == type) {
				*ret_node = g->v[i]->name;
				return &r->details.v[k];
			}
	}
	return NULL;
}

static const char *first_reason(const char *plugin, const struct node_group *g)
{
	for (uint32_t i = 0; i < g->n; i++) {
		const struct rejection *r = rejection_by(g->v[i], plugin);

		if (r && r->reasons.n)
			return r->reasons.v[0];
	}
	return plugin;
}

static void add_object(struct strbuf *out, const struct object_ref *o)
{
	if (o->namespace_)
		strbuf_addf(out, "%s/", o->namespace_);
	strbuf_adds(out, o->name ? o->name : "");
}

/* --- resources */

static const struct detail *resource_detail(const struct node_result *n, const char *name)
{
	const struct rejection *r = rejection_by(n, "NodeResourcesFit");

	for (uint32_t i = 0; r && i < r->details.n; i++) {
		const struct detail *d = &r->details.v[i];

		if (d->type == DETAIL_RESOURCE && d->amount.set && d->name &&
		    strcmp(d->name, name) == 0)
			return d;
	}
	return NULL;
}

#define RESOURCES_COUNTED 32 /* a pod that lacks more of them is told one of these */

struct resource_counts {
	struct {
		const char *name;
		uint32_t nodes;
	} v[RESOURCES_COUNTED];
	uint32_t n;
};

static void count_resource(struct resource_counts *c, const char *name)
{
	uint32_t i = 0;

	while (i < c->n && strcmp(c->v[i].name, name) != 0)
		i++;
	if (i == RESOURCES_COUNTED)
		return;
	if (i == c->n) {
		c->v[i].name = name;
		c->v[c->n++].nodes = 0;
	}
	c->v[i].nodes++;
}

static struct resource_counts count_resources(const struct node_group *g)
{
	struct resource_counts counts = { .n = 0 };

	for (uint32_t i = 0; i < g->n; i++) {
		const struct rejection *r = rejection_by(g->v[i], "NodeResourcesFit");

		for (uint32_t k = 0; r && k < r->details.n; k++)
			if (r->details.v[k].type == DETAIL_RESOURCE && r->details.v[k].name)
				count_resource(&counts, r->details.v[k].name);
	}
	return counts;
}

/* The resource that is short on most of the nodes; of equals the one met first. */
static uint32_t scarcest(const struct resource_counts *counts)
{
	uint32_t best = 0;

	for (uint32_t i = 1; i < counts->n; i++)
		if (counts->v[i].nodes > counts->v[best].nodes)
			best = i;
	return best;
}

static const char *resource_code(const char *name)
{
	if (strcmp(name, "cpu") == 0)
		return "InsufficientCpu";
	if (strcmp(name, "memory") == 0)
		return "InsufficientMemory";
	if (strcmp(name, "pods") == 0)
		return "TooManyPods";
	return "InsufficientResource";
}

/* No node would hold it even if it were empty. */
static void tell_oversized(struct strbuf *out, const char *name, const struct detail *largest)
{
	if (largest->amount.total <= 0) {
		strbuf_addf(out, _("there is no %s at all"), name);
		return;
	}
	amount_phrase_of(out, name, largest->amount.wanted, largest->amount.total);
	strbuf_adds(out, _(" is more than a node has in all (at most "));
	amount_phrase_beside(out, name, largest->amount.total, largest->amount.wanted);
	strbuf_addc(out, ')');
}

static void tell_slots(struct strbuf *out, int64_t slots)
{
	if (slots > 0)
		strbuf_addf(out, _("all %lld pod slots are taken"), (long long)slots);
	else
		strbuf_adds(out, _("there are no pod slots"));
}

/* node: where most is free; NULL if there is only one. */
static void tell_shortage(struct strbuf *out, const char *name, const struct detail *most,
			  const char *node)
{
	strbuf_adds(out, _("there is less than "));
	amount_phrase_of(out, name, most->amount.wanted, most->amount.free);
	if (node)
		strbuf_addf(out, _(" free (most: %s with "), node);
	else
		strbuf_adds(out, _(" free ("));
	if (most->amount.free > 0)
		amount_phrase_beside(out, name, most->amount.free, most->amount.wanted);
	else
		strbuf_adds(out, most->amount.free ? _("over-committed") : _("nothing"));
	strbuf_addc(out, ')');
}

static void phrase_resource(struct phrase *p, const char *name, const struct node_group *g)
{
	const struct detail *most = NULL, *largest = NULL;
	const char *most_node = "";
	bool oversized = true;

	for (uint32_t i = 0; i < g->n; i++) {
		const struct detail *d = resource_detail(g->v[i], name);

		if (!d)
			continue;
		oversized &= d->amount.wanted > d->amount.total;
		if (!most || d->amount.free > most->amount.free) {
			most = d;
			most_node = g->v[i]->name;
		}
		if (!largest || d->amount.total > largest->amount.total)
			largest = d;
	}
	p->code = resource_code(name);
	if (!most || !largest)
		return;
	if (strcmp(name, "pods") == 0)
		tell_slots(&p->text, largest->amount.total);
	else if (oversized)
		tell_oversized(&p->text, name, largest);
	else
		tell_shortage(&p->text, name, most, g->n > 1 ? most_node : NULL);
}

static void phrase_resources(struct phrase *p, const struct node_group *g)
{
	struct resource_counts counts = count_resources(g);
	uint32_t best = scarcest(&counts);
	const char *name = counts.v[best].name;

	if (!name) { /* the list is empty */
		p->code = "InsufficientResource";
		strbuf_adds(&p->text, first_reason("NodeResourcesFit", g));
		return;
	}
	phrase_resource(p, name, g);
	/* A second resource is worth a word where it is short on the same nodes. */
	for (uint32_t i = 0; i < counts.n; i++) {
		if (i == best || counts.v[i].nodes * 2 < g->n)
			continue;
		strbuf_addf(&p->text, _(", and %s is short as well"), counts.v[i].name);
		return;
	}
}

/* --- the other plugins */

static void phrase_ports(struct phrase *p, const struct node_group *g)
{
	const char *node = "";
	const struct detail *d = first_detail("NodePorts", g, DETAIL_PORT, &node);

	p->code = "HostPortConflict";
	strbuf_addf(&p->text, _("host port %s is taken"), d && d->name ? d->name : "");
	if (!d || !d->object.kind)
		return;
	strbuf_addf(&p->text, _(" (on %s by "), node);
	add_object(&p->text, &d->object);
	strbuf_addc(&p->text, ')');
}

static void phrase_spread(struct phrase *p, const struct node_group *g)
{
	const char *node = "";
	const struct detail *d = first_detail("PodTopologySpread", g, DETAIL_TOPOLOGY, &node);
	const char *reason = first_reason("PodTopologySpread", g);

	p->code = "TopologySpread";
	if (strstr(reason, "missing required label"))
		strbuf_addf(&p->text, _("the label %s is missing that its spread constraint needs"),
			    d && d->name ? d->name : "");
	else if (d && d->name && d->skew.set)
		strbuf_addf(&p->text, _("one more pod would break its spread over %s (skew %lld, at most "
			    "%lld; %s has %lld matching pods, the emptiest domain %lld)"), d->name,
			    (long long)d->skew.skew, (long long)d->skew.max_skew,
			    d->observed ? d->observed : node, (long long)d->skew.matching,
			    (long long)d->skew.minimum);
	else if (d && d->name)
		strbuf_addf(&p->text, _("one more pod would break its spread over %s"), d->name);
	else
		strbuf_adds(&p->text, _("one more pod would break its spread"));
}

static void phrase_inter_pod(struct phrase *p, const struct node_group *g)
{
	const char *node = "", *reason = first_reason("InterPodAffinity", g);
	const struct detail *pod = first_detail("InterPodAffinity", g, DETAIL_POD, &node);
	const struct detail *rule = first_detail("InterPodAffinity", g, DETAIL_TOPOLOGY, &node);

	if (strstr(reason, "affinity rules") && !strstr(reason, "anti-affinity")) {
		p->code = "PodAffinity";
		strbuf_addf(&p->text, _("no pod is there that its %s asks for"),
			    rule && rule->wanted ? rule->wanted : "podAffinity");
		return;
	}
	p->code = "PodAntiAffinity";
	if (!pod) {
		strbuf_adds(&p->text, reason);
		return;
	}
	if (strstr(reason, "existing pods"))
		strbuf_addf(&p->text, _("a pod there keeps it away by its %s ("),
			    pod->name ? pod->name : "podAntiAffinity");
	else
		strbuf_addf(&p->text, _("its %s keeps it away from a pod there ("),
			    pod->name ? pod->name : "podAntiAffinity");
	add_object(&p->text, &pod->object);
	first_detail("InterPodAffinity", g, DETAIL_POD, &node);
	strbuf_addf(&p->text, _(" on %s)"), node);
}

static void phrase_volume_binding(struct phrase *p, const struct node_group *g)
{
	const char *node = "", *reason = first_reason("VolumeBinding", g);
	const struct detail *claim = first_detail("VolumeBinding", g, DETAIL_CLAIM, &node);
	const char *name = claim && claim->object.name ? claim->object.name : "";

	if (strstr(reason, "node affinity")) {
		p->code = "VolumeNodeAffinity";
		strbuf_adds(&p->text, _("its volume cannot be reached"));
	} else if (strstr(reason, "enough free storage")) {
		p->code = "VolumeCapacity";
		strbuf_addf(&p->text, _("there is not enough free storage for claim %s"), name);
	} else if (strstr(reason, "available persistent volumes")) {
		p->code = "NoVolumeToBind";
		strbuf_addf(&p->text, _("no PersistentVolume is available for claim %s"), name);
	} else if (strstr(reason, "non-existent pv")) {
		p->code = "PersistentVolumeMissing";
		strbuf_adds(&p->text, _("a claim is bound to a PersistentVolume that does not exist"));
	} else {
		p->code = "VolumeNotBindable";
		strbuf_adds(&p->text, reason);
	}
}

static void phrase_volume_use(struct phrase *p, const struct node_group *g)
{
	const char *node = "", *reason = first_reason("VolumeRestrictions", g);
	const struct detail *pod = first_detail("VolumeRestrictions", g, DETAIL_POD, &node);
	const struct detail *claim = first_detail("VolumeRestrictions", g, DETAIL_CLAIM, &node);

	if (!strstr(reason, "ReadWriteOncePod")) {
		p->code = "DiskConflict";
		strbuf_adds(&p->text, _("a pod there holds its disk"));
	} else {
		p->code = "ReadWriteOncePodInUse";
		strbuf_addf(&p->text, _("claim %s may be used by one pod only and is in use"),
			    claim && claim->object.name ? claim->object.name : "");
	}
	if (!pod || !pod->object.kind)
		return;
	strbuf_adds(&p->text, _(" (by "));
	add_object(&p->text, &pod->object);
	strbuf_addc(&p->text, ')');
}

static void phrase_limits(struct phrase *p, const char *plugin, const struct node_group *g)
{
	const char *node = "";
	const struct detail *d = first_detail(plugin, g, DETAIL_VOLUME, &node);

	const char *reason = first_reason(plugin, g);

	if (strncmp(reason, "looking up ", 11) == 0) { /* it gave up before it counted */
		p->code = "PersistentVolumeClaimMissing";
		strbuf_adds(&p->text, reason);
		return;
	}
	p->code = "VolumeLimits";
	if (d && d->name)
		strbuf_addf(&p->text, _("no further volume of %s can be attached"), d->name);
	else
		strbuf_adds(&p->text, _("no further volume can be attached"));
}

static void phrase_devices(struct phrase *p, const struct node_group *g)
{
	const char *node = "";
	const struct detail *d = first_detail("DynamicResources", g, DETAIL_DEVICE, &node);

	p->code = "ResourceClaimUnsatisfied";
	strbuf_addf(&p->text, _("its resource claims cannot be satisfied: %s"),
		    first_reason("DynamicResources", g));
	if (d && d->name && d->wanted)
		strbuf_addf(&p->text, _(" (request %s, class %s)"), d->name, d->wanted);
	else if (d && d->name)
		strbuf_addf(&p->text, _(" (request %s)"), d->name);
}

static void phrase_zone(struct phrase *p, const struct node_group *g)
{
	(void)g;
	p->code = "VolumeZone";
	strbuf_adds(&p->text, _("its volume lives in another zone"));
}

static void phrase_features(struct phrase *p, const struct node_group *g)
{
	const char *node = "";
	const struct detail *d = first_detail("NodeDeclaredFeatures", g, DETAIL_NODE, &node);

	p->code = "NodeFeatureMissing";
	strbuf_adds(&p->text, _("the kubelet lacks a feature that the pod needs"));
	if (d && d->wanted)
		strbuf_addf(&p->text, " (%s)", d->wanted);
}

static void phrase_cordon(struct phrase *p, const struct node_group *g)
{
	p->code = "NodesUnschedulable";
	strbuf_adds(&p->text, _("cordoned ("));
	add_node_names(&p->text, g, NAMES_MAX);
	strbuf_addc(&p->text, ')');
}

static void phrase_taints(struct phrase *p, const struct node_group *g)
{
	p->code = "UntoleratedTaint";
	strbuf_adds(&p->text, _("taints that it does not tolerate ("));
	for (uint32_t i = 0; i < g->n && i < NAMES_MAX; i++) {
		const struct rejection *r = rejection_by(g->v[i], "TaintToleration");

		strbuf_addf(&p->text, "%s%s", i ? _(", ") : "", g->v[i]->name);
		if (r->details.n && r->details.v[0].name)
			strbuf_addf(&p->text, _(": %s"), r->details.v[0].name);
	}
	if (g->n > NAMES_MAX)
		strbuf_addf(&p->text, _(" and %u more"), (unsigned)g->n - NAMES_MAX);
	strbuf_addc(&p->text, ')');
}

static void phrase_labels(struct phrase *p, const struct node_group *g)
{
	const char *node = "";
	const struct detail *d = first_detail("NodeAffinity", g, DETAIL_LABEL, &node);

	p->code = "NodeAffinityMismatch";
	if (!d) {
		strbuf_adds(&p->text, first_reason("NodeAffinity", g));
		return;
	}
	strbuf_adds(&p->text, _("other labels than it asks for ("));
	add_requirement_text(&p->text, d);
	strbuf_addf(&p->text, _("; %s has %s)"), node, d->observed ? d->observed : _("none"));
}

static const struct plugin_phrase {
	const char *plugin;
	void (*phrase)(struct phrase *p, const struct node_group *g);
} plugin_phrases[] = {
	{ "NodeUnschedulable", phrase_cordon },
	{ "TaintToleration", phrase_taints },
	{ "NodeAffinity", phrase_labels },
	{ "NodeResourcesFit", phrase_resources },
	{ "NodePorts", phrase_ports },
	{ "PodTopologySpread", phrase_spread },
	{ "InterPodAffinity", phrase_inter_pod },
	{ "VolumeBinding", phrase_volume_binding },
	{ "VolumeRestrictions", phrase_volume_use },
	{ "VolumeZone", phrase_zone },
	{ "DynamicResources", phrase_devices },
	{ "NodeDeclaredFeatures", phrase_features },
};

void phrase_rejections(struct phrase *ret, const char *plugin, const struct node_group *nodes)
{
	ret->code = "OtherPlugin";
	for (size_t i = 0; i < sizeof(plugin_phrases) / sizeof(*plugin_phrases); i++)
		if (strcmp(plugin_phrases[i].plugin, plugin) == 0) {
			plugin_phrases[i].phrase(ret, nodes);
			return;
		}
	if (strstr(plugin, "Limits"))
		phrase_limits(ret, plugin, nodes);
	else
		strbuf_adds(&ret->text, first_reason(plugin, nodes));
}
