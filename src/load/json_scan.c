#include "load/json_scan.h"

#include <string.h>

#include "load/bytes.h"

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

void json_scan_init(struct json_scan *s, struct strbuf *out, const struct scan_sink *sink, void *self)
{
	memset(s, 0, sizeof(*s));
	s->out = out;
	s->sink = sink;
	s->self = self;
	s->line = 1;
	s->level[0].mode = SCAN_ASK;
	s->key_text = (struct strbuf)STRBUF_LIMIT(LOAD_STRING_BYTES_MAX);
}

void json_scan_release(struct json_scan *s)
{
	strbuf_release(&s->key_text);
}

void json_scan_reset(struct json_scan *s)
{
	s->state = ST_DOCUMENT;
	s->depth = 0;
	s->key = NULL;
	s->high = 0;
	s->utf8_left = s->dashes = 0;
	strbuf_reset(s->out);
}

uint64_t json_scan_offset(const struct json_scan *s)
{
	return s->position;
}

static int fail(const struct json_scan *s, const char *at, const char *data, struct error *err,
		const char *what)
{
	unsigned char c = (unsigned char)*at;
	unsigned long long byte = s->offset + (uint64_t)(at - data) + 1;
	unsigned long long line = s->line;

	if (c > 0x20 && c < 0x7f)
		return error_set(err, ERR_PARSE, "line %llu, byte %llu: %s, found '%c'", line, byte,
				 what, c);
	return error_set(err, ERR_PARSE, "line %llu, byte %llu: %s, found byte 0x%02x", line, byte,
			 what, c);
}

/* ---- values ---- */

/* What becomes of the value that begins with `first`; its comma and key are written. */
static unsigned value_begins(struct json_scan *s, char first)
{
	const struct scan_level *in = &s->level[s->depth];
	unsigned mode = in->mode;

	s->mark = s->out->len;
	if (mode == SCAN_ASK) {
		struct scan_value v = { s->key, s->key_len, first, s->depth };

		if (in->some)
			strbuf_addc(s->out, ',');
		mode = s->sink->enter(s->self, &v);
		s->key = NULL;
		if (mode == SCAN_SKIP)
			strbuf_truncate(s->out, s->mark);
	} else if (mode != SCAN_SKIP && in->bracket == '[' && in->some) {
		strbuf_addc(s->out, ',');
	}
	s->start = s->out->len;
	s->values += mode != SCAN_SKIP;
	return mode;
}

static void value_kept(struct json_scan *s, bool watch, size_t mark, size_t start)
{
	if (watch && !s->sink->leave(s->self, s->depth, start)) {
		strbuf_truncate(s->out, mark);
		return;
	}
	s->level[s->depth].some = true;
}

static uint8_t state_after_value(const struct json_scan *s)
{
	return s->depth ? ST_NEXT : ST_DOCUMENT;
}

static int open_container(struct json_scan *s, char bracket, struct error *err)
{
	unsigned mode = value_begins(s, bracket);
	struct scan_level *l;

	if (s->depth == LOAD_DEPTH_MAX)
		return error_set(err, ERR_LIMIT, "line %llu: nested deeper than %d levels",
				 (unsigned long long)s->line, LOAD_DEPTH_MAX);
	l = &s->level[++s->depth];
	l->bracket = bracket;
	l->mode = mode & SCAN_MODE_MASK;
	l->watch = mode & SCAN_WATCH;
	l->some = false;
	l->mark = s->mark;
	l->start = s->start;
	if (l->mode != SCAN_SKIP)
		strbuf_addc(s->out, bracket);
	s->state = bracket == '{' ? ST_KEY_OR_END : ST_VALUE_OR_END;
	return 0;
}

static void close_container(struct json_scan *s)
{
	const struct scan_level *l = &s->level[s->depth--];

	if (l->mode != SCAN_SKIP) {
		strbuf_addc(s->out, l->bracket == '{' ? '}' : ']');
		value_kept(s, l->watch, l->mark, l->start);
	}
	s->state = state_after_value(s);
}

