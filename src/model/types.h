/*
 * Small shapes that many objects share.  Presence is kept apart from zero: a list whose v is NULL
 * was absent (or null), one that was present and empty has v != NULL and n == 0; a sym with s NULL
 * was absent; opt_ types carry `set`.
 * Everything lives in the cluster's arena; a pointer is borrowed unless its comment says owned.
 */
#ifndef MODEL_TYPES_H
#define MODEL_TYPES_H

#include <stdbool.h>
#include <stdint.h>

#include "base/sym.h"

struct arena;
struct quantity;

struct opt_i64 {
	bool set;
	int64_t v;
};

struct opt_time {
	bool set;
	int64_t us; /* microseconds since 1970-01-01T00:00:00Z */
};

enum tri { TRI_UNSET, TRI_FALSE, TRI_TRUE };

struct syms {
	sym *v;
	uint32_t n;
};

struct label {
	sym key, value;
};

struct labels { /* sorted by key (bytes), no key twice */
	struct label *v;
	uint32_t n;
};

struct resource {
	sym name;
	const struct quantity *quantity; /* shared by all equal texts */
};

struct resources { /* sorted by name (bytes) */
	struct resource *v;
	uint32_t n;
};

struct int_or_string { /* an IntOrString: ports, PDB thresholds */
	bool set, is_string;
	int64_t num;
	sym text;
};

/* NULL if the key is absent. */
const struct label *labels_find(const struct labels *l, sym key);
/* .s NULL if the key is absent. */
sym labels_get(const struct labels *l, sym key);
/* A copy in which key has that value. */
struct labels labels_with(const struct labels *l, sym key, sym value, struct arena *arena);
/* By its name an extended resource: neither native nor a name that quotas use. */
bool resource_is_extended(const char *name);

/* NULL if absent. */
const struct quantity *resources_get(const struct resources *r, const char *name);

#endif
