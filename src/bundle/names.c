#include "bundle/names.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "model/selector.h"

#define ADDRESSES_IN_BLOCK 250

struct name {
	sym s, out; /* out.s NULL: not asked for yet */
	uint64_t classes;
	size_t number;  /* in its series; 0: none yet */
	uint8_t zeros;  /* in front of an integer that has equals: 7 and 07 */
	bool integer;
	struct name_part *parts;
	size_t part_count; /* 0: not put together */
};

enum { SERIES_MIXED = NAME_CLASSES, SERIES_INTEGER, SERIES_COUNT };

/* By which of its classes a text is called, the first one that it has; and what that looks like. */
static const struct form {
	uint8_t class_;
	bool ordered; /* something is decided by the order of these names */
	const char *prefix;
} forms[] = {
	{ HIDE_NODE, true, "node-" },
	{ HIDE_NAMESPACE, true, "ns-" },
	{ HIDE_POD, true, "pod-" },
	{ HIDE_VOLUME, true, "pv-" },
	{ HIDE_CLAIM, false, "claim-" },
	{ HIDE_WORKLOAD, false, "app-" },
	{ HIDE_CLASS, true, "class-" },
	{ HIDE_DRIVER, true, "driver-" },
	{ HIDE_DEVICE, true, "device-" },
	{ NAME_ZONE, false, "zone" },
	{ NAME_REGION, false, "region-" },
	{ NAME_INSTANCE, false, "type-" },
	{ HIDE_CONTAINER, false, "container-" },
	{ HIDE_IMAGE, false, "image-" },
	{ HIDE_MOUNT, false, "volume-" },
	{ HIDE_EVENT, false, "event-" },
	{ NAME_DOMAIN, false, "domain-" },
	{ HIDE_KEY, false, "key-" },
	{ HIDE_LABEL, false, "value-" },
	{ HIDE_RESOURCE, false, "resource-" },
	{ HIDE_ADDRESS, false, "" },
	{ HIDE_UID, false, "" },
	{ HIDE_HANDLE, false, "disk-" },
	{ HIDE_KIND, false, "Kind" },
	{ HIDE_WORD, false, "Word" },
	{ NAME_DIGEST, false, "" },
	{ HIDE_NAME, false, "name-" },
	{ HIDE_VALUE, false, "text-" },
	{ HIDE_ARGUMENT, false, "text-" },
	{ NAME_TOKEN, false, "word-" },
};
#define FORMS (sizeof(forms) / sizeof(*forms))

static uint64_t bit(unsigned class_)
{
	return UINT64_C(1) << class_;
}

static const struct form *form_of(const struct name *name)
{
	for (size_t i = 0; i < FORMS; i++)
		if (name->classes & bit(forms[i].class_))
			return &forms[i];
	return &forms[FORMS - 1];
}

/* ---- noting ---- */

void names_init(struct names *n, struct arena *a, struct symtab *syms)
{
	*n = (struct names){ .arena = a, .syms = syms };
	pairmap_init(&n->by_text, a);
	pairmap_init(&n->kept, a);
	for (unsigned i = 0; i < NAME_CLASSES; i++)
		n->series[i] = i;
}

static void append(struct names *n, struct name *name)
{
	n->v = arena_grown(n->arena, n->v, n->n, sizeof(struct name *));
	n->v[n->n++] = name;
}

struct name *names_note(struct names *n, unsigned class_, sym s)
{
	union pairmap_value *slot;
	struct name *name;

	if (sym_empty(s))
		return NULL;
	slot = pairmap_put(&n->by_text, s.s, NULL);
	if (!slot->ptr) {
		name = ARENA_NEW(n->arena, struct name);
		name->s = s;
		slot->ptr = name;
		append(n, name);
	}
	name = slot->ptr;
	name->classes |= bit(class_);
	return name;
}

struct name *names_note_text(struct names *n, unsigned class_, const char *s, size_t len)
{
	return names_note(n, class_, sym_intern(n->syms, s, len));
}

struct name *names_find(const struct names *n, sym s)
{
	const union pairmap_value *slot = s.s ? pairmap_get(&n->by_text, s.s, NULL) : NULL;

	return slot ? slot->ptr : NULL;
}

void names_keep(struct names *n, sym s)
{
	pairmap_put(&n->kept, s.s, NULL);
}

bool names_is_kept(const struct names *n, sym s)
{
	return s.s && pairmap_get(&n->kept, s.s, NULL);
}

