/* The value of --request-timeout. */
#ifndef FETCH_DURATION_H
#define FETCH_DURATION_H

#include <stdint.h>

#include "base/error.h"

/*
 * Whole seconds, or a duration as Go writes it: "30s", "1m30s", "1.5h", "250ms".  Rounded up to
 * milliseconds, so that only a zero is zero.  0, or -1 with err.
 */
int duration_parse(const char *text, int64_t *ret_ms, struct error *err);

#endif
