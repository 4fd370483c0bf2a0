#include "replay/pod_selector.h"

#include "base/i18n.h"

#define TEXT_MAX 200 /* one rule is told for each node it rejects: it has to stay short */

struct pod_selector pod_selector_of(const struct label_selector *s)
{
	return (struct pod_selector){ .nothing = !s, .base = s };
}

bool pod_selector_is_empty(const struct pod_selector *s)
{
	return !s->nothing && !s->equal.n && (!s->base || label_selector_is_empty(s->base));
}

static bool has_all(const struct labels *wanted, const struct labels *l)
{
	for (uint32_t i = 0; i < wanted->n; i++) {
		sym value = labels_get(l, wanted->v[i].key);

		if (!value.s || !sym_eq(value, wanted->v[i].value))
			return false;
	}
	return true;
}

bool pod_selector_matches(const struct pod_selector *s, const struct labels *l)
{
	if (s->nothing || !has_all(&s->equal, l))
		return false;
	return !s->base || label_selector_matches(s->base, l);
}

static void separate(struct strbuf *out, size_t start)
{
	if (out->len > start)
		strbuf_addc(out, ',');
}

static void labels_text(const struct labels *l, struct strbuf *out, size_t start)
{
	for (uint32_t i = 0; i < l->n && out->len - start < TEXT_MAX; i++) {
		separate(out, start);
		strbuf_adds(out, sym_text(l->v[i].key));
		strbuf_addc(out, '=');
		strbuf_adds(out, sym_text(l->v[i].value));
	}
}

static void requirement_text(const struct selector_req *r, struct strbuf *out)
{
	if (r->op == OP_DOES_NOT_EXIST)
		strbuf_addc(out, '!');
	strbuf_adds(out, sym_text(r->key));
	if (r->op != OP_IN && r->op != OP_NOT_IN)
		return;
	strbuf_adds(out, r->op == OP_IN ? " in (" : " notin (");
	for (uint32_t i = 0; i < r->values.n && i < TEXT_MAX; i++) {
		if (i)
			strbuf_addc(out, ',');
		strbuf_adds(out, sym_text(r->values.v[i]));
	}
	strbuf_addc(out, ')');
}

void pod_selector_text(const struct pod_selector *s, struct strbuf *out)
{
	size_t start = out->len;

	if (s->nothing || pod_selector_is_empty(s)) {
		strbuf_adds(out, s->nothing ? _("no pod") : _("every pod"));
		return;
	}
	labels_text(&s->equal, out, start);
	if (s->base) {
		labels_text(&s->base->match_labels, out, start);
		for (uint32_t i = 0; i < s->base->match_expressions.n; i++) {
			if (out->len - start >= TEXT_MAX)
				break;
			separate(out, start);
			requirement_text(&s->base->match_expressions.v[i], out);
		}
	}
	if (out->len - start > TEXT_MAX) {
		size_t cut = start + TEXT_MAX;

		while (cut > start && ((unsigned char)out->buf[cut] & 0xc0) == 0x80)
			cut--;
		strbuf_truncate(out, cut);
		strbuf_adds(out, "...");
	}
}
