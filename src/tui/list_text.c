#include <string.h>

#include "tui/list.h"

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static void add_lower(struct strbuf *out, const char *text)
{
	for (; *text; text++)
		strbuf_addc(out, lower(*text));
}

const char *row_haystack(struct screen *s, struct row *r)
{
	struct strbuf all = STRBUF_INIT;
	struct cell_text cell = { .text = INKED_INIT };

	if (r->haystack)
		return r->haystack;
	if (r->line)
		add_lower(&all, r->line->text);
	for (unsigned i = 0; !r->line && i < s->ops->column_count; i++) {
		inked_reset(&cell.text);
		s->ops->cell(s, r, i, &cell);
		add_lower(&all, cell.text.text.buf);
		strbuf_addc(&all, '\n'); /* no word goes over two cells */
	}
	r->haystack = arena_strndup(s->arena, all.buf, all.len);
	inked_release(&cell.text);
	strbuf_release(&all);
	return r->haystack;
}

static bool contains(const char *haystack, const char *word, size_t len)
{
	char first = lower(*word);

	for (const char *at = haystack; (at = strchr(at, first)) != NULL; at++) {
		size_t i = 1;

		while (i < len && at[i] == lower(word[i]))
			i++;
		if (i == len)
			return true;
	}
	return false;
}

bool words_match(const char *haystack, const char *words)
{
	while (*words) {
		size_t len = strcspn(words, " ");
		bool negated = len > 1 && *words == '!';

		if (len && contains(haystack, words + negated, len - negated) == negated)
			return false;
		words += len;
		words += strspn(words, " ");
	}
	return true;
}
