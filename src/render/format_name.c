/* "pod/web", "deployment.apps/web": what kubectl prints for -o name, so that it can be piped on. */
#include <string.h>

#include "base/text.h"
#include "model/cluster.h"
#include "render/formats.h"

static void lower(struct strbuf *text)
{
	for (char *p = text->buf; *p; p++)
		if (*p >= 'A' && *p <= 'Z')
			*p = (char)(*p + ('a' - 'A'));
}

static void put_group(struct strbuf *out, const char *kind)
{
	for (size_t i = 0; kind && i < KIND_COUNT; i++)
		if (!strcmp(kinds[i].name, kind) && *kinds[i].group)
			strbuf_addf(out, ".%s", kinds[i].group);
}

void render_name(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct strbuf line = STRBUF_INIT;

	(void)opts;
	for (size_t i = 0; i < rs->n; i++) {
		const struct subject *s = &reports_get(rs, i)->subject;

		strbuf_reset(&line);
		text_put(&line, s->kind);
		lower(&line);
		put_group(&line, s->kind);
		strbuf_addc(&line, '/');
		text_put(&line, s->name);
		fprintf(out, "%s\n", line.buf);
		reports_drop(rs, i);
	}
	strbuf_release(&line);
}
