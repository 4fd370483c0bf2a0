/* RFC 3339 as Kubernetes writes it: seconds or microseconds, Z or an offset. */
#ifndef MODEL_TIME_H
#define MODEL_TIME_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "model/types.h"

int time_parse(const char *s, int64_t *ret_us); /* 0, or -1: not a time between years 1 and 9999 */
void time_format(int64_t us, struct strbuf *out); /* 2026-11-01T08:00:10Z, with .000000 if needed */
/* Of two times; one that is not set gives way. */
struct opt_time time_later(struct opt_time a, struct opt_time b);
struct opt_time time_earlier(struct opt_time a, struct opt_time b);
/* kubectl's age: 5s, 3m12s, 38m, 5h2m, 12d, 2y34d (k8s.io/apimachinery/pkg/util/duration). */
void duration_format(int64_t seconds, struct strbuf *out);

#endif
