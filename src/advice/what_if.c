#include "advice/what_if.h"

#include <string.h>

#include "advice/what_if_make.h"
#include "base/i18n.h"
#include "replay/requests.h"

#define NODES_ADDED_MAX 1000
#define NODES_IN_ALL_MAX 5000 /* added by all expressions together */
#define TURNS_MAX 10000

struct what_if_kind {
	const char *word; /* NULL: any resource */
	const char *form; /* of what follows, for messages; NULL: nothing */
	bool bare;        /* what follows may be left out */
	int (*parse)(struct what_if *w, char *rest, struct arena *arena, struct error *err);
	what_if_function *make;
	const char *help; /* what is supposed, for the manual */
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

static int parse_nothing(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	(void)w;
	(void)rest;
	(void)arena;
	(void)err;
	return 0;
}

static int parse_name(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	(void)arena;
	if (!*rest)
		return error_set(err, ERR_USAGE, "%s", _("a name is missing"));
	w->name = rest;
	return 0;
}

static void need(struct what_if *w, enum kind kind, const char *namespace_, const char *name)
{
	w->needs.kind = kind;
	w->needs.namespace_ = namespace_;
	w->needs.name = name;
}

static int parse_node(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	need(w, KIND_NODE, NULL, rest);
	return parse_name(w, rest, arena, err);
}

/* KEY@N */
static int parse_turn(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	const char *turn = split(rest, "@");
	int64_t n = 0;

	if (turn && (!parse_int64(turn, &n) || n < 1 || n > TURNS_MAX))
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a number from 1 to %d"), turn,
				 TURNS_MAX);
	w->turn = (uint32_t)n;
	return parse_name(w, rest, arena, err);
}

/* KEY=VALUE, KEY@N=VALUE */
static int parse_label(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	w->value = split(rest, "=");
	if (parse_turn(w, rest, arena, err) < 0)
		return -1;
	if (!w->value || !label_key_valid(w->name) || !label_value_valid(w->value))
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a label's key and value"), rest);
	return 0;
}

static int check_taint(const struct what_if *w, struct error *err)
{
	static const char *const effects[] = { "NoSchedule", "NoExecute", "PreferNoSchedule" };

	if (!label_key_valid(w->key) || (w->value && !label_value_valid(w->value)))
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a taint's key and value"), w->key);
	for (size_t i = 0; w->effect && i < sizeof(effects) / sizeof(*effects); i++)
		if (!strcmp(w->effect, effects[i]))
			return 0;
	if (!w->effect)
		return 0;
	return error_set(err, ERR_USAGE, _("\"%.200s\" is not the effect of a taint"), w->effect);
}

/* key=value:Effect, key:Effect, key=value, key */
static int parse_toleration(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	(void)arena;
	w->effect = split(rest, ":");
	w->value = split(rest, "=");
	w->key = rest;
	return check_taint(w, err);
}

static int parse_taint(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	char *taint = split(rest, ":");

	w->name = rest;
	need(w, KIND_NODE, NULL, rest);
	if (!*rest || !taint || !*taint)
		return error_set(err, ERR_USAGE, "%s", _("one of two names is missing"));
	return parse_toleration(w, taint, arena, err);
}

static int parse_node_label(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	char *label = split(rest, ":");

	(void)arena;
	w->name = rest;
	need(w, KIND_NODE, NULL, rest);
	if (!*rest || !label || !*label)
		return error_set(err, ERR_USAGE, "%s", _("one of two names is missing"));
	w->value = split(label, "=");
	w->key = label;
	if (!w->value || !label_key_valid(w->key) || !label_value_valid(w->value))
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a label's key and value"), label);
	return 0;
}

static int parse_pod(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	(void)arena;
	w->value = split(rest, "/");
	w->name = rest;
	need(w, KIND_POD, rest, w->value);
	if (!*rest || !w->value || !*w->value)
		return error_set(err, ERR_USAGE, "%s", _("one of two names is missing"));
	return 0;
}

static int parse_priority(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	(void)arena;
	if (!parse_int64(rest, &w->number) || w->number < INT32_MIN || w->number > INT32_MAX)
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a priority"), rest);
	return 0;
}

static int parse_port(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	(void)arena;
	if (!parse_int64(rest, &w->number) || w->number < 1 || w->number > 65535)
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a port"), rest);
	return 0;
}

static int parse_skew(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	const char *skew = split(rest, "=");

	if (!skew || !parse_int64(skew, &w->number) || w->number < 1 || w->number > INT32_MAX)
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a maxSkew"), skew ? skew : "");
	return parse_turn(w, rest, arena, err);
}

