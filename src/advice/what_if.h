/*
 * --what-if: changes in a person's words, made to the overlay before the replay.  The manual has
 * the list; a word is one row of kinds_of_what_if[] in what_if.c.
 *
 * Each expression is one or more changes of change_kinds.def, so that patches and commands follow
 * from it, and each change can be said as expressions (changes_suppose() in change.h).
 */
#ifndef ADVICE_WHAT_IF_H
#define ADVICE_WHAT_IF_H

#include "advice/change.h"
#include "base/error.h"
#include "model/quantity.h"

struct what_if_kind;

struct what_if_label {
	const char *key, *value;
};

struct what_if {
	const struct what_if_kind *kind;
	const char *text;        /* as it was given, borrowed */
	const char *name, *key, *value, *effect; /* by kind */
	int64_t number;
	uint32_t turn; /* N of KEY@N, from 1; 0: all with the key */
	struct quantity amount;
	struct { struct what_if_label *v; uint32_t n; } labels;
	/* What has to exist: KIND_NODE, KIND_POD; KIND_COUNT: nothing, or only in the pod. */
	struct { enum kind kind; const char *namespace_, *name; } needs;
};

/* 0, or -1 with err (ERR_USAGE).  Parts of text are copied to arena. */
int what_if_parse(const char *text, struct arena *arena, struct what_if *ret, struct error *err);
/*
 * 0, or -1 with err (ERR_NOT_FOUND, with near names) if a node or pod that one of them names exists
 * neither in c nor in more, as far as these were read.
 */
int what_if_check(const struct what_if *v, size_t n, const struct cluster *c,
		  const struct cluster *more, struct error *err);
/* 0, or -1 with err (ERR_USAGE) if all of them together add too many nodes. */
int what_if_limit(const struct what_if *v, size_t n, struct error *err);
/* The i-th word that a change can begin with, and the form of what follows `=`; NULL behind the last. */
const char *what_if_word(size_t i, const char **ret_form);
const char *what_if_help(size_t i); /* what the i-th supposes, in a few English words */
/* False: it changes nothing: no such node, nothing of that name in the pod. */
bool what_if_make(const struct what_if *w, struct trial *t);

/*
 * "KEY@N" in the pod as it is: the n-th of the node affinity expressions, pod affinity terms, spread
 * constraints that have the key, counted from 1 in the order of the pod.
 */
struct affinity_place {
	uint32_t term;
	bool fields; /* of matchFields */
	const struct selector_req *req;
};
bool affinity_place_find(const struct pod *p, const char *key, uint32_t n,
			 struct affinity_place *ret);
const struct pod_affinity_term *term_place_find(const struct pod *p, bool anti, const char *key,
						uint32_t n); /* NULL: none */
const struct spread_constraint *spread_place_find(const struct pod *p, const char *key, uint32_t n);

#endif