static void scalar_ends(struct json_scan *s)
{
	if (s->mode != SCAN_SKIP)
		value_kept(s, s->watch, s->mark, s->start);
	s->state = state_after_value(s);
}

static void scalar_begins(struct json_scan *s, char first)
{
	unsigned mode = value_begins(s, first);

	s->is_key = false;
	s->mode = mode & SCAN_MODE_MASK;
	s->watch = mode & SCAN_WATCH;
	s->length = 0;
	s->state = ST_TOKEN;
}

/* ---- strings ---- */

static void string_begins(struct json_scan *s)
{
	scalar_begins(s, '"');
	s->token = TK_STRING;
	if (s->mode == SCAN_COPY || s->mode == SCAN_ASK)
		strbuf_add(s->out, "\"s", 2);
	else if (s->mode == SCAN_RAW)
		strbuf_addc(s->out, '"');
}

static void key_begins(struct json_scan *s)
{
	struct scan_level *in = &s->level[s->depth];

	s->is_key = true;
	s->mode = in->mode;
	s->length = 0;
	s->state = ST_TOKEN;
	s->token = TK_STRING;
	if (s->mode == SCAN_ASK) {
		strbuf_reset(&s->key_text);
		s->key = NULL;
	} else if (s->mode != SCAN_SKIP) {
		if (in->some)
			strbuf_addc(s->out, ',');
		strbuf_addc(s->out, '"');
	}
}

static inline void string_text(struct json_scan *s, const char *p, size_t len)
{
	s->length += len;
	if (s->mode == SCAN_SKIP)
		return;
	if (s->is_key && s->mode == SCAN_ASK)
		strbuf_add(&s->key_text, p, len);
	else
		strbuf_add(s->out, p, len);
}

static void string_ends(struct json_scan *s)
{
	if (s->length > LOAD_STRING_BYTES_MAX)
		s->long_string = true;
	if (!s->is_key) {
		if (s->mode != SCAN_SKIP)
			strbuf_addc(s->out, '"');
		scalar_ends(s);
		return;
	}
	if (s->mode == SCAN_ASK) {
		s->key = s->key_text.buf;
		s->key_len = s->key_text.len;
	} else if (s->mode != SCAN_SKIP) {
		strbuf_add(s->out, "\":", 2);
	}
	s->state = ST_COLON;
}

/* First byte of a character that is not ASCII: how many follow, and the range of the next. */
static bool utf8_begins(struct json_scan *s, unsigned char c)
{
	s->utf8_min = 0x80;
	s->utf8_max = 0xbf;
	if (c >= 0xc2 && c <= 0xdf) {
		s->utf8_left = 1;
	} else if (c >= 0xe0 && c <= 0xef) {
		s->utf8_left = 2;
		if (c == 0xe0)
			s->utf8_min = 0xa0;
		if (c == 0xed)
			s->utf8_max = 0x9f;
	} else if (c >= 0xf0 && c <= 0xf4) {
		s->utf8_left = 3;
		if (c == 0xf0)
			s->utf8_min = 0x90;
		if (c == 0xf4)
			s->utf8_max = 0x8f;
	} else {
		return false;
	}
	return true;
}

static bool utf8_goes_on(struct json_scan *s, unsigned char c)
{
	if (c < s->utf8_min || c > s->utf8_max)
		return false;
	s->utf8_min = 0x80;
	s->utf8_max = 0xbf;
	s->utf8_left--;
	return true;
}

/* Bytes from 0x80 on: complete characters and perhaps a part of one.  NULL: not UTF-8, at *ret_bad. */
static const char *string_utf8(struct json_scan *s, const char *p, const char *end,
			       const char **ret_bad)
{
	const char *from = p;

	for (; p < end; p++) {
		unsigned char c = (unsigned char)*p;

		if (s->utf8_left ? !utf8_goes_on(s, c) : c >= 0x80 && !utf8_begins(s, c)) {
			*ret_bad = p;
			return NULL;
		}
		if (c < 0x80)
			break;
	}
	string_text(s, from, (size_t)(p - from));
	return p;
}

