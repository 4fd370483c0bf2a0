#include "load/document.h"

#include "base/die.h"
#include "base/i18n.h"
#include "base/wipe.h"
#include "load/filter.h"
#include "load/loader.h"
#include "load/yaml.h"

struct document {
	struct cluster holder; /* gives the decoder its arena and symtab */
	struct decode decode;
	struct arena *scratch;
	struct field_indexes indexes;
	struct filter filter;
	const struct field_table *table;
	void *object;
	bool found, failed;
};

static bool decode_tree(struct document *d, const struct filter *f, const struct object *o,
			size_t start)
{
	const struct json_value *tree;

	if (o->problem) {
		error_set(&d->decode.error, ERR_PARSE, "%s", tr(o->problem));
		return false;
	}
	tree = json_parse(d->scratch, f->out.buf + start, f->out.len - start);
	if (!tree) {
		error_set(&d->decode.error, ERR_PARSE, _("cannot be parsed"));
		return false;
	}
	return decode_object(&d->decode, tree, d->table, d->object);
}

static void object_ended(void *self, struct filter *f, struct object *o, size_t start)
{
	struct document *d = self;

	if (d->found || o->is_item)
		return;
	d->found = true;
	d->failed = !decode_tree(d, f, o, start);
}

static long never_shared(void *self, struct filter *f, const struct field *row, size_t start)
{
	(void)self;
	(void)f;
	(void)row;
	(void)start;
	return -1;
}

static const struct filter_sink document_sink = { object_ended, never_shared };

static struct document *document_new(const struct field_table *t, void *object,
				     struct arena *arena, struct symtab *syms)
{
	struct document *d = xcalloc(1, sizeof(*d));

	d->holder.arena = arena;
	d->holder.syms = syms;
	pairmap_init(&d->holder.quantities, arena);
	d->decode.c = &d->holder;
	d->decode.secret = true;
	d->decode.warning = (struct strbuf)STRBUF_LIMIT(2048);
	d->scratch = arena_new();
	field_indexes_init(&d->indexes, d->scratch);
	filter_init(&d->filter, &document_sink, d, &d->indexes, d->scratch, -1);
	filter_document(&d->filter, t);
	d->table = t;
	d->object = object;
	return d;
}

static void wipe_text(struct strbuf *sb)
{
	if (sb->cap)
		wipe(sb->buf, sb->cap);
}

static void document_free(struct document *d)
{
	wipe_text(&d->filter.out);
	arena_wipe(d->scratch);
	filter_release(&d->filter);
	strbuf_release(&d->decode.warning);
	arena_free(d->scratch);
	xfree(d);
}

static int push(struct document *d, const char *data, size_t len, struct error *err)
{
	if (filter_push(&d->filter, data, len, err) < 0 || filter_finish(&d->filter, err) < 0)
		return -1;
	if (d->failed) {
		*err = d->decode.error;
		return -1;
	}
	if (!d->found && d->filter.documents)
		return error_set(err, ERR_PARSE, _("wants an object"));
	return 0;
}

struct reading { /* what one call is asked for */
	const struct field_table *t;
	void *object;
	struct arena *arena;
	struct symtab *syms;
	bool strict; /* a key without a row is an error */
	bool lines;
	bool found; /* a whole document: whatever is wrong with it is said */
};

static int read_json(struct reading *r, const char *data, size_t len, struct error *err)
{
	struct document *d = document_new(r->t, r->object, r->arena, r->syms);
	struct strbuf unknown = STRBUF_LIMIT(512);
	int rc;

	if (r->strict)
		d->filter.unknown = &unknown;
	rc = push(d, data, len, err);
	if (rc == 0 && unknown.len)
		rc = error_set(err, ERR_PARSE, "%s", unknown.buf);
	r->found = d->found;
	strbuf_release(&unknown);
	document_free(d);
	return rc;
}

static int read_yaml(struct reading *r, const char *data, size_t len, struct error *err)
{
	struct strbuf json = STRBUF_INIT;
	int rc = r->lines ? yaml_to_json_lines(data, len, &json, err)
			   : yaml_to_json(data, len, &json, err);

	if (rc == 0)
		rc = read_json(r, json.buf, json.len, err);
	wipe_text(&json);
	strbuf_release(&json);
	return rc;
}

/* What looks like JSON and is none may be YAML in braces. */
static int read_any(struct reading *r, const char *data, size_t len, struct error *err)
{
	struct error yaml_err = ERROR_INIT;
	enum load_format format;

	if (loader_guess(data, len, &format, err) < 0)
		return -1;
	if (format == LOAD_YAML)
		return read_yaml(r, data, len, err);
	if (read_json(r, data, len, err) == 0)
		return 0;
	if (!r->found && read_yaml(r, data, len, &yaml_err) == 0)
		return 0;
	if (r->found && yaml_err.kind)
		*err = yaml_err;
	return -1;
}

int document_decode(const char *data, size_t len, const struct field_table *t, void *object,
		    struct arena *arena, struct symtab *syms, struct error *err)
{
	struct reading r = { .t = t, .object = object, .arena = arena, .syms = syms };

	return read_any(&r, data, len, err);
}

int document_decode_strict(const char *data, size_t len, const struct field_table *t, void *object,
			   struct arena *arena, struct symtab *syms, struct error *err)
{
	struct reading r = { .t = t, .object = object, .arena = arena, .syms = syms, .strict = true,
			     .lines = true };

	return read_any(&r, data, len, err);
}

int document_decode_known(const char *data, size_t len, const struct field_table *t, void *object,
			  struct arena *arena, struct symtab *syms, struct error *err)
{
	struct reading r = { .t = t, .object = object, .arena = arena, .syms = syms, .strict = true };

	return read_any(&r, data, len, err);
}
