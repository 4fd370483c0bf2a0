/* From changes to what a person does: the controller's template, a pod made anew, commands. */
#include "advice/fix_apply.h"

#include <string.h>

#include "advice/change_json.h"
#include "advice/change_shell.h"

/* Who makes the pod */

static const struct workload *controller_of(const struct view *v, const struct meta *m,
					    enum kind *ret_kind)
{
	static const enum kind makers[] = {
		KIND_DEPLOYMENT, KIND_REPLICA_SET, KIND_STATEFUL_SET, KIND_DAEMON_SET,
		KIND_JOB,	 KIND_CRON_JOB,	   KIND_REPLICATION_CONTROLLER,
	};
	const struct owner *o = meta_controller(m);

	for (size_t i = 0; o && i < sizeof(makers) / sizeof(*makers); i++) {
		const struct meta *found;

		if (!sym_is(o->kind, kinds[makers[i]].name))
			continue;
		found = view_find(v, makers[i], m->namespace_, o->name);
		*ret_kind = makers[i];
		return (const struct workload *)(const void *)found;
	}
	return NULL;
}

/* The last of the chain; never longer than pod, Job, CronJob. */
static const struct workload *top_controller(const struct view *v, const struct pod *p,
					     enum kind *ret_kind)
{
	const struct workload *w = controller_of(v, &p->meta, ret_kind), *next = NULL;
	enum kind kind = KIND_POD;

	if (w)
		next = controller_of(v, &w->meta, &kind);
	if (!next)
		return w;
	*ret_kind = kind;
	return next;
}

/* Patches */

static bool changes_pod(const struct change *c)
{
	return c->kind->edit != NULL;
}

static bool edit_template(const struct plan_to_apply *p, const struct workload *w, enum kind kind,
			  struct patch_list *ret)
{
	struct pod_template *t = ARENA_NEW(p->scratch, struct pod_template);
	struct edit e = {
		.arena = p->scratch,
		.syms = view_cluster(p->view)->syms,
		.meta = &t->meta,
		.spec = &t->spec,
		.prefix = kind == KIND_CRON_JOB ? "/spec/jobTemplate/spec/template" :
						  "/spec/template",
		.patches = ret,
		.kind = kind,
		.target = &w->meta,
		.is_template = true,
	};

	if (!w->template)
		return false;
	*t = *w->template;
	for (uint32_t i = 0; i < p->n; i++)
		if (changes_pod(p->v[i]) && !p->v[i]->kind->edit(&e, p->v[i]))
			return false;
	return true;
}

static bool is_about(const struct patch *p, const struct change *c)
{
	if (c->object && sym_is(c->object->name, p->name))
		return true;
	for (uint32_t i = 0; i < c->pods.n; i++)
		if (sym_is(c->pods.v[i]->meta.name, p->name) &&
		    sym_is(c->pods.v[i]->meta.namespace_, p->namespace_ ? p->namespace_ : ""))
			return true;
	return false;
}

/* What a controller does once there is reason, or what is only waited for: a person has no part in it. */
static bool is_proof_only(const struct patch *p, const struct plan_to_apply *plan)
{
	for (uint32_t i = 0; i < plan->n; i++) {
		const struct change *c = plan->v[i];

		if (c->kind == &change_kinds[CHANGE_ADD_NODE] && p->type == PATCH_CREATE &&
		    !strcmp(p->kind, kinds[KIND_NODE].name))
			return true;
		if (c->kind == &change_kinds[CHANGE_CREATE_VOLUME] && p->type == PATCH_JSON &&
		    !strcmp(p->kind, kinds[KIND_PVC].name))
			return true;
		if (change_safety(c) == SAFETY_INSPECT && is_about(p, c))
			return true;
	}
	return false;
}

/* Of the live objects, those that are not the subject. */
static void add_objects(const struct fix *f, const struct plan_to_apply *plan, struct patch_list *ret)
{
	for (uint32_t i = 0; i < f->patches.n; i++) {
		const struct patch *p = &f->patches.v[i];
		struct patches *l = &ret->list;
		struct patch *v;

		if ((p->type == PATCH_JSON && !strcmp(p->kind, kinds[KIND_POD].name)) ||
		    is_proof_only(p, plan))
			continue;
		v = ARENA_ARRAY(ret->arena, (size_t)l->n + 1, struct patch);
		if (l->n)
			memcpy(v, l->v, l->n * sizeof(*v));
		v[l->n++] = *p;
		l->v = v;
	}
}

