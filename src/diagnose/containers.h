/* The container that holds a bound pod back, found in its status. */
#ifndef DIAGNOSE_CONTAINERS_H
#define DIAGNOSE_CONTAINERS_H

#include "diagnose/context.h"

enum trouble_kind {
	TROUBLE_NONE,
	TROUBLE_NOT_SEEN,    /* the kubelet has written nothing about the pod */
	TROUBLE_NOT_CREATED, /* waiting without a reason of its own: volumes, sandbox, network, pull */
	TROUBLE_WAITING,     /* waiting with a reason */
	TROUBLE_CRASHED,     /* has ended, or runs again only just */
	TROUBLE_STARTING,    /* runs, its startup probe has not passed yet */
	TROUBLE_INIT_RUNS,   /* an init container that has not finished */
};

struct trouble {
	enum trouble_kind kind;
	bool init, sidecar; /* a sidecar is an init container, too */
	const struct container_status *status;       /* NULL for NOT_SEEN */
	const struct container_state *ended;         /* CRASHED, CrashLoopBackOff: how it last ended */
};

struct trouble find_trouble(const struct pod_case *k);
/* Other main containers that wait with a reason or crash; how many, at most max. */
size_t find_further_troubles(const struct pod_case *k, const struct trouble *first,
			     struct trouble *ret, size_t max);
/* An init container that keeps running beside the main ones. */
bool is_sidecar(const struct pod *p, const struct container_status *s);
/*
 * The kubelet wrote events about what it cannot do for the pod, lately: within minutes.  An object that was
 * written by hand may have no more than that.
 */
bool kubelet_complains(const struct pod_case *k);
bool kubelet_complained_lately(const struct pod_case *k);
/* A main container ran at some time. */
bool main_container_ran(const struct pod *p);
const struct container *container_named(const struct pod *p, sym name, bool init);

/* The log of a previous run is offered by rules; without such a run the command only fails. */
void keep_to_first_run(struct report *r, const struct container_status *s);

#endif
