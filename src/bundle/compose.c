#include "bundle/compose.h"

#include <string.h>

#include "base/strbuf.h"

#define NAME_BYTES_MAX 253 /* of an object; hostile ones could be put together without end */

struct side { /* of the dash */
	unsigned class_; /* HIDE_NOTHING: stays */
	sym text;
};

static void set_part(const struct classifier *cl, const struct side *side, struct name_part *ret)
{
	ret->name = classify(cl, side->class_, side->text);
	if (!ret->name)
		ret->literal = side->text.s;
}

static void compose(const struct classifier *cl, unsigned class_, struct side left, struct side right)
{
	struct name_part parts[3] = { { NULL, NULL }, { "-", NULL }, { NULL, NULL } };
	struct strbuf whole = STRBUF_INIT;

	strbuf_addf(&whole, "%s-%s", left.text.s, right.text.s);
	set_part(cl, &left, &parts[0]);
	set_part(cl, &right, &parts[2]);
	if (whole.len <= NAME_BYTES_MAX)
		name_compose(cl->names, names_note_text(cl->names, class_, whole.buf, whole.len), parts, 3);
	strbuf_release(&whole);
}

/* db-0 of the StatefulSet db. */
static void compose_ordinal(const struct classifier *cl, const struct pod *p)
{
	const struct owner *o = meta_controller(&p->meta);
	size_t len = o ? strlen(sym_text(o->name)) : 0;
	const char *name = p->meta.name.s;

	if (!len || !sym_is(o->kind, kinds[KIND_STATEFUL_SET].name) || strncmp(name, o->name.s, len) != 0 ||
	    name[len] != '-' || !name[len + 1] || name[len + 1 + strspn(name + len + 1, "0123456789")])
		return;
	/* The set counts as a pod, so that pods of one set stand where its name stands among pods. */
	compose(cl, HIDE_POD, (struct side){ HIDE_POD, o->name },
		(struct side){ HIDE_NOTHING, sym_str(cl->names->syms, name + len + 1) });
}

/* web-scratch, the claim that is made for the volume scratch of the pod web. */
static void compose_claims(const struct classifier *cl, const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++) {
		const struct volume *v = &p->spec.volumes.v[i];

		if (v->ephemeral && !sym_empty(v->name))
			compose(cl, HIDE_CLAIM, (struct side){ HIDE_POD, p->meta.name },
				(struct side){ HIDE_MOUNT, v->name });
	}
}

/* data-db-0: the claim of a pod of a StatefulSet. */
static void compose_set_claims(const struct classifier *cl, const struct cluster *c, const struct pod *p)
{
	const struct owner *o = meta_controller(&p->meta);
	const struct workload *w = NULL;

	if (o && sym_is(o->kind, kinds[KIND_STATEFUL_SET].name))
		w = (const void *)cluster_find(c, KIND_STATEFUL_SET, p->meta.namespace_, o->name);
	for (uint32_t i = 0; w && i < w->claim_templates.n; i++) {
		sym template_ = w->claim_templates.v[i].meta.name;

		if (!sym_empty(template_))
			compose(cl, HIDE_CLAIM, (struct side){ HIDE_MOUNT, template_ },
				(struct side){ HIDE_POD, p->meta.name });
	}
}

void compose_names(const struct classifier *cl, const struct cluster *c)
{
	for (size_t i = 0; i < c->objects[KIND_POD].n; i++) {
		const struct pod *p = (const struct pod *)(const void *)c->objects[KIND_POD].v[i];

		compose_ordinal(cl, p);
		compose_claims(cl, p);
		compose_set_claims(cl, c, p);
	}
}
