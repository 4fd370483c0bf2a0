/*
 * Mirrors pkg/scheduler/framework/plugins/nodevolumelimits/csi.go, v1.36; what v1.30 to v1.35 do
 * otherwise is switched by the release.
 * Known differences: the alpha gate VolumeLimitScaling is taken to be off, its default.
 *
 * What a volume counts as does not depend on the node, except that in-tree volumes count only
 * where a CSINode exists; so volumes are resolved first and asked for that afterwards.
 */
#include <string.h>

#include "base/i18n.h"
#include "base/pairmap.h"
#include "base/sha1.h"
#include "model/quantity.h"
#include "replay/attach.h"
#include "replay/intree.h"

#define REASON "node(s) exceed max volume count"
#define ALLOCATABLE_PREFIX "attachable-volumes-"
#define ALLOCATABLE_CSI_PREFIX ALLOCATABLE_PREFIX "csi-"
#define ALLOCATABLE_NAME_MAX 63
#define ALLOCATABLE_DRIVER_CUT 23
#define ALLOCATABLE_HASH_CUT 16

enum resolution {
	RESOLVED_NOTHING, /* does not count */
	RESOLVED_ID,
	RESOLVED_CLAIM,   /* the claim is missing, foreign, unread or has no name */
	RESOLVED_BROKEN,  /* an inline volume that cannot be translated */
	RESOLVED_UNREAD,  /* depends on an object that could not be read */
};

struct resolved {
	enum resolution is;
	enum intree via; /* counts only on nodes where this plugin is on */
	struct volume_id id;
	struct volume_claim claim;
	const char *error; /* BROKEN */
	enum kind unread;
};

struct driver { /* of a volume that the pod brings */
	sym name;
	const char *allocatable; /* entry of the Node that may limit it, NULL: none in this release */
};

struct attachment { /* one that may count, in the list of its node */
	struct attachment *next;
	struct volume_id id;
};

struct node_volume_limits {
	sym intree_drivers[INTREE_COUNT];
	struct { struct resolved *v; uint32_t n; } own; /* per volume of the pod */
	struct { struct driver *v; uint32_t n; } drivers;
	struct pairmap attachments; /* node name -> struct attachment */
};

static struct resolved nothing(void)
{
	return (struct resolved){ .is = RESOLVED_NOTHING };
}

static struct resolved unread(enum kind kind)
{
	return (struct resolved){ .is = RESOLVED_UNREAD, .unread = kind };
}

static struct resolved resolve_inline(const struct cycle_input *in,
				      const struct node_volume_limits *s, const struct volume *v)
{
	enum intree t = intree_of_disks(v->disks);
	struct resolved r = { .is = RESOLVED_ID, .via = t };

	if (!intree_is_translated(t, in->release))
		return nothing();
	r.id.group = s->intree_drivers[t];
	r.error = intree_handle(t, v->disks, NULL, in->syms, in->arena, &r.id.handle);
	if (r.error)
		r.is = RESOLVED_BROKEN;
	if (!r.id.handle.s)
		r.id.handle = sym_intern(in->syms, "", 0);
	return r;
}

/* A claim without a volume counts for the provisioner of its class. */
static struct resolved resolve_by_class(const struct cycle_input *in,
					const struct node_volume_limits *s, const struct pvc *c)
{
	struct resolved r = { .is = RESOLVED_ID };
	const struct storage_class *class_;

	if (sym_empty(pvc_class(c)))
		return nothing();
	if (view_coverage(in->view, KIND_STORAGE_CLASS) == COVER_NONE)
		return unread(KIND_STORAGE_CLASS);
	class_ = find_class(in->view, pvc_class(c));
	if (!class_)
		return nothing();
	r.via = intree_of_provisioner(class_->provisioner);
	if (r.via != INTREE_NONE && !intree_is_translated(r.via, in->release))
		return nothing();
	r.id.group = r.via == INTREE_NONE ? class_->provisioner : s->intree_drivers[r.via];
	r.id.handle = c->meta.name;
	r.id.namespace_ = c->meta.namespace_;
	return sym_empty(r.id.group) ? nothing() : r;
}

static struct resolved resolve_pv(const struct cycle_input *in,
				  const struct node_volume_limits *s, const struct pv *pv)
{
	struct resolved r = { .is = RESOLVED_ID };

	if (pv->csi) {
		r.id.group = pv->csi->driver;
		r.id.handle = pv->csi->handle;
	} else {
		r.via = intree_of_disks(&pv->disks);
		if (!intree_is_translated(r.via, in->release) ||
		    intree_handle(r.via, &pv->disks, &pv->meta.labels, in->syms, in->arena,
				  &r.id.handle))
			return nothing();
		r.id.group = s->intree_drivers[r.via];
	}
	return sym_empty(r.id.group) || sym_empty(r.id.handle) ? nothing() : r;
}

