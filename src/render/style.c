#include "render/style.h"

#include <string.h>

#include "base/text.h"

#define FACT_INDENT 2u
#define FACT_LABEL 10u /* columns of a label, the gap included */
#define PARAGRAPH_MIN 12u /* narrower than this nothing can be read: the line may be too long */
#define FACT_TEXT_MIN 20u /* with less room beside its label a fact's text goes below it */
#define FACT_BELOW 4u

void sheet_put(const struct sheet *sh, enum tone tone, const char *s, size_t len)
{
	static const char *const codes[] = {
		[TONE_PLAIN] = NULL,	  [TONE_GOOD] = "\x1b[32m", [TONE_BAD] = "\x1b[31m",
		[TONE_WARN] = "\x1b[33m", [TONE_DIM] = "\x1b[2m",   [TONE_BOLD] = "\x1b[1m",
	};
	const char *code = sh->color && len ? codes[tone] : NULL;

	if (code)
		fputs(code, sh->out);
	fwrite(s, 1, len, sh->out);
	if (code)
		fputs("\x1b[0m", sh->out);
}

void sheet_spaces(const struct sheet *sh, unsigned n)
{
	fprintf(sh->out, "%*s", (int)n, "");
}

size_t wrap_line(const char *s, size_t len, unsigned columns, size_t *ret_skip)
{
	size_t n = columns ? text_cut(s, len, columns) : len;

	if (n < len) {
		size_t at = text_break(s, len, n);

		if (at)
			n = at;
		else if (n == 0) /* not even one character fits: it goes out all the same */
			n = text_cut(s, len, 2);
		if (n == 0)
			n = len;
	}
	*ret_skip = n;
	while (*ret_skip < len && s[*ret_skip] == ' ')
		++*ret_skip;
	while (n && s[n - 1] == ' ')
		n--;
	return n;
}

static unsigned columns_left(const struct sheet *sh, unsigned used)
{
	if (sh->width == 0)
		return 0;
	return sh->width >= used + PARAGRAPH_MIN ? sh->width - used : PARAGRAPH_MIN;
}

void sheet_paragraph(const struct sheet *sh, unsigned start, unsigned indent, enum tone tone,
		     const char *s)
{
	size_t len = strlen(s), skip, n;

	if (sh->width && indent + PARAGRAPH_MIN > sh->width)
		indent = sh->width > PARAGRAPH_MIN ? sh->width - PARAGRAPH_MIN : 0;
	for (unsigned column = start;; column = indent) {
		n = wrap_line(s, len, columns_left(sh, column), &skip);
		sheet_put(sh, tone, s, n);
		fputc('\n', sh->out);
		s += skip;
		len -= skip;
		if (len == 0)
			break;
		sheet_spaces(sh, indent);
	}
}

void sheet_line(const struct sheet *sh, enum tone tone, const char *s)
{
	sheet_put(sh, tone, s, strlen(s));
	fputc('\n', sh->out);
}

/* Prints the label; returns the blanks between it and its text. */
static unsigned fact_label(const struct sheet *sh, const char *label)
{
	unsigned width = text_width(label, strlen(label)), next = FACT_INDENT + FACT_LABEL;

	sheet_spaces(sh, FACT_INDENT);
	sheet_put(sh, TONE_DIM, label, strlen(label));
	return FACT_INDENT + width < next ? next - FACT_INDENT - width : 1;
}

void sheet_command(const struct sheet *sh, const char *label, const char *s)
{
	sheet_spaces(sh, fact_label(sh, label));
	sheet_line(sh, TONE_PLAIN, s);
}

void sheet_fact(const struct sheet *sh, const char *label, const char *s)
{
	unsigned column = FACT_INDENT + FACT_LABEL, gap = fact_label(sh, label);

	if (sh->width && sh->width < column + FACT_TEXT_MIN) {
		column = gap = FACT_BELOW;
		fputc('\n', sh->out);
	}
	sheet_spaces(sh, gap);
	sheet_paragraph(sh, column, column, TONE_PLAIN, s);
}
