/* Names in --what-if that nothing has: a typing error is no supposition. */
#include <string.h>

#include "advice/what_if_make.h"
#include "base/i18n.h"
#include "base/near.h"

static bool is_in(const struct meta *m, const struct what_if *w)
{
	return !w->needs.namespace_ || sym_is(m->namespace_, w->needs.namespace_);
}

/* Whether it is there; else what looks like it is offered. */
static bool find_name(const struct cluster *c, const struct what_if *w, struct near_names *near)
{
	const struct objects *l = &c->objects[w->needs.kind];

	for (size_t i = 0; i < l->n; i++) {
		if (!is_in(l->v[i], w))
			continue;
		if (sym_is(l->v[i]->name, w->needs.name))
			return true;
		near_offer(near, sym_text(l->v[i]->name));
	}
	return false;
}

static int not_found(const struct what_if *w, const struct near_names *near, struct error *err)
{
	struct strbuf text = STRBUF_INIT;

	if (w->needs.kind == KIND_NODE)
		strbuf_addf(&text, _("node \"%s\" not found"), w->needs.name);
	else
		strbuf_addf(&text, _("pod \"%s\" not found in namespace \"%s\""), w->needs.name,
			    w->needs.namespace_);
	for (size_t i = 0; i < near->n; i++)
		strbuf_addf(&text, "%s%s", i ? _(", ") : _("; did you mean "), near->v[i].name);
	if (near->n)
		strbuf_adds(&text, _("?"));
	error_set(err, ERR_NOT_FOUND, "--what-if %.200s: %s", w->text, text.buf);
	strbuf_release(&text);
	return -1;
}

/* Pods of other namespaces, nodes that may not be listed: nobody knows whether they are there. */
static bool is_known(const struct cluster *c, enum kind kind)
{
	return c->coverage[kind] == COVER_READ || c->coverage[kind] == COVER_ABSENT;
}

int what_if_check(const struct what_if *v, size_t n, const struct cluster *c,
		  const struct cluster *more, struct error *err)
{
	bool grown = false; /* names of nodes that are added are made up later */

	for (size_t i = 0; i < n; i++) {
		struct near_names near = { .wanted = v[i].needs.name };

		if (v[i].needs.kind == KIND_COUNT || !is_known(c, v[i].needs.kind) ||
		    (grown && v[i].needs.kind == KIND_NODE))
			continue;
		if (!find_name(c, &v[i], &near) && !find_name(more, &v[i], &near))
			return not_found(&v[i], &near, err);
		grown = grown || what_if_adds_node(&v[i]);
	}
	return 0;
}
