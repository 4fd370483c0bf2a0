/*
 * What the cluster says now about a subject that is stuck, as input for the rules: states, conditions
 * and those events that nothing newer contradicts.
 */
#ifndef DIAGNOSE_SIGNALS_H
#define DIAGNOSE_SIGNALS_H

#include "base/strbuf.h"
#include "diagnose/containers.h"
#include "diagnose/event_index.h"
#include "rules/rules.h"

#define SIGNALS_MAX 64 /* hostile objects may have any number of events */

struct signal {
	struct rule_input in; /* everything borrowed */
	struct opt_time at;   /* when it was last seen; of a state: since when */
	int64_t count;
	struct object_ref about;
	const char *pointer; /* into that object; NULL: an event about it */
	sym container;       /* .s NULL: the pod as a whole */
	bool normal;         /* an event that is no warning */
};

struct signals {
	const struct diagnosis *d;
	struct arena *arena;
	const struct pod *pod;        /* NULL: they are not of a pod */
	struct rule_value values[5]; /* what all have in common */
	size_t n_values;
	struct signal v[SIGNALS_MAX];
	size_t n;
};

void signals_init(struct signals *s, const struct diagnosis *d, struct arena *arena);
/* Later signals have it, too.  Nothing happens if there is no value. */
void signals_know(struct signals *s, const char *name, const char *value);
/* New ones in the report's arena, that know pod, namespace, node and object (its owner). */
struct signals *signals_of_pod(const struct pod_case *k);

/* NULL if there are too many; the caller may refine what comes back. */
struct signal *add_event_signal(struct signals *s, enum kind kind, const struct event_entry *e);
struct signal *add_condition_signal(struct signals *s, struct object_ref about,
				    const struct condition *c);
struct signal *add_waiting_signal(struct signals *s, const struct pod *p,
				  const struct container_status *c, bool init);
/* state: of c, the present or the last one. */
struct signal *add_ended_signal(struct signals *s, const struct pod *p,
				const struct container_status *c,
				const struct container_state *state, bool init);
struct signal *add_pod_status_signal(struct signals *s, const struct pod *p);
struct signal *add_state_signal(struct signals *s, struct object_ref about, const char *pointer,
				const char *state);
/* One more value, beside those of all signals. */
void signal_know(struct signals *s, struct signal *signal, const char *name, const char *value);
void signal_know_seconds(struct signals *s, struct signal *signal, struct opt_time since);

/* Of a sidecar, whose in.init is set as well. */
bool signal_is_of_sidecar(const struct signals *s, const struct signal *signal);
/* "FailedMount (11 times, last 2m ago): MountVolume..."; nothing for a state. */
void signal_observed(const struct signals *s, const struct signal *signal, struct strbuf *out);

/* pod_signals.c: everything current about a bound pod with that trouble. */
void gather_trouble(struct signals *s, const struct pod_case *k, const struct trouble *t);
/* The same without what is not of that container. */
void gather_container(struct signals *s, const struct pod_case *k, const struct trouble *t);
/* The same for one that runs and is not ready. */
void gather_unready(struct signals *s, const struct pod_case *k);

/* volume_signals.c: claims and attachments of the pod's volumes. */
void gather_claims(struct signals *s, const struct pod_case *k);

#endif
