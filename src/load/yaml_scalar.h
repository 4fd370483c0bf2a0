/* What a YAML scalar means to kubectl: YAML 1.1 as its Go library reads it. */
#ifndef LOAD_YAML_SCALAR_H
#define LOAD_YAML_SCALAR_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

enum scalar_type {
	SCALAR_NULL,
	SCALAR_TRUE,
	SCALAR_FALSE,
	SCALAR_NUMBER, /* out: a JSON number with the same digits */
	SCALAR_STRING,
	SCALAR_NOT_JSON, /* infinity or not a number */
};

enum scalar_type scalar_resolve(const char *text, size_t len, struct strbuf *out);

#endif
