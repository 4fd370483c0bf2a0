#include "load/filter.h"

#include <string.h>

#include "base/i18n.h"
#include "base/near.h"
#include "load/bundle_head.h"
#include "load/tables_list.h"

#define OUT_BYTES_MAX (LOAD_OBJECT_BYTES_MAX + 65536)

/* ---- kinds ---- */

const struct field_table *object_table(const struct object *o)
{
	if (o->state == OBJECT_LIST || o->kind == PSEUDO_LIST)
		return &table_list;
	if (o->kind == PSEUDO_BUNDLE)
		return &table_bundle_head;
	return o->kind == PSEUDO_STATUS ? &table_status : kind_tables[o->kind];
}

/* By name and group; without an apiVersion the name alone has to do. */
static int find_kind(const char *name, const struct object *o)
{
	if (o->has_group)
		return kind_find(name, o->group);
	for (int k = 0; k < KIND_COUNT; k++)
		if (strcmp(kinds[k].name, name) == 0)
			return k;
	return -1;
}

static bool is_list_name(const char *name)
{
	size_t len = strlen(name);

	return len >= 4 && strcmp(name + len - 4, "List") == 0;
}

/* A list whose items need not say their kind. */
static bool is_typed_list(const struct object *o)
{
	return o->state == OBJECT_LIST && o->name[0] && strcmp(o->name, "List") != 0;
}

/* The kind is known: what becomes of the object. */
static void resolve(struct object *o)
{
	if (is_list_name(o->name)) {
		char item[sizeof(o->name)];
		size_t len = strlen(o->name) - 4;

		memcpy(item, o->name, len);
		item[len] = '\0';
		o->state = o->is_item ? OBJECT_UNWANTED : OBJECT_LIST;
		o->kind = find_kind(item, o);
		if (o->is_item)
			o->problem = N_("a list inside a list is not read");
		return;
	}
	if (strcmp(o->name, "Status") == 0 && !o->group[0])
		o->kind = PSEUDO_STATUS;
	else if (strcmp(o->name, BUNDLE_KIND) == 0 && strcmp(o->group, "whypending") == 0)
		o->kind = PSEUDO_BUNDLE;
	else
		o->kind = find_kind(o->name, o);
	if (o->kind == PSEUDO_BUNDLE && o->other_version)
		o->problem = N_("a bundle of a version that this program does not read");
	o->state = o->kind >= 0 ? OBJECT_KNOWN : OBJECT_UNWANTED;
}

/* Before the first field other than kind and apiVersion. */
static void decide(struct filter *f, struct object *o)
{
	int kind = f->default_kind;

	if (o->has_name) {
		if (o->has_group)
			resolve(o);
		return;
	}
	if (!o->is_item)
		return;
	if (kind < 0 && f->document.state == OBJECT_LIST)
		kind = f->document.kind;
	o->kind = kind;
	if (kind >= 0)
		o->state = OBJECT_KNOWN;
	else if (is_typed_list(&f->document))
		o->state = OBJECT_UNWANTED;
}

/* The value of kind or apiVersion; quotes and all in text. */
static void take_kind(struct filter *f, struct object *o, const char *text, size_t len)
{
	bool is_kind = f->pending == PENDING_KIND;
	struct strbuf value = STRBUF_LIMIT(sizeof(o->name) - 1);
	const char *slash;

	json_unescape(f->scratch, &value, text + 1, len - 2);
	if (o->state != OBJECT_OPEN) {
		/* Fields went by under another kind: too late, unless it is the same. */
		if (is_kind && o->state == OBJECT_KNOWN &&
		    strcmp(o->has_name ? o->name : kinds[o->kind].name, value.buf) != 0)
			o->problem = N_("its kind comes after its fields and is not that of its list");
	} else if (is_kind) {
		o->has_name = true;
		memcpy(o->name, value.buf, value.len + 1);
	} else {
		o->has_group = true;
		o->other_version = strcmp(value.buf, BUNDLE_API_VERSION) != 0;
		slash = strchr(value.buf, '/');
		memcpy(o->group, value.buf, slash ? (size_t)(slash - value.buf) : 0);
		o->group[slash ? slash - value.buf : 0] = '\0';
	}
	strbuf_release(&value);
}

/* ---- objects ---- */

static void object_begins(struct filter *f, struct object *o, bool is_item, unsigned depth)
{
	memset(o, 0, sizeof(*o));
	o->kind = -1;
	o->is_item = is_item;
	o->begin = f->scan.position;
	if (f->misspelt)
		strbuf_reset(f->misspelt);
	if (f->second) {
		o->state = OBJECT_KNOWN;
		o->kind = f->default_kind;
	}
	f->scan.values = 0;
	f->scan.long_string = f->scan.nul_replaced = f->scan.half_replaced = false;
	f->frame[depth] = (struct frame){ .type = FRAME_OBJECT, .object = o };
}

