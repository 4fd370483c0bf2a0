/*
 * From a struct back to JSON, by the table that decoded it (field.h): what comes out has the fields
 * that are read and no others, in the spelling of the newest API version, and decodes to an equal
 * struct.
 */
#ifndef LOAD_ENCODE_H
#define LOAD_ENCODE_H

#include "base/strbuf.h"
#include "load/field.h"

/* {"name": ..., ...} behind what out has; controls are written as \u00xx. */
void encode_object(struct strbuf *out, const struct field_table *t, const void *base);

#endif
