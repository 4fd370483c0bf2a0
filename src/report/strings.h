/* Growing lists of strings in an arena. */
#ifndef REPORT_STRINGS_H
#define REPORT_STRINGS_H

#include "report/report.h"

/* Appends s itself, not a copy.  Capacity grows by powers of two and is worked out from n. */
void strings_push(struct strings *l, const char *s, struct arena *arena);
void strings_sort(struct strings *l); /* as bytes */
const char *strings_join(const struct strings *l, const char *separator, struct arena *arena);
struct strings strings_copy(const struct strings *l, struct arena *arena); /* texts too */

#endif
