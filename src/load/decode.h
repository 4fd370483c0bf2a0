/* From a filtered tree (filter.h) to the struct that its table describes. */
#ifndef LOAD_DECODE_H
#define LOAD_DECODE_H

#include "load/field.h"
#include "load/json.h"

#define ROW_KEY_FIRST '#' /* the filter writes row i of a table as the key '#' + i */

struct any_list { /* what struct syms, labels, containers ... have in common */
	void *v;
	uint32_t n;
};

union shared_value { /* what the member of a FF_SHARED row holds */
	const void *pointer; /* FT_POINTER, FT_MATCH_LABELS */
	struct any_list list; /* lists and maps */
};

struct decode {
	struct cluster *c;
	const union shared_value *shared; /* by the number in JSON_SHARED values */
	struct strbuf warning;            /* the first thing to be said about the object, or empty */
	struct error error;               /* after a failure: path and what is wrong */
	struct strbuf *skipped;           /* not NULL: FF_SHARED rows that fail are named here and left out */
	bool secret;                      /* values are not to be quoted in messages */
};

/* An object into the zeroed struct at base.  False: d->error says why. */
bool decode_object(struct decode *d, const struct json_value *v, const struct field_table *t,
		   void *base);
/* The value of one FF_SHARED row; path is where it is in its object: "spec.tolerations". */
bool decode_shared(struct decode *d, const struct json_value *v, const struct field *row,
		   const char *path, union shared_value *ret);

#endif
