/* The names on the command line, brought to one form. */
#ifndef CLI_OPERANDS_H
#define CLI_OPERANDS_H

#include "cli/options.h"

/*
 * Rewrites o->operands: "NAME" stays, "TYPE/NAME" and "TYPE NAME..." become "kind/NAME" with the
 * singular kind in small letters ("deployment/web").  TYPE is a kind, its plural, kubectl's short name,
 * or one of these with its group ("deployment.apps", "deployments.v1.apps").
 * "pods" alone is no name, as in kubectl.  0, or -1 with err (ERR_USAGE).
 */
int operands_resolve(struct options *o, struct error *err);
/* The kind of a TYPE, -1: none. */
int operand_type(const char *text, size_t len);
/* The i-th type as it can be typed ("deployment"), in arena; NULL behind the last. */
const char *operand_type_name(size_t i, struct arena *arena);
/* Not none, and not a type alone, such as "pods". */
bool operands_are_names(const struct options *o);

#endif
