#include "replay/attach.h"

#include <inttypes.h>
#include <stdio.h>
#include <stdlib.h>

#include "base/die.h"
#include "base/i18n.h"

/* Any total order will do: the sets are only counted. */
static int compare_pointers(const char *a, const char *b)
{
	return (uintptr_t)a < (uintptr_t)b ? -1 : a != b;
}

static int compare_ids(const void *a, const void *b)
{
	const struct volume_id *x = a, *y = b;
	int c = compare_pointers(x->group.s, y->group.s);

	if (!c)
		c = compare_pointers(x->handle.s, y->handle.s);
	return c ? c : compare_pointers(x->namespace_.s, y->namespace_.s);
}

void volume_ids_add(struct volume_ids *ids, struct volume_id id)
{
	if (ids->n == ids->cap) {
		ids->cap = ids->cap ? ids->cap * 2 : 16;
		ids->v = xrealloc(ids->v, ids->cap * sizeof(*ids->v));
	}
	ids->v[ids->n++] = id;
}

void volume_ids_unique(struct volume_ids *ids)
{
	size_t kept = 0;

	if (!ids->n)
		return;
	qsort(ids->v, ids->n, sizeof(*ids->v), compare_ids);
	for (size_t i = 0; i < ids->n; i++)
		if (!kept || compare_ids(&ids->v[kept - 1], &ids->v[i]) != 0)
			ids->v[kept++] = ids->v[i];
	ids->n = kept;
}

size_t volume_ids_count(const struct volume_ids *ids, sym group)
{
	size_t n = 0;

	for (size_t i = 0; i < ids->n; i++)
		n += sym_eq(ids->v[i].group, group);
	return n;
}

size_t volume_ids_missing(const struct volume_ids *a, const struct volume_ids *b, sym group)
{
	size_t n = 0;

	for (size_t i = 0; i < a->n; i++) {
		if (!sym_eq(a->v[i].group, group))
			continue;
		n += !b->n || !bsearch(&a->v[i], b->v, b->n, sizeof(*b->v), compare_ids);
	}
	return n;
}

void volume_ids_release(struct volume_ids *ids)
{
	xfree(ids->v);
	*ids = (struct volume_ids)VOLUME_IDS_INIT;
}

enum code claim_failure(const struct cycle_input *in, const struct pod *pod,
			const struct volume_claim *claim, struct outcome *out)
{
	const char *namespace_ = sym_text(pod->meta.namespace_), *name = sym_text(claim->name);

	switch (claim->lookup) {
	case CLAIM_UNNAMED:
		return outcome_reject(out, CODE_ERROR, "PersistentVolumeClaim had no name");
	case CLAIM_MISSING:
		if (outcome_wants_details(out))
			detail_claim(out, pod, claim->name, NULL, _("not found"));
		return outcome_rejectf(out, CODE_UNRESOLVABLE,
				       "looking up PVC %s/%s: persistentvolumeclaim \"%s\" not found",
				       namespace_, name, name);
	case CLAIM_FOREIGN:
		if (outcome_wants_details(out))
			detail_claim(out, pod, claim->name, _("controlled by the pod"), _("is not"));
		return outcome_rejectf(out, CODE_ERROR,
				       "PVC %s/%s was not created for pod %s/%s (pod is not owner)",
				       namespace_, name, namespace_, sym_text(pod->meta.name));
	case CLAIM_UNREAD:
		return outcome_unknown(out, in->view, KIND_PVC);
	case CLAIM_NONE:
	case CLAIM_FOUND:
		break;
	}
	return CODE_SUCCESS;
}

void detail_limit(struct outcome *out, const char *driver, int64_t limit, size_t used,
		  size_t wanted)
{
	char more[48], full[96];
	struct detail d = { .type = DETAIL_VOLUME, .name = driver, .wanted = more, .observed = full };

	snprintf(more, sizeof(more), _("%zu more"), wanted);
	snprintf(full, sizeof(full), _("%zu of %lld attached"), used, (long long)limit);
	outcome_detail(out, &d);
}
