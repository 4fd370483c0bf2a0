#include "render/prometheus_tally.h"

#include <stdlib.h>
#include <string.h>

#include "base/pairmap.h"
#include "base/sym.h"
#include "base/text.h"
#include "render/report_text.h"

#define SERIES_MAX 1000u
#define OWNERS_MAX 200u
#define UNCHECKED_MAX 100u
#define LABEL_COLUMNS_MAX 253u /* a DNS name */

struct index { /* from labels to their place in a list */
	struct series_list *list;
	struct pairmap map;
};

struct walk {
	struct tally *t;
	struct index pods, workloads, owners, unchecked;
};

void label_value(struct strbuf *out, const char *text)
{
	struct strbuf shown = STRBUF_INIT;
	size_t len;

	text_put(&shown, text);
	len = text_cut(shown.buf, shown.len, LABEL_COLUMNS_MAX);
	for (size_t i = 0; i < len; i++) {
		if (shown.buf[i] == '\\' || shown.buf[i] == '"')
			strbuf_addc(out, '\\');
		strbuf_addc(out, shown.buf[i]);
	}
	strbuf_release(&shown);
}

static const char *intern_label(struct tally *t, const char *text)
{
	struct strbuf sb = STRBUF_INIT;
	const char *label;

	label_value(&sb, text);
	label = sym_intern(t->syms, sb.buf, sb.len).s;
	strbuf_release(&sb);
	return label;
}

static struct series *append(struct series_list *l, struct arena *arena)
{
	if (l->n == l->cap) {
		size_t cap = l->cap ? l->cap * 2 : 64;
		struct series *v = ARENA_ARRAY(arena, cap, struct series);

		if (l->n)
			memcpy(v, l->v, l->n * sizeof(*v));
		l->v = v;
		l->cap = cap;
	}
	return &l->v[l->n++];
}

static void add_to(struct series *s, int64_t n, struct opt_i64 seconds)
{
	s->n += n;
	if (seconds.set && (!s->longest.set || seconds.v > s->longest.v))
		s->longest = seconds;
}

/* labels: texts; NULL ends them. */
static void count(struct tally *t, struct index *x, const char *const *labels,
		  struct opt_i64 seconds)
{
	struct strbuf key = STRBUF_INIT;
	const char *interned[TALLY_LABELS_MAX] = { NULL };
	union pairmap_value *slot;

	for (size_t i = 0; i < TALLY_LABELS_MAX && labels[i]; i++) {
		interned[i] = intern_label(t, labels[i]);
		strbuf_addf(&key, "%s\n", interned[i]); /* no label has a newline */
	}
	slot = pairmap_put(&x->map, sym_intern(t->syms, key.buf, key.len).s, NULL);
	if (!slot->num) {
		struct series *s = append(x->list, t->arena);

		memcpy(s->labels, interned, sizeof(interned));
		slot->num = (int64_t)x->list->n; /* one more than its place: 0 is nobody's */
	}
	add_to(&x->list->v[slot->num - 1], 1, seconds);
	strbuf_release(&key);
}

static const char *text_or_empty(const char *s)
{
	return s ? s : "";
}

static bool is_stuck(const struct report *r)
{
	return r->stage != STAGE_READY && r->stage != STAGE_FINISHED;
}

static struct opt_i64 seconds_of(const struct report *r)
{
	struct opt_i64 s = r->subject.pending_seconds;

	if (s.v < 0)
		s.v = 0;
	return s;
}

static void count_subject(struct walk *w, const struct report *r)
{
	const struct subject *s = &r->subject;
	const char *namespace_ = text_or_empty(s->namespace_), *kind = text_or_empty(s->kind);
	const char *stage = stage_name(r->stage), *cause = text_or_empty(r->cause.code);

	if (strcmp(kind, "Pod") != 0) {
		const char *labels[] = { namespace_, kind, stage, cause };

		count(w->t, &w->workloads, labels, seconds_of(r));
		return;
	}
	count(w->t, &w->pods, (const char *[]){ namespace_, stage, cause, NULL }, seconds_of(r));
	/* pods that nobody owns are one series: their names may be new ones each time */
	count(w->t, &w->owners, (const char *[]){ namespace_, text_or_empty(s->owner_kind),
						  text_or_empty(s->owner_name), NULL },
	      seconds_of(r));
}

static void count_time(struct stage_time *s, int64_t seconds)
{
	s->n++;
	s->sum += seconds;
	if (seconds > s->longest)
		s->longest = seconds;
}