static void check_limits(const struct filter *f, struct object *o)
{
	if (f->scan.position - o->begin >= LOAD_OBJECT_BYTES_MAX || f->out.full || o->overflow)
		o->problem = N_("it is larger than 8 MiB");
	else if (f->scan.long_string)
		o->problem = N_("a string in it is longer than 1 MiB");
	else if (f->scan.values > FILTER_VALUES_MAX)
		o->problem = N_("it has more than 262144 values");
}

static void object_ends(struct filter *f, struct object *o, size_t start)
{
	if (o->state == OBJECT_OPEN && o->has_name) {
		o->raw = true;
		resolve(o);
	}
	if (o->state == OBJECT_LIST && (f->out.full || o->overflow))
		o->problem = N_("what comes before its items is larger than 8 MiB");
	else if (o->state != OBJECT_UNWANTED && o->state != OBJECT_LIST)
		check_limits(f, o);
	f->out.full = false;
	f->sink->object(f->self, f, o, start);
}

/* Something that is no object where one should be. */
static unsigned no_object(struct filter *f, struct object *o, bool is_item)
{
	object_begins(f, o, is_item, LOAD_DEPTH_MAX);
	o->problem = N_("wants an object");
	f->sink->object(f->self, f, o, f->out.len);
	return SCAN_SKIP;
}

static unsigned enter_document(struct filter *f, char first)
{
	f->documents++;
	if (first == '{') {
		object_begins(f, &f->document, false, 1);
		return SCAN_ASK | SCAN_WATCH;
	}
	if (first != '[')
		return no_object(f, &f->document, false);
	object_begins(f, &f->document, false, 1);
	f->document.state = OBJECT_LIST;
	f->frame[1] = (struct frame){ .type = FRAME_ITEMS };
	return SCAN_ASK | SCAN_WATCH;
}

static unsigned enter_item(struct filter *f, struct frame *in, char first, unsigned depth)
{
	in->n++;
	if (first != '{')
		return no_object(f, &f->item, true);
	object_begins(f, &f->item, true, depth + 1);
	return SCAN_ASK | SCAN_WATCH;
}

/* ---- fields ---- */

static void write_key(struct filter *f, const char *key, size_t len)
{
	strbuf_addc(&f->out, '"');
	strbuf_add(&f->out, key, len);
	strbuf_add(&f->out, "\":", 2);
}

static bool is_key(const struct scan_value *v, const char *name)
{
	return v->key_len == strlen(name) && memcmp(v->key, name, v->key_len) == 0;
}

/* How the value of a row is kept; opens the frame of what is inside. */
static unsigned value_mode(struct filter *f, const struct field *row, const struct field_index *sub,
			   char first, unsigned depth)
{
	enum frame_type type;
	char bracket = '{';
	unsigned watch = 0;

	switch ((enum field_type)row->type) {
	case FT_STRUCT: case FT_POINTER:
		type = FRAME_STRUCT;
		break;
	case FT_MAP:
		type = FRAME_MAP;
		break;
	case FT_LIST:
		type = FRAME_LIST;
		bracket = '[';
		break;
	case FT_LABELS:
		type = FRAME_NAMES;
		break;
	case FT_SYMS:
		bracket = '[';
		/* fall through */
	default:
		type = FRAME_STREAM;
	}
	if (first != bracket)
		return SCAN_COPY; /* null, or the decoder will complain */
	if (row->flags & FF_SHARED)
		watch = SCAN_WATCH;
	if (type == FRAME_STREAM || !sub)
		return SCAN_COPY | watch;
	f->frame[depth + 1] = (struct frame){ .type = (uint8_t)type, .index = sub };
	return SCAN_ASK | watch;
}

/* The slot of a key, which may be written with escapes. */
static const struct field_slot *find_slot(struct filter *f, const struct field_index *index,
					  const struct scan_value *v)
{
	struct strbuf key = STRBUF_INIT;
	const struct field_slot *slot;

	if (!v->key_escaped)
		return field_index_find(index, v->key, v->key_len);
	json_unescape(f->scratch, &key, v->key, v->key_len);
	slot = field_index_find(index, key.buf, key.len);
	strbuf_release(&key);
	return slot;
}

static void note_unknown(struct filter *f, const struct frame *in, const struct scan_value *v)
{
	const char *near;

	if (!f->unknown || f->unknown->len || (v->key_len && v->key[0] == '@'))
		return;
	filter_path(f, f->unknown);
	strbuf_addf(f->unknown, "%s%.*s", f->unknown->len ? "." : "", (int)v->key_len, v->key);
	strbuf_adds(f->unknown, _(": no such field"));
	near = field_index_near(in->index, v->key, v->key_len);
	if (near)
		strbuf_addf(f->unknown, _("; did you mean %s?"), near);
}