static int hex_digit(char c)
{
	if (c >= '0' && c <= '9')
		return c - '0';
	if (c >= 'a' && c <= 'f')
		return c - 'a' + 10;
	if (c >= 'A' && c <= 'F')
		return c - 'A' + 10;
	return -1;
}

/* A complete \uXXXX.  False: half of a surrogate pair alone. */
static bool unicode_ends(struct json_scan *s)
{
	uint32_t u = 0;

	for (int i = 2; i < 6; i++)
		u = u << 4 | (uint32_t)hex_digit(s->escape[i]);
	if (s->high) {
		if (u < 0xdc00 || u > 0xdfff)
			return false;
		s->high = 0;
	} else if (u >= 0xd800 && u <= 0xdbff) {
		s->high = u;
	} else if (u >= 0xdc00 && u <= 0xdfff) {
		return false;
	}
	if (u == 0) {
		s->nul_replaced = true;
		if (s->mode != SCAN_RAW)
			memcpy(s->escape, "\\ufffd", 6);
	}
	return true;
}

/* One byte of an escape sequence.  NULL, or what is wrong with it. */
static const char *escape_byte(struct json_scan *s, char c)
{
	bool unicode = s->escape_len > 1;

	s->escape[s->escape_len++] = c;
	if (!unicode) {
		if (c == 'u')
			return NULL;
		if (s->high)
			return "half of a surrogate pair";
		if (!c || !strchr("\"\\/bfnrt", c))
			return "wants an escape such as \\n or \\u0041";
	} else {
		if (hex_digit(c) < 0)
			return "wants four hexadecimal digits after \\u";
		if (s->escape_len < 6)
			return NULL;
		if (!unicode_ends(s))
			return "half of a surrogate pair";
	}
	string_text(s, s->escape, s->escape_len);
	s->token = TK_STRING;
	return NULL;
}

/* The rest of a string, or as much as there is.  NULL with err. */
static const char *scan_string(struct json_scan *s, const char *p, const char *end, const char *data,
			       struct error *err)
{
	while (p < end) {
		const char *from = p, *bad = NULL;

		if (s->token == TK_ESCAPE) {
			const char *wrong = escape_byte(s, *p);

			if (wrong) {
				fail(s, p, data, err, wrong);
				return NULL;
			}
			p++;
			continue;
		}
		if (s->high && *p != '\\') {
			fail(s, p, data, err, "half of a surrogate pair");
			return NULL;
		}
		if (s->utf8_left || (unsigned char)*p >= 0x80) {
			p = string_utf8(s, p, end, &bad);
			if (!p) {
				fail(s, bad, data, err, "wants UTF-8");
				return NULL;
			}
			continue;
		}
		p = bytes_string(p, end);
		if (p > from)
			string_text(s, from, (size_t)(p - from));
		if (p == end)
			break;
		if (*p == '"') {
			string_ends(s);
			return p + 1;
		}
		if (*p == '\\') {
			s->token = TK_ESCAPE;
			s->escape[0] = '\\';
			s->escape_len = 1;
			p++;
		} else if ((unsigned char)*p < 0x20) {
			fail(s, p, data, err, *p ? "control characters in a string must be escaped"
						 : "NUL bytes are not text");
			return NULL;
		}
	}
	return p;
}