static struct resolved resolve_volume(const struct cycle_input *in,
				      const struct node_volume_limits *s, const struct pod *pod,
				      const struct volume *v)
{
	struct resolved r = { .is = RESOLVED_CLAIM, .claim = volume_claim(in, pod, v) };
	const struct pvc *c = r.claim.pvc;
	const struct pv *pv;

	if (r.claim.lookup == CLAIM_NONE)
		return resolve_inline(in, s, v);
	if (r.claim.lookup != CLAIM_FOUND)
		return r;
	if (sym_empty(c->spec.volume_name))
		return resolve_by_class(in, s, c);
	if (view_coverage(in->view, KIND_PV) == COVER_NONE)
		return unread(KIND_PV);
	pv = find_pv(in->view, c->spec.volume_name);
	return pv ? resolve_pv(in, s, pv) : resolve_by_class(in, s, c);
}

/* The Node's allocatable entry for a CSI driver; a long name is cut and hashed. */
static const char *allocatable_name(struct arena *arena, const char *driver)
{
	size_t len = strlen(driver);
	char hash[SHA1_HEX_SIZE];

	if (strlen(ALLOCATABLE_CSI_PREFIX) + len < ALLOCATABLE_NAME_MAX)
		return arena_printf(arena, ALLOCATABLE_CSI_PREFIX "%s", driver);
	sha1_hex(driver, len, hash);
	return arena_printf(arena, ALLOCATABLE_CSI_PREFIX "%.*s%.*s", ALLOCATABLE_DRIVER_CUT, driver,
			    ALLOCATABLE_HASH_CUT, hash);
}

static bool brings_driver(const struct node_volume_limits *s, sym name)
{
	for (uint32_t i = 0; i < s->drivers.n; i++)
		if (sym_eq(s->drivers.v[i].name, name))
			return true;
	return false;
}

static void resolve_own(const struct cycle_input *in, struct node_volume_limits *s)
{
	const struct volumes *volumes = &in->pod->spec.volumes;

	s->own.v = ARENA_ARRAY(in->arena, volumes->n, struct resolved);
	s->own.n = volumes->n;
	s->drivers.v = ARENA_ARRAY(in->arena, volumes->n, struct driver);
	for (uint32_t i = 0; i < volumes->n; i++) {
		struct resolved *r = &s->own.v[i];

		*r = resolve_volume(in, s, in->pod, &volumes->v[i]);
		if (r->is != RESOLVED_ID || brings_driver(s, r->id.group))
			continue;
		s->drivers.v[s->drivers.n++] = (struct driver){
			.name = r->id.group,
			.allocatable = in->release->node_attach_limits ?
					       allocatable_name(in->arena, r->id.group.s) : NULL,
		};
	}
}

/* Only attachments of the pod's drivers count, and only those of CSI volumes that exist. */
static void collect_attachments(const struct cycle_input *in, struct node_volume_limits *s)
{
	const struct objects *all;

	pairmap_init(&s->attachments, in->arena);
	if (!s->drivers.n || !in->release->count_attachments ||
	    view_coverage(in->view, KIND_VOLUME_ATTACHMENT) == COVER_ABSENT)
		return; /* whether a verdict leans on their absence is seen per node */
	all = view_objects(in->view, KIND_VOLUME_ATTACHMENT);
	for (size_t i = 0; i < all->n; i++) {
		const void *object = all->v[i];
		const struct volume_attachment *a = object;
		const struct pv *pv;
		union pairmap_value *head;
		struct attachment *item;

		if (!brings_driver(s, a->attacher) || sym_empty(a->node_name))
			continue;
		pv = find_pv(in->view, a->pv_name);
		if (!pv || !pv->csi)
			continue;
		item = ARENA_NEW(in->arena, struct attachment);
		item->id = (struct volume_id){ .group = a->attacher, .handle = pv->csi->handle };
		head = pairmap_put(&s->attachments, a->node_name.s, NULL);
		item->next = head->ptr;
		head->ptr = item;
	}
}

static enum code prefilter(const struct cycle_input *in, void *state, struct node_set *keep,
			   struct outcome *out)
{
	const struct volumes *volumes = &in->pod->spec.volumes;
	struct node_volume_limits *s = state;
	bool countable = false;

