#include "render/yaml_writer.h"

#include <string.h>

#include "render/json_writer.h"

/* YAML wants key and colon within 1024 characters of one line; longer keys are announced by "?". */
#define SIMPLE_KEY_MAX 100

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z');
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

static bool same_word(const char *s, const char *word)
{
	while (*s && lower(*s) == *word)
		s++, word++;
	return !*s && !*word;
}

/* Words that some version of YAML reads as a boolean or as null. */
static bool is_reserved(const char *s)
{
	static const char *const words[] = { "null", "true", "false", "yes", "no",
					     "on",   "off",  "y",     "n" };

	for (size_t i = 0; i < sizeof(words) / sizeof(words[0]); i++)
		if (same_word(s, words[i]))
			return true;
	return false;
}

/*
 * No number, date or special form starts with a letter or a slash, which leaves the inner
 * characters: ": " and " #" end a plain scalar, other punctuation is harmless in block style.
 */
bool yaml_plain(const char *s)
{
	size_t len = strlen(s);

	if (len == 0 || (!is_letter(s[0]) && s[0] != '/') || s[len - 1] == ' ' || is_reserved(s))
		return false;
	for (size_t i = 1; i < len; i++) {
		if (is_letter(s[i]) || is_digit(s[i]) || strchr("._/-+=@ ,;()[]", s[i]))
			continue;
		if (s[i] == ':' && (is_letter(s[i + 1]) || is_digit(s[i + 1])))
			continue;
		return false;
	}
	return true;
}

static void yaml_text(struct emitter *e, const char *s)
{
	if (yaml_plain(s))
		fputs(s, e->out);
	else
		json_quote(e->out, s);
}

/* To the place of the next child of the top level. */
static void yaml_child(struct emitter *e, const struct emitter_level *top)
{
	if (top->n || !top->on_line)
		emitter_newline(e, top->indent);
	else if (e->depth > 1)
		fputc(' ', e->out); /* behind the dash */
}

static void yaml_key(struct emitter *e, const char *key)
{
	const struct emitter_level *top = emitter_top(e);

	if (!top)
		return;
	yaml_child(e, top);
	if (!key) {
		fputc('-', e->out);
		return;
	}
	if (strlen(key) > SIMPLE_KEY_MAX) {
		fputs("? ", e->out);
		json_quote(e->out, key);
		emitter_newline(e, top->indent);
	} else {
		yaml_text(e, key);
	}
	fputc(':', e->out);
}

static void yaml_space(struct emitter *e)
{
	if (e->depth)
		fputc(' ', e->out);
}

static void yaml_string(struct emitter *e, const char *s)
{
	yaml_space(e);
	yaml_text(e, s);
}

static void yaml_word(struct emitter *e, const char *word)
{
	yaml_space(e);
	fputs(word, e->out);
}

/* Items of an array stand in the column of its key, as kubectl prints them. */
static void yaml_open(struct emitter *e, struct emitter_level *level,
		      const struct emitter_level *parent)
{
	(void)e;
	level->on_line = !parent || parent->array;
	if (parent)
		level->indent = parent->indent + (parent->array || !level->array ? 2 : 0);
}

static void yaml_close(struct emitter *e, const struct emitter_level *level)
{
	if (level->n)
		return;
	if (e->depth > 1)
		fputc(' ', e->out);
	fputs(level->array ? "[]" : "{}", e->out);
}

static const struct emitter_ops yaml_ops = {
	.key = yaml_key,
	.scalar_string = yaml_string,
	.scalar_word = yaml_word,
	.open = yaml_open,
	.close = yaml_close,
};

void yaml_writer_init(struct emitter *e, FILE *out)
{
	*e = (struct emitter){ .ops = &yaml_ops, .out = out };
}
