/*
 * The cluster as the scheduler would see it, plus an overlay that can be undone.
 *
 * A view starts as the cluster.  Objects can be put (added or replaced, by kind, namespace and
 * name) and removed; view_mark() and view_undo() bracket such changes.  Node accounting (pods,
 * requests, ports, nominations) follows each change.  Nominated pods, preemption, what-if, fixes,
 * moves and manifests all use this one mechanism.
 * A cycle (replay/cycle.h) reads the view when it starts: after a change, start a new cycle, or
 * tell it of the change through its add_pod and remove_pod hooks as the scheduler does.
 *
 * Nothing here depends on the order of the input: nodes and objects are sorted by namespace and
 * name, pods by creation time first (the order in which the scheduler would learn of them).
 */
#ifndef REPLAY_VIEW_H
#define REPLAY_VIEW_H

#include "model/cluster.h"
#include "replay/pod_groups.h"
#include "replay/release.h"
#include "replay/requests.h"

struct node_info;

/* A pod in the view, with what was worked out about it once. */
struct pod_info {
	const struct pod *pod;
	struct node_info *node;  /* NULL: unbound, or on a node that does not exist */
	struct pod_group *group;
	uint32_t place;		 /* in the group's list */
	bool terminating;
	struct amounts requests; /* the form for bound pods (status-aware); pods is 1 */
	struct host_ports ports;
};

struct node_info {
	const struct node *node;
	uint32_t index;              /* in the view, which is sorted by name */
	struct pod_infos pods;       /* counted pods, in the view's pod order */
	struct pod_infos nominated;  /* unbound pods whose status names this node, of any scheduler */
	struct amounts allocatable, used; /* used.pods counts the pods */
	struct host_ports ports;     /* a set without counts, as the scheduler keeps it */
};

struct view;

struct view *view_new(const struct cluster *c, const struct release *r);
void view_free(struct view *v);

const struct cluster *view_cluster(const struct view *v);
const struct release *view_release(const struct view *v);
sym view_sym(const struct view *v, const char *text); /* interned, for comparing with model syms */

uint32_t view_node_count(const struct view *v);
struct node_info *view_node(const struct view *v, uint32_t index); /* sorted by name */
struct node_info *view_find_node(const struct view *v, sym name);  /* NULL if it does not exist */
const struct pod_infos *view_pods(const struct view *v); /* all pods that are not finished */
const struct pod_groups *view_pod_groups(const struct view *v); /* the same pods */
struct pod_info *view_find_pod(const struct view *v, sym namespace_, sym name);

/*
 * Lookup and listing by kind, overlay included.  A lookup in a kind that the snapshot lacks is
 * remembered: view_leaned() has its bit, and the diagnosis becomes `likely`.
 */
const struct meta *view_find(const struct view *v, enum kind kind, sym namespace_, sym name);
const struct objects *view_objects(const struct view *v, enum kind kind); /* sorted */
enum coverage view_coverage(const struct view *v, enum kind kind);
/*
 * Whether there may be pods that the view does not have because they could not be read: with a node
 * in the subject's namespace, on one node, or with rules about other pods.  What they could make
 * worse is not known.
 */
bool view_hides_pods_nearby(const struct view *v);
bool view_hides_pods_on(const struct view *v, const struct node_info *n);
bool view_hides_pod_rules(const struct view *v);
bool view_hides_nodes(const struct view *v); /* nodes that could not be read, others could */
uint64_t view_leaned(const struct view *v); /* bits 1 << kind */
void view_reset_leaned(struct view *v);

#define VIEW_FIND(v, KIND, type, ns, name)                                                     \
	((const struct type *)(const void *)view_find((v), KIND_##KIND, (ns), (name)))

/* Changes.  Objects stay borrowed and have to outlive the view. */
typedef size_t view_mark_t;
view_mark_t view_mark(const struct view *v);
void view_undo(struct view *v, view_mark_t mark);
void view_put(struct view *v, enum kind kind, const struct meta *object);
void view_remove(struct view *v, enum kind kind, const struct meta *object);
/*
 * Node accounting alone, without touching lookups: what dry runs and nominations use.  A nominated
 * pod is bound for a moment and unbound again.
 */
void view_unbind(struct view *v, struct pod_info *p);
void view_bind(struct view *v, struct pod_info *p, struct node_info *node);

#endif
