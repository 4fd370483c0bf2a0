#include "load/yaml.h"

#include <string.h>
#include <yaml.h>

#include "base/i18n.h"
#include "base/wipe.h"
#include "load/yaml_input.h"
#include "load/yaml_json.h"
#include "load/yaml_scalar.h"

#define FLUSH_BYTES 65536
#define PENDING_BYTES_MAX ((size_t)16 << 20) /* read without a node coming out of it */
#define TAG_PREFIX "tag:yaml.org,2002:"

struct yaml_job {
	struct loader *l;
	struct strbuf *to;  /* instead of a loader, or NULL */
	bool lines;         /* mappings say where they begin */
	struct yaml_input in;
	struct yaml_json json;
	struct error *err;
	struct strbuf text; /* of one scalar */
	size_t pending;     /* bytes since the last event */
	bool started;       /* JSON of this document has been handed on */
};

static int feed(void *self, unsigned char *buf, size_t size, size_t *ret_len)
{
	struct yaml_job *j = self;

	*ret_len = yaml_input_read(&j->in, (char *)buf, size);
	j->pending += *ret_len;
	return !j->in.failed && j->pending <= PENDING_BYTES_MAX;
}

static int flush(struct yaml_job *j, struct error *err)
{
	int rc = 0;

	if (j->to)
		strbuf_add(j->to, j->json.out.buf, j->json.out.len);
	else
		rc = loader_push_json(j->l, j->json.out.buf, j->json.out.len, err);
	j->started = j->started || j->json.out.len;
	strbuf_reset(&j->json.out);
	return rc;
}

/* ---- scalars ---- */

static void add_string(struct strbuf *out, const char *s, size_t len)
{
	strbuf_addc(out, '"');
	for (size_t i = 0; i < len; i++) {
		unsigned char c = (unsigned char)s[i];

		if (c == '"' || c == '\\')
			strbuf_addc(out, '\\');
		if (c < 0x20)
			strbuf_addf(out, "\\u%04x", (unsigned)c);
		else
			strbuf_addc(out, s[i]);
	}
	strbuf_addc(out, '"');
}

/* How a tag reads the text: as it looks, or as a string.  -1 with err: not a tag of JSON. */
static int tag_means(struct yaml_job *j, const char *tag, bool *ret_string)
{
	static const char *const by_looks[] = { "int", "float", "bool", "null", "merge" };
	size_t prefix = strlen(TAG_PREFIX);

	*ret_string = true;
	if (strcmp(tag, "!") == 0)
		return 0;
	if (strncmp(tag, TAG_PREFIX, prefix) == 0) {
		tag += prefix;
		if (strcmp(tag, "str") == 0 || strcmp(tag, "timestamp") == 0)
			return 0;
		*ret_string = false;
		for (size_t i = 0; i < sizeof(by_looks) / sizeof(by_looks[0]); i++)
			if (strcmp(tag, by_looks[i]) == 0)
				return 0;
	}
	return error_set(j->err, ERR_PARSE, _("tag %.100s cannot be read"), tag);
}

/* JSON text of a scalar into j->text. */
static int scalar_text(struct yaml_job *j, const char *s, size_t len, bool plain, const char *tag,
		       bool key)
{
	bool string = !plain;
	enum scalar_type type;

	strbuf_reset(&j->text);
	if (tag && tag_means(j, tag, &string) < 0)
		return -1;
	if (key)
		strbuf_addc(&j->text, '"');
	type = string ? SCALAR_STRING : scalar_resolve(s, len, &j->text);
	switch (type) {
	case SCALAR_NULL:
		if (key)
			return error_set(j->err, ERR_PARSE, _("a key must not be empty"));
		strbuf_adds(&j->text, "null");
		break;
	case SCALAR_TRUE:
	case SCALAR_FALSE:
		strbuf_adds(&j->text, type == SCALAR_TRUE ? "true" : "false");
		break;
	case SCALAR_NUMBER:
		break;
	case SCALAR_NOT_JSON:
		return error_set(j->err, ERR_PARSE, _("%.10s is not a number of JSON"), s);
	case SCALAR_STRING:
		strbuf_reset(&j->text);
		add_string(&j->text, s, len);
		return 0;
	}
	if (key)
		strbuf_addc(&j->text, '"');
	return 0;
}

