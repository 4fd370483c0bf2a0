/*
 * Text with holes: `the image {image} does not exist[ in {registry}]`.  What stands in brackets is
 * left out when a value in it is not known.  Doubled {{ }} [[ ]] mean the characters themselves.
 */
#ifndef RULES_TEMPLATE_H
#define RULES_TEMPLATE_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/strbuf.h"

enum part_type { PART_TEXT, PART_VALUE, PART_OPTIONAL, PART_END };

struct template_part {
	enum part_type type;
	const char *text; /* the name of a value */
};

struct template {
	struct template_part *v;
	size_t n;
};

/* NULL with err. */
const struct template *template_parse(struct arena *a, const char *text, struct error *err);

/*
 * Appends the value of that name as it is to stand in the text; optional: it stands in brackets.
 * False: not known, or not fit.
 */
typedef bool (*template_value)(void *self, const char *name, bool optional, struct strbuf *out);

/* False: a value outside of brackets is missing, and out is as before. */
bool template_fill(const struct template *t, template_value value, void *self, struct strbuf *out);

#endif
