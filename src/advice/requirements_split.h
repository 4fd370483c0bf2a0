/* The requirements that one plugin checks, each with a pod that carries only it. */
#ifndef ADVICE_REQUIREMENTS_SPLIT_H
#define ADVICE_REQUIREMENTS_SPLIT_H

#include "advice/requirements.h"
#include "base/strbuf.h"

#define PARTS_MAX 64 /* a plugin with more stays one requirement */

enum part_counts { /* the rejections of the variant that are about the part */
	COUNT_ANY,
	COUNT_UNRESOLVABLE, /* pod affinity is told before anti-affinity, and by this code */
	COUNT_OWN,          /* not those of existing pods' anti-affinity */
};

struct part {
	enum requirement_type type;
	const char *text;
	const char *name; /* it fails where the plugin has a detail of that name; NULL: ask the variant */
	const struct pod *variant;
	bool without_added; /* without the profile's own node affinity */
	enum part_counts counts;
	sym key;
};

struct parts {
	struct arena *arena;
	struct symtab *syms;
	const struct release *release;
	const struct profile *profile;
	const struct pod *pod;
	struct part v[PARTS_MAX];
	uint32_t n;
	bool full; /* there are more */
};

/* The finest split of the plugin's requirements (level 0), the next coarser one; false: no more. */
bool split_plugin(struct parts *p, const char *plugin, unsigned level);
/* "tolerates the node's taints": the plugin's requirements as one. */
struct part whole_plugin(struct arena *a, const struct predicate *plugin, const struct pod *pod);

#endif