static int parse_labels(struct what_if *w, char *list, struct arena *arena, struct error *err)
{
	uint32_t most = 0;

	for (const char *p = list; *p; p++)
		most += *p == ',';
	w->labels.v = ARENA_ARRAY(arena, (size_t)most + 1, struct what_if_label);
	while (list) {
		char *next = split(list, ","), *value = split(list, "=");

		if (!value || !label_key_valid(list) || !label_value_valid(value))
			return error_set(err, ERR_USAGE, _("\"%.200s\" is not a label's key and value"),
					 list);
		w->labels.v[w->labels.n++] = (struct what_if_label){ list, value };
		list = next;
	}
	return 0;
}

static int parse_nodes(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	char *labels = split(rest, ",");
	const char *times = split(rest, "*");

	w->name = rest;
	need(w, KIND_NODE, NULL, rest);
	w->number = 1;
	if (!*rest)
		return error_set(err, ERR_USAGE, "%s", _("a node is missing"));
	if (times && (!parse_int64(times, &w->number) || w->number < 1 || w->number > NODES_ADDED_MAX))
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a number from 1 to %d"), times,
				 NODES_ADDED_MAX);
	return labels ? parse_labels(w, labels, arena, err) : 0;
}

static int parse_quantity(struct what_if *w, const char *text, struct error *err)
{
	if (quantity_parse(text, &w->amount, err) < 0) {
		err->kind = ERR_USAGE;
		return -1;
	}
	if (quantity_sign(&w->amount) < 0)
		return error_set(err, ERR_USAGE, _("\"%.200s\" is negative"), text);
	w->amount.text = NULL;
	return 0;
}

static int parse_amount(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	(void)arena;
	return parse_quantity(w, rest, err);
}

/* NAME:VALUE, the second as the kind has it; value NULL: not given */
static int parse_claim(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	w->value = split(rest, ":");
	return parse_name(w, rest, arena, err);
}

static int parse_claim_size(struct what_if *w, char *rest, struct arena *arena, struct error *err)
{
	if (parse_claim(w, rest, arena, err) < 0)
		return -1;
	if (!w->value)
		return error_set(err, ERR_USAGE, "%s", _("a size is missing"));
	return parse_quantity(w, w->value, err);
}

static const struct what_if_kind kinds_of_what_if[] = {
	{ "toleration", "KEY[=VALUE][:EFFECT]", false, parse_toleration, what_if_toleration,
	  "one toleration more" },
	{ "-gates", NULL, false, parse_nothing, what_if_gates,
	  "without scheduling gates" },
	{ "selector", "KEY=VALUE", false, parse_label, what_if_selector,
	  "another value in its nodeSelector" },
	{ "-selector", "KEY", false, parse_name, what_if_selector_drop,
	  "without asking for this label of nodes, in nodeSelector or affinity" },
	{ "-node-selector", "KEY", false, parse_name, what_if_node_selector_drop,
	  "without this label in its nodeSelector alone" },
	{ "affinity", "KEY[@N]=VALUE", false, parse_label, what_if_affinity_value,
	  "one value more in its node affinity; @N: in the N-th condition with that key" },
	{ "-affinity", "KEY[@N]", true, parse_turn, what_if_affinity_drop,
	  "without any affinity; with a KEY: without the node affinity about it, the N-th condition alone" },
	{ "-node-affinity", NULL, false, parse_nothing, what_if_node_affinity,
	  "without required node affinity" },
	{ "-pod-affinity", "KEY[@N]", true, parse_turn, what_if_pod_affinity,
	  "without required affinity to pods; with a KEY: over that topology key, the N-th term alone" },
	{ "-pod-anti-affinity", "KEY[@N]", true, parse_turn, what_if_pod_anti_affinity,
	  "the same of anti-affinity" },
	{ "-spread", "KEY[@N]", true, parse_turn, what_if_spread,
	  "with its spread constraints only as a wish; with a KEY: those over it, the N-th alone" },
	{ "max-skew", "KEY[@N]=NUMBER", false, parse_skew, what_if_skew,
	  "another maxSkew over that key" },
	{ "-label", "KEY", false, parse_name, what_if_label_drop,
	  "without this label of its own" },
	{ "-host-port", "PORT", false, parse_port, what_if_host_port,
	  "without this port of the host" },
	{ "priority", "N", false, parse_priority, what_if_priority,
	  "another priority" },
	{ "uncordon", "NODE", false, parse_node, what_if_uncordon,
	  "the node without its cordon" },
	{ "-taint", "NODE:KEY[=VALUE][:EFFECT]", false, parse_taint, what_if_untaint,
	  "the node without its taints of that key" },
	{ "label", "NODE:KEY=VALUE", false, parse_node_label, what_if_relabel,
	  "the node with this label" },
	{ "evict", "NAMESPACE/POD", false, parse_pod, what_if_evict,
	  "without that pod" },
	{ "add-node", "NODE[*N][,KEY=VALUE...]", false, parse_nodes, what_if_add_node,
	  "N empty nodes more like this one, with these labels" },
	{ "claim", "NAME[:CLASS]", false, parse_claim, what_if_claim,
	  "its claim NAME there, of that class: made, changed, or made anew" },
	{ "claim-size", "NAME:QUANTITY", false, parse_claim_size, what_if_claim_size,
	  "its claim NAME asking for so much" },
	{ "bind-claim", "NAME", false, parse_name, what_if_bind_claim,
	  "its claim NAME bound to the volume that it names" },
	{ "-selected-node", "CLAIM", false, parse_name, what_if_selected_node,
	  "its claim without a node chosen for it" },
	{ "volume", "CLAIM[:NODE]", false, parse_claim, what_if_volume,
	  "a volume for its claim, on that node" },
	{ "storage-class", "NAME", false, parse_name, what_if_class,
	  "the storage class there" },
	{ NULL, "QUANTITY", false, parse_amount, what_if_amount,
	  "another request of the pod as a whole" },
};
#define KINDS (sizeof(kinds_of_what_if) / sizeof(*kinds_of_what_if))

