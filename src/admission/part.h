/* What the files of this folder share. */
#ifndef ADMISSION_PART_H
#define ADMISSION_PART_H

#include "admission/admission.h"

struct found { /* objects of one kind in one namespace, sorted by name */
	const struct meta **v;
	uint32_t n;
};

struct found find_in_namespace(const struct admission *a, enum kind kind, sym namespace_);

/*
 * The LimitRanges that a pod with so many containers meets.  None if that would be more work than
 * any real pod makes: input may be hostile, and entries times containers are looked at.
 */
#define LIMIT_WORK_MAX 20000
struct found find_limit_ranges(const struct admission *a, sym namespace_, size_t containers);

/* Something that is about to be created; the unused pointers are NULL. */
struct newcomer {
	const struct pod_spec *pod;
	const struct pvc *claim;
	const char *class; /* of the claim, after defaulting; NULL: none */
	const char *count_key; /* "count/pods": its own name among counted objects */
};

/* quota.c */
void check_quotas(const struct admission *a, sym namespace_, const struct newcomer *n,
		  struct refusals *ret);
/* limits.c */
void check_pod_limits(const struct admission *a, sym namespace_, const struct pod_spec *s,
		      struct refusals *ret);
void check_claim_limits(const struct admission *a, sym namespace_, const struct pvc *claim,
			struct refusals *ret);

/* usage.c: what it would be charged, by the quotas' names; sorted, not interned, without zeros. */
struct resources usage_of(const struct admission *a, const struct newcomer *n);
/* The container gives it, a zero counts too; resource: "cpu", "requests.cpu" or "limits.cpu" ... */
bool container_specifies(const struct container *c, const char *resource);
/* The quotas' name is one by which this newcomer is counted. */
bool usage_tracks(const struct newcomer *n, const char *resource);
/* scope.c */
bool scopes_match(const struct admission *a, const struct resource_quota *q,
		  const struct newcomer *n);

/* refusals.c */
struct refusal *refusals_add(struct refusals *list, enum refusal_kind kind, const char *name,
			     struct arena *arena);
struct refusal_item *refusal_item_add(struct refusal *r, const char *resource, struct arena *arena);
/* wanted, used and hard of an item, and what follows from them. */
void item_set_amounts(struct refusal_item *item, const struct quantity *wanted,
		      const struct quantity *used, const struct quantity *hard,
		      struct arena *arena);

#endif
