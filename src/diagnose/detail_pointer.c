#include "diagnose/detail_pointer.h"

#include <string.h>

#include "diagnose/fill.h"
#include "replay/volumes.h"

static bool is_kind(struct object_ref object, enum kind kind)
{
	return strcmp(object.kind, kinds[kind].name) == 0;
}

static bool is_at(const struct detail *d, const char *pointer)
{
	return d->pointer && strcmp(d->pointer, pointer) == 0;
}

static const char *key_below(const char *folder, const char *key, struct arena *arena)
{
	return key ? arena_printf(arena, "%s/%s", folder, pointer_key(arena, key)) : NULL;
}

/* A term asks for labels and for the field metadata.name, which no label can be called. */
static const char *label_pointer(const char *key, struct arena *arena)
{
	if (key && strcmp(key, "metadata.name") == 0)
		return "/metadata/name";
	return key_below("/metadata/labels", key, arena);
}

static const char *node_pointer(const struct detail *d, struct arena *arena)
{
	switch (d->type) {
	case DETAIL_RESOURCE:
		return key_below("/status/allocatable", d->name, arena);
	case DETAIL_TAINT:
		return "/spec/taints";
	case DETAIL_LABEL:
	case DETAIL_TOPOLOGY:
		return label_pointer(d->name, arena);
	case DETAIL_NODE:
		return is_at(d, "/spec/tolerations") ? "/spec/unschedulable" :
		       is_at(d, "/spec/nodeName") ? "/metadata/name" : "/status/declaredFeatures";
	case DETAIL_POD:
	case DETAIL_PORT:
	case DETAIL_CLAIM:
	case DETAIL_VOLUME:
	case DETAIL_DEVICE:
		break;
	}
	return NULL;
}

static const char *claim_pointer(const struct pod_case *k, const struct detail *d)
{
	const struct pvc *c = find_pvc(k->d->view, k->pod->meta.namespace_,
				       view_sym(k->d->view, d->object.name));
	const char *selected = ANNOTATION_SELECTED_NODE "=";

	if (!c)
		return NULL;
	if (d->wanted && strncmp(d->wanted, selected, strlen(selected)) == 0)
		return "/metadata/annotations/volume.kubernetes.io~1selected-node";
	return sym_empty(c->spec.volume_name) ? "/status/phase" : "/spec/volumeName";
}

/* The name of such a detail is a path: "spec.capacity.storage". */
static const char *volume_pointer(const struct detail *d, struct arena *arena)
{
	char *path;

	if (d->type == DETAIL_LABEL)
		return "/spec/nodeAffinity";
	if (!d->name)
		return NULL;
	path = arena_strndup(arena, d->name, strlen(d->name));
	for (char *p = path; *p; p++)
		if (*p == '.')
			*p = '/';
	return arena_printf(arena, "/%s", path);
}

const char *detail_pointer(const struct pod_case *k, const struct detail *d, struct object_ref object,
			   struct arena *arena)
{
	if (!object.kind || !object.name)
		return NULL;
	if (is_kind(object, KIND_NODE))
		return node_pointer(d, arena);
	if (is_kind(object, KIND_PVC))
		return claim_pointer(k, d);
	if (is_kind(object, KIND_PV))
		return volume_pointer(d, arena);
	if (is_kind(object, KIND_POD) && d->type == DETAIL_PORT)
		return "/spec/containers"; /* of the pod that holds it */
	return NULL;
}
