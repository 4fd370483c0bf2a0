#include "load/loader.h"

#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "load/bundle_head.h"
#include "load/autoscaler_status.h"
#include "load/defaults.h"
#include "load/filter.h"
#include "load/share.h"
#include "load/tables_list.h"
#include "load/yaml.h"

#define HEAD_BYTES_MAX 65536 /* blanks before the first byte that tells the format */
#define YAML_PUSHED_BYTES_MAX ((size_t)64 << 20)

struct loader {
	struct cluster *c;
	const char *name;         /* in c's arena: notes outlive the loader */
	enum load_format format;
	int default_kind;
	struct arena *arena, *scratch;
	struct field_indexes indexes;
	struct share share;
	struct filter first, second; /* second: one object whose kind came late */
	struct decode decode;
	struct strbuf misspelt;   /* of the object being read, see filter.h */
	struct strbuf lost;       /* why the object being read is lost already, or empty */
	struct strbuf head;       /* input held back: until the format is known, or all YAML */
	bool is_item;             /* the object being handed over, for messages */
	size_t item;
	size_t objects, unnamed;
	int again;
	const char *next;         /* metadata.continue, in c's arena */
	struct objects *staged;   /* NULL: objects go to the cluster */
	size_t lists;
	const char *refusal;      /* in c's arena */
	bool only_unnamed;
};

/* ---- notes ---- */

/* "pods.json: document 2: items[3] default/web", as much of it as there is. */
static void label(const struct loader *l, const struct meta *m, struct strbuf *out)
{
	strbuf_adds(out, l->name);
	if (l->first.documents > 1)
		strbuf_addf(out, _(": document %u"), (unsigned)l->first.documents);
	if (l->is_item)
		strbuf_addf(out, ": items[%zu]", l->item);
	if (!m || !m->name.s)
		return;
	strbuf_adds(out, l->is_item ? " " : ": ");
	if (!sym_empty(m->namespace_))
		strbuf_addf(out, "%.253s/", m->namespace_.s);
	strbuf_addf(out, "%.253s", m->name.s);
}

/* kind -1: not known. */
static void note_kind(struct loader *l, int kind, bool lost, const struct meta *m, const char *what)
{
	struct strbuf where = STRBUF_LIMIT(4096);

	if (lost && kind >= 0)
		l->c->lost[kind]++;
	else if (lost)
		l->c->lost_parts++;

	label(l, m, &where);
	cluster_note(l->c, lost, _("%s: %s"), where.buf, tr(what));
	strbuf_release(&where);
}

static void note_object(struct loader *l, bool lost, const struct meta *m, const char *what)
{
	note_kind(l, -1, lost, m, what);
}

void loader_warn(struct loader *l, const char *what)
{
	cluster_note(l->c, false, _("%s: %s"), l->name, tr(what));
}

void loader_lose(struct loader *l, const char *what)
{
	l->c->lost_parts++;
	cluster_note(l->c, true, _("%s: %s"), l->name, tr(what));
}

/* ---- objects ---- */

/* The struct behind filtered text, or NULL: decode.error. */
static bool decode_text(struct loader *l, const struct filter *f, size_t start,
			const struct field_table *t, void *base)
{
	const struct json_value *tree =
		json_parse(l->scratch, f->out.buf + start, f->out.len - start);

	if (!tree) {
		error_set(&l->decode.error, ERR_PARSE, _("cannot be parsed"));
		return false;
	}
	l->decode.shared = l->share.v;
	return decode_object(&l->decode, tree, t, base);
}

static void add_object(struct loader *l, enum kind kind, struct meta *m)
{
	if (!kinds[kind].namespaced)
		m->namespace_.s = NULL;
	if (sym_empty(m->name)) {
		note_kind(l, (int)kind, true, m, N_("metadata.name: missing"));
		return;
	}
	if (l->staged && (int)kind != l->default_kind) {
		note_object(l, true, m, N_("is of another kind than was asked for"));
		return;
	}
	if (kind == KIND_CONFIG_MAP)
		autoscaler_status_read(l->c, (struct config_map *)m);
	defaults_object(l->c, kind, m);
	if (l->staged)
		objects_add(l->staged, m);
	else
		cluster_add(l->c, kind, m);
	l->objects++;
}

