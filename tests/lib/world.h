/* A small cluster from JSON text, and what plugins say about its pods. */
#ifndef TESTS_LIB_WORLD_H
#define TESTS_LIB_WORLD_H

#include "diagnose/diagnose.h"
#include "replay/cycle.h"

struct world {
	struct cluster *cluster;
	struct view *view;
	struct profile profile;
	struct arena *arena;
};

/* items: JSON objects with ' for ", separated by commas.  Losing one of them fails the test. */
void world_read(struct world *w, const char *items);
/* After changes of the cluster's coverage. */
void world_look(struct world *w, const char *version);
/* Both, and questions about it, without rules. */
struct diagnosis *world_diagnosis(struct world *w, const char *items);
void world_release(struct world *w);

struct pod_info *world_pod(const struct world *w, const char *namespace_, const char *name);
uint32_t world_plugin(const struct world *w, const char *name);

const char *world_code_word(enum code c); /* "ok", "U", "UU", ... */

/*
 * What the plugin alone says: "skip", "UU reason; reason" where PreFilter decides, else per node
 * "n1 ok, n2 U reason; reason".  In w->arena.
 */
const char *world_ask(struct world *w, const char *plugin, const char *namespace_,
		      const char *name);
/* The same without the reasons: "n1 ok, n2 U". */
const char *world_ask_codes(struct world *w, const char *plugin, const char *namespace_,
			    const char *name);
/* The details of the plugin's rejection on a node (of its PreFilter: node NULL), one a line. */
const char *world_details(struct world *w, const char *plugin, const char *namespace_,
			  const char *name, const char *node);

#endif
