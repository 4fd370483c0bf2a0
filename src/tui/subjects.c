#include "tui/subjects.h"

#include <string.h>

#include "base/text.h"
#include "render/list_groups.h"

#define SHOWN_AT_ONCE 100u

static const char *keep(struct arena *a, struct strbuf *sb)
{
	const char *s = arena_strndup(a, sb->buf, sb->len);

	strbuf_reset(sb);
	return s;
}

static const char *escaped(struct arena *a, const char *raw)
{
	struct strbuf sb = STRBUF_INIT;
	const char *s;

	text_put(&sb, raw);
	s = keep(a, &sb);
	strbuf_release(&sb);
	return s;
}

static const char *copy(struct arena *a, const char *s)
{
	return s ? arena_strdup(a, s) : NULL;
}

/* Equal texts: rows that the printed list folds into one, too. */
static const char *fold_of(struct arena *a, const struct report *r)
{
	const struct subject *s = &r->subject;
	struct strbuf sb = STRBUF_INIT;
	const char *text;

	if (!s->owner_name || !s->kind || strcmp(s->kind, "Pod") != 0)
		return NULL;
	strbuf_addf(&sb, "%s\n%s\n%s\n%d\n%s\n", s->namespace_ ? s->namespace_ : "",
		    s->owner_kind ? s->owner_kind : "", s->owner_name, (int)r->stage,
		    r->cause.code ? r->cause.code : "");
	summary_shape(&sb, r);
	text = keep(a, &sb);
	strbuf_release(&sb);
	return text;
}

static void summarize(struct summary *s, const struct report *r, struct arena *a)
{
	struct strbuf sb = STRBUF_INIT;

	s->subject = (struct subject){
		.kind = copy(a, r->subject.kind),
		.namespace_ = copy(a, r->subject.namespace_),
		.name = copy(a, r->subject.name),
	};
	subject_text(&sb, &r->subject);
	s->name = keep(a, &sb);
	s->key = arena_printf(a, "%s %s", s->subject.kind ? s->subject.kind : "", s->name);
	s->stage = r->stage;
	s->code = escaped(a, r->cause.code);
	s->text = escaped(a, r->cause.summary);
	s->fold = fold_of(a, r);
	s->fits = r->replay ? (int64_t)r->replay->feasible.n : -1;
	s->nodes = r->replay ? (int64_t)r->replay->nodes.n : -1;
	s->age_seconds = r->subject.age_seconds;
	s->mark = report_mark(r);
	strbuf_release(&sb);
}

static void release(struct summaries *l)
{
	arena_free(l->arena);
	*l = (struct summaries){ 0 };
}

void subjects_begin(struct subjects *l, struct reports *reports)
{
	release(&l->next);
	l->next.arena = arena_new();
	l->reports = reports;
}

bool subjects_pending(const struct subjects *l)
{
	return l->reports != NULL;
}

const struct summaries *subjects_shown(const struct subjects *l)
{
	return l->old.arena ? &l->old : &l->next;
}

static void settle(struct subjects *l)
{
	release(&l->old);
	l->old = l->next;
	l->next = (struct summaries){ 0 };
	l->reports = NULL;
}

bool subjects_step(struct subjects *l)
{
	struct summaries *next = &l->next;
	size_t i = next->n;

	if (!l->reports)
		return false;
	if (i < l->reports->n) {
		next->v = arena_grown(next->arena, next->v, i, sizeof(*next->v));
		next->v[i] = (struct summary){ 0 };
		summarize(&next->v[i], reports_get(l->reports, i), next->arena);
		reports_drop(l->reports, i);
		next->n++;
	}
	if (next->n < l->reports->n) /* a long list is not drawn anew for each of its lines */
		return !l->old.arena && (next->n < SHOWN_AT_ONCE || next->n % SHOWN_AT_ONCE == 0);
	settle(l);
	return true;
}

void subjects_release(struct subjects *l)
{
	release(&l->old);
	release(&l->next);
	l->reports = NULL;
}
