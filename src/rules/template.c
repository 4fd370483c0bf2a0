#include "rules/template.h"

#include <string.h>

#include "base/i18n.h"

struct builder {
	struct arena *arena;
	struct template *t;
	size_t cap;
};

static void add(struct builder *b, enum part_type type, const char *text, size_t len)
{
	struct template_part *part;

	if (type == PART_TEXT && !len)
		return;
	if (b->t->n == b->cap) {
		struct template_part *old = b->t->v;

		b->cap = b->cap ? b->cap * 2 : 8;
		b->t->v = ARENA_ARRAY(b->arena, b->cap, struct template_part);
		if (old)
			memcpy(b->t->v, old, b->t->n * sizeof(*old));
	}
	part = &b->t->v[b->t->n++];
	part->type = type;
	part->text = arena_strndup(b->arena, text, len);
}

/* At "{name}": behind it, or NULL with err. */
static const char *add_value(struct builder *b, const char *at, struct error *err)
{
	size_t len = strspn(at + 1, "abcdefghijklmnopqrstuvwxyz0123456789_");

	if (!len || at[1 + len] != '}') {
		error_set(err, ERR_PARSE, _("a { begins the name of a value, as in {image}; write {{ for "
			  "the character"));
		return NULL;
	}
	add(b, PART_VALUE, at + 1, len);
	return at + len + 2;
}

const struct template *template_parse(struct arena *a, const char *text, struct error *err)
{
	struct builder b = { a, ARENA_NEW(a, struct template), 0 };
	bool optional = false;
	const char *at = text;

	while (*at) {
		size_t len = strcspn(at, "{}[]");

		add(&b, PART_TEXT, at, len);
		at += len;
		if (!*at)
			break;
		if (at[0] == at[1]) {
			add(&b, PART_TEXT, at, 1);
			at += 2;
		} else if (*at == '{') {
			at = add_value(&b, at, err);
			if (!at)
				return NULL;
		} else if (*at == '}' || optional == (*at == '[')) {
			error_set(err, ERR_PARSE, _("a %c that closes or opens nothing"), *at);
			return NULL;
		} else {
			optional = *at == '[';
			add(&b, optional ? PART_OPTIONAL : PART_END, at++, 1);
		}
	}
	if (optional) {
		error_set(err, ERR_PARSE, _("a [ without its ]"));
		return NULL;
	}
	return b.t;
}

bool template_fill(const struct template *t, template_value value, void *self, struct strbuf *out)
{
	size_t before = out->len, optional = 0;
	bool inside = false, skip = false;

	for (size_t i = 0; i < t->n; i++) {
		const struct template_part *part = &t->v[i];

		switch (part->type) {
		case PART_TEXT:
			if (!skip)
				strbuf_adds(out, part->text);
			break;
		case PART_OPTIONAL:
			inside = true;
			optional = out->len;
			break;
		case PART_END:
			inside = skip = false;
			break;
		case PART_VALUE:
			if (skip || value(self, part->text, inside, out))
				break;
			strbuf_truncate(out, inside ? optional : before);
			if (!inside)
				return false;
			skip = true;
			break;
		}
	}
	return true;
}
