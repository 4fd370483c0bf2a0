/* Inside of patterns: the text of a pattern as a tree. */
#ifndef RULES_PATTERN_TREE_H
#define RULES_PATTERN_TREE_H

#include "rules/program.h"

enum tree_type {
	TREE_BYTE,
	TREE_SET,    /* number of the set */
	TREE_ANY,
	TREE_BEGIN,
	TREE_END,
	TREE_GROUP,  /* number; first */
	TREE_REPEAT, /* first; min, max */
	TREE_CHAIN,  /* first and its siblings, one after the other */
	TREE_CHOICE, /* first and its siblings, one of them */
};

#define REPEAT_NO_END UINT16_MAX

struct tree {
	enum tree_type type;
	uint16_t number; /* byte, set or group */
	uint16_t min, max;
	struct tree *first, *next;
};

/* Fills sets, groups and names of p; NULL with err. */
struct tree *pattern_parse(struct arena *a, struct pattern *p, const char *text, struct error *err);

#endif
