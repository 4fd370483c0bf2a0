/* What of a text has to be hidden, by what it is: whole, in parts, or nothing. */
#ifndef BUNDLE_CLASSIFY_H
#define BUNDLE_CLASSIFY_H

#include "bundle/names.h"

struct rules;

struct classifier {
	struct names *names;
	const struct rules *rules; /* whose reasons are kept */
};

/*
 * The name of a text, with what it is made of noted too.  class_: one of enum hide that stands for
 * one name (no text, path, argument).  NULL: the text is kept.
 */
struct name *classify(const struct classifier *c, unsigned class_, sym s);
/* Whether a text of that class is kept. */
bool classify_keeps(const struct classifier *c, unsigned class_, const char *s);
/* Whether a word of a sentence is a key, resource or driver that is kept. */
bool classify_keeps_word(const struct classifier *c, const char *s);
/* The value of that label. */
struct name *classify_label(const struct classifier *c, const char *key, sym s);

#endif