/* Where it may be and what it may ask of others, so that not every node is in doubt. */
static void sketch_lost_pod(struct loader *l, const struct filter *f, size_t start)
{
	struct cluster *c = l->c;
	struct strbuf skipped = STRBUF_INIT;
	struct lost_pod lost;
	struct pod pod = { 0 };
	bool ok;

	l->decode.skipped = &skipped;
	ok = decode_text(l, f, start, kind_tables[KIND_POD], &pod);
	l->decode.skipped = NULL;
	lost = (struct lost_pod){ pod.status.phase, pod.spec.node_name, pod.status.nominated_node,
				  strstr(skipped.buf, "affinity") != NULL };
	lost.has_anti_affinity |= pod.spec.affinity && pod.spec.affinity->pod_anti;
	strbuf_release(&skipped);
	if (!ok)
		return;
	c->lost_pods.v = arena_grown(c->arena, c->lost_pods.v, c->lost_pods.n, sizeof(lost));
	c->lost_pods.v[c->lost_pods.n++] = lost;
}

static void note_misspelt(struct loader *l, const struct meta *m)
{
	char *line = l->misspelt.buf;

	for (char *end; l->misspelt.len && (end = strchr(line, '\n')); line = end + 1) {
		*end = '\0';
		note_object(l, false, m, line);
	}
	strbuf_reset(&l->misspelt);
}

static void read_object(struct loader *l, const struct filter *f, const struct object *o,
			size_t start)
{
	struct meta *m = arena_alloc(l->c->arena, kinds[o->kind].size);
	bool ok = decode_text(l, f, start, object_table(o), m);

	if (o->kind == KIND_CONFIG_MAP && !autoscaler_status_is(m))
		return; /* all others are none of our business, whatever is wrong with them */
	if (o->problem || l->lost.len || !ok) {
		note_kind(l, o->kind, true, m, o->problem ? o->problem : l->lost.len ? l->lost.buf :
				   l->decode.error.msg);
		if (o->kind == KIND_POD && !o->problem)
			sketch_lost_pod(l, f, start);
		return;
	}
	add_object(l, (enum kind)o->kind, m);
	note_misspelt(l, m);
	if (l->decode.warning.len)
		note_object(l, false, m, l->decode.warning.buf);
	if (f->scan.nul_replaced)
		note_object(l, false, m, N_("\\u0000 in a text was replaced by U+FFFD"));
	if (f->scan.half_replaced)
		note_object(l, false, m, N_("half of a surrogate pair in a text was replaced by U+FFFD"));
}

/* A typed list of another kind than was asked for. */
static bool is_list_of_others(const struct loader *l, const struct object *o)
{
	return o->name[0] && strcmp(o->name, "List") != 0 && o->kind != PSEUDO_LIST &&
	       o->kind != l->default_kind;
}

static void read_list(struct loader *l, const struct filter *f, const struct object *o, size_t start)
{
	struct list_meta list = { { NULL } };

	l->next = NULL;
	if (l->staged && is_list_of_others(l, o)) {
		l->refusal = arena_printf(l->c->arena, _("it is a %.80s"), o->name);
		return;
	}
	l->lists++;
	if (!decode_text(l, f, start, object_table(o), &list))
		note_object(l, true, NULL, l->decode.error.msg);
	else if (!sym_empty(list.next))
		l->next = list.next.s;
}

static void read_status(struct loader *l, const struct filter *f, const struct object *o,
			size_t start)
{
	struct status status = { { NULL }, { NULL } };
	struct strbuf what = STRBUF_LIMIT(1024);

	if (!decode_text(l, f, start, object_table(o), &status))
		strbuf_adds(&what, l->decode.error.msg);
	else
		strbuf_addf(&what, _("the server said: %.900s"),
			    sym_text(sym_empty(status.message) ? status.reason : status.message));
	if (l->staged)
		l->refusal = arena_strdup(l->c->arena, what.buf);
	else
		note_object(l, true, NULL, what.buf);
	strbuf_release(&what);
}

static void read_bundle_head(struct loader *l, const struct filter *f, const struct object *o,
			     size_t start)
{
	struct bundle_head head = { .tool_name = { NULL } };

	if (l->staged || o->is_item)
		note_object(l, true, NULL, N_("the head of a bundle where none can be"));
	else if (!decode_text(l, f, start, object_table(o), &head))
		note_object(l, true, NULL, l->decode.error.msg);
	else
		bundle_head_apply(&head, l->c);
}

static const struct filter_sink object_sink;