/* Commands */

static const char *ops_json(const struct patch *p, struct arena *a)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	strbuf_addc(&text, '[');
	for (uint32_t i = 0; i < p->ops.n; i++) {
		json_put_raw(&text, NULL, "{");
		json_put_member(&text, "op", p->ops.v[i].op);
		json_put_member(&text, "path", p->ops.v[i].path);
		json_put_raw(&text, "value", p->ops.v[i].value);
		strbuf_addc(&text, '}');
	}
	strbuf_addc(&text, ']');
	copy = arena_strdup(a, text.buf);
	strbuf_release(&text);
	return copy;
}

/* " deployment web -n shop" */
static bool put_target(struct strbuf *out, const struct patch *p)
{
	strbuf_addc(out, ' ');
	for (const char *s = p->kind; *s; s++)
		strbuf_addc(out, *s >= 'A' && *s <= 'Z' ? (char)(*s - 'A' + 'a') : *s);
	strbuf_addc(out, ' ');
	if (!shell_name(out, (sym){ p->name }))
		return false;
	if (!p->namespace_)
		return true;
	strbuf_adds(out, " -n ");
	return shell_name(out, (sym){ p->namespace_ });
}

static bool put_patch(struct strbuf *out, const struct patch *p, struct arena *a)
{
	strbuf_adds(out, "kubectl patch");
	if (!put_target(out, p))
		return false;
	strbuf_adds(out, " --type=json -p ");
	shell_quote(out, ops_json(p, a));
	return true;
}

/* Deleted and made again: what is immutable in an object that exists. */
static bool put_replace(struct strbuf *out, const struct patch *p, struct arena *a)
{
	strbuf_adds(out, "kubectl get");
	if (!put_target(out, p))
		return false;
	strbuf_adds(out, " -o json | kubectl patch -f - --local --type=json -p ");
	shell_quote(out, ops_json(p, a));
	strbuf_adds(out, " -o json | kubectl replace --force -f -");
	return true;
}

static bool put_create(struct strbuf *out, const struct patch *p)
{
	strbuf_adds(out, "printf %s ");
	shell_quote(out, p->object);
	strbuf_adds(out, " | kubectl create -f -");
	return true;
}

static bool put_delete(struct strbuf *out, const struct patch *p)
{
	strbuf_adds(out, "kubectl delete");
	return put_target(out, p);
}

static bool is_immutable(const struct patch *p, const struct plan_to_apply *plan)
{
	if (!strcmp(p->kind, kinds[KIND_PVC].name))
		return true;
	if (strcmp(p->kind, kinds[KIND_POD].name) != 0)
		return false;
	for (uint32_t i = 0; i < plan->n; i++)
		if (plan->v[i]->kind->place == PLACE_POD_NEW)
			return true;
	return false;
}

static void next_command(struct strbuf *out)
{
	if (out->len)
		strbuf_adds(out, " && ");
}

static bool put_patches(struct strbuf *out, const struct patches *l, const struct plan_to_apply *plan,
			struct arena *a)
{
	for (uint32_t i = 0; i < l->n; i++) {
		const struct patch *p = &l->v[i];
		bool ok = true;

		next_command(out);
		if (p->type == PATCH_CREATE)
			ok = put_create(out, p);
		else if (p->type == PATCH_DELETE)
			ok = put_delete(out, p);
		else if (is_immutable(p, plan))
			ok = put_replace(out, p, a);
		else
			ok = put_patch(out, p, a);
		if (!ok)
			return false;
	}
	return true;
}

static bool is_waited_for(const struct change *c)
{
	return c->pods.n && change_safety(c) == SAFETY_INSPECT;
}

/* Of changes that have a command of their own in kubectl. */
static bool put_own_commands(struct strbuf *out, const struct plan_to_apply *plan)
{
	for (uint32_t i = 0; i < plan->n; i++) {
		if (changes_pod(plan->v[i]) || !plan->v[i]->kind->command || is_waited_for(plan->v[i]))
			continue;
		next_command(out);
		if (!plan->v[i]->kind->command(plan->v[i], out))
			return false;
	}
	return true;
}