bool name_is(const struct name *name, unsigned class_)
{
	return name && (name->classes & bit(class_));
}

bool name_is_composed(const struct name *name)
{
	return name->part_count > 0;
}

void name_compose(struct names *n, struct name *name, const struct name_part *parts, size_t count)
{
	if (name->part_count || name->number)
		return;
	name->parts = ARENA_ARRAY(n->arena, count, struct name_part);
	memcpy(name->parts, parts, count * sizeof(*parts));
	name->part_count = count;
}

/* ---- numbering ---- */

static unsigned series_of(const struct names *n, const struct name *name)
{
	return name->integer ? (unsigned)SERIES_INTEGER : n->series[form_of(name)->class_];
}

/*
 * Names of two kinds that are in order, and one text that is both: in one series of both the order
 * holds for each.
 */
static void mix_series(struct names *n)
{
	uint64_t ordered = 0, mixed = 0;

	for (size_t i = 0; i < FORMS; i++)
		if (forms[i].ordered)
			ordered |= bit(forms[i].class_);
	for (size_t i = 0; i < n->n; i++) {
		uint64_t of_this = n->v[i]->classes & ordered;

		if (!n->v[i]->part_count && (of_this & (of_this - 1)))
			mixed |= of_this;
	}
	for (unsigned i = 0; i < NAME_CLASSES; i++)
		if (mixed & bit(i))
			n->series[i] = SERIES_MIXED;
}

struct sorted { /* an element knows what it is compared by */
	unsigned series;
	int64_t integer;
	struct name *name;
};

static int compare(const void *a, const void *b)
{
	const struct sorted *x = a, *y = b;

	if (x->series != y->series)
		return x->series < y->series ? -1 : 1;
	if (x->integer != y->integer)
		return x->integer < y->integer ? -1 : 1;
	return strcmp(x->name->s.s, y->name->s.s);
}

/* Equal integers that are written differently stay equal. */
static bool is_equal_integer(const struct sorted *a, const struct sorted *b)
{
	return a->name->integer && b->name->integer && a->integer == b->integer;
}

static void number_all(struct names *n, struct sorted *v, size_t count)
{
	for (size_t i = 0; i < count; i++) {
		struct name *name = v[i].name;

		if (i && is_equal_integer(&v[i - 1], &v[i])) {
			name->number = n->numbers[SERIES_INTEGER];
			name->zeros = (uint8_t)(v[i - 1].name->zeros + 1);
			continue;
		}
		name->number = ++n->numbers[v[i].series];
	}
}

static unsigned digits(size_t n)
{
	unsigned d = 1;

	while (n >= 10) {
		n /= 10;
		d++;
	}
	return d;
}

void names_assign(struct names *n)
{
	struct sorted *v = ARENA_ARRAY(n->arena, n->n, struct sorted);
	size_t count = 0;

	mix_series(n);
	for (size_t i = 0; i < n->n; i++) {
		struct name *name = n->v[i];

		if (name->part_count)
			continue;
		name->integer = n->has_bounds && (name->classes & bit(HIDE_LABEL)) &&
				parse_int64(name->s.s, &v[count].integer);
		v[count].series = series_of(n, name);
		v[count++].name = name;
	}
	if (count)
		qsort(v, count, sizeof(*v), compare);
	number_all(n, v, count);
	for (unsigned i = 0; i < SERIES_COUNT; i++)
		n->digits[i] = digits(n->numbers[i]);
}

/* ---- pseudonyms ---- */

static void add_number(const struct names *n, const struct name *name, struct strbuf *out)
{
	strbuf_addf(out, "%0*zu", (int)n->digits[series_of(n, name)], name->number);
}

