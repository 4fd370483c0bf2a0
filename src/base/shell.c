#include "base/shell.h"

#include <string.h>

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/:@%+=,"

void shell_quote(struct strbuf *out, const char *word)
{
	if (*word && !word[strspn(word, PLAIN)]) {
		strbuf_adds(out, word);
		return;
	}
	strbuf_addc(out, '\'');
	for (const char *p = word; *p; p++) {
		if (*p == '\'')
			strbuf_adds(out, "'\\''");
		else
			strbuf_addc(out, *p);
	}
	strbuf_addc(out, '\'');
}
