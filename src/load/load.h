/*
 * Bytes to model: JSON and YAML, in any form that kubectl prints.
 *
 * Items are decoded as their bytes arrive: a strict scanner of our own frames the items, drops
 * what nobody reads and hands one small object at a time to cJSON.  Nothing larger than one
 * object is ever held.
 *
 * Bad input: a wrong type loses that object, a syntax error loses the rest of that file (YAML: up
 * to the next document); both become notes of the cluster and the rest is read.
 */
#ifndef LOAD_LOAD_H
#define LOAD_LOAD_H

#include "base/error.h"
#include "model/cluster.h"

#define LOAD_OBJECT_BYTES_MAX ((size_t)8 << 20)
#define LOAD_STRING_BYTES_MAX ((size_t)1 << 20)
#define LOAD_DEPTH_MAX 100
#define LOAD_FILES_MAX 10000     /* in one snapshot directory */
#define LOAD_DIRECTORY_DEPTH_MAX 8
#define LOAD_DIRECTORY_BYTES_MAX ((int64_t)2 << 30) /* of all files in one snapshot directory */
#define LOAD_STRANGERS_MAX 50    /* files in one snapshot directory with nothing in them but faults */
#define LOAD_NAMES_MAX 100000    /* files and directories of any name, below one snapshot directory */

/* A stream of bytes: pushed in pieces of any size. */
struct loader;

enum load_format { LOAD_GUESS, LOAD_JSON, LOAD_YAML }; /* GUESS: first byte '{' or '[' is JSON */

/*
 * name is used in notes ("pods.json").  default_kind: the kind of items that name none themselves
 * (typed lists of the API server), or -1 to take it from the list's kind ("PodList").
 */
struct loader *loader_new(struct cluster *c, const char *name, enum load_format format, int default_kind);
/* 0, or -1 with err: the stream is broken (syntax, limit) and the rest is of no use. */
int loader_push(struct loader *l, const char *data, size_t len, struct error *err);
/* The end of input: 0, or -1 with err (truncated). */
int loader_finish(struct loader *l, struct error *err);
void loader_free(struct loader *l); /* NULL is fine */
/*
 * Objects of default_kind are appended to staged, and not added to the cluster: of an answer that
 * breaks off nothing has to be taken back.  Those of another kind are lost.
 */
void loader_stage(struct loader *l, struct objects *staged);
size_t loader_lists(const struct loader *l);       /* lists that ended */
const char *loader_refusal(const struct loader *l); /* text of a Status that came instead, or NULL */
/* metadata.continue of the list just read; NULL if absent. */
const char *loader_continue(const struct loader *l);
size_t loader_objects(const struct loader *l); /* objects added so far */

/*
 * A snapshot: a file, a directory (regular files *.json, *.yaml, *.yml, no links out of it), or "-" for
 * standard input.  Problems inside become notes; -1 only if nothing could be opened.  A directory that is
 * too large or full of other things is read up to the limits above, with a note.
 */
int snapshot_read(struct cluster *c, const char *path, struct error *err);
/*
 * Once, after everything has been read: what one object takes from another (priority and
 * preemptionPolicy from the PriorityClass), then cluster_finish().
 */
void load_finish(struct cluster *c);
/* A snapshot that is built in: name for notes, all bytes at once. */
int snapshot_read_memory(struct cluster *c, const char *name, const char *data, size_t len,
			 struct error *err);

#endif
