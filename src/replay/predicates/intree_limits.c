/*
 * Mirrors pkg/scheduler/framework/plugins/nodevolumelimits/non_csi.go, v1.30: EBSLimits,
 * GCEPDLimits and AzureDiskLimits, which are gone since v1.31.
 * Known differences: the scheduler's environment variable KUBE_MAX_PD_VOLS is not visible and taken
 * to be unset; of two instance type labels that differ, the newer one is read (it is random there).
 */
#include <string.h>

#include "base/i18n.h"
#include "model/quantity.h"
#include "replay/attach.h"

#define REASON "node(s) exceed max volume count"
#define EBS_LIMIT 39
#define EBS_LIMIT_NITRO 25

struct disk_kind { /* what the three plugins differ in */
	const char *provisioner;
	const char *allocatable; /* entry of the Node that replaces the default */
	sym (*id)(const struct disks *d); /* .s NULL: not of this kind */
	int64_t (*limit)(const struct node *n);
};

/* Present, if only as an empty text: the disk is of the kind. */
static sym present(sym id)
{
	static const sym empty = { "" };

	return sym_empty(id) ? empty : id;
}

static sym ebs_id(const struct disks *d)
{
	return d->aws ? present(d->aws->volume_id) : (sym){ NULL };
}

static sym gce_id(const struct disks *d)
{
	return d->gce ? present(d->gce->pd_name) : (sym){ NULL };
}

static sym azure_id(const struct disks *d)
{
	return d->azure ? present(d->azure->name) : (sym){ NULL };
}

/* The scheduler's pattern is ^[cmr]5.*|t3|z1d, where only the first branch is anchored. */
static int64_t ebs_limit(const struct node *n)
{
	sym label = labels_text(&n->meta.labels, "node.kubernetes.io/instance-type");
	const char *type;

	if (!label.s)
		label = labels_text(&n->meta.labels, "beta.kubernetes.io/instance-type");
	type = sym_text(label);
	if ((*type && strchr("cmr", *type) && type[1] == '5') || strstr(type, "t3") ||
	    strstr(type, "z1d"))
		return EBS_LIMIT_NITRO;
	return EBS_LIMIT;
}

static int64_t other_limit(const struct node *n)
{
	(void)n;
	return 16;
}

static const struct disk_kind ebs = {
	"kubernetes.io/aws-ebs", "attachable-volumes-aws-ebs", ebs_id, ebs_limit
};
static const struct disk_kind gce_pd = {
	"kubernetes.io/gce-pd", "attachable-volumes-gce-pd", gce_id, other_limit
};
static const struct disk_kind azure_disk = {
	"kubernetes.io/azure-disk", "attachable-volumes-azure-disk", azure_id, other_limit
};

/* What one call of filter works with. */
struct tally {
	const struct cycle_input *in;
	const struct disk_kind *kind;
	bool unknown;      /* something could not be read: what is found is a lower bound */
	enum kind missing; /* the first such kind */
};

static void miss(struct tally *t, enum kind kind)
{
	if (!t->unknown)
		t->missing = kind;
	t->unknown = true;
}

/* A claim without a volume counts by the provisioner of its class; no beta annotation here. */
static void count_by_class(struct tally *t, const struct pvc *c, struct volume_ids *ids)
{
	const struct storage_class *class_;

	if (sym_empty(c->spec.storage_class))
		return;
	if (view_coverage(t->in->view, KIND_STORAGE_CLASS) == COVER_NONE) {
		miss(t, KIND_STORAGE_CLASS);
		return;
	}
	class_ = find_class(t->in->view, c->spec.storage_class);
	if (class_ && sym_is(class_->provisioner, t->kind->provisioner))
		volume_ids_add(ids, (struct volume_id){ .handle = c->meta.name,
							.namespace_ = c->meta.namespace_ });
}

static void count_claim(struct tally *t, const struct pvc *c, struct volume_ids *ids)
{
	const struct pv *pv;
	sym id;

	if (sym_empty(c->spec.volume_name)) {
		count_by_class(t, c, ids);
		return;
	}
	if (view_coverage(t->in->view, KIND_PV) == COVER_NONE) {
		miss(t, KIND_PV);
		return;
	}
	pv = find_pv(t->in->view, c->spec.volume_name);
	if (!pv) {
		count_by_class(t, c, ids);
		return;
	}
	id = t->kind->id(&pv->disks);
	if (id.s)
		volume_ids_add(ids, (struct volume_id){ .handle = id });
}

static enum code count_volume(struct tally *t, const struct pod *pod, const struct volume *v,
			      struct volume_ids *ids, struct outcome *out)
{
	sym id = v->disks ? t->kind->id(v->disks) : (sym){ NULL };
	struct volume_claim c;

