/* One JSON or YAML document that is not an object of a cluster: a configuration file, an answer. */
#ifndef LOAD_DOCUMENT_H
#define LOAD_DOCUMENT_H

#include "base/arena.h"
#include "base/sym.h"
#include "load/field.h"

/*
 * Into the zeroed struct that the table describes.  data ends with a NUL that len does not count.
 * An empty document leaves the struct alone; of several the first counts.  Lists come from the
 * arena, text from the symtab.  Messages never quote a value, and what is copied on the way is
 * wiped: documents hold secrets.  0, or -1 with err.
 */
int document_decode(const char *data, size_t len, const struct field_table *t, void *object,
		    struct arena *arena, struct symtab *syms, struct error *err);
/*
 * The same for files that are ours alone: a key that has no row is an error, and of YAML each
 * mapping has its line as the member "@line".
 */
int document_decode_strict(const char *data, size_t len, const struct field_table *t, void *object,
			   struct arena *arena, struct symtab *syms, struct error *err);
/* The same for files of others: strict, and without lines. */
int document_decode_known(const char *data, size_t len, const struct field_table *t, void *object,
			  struct arena *arena, struct symtab *syms, struct error *err);

#endif
