#include "tui/key.h"

#include <string.h>

#include "base/text.h"

static const struct { const char *name; uint32_t key; } names[] = {
	{ "Tab", K_TAB },          { "Enter", K_ENTER },        { "Esc", K_ESC },
	{ "Backspace", K_BACKSPACE }, { "Space", ' ' },          { "Up", K_UP },
	{ "Down", K_DOWN },        { "Left", K_LEFT },          { "Right", K_RIGHT },
	{ "PgUp", K_PAGE_UP },     { "PgDn", K_PAGE_DOWN },     { "Home", K_HOME },
	{ "End", K_END },          { "Del", K_DELETE },         { "Shift-Tab", K_BACKTAB },
	{ "Click", K_CLICK },      { "Wheel-Up", K_WHEEL_UP },  { "Wheel-Down", K_WHEEL_DOWN },
};

void key_text(struct strbuf *out, uint32_t key)
{
	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (names[i].key == key) {
			strbuf_adds(out, names[i].name);
			return;
		}
	if (key < 0x20)
		strbuf_addf(out, "Ctrl-%c", (char)(key + '@'));
	else if (key < 0x7f)
		strbuf_addc(out, (char)key);
	else
		strbuf_adds(out, "?");
}

uint32_t key_find(const char *name)
{
	uint32_t c;

	for (size_t i = 0; i < sizeof(names) / sizeof(*names); i++)
		if (!strcmp(names[i].name, name))
			return names[i].key;
	if (!strncmp(name, "Ctrl-", 5) && name[5] >= '@' && name[5] <= '_' && !name[6])
		return K_CTRL((unsigned char)name[5]);
	if (*name && utf8_decode(name, strlen(name), &c) == (int)strlen(name))
		return c;
	return K_NONE;
}
