/*
 * One change to the cluster.  The same function changes the model, which is replayed, and writes
 * the JSON patch for the live object, so that the two cannot differ.
 *
 * Changes are made one after the other, and each is about what the ones before it left: pointers of
 * a patch are right in that order.  A kind of change is one row of change_kinds.def.
 */
#ifndef ADVICE_CHANGE_H
#define ADVICE_CHANGE_H

#include "base/strbuf.h"
#include "replay/view.h"
#include "report/advice.h"

struct change;

/* Patches in the order of their first op, one per object. */
struct patch_list {
	struct arena *arena;
	struct patches list;
};

void patch_create(struct patch_list *l, enum kind kind, const struct meta *m, const char *object);
void patch_delete(struct patch_list *l, enum kind kind, const struct meta *m);

/* A pod spec that is being changed: of the subject, or of a controller's template. */
struct edit {
	struct arena *arena; /* of what is new in the model */
	struct symtab *syms;
	struct meta *meta;
	struct pod_spec *spec;
	const char *prefix; /* of pointers: "" for a pod, "/spec/template" */
	struct patch_list *patches; /* NULL: not wanted */
	enum kind kind;
	const struct meta *target;
	bool is_template;
};

void edit_op(struct edit *e, const char *op, const char *path, const char *value);

/* The subject and the overlay with some changes made. */
struct trial {
	struct view *view;
	struct arena *arena; /* has to live until trial_end() */
	const struct pod *subject; /* as it is */
	struct pod *pod;     /* the subject as it would be */
	struct patch_list *patches; /* NULL: not wanted */
	struct change_list *made;   /* gets each change that was made; NULL: not wanted */
	view_mark_t mark;
};

void trial_begin(struct trial *t, struct view *v, const struct pod *subject, struct arena *arena,
		 struct patch_list *patches);
/* False: there is nothing to change any more; the trial is then of no use. */
bool trial_make(struct trial *t, const struct change *c);
void trial_end(struct trial *t);
/* The node as the trial has it, to be changed and put back by trial_put(). */
struct node *trial_node(struct trial *t, const struct meta *m);
void trial_put(struct trial *t, enum kind kind, const struct meta *m);
void trial_op(struct trial *t, enum kind kind, const struct meta *m, const char *op,
	      const char *path, const char *value);
/* Finds the object as the trial has it; NULL if it is gone. */
const struct meta *trial_find(const struct trial *t, enum kind kind, const struct meta *m);

enum change_place {
	PLACE_POD_LIVE,   /* the subject, and a pod that exists may be changed like this */
	PLACE_POD_NEW,    /* the subject, which has to be made anew */
	PLACE_OBJECT,     /* another object */
};

struct change_kind {
	const char *name; /* for tests and what-if: "toleration" */
	enum safety safety;
	enum change_place place;
	int cost; /* beside others of its safety: 0 is the most natural */
	bool (*edit)(struct edit *e, const struct change *c);  /* PLACE_POD_* */
	bool (*make)(struct trial *t, const struct change *c); /* PLACE_OBJECT */
	void (*tell)(const struct change *c, struct strbuf *out); /* "tolerate a=b:NoSchedule" */
	/* kubectl's own command for it; false: none, or a value has not the grammar.  NULL: none. */
	bool (*command)(const struct change *c, struct strbuf *out);
	/* The same change as --what-if says it, one expression or more; subject: the pod as it is. */
	void (*suppose)(const struct change *c, const struct pod *subject, struct strings *ret,
			struct arena *arena);
};

enum change_id {
#define CHANGE(id, name, safety, place, cost, edit, make, tell, command, suppose) CHANGE_##id,
#include "advice/change_kinds.def"
#undef CHANGE
	CHANGE_COUNT
};
extern const struct change_kind change_kinds[CHANGE_COUNT];

struct container_amount { /* what one container is to request */
	sym container;
	bool init;
	int64_t v; /* exact: cpu in thousandths; -1: the request goes */
};

struct change {
	const struct change_kind *kind;
	sym id; /* equal: the same change */
	int cost;
	/* By kind; what is not needed is unset. */
	const struct meta *object; /* node, claim, volume that changes or comes */
	enum kind object_kind;
	sym key, value, effect;    /* label, taint, resource, class */
	const void *item;          /* the term, constraint or requirement, as the pod has it now */
	uint32_t index, sub_index; /* where */
	bool flag;
	int64_t amount;
	const char *note; /* "no node has disk=nvme, 3 have disk=ssd" */
	const char *text;
	struct { struct container_amount *v; uint32_t n; } amounts; /* flag: also where none is asked for */
	struct { const struct pod **v; uint32_t n; } pods;
};

struct change_list {
	struct arena *arena;
	struct change *v;
	uint32_t n;
};

/*
 * --what-if's expressions for changes made in that order.  None, if one of them cannot be said (a
 * name that is none).
 */
struct strings changes_suppose(const struct change *const *v, uint32_t n, const struct pod *subject,
			       struct arena *arena);

/* How invasive it is: that of the kind, less where a pod is on its way out already. */
enum safety change_safety(const struct change *c);

#endif