/*
 * A stage that was passed in a second says nothing about those that are stuck in it.  Ready is no stage
 * that anybody waits in.
 */
static void count_stages(struct tally *t, const struct report *r)
{
	int64_t spent[STAGE_COUNT] = { 0 };
	bool seen[STAGE_COUNT] = { false };
	enum stage last = STAGE_COUNT;

	for (uint32_t i = 0; i < r->timeline.n; i++) {
		const struct timeline_entry *e = &r->timeline.v[i];

		if (!e->seconds.set || e->seconds.v < 0 || e->stage == STAGE_READY)
			continue;
		last = e->stage;
		seen[last] = true;
		spent[last] += e->seconds.v; /* a stage of several steps */
	}
	for (size_t i = 0; i < STAGE_COUNT; i++)
		if (seen[i])
			count_time(i == (size_t)last ? &t->present[i] : &t->passed[i], spent[i]);
}

/* told: what counts already; NULL: nothing. */
static void count_unchecked(struct walk *w, const struct uncheckeds *u, const struct uncheckeds *told)
{
	for (uint32_t i = 0; i < u->n; i++)
		if (!unchecked_is_listed(told, u->v[i].what))
			count(w->t, &w->unchecked, (const char *[]){ u->v[i].what, NULL },
			      (struct opt_i64){ 0 });
}

static void count_report(struct walk *w, const struct report *r)
{
	if (is_stuck(r)) {
		count_subject(w, r);
		count_stages(w->t, r);
	}
	count_unchecked(w, &r->unchecked, NULL);
	if (!r->replay)
		return;
	count_unchecked(w, &r->replay->unchecked, &r->unchecked);
	w->t->agreements[r->replay->message.agreement]++;
}

static int by_labels(const void *va, const void *vb)
{
	const struct series *a = va, *b = vb;

	for (size_t i = 0; i < TALLY_LABELS_MAX && a->labels[i] && b->labels[i]; i++) {
		int order = strcmp(a->labels[i], b->labels[i]);

		if (order)
			return order;
	}
	return 0;
}

/* Those that wait longest first, then the biggest. */
static int by_weight(const void *va, const void *vb)
{
	const struct series *a = va, *b = vb;
	int64_t x = a->longest.set ? a->longest.v : -1, y = b->longest.set ? b->longest.v : -1;

	if (x != y)
		return x > y ? -1 : 1;
	if (a->n != b->n)
		return a->n > b->n ? -1 : 1;
	return by_labels(va, vb);
}

/* All series over the limit become one, whose other labels are empty. */
static void limit(struct series_list *l, size_t most, const char *other)
{
	struct series *rest;

	if (l->n == 0)
		return;
	qsort(l->v, l->n, sizeof(*l->v), by_weight);
	if (l->n > most) {
		rest = &l->v[most - 1];
		for (size_t i = most; i < l->n; i++)
			add_to(rest, l->v[i].n, l->v[i].longest);
		for (size_t i = 1; i < TALLY_LABELS_MAX && rest->labels[i]; i++)
			rest->labels[i] = "";
		rest->labels[0] = other;
		l->n = most;
	}
	qsort(l->v, l->n, sizeof(*l->v), by_labels);
}

static void index_init(struct index *x, struct series_list *list, struct arena *arena)
{
	x->list = list;
	pairmap_init(&x->map, arena);
}

void tally_init(struct tally *t, struct reports *rs)
{
	struct walk w = { .t = t };

	*t = (struct tally){ .arena = arena_new(), .syms = symtab_new() };
	index_init(&w.pods, &t->pods, t->arena);
	index_init(&w.workloads, &t->workloads, t->arena);
	index_init(&w.owners, &t->owners, t->arena);
	index_init(&w.unchecked, &t->unchecked, t->arena);
	for (size_t i = 0; i < rs->n; i++) {
		count_report(&w, reports_get(rs, i));
		reports_drop(rs, i);
	}
	limit(&t->pods, SERIES_MAX, TALLY_OTHER);
	limit(&t->workloads, SERIES_MAX, TALLY_OTHER);
	limit(&t->owners, OWNERS_MAX, TALLY_OTHER);
	limit(&t->unchecked, UNCHECKED_MAX, TALLY_OTHER);
}

void tally_release(struct tally *t)
{
	symtab_free(t->syms);
	arena_free(t->arena);
}
