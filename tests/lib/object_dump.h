/* A decoded object as JSON text, by the tables it was decoded with: what is unset is left out. */
#ifndef TESTS_OBJECT_DUMP_H
#define TESTS_OBJECT_DUMP_H

#include "base/strbuf.h"
#include "load/field.h"

/* Times are microseconds, quantities their text, FT_PRESENT is true. */
void object_dump(struct strbuf *out, const struct field_table *t, const void *base);

#endif
