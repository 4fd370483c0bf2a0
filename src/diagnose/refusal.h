/*
 * Pods that the API server does not admit: what it said, beside what quotas, LimitRanges and the
 * namespace's Pod Security level say now.
 */
#ifndef DIAGNOSE_REFUSAL_H
#define DIAGNOSE_REFUSAL_H

#include "admission/admission.h"
#include "base/strbuf.h"
#include "diagnose/context.h"

struct next_refusal { /* of something that the controller would create next */
	const char *what; /* "claim data-web-1"; NULL: the pod */
	struct refusal refusal;
};

struct refusal_case {
	const struct diagnosis *d;
	enum kind kind;
	const struct workload *w;
	struct arena *arena;
	struct { struct next_refusal *v; uint32_t n; } next; /* by the objects, now */
	bool has_said, has_security;
	struct refusal said;                /* by its text: quotas only */
	struct security_violation security; /* by its text */
	const struct next_refusal *same;    /* of `next`, what the text is about; NULL: none */
};

/* said: the API server's words, NULL if it is not known to have spoken.  Lives in arena. */
void refusal_case_init(struct refusal_case *c, const struct diagnosis *d, enum kind kind,
		       const struct workload *w, const char *said, struct arena *arena);
/*
 * How many pods of the workload would be admitted now, one after the other; c is about the first
 * that would not be.
 */
uint32_t refusal_case_replicas(struct refusal_case *c, const struct diagnosis *d, enum kind kind,
			       const struct workload *w, uint32_t replicas, struct arena *arena);
/*
 * "ResourceQuota compute has no room for it: ..."; returns the code of the cause.  NULL: neither
 * quota, LimitRange nor Pod Security stand in the way, or not by what can be seen.
 */
const char *tell_refusal(const struct refusal_case *c, struct strbuf *out);
/* The clause of one of `next`, the cause set aside. */
void tell_next_refusal(const struct next_refusal *next, struct strbuf *out);
/* Evidence for the finding that was added last, then findings for what would be refused next. */
void add_refusal_evidence(const struct refusal_case *c, struct report *r);

/* claim_refusal.c: of a blocked pod whose ephemeral claim is missing, after its cause is set. */
void explain_claim_refusal(struct pod_case *k);

#endif
