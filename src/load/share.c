#include "load/share.h"

#include "base/die.h"
#include "base/i18n.h"

#define SHARE_BYTES_MAX ((size_t)24 << 20)

void share_init(struct share *s)
{
	s->texts = symtab_new();
	s->arena = arena_new();
	pairmap_init(&s->numbers, s->arena);
	s->v = NULL;
	s->n = s->cap = 0;
}

void share_release(struct share *s)
{
	symtab_free(s->texts);
	arena_free(s->arena);
	xfree(s->v);
}

void share_trim(struct share *s)
{
	if (symtab_bytes(s->texts) <= SHARE_BYTES_MAX)
		return;
	share_release(s);
	share_init(s);
}

static size_t add(struct share *s, union shared_value value)
{
	if (s->n == s->cap) {
		s->cap = s->cap ? s->cap * 2 : 256;
		s->v = xrealloc(s->v, s->cap * sizeof(*s->v));
	}
	s->v[s->n] = value;
	return s->n++;
}

long share_get(struct share *s, struct decode *d, struct arena *scratch, const struct field *row,
	       const char *path, const char *text, size_t len)
{
	sym key = sym_intern(s->texts, text, len);
	const union pairmap_value *known = pairmap_get(&s->numbers, key.s, row);
	const struct json_value *tree;
	union shared_value value = { NULL };

	if (known)
		return (long)known->num;
	tree = json_parse(scratch, text, len);
	if (!tree) {
		error_set(&d->error, ERR_PARSE, _("%s: cannot be parsed"), path);
		return -1;
	}
	d->shared = s->v;
	if (!decode_shared(d, tree, row, path, &value))
		return -1;
	pairmap_put(&s->numbers, key.s, row)->num = (int64_t)s->n;
	return (long)add(s, value);
}
