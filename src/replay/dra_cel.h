/*
 * Device selectors, as far as they can be answered from the driver's name alone: conjunctions of
 * device.driver == "literal" and of comparisons of attributes and capacities that are sure to
 * compile.  What such a comparison comes to is not known (without the attribute it is an error, which
 * ends the scheduling attempt), but in CEL `false && error` is false in either order, so another
 * driver decides.  Every other expression may match, not match, or end the attempt.
 */
#ifndef REPLAY_DRA_CEL_H
#define REPLAY_DRA_CEL_H

#include "model/dra.h"

enum dra_match { DRA_NO, DRA_MAYBE, DRA_YES }; /* ordered: the weaker of two is the smaller */

enum dra_match device_selector_matches(const struct device_selector *s, sym driver);

#endif
