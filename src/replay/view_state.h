/*
 * Inside the view, shared by the files that make it up:
 *	view.c         life, lookups, objects by kind
 *	view_nodes.c   which pod is on which node, and what that adds up to
 *	view_lists.c   sorted lists
 *	view_undo.c    the log of changes
 *	view_hidden.c  what could not be read
 */
#ifndef REPLAY_VIEW_STATE_H
#define REPLAY_VIEW_STATE_H

#include "replay/view.h"

enum step_kind {
	STEP_OBJECT,     /* overlay entry of (kind, key) was `old` */
	STEP_LISTED,     /* object was put into the list at index */
	STEP_UNLISTED,   /* object was taken out of the list at index */
	STEP_BOUND,      /* pod went to node at index */
	STEP_UNBOUND,    /* pod left node at index */
	STEP_NOMINATED,  /* pod was put into node->nominated at index */
	STEP_UNNOMINATED,
	STEP_POD_LISTED, /* pod info was put into the pod list at index */
	STEP_POD_UNLISTED,
	STEP_NODE_LISTED, /* node info was put into the node list at index */
	STEP_NODE_UNLISTED,
};

struct step { /* one change, with what undoing it needs */
	enum step_kind what;
	enum kind kind;
	uint32_t index;
	const struct meta *object;
	const void *old;
	struct pod_info *pod;
	struct node_info *node;
	struct host_ports ports; /* of the node before a pod with ports came or left; owned copy */
};

struct hidden { /* pods and nodes that could not be read: see view.h */
	bool anywhere, nearby, rules, nodes;
	struct pairmap on; /* names of nodes that such pods are on */
};

struct view {
	const struct cluster *cluster;
	const struct release *release;
	struct arena *arena;
	struct objects objects[KIND_COUNT]; /* owned arrays, sorted */
	struct pairmap changed[KIND_COUNT]; /* overlay: key -> object, removed_mark, or NULL: as read */
	struct { struct node_info **v; uint32_t n, cap; } nodes;
	struct pairmap node_by_name; /* -> struct node_info; NULL: removed */
	struct pod_infos pods;
	struct pod_groups groups;
	struct hidden hidden;
	struct pairmap pod_by_key;
	struct pairmap *topologies; /* key -> struct topology, of the nodes as they were at first */
	uint32_t nodes_changed;     /* how many changes of the list of nodes are in the log */
	struct { struct step *v; size_t n, cap; } log;
	bool recording; /* false while the view is built or undone */
	struct step unused; /* written instead of the log while not recording, never read */
	uint64_t *leaned;
};

/* view_undo.c: a new entry of the log, or a place to write to while nothing is recorded. */
struct step *view_record(struct view *v, enum step_kind what);

/* view_lists.c.  *_place(): where the element belongs. */
void pod_infos_delete(struct pod_infos *l, uint32_t at);
uint32_t pod_infos_find(const struct pod_infos *l, const struct pod_info *p);
uint32_t pod_infos_place(const struct pod_infos *l, const struct pod_info *p);
void objects_sort(struct objects *l, enum kind kind);
uint32_t objects_place(const struct objects *l, enum kind kind, const struct meta *object);
void objects_insert(struct objects *l, size_t at, const struct meta *object);
void objects_delete(struct objects *l, size_t at);

/* view_hidden.c: once, when the view is made. */
void view_look_for_hidden(struct view *v);

/* view_nodes.c.  Changes are recorded; the attach and list functions are what undo calls. */
void view_add_pod(struct view *v, const struct pod *pod);
void view_drop_pod(struct view *v, struct pod_info *p);
void view_add_node(struct view *v, const struct node *node);
void view_drop_node(struct view *v, struct node_info *n);
void view_settle_pods_of(struct view *v, const struct node *node);
void view_list_pod(struct view *v, struct pod_info *p, uint32_t at);
void view_unlist_pod(struct view *v, struct pod_info *p, uint32_t at);
void view_attach(struct view *v, struct pod_info *p, struct node_info *node, uint32_t at);
void view_detach(struct view *v, struct pod_info *p, uint32_t at);
void view_list_node(struct view *v, struct node_info *n, uint32_t at);
void view_unlist_node(struct view *v, struct node_info *n);
void node_info_release(struct node_info *n);

#endif
