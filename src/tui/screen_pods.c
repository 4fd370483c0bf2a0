/* All that is stuck. */
#include <string.h>

#include "model/time.h"
#include "render/words.h"
#include "tui/screen.h"
#include "tui/subjects.h"

#define FULLWIDTH_COLON "\xef\xbc\x9a"

enum { MARK, NAME, STAGE, CAUSE, AGE, NODES, TEXT };

static const struct screen_column columns[] = {
	[MARK] = { "", .most = 1 },
	[NAME] = { N_("POD"), .most = 48 },
	[STAGE] = { N_("STAGE"), .most = 20, .rank = 5 },
	[CAUSE] = { N_("CAUSE"), .most = 32, .rank = 4 },
	[AGE] = { N_("AGE"), .right = true, .most = 8, .rank = 2 },
	[NODES] = { N_("NODES"), .right = true, .most = 11, .rank = 3 },
	[TEXT] = { .title = N_("WHY"), .least = 24 },
};

static const char *after_blanks(const char *text)
{
	return text + strspn(text, " ");
}

/* So is how long it has waited. */
static const char *without_age(const struct summary *v, const char *text)
{
	struct strbuf age = STRBUF_INIT;

	if (!v->age_seconds.set)
		return text;
	strbuf_adds(&age, _(" has waited "));
	duration_format(v->age_seconds.v, &age);
	if (!strncmp(text, age.buf, age.len)) {
		text += age.len;
		if (!strncmp(text, FULLWIDTH_COLON, strlen(FULLWIDTH_COLON)))
			text += strlen(FULLWIDTH_COLON);
		text += strspn(text, ": ");
	}
	strbuf_release(&age);
	return text;
}

/* Its name is in a column of its own. */
static const char *without_name(const struct summary *v)
{
	const char *slash = strchr(v->text, '/'), *space = strchr(v->text, ' ');
	const char *name = v->subject.name ? v->subject.name : "";
	size_t len = strlen(name);

	if (slash && space && slash < space && (size_t)(space - slash) == len + 1 &&
	    !strncmp(slash + 1, name, len))
		return after_blanks(without_age(v, space));
	return v->text;
}

static void cell(const struct screen *s, const struct row *r, unsigned column,
		 struct cell_text *out)
{
	const struct summary *v = r->data;

	(void)s;
	switch (column) {
	case MARK:
		inked_add(&out->text, ink_of_tone(v->mark.tone), v->mark.text);
		break;
	case NAME:
		inked_add(&out->text, INK_BOLD, v->name);
		break;
	case STAGE:
		inked_add(&out->text, INK_PLAIN, stage_words(v->stage));
		out->has_number = true;
		out->number = (int64_t)v->stage;
		break;
	case CAUSE:
		inked_add(&out->text, INK_PLAIN, v->code);
		break;
	case AGE:
		out->has_number = true;
		out->number = v->age_seconds.set ? -v->age_seconds.v : INT64_MAX;
		if (v->age_seconds.set)
			duration_format(v->age_seconds.v, &out->text.text);
		break;
	case NODES:
		out->has_number = true;
		out->number = v->fits;
		if (v->fits >= 0)
			inked_addf(&out->text, v->fits ? INK_GOOD : INK_PLAIN, "%lld/%lld",
				   (long long)v->fits, (long long)v->nodes);
		else
			inked_add(&out->text, INK_DIM, "-");
		break;
	case TEXT:
		inked_add(&out->text, INK_DIM, without_name(v));
		break;
	}
}

static void load(struct screen *s)
{
	const struct summaries *l = ui_subjects(s->ui);

	for (size_t i = 0; i < l->n; i++) {
		struct row *r = row_add(s, l->v[i].key, &l->v[i]);

		r->group = l->v[i].fold;
	}
}

static void head(const struct screen *s, struct inked *out)
{
	(void)s;
	(void)out;
}

static void enter(struct screen *s, const struct row *r)
{
	const struct summary *v = r->data;

	ui_open_subject(s->ui, &v->subject);
}

const struct screen_ops screen_pods = {
	.flags = SCREEN_NO_REPORT | SCREEN_FOLDS_ROWS,
	.columns = columns,
	.column_count = sizeof(columns) / sizeof(*columns),
	.load = load,
	.cell = cell,
	.head = head,
	.enter = enter,
	.empty = N_("nothing is stuck"),
};
