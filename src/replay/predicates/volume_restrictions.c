/*
 * Mirrors pkg/scheduler/framework/plugins/volumerestrictions/volume_restrictions.go, v1.36.
 * Known differences: none.
 *
 * Quirks kept: the number of ReadWriteOncePod conflicts is one for the whole cluster, it starts
 * as a count of claims and is then changed per volume, and pods that come or go are compared by
 * the claim's name without its namespace.
 */
#include "base/i18n.h"
#include "replay/volumes.h"

#define REASON_DISK "node(s) had no available disk"
#define REASON_RWOP                                                                            \
	"node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "  \
	"already in-use by another pod"
#define REASON_RWOP_OLD                                                                        \
	"node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod "    \
	"access mode"

struct volume_restrictions {
	bool has_disks;     /* inline volumes of a kind that pods cannot share freely */
	struct syms claims; /* names of the ReadWriteOncePod claims, none twice */
	const struct pod **users; /* per claim: a pod that used it when the cycle began, or NULL */
	int64_t conflicts;
};

static bool is_exclusive_disk(const struct volume *v)
{
	const struct disks *d = v->disks;

	return d && (d->gce || d->aws || d->rbd || d->iscsi);
}

static bool syms_have(const struct syms *list, sym s)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (sym_same(list->v[i], s))
			return true;
	return false;
}

static bool is_read_write_once_pod(const struct pvc *c)
{
	for (uint32_t i = 0; i < c->spec.access_modes.n; i++)
		if (sym_is(c->spec.access_modes.v[i], "ReadWriteOncePod"))
			return true;
	return false;
}

/* The claims of the pod that only one pod may use; false: *ret_code says why not. */
static bool collect_claims(const struct cycle_input *in, struct volume_restrictions *s,
			   struct outcome *out, enum code *ret_code)
{
	const struct volumes *volumes = &in->pod->spec.volumes;

	s->claims.v = ARENA_ARRAY(in->arena, volumes->n + 1, sym);
	for (uint32_t i = 0; i < volumes->n; i++) {
		const struct claim_source *source = volumes->v[i].claim;
		struct volume_claim c;

		if (!source)
			continue;
		c = volume_claim(in, in->pod, &volumes->v[i]);
		if (c.lookup == CLAIM_UNREAD) {
			*ret_code = outcome_unknown(out, in->view, KIND_PVC);
			return false;
		}
		if (!c.pvc) {
			*ret_code = reject_claim(in, c.name, out, _("not found"),
						 "persistentvolumeclaim \"%s\" not found",
						 sym_text(c.name));
			return false;
		}
		if (is_read_write_once_pod(c.pvc) && !syms_have(&s->claims, c.name))
			s->claims.v[s->claims.n++] = c.name;
	}
	return true;
}

static bool uses_claim(const struct pod *p, sym name)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++) {
		const struct claim_source *c = p->spec.volumes.v[i].claim;

		if (c && sym_same(c->claim_name, name))
			return true;
	}
	return false;
}

/* A pod on a node that uses the claim, or NULL. */
static const struct pod *claim_user(const struct cycle_input *in, sym name)
{
	const struct pod_infos *pods = view_pods(in->view);

	for (uint32_t i = 0; i < pods->n; i++) {
		const struct pod_info *p = pods->v[i];

		if (p->node && sym_same(p->pod->meta.namespace_, in->pod->meta.namespace_) &&
		    uses_claim(p->pod, name))
			return p->pod;
	}
	return NULL;
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	struct volume_restrictions *s = state;
	enum code code = CODE_SUCCESS;

	(void)keep;
	for (uint32_t i = 0; i < in->pod->spec.volumes.n; i++)
		s->has_disks |= is_exclusive_disk(&in->pod->spec.volumes.v[i]);
	if (!collect_claims(in, s, out, &code))
		return code;
	s->users = ARENA_ARRAY(in->arena, s->claims.n, const struct pod *);
	for (uint32_t i = 0; i < s->claims.n; i++) {
		s->users[i] = claim_user(in, s->claims.v[i]);
		s->conflicts += s->users[i] != NULL;
	}
	if (s->claims.n && !s->conflicts && view_hides_pods_nearby(in->view))
		return outcome_unknown(out, in->view, KIND_POD);
	return s->has_disks || s->conflicts ? CODE_SUCCESS : CODE_SKIP;
}

static bool both_read_only(enum tri a, enum tri b)
{
	return a == TRI_TRUE && b == TRI_TRUE;
}

static bool share_element(const struct syms *a, const struct syms *b)
{
	for (uint32_t i = 0; i < a->n; i++)
		if (syms_have(b, a->v[i]))
			return true;
	return false;
}