	if (id.s) {
		volume_ids_add(ids, (struct volume_id){ .handle = id });
		return CODE_SUCCESS;
	}
	c = volume_claim(t->in, pod, v);
	switch (c.lookup) {
	case CLAIM_NONE:
		return CODE_SUCCESS;
	case CLAIM_FOUND:
		count_claim(t, c.pvc, ids);
		return CODE_SUCCESS;
	case CLAIM_MISSING:
		return pod == t->in->pod ? claim_failure(t->in, pod, &c, out) : CODE_SUCCESS;
	case CLAIM_UNREAD:
		miss(t, KIND_PVC);
		return CODE_SUCCESS;
	case CLAIM_UNNAMED:
	case CLAIM_FOREIGN:
		break;
	}
	return claim_failure(t->in, pod, &c, out);
}

static enum code count_pod(struct tally *t, const struct pod *pod, struct volume_ids *ids,
			   struct outcome *out)
{
	for (uint32_t i = 0; i < pod->spec.volumes.n; i++) {
		enum code code = count_volume(t, pod, &pod->spec.volumes.v[i], ids, out);

		if (code != CODE_SUCCESS)
			return code;
	}
	return CODE_SUCCESS;
}

static enum code compare(struct tally *t, const struct node_info *node,
			 const struct volume_ids *wanted, const struct volume_ids *used,
			 struct outcome *out)
{
	const struct quantity *q = resources_get(&node->node->allocatable, t->kind->allocatable);
	int64_t limit = q ? quantity_value(q) : t->kind->limit(node->node);
	size_t more = volume_ids_missing(wanted, used, (sym){ NULL });

	if (limit >= 0 && used->n + more <= (uint64_t)limit)
		return CODE_SUCCESS;
	if (outcome_wants_details(out))
		detail_limit(out, t->kind->provisioner, limit, used->n, more);
	return outcome_reject(out, CODE_UNSCHEDULABLE, REASON);
}

static enum code check_node(struct tally *t, const struct node_info *node,
			    struct volume_ids *wanted, struct volume_ids *used, struct outcome *out)
{
	enum code code = count_pod(t, t->in->pod, wanted, out);

	if (code != CODE_SUCCESS || (!wanted->n && !t->unknown))
		return code;
	if (view_coverage(t->in->view, KIND_CSI_NODE) == COVER_NONE)
		return outcome_unknown(out, t->in->view, KIND_CSI_NODE);
	if (find_csi_node(t->in->view, node))
		return CODE_SUCCESS; /* the in-tree driver is migrated: NodeVolumeLimits counts */
	if (view_hides_pods_on(t->in->view, node))
		miss(t, KIND_POD);
	for (uint32_t i = 0; i < node->pods.n && code == CODE_SUCCESS; i++)
		code = count_pod(t, node->pods.v[i]->pod, used, out);
	if (code != CODE_SUCCESS)
		return code;
	volume_ids_unique(wanted);
	volume_ids_unique(used);
	if (wanted->n)
		code = compare(t, node, wanted, used, out);
	return code == CODE_SUCCESS && t->unknown ? outcome_unknown(out, t->in->view, t->missing) :
						    code;
}

struct intree_limits {
	const struct disk_kind *kind;
};

static enum code prefilter(const struct cycle_input *in, void *state, const struct disk_kind *kind)
{
	struct intree_limits *s = state;

	s->kind = kind;
	for (uint32_t i = 0; i < in->pod->spec.volumes.n; i++) {
		const struct volume *v = &in->pod->spec.volumes.v[i];

		if (volume_has_claim(v) || (v->disks && kind->id(v->disks).s))
			return CODE_SUCCESS;
	}
	return CODE_SKIP;
}

static enum code ebs_prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			       struct outcome *out)
{
	(void)keep;
	(void)out;
	return prefilter(in, state, &ebs);
}

static enum code gce_pd_prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
				  struct outcome *out)
{
	(void)keep;
	(void)out;
	return prefilter(in, state, &gce_pd);
}

static enum code azure_disk_prefilter(const struct cycle_input *in, void *state,
				      struct node_set *keep, struct outcome *out)
{
	(void)keep;
	(void)out;
	return prefilter(in, state, &azure_disk);
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct intree_limits *s = state;
	struct volume_ids wanted = VOLUME_IDS_INIT, used = VOLUME_IDS_INIT;
	struct tally t = { .in = in, .kind = s->kind };
	enum code code = check_node(&t, node, &wanted, &used, out);

	volume_ids_release(&wanted);
	volume_ids_release(&used);
	return code;
}

const struct predicate predicate_ebs_limits = {
	.name = "EBSLimits",
	.summary = N_("how many EBS volumes a node can attach (1.30)"),
	.state_size = sizeof(struct intree_limits),
	.prefilter = ebs_prefilter,
	.filter = filter,
};

const struct predicate predicate_gce_pd_limits = {
	.name = "GCEPDLimits",
	.summary = N_("how many GCE persistent disks a node can attach (1.30)"),
	.state_size = sizeof(struct intree_limits),
	.prefilter = gce_pd_prefilter,
	.filter = filter,
};

const struct predicate predicate_azure_disk_limits = {
	.name = "AzureDiskLimits",
	.summary = N_("how many Azure disks a node can attach (1.30)"),
	.state_size = sizeof(struct intree_limits),
	.prefilter = azure_disk_prefilter,
	.filter = filter,
};