/* The objects whose changes have no command of their own. */
static bool needs_patch(const struct patch *p, const struct plan_to_apply *plan)
{
	for (uint32_t i = 0; i < plan->n; i++) {
		const struct change *c = plan->v[i];

		if (c->kind->command && p->type == (c->pods.n ? PATCH_DELETE : PATCH_JSON) &&
		    is_about(p, c))
			return false;
	}
	return true;
}

static bool is_for_job(const struct fix *f)
{
	for (uint32_t i = 0; i < f->apply.n; i++)
		if (!strcmp(f->apply.v[i].kind, kinds[KIND_JOB].name))
			return true;
	return false;
}

static const char *command_of(const struct plan_to_apply *plan, const struct fix *f, struct arena *a)
{
	struct strbuf text = STRBUF_INIT;
	struct patches rest = { ARENA_ARRAY(a, f->apply.n, struct patch), 0 };
	const char *ret = NULL;

	for (uint32_t i = 0; i < f->apply.n; i++)
		if (needs_patch(&f->apply.v[i], plan))
			rest.v[rest.n++] = f->apply.v[i];
	if (put_own_commands(&text, plan) && put_patches(&text, &rest, plan, a) && text.len)
		ret = arena_strdup(a, text.buf);
	strbuf_release(&text);
	return ret;
}

static bool has_pod_changes(const struct plan_to_apply *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (changes_pod(p->v[i]))
			return true;
	return false;
}

static bool sets_priority(const struct plan_to_apply *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i]->kind == &change_kinds[CHANGE_PRIORITY])
			return true;
	return false;
}

/* A node to be bought, a volume with a disk that only its owner can name: no command makes them. */
static bool needs_supplies(const struct plan_to_apply *p)
{
	for (uint32_t i = 0; i < p->n; i++)
		if (p->v[i]->kind == &change_kinds[CHANGE_ADD_NODE] ||
		    p->v[i]->kind == &change_kinds[CHANGE_CREATE_VOLUME])
			return true;
	return false;
}

/*
 * These leave pods alone that exist: this one has to go, to be made from the new template.  A Job's
 * template is immutable and the Job not to be made again just so.
 */
static bool keeps_its_pods(enum kind kind)
{
	return kind == KIND_STATEFUL_SET || kind == KIND_REPLICA_SET ||
	       kind == KIND_REPLICATION_CONTROLLER;
}

/* The subject's part; false: nobody can say how. */
static bool add_subject(const struct plan_to_apply *plan, const struct fix *f, struct patch_list *ret)
{
	enum kind kind = KIND_POD;
	const struct workload *w = top_controller(plan->view, plan->pod, &kind);
	const struct pod *pod = plan->pod;
	struct patch_list template = { ret->arena, { 0 } };

	if (!has_pod_changes(plan))
		return true;
	if (sets_priority(plan))
		return false; /* that comes from a class */
	if (w) {
		if (!edit_template(plan, w, kind, &template))
			return false;
		ret->list = template.list;
		if (keeps_its_pods(kind))
			patch_delete(ret, KIND_POD, &pod->meta);
		return true;
	}
	if (meta_controller(&pod->meta))
		return false; /* its maker was not read */
	for (uint32_t i = 0; i < f->patches.n; i++) {
		const struct patch *p = &f->patches.v[i];

		if (p->type == PATCH_JSON && !strcmp(p->kind, kinds[KIND_POD].name)) {
			ret->list.v = ARENA_ARRAY(ret->arena, 1, struct patch);
			ret->list.v[ret->list.n++] = *p;
		}
	}
	return true;
}

void changes_apply(const struct plan_to_apply *plan, struct fix *ret)
{
	struct patch_list list = { plan->arena, { 0 } };

	if (!add_subject(plan, ret, &list))
		return;
	add_objects(ret, plan, &list);
	ret->apply = list.list;
	if (!needs_supplies(plan) && !is_for_job(ret))
		ret->command = command_of(plan, ret, list.arena);
}