/* The name of the shared disk, or NULL where both pods may use theirs. */
static const char *shared_disk(const struct disks *a, const struct disks *b)
{
	if (!a || !b)
		return NULL;
	if (a->gce && b->gce && sym_same(a->gce->pd_name, b->gce->pd_name) &&
	    !both_read_only(a->gce->read_only, b->gce->read_only))
		return sym_text(a->gce->pd_name);
	if (a->aws && b->aws && sym_same(a->aws->volume_id, b->aws->volume_id))
		return sym_text(a->aws->volume_id);
	if (a->iscsi && b->iscsi && sym_same(a->iscsi->iqn, b->iscsi->iqn) &&
	    !both_read_only(a->iscsi->read_only, b->iscsi->read_only))
		return sym_text(a->iscsi->iqn);
	if (a->rbd && b->rbd && share_element(&a->rbd->monitors, &b->rbd->monitors) &&
	    sym_same(a->rbd->pool, b->rbd->pool) && sym_same(a->rbd->image, b->rbd->image) &&
	    !both_read_only(a->rbd->read_only, b->rbd->read_only))
		return sym_text(a->rbd->image);
	return NULL;
}

static const char *disk_in_use(const struct volume *v, const struct node_info *node,
			       const struct pod **ret_user)
{
	for (uint32_t i = 0; i < node->pods.n; i++) {
		const struct pod *p = node->pods.v[i]->pod;

		for (uint32_t j = 0; j < p->spec.volumes.n; j++) {
			const char *disk = shared_disk(v->disks, p->spec.volumes.v[j].disks);

			*ret_user = p;
			if (disk)
				return disk;
		}
	}
	return NULL;
}

static void detail_disk(struct outcome *out, const char *disk, uint32_t volume,
			const struct pod *user)
{
	struct detail d = {
		.type = DETAIL_POD,
		.name = arena_printf(out->arena, _("disk %s"), disk),
		.object = object_ref_of(KIND_POD, &user->meta),
		.pointer = arena_printf(out->arena, "/spec/volumes/%u", (unsigned)volume),
	};

	outcome_detail(out, &d);
}

static void detail_claim_users(const struct cycle_input *in, const struct volume_restrictions *s,
			       struct outcome *out)
{
	for (uint32_t i = 0; i < s->claims.n; i++) {
		const struct pod *user = s->users[i];
		struct detail d = { .type = DETAIL_POD, .name = "ReadWriteOncePod" };

		if (!user)
			continue;
		detail_claim(out, in->pod, s->claims.v[i], NULL,
			     arena_printf(out->arena, _("in use by %s"),
					  sym_text(user->meta.name)));
		d.object = object_ref_of(KIND_POD, &user->meta);
		d.observed = sym_text(user->spec.node_name);
		outcome_detail(out, &d);
	}
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	const struct volume_restrictions *s = state;
	const struct volumes *volumes = &in->pod->spec.volumes;

	for (uint32_t i = 0; s->has_disks && i < volumes->n; i++) {
		const struct pod *user = NULL;
		const char *disk;

		if (!is_exclusive_disk(&volumes->v[i]))
			continue;
		disk = disk_in_use(&volumes->v[i], node, &user);
		if (!disk)
			continue;
		if (outcome_wants_details(out))
			detail_disk(out, disk, i, user);
		return outcome_reject(out, CODE_UNSCHEDULABLE, REASON_DISK);
	}
	if (s->conflicts > 0) {
		if (outcome_wants_details(out))
			detail_claim_users(in, s, out);
		return outcome_reject(out, CODE_UNSCHEDULABLE,
				      in->release->rwop_new_text ? REASON_RWOP : REASON_RWOP_OLD);
	}
	/* Where disks of other pods may not be visible, none found proves nothing. */
	if (s->has_disks && view_hides_pods_on(in->view, node))
		return outcome_unknown(out, in->view, KIND_POD);
	return CODE_SUCCESS;
}

static int64_t volumes_on_claims(const struct volume_restrictions *s, const struct pod *p)
{
	int64_t n = 0;

	for (uint32_t i = 0; i < p->spec.volumes.n; i++) {
		const struct claim_source *c = p->spec.volumes.v[i].claim;

		n += c && syms_have(&s->claims, c->claim_name);
	}
	return n;
}

static void add_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		    const struct node_info *node)
{
	struct volume_restrictions *s = state;

	(void)in;
	(void)node;
	s->conflicts += volumes_on_claims(s, pod->pod);
}

static void remove_pod(const struct cycle_input *in, void *state, const struct pod_info *pod,
		       const struct node_info *node)
{
	struct volume_restrictions *s = state;

	(void)in;
	(void)node;
	s->conflicts -= volumes_on_claims(s, pod->pod);
}

const struct predicate predicate_volume_restrictions = {
	.name = "VolumeRestrictions",
	.summary = N_("disks and ReadWriteOncePod claims that another pod already uses"),
	.state_size = sizeof(struct volume_restrictions),
	.prefilter = prefilter,
	.filter = filter,
	.add_pod = add_pod,
	.remove_pod = remove_pod,
};