#define MISSPELT_BYTES_MAX 2048u

/* Fields of the API that no row reads, beside rows that are spelt nearly so. */
static bool is_neighbour(const char *key)
{
	static const char *const names[] = { "detachError", "hostIPs", "imageID", "iscsi", "nodeAffinity",
					     "podAffinity", "podIPs", "started", "state" };

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (strcmp(key, names[i]) == 0)
			return true;
	return false;
}

/* Short names are near to too many others. */
static bool is_misspelt(const char *key, const char *near)
{
	size_t len = strlen(key), most = len < 6 ? 1 : 2;

	return near && len > 3 && edit_distance(key, near, most) <= most && !is_neighbour(key);
}

static void note_misspelt(struct filter *f, const struct frame *in, const struct scan_value *v)
{
	const char *near = field_index_near(in->index, v->key, v->key_len);
	struct strbuf path = STRBUF_INIT, key = STRBUF_INIT;

	strbuf_add(&key, v->key, v->key_len);
	if (is_misspelt(key.buf, near) && f->misspelt->len < MISSPELT_BYTES_MAX) {
		filter_path(f, &path);
		strbuf_addf(f->misspelt, _("unknown field \"%s%s%s\", did you mean %s?"), path.buf,
			    path.len ? "." : "", key.buf, near);
		strbuf_addc(f->misspelt, '\n');
	}
	strbuf_release(&path);
	strbuf_release(&key);
}

static unsigned enter_field(struct filter *f, struct frame *in, const struct scan_value *v)
{
	const struct field_slot *slot = find_slot(f, in->index, v);
	char key;

	in->row = NULL;
	if (!slot) {
		note_unknown(f, in, v);
		if (f->misspelt)
			note_misspelt(f, in, v);
		return SCAN_SKIP;
	}
	if (slot->row->flags & FF_IGNORED)
		return SCAN_SKIP;
	in->row = slot->row;
	key = (char)(ROW_KEY_FIRST + slot->number);
	write_key(f, &key, 1);
	return value_mode(f, slot->value, slot->sub, v->first, v->depth);
}

/* An element of a list or map of structs. */
static unsigned enter_element(struct filter *f, struct frame *in, const struct scan_value *v)
{
	in->n++;
	if (in->type == FRAME_MAP)
		write_key(f, v->key, v->key_len);
	if (v->first != '{')
		return SCAN_COPY;
	f->frame[v->depth + 1] = (struct frame){ .type = FRAME_STRUCT, .index = in->index };
	return SCAN_ASK;
}

static unsigned enter_raw(struct filter *f, struct object *o, const struct scan_value *v)
{
	o->raw = true;
	write_key(f, v->key, v->key_len);
	return SCAN_RAW;
}

static unsigned enter_kind(struct filter *f, struct object *o, const struct scan_value *v)
{
	if (v->first != '"') {
		o->problem = N_("kind and apiVersion are strings");
		return SCAN_SKIP;
	}
	f->pending = is_key(v, "kind") ? PENDING_KIND : PENDING_VERSION;
	return SCAN_RAW | SCAN_WATCH;
}

static unsigned enter_items(struct filter *f, struct object *o, const struct scan_value *v)
{
	if (v->first != '[') {
		if (v->first != 'n')
			o->problem = N_("items: wants a list");
		return SCAN_SKIP;
	}
	o->has_items = true;
	f->frame[v->depth + 1] = (struct frame){ .type = FRAME_ITEMS };
	return SCAN_ASK | SCAN_WATCH;
}

/* Nothing more can be kept of the object; room is needed to learn its kind. */
static void overflow(struct filter *f, struct object *o, unsigned depth)
{
	o->overflow = true;
	f->out.full = false;
	strbuf_truncate(&f->out, f->scan.level[depth].start + 1);
}

/* A key of a document or an item. */
static unsigned enter_member(struct filter *f, struct frame *in, const struct scan_value *raw)
{
	struct object *o = in->object;
	struct strbuf plain = STRBUF_INIT;
	struct scan_value v = *raw;
	unsigned mode;

	in->row = NULL;
	if (f->out.full)
		overflow(f, o, raw->depth);
	if (v.key_escaped) {
		json_unescape(f->scratch, &plain, v.key, v.key_len);
		v.key = plain.buf;
		v.key_len = plain.len;
		v.key_escaped = false;
	}
	if (!f->second && (is_key(&v, "kind") || is_key(&v, "apiVersion"))) {
		mode = enter_kind(f, o, &v);
		goto out;
	}
	if (o->state == OBJECT_OPEN)
		decide(f, o);
	if (!f->second && !o->is_item && (o->state == OBJECT_OPEN || o->state == OBJECT_LIST) &&
	    is_key(&v, "items"))
		mode = enter_items(f, o, &v);
	else if (o->state == OBJECT_UNWANTED || o->overflow)
		mode = SCAN_SKIP;
	else if (o->state == OBJECT_OPEN || o->raw)
		mode = enter_raw(f, o, raw);
	else {
		if (!in->index)
			in->index = field_index_get(f->indexes, f->table ? f->table : object_table(o));
		mode = enter_field(f, in, &v);
	}
out:
	strbuf_release(&plain);
	return mode;
}

