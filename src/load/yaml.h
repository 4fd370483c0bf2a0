/* YAML as kubectl reads it, turned into the JSON text that the loader reads. */
#ifndef LOAD_YAML_H
#define LOAD_YAML_H

#include "base/strbuf.h"
#include "load/loader.h"

/* Up to size bytes of input: their number, 0 at the end, or -1 with err. */
typedef long (*yaml_reader)(void *self, char *buf, size_t size, struct error *err);

/*
 * Reads all documents.  A document that is not YAML, or beyond a limit, becomes a note and reading
 * goes on behind the next line "---".  -1 with err: the reader failed.
 */
int yaml_read(struct loader *l, yaml_reader read, void *self, struct error *err);
int yaml_read_memory(struct loader *l, const char *data, size_t len, struct error *err);
/* The first document that is not empty, as JSON text behind what ret has.  0, or -1 with err. */
int yaml_to_json(const char *data, size_t len, struct strbuf *ret, struct error *err);
/* The same, and each mapping says first where it begins: "@line": 12. */
int yaml_to_json_lines(const char *data, size_t len, struct strbuf *ret, struct error *err);

#endif
