/*
 * The one form of device selector that is evaluated: device.driver == "literal".  Every other CEL
 * expression may match, not match, or end the scheduling attempt with an error.
 */
#ifndef REPLAY_DRA_CEL_H
#define REPLAY_DRA_CEL_H

#include "model/dra.h"

enum dra_match { DRA_NO, DRA_MAYBE, DRA_YES }; /* ordered: the weaker of two is the smaller */

enum dra_match device_selector_matches(const struct device_selector *s, sym driver);

#endif
