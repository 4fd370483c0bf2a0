#include "bundle/arguments.h"

#include "base/strbuf.h"
#include "load/walk.h"

struct reduce {
	struct cluster *c;
	struct pairmap services; /* names */
	struct strbuf words;
};

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* The words of a text that name a Service, as diagnose/dependency.c finds them. */
static sym services_in(struct reduce *r, const char *text)
{
	const char *at = text, *begin;

	strbuf_reset(&r->words);
	while (*at) {
		bool inside = at > text && at[-1] == '.';
		sym word;

		for (begin = at; is_name_char(*at); at++)
			;
		word = at > begin && !inside ? sym_find(r->c->syms, begin, (size_t)(at - begin)) :
					       (sym){ NULL };
		if (word.s && pairmap_get(&r->services, word.s, NULL))
			strbuf_addf(&r->words, "%s%s", r->words.len ? " " : "", word.s);
		if (*at && at == begin)
			at++;
	}
	return sym_intern(r->c->syms, r->words.buf, r->words.len);
}

static sym reduce(void *self, const struct walk_at *at, sym s)
{
	return at->hide == HIDE_ARGUMENT ? services_in(self, s.s) : s;
}

void arguments_reduce(struct cluster *c)
{
	struct arena *scratch = arena_new();
	struct reduce r = { .c = c, .words = STRBUF_INIT };
	struct walk w;

	pairmap_init(&r.services, scratch);
	for (size_t i = 0; i < c->objects[KIND_SERVICE].n; i++)
		pairmap_put(&r.services, c->objects[KIND_SERVICE].v[i]->name.s, NULL);
	walk_init(&w, scratch, reduce, &r);
	walk_cluster(&w, c);
	strbuf_release(&r.words);
	arena_free(scratch);
}
