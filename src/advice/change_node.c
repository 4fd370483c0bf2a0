/* Changes of nodes, and of the pods on them. */
#include <string.h>

#include "advice/change_functions.h"
#include "advice/change_json.h"
#include "advice/change_shell.h"
#include "base/i18n.h"
#include "model/quantity.h"

#define TAINT_UNSCHEDULABLE "node.kubernetes.io/unschedulable"

static void remove_taint(struct trial *t, struct node *n, uint32_t i)
{
	struct taint *v = ARENA_ARRAY(t->arena, n->taints.n, struct taint);

	memcpy(v, n->taints.v, i * sizeof(*v));
	memcpy(v + i, n->taints.v + i + 1, (n->taints.n - i - 1) * sizeof(*v));
	trial_op(t, KIND_NODE, &n->meta, "remove",
		 arena_printf(t->arena, "/spec/taints/%u", (unsigned)i), NULL);
	n->taints.v = v;
	n->taints.n--;
}

/* With the taint that the node controller takes off then. */
bool make_uncordon(struct trial *t, const struct change *c)
{
	struct node *n = trial_node(t, c->object);

	if (!n || n->unschedulable != TRI_TRUE)
		return false;
	trial_op(t, KIND_NODE, &n->meta, "replace", "/spec/unschedulable", "false");
	n->unschedulable = TRI_FALSE;
	for (uint32_t i = n->taints.n; i-- > 0;)
		if (sym_is(n->taints.v[i].key, TAINT_UNSCHEDULABLE))
			remove_taint(t, n, i);
	trial_put(t, KIND_NODE, &n->meta);
	return true;
}

void tell_uncordon(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("uncordon %s"), sym_text(c->object->name));
}

bool command_uncordon(const struct change *c, struct strbuf *out)
{
	strbuf_adds(out, "kubectl uncordon ");
	return shell_name(out, c->object->name);
}

bool make_untaint(struct trial *t, const struct change *c)
{
	struct node *n = trial_node(t, c->object);

	for (uint32_t i = 0; n && i < n->taints.n; i++) {
		const struct taint *x = &n->taints.v[i];

		if (!sym_eq(x->key, c->key) || !sym_same(x->value, c->value) ||
		    !sym_eq(x->effect, c->effect))
			continue;
		remove_taint(t, n, i);
		trial_put(t, KIND_NODE, &n->meta);
		return true;
	}
	return false;
}

static void tell_taint(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, "%s%s%s:%s", sym_text(c->key), sym_empty(c->value) ? "" : "=",
		    sym_text(c->value), sym_text(c->effect));
}

void tell_untaint(const struct change *c, struct strbuf *out)
{
	struct strbuf taint = STRBUF_INIT;

	tell_taint(c, &taint);
	strbuf_addf(out, _("take the taint %s off %s"), taint.buf, sym_text(c->object->name));
	strbuf_release(&taint);
}

bool command_untaint(const struct change *c, struct strbuf *out)
{
	struct strbuf taint = STRBUF_INIT;
	bool ok = label_key_valid(sym_text(c->key)) && label_value_valid(sym_text(c->value));

	strbuf_adds(out, "kubectl taint nodes ");
	ok = ok && shell_name(out, c->object->name);
	tell_taint(c, &taint);
	strbuf_addc(&taint, '-');
	strbuf_addc(out, ' ');
	shell_quote(out, taint.buf);
	strbuf_release(&taint);
	return ok;
}

/* Only what made the node ill can take such a taint off: a person looks into that. */
void tell_node_health(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("get %s well again, which has "), sym_text(c->object->name));
	tell_taint(c, out);
}

bool command_node_health(const struct change *c, struct strbuf *out)
{
	strbuf_adds(out, "kubectl describe node ");
	return shell_name(out, c->object->name);
}

/* Labels */

bool make_relabel(struct trial *t, const struct change *c)
{
	struct node *n = trial_node(t, c->object);

	if (!n)
		return false;
	if (!n->meta.labels.v)
		trial_op(t, KIND_NODE, &n->meta, "add", "/metadata/labels", "{}");
	n->meta.labels = labels_with(&n->meta.labels, c->key, c->value, t->arena);
	trial_op(t, KIND_NODE, &n->meta, "add",
		 arena_printf(t->arena, "/metadata/labels/%s", pointer_part(t->arena, c->key.s)),
		 json_string(t->arena, sym_text(c->value)));
	trial_put(t, KIND_NODE, &n->meta);
	return true;
}

void tell_relabel(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("label %s with %s=%s"), sym_text(c->object->name), sym_text(c->key),
		    sym_text(c->value));
}

