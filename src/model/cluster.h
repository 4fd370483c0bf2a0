/*
 * A cluster as it was read: objects by kind, in the order they came, and how well each kind is
 * known.  Never changed after loading; what-if lives in an overlay (replay/view.h).
 */
#ifndef MODEL_CLUSTER_H
#define MODEL_CLUSTER_H

#include "base/arena.h"
#include "base/pairmap.h"
#include "base/sym.h"
#include "model/admission.h"
#include "model/autoscaler.h"
#include "model/dra.h"
#include "model/node.h"
#include "model/pod.h"
#include "model/storage.h"
#include "model/workload.h"

enum kind {
#define KIND(id, name, type, group, plural, namespaced) KIND_##id,
#include "model/kinds.def"
#undef KIND
	KIND_COUNT
};

struct kind_info {
	const char *name;   /* "Pod" */
	const char *group;  /* "" for core */
	const char *plural; /* "pods" */
	bool namespaced;
	size_t size; /* of its struct */
};
extern const struct kind_info kinds[KIND_COUNT];
/* By Kind name and API group ("" core, versions are not looked at); -1 if not one that is read.
 * Event is also known under events.k8s.io. */
int kind_find(const char *name, const char *group);

enum coverage {
	COVER_READ,   /* all of it was read */
	COVER_ABSENT, /* a snapshot without any object of it: counts as empty, but results are likely, not exact */
	COVER_NONE,   /* could not be read (forbidden, unreachable, not in a bundle): unknown */
	COVER_NAMESPACE, /* only the subject's namespace could be read */
};

struct objects {
	struct meta **v; /* owned array of borrowed objects */
	size_t n, cap;
};

struct note { /* something about the input that a person should know */
	enum { NOTE_WARNING, NOTE_LOST } severity; /* LOST: an object or a file was left out */
	const char *text;
};

/* What could be told about a pod that could not be read as a whole. */
struct lost_pod {
	sym phase, node_name, nominated_node;
	bool has_anti_affinity;
};

struct cluster {
	struct arena *arena;   /* owned: all objects */
	struct symtab *syms;   /* owned: all names, keys, values */
	struct objects objects[KIND_COUNT];
	enum coverage coverage[KIND_COUNT];
	const char *coverage_why[KIND_COUNT]; /* COVER_NONE: the missing permission or the reason */
	struct { struct note *v; size_t n, cap; } notes; /* owned */
	bool is_manifest;      /* written by hand: keys that look like a field become warnings */
	bool beside;           /* arena and syms are another cluster's */
	sym default_namespace; /* of objects that name none; .s NULL: default */
	sym server_version;    /* /version gitVersion, .s NULL if unknown */
	struct opt_time taken; /* when a bundle was captured */
	bool coverage_known;   /* a bundle says how each kind was read: none is absent by itself */
	bool redacted;         /* names are pseudonyms (bundle/redact.h) */
	sym asked_namespace;   /* that a bundle was captured for; .s NULL: all, or no bundle */
	size_t expected[KIND_COUNT]; /* objects, lost ones included, that a bundle promises */
	bool finished_pods_left_out;
	size_t lost[KIND_COUNT]; /* objects that were there and could not be read */
	struct { struct lost_pod *v; size_t n; } lost_pods; /* some of lost[KIND_POD] */
	size_t lost_parts;       /* rests of files, missing pages, objects of no known kind */
	struct pairmap by_key[KIND_COUNT]; /* (name, namespace) -> object */
	struct pairmap quantities; /* text -> const struct quantity *: one for all equal texts */
};

struct cluster *cluster_new(void);
void cluster_free(struct cluster *c);
/* Another, empty one that shares names and memory with c, which has to outlive it. */
struct cluster *cluster_beside(const struct cluster *c);
/*
 * Adds an object (allocated in c->arena).  One of the same kind, namespace and name replaces the
 * earlier one in place and adds a warning.
 */
void cluster_add(struct cluster *c, enum kind kind, struct meta *object);
/* The same for a newer reading of an object: replaces without a word. */
void cluster_put(struct cluster *c, enum kind kind, struct meta *object);
void objects_add(struct objects *list, struct meta *object);
struct meta *cluster_find(const struct cluster *c, enum kind kind, sym namespace_, sym name);
void cluster_note(struct cluster *c, bool lost, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/* Of a pod that names none: the lowest of those marked, as the API server chooses.  NULL: none. */
const struct priority_class *cluster_default_priority_class(const struct cluster *c);
/* Absent kinds get COVER_ABSENT: called once when a snapshot has been read. */
void cluster_finish(struct cluster *c);

#endif
