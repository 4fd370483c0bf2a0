#include "advice/change_shell.h"

#include "model/selector.h"

#define PLAIN "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789-._/:@%+=,"

void shell_word(struct strbuf *out, const char *word)
{
	size_t len = strlen(word);

	if (len && strspn(word, PLAIN) == len) {
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

bool shell_name(struct strbuf *out, sym name)
{
	if (!dns_subdomain_valid(sym_text(name)))
		return false;
	strbuf_adds(out, name.s);
	return true;
}