/* Text that was kept before the kind was known goes through a filter of its own. */
static void read_again(struct loader *l, const struct filter *f, const struct object *o, size_t start)
{
	struct error err = ERROR_INIT;

	filter_init(&l->second, &object_sink, l, &l->indexes, l->scratch, -1);
	if (l->c->is_manifest)
		l->second.misspelt = &l->misspelt;
	filter_second(&l->second, o->state == OBJECT_LIST ? (int)PSEUDO_LIST : o->kind);
	if (filter_push(&l->second, f->out.buf + start, f->out.len - start, &err) < 0)
		note_object(l, true, NULL, err.msg);
	filter_release(&l->second);
}

/* An object that says no kind: an item of a list of one kind, or nothing that can be used. */
static void no_kind(struct loader *l, const struct object *o)
{
	if (o->is_item && l->first.document.state == OBJECT_OPEN)
		l->unnamed++; /* until the list has ended */
	else if (!o->is_item && o->has_items)
		note_object(l, l->unnamed > 0, NULL, N_("a list without a kind"));
	else
		note_object(l, true, NULL, N_("it says no kind"));
}

/* The end of a list: what became of the items without a kind before it. */
static void list_ends(struct loader *l, const struct object *o)
{
	if (l->unnamed && o->kind >= 0)
		l->again = o->kind;
	else if (l->unnamed && strcmp(o->name, "List") == 0)
		note_object(l, true, NULL, N_("items without a kind"));
	l->unnamed = 0;
}

static void dispatch(struct loader *l, struct filter *f, const struct object *o, size_t start)
{
	if (o->state == OBJECT_OPEN && !o->problem) {
		no_kind(l, o);
		return;
	}
	if (o->state == OBJECT_LIST && f == &l->first)
		list_ends(l, o);
	if (o->problem && (o->state != OBJECT_KNOWN || o->raw || o->kind >= KIND_COUNT)) {
		if (o->kind != KIND_CONFIG_MAP) /* the one that matters is small */
			note_object(l, true, NULL, o->problem);
		return;
	}
	if (o->state == OBJECT_UNWANTED || (l->only_unnamed && o->has_name))
		return;
	if (o->raw)
		read_again(l, f, o, start);
	else if (o->state == OBJECT_LIST || o->kind == PSEUDO_LIST)
		read_list(l, f, o, start);
	else if (o->kind == PSEUDO_STATUS)
		read_status(l, f, o, start);
	else if (o->kind == PSEUDO_BUNDLE)
		read_bundle_head(l, f, o, start);
	else
		read_object(l, f, o, start);
}

static void object_ended(void *self, struct filter *f, struct object *o, size_t start)
{
	struct loader *l = self;

	if (f == &l->first) {
		l->is_item = o->is_item;
		if (o->is_item)
			l->item = f->frame[f->scan.depth].n - 1;
	}
	dispatch(l, f, o, start);
	strbuf_reset(&l->lost);
	strbuf_reset(&l->decode.warning);
	if (f == &l->first) {
		arena_reset(l->scratch);
		share_trim(&l->share);
	}
}

static long share_value(void *self, struct filter *f, const struct field *row, size_t start)
{
	struct loader *l = self;
	struct strbuf path = STRBUF_INIT;
	long number;

	filter_path(f, &path);
	number = share_get(&l->share, &l->decode, l->scratch, row, path.buf, f->out.buf + start,
			   f->out.len - start);
	if (number < 0 && !l->lost.len)
		strbuf_adds(&l->lost, l->decode.error.msg);
	strbuf_release(&path);
	return number;
}

static const struct filter_sink object_sink = { object_ended, share_value };

/* ---- input ---- */

struct loader *loader_new(struct cluster *c, const char *name, enum load_format format,
			  int default_kind)
{
	struct loader *l = xcalloc(1, sizeof(*l));

	l->c = c;
	l->name = arena_strdup(c->arena, name);
	l->format = format;
	l->default_kind = default_kind;
	l->again = -1;
	l->arena = arena_new();
	l->scratch = arena_new();
	l->lost = l->decode.warning = (struct strbuf)STRBUF_LIMIT(2048);
	l->misspelt = (struct strbuf)STRBUF_INIT;
	l->head = (struct strbuf)STRBUF_LIMIT(YAML_PUSHED_BYTES_MAX);
	l->decode.c = c;
	field_indexes_init(&l->indexes, l->arena);
	share_init(&l->share);
	filter_init(&l->first, &object_sink, l, &l->indexes, l->scratch, default_kind);
	if (c->is_manifest)
		l->first.misspelt = &l->misspelt;
	return l;
}

