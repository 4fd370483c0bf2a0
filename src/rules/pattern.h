/*
 * Patterns of rules: POSIX extended regular expressions without back-references, with groups that
 * have names: `image "(?<image>[^"]+)" not found`.
 *
 * Rules come from users and texts from anybody, so a match takes at most time proportional to the
 * length of the text times that of the pattern.  That is why this is not regexec(), which is also
 * another program in every C library.  Bytes count, not characters; `.` and `[^x]` match line
 * breaks; `^` and `$` are the ends of the text.  The leftmost match wins, repetitions are greedy.
 */
#ifndef RULES_PATTERN_H
#define RULES_PATTERN_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"

#define PATTERN_GROUPS_MAX 16  /* without the whole match */
#define PATTERN_REPEAT_MAX 255 /* in {m,n} */

struct pattern;

struct span { /* begin > end: the group took no part */
	uint32_t begin, end;
};

/* What a match needs while it runs; kept between matches so that they need not allocate. */
struct pattern_scratch;
struct pattern_scratch *pattern_scratch_new(void);
void pattern_scratch_free(struct pattern_scratch *s); /* NULL is fine */

/* NULL with err: where the pattern goes wrong, and what could be written instead. */
struct pattern *pattern_compile(struct arena *a, const char *text, struct error *err);

/* The longest text that every match contains, "" if there is none. */
const char *pattern_literal(const struct pattern *p, size_t *ret_len);
unsigned pattern_groups(const struct pattern *p);
/* Group 1 to pattern_groups(); NULL: it has no name. */
const char *pattern_group_name(const struct pattern *p, unsigned group);

/* groups[0] is the whole match. */
bool pattern_match(const struct pattern *p, struct pattern_scratch *s, const char *text, size_t len,
		   struct span groups[PATTERN_GROUPS_MAX + 1]);

#endif
