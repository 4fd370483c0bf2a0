/*
 * Dynamic resource allocation: what other parts of the replay ask about it.  The plugin itself is
 * predicates/dynamic_resources.c.
 */
#ifndef REPLAY_DRA_H
#define REPLAY_DRA_H

#include "replay/predicate.h"

/*
 * Some DeviceClass provides the extended resource, so that a node that offers none of it is left
 * to DynamicResources.  Always false where the release does not know this.
 * Callers check view_coverage(v, KIND_DEVICE_CLASS) themselves: not readable is false here.
 */
bool dra_extended_resource_delegated(const struct view *v, sym resource);

/*
 * What PostFilter of DynamicResources adds to the message: static text; ""
 * where the release has no such plugin; NULL if it cannot be known.  Only for attempts whose
 * PreFilter got as far as DynamicResources (otherwise the text is "not found"). nodes: those that
 * DynamicResources itself rejected, all earlier plugins having passed.
 */
const char *dra_post_filter_text(const struct cycle_input *in, const struct node_info *const *nodes,
				 uint32_t n);

#endif
