/* What the pods and workloads that were asked about make necessary, from what is known so far. */
#ifndef FETCH_NEED_H
#define FETCH_NEED_H

#include "model/cluster.h"

struct wanted_name {
	enum kind kind;
	const char *name;
};

struct asked { /* from the command line */
	const char *namespace_; /* NULL: all */
	struct wanted_name *names;
	size_t n;               /* 0: all pods and workloads of the namespaces */
	const struct label_selector *labels; /* NULL: no -l */
	bool manifest;          /* -f: pods that do not exist yet, in any way that pods can be */
	bool owners_spread;     /* a profile spreads pods by their Service and controller */
};

struct need {
	bool waits;        /* a pod waits for a node: filters are replayed */
	bool bound;        /* a pod has a node that matters */
	bool trouble;      /* something is not as it should be: events may tell why */
	bool namespaces;   /* a term selects namespaces by label */
	bool volumes;      /* claims, or disks that count against a limit */
	bool devices;      /* resource claims */
	bool extended;     /* extended resources, which device classes may offer */
	bool classes;      /* a template names a priority class */
	bool dependencies; /* an init container has not finished: it may wait for a Service */
	bool many_events;  /* not only the pod's own events tell about it */
	bool missing;      /* a workload has fewer pods than it wants: it may be refused them */
	bool claims_made;  /* ... and makes a claim for each */
	bool owners_spread;
	bool everything;   /* no name was given */
	bool all_namespaces;
};

struct need need_find(const struct cluster *c, const struct asked *w);
/* Named, or in the namespace and selected, or made by a workload that is. */
bool need_is_subject(const struct cluster *c, const struct asked *w, const struct pod *p);
/* A workload that was named, or made by one. */
bool need_is_named_workload(const struct cluster *c, const struct asked *w, enum kind kind,
			    const struct meta *m);
/* Not finished well, not ready. */
bool need_is_trouble(const struct pod *p);
bool need_is_workload(enum kind kind);
/* The kind of an owner if it is one that is read, else -1. */
int need_owner_kind(const struct owner *o);

#endif
