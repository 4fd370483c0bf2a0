/*
 * Decoding by table: one row per JSON field that is read, one table per struct.
 *
 * The same rows serve twice: the filter (filter.h) drops every field that has no row before it is
 * parsed, and the decoder writes the rest into the struct.  Adding a field is one row; adding a
 * kind is a row of model/kinds.def and a `const struct field_table table_<ID>` in a tables_*.c.
 *
 *	static const struct field taint_rows[] = {
 *		{ F_SYM("effect", struct taint, effect) },
 *		{ F_TIME("timeAdded", struct taint, added) },
 *	};
 *	static const struct field_table taint_table = TABLE(taint_rows);
 *	...
 *		{ F_LIST("taints", struct node, taints, taint_table), .flags = FF_SHARED },
 *
 * null counts as absent everywhere.  Keys are case-sensitive.  A value of another type than its
 * row's loses the whole object, with the path of the field in the note.
 */
#ifndef LOAD_FIELD_H
#define LOAD_FIELD_H

#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "model/cluster.h"

enum field_type {
	FT_SYM,            /* string: sym */
	FT_BOOL,           /* bool: bool, false if absent */
	FT_TRI,            /* bool: enum tri */
	FT_PRESENT,        /* anything: bool, true if there */
	FT_I64,            /* whole number: struct opt_i64 */
	FT_TIME,           /* RFC 3339: struct opt_time */
	FT_QUANTITY,       /* string or number: const struct quantity *, shared by text */
	FT_INT_OR_STRING,  /* struct int_or_string */
	FT_ENUM,           /* string: an enum, the index in names[]; 0 if not found */
	FT_SYMS,           /* list of strings: struct syms */
	FT_KEYS,           /* map of anything: struct syms, its keys sorted by bytes */
	FT_LABELS,         /* map of strings: struct labels; with sub only the keys named there */
	FT_RESOURCES,      /* map of quantities: struct resources */
	FT_MATCH_LABELS,   /* map of strings: const struct label_selector * with these labels */
	FT_STRUCT,         /* object: a struct inside this one */
	FT_POINTER,        /* object: const struct x *, NULL if absent */
	FT_LIST,           /* list of objects: struct { struct x *v; uint32_t n; } */
	FT_MAP,            /* map of objects: the same, sorted by key; x begins with the key, a sym */
	FT_RAW,            /* anything: sym, its JSON text */
	FT_LISTS,          /* map of lists of strings: struct named_lists, sorted by key */
	FT_LEND,           /* a key of this object that is a row of sub, for a struct x allocated on need */
};

enum field_flag {
	FF_SHARED = 1,   /* equal texts are decoded once and shared: never written to afterwards */
	FF_ALSO = 2,     /* the next row has the same name and reads the value too */
	FF_FALLBACK = 4, /* used only where the member is still unset, or an empty string */
	FF_ALIAS = 8,    /* another spelling of what a row beside it reads: never written */
	FF_IGNORED = 16, /* F_IGNORED: a name that is right, and never read; for strict documents */
};

/*
 * What a text is, which decides how --redact hides it (bundle/redact.h).  Of maps of labels and of
 * amounts the type says it.  A row that says nothing hides the whole value.
 */
enum hide {
	HIDE_VALUE,     /* any value */
	HIDE_NOTHING,   /* a word of the API, a version: kept */
	HIDE_NAME,      /* of an object of some kind; in metadata of the one that it is */
	HIDE_NODE,
	HIDE_NAMESPACE,
	HIDE_POD,
	HIDE_WORKLOAD,
	HIDE_CLAIM,
	HIDE_VOLUME,    /* a PersistentVolume */
	HIDE_MOUNT,     /* a volume of a pod */
	HIDE_CLASS,
	HIDE_DRIVER,
	HIDE_CONTAINER,
	HIDE_IMAGE,
	HIDE_DEVICE,
	HIDE_EVENT,
	HIDE_KEY,       /* of labels, taints, gates, finalizers: domain/name */
	HIDE_LABEL,     /* the value of a label or a taint */
	HIDE_RESOURCE,  /* cpu, example.com/gpu, requests.cpu */
	HIDE_KIND,      /* a Kind or a resource of the API */
	HIDE_WORD,      /* CamelCase: the reason or the type of something, from anybody */
	HIDE_UID,
	HIDE_ADDRESS,
	HIDE_HANDLE,    /* of a disk, as its driver writes it */
	HIDE_ARGUMENT,  /* of a command line: kept are the names of Services in it, bundle or not */
	HIDE_CEL,
	HIDE_PATH,      /* spec.containers{web} */
	HIDE_TEXT,      /* a sentence */
	HIDE_COUNT
};

struct named_list {
	sym name;
	struct syms values;
};

struct named_lists {
	struct named_list *v;
	uint32_t n;
};

struct field_table;

