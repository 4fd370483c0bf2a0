/*
 * Evidence: one typed fact behind a rejection.  Texts are the object's own words (not escaped,
 * not translated); renderers make sentences of them.  All strings live in the report's arena.
 */
#ifndef REPORT_DETAIL_H
#define REPORT_DETAIL_H

#include "model/types.h"

enum detail_type {
	DETAIL_RESOURCE, /* name: "cpu"; the amounts are in `amount`; observed: the pods of `reserved` */
	DETAIL_TAINT,    /* name: "key=value:Effect"; observed says more where needed */
	DETAIL_LABEL,    /* name: label key; wanted: "In [a b]" or a value; observed: the node's value, NULL: none */
	DETAIL_POD,      /* the pod in `object` stands in the way; name: the rule ("podAntiAffinity app=web") */
	DETAIL_PORT,     /* name: "0.0.0.0:8080/TCP"; object: the pod that holds it */
	DETAIL_CLAIM,    /* object: the claim */
	DETAIL_VOLUME,   /* object: the PersistentVolume; or name: driver of an attach limit */
	DETAIL_TOPOLOGY, /* name: topology key; wanted and observed: domain and counts */
	DETAIL_NODE,     /* a property of the node itself: cordoned, name, declared feature */
	DETAIL_DEVICE,   /* dynamic resources: name: request; wanted: class; observed: what was found */
};

const char *detail_type_name(enum detail_type type); /* "resource" */

struct object_ref {
	const char *kind, *namespace_, *name; /* kind NULL: no object; namespace_ NULL: cluster-scoped */
};

struct detail {
	enum detail_type type;
	const char *name;     /* may be NULL */
	const char *wanted;   /* may be NULL */
	const char *observed; /* may be NULL */
	struct object_ref object;
	const char *pointer;  /* JSON pointer of the requirement inside the pod, or NULL */
	/*
	 * DETAIL_RESOURCE only; cpu in thousandths (unit_milli), others in units.  Not free is what
	 * pods on the node use, and what is reserved for pods nominated to it.
	 */
	struct { bool set, unit_milli; int64_t wanted, free, total, lacking, reserved; } amount;
	/* DETAIL_TOPOLOGY of a spread constraint only. */
	struct { bool set; int64_t skew, max_skew, matching, minimum; } skew;
};

struct details {
	struct detail *v;
	uint32_t n;
};

#endif
