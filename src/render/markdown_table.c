/* A table as rows between pipes. */
#include "render/markdown.h"
#include "render/table_data.h"

static bool has_notes(const struct table *t)
{
	for (const struct row *r = t->first; r; r = r->next)
		if (r->note.text)
			return true;
	return false;
}

static void put_head(const struct table *t, bool notes, struct strbuf *line)
{
	for (unsigned i = 0; i < t->n; i++)
		strbuf_addf(line, "| %s ", t->columns[i].title);
	strbuf_adds(line, notes ? "| |\n" : "|\n");
	for (unsigned i = 0; i < t->n; i++)
		strbuf_adds(line, t->columns[i].align == ALIGN_RIGHT ? "| ---: " : "| --- ");
	strbuf_adds(line, notes ? "| --- |\n" : "|\n");
}

static void put_row(const struct table *t, const struct row *r, bool notes, struct strbuf *line)
{
	for (unsigned i = 0; i < t->n; i++) {
		strbuf_adds(line, "| ");
		markdown_put(line, r->cells[i].text);
		strbuf_addc(line, ' ');
	}
	if (notes) {
		strbuf_adds(line, "| ");
		markdown_put(line, r->note.text ? r->note.text : "");
		strbuf_addc(line, ' ');
	}
	strbuf_adds(line, "|\n");
}

size_t markdown_table(const struct table *t, FILE *out, size_t most)
{
	struct strbuf line = STRBUF_INIT;
	bool notes = has_notes(t);
	size_t n = 0;

	fputc('\n', out);
	put_head(t, notes, &line);
	for (const struct row *r = t->first; r; r = r->next) {
		if (n++ >= most)
			continue;
		put_row(t, r, notes, &line);
		fputs(line.buf, out);
		strbuf_reset(&line);
	}
	fputs(line.buf, out);
	strbuf_release(&line);
	return n > most ? n - most : 0;
}
