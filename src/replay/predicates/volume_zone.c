/*
 * Mirrors pkg/scheduler/framework/plugins/volumezone/volume_zone.go, v1.36.
 * Known differences: none.
 *
 * Generic ephemeral volumes are not looked at, and a node without any zone or region label passes.
 */
#include "base/i18n.h"
#include "replay/volumes.h"

#define REASON "node(s) had no available volume zone"
#define TOPOLOGY_KEYS 4

struct zone_constraint {
	sym key;
	sym ga_key; /* of a beta key: what the node may carry instead; else .s NULL */
	struct syms values;
	sym pv;
};

struct volume_zone {
	sym keys[TOPOLOGY_KEYS]; /* beta zone, beta region, zone, region */
	struct { struct zone_constraint *v; uint32_t n; } constraints;
};

static void intern_keys(const struct cycle_input *in, struct volume_zone *s)
{
	static const char *const keys[TOPOLOGY_KEYS] = { ZONE_BETA, REGION_BETA, ZONE_GA, REGION_GA };

	for (unsigned i = 0; i < TOPOLOGY_KEYS; i++)
		s->keys[i] = view_sym(in->view, keys[i]);
}

static void add_constraints(const struct cycle_input *in, struct volume_zone *s,
			    const struct pv *pv)
{
	for (unsigned i = 0; i < TOPOLOGY_KEYS; i++) {
		sym value = labels_get(&pv->meta.labels, s->keys[i]);
		struct zone_constraint *c = &s->constraints.v[s->constraints.n];
		bool empty;

		if (!value.s)
			continue;
		c->values = zone_label_split(value, in->syms, in->arena, &empty);
		if (empty)
			continue;
		c->key = s->keys[i];
		c->ga_key = i < 2 ? s->keys[i + 2] : (sym){ NULL };
		c->pv = pv->meta.name;
		s->constraints.n++;
	}
}

/* A claim without a volume: SKIP if that is as it should be before the node is chosen. */
static enum code check_unbound(const struct cycle_input *in, const struct pvc *c,
			       struct outcome *out)
{
	const struct storage_class *class_;
	sym name = pvc_class(c);

	if (sym_empty(name))
		return reject_claim(in, c->meta.name, out, _("no volume and no storage class"),
				    "PersistentVolumeClaim had no pv name and storageClass name");
	if (view_coverage(in->view, KIND_STORAGE_CLASS) == COVER_NONE)
		return outcome_unknown(out, in->view, KIND_STORAGE_CLASS);
	class_ = find_class(in->view, name);
	if (!class_)
		return reject_claim(in, c->meta.name, out, _("its storage class does not exist"),
				    "storageclass.storage.k8s.io \"%s\" not found", name.s);
	if (!class_->binding_mode.s)
		return reject_claim(in, c->meta.name, out, _("its storage class has no binding mode"),
				    "VolumeBindingMode not set for StorageClass \"%s\"", name.s);
	if (class_is_delayed(class_))
		return CODE_SKIP;
	return reject_claim(in, c->meta.name, out, _("not bound"), "PersistentVolume had no name");
}

static enum code check_claim(const struct cycle_input *in, struct volume_zone *s,
			     const struct volume *volume, struct outcome *out)
{
	struct volume_claim c = volume_claim(in, in->pod, volume);
	const struct pv *pv;

	if (c.lookup == CLAIM_UNNAMED)
		return outcome_reject(out, CODE_UNRESOLVABLE, "PersistentVolumeClaim had no name");
	if (c.lookup == CLAIM_UNREAD)
		return outcome_unknown(out, in->view, KIND_PVC);
	if (!c.pvc)
		return reject_claim(in, c.name, out, _("not found"),
				    "persistentvolumeclaim \"%s\" not found", c.name.s);
	if (sym_empty(c.pvc->spec.volume_name))
		return check_unbound(in, c.pvc, out);
	if (view_coverage(in->view, KIND_PV) == COVER_NONE)
		return outcome_unknown(out, in->view, KIND_PV);
	pv = find_pv(in->view, c.pvc->spec.volume_name);
	if (!pv)
		return reject_claim(in, c.name, out, _("its volume does not exist"),
				    "persistentvolume \"%s\" not found",
				    c.pvc->spec.volume_name.s);
	add_constraints(in, s, pv);
	return CODE_SUCCESS;
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	const struct volumes *volumes = &in->pod->spec.volumes;
	struct volume_zone *s = state;

	(void)keep;
	intern_keys(in, s);
	s->constraints.v = ARENA_ARRAY(in->arena, (size_t)volumes->n * TOPOLOGY_KEYS + 1,
				       struct zone_constraint);
	for (uint32_t i = 0; i < volumes->n; i++) {
		enum code code;

		if (!volumes->v[i].claim)
			continue;
		code = check_claim(in, s, &volumes->v[i], out);
		if (code != CODE_SUCCESS && code != CODE_SKIP)
			return code;
	}
	return s->constraints.n ? CODE_SUCCESS : CODE_SKIP;
}

static bool syms_have(const struct syms *list, sym s)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (sym_eq(list->v[i], s))
			return true;
	return false;
}

static void detail_zone(struct outcome *out, const struct zone_constraint *c, sym observed)
{
	struct detail d = {
		.type = DETAIL_LABEL,
		.name = c->key.s,
		.wanted = join_syms(out->arena, "In ", &c->values),
		.observed = observed.s,
		.object = { kinds[KIND_PV].name, NULL, c->pv.s },
	};

	outcome_detail(out, &d);
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct labels *labels = &node->node->meta.labels;
	const struct volume_zone *s = state;
	bool zoned = false;

	(void)in;
	for (unsigned i = 0; i < TOPOLOGY_KEYS; i++)
		zoned |= labels_get(labels, s->keys[i]).s != NULL;
	if (!zoned)
		return CODE_SUCCESS;
	for (uint32_t i = 0; i < s->constraints.n; i++) {
		const struct zone_constraint *c = &s->constraints.v[i];
		sym value = labels_get(labels, c->key);

		if (!value.s && c->ga_key.s)
			value = labels_get(labels, c->ga_key);
		if (value.s && syms_have(&c->values, value))
			continue;
		if (outcome_wants_details(out))
			detail_zone(out, c, value);
		return outcome_reject(out, CODE_UNRESOLVABLE, REASON);
	}
	return CODE_SUCCESS;
}

const struct predicate predicate_volume_zone = {
	.name = "VolumeZone",
	.summary = N_("zone and region labels of the pod's bound volumes"),
	.state_size = sizeof(struct volume_zone),
	.prefilter = prefilter,
	.filter = filter,
};