void loader_free(struct loader *l)
{
	if (!l)
		return;
	filter_release(&l->first);
	share_release(&l->share);
	strbuf_release(&l->lost);
	strbuf_release(&l->misspelt);
	strbuf_release(&l->decode.warning);
	strbuf_release(&l->head);
	arena_free(l->arena);
	arena_free(l->scratch);
	xfree(l);
}

static bool begins(const char *head, size_t len, const char *magic, size_t magic_len)
{
	return len >= magic_len && memcmp(head, magic, magic_len) == 0;
}

int loader_guess(const char *head, size_t len, enum load_format *ret, struct error *err)
{
	size_t blank = strspn(head, " \t\r\n");

	if (begins(head, len, "\xef\xbb\xbf", 3))
		return error_set(err, ERR_PARSE, _("begins with a byte order mark; save it as UTF-8 without one"));
	if (begins(head, len, "\xff\xfe", 2) || begins(head, len, "\xfe\xff", 2) ||
	    (len >= 2 && (!head[0] || !head[1])))
		return error_set(err, ERR_PARSE, _("is UTF-16 or binary, not UTF-8 text"));
	if (begins(head, len, "\x1f\x8b", 2))
		return error_set(err, ERR_PARSE, _("is compressed; unpack it first"));
	*ret = blank < len && (head[blank] == '{' || head[blank] == '[') ? LOAD_JSON : LOAD_YAML;
	return 0;
}

int loader_push_json(struct loader *l, const char *data, size_t len, struct error *err)
{
	return filter_push(&l->first, data, len, err);
}

int loader_finish_json(struct loader *l, struct error *err)
{
	return filter_finish(&l->first, err);
}

/* Holds input back until the format is known: 1 it is and err is clean, 0 not yet, -1 with err. */
static int find_format(struct loader *l, bool at_end, struct error *err)
{
	size_t blank = strspn(l->head.buf, " \t\r\n");

	if (!at_end && l->head.len < HEAD_BYTES_MAX && (blank == l->head.len || l->head.len < 4))
		return 0;
	return loader_guess(l->head.buf, l->head.len, &l->format, err) < 0 ? -1 : 1;
}

int loader_push(struct loader *l, const char *data, size_t len, struct error *err)
{
	int known;

	if (l->format == LOAD_JSON)
		return loader_push_json(l, data, len, err);
	strbuf_add(&l->head, data, len);
	if (l->head.full)
		return error_set(err, ERR_LIMIT, _("more than 64 MiB of YAML in one piece"));
	if (l->format == LOAD_YAML)
		return 0;
	known = find_format(l, false, err);
	if (known <= 0 || l->format == LOAD_YAML)
		return known < 0 ? -1 : 0;
	if (loader_push_json(l, l->head.buf, l->head.len, err) < 0)
		return -1;
	strbuf_release(&l->head);
	return 0;
}

int loader_finish(struct loader *l, struct error *err)
{
	if (l->format == LOAD_GUESS && find_format(l, true, err) < 0)
		return -1;
	if (l->format == LOAD_YAML)
		return yaml_read_memory(l, l->head.buf, l->head.len, err);
	if (loader_push_json(l, l->head.buf, l->head.len, err) < 0)
		return -1;
	return loader_finish_json(l, err);
}

void loader_abandon(struct loader *l)
{
	if (l->unnamed)
		loader_lose(l, N_("items without a kind come before the kind of their list"));
	l->unnamed = 0;
	strbuf_reset(&l->lost);
	strbuf_reset(&l->decode.warning);
	arena_reset(l->scratch);
	filter_abandon(&l->first);
}

const char *loader_continue(const struct loader *l)
{
	return l->next;
}

void loader_stage(struct loader *l, struct objects *staged)
{
	l->staged = staged;
}

size_t loader_lists(const struct loader *l)
{
	return l->lists;
}

const char *loader_refusal(const struct loader *l)
{
	return l->refusal;
}

size_t loader_objects(const struct loader *l)
{
	return l->objects;
}

int loader_again(const struct loader *l)
{
	return l->again;
}

void loader_only_unnamed(struct loader *l)
{
	l->only_unnamed = true;
}