/* What the version of the scheduler is read from stays: ".../kube-scheduler:v1.36.2". */
static const char *scheduler_tag(const char *image)
{
	static const char name[] = "kube-scheduler:";
	const char *slash = strrchr(image, '/'), *last = slash ? slash + 1 : image;
	size_t len = strspn(last, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-_+:");

	return strncmp(last, name, sizeof(name) - 1) == 0 && !last[len] ? last : NULL;
}

/* The types that in-tree EBS limits look at: ^[cmr]5.*|t3|z1d. */
static const char *instance_family(const char *s)
{
	if (strchr("cmr", *s) && s[1] == '5')
		return "m5-";
	return strstr(s, "t3") ? "t3-" : strstr(s, "z1d") ? "z1d-" : "";
}

static void add_address(const struct name *name, struct strbuf *out)
{
	size_t at = name->number - 1;

	strbuf_addf(out, "198.%zu.%zu.%zu", 18 + at / ADDRESSES_IN_BLOCK / ADDRESSES_IN_BLOCK,
		    at / ADDRESSES_IN_BLOCK % ADDRESSES_IN_BLOCK, at % ADDRESSES_IN_BLOCK + 1);
}

/* 1007 is the seventh, -1993 too if it was negative: a sign, which no label may have, stays. */
static void add_integer(const struct names *n, const struct name *name, struct strbuf *out)
{
	uint64_t base = 1, number = name->number;

	for (unsigned i = 0; i < n->digits[SERIES_INTEGER]; i++)
		base *= 10;
	if (*name->s.s == '-' || *name->s.s == '+')
		strbuf_addc(out, *name->s.s);
	strbuf_addn(out, '0', name->zeros);
	strbuf_addf(out, "%llu", (unsigned long long)(*name->s.s == '-' ? 2 * base - number : base + number));
}

/* The namespaces that every cluster has keep their names: others stand before and behind them. */
static const char *place_among_kept(const char *s)
{
	static const struct { const char *kept, *before; } places[] = {
		{ "default", "a-" }, { "kube-node-lease", "e-" }, { "kube-public", "kube-o-" },
		{ "kube-system", "kube-q-" },
	};

	for (size_t i = 0; i < sizeof(places) / sizeof(*places); i++)
		if (strcmp(s, places[i].kept) < 0)
			return places[i].before;
	return "";
}

/* Texts that are no label stay none: the API and the scheduler refuse them. */
static bool is_refused(const struct name *name)
{
	return ((name->classes & bit(HIDE_KEY)) && !label_key_valid(name->s.s)) ||
	       ((name->classes & bit(HIDE_LABEL)) && !label_value_valid(name->s.s));
}

static void add_plain(const struct names *n, const struct name *name, struct strbuf *out)
{
	const struct form *f = form_of(name);
	const char *scheduler = f->class_ == HIDE_IMAGE ? scheduler_tag(name->s.s) : NULL;

	if (name->integer) {
		add_integer(n, name, out);
	} else if (scheduler) {
		strbuf_addf(out, "registry.example/%s", scheduler);
	} else if (f->class_ == HIDE_ADDRESS) {
		add_address(name, out);
	} else if (f->class_ == HIDE_UID) {
		strbuf_addf(out, "00000000-0000-4000-8000-%012zu", name->number);
	} else if (f->class_ == NAME_DIGEST) {
		strbuf_addf(out, "%0*zx", (int)strlen(name->s.s), name->number);
	} else {
		if (f->class_ == NAME_INSTANCE)
			strbuf_adds(out, instance_family(name->s.s));
		if (f->class_ == HIDE_HANDLE && strncmp(name->s.s, "vol-", 4) == 0)
			strbuf_adds(out, "vol-");
		if (n->series[f->class_] == n->series[HIDE_NAMESPACE])
			strbuf_adds(out, place_among_kept(name->s.s));
		strbuf_adds(out, n->series[f->class_] == SERIES_MIXED ? "object-" : f->prefix);
		add_number(n, name, out);
		if (f->class_ == HIDE_DRIVER || f->class_ == NAME_DOMAIN)
			strbuf_adds(out, ".example");
	}
	if (!name->integer && is_refused(name))
		strbuf_addc(out, '!');
}

/* A cluster that has a node-1 of its own: that may be another one. */
static bool is_somebodys(const struct names *n, const struct strbuf *out)
{
	return !n->pseudonyms && names_find(n, sym_find(n->syms, out->buf, out->len));
}

sym name_out(struct names *n, struct name *name)
{
	struct strbuf out = STRBUF_INIT;

	if (name->out.s)
		return name->out;
	if (!name->part_count && !name->number)
		name->number = ++n->numbers[series_of(n, name)];
	for (size_t i = 0; i < name->part_count; i++)
		strbuf_adds(&out, name->parts[i].literal ? name->parts[i].literal :
							   name_out(n, name->parts[i].name).s);
	if (!name->part_count)
		add_plain(n, name, &out);
	while (!name->part_count && !name->integer && *form_of(name)->prefix && is_somebodys(n, &out))
		strbuf_addc(&out, 'x'); /* node-1x stands where node-1 would */
	name->out = sym_intern(n->syms, out.buf, out.len);
	strbuf_release(&out);
	return name->out;
}