static int on_scalar(struct yaml_job *j, const yaml_event_t *e)
{
	const char *s = (const char *)e->data.scalar.value;
	size_t len = e->data.scalar.length;
	bool plain = e->data.scalar.style == YAML_PLAIN_SCALAR_STYLE;
	const char *tag = (const char *)e->data.scalar.tag;
	const char *anchor = (const char *)e->data.scalar.anchor;
	bool key = yaml_json_wants_key(&j->json);

	if (key && plain && !tag && len == 2 && memcmp(s, "<<", 2) == 0)
		return yaml_json_merge_key(&j->json);
	if (scalar_text(j, s, len, plain, tag, key) < 0)
		return -1;
	if (key)
		return yaml_json_key(&j->json, j->text.buf, j->text.len);
	return yaml_json_scalar(&j->json, anchor, j->text.buf, j->text.len);
}

/* ---- documents ---- */

/* The first member of a mapping. */
static int add_line(struct yaml_job *j, const yaml_event_t *e)
{
	static const char key[] = "\"@line\"";

	if (yaml_json_key(&j->json, key, sizeof(key) - 1) < 0)
		return -1;
	strbuf_reset(&j->text);
	strbuf_addf(&j->text, "%llu",
		    (unsigned long long)(j->in.first_line + e->start_mark.line));
	return yaml_json_scalar(&j->json, NULL, j->text.buf, j->text.len);
}

static int on_open(struct yaml_job *j, bool mapping, const yaml_char_t *anchor,
		   const yaml_char_t *tag, const char *usual)
{
	if (tag && strcmp((const char *)tag, usual) != 0)
		return error_set(j->err, ERR_PARSE, _("tag %.100s cannot be read"), (const char *)tag);
	if (yaml_json_wants_key(&j->json))
		return error_set(j->err, ERR_PARSE, _("a key must be a string"));
	return yaml_json_open(&j->json, mapping, (const char *)anchor);
}

/* A document that is empty says nothing: no object, and no complaint. */
static int on_document_end(struct yaml_job *j)
{
	if (!j->started && (j->json.out.len == 0 || strcmp(j->json.out.buf, "null") == 0)) {
		strbuf_reset(&j->json.out);
		return 0;
	}
	strbuf_addc(&j->json.out, '\n');
	return flush(j, j->err);
}

static int on_event(struct yaml_job *j, const yaml_event_t *e)
{
	switch (e->type) {
	case YAML_DOCUMENT_START_EVENT:
		yaml_json_begin(&j->json, j->err);
		j->started = false;
		return 0;
	case YAML_DOCUMENT_END_EVENT:
		return on_document_end(j);
	case YAML_ALIAS_EVENT:
		return yaml_json_alias(&j->json, (const char *)e->data.alias.anchor);
	case YAML_SCALAR_EVENT:
		return on_scalar(j, e);
	case YAML_SEQUENCE_START_EVENT:
		return on_open(j, false, e->data.sequence_start.anchor, e->data.sequence_start.tag,
			       YAML_SEQ_TAG);
	case YAML_MAPPING_START_EVENT:
		if (on_open(j, true, e->data.mapping_start.anchor, e->data.mapping_start.tag,
			    YAML_MAP_TAG) < 0)
			return -1;
		return j->lines ? add_line(j, e) : 0;
	case YAML_SEQUENCE_END_EVENT:
	case YAML_MAPPING_END_EVENT:
		return yaml_json_close(&j->json);
	case YAML_NO_EVENT:
	case YAML_STREAM_START_EVENT:
	case YAML_STREAM_END_EVENT:
		break;
	}
	return 0;
}

