/* The whole report as it is printed: what is the matter, and what to do. */
#include <stdlib.h>

#include "render/report_text.h"
#include "tui/ansi.h"
#include "tui/screen.h"

static void load(struct screen *s)
{
	const struct report *r = ui_report(s->ui);
	const struct render_options opts = {
		.width = s->width, .color = true, .verbose = true, .nodes = NODES_NONE,
	};
	struct sheet sh = { .width = s->width, .color = true };
	char *text = NULL;
	size_t len;

	if (!r)
		return;
	sh.out = open_memstream(&text, &len);
	if (!sh.out)
		return;
	report_text(r, &opts, &sh);
	fclose(sh.out);
	rows_of_text(s, text);
	free(text);
}

/* The report has it. */
static void head(const struct screen *s, struct inked *out)
{
	(void)s;
	(void)out;
}

const struct screen_ops screen_why = {
	.flags = SCREEN_PAGER,
	.load = load,
	.head = head,
};
