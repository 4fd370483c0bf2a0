/*
 * Would the API server take one more pod, claim or object now?  ResourceQuota and LimitRange
 * replayed as their admission plugins do it (source: apiserver resourcequota, kubernetes
 * limitranger, v1.36).
 *
 * Not seen here: webhooks, policies, and the API server's own configuration that may demand a quota
 * for a resource or scope ("limited by default").
 * Everything returned lives in the arena or is borrowed from the cluster.
 */
#ifndef ADMISSION_ADMISSION_H
#define ADMISSION_ADMISSION_H

#include "base/arena.h"
#include "model/cluster.h"
#include "report/report.h"

struct admission {
	const struct cluster *cluster;
	struct arena *arena;
	bool pod_level; /* the release knows spec.resources */
	uint32_t earlier; /* so many of the same come before, and no quota counts them yet */
};

enum refusal_kind {
	REFUSED_QUOTA,         /* used + wanted > hard */
	REFUSED_QUOTA_NEEDS,   /* a quota on cpu or memory makes the field obligatory */
	REFUSED_QUOTA_UNKNOWN, /* the quota's use has not been counted yet */
	REFUSED_LIMIT_RANGE,
};

struct refusal_item {
	const char *resource;   /* as the quota or LimitRange names it: "requests.cpu" */
	/* REFUSED_QUOTA: canonical amounts */
	const char *wanted, *used, *hard, *lacking;
	bool full;              /* nothing is left */
	bool never;             /* wants more than hard: will never be admitted */
	/* the others */
	struct strings containers; /* that lack the field or break the limit; none: the whole pod */
	const char *text;       /* LimitRange: what is wrong, in its own words */
};

struct refusal {
	enum refusal_kind kind;
	const char *name; /* of the quota or LimitRange */
	const char *text; /* as the API server says it, without `pods "x" is forbidden: ` */
	struct { struct refusal_item *v; uint32_t n; } items;
};

struct refusals {
	struct refusal *v;
	uint32_t n;
};

/*
 * The spec that a pod made from a template gets on its way in: requests from limits, defaults from
 * LimitRanges, the default PriorityClass.  Containers are copied; the rest is borrowed.
 */
struct pod_spec admission_pod_spec(const struct admission *a, sym namespace_,
				   const struct pod_spec *template_);

/* All refusals, in the order in which the API server would ask: LimitRanges first, then quotas. */
struct refusals admission_check_pod(const struct admission *a, sym namespace_,
				    const struct pod_spec *admitted);
struct refusals admission_check_claim(const struct admission *a, sym namespace_,
				      const struct pvc *claim);
/* One more object of a kind that only count/RESOURCE.GROUP limits. */
struct refusals admission_check_count(const struct admission *a, sym namespace_, enum kind kind);

/* ---- the other way round: what a text says */

/* "exceeded quota: ...", "failed quota: ...", "status unknown for quota: ..." anywhere in it. */
bool refusal_parse(const char *text, struct arena *arena, struct refusal *ret);

struct security_rule {
	const char *rule;    /* "runAsNonRoot != true" */
	const char *detail;  /* what is in the parentheses, or "" */
	const char *field;   /* in the spec of pod or container: "securityContext.runAsNonRoot" */
	const char *wanted;  /* "true", "not set", ...; NULL: not known */
	bool pod_wide;       /* the field may also be set, or is only found, on the pod */
	struct strings containers; /* that violate it */
};

struct security_violation {
	const char *level, *version; /* "restricted", "latest" */
	struct { struct security_rule *v; uint32_t n; } rules;
};

/* `violates PodSecurity "restricted:latest": ...` anywhere in it. */
bool security_parse(const char *text, struct arena *arena, struct security_violation *ret);

/* ---- where a request comes from */

struct limit_origin {
	const char *container;
	bool init;
	const struct quantity *amount;
	const struct limit_range *range; /* NULL: none there now has this default */
	const char *annotation; /* the API server's own note; NULL: concluded from the template */
};

struct limit_origins {
	struct limit_origin *v;
	uint32_t n;
};

/*
 * Containers whose request of the resource was filled in by a LimitRange.  template_: the spec of
 * the owner's template, NULL if unknown.
 */
struct limit_origins limit_origins_of(const struct admission *a, const struct pod *p,
				      const struct pod_spec *template_, const char *resource);
/*
 * The first container of a template that will get this from a LimitRange; resource as a quota names
 * it: "memory", "requests.memory", "limits.memory".
 */
bool limit_default_of(const struct admission *a, sym namespace_, const struct pod_spec *template_,
		      const char *resource, struct limit_origin *ret);

#endif