	(void)keep;
	for (uint32_t i = 0; i < volumes->n; i++)
		countable |= volume_has_claim(&volumes->v[i]) ||
			     intree_of_disks(volumes->v[i].disks) != INTREE_NONE;
	if (!countable)
		return CODE_SKIP;
	if (pod_has_claims(in->pod) && view_coverage(in->view, KIND_PVC) == COVER_NONE)
		return outcome_unknown(out, in->view, KIND_PVC);
	for (enum intree t = INTREE_NONE + 1; t < INTREE_COUNT; t++)
		s->intree_drivers[t] = view_sym(in->view, intree_driver(t));
	resolve_own(in, s);
	collect_attachments(in, s);
	return CODE_SUCCESS;
}

/* What one call of filter works with. */
struct tally {
	const struct cycle_input *in;
	const struct node_volume_limits *s;
	const struct node_info *node;
	const struct csi_node *csi_node;
	struct volume_ids wanted, used;
	/* What could not be read; then what is counted is a lower bound. */
	struct gap { bool open; enum kind kind; } own, others;
	bool limited; /* a wanted volume is of a driver with a limit */
};

static void miss(struct gap *g, enum kind kind)
{
	if (!g->open)
		g->kind = kind;
	g->open = true;
}

static bool counts_here(const struct tally *t, const struct resolved *r)
{
	if (r->via == INTREE_NONE)
		return true;
	if (r->via == INTREE_PORTWORX && t->in->release->portworx == PORTWORX_ANNOTATED)
		return intree_is_migrated(r->via, t->csi_node);
	return t->csi_node != NULL;
}

static enum code broken_volume(const struct volume *v, const struct resolved *r,
			       struct outcome *out)
{
	return outcome_rejectf(out, CODE_ERROR, "converting volume(%s) from inline to csi: %s",
			       sym_text(v->name), r->error);
}

/* Adds the pod's own volumes to t->wanted. */
static enum code count_own(struct tally *t, struct outcome *out)
{
	const struct pod *pod = t->in->pod;

	for (uint32_t i = 0; i < t->s->own.n; i++) {
		const struct resolved *r = &t->s->own.v[i];

		if (!counts_here(t, r))
			continue;
		switch (r->is) {
		case RESOLVED_ID:
			volume_ids_add(&t->wanted, r->id);
			break;
		case RESOLVED_UNREAD:
			miss(&t->own, r->unread);
			break;
		case RESOLVED_CLAIM:
			return claim_failure(t->in, pod, &r->claim, out);
		case RESOLVED_BROKEN:
			return broken_volume(&pod->spec.volumes.v[i], r, out);
		case RESOLVED_NOTHING:
			break;
		}
	}
	volume_ids_unique(&t->wanted);
	return CODE_SUCCESS;
}

/* Adds one volume of a pod on the node to t->used, if it is of a driver that matters. */
static enum code count_existing(struct tally *t, const struct pod *pod, const struct volume *v,
				struct outcome *out)
{
	struct resolved r = resolve_volume(t->in, t->s, pod, v);

	if (!counts_here(t, &r))
		return CODE_SUCCESS;
	switch (r.is) {
	case RESOLVED_ID:
		if (brings_driver(t->s, r.id.group))
			volume_ids_add(&t->used, r.id);
		break;
	case RESOLVED_UNREAD:
		miss(&t->others, r.unread);
		break;
	case RESOLVED_CLAIM:
		if (r.claim.lookup == CLAIM_UNREAD)
			miss(&t->others, KIND_PVC);
		else if (r.claim.lookup != CLAIM_MISSING)
			return claim_failure(t->in, pod, &r.claim, out);
		break;
	case RESOLVED_BROKEN:
		return broken_volume(v, &r, out);
	case RESOLVED_NOTHING:
		break;
	}
	return CODE_SUCCESS;
}

static enum code count_used(struct tally *t, struct outcome *out)
{
	if (view_hides_pods_on(t->in->view, t->node))
		miss(&t->others, KIND_POD);
	for (uint32_t i = 0; i < t->node->pods.n; i++) {
		const struct pod *pod = t->node->pods.v[i]->pod;

		for (uint32_t j = 0; j < pod->spec.volumes.n; j++) {
			enum code code = count_existing(t, pod, &pod->spec.volumes.v[j], out);

			if (code != CODE_SUCCESS)
				return code;
		}
	}
	volume_ids_unique(&t->used);
	return CODE_SUCCESS;
}

static bool node_has_limits(const struct tally *t)
{
	const struct resources *allocatable = &t->node->node->allocatable;

	for (uint32_t i = 0; t->csi_node && i < t->csi_node->drivers.n; i++)
		if (t->csi_node->drivers.v[i].count.set)
			return true;
	for (uint32_t i = 0; t->in->release->node_attach_limits && i < allocatable->n; i++)
		if (strncmp(sym_text(allocatable->v[i].name), ALLOCATABLE_PREFIX,
			    strlen(ALLOCATABLE_PREFIX)) == 0)
			return true;
	return false;
}

