#include "render/list_groups.h"

#include <string.h>

#include "base/pairmap.h"
#include "base/sym.h"

static bool is_word(char c)
{
	return (c >= '0' && c <= '9') || (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

void summary_shape(struct strbuf *out, const struct report *r)
{
	const char *name = r->subject.name ? r->subject.name : "";
	const char *s = r->cause.summary ? r->cause.summary : "";
	size_t name_len = strlen(name);
	bool inside = false; /* a word began before s */

	while (*s) {
		if (name_len && !inside && strncmp(s, name, name_len) == 0) {
			strbuf_addc(out, '*');
			s += name_len;
		} else if (!inside && *s >= '0' && *s <= '9') {
			strbuf_addc(out, '#');
			while (is_word(*s) || (*s == '.' && is_word(s[1])))
				s++;
		} else {
			inside = is_word(*s);
			strbuf_addc(out, *s++);
			continue;
		}
		inside = true;
	}
}

static const char *text_or_empty(const char *s)
{
	return s ? s : "";
}

/* The finding that carries the cause tells whether it is more than a wait. */
static void copy_cause_finding(struct report *head, const struct report *r, struct arena *arena)
{
	for (uint32_t i = 0; i < r->findings.n && !head->findings.n; i++) {
		const struct finding *f = &r->findings.v[i];

		if (!r->cause.code || strcmp(f->code, r->cause.code) != 0)
			continue;
		head->findings.v = ARENA_NEW(arena, struct finding);
		head->findings.v[0] = (struct finding){ .code = head->cause.code,
							.severity = f->severity };
		head->findings.n = 1;
	}
}

/* What a row shows, so that the report itself can go. */
static const struct report *copy_head(const struct report *r, struct arena *arena)
{
	struct report *head = ARENA_NEW(arena, struct report);
	struct replay *counts = ARENA_NEW(arena, struct replay);

	head->stage = r->stage;
	head->manifest.set = r->manifest.set;
	head->manifest.refused = r->manifest.refused;
	head->manifest.replicas = r->manifest.replicas;
	head->manifest.nodes.n = r->manifest.nodes.n; /* only counted */
	head->subject.kind = arena_strdup(arena, text_or_empty(r->subject.kind));
	head->subject.namespace_ = arena_strdup(arena, text_or_empty(r->subject.namespace_));
	head->subject.name = arena_strdup(arena, text_or_empty(r->subject.name));
	head->cause.certainty = r->cause.certainty;
	head->cause.code = arena_strdup(arena, text_or_empty(r->cause.code));
	head->cause.summary = arena_strdup(arena, text_or_empty(r->cause.summary));
	copy_cause_finding(head, r, arena);
	if (r->replay) {
		counts->nodes.n = r->replay->nodes.n;
		counts->feasible.n = r->replay->feasible.n;
		head->replay = counts;
	}
	return head;
}

/* One row may stand for pods that one owner made; all others are shown by their own name. */
static bool may_fold(const struct subject *s)
{
	return s->owner_name && s->kind && !strcmp(s->kind, "Pod");
}

/* Equal keys: equal rows.  The separator occurs in no name that the API server accepts. */
static void group_key(struct strbuf *sb, const struct report *r)
{
	const struct subject *s = &r->subject;

	strbuf_reset(sb);
	strbuf_addf(sb, "%s\n%s\n%s\n%s\n%d\n%s\n", text_or_empty(s->kind),
		    text_or_empty(s->namespace_), text_or_empty(s->owner_kind),
		    text_or_empty(s->owner_name), (int)r->stage, text_or_empty(r->cause.code));
	summary_shape(sb, r);
}

struct report_groups group_reports(struct reports *rs, bool wide, struct arena *arena,
				   void (*on_new)(void *self, size_t group, const struct report *r),
				   void *self)
{
	struct report_groups g = { ARENA_ARRAY(arena, rs->n, struct report_group), 0 };
	struct symtab *syms = symtab_new();
	struct strbuf sb = STRBUF_INIT;
	struct pairmap map;

	pairmap_init(&map, arena);
	for (size_t i = 0; i < rs->n; i++) {
		const struct report *r = reports_get(rs, i);
		const struct subject *s = &r->subject;
		const struct opt_i64 *age = s->age_seconds.set ? &s->age_seconds : &s->pending_seconds;
		union pairmap_value *slot;
		struct report_group *group;

		group_key(&sb, r);
		if (wide || !may_fold(&r->subject))
			strbuf_addf(&sb, "\n%zu", i);
		slot = pairmap_put(&map, sym_intern(syms, sb.buf, sb.len).s, NULL);
		if (!slot->ptr) {
			slot->ptr = &g.v[g.n++];
			((struct report_group *)slot->ptr)->first = copy_head(r, arena);
			if (on_new)
				on_new(self, g.n - 1, r);
		}
		group = slot->ptr;
		group->n++;
		if (age->set && (!group->oldest.set || age->v > group->oldest.v))
			group->oldest = *age;
		reports_drop(rs, i);
	}
	strbuf_release(&sb);
	symtab_free(syms);
	return g;
}
