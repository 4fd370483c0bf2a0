#include "advice/what_if.h"

#include <string.h>

#include "advice/change_request.h"
#include "advice/fix_options.h"
#include "advice/what_if_pod.h"

#define NODES_ADDED_MAX 1000

struct what_if_kind {
	const char *word; /* NULL: any resource */
	const char *form; /* of what follows, for messages; NULL: nothing */
	int (*parse)(struct what_if *w, char *rest, struct error *err);
	bool (*make)(const struct what_if *w, struct trial *t);
};

/* Splits text at the first of the bytes; NULL if there is none. */
static char *split(char *text, const char *at)
{
	char *p = text + strcspn(text, at);

	if (!*p)
		return NULL;
	*p = '\0';
	return p + 1;
}

static int parse_nothing(struct what_if *w, char *rest, struct error *err)
{
	(void)w;
	(void)rest;
	(void)err;
	return 0;
}

static int parse_name(struct what_if *w, char *rest, struct error *err)
{
	if (!*rest)
		return error_set(err, ERR_USAGE, "a name is missing");
	w->name = rest;
	return 0;
}

/* key=value:Effect, key:Effect, key=value, key */
static int parse_toleration(struct what_if *w, char *rest, struct error *err)
{
	w->effect = split(rest, ":");
	w->value = split(rest, "=");
	w->name = rest;
	if (!label_key_valid(rest) || (w->value && !label_value_valid(w->value)))
		return error_set(err, ERR_USAGE, "\"%.200s\" is not a taint's key and value", rest);
	if (w->effect && strcmp(w->effect, "NoSchedule") != 0 &&
	    strcmp(w->effect, "NoExecute") != 0 && strcmp(w->effect, "PreferNoSchedule") != 0)
		return error_set(err, ERR_USAGE, "\"%.200s\" is not the effect of a taint", w->effect);
	return 0;
}

static int parse_pair(struct what_if *w, char *rest, const char *at, struct error *err)
{
	w->value = split(rest, at);
	w->name = rest;
	if (!*rest || !w->value || !*w->value)
		return error_set(err, ERR_USAGE, "one of two names is missing");
	return 0;
}

static int parse_taint(struct what_if *w, char *rest, struct error *err)
{
	return parse_pair(w, rest, ":", err);
}

static int parse_pod(struct what_if *w, char *rest, struct error *err)
{
	return parse_pair(w, rest, "/", err);
}

static int parse_priority(struct what_if *w, char *rest, struct error *err)
{
	if (!parse_int64(rest, &w->number) || w->number < INT32_MIN || w->number > INT32_MAX)
		return error_set(err, ERR_USAGE, "\"%.200s\" is not a priority", rest);
	return 0;
}

static int parse_nodes(struct what_if *w, char *rest, struct error *err)
{
	const char *times = split(rest, "*");

	w->name = rest;
	w->number = 1;
	if (!*rest)
		return error_set(err, ERR_USAGE, "a node is missing");
	if (times && (!parse_int64(times, &w->number) || w->number < 1 || w->number > NODES_ADDED_MAX))
		return error_set(err, ERR_USAGE, "\"%.200s\" is not a number from 1 to %d", times,
				 NODES_ADDED_MAX);
	return 0;
}

static int parse_amount(struct what_if *w, char *rest, struct error *err)
{
	if (quantity_parse(rest, &w->amount, err) < 0) {
		err->kind = ERR_USAGE;
		return -1;
	}
	if (quantity_sign(&w->amount) < 0)
		return error_set(err, ERR_USAGE, "\"%.200s\" is negative", rest);
	w->amount.text = NULL;
	return 0;
}

/* Nodes and pods */

static bool make_uncordoned(const struct what_if *w, struct trial *t)
{
	const struct node_info *n = view_find_node(t->view, view_sym(t->view, w->name));
	const struct change c = { .kind = &change_kinds[CHANGE_UNCORDON],
				  .object = n ? &n->node->meta : NULL };

	return n && trial_make(t, &c);
}

