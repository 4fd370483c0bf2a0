/*
 * Changes in the words of --what-if.
 *
 * "KEY@N" means the N-th of several with that key, counted in the pod as it is, so that it stays
 * the same one whatever was changed before.
 */
#include <string.h>

#include "advice/change_functions.h"
#include "advice/what_if.h"
#include "base/text.h"
#include "report/amount.h"
#include "report/strings.h"

static void say(struct strings *ret, struct arena *arena, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));

static void say(struct strings *ret, struct arena *arena, const char *fmt, ...)
{
	va_list ap;

	va_start(ap, fmt);
	strings_push(ret, arena_vprintf(arena, fmt, ap), arena);
	va_end(ap);
}

/* "@2" if there are several, else "". */
static const char *nth(struct arena *arena, uint32_t n, uint32_t of)
{
	return of > 1 ? arena_printf(arena, "@%u", (unsigned)n) : "";
}

/* The pod */

void suppose_gates(const struct change *c, const struct pod *subject, struct strings *ret,
		   struct arena *arena)
{
	(void)c;
	(void)subject;
	say(ret, arena, "-gates");
}

static const char *taint_text(const struct change *c, struct arena *arena)
{
	return arena_printf(arena, "%s%s%s%s%s", sym_text(c->key), sym_empty(c->value) ? "" : "=",
			    sym_text(c->value), sym_empty(c->effect) ? "" : ":", sym_text(c->effect));
}

void suppose_toleration(const struct change *c, const struct pod *subject, struct strings *ret,
			struct arena *arena)
{
	(void)subject;
	say(ret, arena, "toleration=%s", taint_text(c, arena));
}

void suppose_selector_value(const struct change *c, const struct pod *subject, struct strings *ret,
			    struct arena *arena)
{
	(void)subject;
	say(ret, arena, "selector=%s=%s", sym_text(c->key), sym_text(c->value));
}

void suppose_selector_drop(const struct change *c, const struct pod *subject, struct strings *ret,
			   struct arena *arena)
{
	struct affinity_place p;
	bool both = affinity_place_find(subject, sym_text(c->key), 1, &p);

	say(ret, arena, both ? "-node-selector=%s" : "-selector=%s", sym_text(c->key));
}

static bool is_expression(const struct affinity_place *p, const struct change *c)
{
	const struct selector_req *r = c->item;

	return p->term == c->index && p->fields == c->flag && p->req->op == r->op &&
	       p->req->values.n <= r->values.n;
}

/* "disk@2": which expression it is. */
static const char *expression_text(const struct change *c, const struct pod *subject,
				   struct arena *arena)
{
	uint32_t n = 0, found = 0;
	struct affinity_place p;

	while (affinity_place_find(subject, sym_text(c->key), n + 1, &p)) {
		n++;
		if (!found && is_expression(&p, c))
			found = n;
	}
	return arena_printf(arena, "%s%s", sym_text(c->key), nth(arena, found, n));
}

void suppose_affinity_value(const struct change *c, const struct pod *subject, struct strings *ret,
			    struct arena *arena)
{
	say(ret, arena, "affinity=%s=%s", expression_text(c, subject, arena), sym_text(c->value));
}

void suppose_expression_drop(const struct change *c, const struct pod *subject, struct strings *ret,
			     struct arena *arena)
{
	say(ret, arena, "-affinity=%s", expression_text(c, subject, arena));
}

void suppose_node_affinity_drop(const struct change *c, const struct pod *subject,
				struct strings *ret, struct arena *arena)
{
	(void)c;
	(void)subject;
	say(ret, arena, "-node-affinity");
}

void suppose_affinity_drop(const struct change *c, const struct pod *subject, struct strings *ret,
			   struct arena *arena)
{
	(void)c;
	(void)subject;
	say(ret, arena, "-affinity");
}

void suppose_term_drop(const struct change *c, const struct pod *subject, struct strings *ret,
		       struct arena *arena)
{
	const struct pod_affinity_term *wanted = c->item, *t;
	uint32_t n = 0, found = 0;

	while ((t = term_place_find(subject, c->flag, sym_text(wanted->topology_key), n + 1))) {
		n++;
		if (t->selector == wanted->selector && t->namespaces.v == wanted->namespaces.v &&
		    t->namespace_selector == wanted->namespace_selector)
			found = n;
	}
	say(ret, arena, "-pod-%saffinity=%s%s", c->flag ? "anti-" : "",
	    sym_text(wanted->topology_key), nth(arena, found, n));
}

static const char *constraint_text(const struct change *c, const struct pod *subject,
				   struct arena *arena)
{
	const struct spread_constraint *wanted = c->item, *s;
	uint32_t n = 0, found = 0;

	while ((s = spread_place_find(subject, sym_text(wanted->topology_key), n + 1))) {
		n++;
		if (s->selector == wanted->selector)
			found = n;
	}
	return arena_printf(arena, "%s%s", sym_text(wanted->topology_key), nth(arena, found, n));
}

void suppose_spread_anyway(const struct change *c, const struct pod *subject, struct strings *ret,
			   struct arena *arena)
{
	say(ret, arena, "-spread=%s", constraint_text(c, subject, arena));
}

void suppose_spread_skew(const struct change *c, const struct pod *subject, struct strings *ret,
			 struct arena *arena)
{
	say(ret, arena, "max-skew=%s=%ld", constraint_text(c, subject, arena), (long)c->amount);
}

