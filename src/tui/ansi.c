#include "tui/ansi.h"

#include <stdlib.h>
#include <string.h>

/* "\x1b[31m": the ink, and how long the sequence is; 0: it is none that sheet_put() writes. */
static size_t read_tone(const char *s, enum ink *ret)
{
	static const struct { const char *code; enum ink ink; } codes[] = {
		{ "\x1b[0m", INK_PLAIN }, { "\x1b[1m", INK_BOLD }, { "\x1b[2m", INK_DIM },
		{ "\x1b[31m", INK_BAD },  { "\x1b[32m", INK_GOOD }, { "\x1b[33m", INK_WARN },
	};

	for (size_t i = 0; i < sizeof(codes) / sizeof(*codes); i++) {
		size_t len = strlen(codes[i].code);

		if (strncmp(s, codes[i].code, len) == 0) {
			*ret = codes[i].ink;
			return len;
		}
	}
	return 0;
}

void rows_of_text(struct screen *s, const char *text)
{
	struct inked line = INKED_INIT;
	enum ink ink = INK_PLAIN;

	while (*text) {
		size_t len = *text == '\x1b' ? read_tone(text, &ink) : 0;

		if (len) {
			text += len;
			continue;
		}
		len = strcspn(text + (*text == '\x1b'), "\n\x1b") + (*text == '\x1b');
		inked_mark(&line, ink);
		strbuf_add(&line.text, text, len);
		text += len;
		if (*text == '\n') {
			row_line(s, NULL, &line);
			text++;
		}
	}
	if (line.text.len)
		row_line(s, NULL, &line);
	inked_release(&line);
}
