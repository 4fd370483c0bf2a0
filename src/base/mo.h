/* A message catalogue in gettext's compiled form (.mo, little-endian, sorted), in memory. */
#ifndef BASE_MO_H
#define BASE_MO_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

struct mo {
	const unsigned char *bytes; /* borrowed */
	uint32_t n;                 /* messages, the header (the message "") included */
	uint32_t keys, texts;       /* offsets of their tables */
	unsigned (*plural)(unsigned long n); /* which form */
};

/* Checks all of it, so that looking up need not.  0, or -1: not such a catalogue. */
int mo_open(struct mo *mo, const void *bytes, size_t len);
/* NULL: there is none. */
const char *mo_find(const struct mo *mo, const char *key);
/* Whether one of the messages that are translated has the word, as one of its own. */
bool mo_has_word(const struct mo *mo, const char *word, size_t len);
const char *mo_find_plural(const struct mo *mo, const char *key, unsigned long n);

#endif
