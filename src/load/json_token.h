/* Inside of the JSON scanner: json_scan.c reads the structure, json_token.c what is between it. */
#ifndef LOAD_JSON_TOKEN_H
#define LOAD_JSON_TOKEN_H

#include <string.h>

#include "load/json_scan.h"

enum scan_state {
	ST_DOCUMENT,     /* between documents */
	ST_KEY_OR_END,   /* right after { */
	ST_KEY,          /* after a comma in an object */
	ST_COLON,
	ST_VALUE,        /* after a colon, or a comma in a list */
	ST_VALUE_OR_END, /* right after [ */
	ST_NEXT,         /* after a value: comma or closing bracket */
	ST_TOKEN,        /* inside a scalar */
};

enum scan_token {
	TK_STRING,
	TK_ESCAPE, /* after a backslash in a string */
	TK_LITERAL,
	/* a number, by what was read last */
	TK_MINUS,
	TK_ZERO,
	TK_INTEGER,
	TK_POINT,
	TK_FRACTION,
	TK_EXPONENT,
	TK_EXPONENT_SIGN,
	TK_EXPONENT_DIGITS,
};

/* strbuf_add() for the many short pieces of a scan: almost always there is room. */
static inline void scan_put(struct strbuf *out, const char *p, size_t len)
{
	if (out->cap - out->len <= len || out->limit - out->len < len) {
		strbuf_add(out, p, len);
		return;
	}
	memcpy(out->buf + out->len, p, len);
	out->len += len;
	out->buf[out->len] = '\0';
}

static inline void scan_put_byte(struct strbuf *out, char c)
{
	scan_put(out, &c, 1);
}

/* The rest of the scalar that has begun, or as much of it as there is.  NULL with err. */
const char *json_token_scan(struct json_scan *s, const char *p, const char *end, const char *data,
			    struct error *err);
bool json_number_complete(const struct json_scan *s);

/* Of json_scan.c. */
int json_scan_fail(const struct json_scan *s, const char *at, const char *data, struct error *err,
		   const char *what);
void json_string_ends(struct json_scan *s);
void json_number_ends(struct json_scan *s);
void json_scalar_ends(struct json_scan *s);

#endif
