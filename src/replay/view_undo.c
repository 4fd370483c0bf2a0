#include <string.h>

#include "base/die.h"
#include "replay/view_state.h"

struct step *view_record(struct view *v, enum step_kind what)
{
	struct step *s;

	if (!v->recording)
		return &v->unused;
	if (v->log.n == v->log.cap) {
		v->log.cap = v->log.cap ? v->log.cap * 2 : 64;
		v->log.v = xrealloc(v->log.v, v->log.cap * sizeof(struct step));
	}
	s = &v->log.v[v->log.n++];
	*s = (struct step){ .what = what };
	return s;
}

view_mark_t view_mark(const struct view *v)
{
	return v->log.n;
}

static void restore_ports(struct step *s, struct node_info *node)
{
	if (!s->ports.cap)
		return;
	/* Only pods that hold ports get here, so the array once was at least this large. */
	memcpy(node->ports.v, s->ports.v, s->ports.n * sizeof(struct host_port));
	node->ports.n = s->ports.n;
	xfree(s->ports.v);
	s->ports = (struct host_ports){ 0 };
}

static void undo_step(struct view *v, struct step *s)
{
	switch (s->what) {
	case STEP_OBJECT:
		pairmap_put(&v->changed[s->kind], s->object->name.s, s->object->namespace_.s)->cptr =
			s->old;
		break;
	case STEP_LISTED:
		objects_delete(&v->objects[s->kind], s->index);
		break;
	case STEP_UNLISTED:
		objects_insert(&v->objects[s->kind], s->index, s->object);
		break;
	case STEP_BOUND:
		view_detach(v, s->pod, s->index);
		restore_ports(s, s->node);
		break;
	case STEP_UNBOUND:
		view_attach(v, s->pod, s->node, s->index);
		restore_ports(s, s->node);
		break;
	case STEP_NOMINATED:
		pod_infos_delete(&s->node->nominated, s->index);
		break;
	case STEP_UNNOMINATED:
		pod_infos_insert(&s->node->nominated, s->index, s->pod);
		break;
	case STEP_POD_LISTED:
		view_unlist_pod(v, s->pod, s->index);
		break;
	case STEP_POD_UNLISTED:
		view_list_pod(v, s->pod, s->index);
		break;
	case STEP_NODE_LISTED:
		v->nodes_changed--;
		view_unlist_node(v, s->node);
		node_info_release(s->node); /* it came with the change and is gone for good */
		break;
	case STEP_NODE_UNLISTED:
		v->nodes_changed--;
		view_list_node(v, s->node, s->index);
		break;
	}
}

void view_undo(struct view *v, view_mark_t mark)
{
	v->recording = false;
	while (v->log.n > mark)
		undo_step(v, &v->log.v[--v->log.n]);
	v->recording = true;
}
