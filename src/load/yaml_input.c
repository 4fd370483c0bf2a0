#include "load/yaml_input.h"

#include <string.h>

#define SEPARATOR_BYTES 4 /* "---" and what must follow it */

void yaml_input_init(struct yaml_input *in, yaml_reader read, void *self, struct error *err)
{
	memset(in, 0, sizeof(*in));
	in->read = read;
	in->self = self;
	in->err = err;
	in->line = 1;
	in->line_start = true;
	in->at_end = true;
}

/* At least `want` bytes ahead, unless the input ends before. */
static void fill(struct yaml_input *in, size_t want)
{
	while (in->len - in->pos < want && !in->eof) {
		long n;

		memmove(in->buf, in->buf + in->pos, in->len - in->pos);
		in->len -= in->pos;
		in->pos = 0;
		n = in->read(in->self, in->buf + in->len, sizeof(in->buf) - in->len, in->err);
		in->failed = n < 0;
		in->eof = n <= 0;
		if (n > 0)
			in->len += (size_t)n;
	}
}

static bool is_separator(const char *p, size_t n)
{
	return n >= 3 && memcmp(p, "---", 3) == 0 && (n == 3 || strchr(" \t\r\n", p[3]));
}

/* Called at the beginning of a line: whether the piece ends before it. */
static bool line_begins(struct yaml_input *in)
{
	const char *p;
	size_t n;

	fill(in, SEPARATOR_BYTES);
	p = in->buf + in->pos;
	n = in->len - in->pos;
	if (!n)
		return false;
	if (is_separator(p, n)) {
		if (in->content)
			return true;
		in->content = true;
	} else if (*p != '%' && *p != '#' && *p != '\n' && *p != '\r') {
		in->content = true;
	}
	in->line_start = false;
	return false;
}

bool yaml_input_next(struct yaml_input *in)
{
	char rest[4096];

	while (yaml_input_read(in, rest, sizeof(rest)) > 0)
		; /* what a failed parser has left of the piece */
	fill(in, 1);
	in->at_end = false;
	in->content = false;
	in->first_line = in->line;
	return in->pos < in->len;
}

size_t yaml_input_read(struct yaml_input *in, char *to, size_t size)
{
	size_t used = 0;

	while (used < size && !in->at_end) {
		const char *p, *newline;
		size_t n;

		if (in->line_start && line_begins(in)) {
			in->at_end = true;
			break;
		}
		fill(in, 1);
		p = in->buf + in->pos;
		n = in->len - in->pos < size - used ? in->len - in->pos : size - used;
		if (!n)
			break;
		newline = memchr(p, '\n', n);
		if (newline) {
			n = (size_t)(newline - p) + 1;
			in->line++;
			in->line_start = true;
		}
		memcpy(to + used, p, n);
		in->pos += n;
		used += n;
	}
	return used;
}
