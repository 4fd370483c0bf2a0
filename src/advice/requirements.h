/*
 * What the pod asks of a node, one by one, and which nodes meet it.
 *
 * A plugin with one requirement is what the replay said of it.  Where a plugin checks several, each
 * is asked alone: the same plugin is run for a copy of the pod that carries only that one.  If the
 * parts do not add up to what the plugin said about every node (constraints that share counts,
 * claims that compete for a volume), the plugin stays one requirement.  A claim is one requirement,
 * though several plugins look at it.
 */
#ifndef ADVICE_REQUIREMENTS_H
#define ADVICE_REQUIREMENTS_H

#include "replay/cycle.h"

enum requirement_type {
	REQUIRE_OTHER,
	REQUIRE_LABEL,    /* key: of the label that the nodes should have */
	REQUIRE_TAINTS,
	REQUIRE_OPEN,     /* not cordoned */
	REQUIRE_RESOURCE, /* name: of the resource */
	REQUIRE_PODS,     /* affinity to other pods: none can meet it on an empty cluster */
};

struct requirement {
	enum requirement_type type;
	const char *text;   /* "nodeSelector disk=ssd" */
	const char *plugin;
	const char *name;   /* of the details that tell of it; NULL: all of the plugin's */
	sym key;
	uint64_t *open;     /* by node: not known to fail it */
	uint64_t *unsure;   /* of those: not known to meet it; NULL: none */
	uint32_t matching;  /* nodes that meet it, whatever else they fail */
	uint32_t alone;     /* nodes that fail nothing but this */
};

struct requirements {
	struct requirement *v;
	uint32_t n;
	uint32_t nodes, words; /* bits and words of a set */
	uint32_t *failing;     /* by node: how many it fails */
	bool *unknown;         /* by node: something could not be checked */
};

/* r is the replay of that pod in that view.  All in arena. */
struct requirements requirements_of(struct view *v, const struct pod *pod, const struct profile *p,
				    const struct replay *r, struct arena *arena);

static inline bool node_set_has(const uint64_t *set, uint32_t node)
{
	return set[node / 64] >> (node % 64) & 1;
}
static inline void node_set_add(uint64_t *set, uint32_t node)
{
	set[node / 64] |= UINT64_C(1) << (node % 64);
}
static inline bool fails_only(const struct requirements *q, const struct requirement *r, uint32_t node)
{
	return q->failing[node] == 1 && !q->unknown[node] && !node_set_has(r->open, node);
}

#endif
