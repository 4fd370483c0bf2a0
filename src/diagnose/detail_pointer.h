/* Where a detail's fact stands in the object that a finding names. */
#ifndef DIAGNOSE_DETAIL_POINTER_H
#define DIAGNOSE_DETAIL_POINTER_H

#include "diagnose/context.h"
#include "report/detail.h"

/*
 * JSON pointer into object (of the detail, or the node), in arena; NULL: the object is not there, or no
 * single field says it.  detail.pointer is about something else: the requirement inside the pod.
 */
const char *detail_pointer(const struct pod_case *k, const struct detail *d, struct object_ref object,
			   struct arena *arena);

#endif
