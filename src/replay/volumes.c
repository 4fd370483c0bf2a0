#include "replay/volumes.h"

#include <stdarg.h>
#include <stdlib.h>
#include <string.h>

#include "model/quantity.h"

static const sym no_namespace = { NULL };

sym labels_text(const struct labels *l, const char *key)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (sym_is(l->v[i].key, key))
			return l->v[i].value;
	return (sym){ NULL };
}

const struct pvc *find_pvc(const struct view *v, sym namespace_, sym name)
{
	return sym_empty(name) ? NULL : VIEW_FIND(v, PVC, pvc, namespace_, name);
}

const struct pv *find_pv(const struct view *v, sym name)
{
	return sym_empty(name) ? NULL : VIEW_FIND(v, PV, pv, no_namespace, name);
}

const struct storage_class *find_class(const struct view *v, sym name)
{
	return sym_empty(name) ? NULL :
				 VIEW_FIND(v, STORAGE_CLASS, storage_class, no_namespace, name);
}

const struct csi_node *find_csi_node(const struct view *v, const struct node_info *n)
{
	return VIEW_FIND(v, CSI_NODE, csi_node, no_namespace, n->node->meta.name);
}

bool volume_has_claim(const struct volume *v)
{
	return v->claim || v->ephemeral;
}

bool pod_has_claims(const struct pod *p)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++)
		if (volume_has_claim(&p->spec.volumes.v[i]))
			return true;
	return false;
}

sym ephemeral_claim_name(const struct pod *p, const struct volume *v, struct symtab *syms)
{
	struct strbuf name = STRBUF_INIT;
	sym ret;

	strbuf_adds(&name, sym_text(p->meta.name));
	strbuf_addc(&name, '-');
	strbuf_adds(&name, sym_text(v->name));
	ret = sym_intern(syms, name.buf, name.len);
	strbuf_release(&name);
	return ret;
}

sym volume_claim_name(const struct pod *p, const struct volume *v, struct symtab *syms)
{
	if (v->claim)
		return v->claim->claim_name;
	return v->ephemeral ? ephemeral_claim_name(p, v, syms) : (sym){ NULL };
}

/*
 * The controller's uid is the pod's.  Objects written by hand may have none: then kind and name
 * identify the pod.
 */
static bool is_controlled_by(const struct pvc *c, const struct pod *p)
{
	const struct owner *o = meta_controller(&c->meta);

	if (!o)
		return false;
	if (!sym_empty(o->uid) && !sym_empty(p->meta.uid))
		return sym_eq(o->uid, p->meta.uid);
	return sym_is(o->kind, "Pod") && sym_eq(o->name, p->meta.name);
}

static bool claims_were_read(const struct cycle_input *in, sym namespace_)
{
	switch (view_coverage(in->view, KIND_PVC)) {
	case COVER_READ:
	case COVER_ABSENT:
		return true;
	case COVER_NAMESPACE:
		return sym_same(namespace_, in->pod->meta.namespace_);
	case COVER_NONE:
		return false;
	}
	return false;
}

struct volume_claim volume_claim(const struct cycle_input *in, const struct pod *pod,
				 const struct volume *volume)
{
	struct volume_claim c = { .lookup = CLAIM_NONE };

	if (!volume_has_claim(volume))
		return c;
	c.name = volume_claim_name(pod, volume, in->syms);
	if (sym_empty(c.name)) {
		c.lookup = CLAIM_UNNAMED;
		return c;
	}
	if (!claims_were_read(in, pod->meta.namespace_)) {
		c.lookup = CLAIM_UNREAD;
		return c;
	}
	c.pvc = find_pvc(in->view, pod->meta.namespace_, c.name);
	if (!c.pvc)
		c.lookup = CLAIM_MISSING;
	else if (!volume->claim && !is_controlled_by(c.pvc, pod))
		c.lookup = CLAIM_FOREIGN;
	else
		c.lookup = CLAIM_FOUND;
	return c;
}

sym pvc_class(const struct pvc *c)
{
	sym beta = labels_text(&c->meta.annotations, ANNOTATION_BETA_CLASS);

	return beta.s ? beta : c->spec.storage_class;
}

sym pv_class(const struct pv *v)
{
	sym beta = labels_text(&v->meta.annotations, ANNOTATION_BETA_CLASS);

	return beta.s ? beta : v->storage_class;
}

const struct quantity *pvc_request(const struct pvc *c)
{
	return resources_get(&c->spec.requests, "storage");
}

bool class_is_delayed(const struct storage_class *c)
{
	return sym_is(c->binding_mode, "WaitForFirstConsumer");
}

static int by_text(const void *a, const void *b)
{
	return strcmp(((const sym *)a)->s, ((const sym *)b)->s);
}

static bool is_space(char c)
{
	return c == ' ' || (c >= '\t' && c <= '\r');
}

/* The part from s up to end, without the white space around it. */
static sym trimmed(const char *s, const char *end, struct symtab *syms)
{
	while (s < end && is_space(*s))
		s++;
	while (s < end && is_space(end[-1]))
		end--;
	return sym_intern(syms, s, (size_t)(end - s));
}

