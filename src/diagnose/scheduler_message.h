/* The scheduler's sentence taken apart: "0/6 nodes are available: 2 A, 4 B. tail" */
#ifndef DIAGNOSE_SCHEDULER_MESSAGE_H
#define DIAGNOSE_SCHEDULER_MESSAGE_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"

struct message_clause {
	int64_t count;      /* -1: a PreFilter sentence, which speaks for all nodes */
	const char *reason; /* as one release words it: see message_parse() */
};

struct scheduler_message {
	bool framed;   /* it has the form above; else only text is set */
	int64_t nodes;
	struct message_clause *clauses;
	uint32_t n;
	const char *tail; /* what PostFilter said; "" if nothing */
	const char *text;
};

/*
 * Reasons that releases word differently come out in one wording, so that messages of different
 * releases can be compared.  Strings live in arena.
 */
struct scheduler_message message_parse(const char *text, struct arena *arena);

/* An in-tree filter plugin of some release could have given this reason. */
bool reason_is_known(const char *reason);

#endif
