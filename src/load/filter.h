/*
 * Frames objects in a stream of JSON and strips them to the fields that have a row in a table.
 *
 * What comes in: documents one after the other, each an object or a list of objects (`v1 List`,
 * `PodList`, a bare JSON list).  What goes out, object by object: a small text in which every key
 * that has a row is that row's number ('#' + row) and every value of a FF_SHARED row is the number
 * of a value decoded before.  decode.h turns it into a struct.
 *
 * The kind decides the table.  Where it is not the first thing said, the object is kept whole and
 * filtered at its end.
 */
#ifndef LOAD_FILTER_H
#define LOAD_FILTER_H

#include "base/pairmap.h"
#include "load/decode.h"
#include "load/field_index.h"
#include "load/json_scan.h"

#define FILTER_VALUES_MAX 262144 /* in one object, of what is kept: no real object has as many */

/* Beside the kinds of the cluster: a list itself, a refusal, the head of a bundle. */
enum pseudo_kind { PSEUDO_LIST = KIND_COUNT, PSEUDO_STATUS, PSEUDO_BUNDLE, PSEUDO_END };

enum frame_type {
	FRAME_STREAM, /* documents */
	FRAME_OBJECT, /* a document, or an item of a list */
	FRAME_ITEMS,
	FRAME_STRUCT, /* an object with a table */
	FRAME_LIST,   /* of such */
	FRAME_MAP,    /* of such */
	FRAME_NAMES,  /* a map of which only some keys are kept */
};

enum object_state {
	OBJECT_OPEN,     /* kind not known yet */
	OBJECT_KNOWN,    /* one that is read */
	OBJECT_LIST,     /* a document with items; kind is that of the items, or -1 */
	OBJECT_UNWANTED, /* a kind that is not read */
};

struct object { /* a document or an item while it is read */
	uint8_t state;
	bool is_item;
	bool overflow;  /* more than can be kept: lost, unless its kind is not read anyway */
	bool raw;       /* something was kept before the kind was known: filter again */
	bool has_items;
	bool has_name, has_group;
	bool other_version; /* than that of the bundles that are read */
	int kind;
	char name[64], group[64]; /* as they were read: "Pod", "apps" */
	uint64_t begin;           /* position, for the size limit */
	const char *problem;      /* why the object is lost, static text; NULL: nothing wrong */
};

struct frame {
	uint8_t type;
	uint32_t n;              /* elements begun, for paths: the current one is n - 1 */
	struct object *object;   /* FRAME_OBJECT */
	const struct field_index *index;
	const struct field *row; /* of the value that is open inside */
};

const struct field_table *object_table(const struct object *o); /* of a known kind or a list */

struct filter;

/* How an object ended; text is in filter->out from start on. */
struct filter_sink {
	void (*object)(void *self, struct filter *f, struct object *o, size_t start);
	/* A FF_SHARED value: what to write instead, or -1 if it is bad (the sink remembers why). */
	long (*share)(void *self, struct filter *f, const struct field *row, size_t start);
};

struct filter {
	struct json_scan scan;
	struct strbuf out;
	const struct filter_sink *sink;
	void *self;
	struct field_indexes *indexes;
	struct arena *scratch;
	int default_kind;         /* of items that say none; -1: from their list */
	struct frame frame[LOAD_DEPTH_MAX + 1];
	struct object document, item;
	uint32_t documents;
	const struct field_table *table; /* of documents that are no objects of a cluster; or NULL */
	struct strbuf *unknown;          /* the first key of a struct without a row is noted here; or NULL */
	struct strbuf *misspelt;         /* keys of the object that look like a row's, one a line; or NULL */
	bool second;              /* filters one whole object of default_kind again */
	enum { PENDING_NONE, PENDING_KIND, PENDING_VERSION } pending;
};

void filter_init(struct filter *f, const struct filter_sink *sink, void *self,
		 struct field_indexes *indexes, struct arena *scratch, int default_kind);
/* For one whole object of that kind (pseudo kinds too), after filter_init. */
void filter_second(struct filter *f, int kind);
/* For documents of another kind, with a table of their own: configuration files. */
void filter_document(struct filter *f, const struct field_table *t);
void filter_release(struct filter *f);
int filter_push(struct filter *f, const char *data, size_t len, struct error *err);
int filter_finish(struct filter *f, struct error *err);
/* Gives up the document that is being read. */
void filter_abandon(struct filter *f);
/* Where the value being read is in its object: "spec.containers". */
void filter_path(const struct filter *f, struct strbuf *out);

#endif