static uint32_t drop_repeated(sym *v, uint32_t n)
{
	uint32_t kept = 0;

	if (n)
		qsort(v, n, sizeof(*v), by_text);
	for (uint32_t i = 0; i < n; i++)
		if (!kept || !sym_eq(v[kept - 1], v[i]))
			v[kept++] = v[i];
	return kept;
}

struct syms zone_label_split(sym value, struct symtab *syms, struct arena *arena, bool *ret_empty)
{
	const char *s = sym_text(value), *end;
	struct syms ret = { NULL, 0 };
	uint32_t parts = 1;

	for (const char *p = s; (p = strstr(p, "__")); p += 2)
		parts++;
	ret.v = ARENA_ARRAY(arena, parts, sym);
	*ret_empty = false;
	for (; parts; parts--, s = end + 2) {
		sym part;

		end = strstr(s, "__");
		if (!end)
			end = s + strlen(s);
		part = trimmed(s, end, syms);
		if (sym_empty(part))
			*ret_empty = true;
		else
			ret.v[ret.n++] = part;
	}
	ret.n = drop_repeated(ret.v, ret.n);
	return ret;
}

static bool is_claim_of(const struct pod *p, const struct volume *v, sym name)
{
	size_t len = strlen(sym_text(p->meta.name));

	if (v->claim)
		return sym_same(v->claim->claim_name, name);
	return v->ephemeral && strlen(sym_text(name)) > len &&
	       strncmp(sym_text(name), sym_text(p->meta.name), len) == 0 && name.s[len] == '-' &&
	       strcmp(name.s + len + 1, sym_text(v->name)) == 0;
}

/* JSON pointer of the volume with that claim, NULL if the pod has none. */
static const char *claim_pointer(const struct pod *p, sym name, struct arena *arena)
{
	for (uint32_t i = 0; i < p->spec.volumes.n; i++)
		if (is_claim_of(p, &p->spec.volumes.v[i], name))
			return arena_printf(arena, "/spec/volumes/%u", (unsigned)i);
	return NULL;
}

void detail_claim(struct outcome *out, const struct pod *pod, sym claim_name, const char *wanted,
		  const char *observed)
{
	struct detail d = {
		.type = DETAIL_CLAIM,
		.wanted = wanted,
		.observed = observed,
		.object = { kinds[KIND_PVC].name, pod->meta.namespace_.s, sym_text(claim_name) },
		.pointer = claim_pointer(pod, claim_name, out->arena),
	};

	outcome_detail(out, &d);
}

enum code reject_claim(const struct cycle_input *in, sym claim_name, struct outcome *out,
		       const char *observed, const char *fmt, ...)
{
	va_list ap;

	if (outcome_wants_details(out))
		detail_claim(out, in->pod, claim_name, NULL, observed);
	va_start(ap, fmt);
	outcome_reason(out, arena_vprintf(in->arena, fmt, ap));
	va_end(ap);
	return CODE_UNRESOLVABLE;
}

void detail_pv(struct outcome *out, sym pv_name, const char *field, const char *wanted,
	       const char *observed)
{
	struct detail d = {
		.type = DETAIL_VOLUME,
		.name = field,
		.wanted = wanted,
		.observed = observed,
		.object = { kinds[KIND_PV].name, NULL, sym_text(pv_name) },
	};

	outcome_detail(out, &d);
}

const char *join_syms(struct arena *a, const char *prefix, const struct syms *list)
{
	struct strbuf text = STRBUF_INIT;
	const char *ret;

	strbuf_adds(&text, prefix);
	if (list->n)
		strbuf_addc(&text, '[');
	for (uint32_t i = 0; i < list->n; i++) {
		if (i)
			strbuf_addc(&text, ' ');
		strbuf_adds(&text, sym_text(list->v[i]));
	}
	if (list->n)
		strbuf_addc(&text, ']');
	ret = arena_strndup(a, text.buf, text.len);
	strbuf_release(&text);
	return ret;
}

void detail_affinity(struct outcome *out, const struct node_selector *s, const struct node *node,
		     struct object_ref object)
{
	for (uint32_t i = 0; i < s->terms.n; i++) {
		const struct selector_reqs *reqs = &s->terms.v[i].match_expressions;

		for (uint32_t j = 0; j < reqs->n; j++) {
			const struct selector_req *r = &reqs->v[j];
			struct detail d = {
				.type = DETAIL_LABEL,
				.name = sym_text(r->key),
				.observed = labels_get(&node->meta.labels, r->key).s,
				.object = object,
			};
			const char *op = r->op_text.s ? r->op_text.s : selector_op_name(r->op);

			if (node_requirement_matches(r, &node->meta.labels, NULL))
				continue;
			d.wanted = join_syms(out->arena, arena_printf(out->arena, "%s%s", op,
								      r->values.n ? " " : ""),
					     &r->values);
			outcome_detail(out, &d);
			break;
		}
	}
}