static int parser_failed(struct yaml_job *j, const yaml_parser_t *p)
{
	unsigned long long line = j->in.first_line + p->problem_mark.line;

	if (j->in.failed)
		return -1; /* the reader has said why */
	if (j->pending > PENDING_BYTES_MAX)
		return error_set(j->err, ERR_LIMIT, _("line %llu: a text in it is longer than 1 MiB"),
				 (unsigned long long)(j->in.first_line + p->mark.line));
	return error_set(j->err, ERR_PARSE, _("line %llu: %s"), line,
			 p->problem ? p->problem : _("not YAML"));
}

/* All such messages begin in the same way. */
static bool says_line(const char *message)
{
	const char *begin = _("line ");

	return strncmp(message, begin, strlen(begin)) == 0;
}

/* One piece of the input: usually one document. */
static int read_piece(struct yaml_job *j)
{
	yaml_parser_t parser;
	bool end = false;
	int rc = 0;

	if (!yaml_parser_initialize(&parser))
		return error_set(j->err, ERR_IO, _("out of memory"));
	yaml_parser_set_encoding(&parser, YAML_UTF8_ENCODING);
	yaml_parser_set_input(&parser, feed, j);
	while (rc == 0 && !end) {
		yaml_event_t event;

		if (!yaml_parser_parse(&parser, &event)) {
			rc = parser_failed(j, &parser);
			break;
		}
		j->pending = 0;
		end = event.type == YAML_STREAM_END_EVENT;
		rc = on_event(j, &event);
		if (rc == -1 && !says_line(j->err->msg))
			error_wrap(j->err, _("line %llu"),
				   (unsigned long long)(j->in.first_line + event.start_mark.line));
		yaml_event_delete(&event);
		if (rc == 0 && j->json.out.len >= FLUSH_BYTES)
			rc = flush(j, j->err);
	}
	yaml_parser_delete(&parser);
	return rc;
}

int yaml_read(struct loader *l, yaml_reader read, void *self, struct error *err)
{
	struct error problem = ERROR_INIT;
	struct yaml_job j = { .l = l, .err = &problem, .text = STRBUF_INIT };

	yaml_input_init(&j.in, read, self, err);
	yaml_json_init(&j.json);
	yaml_json_begin(&j.json, &problem);
	while (!j.in.failed && yaml_input_next(&j.in)) {
		j.pending = 0;
		if (read_piece(&j) < 0 && !j.in.failed) {
			/* What was complete before the fault stays. */
			flush(&j, &(struct error)ERROR_INIT);
			loader_lose(l, problem.msg);
			loader_abandon(l);
		}
	}
	yaml_json_release(&j.json);
	strbuf_release(&j.text);
	return j.in.failed ? -1 : 0;
}

struct memory {
	const char *data;
	size_t len;
};

static long read_memory(void *self, char *buf, size_t size, struct error *err)
{
	struct memory *m = self;
	size_t n = m->len < size ? m->len : size;

	(void)err;
	memcpy(buf, m->data, n);
	m->data += n;
	m->len -= n;
	return (long)n;
}

int yaml_read_memory(struct loader *l, const char *data, size_t len, struct error *err)
{
	struct memory m = { data, len };

	return yaml_read(l, read_memory, &m, err);
}

static int to_json(const char *data, size_t len, bool lines, struct strbuf *ret, struct error *err)
{
	struct memory m = { data, len };
	struct yaml_job j = { .to = ret, .lines = lines, .err = err, .text = STRBUF_INIT };
	int rc = 0;

	yaml_input_init(&j.in, read_memory, &m, err);
	yaml_json_init(&j.json);
	yaml_json_begin(&j.json, err);
	while (rc == 0 && !ret->len && yaml_input_next(&j.in)) {
		j.pending = 0;
		rc = read_piece(&j);
	}
	wipe(&j.in, sizeof(j.in));
	yaml_json_release(&j.json);
	strbuf_release(&j.text);
	return rc;
}

int yaml_to_json(const char *data, size_t len, struct strbuf *ret, struct error *err)
{
	return to_json(data, len, false, ret, err);
}

int yaml_to_json_lines(const char *data, size_t len, struct strbuf *ret, struct error *err)
{
	return to_json(data, len, true, ret, err);
}