struct field {
	const char *name;    /* "": not a key; with FT_PRESENT: that the object itself is there */
	const struct field_table *sub;
	const char *const *names; /* FT_ENUM: up to a NULL */
	uint32_t offset;
	uint32_t size;       /* of one element: POINTER, LIST, MAP */
	uint8_t type, flags;
	uint8_t hide;        /* enum hide: of its text, or of the keys of FT_KEYS */
};

struct field_table {
	const struct field *rows;
	uint32_t n;
};

#define FIELDS_MAX 56 /* rows of one table: each is a printable byte in filtered text */
#define TABLE(rows_) { (rows_), sizeof(rows_) / sizeof((rows_)[0]) }

/* offsetof, with a compiler warning unless the member has that type. */
#define F_OFFSET(type, s, m) \
	(uint32_t)(offsetof(s, m) + 0 * sizeof((type *)0 == &((s *)0)->m))
#define F_PLAIN(json, ft, ctype, s, m) \
	.name = (json), .type = (ft), .offset = F_OFFSET(ctype, s, m)

#define F_IGNORED(json) .name = (json), .type = FT_PRESENT, .flags = FF_IGNORED
#define F_SYM(json, s, m) F_PLAIN(json, FT_SYM, sym, s, m)
#define F_BOOL(json, s, m) F_PLAIN(json, FT_BOOL, bool, s, m)
#define F_TRI(json, s, m) F_PLAIN(json, FT_TRI, enum tri, s, m)
#define F_PRESENT(json, s, m) F_PLAIN(json, FT_PRESENT, bool, s, m)
#define F_I64(json, s, m) F_PLAIN(json, FT_I64, struct opt_i64, s, m)
#define F_TIME(json, s, m) F_PLAIN(json, FT_TIME, struct opt_time, s, m)
#define F_QUANTITY(json, s, m) F_PLAIN(json, FT_QUANTITY, const struct quantity *, s, m)
#define F_INT_OR_STRING(json, s, m) F_PLAIN(json, FT_INT_OR_STRING, struct int_or_string, s, m)
#define F_SYMS(json, s, m) F_PLAIN(json, FT_SYMS, struct syms, s, m)
#define F_KEYS(json, s, m) F_PLAIN(json, FT_KEYS, struct syms, s, m)
#define F_LABELS(json, s, m) F_PLAIN(json, FT_LABELS, struct labels, s, m)
#define F_RESOURCES(json, s, m) F_PLAIN(json, FT_RESOURCES, struct resources, s, m)
#define F_MATCH_LABELS(json, s, m) \
	F_PLAIN(json, FT_MATCH_LABELS, const struct label_selector *, s, m)
#define F_RAW(json, s, m) F_PLAIN(json, FT_RAW, sym, s, m)
#define F_LISTS(json, s, m) F_PLAIN(json, FT_LISTS, struct named_lists, s, m)
#define F_ENUM(json, s, m, names_) \
	.name = (json), .type = FT_ENUM, .offset = offsetof(s, m), .names = (names_)

#define F_STRUCT(json, s, m, table) \
	.name = (json), .type = FT_STRUCT, .offset = offsetof(s, m), .sub = &(table)
/* The rows of the table write into this very struct: a JSON object without a struct of its own. */
#define F_HERE(json, table) .name = (json), .type = FT_STRUCT, .sub = &(table)
#define F_POINTER(json, s, m, table) \
	.name = (json), .type = FT_POINTER, .offset = offsetof(s, m), \
	.size = sizeof(*((s *)0)->m), .sub = &(table)
/* The key is a row of table, whose struct is the one that m points to: m is NULL without any. */
#define F_LEND(json, s, m, table) \
	.name = (json), .type = FT_LEND, .offset = offsetof(s, m), \
	.size = sizeof(*((s *)0)->m), .sub = &(table)
#define F_ELEMENTS(json, ft, s, m, table) \
	.name = (json), .type = (ft), .offset = offsetof(s, m), \
	.size = sizeof(*((s *)0)->m.v), .sub = &(table)
#define F_LIST(json, s, m, table) F_ELEMENTS(json, FT_LIST, s, m, table)
#define F_MAP(json, s, m, table) F_ELEMENTS(json, FT_MAP, s, m, table)

/* The table of a kind: table_POD, ..., each in one of the tables_*.c. */
#define KIND(id, name, type, group, plural, namespaced) \
	extern const struct field_table table_##id;
#include "model/kinds.def"
#undef KIND
extern const struct field_table *const kind_tables[KIND_COUNT];

/* Tables that several kinds share. */
extern const struct field_table table_meta;           /* struct meta */
extern const struct field_table table_conditions;     /* struct condition */
extern const struct field_table table_label_selector; /* struct label_selector */
extern const struct field_table table_node_selector;  /* struct node_selector */
extern const struct field_table table_selector_reqs;  /* struct selector_req */
extern const struct field_table table_claim_spec;     /* struct claim_spec */
extern const struct field_table table_pod_template;   /* struct pod_template */
extern const struct field_table table_node_affinity;  /* struct node_affinity */
extern const struct field_table table_spread_constraint; /* struct spread_constraint */
extern const struct field_table table_volumes;        /* struct volume */

#endif
