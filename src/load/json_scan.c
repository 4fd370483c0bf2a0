#include "load/json_scan.h"

#include "base/i18n.h"
#include "load/bytes.h"
#include "load/json_token.h"

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

int json_scan_fail(const struct json_scan *s, const char *at, const char *data, struct error *err,
		const char *what)
{
	unsigned char c = (unsigned char)*at;
	unsigned long long byte = s->offset + (uint64_t)(at - data) + 1;
	unsigned long long line = s->line;

	if (c > 0x20 && c < 0x7f)
		return error_set(err, ERR_PARSE, _("line %llu, byte %llu: %s, found '%c'"), line, byte,
				 tr(what), c);
	return error_set(err, ERR_PARSE, _("line %llu, byte %llu: %s, found byte 0x%02x"), line, byte,
			 tr(what), c);
}

/* ---- values ---- */

/* What becomes of the value that begins with `first`; its comma and key are written. */
static unsigned value_begins(struct json_scan *s, char first)
{
	const struct scan_level *in = &s->level[s->depth];
	unsigned mode = in->mode;

	s->mark = s->out->len;
	if (mode == SCAN_ASK) {
		struct scan_value v = { s->key, s->key_len, s->key_escaped, first, s->depth };

		if (in->some)
			scan_put_byte(s->out, ',');
		mode = s->sink->enter(s->self, &v);
		s->key = NULL;
		if (mode == SCAN_SKIP)
			strbuf_truncate(s->out, s->mark);
	} else if (mode != SCAN_SKIP && in->bracket == '[' && in->some) {
		scan_put_byte(s->out, ',');
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
		return error_set(err, ERR_LIMIT, _("line %llu: nested deeper than %d levels"),
				 (unsigned long long)s->line, LOAD_DEPTH_MAX);
	l = &s->level[++s->depth];
	l->bracket = bracket;
	l->mode = mode & SCAN_MODE_MASK;
	l->watch = mode & SCAN_WATCH;
	l->some = false;
	l->mark = s->mark;
	l->start = s->start;
	if (l->mode != SCAN_SKIP)
		scan_put_byte(s->out, bracket);
	s->state = bracket == '{' ? ST_KEY_OR_END : ST_VALUE_OR_END;
	return 0;
}

static void close_container(struct json_scan *s)
{
	const struct scan_level *l = &s->level[s->depth--];

	if (l->mode != SCAN_SKIP) {
		scan_put_byte(s->out, l->bracket == '{' ? '}' : ']');
		value_kept(s, l->watch, l->mark, l->start);
	}
	s->state = state_after_value(s);
}

void json_scalar_ends(struct json_scan *s)
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

/* ---- scalars ---- */

static void string_begins(struct json_scan *s)
{
	scalar_begins(s, '"');
	s->token = TK_STRING;
	if (s->mode == SCAN_COPY || s->mode == SCAN_ASK)
		scan_put(s->out, "\"s", 2);
	else if (s->mode == SCAN_RAW)
		scan_put_byte(s->out, '"');
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
		s->key_escaped = false;
	} else if (s->mode != SCAN_SKIP) {
		if (in->some)
			scan_put_byte(s->out, ',');
		scan_put_byte(s->out, '"');
	}
}

void json_string_ends(struct json_scan *s)
{
	if (s->length > LOAD_STRING_BYTES_MAX)
		s->long_string = true;
	if (!s->is_key) {
		if (s->mode != SCAN_SKIP)
			scan_put_byte(s->out, '"');
		json_scalar_ends(s);
		return;
	}
	if (s->mode == SCAN_ASK) {
		s->key = s->key_text.buf;
		s->key_len = s->key_text.len;
	} else if (s->mode != SCAN_SKIP) {
		scan_put(s->out, "\":", 2);
	}
	s->state = ST_COLON;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static void number_begins(struct json_scan *s)
{
	scalar_begins(s, '0');
	if (s->mode == SCAN_COPY || s->mode == SCAN_ASK)
		scan_put(s->out, "\"n", 2);
}

void json_number_ends(struct json_scan *s)
{
	if (s->length > LOAD_STRING_BYTES_MAX)
		s->long_string = true;
	if (s->mode == SCAN_COPY || s->mode == SCAN_ASK)
		scan_put_byte(s->out, '"');
	json_scalar_ends(s);
}

static void literal_begins(struct json_scan *s, char first)
{
	scalar_begins(s, first);
	s->token = TK_LITERAL;
	s->literal = first == 't' ? "true" : first == 'f' ? "false" : "null";
	if (s->mode != SCAN_SKIP)
		strbuf_adds(s->out, s->literal);
}

/* ---- structure ---- */

static const char *const wanted[] = {
	[ST_DOCUMENT] = N_("wants an object"),
	[ST_KEY_OR_END] = N_("wants a key or '}'"),
	[ST_KEY] = N_("wants a key"),
	[ST_COLON] = N_("wants ':'"),
	[ST_VALUE] = N_("wants a value"),
	[ST_VALUE_OR_END] = N_("wants a value or ']'"),
	[ST_NEXT] = N_("wants ',' or the end of the object or list"),
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
			return json_scan_fail(s, p, data, err, wanted[s->state]);
		number_begins(s);
		s->token = *p == '0' ? TK_ZERO : TK_INTEGER;
	}
	s->length = 1;
	if (s->mode != SCAN_SKIP)
		scan_put_byte(s->out, *p);
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
		return json_scan_fail(s, p, data, err, N_("wants ---"));
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
		return json_scan_fail(s, p, data, err, wanted[s->state]);
	case ST_COLON:
		if (c != ':')
			return json_scan_fail(s, p, data, err, wanted[s->state]);
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
		return json_scan_fail(s, p, data, err, wanted[s->state]);
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

int json_scan_push(struct json_scan *s, const char *data, size_t len, struct error *err)
{
	const char *p = data, *end = data + len;

	while (p < end) {
		if (s->state == ST_TOKEN) {
			p = json_token_scan(s, p, end, data, err);
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
	if (s->state == ST_TOKEN && s->token > TK_LITERAL && json_number_complete(s))
		json_number_ends(s);
	if (s->state == ST_DOCUMENT && (s->dashes == 0 || s->dashes == 3))
		return 0;
	return error_set(err, ERR_PARSE, _("line %llu: the input ends in the middle of an object"),
			 (unsigned long long)s->line);
}
