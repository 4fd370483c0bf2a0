#include "replay/dra_cel.h"

static const char *skip_space(const char *s)
{
	while (*s == ' ' || *s == '\t' || *s == '\n' || *s == '\r' || *s == '\f')
		s++;
	return s;
}

/* The text after word, white space skipped; NULL if s does not begin with it. */
static const char *skip_word(const char *s, const char *word)
{
	size_t len = strlen(word);

	return s && !strncmp(s, word, len) ? skip_space(s + len) : NULL;
}

enum dra_match device_selector_matches(const struct device_selector *s, sym driver)
{
	const char *p = skip_space(sym_text(s->cel)), *end;
	size_t len;
	char quote;

	p = skip_word(skip_word(skip_word(skip_word(p, "device"), "."), "driver"), "==");
	if (!p || (*p != '"' && *p != '\''))
		return DRA_MAYBE;
	quote = *p++;
	/* A triple quote, an escape or a line break is more than a plain literal. */
	len = strcspn(p, quote == '"' ? "\"\\\n\r" : "'\\\n\r");
	end = p + len;
	if (*end != quote || *skip_space(end + 1))
		return DRA_MAYBE;
	return strlen(sym_text(driver)) == len && !strncmp(sym_text(driver), p, len) ? DRA_YES
										     : DRA_NO;
}