const char *what_if_help(size_t i)
{
	return kinds_of_what_if[i < KINDS ? i : KINDS - 1].help;
}

const char *what_if_word(size_t i, const char **ret_form)
{
	static const char *const resources[] = { "cpu", "memory", "ephemeral-storage" };
	size_t n = KINDS - 1;

	if (i >= n + sizeof(resources) / sizeof(*resources))
		return NULL;
	*ret_form = kinds_of_what_if[i < n ? i : n].form;
	return i < n ? kinds_of_what_if[i].word : resources[i - n];
}

static bool is_resource(const char *word)
{
	return !strcmp(word, "cpu") || !strcmp(word, "memory") || !strcmp(word, "ephemeral-storage") ||
	       resource_is_scalar(word);
}

static const struct what_if_kind *find_kind(const char *word)
{
	for (size_t i = 0; i < KINDS; i++) {
		const char *name = kinds_of_what_if[i].word;

		if (name ? !strcmp(name, word) : is_resource(word))
			return &kinds_of_what_if[i];
	}
	return NULL;
}

static int unknown_word(const char *text, const char *word, struct error *err)
{
	struct strbuf known = STRBUF_INIT;
	int rc;

	for (size_t i = 0; i < KINDS; i++)
		if (kinds_of_what_if[i].word)
			strbuf_addf(&known, ", %s", kinds_of_what_if[i].word);
	rc = error_set(err, ERR_USAGE, _("--what-if %.200s: \"%.100s\" is not known: a resource%s"), text,
		       word, known.buf);
	strbuf_release(&known);
	return rc;
}

int what_if_parse(const char *text, struct arena *arena, struct what_if *ret, struct error *err)
{
	char *word = arena_strdup(arena, text), *rest = split(word, "=");
	const struct what_if_kind *kind = find_kind(word);

	*ret = (struct what_if){ .text = text, .kind = kind, .needs = { .kind = KIND_COUNT } };
	if (!kind)
		return unknown_word(text, word, err);
	if (rest && !kind->form)
		return error_set(err, ERR_USAGE, _("--what-if %.200s: %s takes nothing"), text, word);
	if (!rest && kind->form && !kind->bare)
		return error_set(err, ERR_USAGE, "--what-if %.200s: %s=%s", text, word, kind->form);
	if (!kind->word)
		ret->name = word;
	if (rest && kind->parse(ret, rest, arena, err) < 0)
		return error_wrap(err, "--what-if %.200s", text);
	return 0;
}

bool what_if_make(const struct what_if *w, struct trial *t)
{
	return w->kind->make(w, t);
}

bool what_if_adds_node(const struct what_if *w)
{
	return w->kind->make == what_if_add_node;
}

int what_if_limit(const struct what_if *v, size_t n, struct error *err)
{
	int64_t nodes = 0;

	for (size_t i = 0; i < n; i++) {
		if (what_if_adds_node(&v[i]))
			nodes += v[i].number;
		if (nodes > NODES_IN_ALL_MAX)
			return error_set(err, ERR_USAGE, _("--what-if %.200s: more than %d nodes added in all"),
					 v[i].text, NODES_IN_ALL_MAX);
	}
	return 0;
}

struct change *what_if_change(struct trial *t, enum change_id id)
{
	struct change *c = ARENA_NEW(t->arena, struct change);

	c->kind = &change_kinds[id];
	c->cost = c->kind->cost;
	return c;
}

sym what_if_sym(const struct trial *t, const char *text)
{
	return text ? view_sym(t->view, text) : (sym){ NULL };
}