/* ---- numbers and literals ---- */

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The state after one more byte of a number; 0: c does not belong to it. */
static uint8_t number_step(uint8_t token, char c)
{
	bool e = c == 'e' || c == 'E';

	switch (token) {
	case TK_MINUS:
		return c == '0' ? TK_ZERO : is_digit(c) ? TK_INTEGER : 0;
	case TK_ZERO:
		return c == '.' ? TK_POINT : e ? TK_EXPONENT : 0;
	case TK_INTEGER:
		return is_digit(c) ? TK_INTEGER : c == '.' ? TK_POINT : e ? TK_EXPONENT : 0;
	case TK_POINT:
		return is_digit(c) ? TK_FRACTION : 0;
	case TK_FRACTION:
		return is_digit(c) ? TK_FRACTION : e ? TK_EXPONENT : 0;
	case TK_EXPONENT:
		if (c == '+' || c == '-')
			return TK_EXPONENT_SIGN;
		return is_digit(c) ? TK_EXPONENT_DIGITS : 0;
	default: /* the sign or a digit of the exponent */
		return is_digit(c) ? TK_EXPONENT_DIGITS : 0;
	}
}

static bool number_complete(uint8_t token)
{
	return token == TK_ZERO || token == TK_INTEGER || token == TK_FRACTION ||
	       token == TK_EXPONENT_DIGITS;
}

static void number_begins(struct json_scan *s)
{
	scalar_begins(s, '0');
	if (s->mode == SCAN_COPY || s->mode == SCAN_ASK)
		strbuf_add(s->out, "\"n", 2);
}

static void number_ends(struct json_scan *s)
{
	if (s->length > LOAD_STRING_BYTES_MAX)
		s->long_string = true;
	if (s->mode == SCAN_COPY || s->mode == SCAN_ASK)
		strbuf_addc(s->out, '"');
	scalar_ends(s);
}

static const char *scan_number(struct json_scan *s, const char *p, const char *end, const char *data,
			       struct error *err)
{
	const char *from = p;
	uint8_t next = 1;

	while (p < end && (next = number_step(s->token, *p)) != 0) {
		s->token = next;
		p++;
	}
	s->length += (size_t)(p - from);
	if (s->mode != SCAN_SKIP)
		strbuf_add(s->out, from, (size_t)(p - from));
	if (p == end)
		return p;
	if (!number_complete(s->token) || is_digit(*p)) {
		fail(s, p, data, err, s->token == TK_ZERO ? "a number must not begin with 0"
							  : "wants a digit");
		return NULL;
	}
	number_ends(s);
	return p;
}

static void literal_begins(struct json_scan *s, char first)
{
	scalar_begins(s, first);
	s->token = TK_LITERAL;
	s->literal = first == 't' ? "true" : first == 'f' ? "false" : "null";
	if (s->mode != SCAN_SKIP)
		strbuf_adds(s->out, s->literal);
}

static const char *scan_literal(struct json_scan *s, const char *p, const char *end,
				const char *data, struct error *err)
{
	for (; p < end && *s->literal; p++, s->literal++) {
		if (*p != *s->literal) {
			fail(s, p, data, err, "wants true, false or null");
			return NULL;
		}
	}
	if (!*s->literal)
		scalar_ends(s);
	return p;
}

/* ---- structure ---- */

static const char *const wanted[] = {
	[ST_DOCUMENT] = "wants an object",
	[ST_KEY_OR_END] = "wants a key or '}'",
	[ST_KEY] = "wants a key",
	[ST_COLON] = "wants ':'",
	[ST_VALUE] = "wants a value",
	[ST_VALUE_OR_END] = "wants a value or ']'",
	[ST_NEXT] = "wants ',' or the end of the object or list",
	[ST_TOKEN] = "",
};

/* A value begins at c.  -1 with err: none does. */
static int begin_value(struct json_scan *s, const char *p, const char *data, struct error *err)
{
	switch (*p) {
	case '{':
	case '[':
		return open_container(s, *p, err);
	case '"':
		string_begins(s);
		return 0;
	case 't':
	case 'f':
	case 'n':
		literal_begins(s, *p);
		return 1; /* the byte belongs to the token */
	case '-':
		number_begins(s);
		s->token = TK_MINUS;
		break;
	default:
		if (!is_digit(*p))
			return fail(s, p, data, err, wanted[s->state]);
		number_begins(s);
		s->token = *p == '0' ? TK_ZERO : TK_INTEGER;
	}
	s->length = 1;
	if (s->mode != SCAN_SKIP)
		strbuf_addc(s->out, *p);
	return 0;
}

