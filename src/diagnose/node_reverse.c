#include "diagnose/node_reverse.h"

#include <stdlib.h>
#include <string.h>

#include "base/i18n.h"
#include "base/near.h"
#include "base/strbuf.h"
#include "diagnose/context.h"
#include "report/strings.h"

struct reverse {
	struct diagnosis *d;
	const char *node;
	const struct pod **v;
	size_t n;
};

static int compare_pods(const void *a, const void *b)
{
	return meta_compare(&(*(const struct pod *const *)a)->meta,
			    &(*(const struct pod *const *)b)->meta);
}

static void list_waiting(struct reverse *r, const char *namespace_)
{
	const struct objects *l = &r->d->cluster->objects[KIND_POD];

	r->v = ARENA_ARRAY(r->d->arena, l->n, const struct pod *);
	for (size_t i = 0; i < l->n; i++) {
		const struct pod *p = (const struct pod *)(const void *)l->v[i];

		if (sym_empty(p->spec.node_name) && !pod_is_finished(p) &&
		    (!namespace_ || sym_is(p->meta.namespace_, namespace_)))
			r->v[r->n++] = p;
	}
	if (r->n)
		qsort(r->v, r->n, sizeof(*r->v), compare_pods);
}

/* The replay without the other nodes. */
static const struct replay *only_node(const struct replay *all, const char *node, struct arena *a)
{
	struct replay *one = ARENA_NEW(a, struct replay);

	*one = *all;
	one->nodes.n = 0;
	one->feasible = (struct strings){ 0 };
	for (uint32_t i = 0; i < all->nodes.n; i++)
		if (!strcmp(all->nodes.v[i].name, node)) {
			one->nodes.v = &all->nodes.v[i];
			one->nodes.n = 1;
		}
	for (uint32_t i = 0; i < all->feasible.n; i++)
		if (!strcmp(all->feasible.v[i], node))
			strings_push(&one->feasible, all->feasible.v[i], a);
	return one;
}

static struct report *make_report(void *self, size_t i)
{
	struct reverse *s = self;
	struct report *r = diagnose_pod(s->d, s->v[i]);

	if (r->replay)
		r->replay = only_node(r->replay, s->node, r->arena);
	return r;
}

static int not_found(const struct diagnosis *d, const char *name, struct error *err)
{
	struct near_names near = { .wanted = name };
	const struct objects *l = &d->cluster->objects[KIND_NODE];
	struct strbuf text = STRBUF_INIT;

	for (size_t i = 0; i < l->n; i++)
		near_offer(&near, sym_text(l->v[i]->name));
	strbuf_addf(&text, _("node \"%s\" not found"), name);
	for (size_t i = 0; i < near.n; i++)
		strbuf_addf(&text, "%s%s", i ? _(", ") : _("; did you mean "), near.v[i].name);
	if (near.n)
		strbuf_adds(&text, _("?"));
	error_set(err, ERR_NOT_FOUND, "%s", text.buf);
	strbuf_release(&text);
	return -1;
}

int diagnose_node(struct diagnosis *d, const char *name, const char *namespace_,
		  struct reports *ret, struct error *err)
{
	struct reverse *r = ARENA_NEW(d->arena, struct reverse);

	if (!view_find_node(d->view, view_sym(d->view, name)))
		return not_found(d, name, err);
	*r = (struct reverse){ .d = d, .node = name };
	list_waiting(r, namespace_);
	ret->node = name;
	ret->n = r->n;
	ret->make = make_report;
	ret->self = r;
	return 0;
}