/* All taints with that key. */
static bool make_untainted(const struct what_if *w, struct trial *t)
{
	const struct node_info *n = view_find_node(t->view, view_sym(t->view, w->name));
	bool any = false;

	for (uint32_t i = 0; n && i < n->node->taints.n;) {
		const struct taint *x = &n->node->taints.v[i];
		const struct change c = { .kind = &change_kinds[CHANGE_UNTAINT],
					  .object = &n->node->meta,
					  .key = x->key,
					  .value = x->value,
					  .effect = x->effect };

		if (!sym_is(x->key, w->value) || !trial_make(t, &c)) {
			i++;
			continue;
		}
		any = true;
		n = view_find_node(t->view, view_sym(t->view, w->name));
	}
	return any;
}

static bool make_evicted(const struct what_if *w, struct trial *t)
{
	const struct pod_info *p =
		view_find_pod(t->view, view_sym(t->view, w->name), view_sym(t->view, w->value));
	const struct pod *pods[1] = { p ? p->pod : NULL };
	const struct change c = { .kind = &change_kinds[CHANGE_EVICT], .pods = { pods, 1 } };

	return p && trial_make(t, &c);
}

static bool make_added(const struct what_if *w, struct trial *t)
{
	const struct node_info *n = view_find_node(t->view, view_sym(t->view, w->name));

	if (!n)
		return false;
	for (int64_t i = 0; i < w->number; i++) {
		struct change c = { .kind = &change_kinds[CHANGE_ADD_NODE] };

		c.object = &node_like(t, n->node)->meta;
		if (!trial_make(t, &c))
			return false;
	}
	return true;
}

static const struct what_if_kind kinds_of_what_if[] = {
	{ "toleration", "KEY[=VALUE][:EFFECT]", parse_toleration, what_if_toleration },
	{ "-selector", "KEY", parse_name, what_if_selector },
	{ "-affinity", NULL, parse_nothing, what_if_affinity },
	{ "-spread", "KEY", parse_name, what_if_spread },
	{ "uncordon", "NODE", parse_name, make_uncordoned },
	{ "-taint", "NODE:KEY", parse_taint, make_untainted },
	{ "evict", "NAMESPACE/POD", parse_pod, make_evicted },
	{ "priority", "N", parse_priority, what_if_priority },
	{ "add-node", "NODE[*N]", parse_nodes, make_added },
	{ NULL, "QUANTITY", parse_amount, what_if_amount },
};

static bool is_resource(const char *word)
{
	return !strcmp(word, "cpu") || !strcmp(word, "memory") || !strcmp(word, "ephemeral-storage") ||
	       resource_is_scalar(word);
}

static const struct what_if_kind *find_kind(const char *word)
{
	size_t n = sizeof(kinds_of_what_if) / sizeof(*kinds_of_what_if);

	for (size_t i = 0; i < n; i++) {
		const char *name = kinds_of_what_if[i].word;

		if (name ? !strcmp(name, word) : is_resource(word))
			return &kinds_of_what_if[i];
	}
	return NULL;
}

int what_if_parse(const char *text, struct arena *arena, struct what_if *ret, struct error *err)
{
	char *word = arena_strdup(arena, text), *rest = split(word, "=");

	*ret = (struct what_if){ .text = text, .kind = find_kind(word) };
	if (!ret->kind) {
		return error_set(err, ERR_USAGE,
				 "--what-if %.200s: \"%.100s\" is not known: a resource, toleration, "
				 "-selector, -affinity, -spread, uncordon, -taint, evict, priority, "
				 "add-node", text, word);
	}
	if (!rest != !ret->kind->form)
		return error_set(err, ERR_USAGE, "--what-if %.200s: %s%s%s", text, word,
				 ret->kind->form ? "=" : " takes nothing",
				 ret->kind->form ? ret->kind->form : "");
	if (!ret->kind->word)
		ret->name = word;
	if (ret->kind->parse(ret, rest, err) < 0)
		return error_wrap(err, "--what-if %.200s", text);
	return 0;
}

bool what_if_make(const struct what_if *w, struct trial *t)
{
	return w->kind->make(w, t);
}