/* "---" between documents, as kubectl takes it. */
static int dash(struct json_scan *s, const char *p, const char *data, struct error *err)
{
	if (*p != '-') {
		if (s->dashes == 3) {
			s->dashes = 0;
			return 0;
		}
		return fail(s, p, data, err, "wants ---");
	}
	s->dashes = s->dashes == 3 ? 1 : (uint8_t)(s->dashes + 1);
	return 1;
}

/* One structural byte, not a blank: the number of bytes used (0 or 1), or -1 with err. */
static int structure(struct json_scan *s, const char *p, const char *data, struct error *err)
{
	char c = *p;
	int rc;

	s->position = s->offset + (uint64_t)(p - data);
	switch (s->state) {
	case ST_DOCUMENT:
		if (c == '-' || s->dashes) {
			rc = dash(s, p, data, err);
			if (rc)
				return rc;
		}
		if (c == '-')
			return 1;
		break;
	case ST_KEY_OR_END:
	case ST_KEY:
		if (c == '"') {
			key_begins(s);
			return 1;
		}
		if (c == '}' && s->state == ST_KEY_OR_END) {
			close_container(s);
			return 1;
		}
		return fail(s, p, data, err, wanted[s->state]);
	case ST_COLON:
		if (c != ':')
			return fail(s, p, data, err, wanted[s->state]);
		s->state = ST_VALUE;
		return 1;
	case ST_VALUE_OR_END:
		if (c == ']') {
			close_container(s);
			return 1;
		}
		break;
	case ST_NEXT:
		if (c == ',') {
			s->state = s->level[s->depth].bracket == '{' ? ST_KEY : ST_VALUE;
			return 1;
		}
		if (c == (s->level[s->depth].bracket == '{' ? '}' : ']')) {
			close_container(s);
			return 1;
		}
		return fail(s, p, data, err, wanted[s->state]);
	}
	rc = begin_value(s, p, data, err);
	return rc < 0 ? -1 : rc == 1 ? 0 : 1;
}

static const char *skip_blanks(struct json_scan *s, const char *p, const char *end)
{
	for (;;) {
		if (p == end || (unsigned char)*p > ' ')
			return p;
		if (*p == ' ')
			p = bytes_spaces(p, end);
		else if (*p == '\n')
			s->line++, p++;
		else if (*p == '\t' || *p == '\r')
			p++;
		else
			return p;
	}
}

static const char *scan_token(struct json_scan *s, const char *p, const char *end, const char *data,
			      struct error *err)
{
	if (s->token <= TK_ESCAPE)
		return scan_string(s, p, end, data, err);
	if (s->token == TK_LITERAL)
		return scan_literal(s, p, end, data, err);
	return scan_number(s, p, end, data, err);
}

int json_scan_push(struct json_scan *s, const char *data, size_t len, struct error *err)
{
	const char *p = data, *end = data + len;

	while (p < end) {
		if (s->state == ST_TOKEN) {
			p = scan_token(s, p, end, data, err);
			if (!p)
				return -1;
		} else {
			int used;

			p = skip_blanks(s, p, end);
			if (p == end)
				break;
			used = structure(s, p, data, err);
			if (used < 0)
				return -1;
			p += used;
		}
	}
	s->offset += len;
	return 0;
}

int json_scan_finish(struct json_scan *s, struct error *err)
{
	if (s->state == ST_TOKEN && s->token > TK_LITERAL && number_complete(s->token))
		number_ends(s);
	if (s->state == ST_DOCUMENT && (s->dashes == 0 || s->dashes == 3))
		return 0;
	return error_set(err, ERR_PARSE, "line %llu: the input ends in the middle of an object",
			 (unsigned long long)s->line);
}
