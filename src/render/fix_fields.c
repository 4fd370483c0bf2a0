#include "render/fix_fields.h"

static const char *safety_name(enum safety s)
{
	static const char *const names[] = {
		[SAFETY_INSPECT] = "inspect",
		[SAFETY_LOW] = "low",
		[SAFETY_MUTATING] = "mutating",
		[SAFETY_DESTRUCTIVE] = "destructive",
	};

	return names[s];
}

static void op_fields(struct emitter *e, const struct patch_op *op)
{
	emit_object(e, NULL);
	emit_string(e, "op", op->op);
	emit_string(e, "path", op->path);
	if (op->value)
		emit_json(e, "value", op->value);
	emit_end(e);
}

static void patch_fields(struct emitter *e, const struct patch *p)
{
	static const char *const types[] = {
		[PATCH_JSON] = "json",
		[PATCH_CREATE] = "create",
		[PATCH_DELETE] = "delete",
	};

	emit_object(e, NULL);
	emit_object(e, "target");
	emit_string(e, "apiVersion", p->api_version);
	emit_string(e, "kind", p->kind);
	emit_string(e, "namespace", p->namespace_);
	emit_string(e, "name", p->name);
	emit_end(e);
	emit_string(e, "type", types[p->type]);
	if (p->type == PATCH_JSON) {
		emit_array(e, "ops");
		for (uint32_t i = 0; i < p->ops.n; i++)
			op_fields(e, &p->ops.v[i]);
		emit_end(e);
	}
	if (p->type == PATCH_CREATE)
		emit_json(e, "object", p->object);
	emit_end(e);
}

static void patches_fields(struct emitter *e, const struct patches *l)
{
	emit_array(e, "patches");
	for (uint32_t i = 0; i < l->n; i++)
		patch_fields(e, &l->v[i]);
	emit_end(e);
}

void fix_fields(struct emitter *e, const struct advice *a)
{
	emit_array(e, "fixes");
	for (uint32_t i = 0; i < a->fixes.n; i++) {
		const struct fix *f = &a->fixes.v[i];

		emit_object(e, NULL);
		emit_string(e, "summary", f->summary);
		emit_string(e, "safety", safety_name(f->safety));
		emit_strings(e, "unlocks", &f->unlocks);
		emit_bool(e, "verified", true);
		patches_fields(e, &f->patches);
		emit_object(e, "apply");
		patches_fields(e, &f->apply);
		emit_string(e, "command", f->command);
		emit_end(e);
		emit_end(e);
	}
	emit_end(e);
}
