/*
 * One filter plugin of kube-scheduler.  A predicate is one file in replay/predicates/ and one line
 * in replay/predicates.def.
 *
 * The scheduler asks the plugins of a profile in order and stops at a node's first rejection; we
 * ask each of them alone on every node, also after another one has rejected.  So nothing may rest
 * on an earlier plugin having passed, except through its own prefilter.
 * All functions are pure: no I/O, no clock, no log; they allocate from the cycle's arena and write
 * reasons and details through struct outcome.
 */
#ifndef REPLAY_PREDICATE_H
#define REPLAY_PREDICATE_H

#include "report/report.h"
#include "replay/toleration.h"
#include "replay/view.h"

struct profile; /* replay/profile.h: plugin arguments */

struct cycle_input {
	const struct view *view;
	const struct pod *pod;
	const struct release *release;
	const struct profile *profile;
	struct amounts requests; /* of the pod, pending form */
	struct symtab *syms;     /* for interning computed names ("<pod>-<volume>") */
	struct arena *arena;     /* lives as long as the cycle */
	struct toleration_set tolerated; /* of the pod */
};

enum wanted { WANT_CODE, WANT_REASONS, WANT_DETAILS };

/* Where a plugin says what it found.  With WANT_CODE all adding functions do nothing. */
struct outcome {
	enum wanted wanted;
	struct arena *arena; /* of the words; may outlive the cycle */
	struct strings reasons;
	struct details details;
	const char *why;     /* of CODE_UNKNOWN: what is missing */
};

/* A set of nodes by name (they need not exist). */
struct node_set {
	bool limited; /* false: all nodes */
	struct syms names; /* no name twice */
};

struct predicate {
	const char *name;    /* the plugin's name: "NodeResourcesFit" */
	const char *summary; /* one line: what it checks */
	size_t state_size;   /* bytes of zeroed state from the cycle's arena; 0: none */

	/* Once per pod, before PreFilter: SUCCESS, UNRESOLVABLE, UNKNOWN.  NULL: none. */
	enum code (*pre_enqueue)(const struct cycle_input *in, struct outcome *out);
	/*
	 * Once per pod.  SUCCESS; SKIP: filter and hooks are not called; UNSCHEDULABLE, UNRESOLVABLE:
	 * no node is asked; ERROR; UNKNOWN: what it needs could not be read (every node becomes
	 * unchecked for this plugin).  May narrow *keep.  NULL: SUCCESS.
	 */
	enum code (*prefilter)(const struct cycle_input *in, void *state, struct node_set *keep,
			       struct outcome *out);
	/*
	 * Per node: SUCCESS, UNSCHEDULABLE, UNRESOLVABLE, ERROR (reason: the bare error), UNKNOWN:
	 * also where it would pass, but a pod that could not be read may be in the way
	 * (view_hides_pods_on() and the functions beside it).
	 */
	enum code (*filter)(const struct cycle_input *in, const void *state,
			    const struct node_info *node, struct outcome *out);
	/* A pod came to or left a node; the node's accounting has changed already.  NULL: none. */
	void (*add_pod)(const struct cycle_input *in, void *state, const struct pod_info *pod,
			const struct node_info *node);
	void (*remove_pod)(const struct cycle_input *in, void *state, const struct pod_info *pod,
			   const struct node_info *node);
};

#define PREDICATE(id) extern const struct predicate predicate_##id;
#include "replay/predicates.def"
#undef PREDICATE

/* Saying what was found.  All strings are copied into out->arena, static texts included. */
enum code outcome_reject(struct outcome *out, enum code code, const char *reason);
enum code outcome_rejectf(struct outcome *out, enum code code, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
void outcome_reason(struct outcome *out, const char *reason);
void outcome_detail(struct outcome *out, const struct detail *d);
/* CODE_UNKNOWN because kind could not be read: why is the missing permission. */
enum code outcome_unknown(struct outcome *out, const struct view *v, enum kind kind);
enum code outcome_unknownf(struct outcome *out, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
static inline bool outcome_wants_details(const struct outcome *out)
{
	return out->wanted == WANT_DETAILS;
}

/* struct object_ref of a model object, strings borrowed (outcome_detail copies them). */
struct object_ref object_ref_of(enum kind kind, const struct meta *m);

#endif