void suppose_request(const struct change *c, const struct pod *subject, struct strings *ret,
		     struct arena *arena)
{
	struct strbuf text = STRBUF_INIT;

	(void)subject;
	amount_exact(&text, c->key.s, strcmp(c->key.s, "cpu") == 0, c->amount);
	say(ret, arena, "%s=%s", c->key.s, text.buf);
	strbuf_release(&text);
}

void suppose_host_port_drop(const struct change *c, const struct pod *subject, struct strings *ret,
			    struct arena *arena)
{
	(void)subject;
	say(ret, arena, "-host-port=%ld", (long)c->amount);
}

void suppose_label_drop(const struct change *c, const struct pod *subject, struct strings *ret,
			struct arena *arena)
{
	(void)subject;
	say(ret, arena, "-label=%s", sym_text(c->key));
}

void suppose_priority(const struct change *c, const struct pod *subject, struct strings *ret,
		      struct arena *arena)
{
	(void)subject;
	say(ret, arena, "priority=%ld", (long)c->amount);
}

/* Nodes, and pods on them */

void suppose_uncordon(const struct change *c, const struct pod *subject, struct strings *ret,
		      struct arena *arena)
{
	(void)subject;
	say(ret, arena, "uncordon=%s", sym_text(c->object->name));
}

void suppose_untaint(const struct change *c, const struct pod *subject, struct strings *ret,
		     struct arena *arena)
{
	(void)subject;
	say(ret, arena, "-taint=%s:%s", sym_text(c->object->name), taint_text(c, arena));
}

void suppose_relabel(const struct change *c, const struct pod *subject, struct strings *ret,
		     struct arena *arena)
{
	(void)subject;
	say(ret, arena, "label=%s:%s=%s", sym_text(c->object->name), sym_text(c->key),
	    sym_text(c->value));
}

void suppose_evict(const struct change *c, const struct pod *subject, struct strings *ret,
		   struct arena *arena)
{
	(void)subject;
	for (uint32_t i = 0; i < c->pods.n; i++)
		say(ret, arena, "evict=%s/%s", sym_text(c->pods.v[i]->meta.namespace_),
		    sym_text(c->pods.v[i]->meta.name));
}

void suppose_add_node(const struct change *c, const struct pod *subject, struct strings *ret,
		      struct arena *arena)
{
	const struct labels *more = c->item;
	struct strbuf text = STRBUF_INIT;

	(void)subject;
	for (uint32_t i = 0; more && i < more->n; i++)
		strbuf_addf(&text, ",%s=%s", sym_text(more->v[i].key), sym_text(more->v[i].value));
	say(ret, arena, "add-node=%s%s", sym_text(c->key), text.buf);
	strbuf_release(&text);
}

/* Claims, classes, volumes */

void suppose_claim(const struct change *c, const struct pod *subject, struct strings *ret,
		   struct arena *arena)
{
	const struct pvc *p = (const struct pvc *)(const void *)c->object;

	(void)subject;
	say(ret, arena, "claim=%s%s%s", sym_text(p->meta.name), p->spec.storage_class.s ? ":" : "",
	    sym_text(p->spec.storage_class));
}

void suppose_claim_class(const struct change *c, const struct pod *subject, struct strings *ret,
			 struct arena *arena)
{
	(void)subject;
	say(ret, arena, "claim=%s:%s", sym_text(c->object->name), sym_text(c->value));
}

void suppose_claim_size(const struct change *c, const struct pod *subject, struct strings *ret,
			struct arena *arena)
{
	(void)subject;
	say(ret, arena, "claim-size=%s:%s", sym_text(c->object->name), c->text);
}

void suppose_claim_bind(const struct change *c, const struct pod *subject, struct strings *ret,
			struct arena *arena)
{
	(void)subject;
	say(ret, arena, "bind-claim=%s", sym_text(c->object->name));
}

void suppose_class(const struct change *c, const struct pod *subject, struct strings *ret,
		   struct arena *arena)
{
	(void)subject;
	say(ret, arena, "storage-class=%s", sym_text(c->object->name));
}

void suppose_volume(const struct change *c, const struct pod *subject, struct strings *ret,
		    struct arena *arena)
{
	(void)subject;
	say(ret, arena, "volume=%s%s%s", sym_text(c->object->name), c->value.s ? ":" : "",
	    sym_text(c->value));
}

void suppose_selected_node(const struct change *c, const struct pod *subject, struct strings *ret,
			   struct arena *arena)
{
	(void)subject;
	say(ret, arena, "-selected-node=%s", sym_text(c->object->name));
}

/* A set of changes */

/* It can be typed: what the cluster wrote into it is what it has to be, and nothing invisible. */
static bool can_be_said(const char *text, struct arena *arena)
{
	struct strbuf escaped = STRBUF_INIT;
	struct error err = ERROR_INIT;
	struct what_if w;
	bool plain;

	text_put(&escaped, text);
	plain = !strcmp(escaped.buf, text);
	strbuf_release(&escaped);
	return plain && what_if_parse(text, arena, &w, &err) == 0;
}

struct strings changes_suppose(const struct change *const *v, uint32_t n, const struct pod *subject,
			       struct arena *arena)
{
	struct strings l = { 0 };

	for (uint32_t i = 0; i < n; i++)
		v[i]->kind->suppose(v[i], subject, &l, arena);
	for (uint32_t i = 0; i < l.n; i++)
		if (!can_be_said(l.v[i], arena))
			return (struct strings){ 0 };
	return l;
}
