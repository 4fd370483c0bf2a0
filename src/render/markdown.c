#include "render/markdown.h"

#include <string.h>

#include "base/i18n.h"
#include "base/text.h"

#define NUMBER_MAX 8u /* longer ones may be taken for commits */
#define COMMIT_MIN 7u
#define ELLIPSIS "\xe2\x80\xa6"

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* Seven hexadecimal digits and more are a commit to GitHub and GitLab. */
static bool may_be_commit(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++)
		if (!is_digit(s[i]) && !((s[i] | 0x20) >= 'a' && (s[i] | 0x20) <= 'f'))
			return false;
	return len >= COMMIT_MIN;
}

/* "does", "doesn't", "look-ahead" */
static bool is_word(const char *s, size_t len)
{
	for (size_t i = 0; i < len; i++) {
		bool joins = (s[i] == '-' || s[i] == '\'') && i && i + 1 < len && is_letter(s[i - 1]) &&
			     is_letter(s[i + 1]);

		if (!is_letter(s[i]) && !joins)
			return false;
	}
	return !may_be_commit(s, len);
}

/* "38m", "14.8Gi", "0/8", "3%" */
static bool is_number(const char *s, size_t len)
{
	if (len > NUMBER_MAX || !is_digit(s[0]))
		return false;
	for (size_t i = 1; i < len; i++) {
		bool joins = (s[i] == '.' || s[i] == '/') && i + 1 < len && is_digit(s[i - 1]) &&
			     is_digit(s[i + 1]);

		if (!is_digit(s[i]) && !is_letter(s[i]) && !joins && !(s[i] == '%' && i + 1 == len))
			return false;
	}
	return !may_be_commit(s, len);
}

static size_t longest_run(const char *s, size_t len, char c)
{
	size_t longest = 0, run = 0;

	for (size_t i = 0; i < len; i++) {
		run = s[i] == c ? run + 1 : 0;
		if (run > longest)
			longest = run;
	}
	return longest;
}

/* No pipe in it: that ends a table's cell, in a code span too. */
static void put_code(struct strbuf *out, const char *s, size_t len)
{
	size_t ticks = longest_run(s, len, '`');
	bool pad = len && (s[0] == '`' || s[len - 1] == '`');

	if (!len)
		return;
	strbuf_addn(out, '`', ticks + 1);
	strbuf_adds(out, pad ? " " : "");
	strbuf_add(out, s, len);
	strbuf_adds(out, pad ? " " : "");
	strbuf_addn(out, '`', ticks + 1);
}

static void put_code_with_pipes(struct strbuf *out, const char *s, size_t len)
{
	while (len) {
		const char *pipe = memchr(s, '|', len);
		size_t n = pipe ? (size_t)(pipe - s) : len;

		put_code(out, s, n);
		if (pipe)
			strbuf_adds(out, "&#124;");
		s += n + (pipe != NULL);
		len -= n + (pipe != NULL);
	}
}

/* What may stand before and after a word in a sentence. */
static size_t leading(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && (s[n] == '(' || s[n] == '"'))
		n++;
	return n;
}

static size_t trailing(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && strchr(",.;:)\"?", s[len - 1 - n]))
		n++;
	return n;
}

/* Printable ASCII without blanks. */
static void put_token(struct strbuf *out, const char *s, size_t len, bool first)
{
	size_t lead = leading(s, len), trail = trailing(s + lead, len - lead);
	size_t core = len - lead - trail;
	/* at the start of a line "1." begins a list */
	bool plain = core == 0 || is_word(s + lead, core) ||
		     (is_number(s + lead, core) && !(first && trail));

	if (plain) {
		strbuf_add(out, s, len);
		return;
	}
	strbuf_add(out, s, lead);
	put_code_with_pipes(out, s + lead, core);
	strbuf_add(out, s + lead + core, trail);
}

static bool is_token(char c)
{
	return c > ' ' && c < 0x7f;
}

static void put_words(struct strbuf *out, const char *s, size_t len)
{
	size_t start = out->len;

	for (size_t i = 0; i < len;) {
		size_t n = 0;

		while (i + n < len && is_token(s[i + n]))
			n++;
		if (n)
			put_token(out, s + i, n, out->len == start);
		i += n;
		for (; i < len && !is_token(s[i]); i++)
			if (s[i] != ' ' || (out->len > start && out->buf[out->len - 1] != ' '))
				strbuf_addc(out, s[i]);
	}
	if (out->len > start && out->buf[out->len - 1] == ' ')
		strbuf_truncate(out, out->len - 1);
}

void markdown_put(struct strbuf *out, const char *text)
{
	size_t len = strlen(text), shown = text_cut(text, len, MARKDOWN_TEXT_MAX);

	put_words(out, text, shown);
	if (shown < len)
		strbuf_adds(out, ELLIPSIS);
}

void markdown_put_html(struct strbuf *out, const char *text)
{
	size_t len = strlen(text), shown = text_cut(text, len, MARKDOWN_TEXT_MAX);

	strbuf_adds(out, "<code>");
	for (size_t i = 0; i < shown; i++) {
		unsigned char c = (unsigned char)text[i];

		if (is_letter(text[i]) || is_digit(text[i]) || c >= 0x80 || strchr("-./ ", c))
			strbuf_addc(out, text[i]);
		else
			strbuf_addf(out, "&#%u;", c);
	}
	strbuf_adds(out, shown < len ? ELLIPSIS "</code>" : "</code>");
}

void markdown_title(FILE *out, unsigned level, const char *text)
{
	fprintf(out, "%.*s %s\n", (int)level, "######", text);
}

void markdown_heading(FILE *out, unsigned level, const char *text)
{
	fputc('\n', out);
	markdown_title(out, level, text);
}

void markdown_item(FILE *out, unsigned indent, const char *text)
{
	fprintf(out, "%*s- %s\n", (int)indent, "", text);
}

void markdown_fact(FILE *out, const char *label, const char *text)
{
	struct strbuf sb = STRBUF_INIT;

	strbuf_addf(&sb, _("**%s:** "), label);
	markdown_put(&sb, text);
	markdown_item(out, 0, sb.buf);
	strbuf_release(&sb);
}

bool markdown_command(FILE *out, unsigned indent, const char *command)
{
	size_t len = strlen(command), ticks = longest_run(command, len, '`');
	struct strbuf fence = STRBUF_INIT;

	if (len > MARKDOWN_COMMAND_MAX)
		return false;
	strbuf_addn(&fence, '`', ticks < 3 ? 3 : ticks + 1);
	fprintf(out, "\n%*s%ssh\n%*s%s\n%*s%s\n\n", (int)indent, "", fence.buf, (int)indent, "",
		command, (int)indent, "", fence.buf);
	strbuf_release(&fence);
	return true;
}

void markdown_fold(FILE *out, const char *summary_html)
{
	fprintf(out, "\n<details><summary>%s</summary>\n\n", summary_html);
}

void markdown_fold_end(FILE *out)
{
	fputs("\n</details>\n", out);
}
