#include "render/json_writer.h"

#include <string.h>

#include "base/text.h"

#define INDENT 2u

/* What is printed as \uXXXX although JSON would allow it as it is; all of it fits four digits. */
static bool escape_wanted(uint32_t c)
{
	return c < 0x20 || (c >= 0x7f && c <= 0x9f) || c == 0xad || c == 0x61c ||
	       (c >= 0x200b && c <= 0x200f) || (c >= 0x2028 && c <= 0x202e) ||
	       (c >= 0x2060 && c <= 0x206f) || c == 0xfeff || (c >= 0xfff9 && c <= 0xfffb) ||
	       c == 0xfffe || c == 0xffff;
}

static void put_escaped(FILE *out, uint32_t c)
{
	static const char names[][3] = {
		['"'] = "\\\"", ['\\'] = "\\\\", ['\b'] = "\\b", ['\f'] = "\\f",
		['\n'] = "\\n", ['\r'] = "\\r",  ['\t'] = "\\t",
	};

	if (c < sizeof(names) / sizeof(names[0]) && names[c][0])
		fputs(names[c], out);
	else
		fprintf(out, "\\u%04x", (unsigned)c);
}

void json_quote(FILE *out, const char *s)
{
	size_t len = strlen(s), clean = 0, i = 0;

	fputc('"', out);
	while (i < len) {
		uint32_t c = 0;
		int n = utf8_decode(s + i, len - i, &c);

		if (n > 0 && c != '"' && c != '\\' && !escape_wanted(c)) {
			i += (size_t)n;
			continue;
		}
		fwrite(s + clean, 1, i - clean, out);
		put_escaped(out, n > 0 ? c : 0xfffd);
		i += n > 0 ? (size_t)n : 1;
		clean = i;
	}
	fwrite(s + clean, 1, len - clean, out);
	fputc('"', out);
}

static void json_key(struct emitter *e, const char *key)
{
	const struct emitter_level *top = emitter_top(e);

	if (!top)
		return;
	if (top->n)
		fputc(',', e->out);
	emitter_newline(e, top->indent);
	if (key) {
		json_quote(e->out, key);
		fputs(": ", e->out);
	}
}

static void json_string(struct emitter *e, const char *s)
{
	json_quote(e->out, s);
}

static void json_word(struct emitter *e, const char *word)
{
	fputs(word, e->out);
}

static void json_open(struct emitter *e, struct emitter_level *level,
		      const struct emitter_level *parent)
{
	level->indent = (parent ? parent->indent : 0) + INDENT;
	fputc(level->array ? '[' : '{', e->out);
}

static void json_close(struct emitter *e, const struct emitter_level *level)
{
	if (level->n)
		emitter_newline(e, level->indent - INDENT);
	fputc(level->array ? ']' : '}', e->out);
}

static const struct emitter_ops json_ops = {
	.key = json_key,
	.scalar_string = json_string,
	.scalar_word = json_word,
	.open = json_open,
	.close = json_close,
};

void json_writer_init(struct emitter *e, FILE *out)
{
	*e = (struct emitter){ .ops = &json_ops, .out = out };
}