bool command_relabel(const struct change *c, struct strbuf *out)
{
	struct strbuf label = STRBUF_INIT;
	bool ok = label_key_valid(sym_text(c->key)) && label_value_valid(sym_text(c->value));

	strbuf_adds(out, "kubectl label nodes --overwrite ");
	ok = ok && shell_name(out, c->object->name);
	strbuf_addf(&label, "%s=%s", sym_text(c->key), sym_text(c->value));
	strbuf_addc(out, ' ');
	shell_quote(out, label.buf);
	strbuf_release(&label);
	return ok;
}

/* Pods that go */

bool make_evict(struct trial *t, const struct change *c)
{
	for (uint32_t i = 0; i < c->pods.n; i++) {
		const struct meta *m = trial_find(t, KIND_POD, &c->pods.v[i]->meta);

		if (!m)
			return false;
		view_remove(t->view, KIND_POD, m);
		if (t->patches)
			patch_delete(t->patches, KIND_POD, m);
	}
	return c->pods.n > 0;
}

#define PODS_NAMED 3u

static void tell_pods(const struct change *c, struct strbuf *out)
{
	for (uint32_t i = 0; i < c->pods.n && i < PODS_NAMED; i++)
		strbuf_addf(out, "%s%s/%s", i ? _(", ") : "", sym_text(c->pods.v[i]->meta.namespace_),
			    sym_text(c->pods.v[i]->meta.name));
	if (c->pods.n > PODS_NAMED)
		strbuf_addf(out, _(" and %u more"), (unsigned)(c->pods.n - PODS_NAMED));
}

void tell_evict(const struct change *c, struct strbuf *out)
{
	bool waiting = change_safety(c) == SAFETY_INSPECT;
	struct strbuf pods = STRBUF_INIT;

	tell_pods(c, &pods);
	if (waiting)
		strbuf_addf(out, tr_n("wait until %s is gone, which is terminating",
				      "wait until %s are gone, which are terminating", c->pods.n),
			    pods.buf);
	else
		strbuf_addf(out, _("evict %s"), pods.buf);
	strbuf_release(&pods);
	if (c->note)
		strbuf_addf(out, " (%s)", c->note);
}

bool command_evict(const struct change *c, struct strbuf *out)
{
	if (change_safety(c) == SAFETY_INSPECT)
		return false;
	for (uint32_t i = 0; i < c->pods.n; i++) {
		const struct meta *m = &c->pods.v[i]->meta;

		strbuf_adds(out, i ? " && kubectl delete pod " : "kubectl delete pod ");
		if (!shell_name(out, m->name))
			return false;
		strbuf_adds(out, " -n ");
		if (!shell_name(out, m->namespace_))
			return false;
	}
	return true;
}

/* Another node */

static const char *node_json(struct arena *a, const struct node *n)
{
	struct strbuf text = STRBUF_INIT;
	const char *copy;

	strbuf_adds(&text, "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{");
	json_put_member(&text, "name", sym_text(n->meta.name));
	json_put_labels(&text, "labels", &n->meta.labels);
	strbuf_adds(&text, "},\"spec\":{");
	if (n->taints.n) {
		strbuf_adds(&text, "\"taints\":[");
		for (uint32_t i = 0; i < n->taints.n; i++) {
			json_put_raw(&text, NULL, "{");
			json_put_member(&text, "key", sym_text(n->taints.v[i].key));
			if (!sym_empty(n->taints.v[i].value))
				json_put_member(&text, "value", n->taints.v[i].value.s);
			json_put_member(&text, "effect", sym_text(n->taints.v[i].effect));
			strbuf_addc(&text, '}');
		}
		strbuf_addc(&text, ']');
	}
	strbuf_adds(&text, "},\"status\":{");
	json_put_resources(&text, "allocatable", &n->allocatable);
	json_put_resources(&text, "capacity", &n->allocatable);
	if (n->declared_features.n)
		json_put_syms(&text, "declaredFeatures", &n->declared_features);
	strbuf_adds(&text, "}}");
	copy = arena_strdup(a, text.buf);
	strbuf_release(&text);
	return copy;
}

bool make_add_node(struct trial *t, const struct change *c)
{
	const struct node *n = (const struct node *)(const void *)c->object;

	if (trial_find(t, KIND_NODE, &n->meta))
		return false;
	trial_put(t, KIND_NODE, &n->meta);
	if (t->patches)
		patch_create(t->patches, KIND_NODE, &n->meta, node_json(t->arena, n));
	return true;
}

void tell_add_node(const struct change *c, struct strbuf *out)
{
	strbuf_addf(out, _("add a node shaped like %s"), sym_text(c->key));
	if (c->note)
		strbuf_addf(out, " (%s)", c->note);
}
