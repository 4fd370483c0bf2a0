/* The keys, from their tables. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/key.h"
#include "tui/keys.h"
#include "tui/screen.h"

#define KEYS_COLUMN 18u

static void help_line(struct screen *s, const char *keys, const char *text)
{
	struct inked l = INKED_INIT;
	unsigned width = text_width(keys, strlen(keys));
	bool narrow = s->width < 3 * KEYS_COLUMN;

	inked_add(&l, INK_PLAIN, "  ");
	inked_add(&l, INK_KEY, keys);
	inked_mark(&l, INK_PLAIN);
	if (narrow)
		strbuf_addn(&l.text, ' ', 2);
	else
		strbuf_addn(&l.text, ' ', width + 2 < KEYS_COLUMN ? KEYS_COLUMN - width - 2 : 2);
	strbuf_adds(&l.text, text);
	row_wrap_line(s, NULL, &l, narrow ? 4 : KEYS_COLUMN);
	inked_release(&l);
}

static void screen_lines(struct screen *s)
{
	struct strbuf keys = STRBUF_INIT;

	row_heading(s, _("Screens"));
	for (unsigned i = 1; i < SCREEN_COUNT; i++) {
		if (!screen_table[i].key)
			continue;
		strbuf_reset(&keys);
		key_text(&keys, screen_table[i].key);
		help_line(s, keys.buf, _(screen_table[i].title));
	}
	strbuf_release(&keys);
}

/* "On nodes, node" */
static void screens_heading(struct screen *s, uint32_t screens)
{
	struct strbuf title = STRBUF_INIT;

	if (screens == UINT32_MAX)
		strbuf_adds(&title, _("Everywhere"));
	for (unsigned i = 1; i < SCREEN_COUNT && screens != UINT32_MAX; i++) {
		if (!(screens & UINT32_C(1) << i))
			continue;
		strbuf_adds(&title, title.len ? ", " : _("On the screens "));
		strbuf_addf(&title, "\"%s\"", _(screen_table[i].title));
	}
	row_blank(s);
	row_heading(s, title.buf);
	strbuf_release(&title);
}

/* The keys of the same screens as that of row `first`, unless they were told before. */
static void key_lines(struct screen *s, size_t first)
{
	uint32_t screens = key_bindings[first].screens;
	struct strbuf keys = STRBUF_INIT;

	for (size_t i = 0; i < first; i++)
		if (key_bindings[i].screens == screens)
			return;
	screens_heading(s, screens);
	for (size_t i = first; i < key_binding_count; i++) {
		if (key_bindings[i].screens != screens)
			continue;
		strbuf_reset(&keys);
		key_names(&keys, &key_bindings[i]);
		help_line(s, keys.buf, _(key_bindings[i].help));
	}
	strbuf_release(&keys);
}

static void load(struct screen *s)
{
	screen_lines(s);
	for (size_t i = 0; i < key_binding_count; i++)
		key_lines(s, i);
}

const struct screen_ops screen_help = {
	.flags = SCREEN_PAGER | SCREEN_NO_REPORT,
	.load = load,
};
