#include "report/strings.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"

void strings_push(struct strings *l, const char *s, struct arena *arena)
{
	l->v = arena_grown(arena, l->v, l->n, sizeof(*l->v));
	l->v[l->n++] = s;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(const char *const *)a, *(const char *const *)b);
}

void strings_sort(struct strings *l)
{
	if (l->n > 1)
		qsort(l->v, l->n, sizeof(l->v[0]), compare);
}

const char *strings_join(const struct strings *l, const char *separator, struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;
	const char *joined;

	for (uint32_t i = 0; i < l->n; i++) {
		if (i)
			strbuf_adds(&text, separator);
		strbuf_adds(&text, l->v[i]);
	}
	joined = arena_strndup(arena, text.buf, text.len);
	strbuf_release(&text);
	return joined;
}

struct strings strings_copy(const struct strings *l, struct arena *arena)
{
	struct strings copy = { 0 };

	for (uint32_t i = 0; i < l->n; i++)
		strings_push(&copy, arena_strdup(arena, l->v[i]), arena);
	return copy;
}
