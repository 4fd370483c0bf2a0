/*
 * A strict JSON scanner that is fed in pieces of any size and keeps no more than it is told to.
 *
 * It checks the whole grammar of RFC 8259 (numbers, literals, escapes and surrogates, control
 * characters, UTF-8), also of what it drops, and writes what is kept to `out`, without blanks.
 * Whether a value is kept is asked of a sink at every value inside a SCAN_ASK container; dropped
 * and copied subtrees pass without a call.
 *
 * Text that is kept with SCAN_COPY is made safe for a lesser parser: numbers become strings, so
 * that no digit is lost, and every string begins with one letter that says what it was ('s', 'n');
 * \u0000 becomes \ufffd.
 */
#ifndef LOAD_JSON_SCAN_H
#define LOAD_JSON_SCAN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"
#include "load/load.h"

enum scan_mode {
	SCAN_SKIP, /* checked and dropped, with all below */
	SCAN_COPY, /* kept with all below */
	SCAN_RAW,  /* the same, as it was written: to be scanned again */
	SCAN_ASK,  /* a container that is kept, its values are asked for one by one */
};
#define SCAN_MODE_MASK 3u
#define SCAN_WATCH 4u /* leave() is wanted at the end of this value */

struct scan_value {
	const char *key; /* as written between the quotes; NULL outside objects */
	size_t key_len;
	bool key_escaped; /* it holds backslashes */
	char first;      /* of the value: { [ " t f n - or a digit */
	unsigned depth;  /* containers around it; 0 for a document */
};

struct scan_sink {
	/* A value begins: a mode, and SCAN_WATCH.  Writes the key to out if the value is kept. */
	unsigned (*enter)(void *self, const struct scan_value *v);
	/*
	 * It ended and is out->buf[start...], which may be rewritten.  False drops it and its key
	 * after all.
	 */
	bool (*leave)(void *self, unsigned depth, size_t start);
};

struct scan_level { /* one open container; level 0 is the stream of documents */
	char bracket;
	uint8_t mode;      /* of the values inside */
	bool watch;
	bool some;         /* a value was kept: the next needs a comma */
	size_t mark;       /* out->len before the comma and key of this container */
	size_t start;      /* out->len at its bracket */
};

struct json_scan {
	const struct scan_sink *sink;
	void *self;
	struct strbuf *out;
	uint64_t offset;      /* bytes before the piece being scanned */
	uint64_t position;    /* of the last structural byte */
	uint64_t line;
	size_t values;        /* kept since the sink last cleared it */
	bool long_string;     /* one beyond the limit was seen, likewise */
	bool nul_replaced;    /* a \u0000 was replaced, likewise */
	bool half_replaced;   /* half of a surrogate pair was replaced, likewise */

	uint8_t state, token; /* enums of json_token.h */
	unsigned depth;
	struct scan_level level[LOAD_DEPTH_MAX + 1];
	/* the key that waits for its value */
	const char *key;
	size_t key_len;
	bool key_escaped;
	struct strbuf key_text;
	/* the scalar being read */
	bool is_key, watch;
	uint8_t mode;
	size_t mark, start;
	size_t length;        /* of the string or number so far */
	const char *literal;  /* what must still come of true, false, null */
	uint8_t escape_len;
	char escape[8];
	uint32_t high;        /* a high surrogate that waits for its low one */
	uint8_t utf8_left, utf8_min, utf8_max;
	uint8_t dashes;       /* of a "---" between documents */
};

void json_scan_init(struct json_scan *s, struct strbuf *out, const struct scan_sink *sink, void *self);
void json_scan_release(struct json_scan *s);
/* Forgets the document that is being read: the next byte begins another. */
void json_scan_reset(struct json_scan *s);
/* 0, or -1 with err: not JSON from here on.  Then nothing more may be pushed. */
int json_scan_push(struct json_scan *s, const char *data, size_t len, struct error *err);
/* The end: 0, or -1 with err if something is not complete. */
int json_scan_finish(struct json_scan *s, struct error *err);

#endif