static unsigned enter(void *self, const struct scan_value *v)
{
	struct filter *f = self;
	struct frame *in = &f->frame[v->depth];
	const struct field_slot *slot;

	switch ((enum frame_type)in->type) {
	case FRAME_STREAM:
		return enter_document(f, v->first);
	case FRAME_ITEMS:
		return enter_item(f, in, v->first, v->depth);
	case FRAME_OBJECT:
		return enter_member(f, in, v);
	case FRAME_STRUCT:
		return enter_field(f, in, v);
	case FRAME_LIST:
	case FRAME_MAP:
		return enter_element(f, in, v);
	case FRAME_NAMES:
		slot = find_slot(f, in->index, v);
		if (!slot)
			return SCAN_SKIP;
		write_key(f, v->key, v->key_len);
		return SCAN_COPY;
	}
	return SCAN_SKIP;
}

/* The value of a shared row is complete: its number takes its place. */
static bool leave_shared(struct filter *f, const struct field *row, size_t start)
{
	long number = f->out.full ? -1 : f->sink->share(f->self, f, row, start);
	char text[32], *p = text + sizeof(text);

	if (number < 0)
		return false;
	*--p = '"';
	do {
		*--p = (char)('0' + number % 10);
		number /= 10;
	} while (number);
	*--p = 'r';
	*--p = '"';
	strbuf_truncate(&f->out, start);
	strbuf_add(&f->out, p, (size_t)(text + sizeof(text) - p));
	return true;
}

static bool leave(void *self, unsigned depth, size_t start)
{
	struct filter *f = self;
	struct frame *in = &f->frame[depth];

	switch ((enum frame_type)in->type) {
	case FRAME_STREAM:
		if (f->frame[1].type == FRAME_OBJECT)
			object_ends(f, &f->document, start);
		return false;
	case FRAME_ITEMS:
		object_ends(f, &f->item, start);
		return false;
	case FRAME_OBJECT:
		if (f->pending && !f->out.full)
			take_kind(f, in->object, f->out.buf + start, f->out.len - start);
		f->pending = PENDING_NONE;
		return in->row ? leave_shared(f, in->row, start) : false;
	case FRAME_STRUCT:
		return leave_shared(f, in->row, start);
	case FRAME_LIST:
	case FRAME_MAP:
	case FRAME_NAMES:
		break;
	}
	return true;
}

static const struct scan_sink filter_scan_sink = { enter, leave };

void filter_init(struct filter *f, const struct filter_sink *sink, void *self,
		 struct field_indexes *indexes, struct arena *scratch, int default_kind)
{
	memset(f, 0, sizeof(*f));
	f->out = (struct strbuf)STRBUF_LIMIT(OUT_BYTES_MAX);
	f->sink = sink;
	f->self = self;
	f->indexes = indexes;
	f->scratch = scratch;
	f->default_kind = default_kind;
	json_scan_init(&f->scan, &f->out, &filter_scan_sink, f);
}

void filter_second(struct filter *f, int kind)
{
	f->second = true;
	f->default_kind = kind;
}

void filter_document(struct filter *f, const struct field_table *t)
{
	f->second = true;
	f->table = t;
}

void filter_release(struct filter *f)
{
	json_scan_release(&f->scan);
	strbuf_release(&f->out);
}

int filter_push(struct filter *f, const char *data, size_t len, struct error *err)
{
	return json_scan_push(&f->scan, data, len, err);
}

int filter_finish(struct filter *f, struct error *err)
{
	return json_scan_finish(&f->scan, err);
}

void filter_abandon(struct filter *f)
{
	json_scan_reset(&f->scan);
	f->pending = PENDING_NONE;
}

void filter_path(const struct filter *f, struct strbuf *out)
{
	for (unsigned d = 1; d <= f->scan.depth; d++) {
		const struct frame *in = &f->frame[d];

		if (in->type == FRAME_LIST || in->type == FRAME_MAP) {
			strbuf_addf(out, "[%u]", (unsigned)(in->n - 1));
		} else if (in->row && (in->type == FRAME_STRUCT || in->type == FRAME_OBJECT)) {
			if (out->len)
				strbuf_addc(out, '.');
			strbuf_adds(out, in->row->name);
		}
	}
}
