#include "advice/change.h"

#include <string.h>

#include "advice/change_functions.h"
#include "advice/change_json.h"

const struct change_kind change_kinds[CHANGE_COUNT] = {
#define CHANGE(id, name, safety, place, cost, edit, make, tell, command, suppose) \
	[CHANGE_##id] = { name, safety, place, cost, edit, make, tell, command, suppose },
#include "advice/change_kinds.def"
#undef CHANGE
};

enum safety change_safety(const struct change *c)
{
	bool leaving = c->pods.n > 0;

	for (uint32_t i = 0; i < c->pods.n; i++)
		leaving &= c->pods.v[i]->meta.deleted.set;
	return leaving ? SAFETY_INSPECT : c->kind->safety;
}

/* Patches */

/* "apps/v1" */
static const char *api_version_of(enum kind kind, struct arena *a)
{
	const char *group = kinds[kind].group;

	return *group ? arena_printf(a, "%s/v1", group) : "v1";
}

static struct patch *new_patch(struct patch_list *l, enum kind kind, const struct meta *m)
{
	struct patch *p;

	l->list.v = arena_grown(l->arena, l->list.v, l->list.n, sizeof(*l->list.v));
	p = &l->list.v[l->list.n++];
	*p = (struct patch){ .api_version = api_version_of(kind, l->arena),
			     .kind = kinds[kind].name,
			     .name = arena_strdup(l->arena, sym_text(m->name)) };
	if (kinds[kind].namespaced)
		p->namespace_ = arena_strdup(l->arena, sym_text(m->namespace_));
	return p;
}

static bool is_about(const struct patch *p, enum kind kind, const struct meta *m)
{
	return p->type == PATCH_JSON && !strcmp(p->kind, kinds[kind].name) &&
	       !strcmp(p->name, sym_text(m->name)) &&
	       (!p->namespace_ || !strcmp(p->namespace_, sym_text(m->namespace_)));
}

static struct patch *patch_for(struct patch_list *l, enum kind kind, const struct meta *m)
{
	for (uint32_t i = 0; i < l->list.n; i++)
		if (is_about(&l->list.v[i], kind, m))
			return &l->list.v[i];
	return new_patch(l, kind, m);
}

static void patch_add_op(struct patch_list *l, struct patch *p, const char *op, const char *path,
			 const char *value)
{
	p->ops.v = arena_grown(l->arena, p->ops.v, p->ops.n, sizeof(*p->ops.v));
	p->ops.v[p->ops.n++] = (struct patch_op){ op, arena_strdup(l->arena, path),
						  value ? arena_strdup(l->arena, value) : NULL };
}

void patch_create(struct patch_list *l, enum kind kind, const struct meta *m, const char *object)
{
	struct patch *p = new_patch(l, kind, m);

	p->type = PATCH_CREATE;
	p->object = arena_strdup(l->arena, object);
}

void patch_delete(struct patch_list *l, enum kind kind, const struct meta *m)
{
	new_patch(l, kind, m)->type = PATCH_DELETE;
}

void edit_op(struct edit *e, const char *op, const char *path, const char *value)
{
	struct patch *p;

	if (!e->patches)
		return;
	p = patch_for(e->patches, e->kind, e->target);
	patch_add_op(e->patches, p, op, arena_printf(e->arena, "%s%s", e->prefix, path), value);
}

/* Trials */

void trial_begin(struct trial *t, struct view *v, const struct pod *subject, struct arena *arena,
		 struct patch_list *patches)
{
	*t = (struct trial){ .view = v, .arena = arena, .subject = subject, .patches = patches,
			     .mark = view_mark(v) };
	t->pod = ARENA_NEW(arena, struct pod);
	*t->pod = *subject;
}

static void remember(struct change_list *l, const struct change *c)
{
	l->v = arena_grown(l->arena, l->v, l->n, sizeof(*l->v));
	l->v[l->n++] = *c;
}

bool trial_make(struct trial *t, const struct change *c)
{
	struct edit e = {
		.arena = t->arena,
		.syms = view_cluster(t->view)->syms,
		.meta = &t->pod->meta,
		.spec = &t->pod->spec,
		.prefix = "",
		.patches = t->patches,
		.kind = KIND_POD,
		.target = &t->pod->meta,
	};
	bool made = c->kind->edit ? c->kind->edit(&e, c) : c->kind->make(t, c);

	if (made && t->made)
		remember(t->made, c);
	return made;
}

void trial_end(struct trial *t)
{
	view_undo(t->view, t->mark);
}

const struct meta *trial_find(const struct trial *t, enum kind kind, const struct meta *m)
{
	return view_find(t->view, kind, m->namespace_, m->name);
}

struct node *trial_node(struct trial *t, const struct meta *m)
{
	const struct meta *now = trial_find(t, KIND_NODE, m);
	struct node *copy;

	if (!now)
		return NULL;
	copy = ARENA_NEW(t->arena, struct node);
	memcpy(copy, now, sizeof(*copy));
	return copy;
}

void trial_put(struct trial *t, enum kind kind, const struct meta *m)
{
	view_put(t->view, kind, m);
}

void trial_op(struct trial *t, enum kind kind, const struct meta *m, const char *op,
	      const char *path, const char *value)
{
	if (t->patches)
		patch_add_op(t->patches, patch_for(t->patches, kind, m), op, path, value);
}
