/* What --redact keeps: the lists of keep.def. */
#ifndef BUNDLE_KEEP_H
#define BUNDLE_KEEP_H

#include <stdbool.h>
#include <stddef.h>

enum keep_list {
	KEEP_VALUE, KEEP_DOMAIN, KEEP_OPEN, KEEP_KEY, KEEP_RESOURCE, KEEP_KIND, KEEP_WORD, KEEP_CEL,
	KEEP_FRAME, KEEP_TEXT
};

struct keep {
	enum keep_list list;
	const char *text;
};

extern const struct keep keep_rows[];
extern const size_t keep_count;

bool keep_has(enum keep_list list, const char *text);
/* A domain of the list, or one that ends in it behind a dot. */
bool keep_has_domain(enum keep_list list, const char *domain, size_t len);
/* Whether the text begins as one of KEEP_FRAME. */
bool keep_has_frame(const char *text);

#endif
