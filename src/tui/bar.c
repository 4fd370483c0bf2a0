/* Bars of eighths of a column. */
#include "tui/screen.h"

static const char *const eighths[] = {
	" ", "\xe2\x96\x8f", "\xe2\x96\x8e", "\xe2\x96\x8d", "\xe2\x96\x8c",
	"\xe2\x96\x8b", "\xe2\x96\x8a", "\xe2\x96\x89", "\xe2\x96\x88",
};

/* part of whole, in eighths of `width` columns; never nothing for something. */
static unsigned eighths_of(int64_t part, int64_t whole, unsigned width)
{
	unsigned all = width * 8, n;

	if (part <= 0 || whole <= 0)
		return 0;
	if (part >= whole)
		return all;
	while (whole > INT64_MAX / 10000) { /* only the proportion matters */
		whole /= 2;
		part /= 2;
	}
	n = (unsigned)(part * (int64_t)all / whole);
	return n ? n : 1;
}

static void fill(struct inked *out, enum ink ink, const char *with, unsigned n)
{
	inked_mark(out, ink);
	while (n--)
		strbuf_adds(&out->text, with);
}

void bar_share(struct inked *out, enum ink ink, unsigned width, int64_t part, int64_t whole)
{
	unsigned n = eighths_of(part, whole, width), full = n / 8;

	fill(out, ink, eighths[8], full);
	if (n % 8)
		fill(out, ink, eighths[n % 8], 1);
	fill(out, ink, " ", width - full - (n % 8 ? 1 : 0));
}

int64_t bar_left(int64_t used, int64_t total)
{
	if (used < 0)
		used = 0;
	return total > used ? total - used : 0;
}

void bar_add(struct inked *out, unsigned width, int64_t used, int64_t wanted, int64_t total)
{
	unsigned full = (eighths_of(used, total, width) + 7) / 8, mine;
	int64_t left = bar_left(used, total);

	mine = (eighths_of(wanted, total, width) + 7) / 8;
	inked_add(out, INK_DIM, "[");
	fill(out, INK_BAR_USED, eighths[8], full);
	if (wanted <= left) {
		if (mine > width - full)
			mine = width - full;
		fill(out, INK_BAR_MINE, "\xe2\x96\x92", mine);
		fill(out, INK_BAR_FREE, "\xe2\x96\x91", width - full - mine);
		inked_add(out, INK_DIM, "]");
		return;
	}
	fill(out, INK_BAR_OVER, "\xe2\x96\x92", width - full);
	inked_add(out, INK_DIM, "]");
	inked_add(out, INK_BAD, "\xe2\x86\x92"); /* it goes on */
}
