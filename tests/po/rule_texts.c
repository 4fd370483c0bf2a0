/* What rules/ say to people, as calls that xgettext reads: part of po/whypending.pot. */
#include <stdio.h>

#include "rules/rule.h"

static void put(const char *text)
{
	if (!*text)
		return;
	fputs("N_(\"", stdout);
	for (; *text; text++) {
		if (*text == '"' || *text == '\\')
			putchar('\\');
		if (*text == '\n')
			fputs("\\n", stdout);
		else
			putchar(*text);
	}
	fputs("\")\n", stdout);
}

int main(void)
{
	struct error err = ERROR_INIT;
	struct rules *r = rules_load(NULL, NULL, &err);

	if (!r)
		return 1;
	for (uint32_t i = 0; i < r->problems.n; i++)
		fprintf(stderr, "%s\n", r->problems.v[i]);
	if (r->problems.n) /* what is refused would be missing */
		return 1;
	for (size_t i = 0; i < r->codes.n; i++)
		put(sym_text(r->codes.v[i]->meaning));
	for (size_t i = 0; i < r->rules.n; i++) {
		put(sym_text(r->rules.v[i]->says_text));
		put(sym_text(r->rules.v[i]->next_text));
	}
	for (size_t i = 0; i < r->page_rows.n; i++) {
		put(sym_text(r->page_rows.v[i]->tell));
		put(sym_text(r->page_rows.v[i]->act));
	}
	rules_free(r);
	return fflush(stdout) != 0;
}
