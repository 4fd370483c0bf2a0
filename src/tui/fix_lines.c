#include "tui/fix_lines.h"

#include <string.h>

const char *safety_words(enum safety safety)
{
	static const char *const words[] = {
		[SAFETY_INSPECT] = N_("wait or look"),
		[SAFETY_LOW] = N_("this pod"),
		[SAFETY_MUTATING] = N_("cluster"),
		[SAFETY_DESTRUCTIVE] = N_("deletes"),
	};

	return _(words[safety]);
}

enum ink safety_ink(enum safety safety)
{
	static const enum ink inks[] = {
		[SAFETY_INSPECT] = INK_DIM,
		[SAFETY_LOW] = INK_PLAIN,
		[SAFETY_MUTATING] = INK_WARN,
		[SAFETY_DESTRUCTIVE] = INK_BAD,
	};

	return inks[safety];
}

static void text_line(struct screen *s, enum ink ink, unsigned indent, const char *text)
{
	struct inked l = INKED_INIT;

	strbuf_addn(&l.text, ' ', indent);
	inked_put(&l, ink, text);
	row_wrap_line(s, NULL, &l, indent + 2);
	inked_release(&l);
}

static void op_line(struct screen *s, const struct patch_op *op)
{
	struct inked l = INKED_INIT;

	inked_add(&l, INK_PLAIN, "    ");
	inked_put(&l, INK_PLAIN, op->op);
	inked_add(&l, INK_PLAIN, " ");
	inked_put(&l, INK_BOLD, op->path);
	if (op->value) {
		inked_add(&l, INK_PLAIN, " ");
		inked_put(&l, INK_PLAIN, op->value);
	}
	row_wrap_line(s, NULL, &l, 6);
	inked_release(&l);
}

static void patch_lines(struct screen *s, const struct patch *p)
{
	static const char *const words[] = {
		[PATCH_JSON] = N_("change"), [PATCH_CREATE] = N_("create"), [PATCH_DELETE] = N_("delete"),
	};
	struct inked l = INKED_INIT;

	inked_addf(&l, p->type == PATCH_DELETE ? INK_BAD : INK_PLAIN, "  %s ", _(words[p->type]));
	inked_put(&l, INK_PLAIN, p->kind);
	inked_add(&l, INK_PLAIN, " ");
	if (p->namespace_) {
		inked_put(&l, INK_BOLD, p->namespace_);
		inked_add(&l, INK_BOLD, "/");
	}
	inked_put(&l, INK_BOLD, p->name);
	row_wrap_line(s, NULL, &l, 4);
	inked_release(&l);
	for (uint32_t i = 0; i < p->ops.n; i++)
		op_line(s, &p->ops.v[i]);
	if (p->object)
		text_line(s, INK_PLAIN, 4, p->object);
}

static void patches(struct screen *s, const char *title, const struct patches *l)
{
	if (!l->n)
		return;
	row_blank(s);
	row_heading(s, title);
	for (uint32_t i = 0; i < l->n; i++)
		patch_lines(s, &l->v[i]);
}

static bool same_text(const char *a, const char *b)
{
	return a && b ? !strcmp(a, b) : a == b;
}

static bool same_patch(const struct patch *a, const struct patch *b)
{
	if (a->type != b->type || a->ops.n != b->ops.n || !same_text(a->kind, b->kind) ||
	    !same_text(a->namespace_, b->namespace_) || !same_text(a->name, b->name))
		return false;
	for (uint32_t i = 0; i < a->ops.n; i++)
		if (!same_text(a->ops.v[i].op, b->ops.v[i].op) ||
		    !same_text(a->ops.v[i].path, b->ops.v[i].path) ||
		    !same_text(a->ops.v[i].value, b->ops.v[i].value))
			return false;
	return true;
}

/* The live objects are what a person changes. */
static bool is_direct(const struct fix *f)
{
	if (f->apply.n != f->patches.n)
		return false;
	for (uint32_t i = 0; i < f->apply.n; i++)
		if (!same_patch(&f->apply.v[i], &f->patches.v[i]))
			return false;
	return true;
}

void fix_lines(struct screen *s, const struct fix *f)
{
	row_blank(s);
	row_heading(s, _("Command"));
	if (f->command)
		text_line(s, INK_PLAIN, 2, f->command);
	else
		text_line(s, INK_DIM, 2, _("none can be given; the patches say what to change"));
	patches(s, _("What a person changes"), &f->apply);
	if (!is_direct(f))
		patches(s, _("The proof: these changes of live objects were replayed"), &f->patches);
}
