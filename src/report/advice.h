/*
 * The part of a report that says what would help: clauses, conjunctions, moves, fixes.  Strings live
 * in the report's arena; unset ones are NULL.
 */
#ifndef REPORT_ADVICE_H
#define REPORT_ADVICE_H

#include <stdbool.h>
#include <stdint.h>

#include "report/string_list.h"

struct clause { /* one requirement of the pod */
	const char *requirement; /* "nodeSelector disk=ssd", "memory 2Gi", "tolerates the node's taints" */
	const char *plugin;
	int64_t nodes_matching;       /* nodes that meet it, whatever else they fail */
	int64_t nodes_matching_alone; /* nodes that fail nothing but this: without it they would do */
	const char *suggestion;       /* or NULL */
};

struct conjunction { /* requirements that leave no node together, and do with any one of them gone */
	struct strings requirements;
	int64_t nodes_matching;
	bool exact; /* false: found greedily, a smaller one may exist */
};

struct move {
	const char *pod; /* "ns/name" */
	const char *from, *to;
};

enum patch_type { PATCH_JSON, PATCH_CREATE, PATCH_DELETE };

struct patch_op { /* RFC 6902 */
	const char *op;   /* "add", "remove", "replace", "test" */
	const char *path; /* JSON pointer */
	const char *value; /* JSON text; NULL: none (remove) */
};

struct patch {
	const char *api_version, *kind, *namespace_, *name;
	enum patch_type type;
	struct { struct patch_op *v; uint32_t n; } ops; /* PATCH_JSON */
	const char *object; /* PATCH_CREATE: the object as JSON text */
};

struct patches {
	struct patch *v;
	uint32_t n;
};

enum safety { SAFETY_INSPECT, SAFETY_LOW, SAFETY_MUTATING, SAFETY_DESTRUCTIVE };

struct fix {
	const char *summary; /* "tolerate nvidia.com/gpu=present:NoSchedule" */
	enum safety safety;
	struct strings unlocks; /* nodes that pass all filters afterwards */
	struct patches patches;     /* on live objects: the proof */
	struct patches apply;       /* what a person changes: the controller's template, a new pod */
	const char *command;        /* shell-quoted; NULL: none can be given */
	struct strings what_if;     /* the same as --what-if takes it; none: it cannot be said so */
};

struct advice {
	struct { struct clause *v; uint32_t n; } clauses;
	struct { struct conjunction *v; uint32_t n; } conjunctions;
	struct { struct move *v; uint32_t n; } moves;
	bool moves_exact;
	struct { struct fix *v; uint32_t n; } fixes;
	int64_t fits_when_empty; /* nodes that would take the pod if no other pod ran; -1: not known */
};

#endif