/* The limit of a driver on the node: the CSINode's count before the Node's allocatable entry. */
static struct opt_i64 driver_limit(const struct tally *t, const struct driver *d)
{
	const struct quantity *q = NULL;
	struct opt_i64 limit = { false, 0 };

	for (uint32_t i = 0; t->csi_node && i < t->csi_node->drivers.n; i++) {
		const struct csi_node_driver *driver = &t->csi_node->drivers.v[i];

		if (driver->count.set && sym_eq(driver->name, d->name))
			limit = driver->count;
	}
	if (!limit.set && d->allocatable)
		q = resources_get(&t->node->node->allocatable, d->allocatable);
	if (q)
		limit = (struct opt_i64){ true, quantity_value(q) };
	return limit;
}

/* Notes what a verdict on attachments rests on. */
static void look_at_attachments(struct tally *t)
{
	const struct view *v = t->in->view;

	if (!t->in->release->count_attachments)
		return;
	if (view_objects(v, KIND_VOLUME_ATTACHMENT)->n &&
	    view_coverage(v, KIND_PV) == COVER_NONE)
		miss(&t->others, KIND_PV);
	if (view_coverage(v, KIND_VOLUME_ATTACHMENT) == COVER_NONE)
		miss(&t->others, KIND_VOLUME_ATTACHMENT);
}

/* Attached volumes of a driver that no pod on the node uses; a wanted one is counted here too. */
static size_t lingering_attachments(struct tally *t, sym driver)
{
	union pairmap_value *head = pairmap_get(&t->s->attachments, t->node->node->meta.name.s, NULL);
	struct volume_ids attached = VOLUME_IDS_INIT;
	size_t n;

	for (const struct attachment *a = head ? head->cptr : NULL; a; a = a->next)
		volume_ids_add(&attached, a->id);
	volume_ids_unique(&attached);
	n = volume_ids_missing(&attached, &t->used, driver);
	volume_ids_release(&attached);
	return n;
}

static enum code check_driver(struct tally *t, const struct driver *d, struct outcome *out)
{
	struct opt_i64 limit = driver_limit(t, d);
	size_t wanted = volume_ids_missing(&t->wanted, &t->used, d->name), used;

	if (!limit.set || !wanted)
		return CODE_SUCCESS;
	t->limited = true;
	look_at_attachments(t);
	used = volume_ids_count(&t->used, d->name) + lingering_attachments(t, d->name);
	if (limit.v >= 0 && wanted + used <= (uint64_t)limit.v)
		return CODE_SUCCESS;
	if (outcome_wants_details(out))
		detail_limit(out, d->name.s, limit.v, used, wanted);
	return outcome_reject(out, CODE_UNSCHEDULABLE, REASON);
}

static enum code check_limits(struct tally *t, struct outcome *out)
{
	enum code code = count_own(t, out);

	if (code != CODE_SUCCESS || (!t->wanted.n && !t->own.open) || !node_has_limits(t))
		return code;
	code = count_used(t, out);
	for (uint32_t i = 0; i < t->s->drivers.n && code == CODE_SUCCESS; i++)
		code = check_driver(t, &t->s->drivers.v[i], out);
	if (code != CODE_SUCCESS)
		return code;
	if (t->own.open)
		return outcome_unknown(out, t->in->view, t->own.kind);
	if (t->others.open && t->limited)
		return outcome_unknown(out, t->in->view, t->others.kind);
	return CODE_SUCCESS;
}

/* Does the verdict rest on the node's CSINode: could a volume of the pod count? */
static bool may_count(const struct node_volume_limits *s)
{
	for (uint32_t i = 0; i < s->own.n; i++)
		if (s->own.v[i].is != RESOLVED_NOTHING)
			return true;
	return false;
}

static enum code filter(const struct cycle_input *in, const void *state,
			const struct node_info *node, struct outcome *out)
{
	struct tally t = { .in = in, .s = state, .node = node };
	enum code code;

	if (!may_count(t.s))
		return CODE_SUCCESS;
	if (view_coverage(in->view, KIND_CSI_NODE) == COVER_NONE)
		return outcome_unknown(out, in->view, KIND_CSI_NODE);
	t.csi_node = find_csi_node(in->view, node);
	code = check_limits(&t, out);
	volume_ids_release(&t.wanted);
	volume_ids_release(&t.used);
	return code;
}

const struct predicate predicate_node_volume_limits = {
	.name = "NodeVolumeLimits",
	.summary = N_("how many volumes of a CSI driver a node can attach"),
	.state_size = sizeof(struct node_volume_limits),
	.prefilter = prefilter,
	.filter = filter,
};
