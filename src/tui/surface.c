#include "tui/surface.h"

#include <string.h>

#include "base/die.h"
#include "base/text.h"

void surface_init(struct surface *sf, bool ascii)
{
	*sf = (struct surface){ .ascii = ascii };
}

void surface_release(struct surface *sf)
{
	xfree(sf->cells);
	surface_init(sf, sf->ascii);
}

static struct cell blank(enum ink ink)
{
	return (struct cell){ .text = " ", .width = 1, .ink = (uint8_t)ink };
}

void surface_erase(struct surface *sf)
{
	for (size_t i = 0; i < (size_t)sf->width * sf->height; i++)
		sf->cells[i] = blank(INK_PLAIN);
}

void surface_resize(struct surface *sf, unsigned width, unsigned height)
{
	sf->width = width < SURFACE_SIDE_MAX ? width : SURFACE_SIDE_MAX;
	sf->height = height < SURFACE_SIDE_MAX ? height : SURFACE_SIDE_MAX;
	xfree(sf->cells);
	sf->cells = xcalloc((size_t)sf->width * sf->height + 1, sizeof(*sf->cells));
	surface_erase(sf);
}

static struct cell *at(const struct surface *sf, unsigned x, unsigned y)
{
	return &sf->cells[(size_t)y * sf->width + x];
}

const struct cell *surface_cell(const struct surface *sf, unsigned x, unsigned y)
{
	return at(sf, x, y);
}

/* What stands for a character where there is only ASCII; each is one column wide. */
static char ascii_for(const char *c, size_t len)
{
	static const struct { const char *utf8; char ascii; } stand_ins[] = {
		{ "\xc2\xb7", '-' },     /* middle dot */
		{ "\xe2\x80\xa6", '~' }, /* ellipsis */
		{ "\xe2\x9c\x93", '+' }, /* check mark */
		{ "\xe2\x9c\x97", 'x' }, /* cross */
		{ "\xe2\x94\x80", '-' }, { "\xe2\x94\x82", '|' }, /* lines */
		{ "\xe2\x96\xb8", '>' }, { "\xe2\x96\xbe", 'v' }, /* closed, open */
		{ "\xe2\x96\xb2", '^' }, { "\xe2\x96\xbc", 'v' }, /* order */
		{ "\xe2\x86\x92", '>' }, { "\xe2\x86\x90", '<' },
		{ "\xe2\x86\x91", '^' }, { "\xe2\x86\x93", 'v' },
		{ "\xe2\x96\x88", '#' },                          /* full block */
		{ "\xe2\x96\x89", '#' }, { "\xe2\x96\x8a", '#' }, /* seven, six eighths */
		{ "\xe2\x96\x8b", '#' }, { "\xe2\x96\x8c", '#' }, /* five, four */
		{ "\xe2\x96\x8d", '.' }, { "\xe2\x96\x8e", '.' }, /* three, two */
		{ "\xe2\x96\x8f", '.' },                          /* one */
		{ "\xe2\x96\x92", '+' }, { "\xe2\x96\x91", '.' }, /* shades */
	};

	if (len == 1 && (unsigned char)*c < 0x80)
		return *c;
	for (size_t i = 0; i < sizeof(stand_ins) / sizeof(*stand_ins); i++)
		if (strlen(stand_ins[i].utf8) == len && !memcmp(stand_ins[i].utf8, c, len))
			return stand_ins[i].ascii;
	return '?';
}

/* A character that is overwritten in half leaves a space in its other half. */
static void split_wide(struct surface *sf, unsigned x, unsigned y)
{
	struct cell *c = at(sf, x, y);

	if (c->width == 2 && x + 1 < sf->width)
		*at(sf, x + 1, y) = blank((enum ink)c->ink);
	else if (c->width == 0 && x > 0)
		*at(sf, x - 1, y) = blank((enum ink)c->ink);
}

static void set_cell(struct surface *sf, unsigned x, unsigned y, enum ink ink, const char *text,
		     size_t len, unsigned width)
{
	struct cell *c = at(sf, x, y);

	split_wide(sf, x, y);
	*c = (struct cell){ .width = (uint8_t)width, .ink = (uint8_t)ink };
	memcpy(c->text, text, len < CELL_BYTES ? len : CELL_BYTES - 1);
	if (width < 2)
		return;
	split_wide(sf, x + 1, y);
	*at(sf, x + 1, y) = (struct cell){ .ink = (uint8_t)ink };
}

/* A mark goes to the character before it; what does not fit is left out. */
static void combine(struct surface *sf, unsigned x, unsigned y, const char *text, size_t len)
{
	struct cell *c = at(sf, x, y);
	size_t have;

	if (c->width == 0 && x > 0)
		c = at(sf, x - 1, y);
	have = strlen(c->text);
	if (have + len < CELL_BYTES)
		memcpy(c->text + have, text, len);
}

static unsigned put_escaped(struct surface *sf, unsigned x, unsigned y, unsigned columns,
			    enum ink ink, const char *text, size_t len)
{
	unsigned done = 0, width;
	uint32_t c;
	char ascii;

	while (len) {
		int n = utf8_decode(text, len, &c);
		size_t bytes = n > 0 ? (size_t)n : 1;

		width = sf->ascii ? 1 : text_width(text, bytes);
		if (done + width > columns)
			break;
		ascii = sf->ascii || n <= 0 ? ascii_for(text, bytes) : 0;
		if (width == 0 && done > 0)
			combine(sf, x + done - 1, y, text, bytes);
		else if (width > 0)
			set_cell(sf, x + done, y, ink, ascii ? &ascii : text, ascii ? 1 : bytes, width);
		done += width;
		text += bytes;
		len -= bytes;
	}
	if (len && done < columns && text_width(text, len) > 0) /* half of a wide one */
		set_cell(sf, x + done, y, ink, " ", 1, 1);
	return done;
}

unsigned surface_put(struct surface *sf, unsigned x, unsigned y, unsigned columns, enum ink ink,
		     const char *text, size_t len)
{
	struct strbuf safe = STRBUF_LIMIT(4 * SURFACE_SIDE_MAX * CELL_BYTES);
	unsigned done;

	if (y >= sf->height || x >= sf->width)
		return 0;
	if (columns > sf->width - x)
		columns = sf->width - x;
	text_escape(&safe, text, len);
	done = put_escaped(sf, x, y, columns, ink, safe.buf, safe.len);
	strbuf_release(&safe);
	return done;
}

unsigned surface_puts(struct surface *sf, unsigned x, unsigned y, unsigned columns, enum ink ink,
		      const char *text)
{
	return surface_put(sf, x, y, columns, ink, text, strlen(text));
}

static struct area clip(const struct surface *sf, struct area a)
{
	if (a.x >= sf->width || a.y >= sf->height)
		return (struct area){ 0 };
	if (a.width > sf->width - a.x)
		a.width = sf->width - a.x;
	if (a.height > sf->height - a.y)
		a.height = sf->height - a.y;
	return a;
}

void surface_fill(struct surface *sf, struct area a, enum ink ink)
{
	a = clip(sf, a);
	for (unsigned y = a.y; y < a.y + a.height; y++)
		for (unsigned x = a.x; x < a.x + a.width; x++)
			set_cell(sf, x, y, ink, " ", 1, 1);
}

void surface_flag(struct surface *sf, struct area a, enum cell_flag flag)
{
	a = clip(sf, a);
	for (unsigned y = a.y; y < a.y + a.height; y++)
		for (unsigned x = a.x; x < a.x + a.width; x++)
			at(sf, x, y)->flags |= (uint8_t)flag;
}
