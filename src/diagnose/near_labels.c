#include "diagnose/near_labels.h"

#include <string.h>

#include "base/i18n.h"
#include "base/near.h"

#define EDITS_MAX 2
#define LETTERS_MIN 5 /* shorter keys are near to everything */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9');
}

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

/* But for case and punctuation: disk-type and diskType. */
static bool same_letters(const char *a, const char *b)
{
	for (;;) {
		while (*a && !is_letter(*a))
			a++;
		while (*b && !is_letter(*b))
			b++;
		if (lower(*a) != lower(*b))
			return false;
		if (!*a)
			return true;
		a++;
		b++;
	}
}

static const char *without_domain(const char *key)
{
	const char *slash = strchr(key, '/');

	return slash ? slash + 1 : key;
}

static bool is_near(const char *wanted, const char *has)
{
	const char *a = without_domain(wanted), *b = without_domain(has);

	if (same_letters(a, b))
		return true;
	return strlen(a) >= LETTERS_MIN && (a == wanted) == (b == has) &&
	       edit_distance(wanted, has, EDITS_MAX) <= EDITS_MAX;
}

struct near_label {
	const struct label *label; /* NULL: none */
	uint32_t nodes;            /* that have it */
};

static const struct objects *all_nodes(const struct pod_case *k)
{
	return &k->d->cluster->objects[KIND_NODE];
}

static const struct labels *labels_of(const struct objects *nodes, size_t i)
{
	return &((const struct meta *)nodes->v[i])->labels;
}

static uint32_t count_label(const struct objects *nodes, const struct label *l)
{
	uint32_t n = 0;

	for (size_t i = 0; i < nodes->n; i++) {
		const struct label *has = labels_find(labels_of(nodes, i), l->key);

		n += has && sym_same(has->value, l->value);
	}
	return n;
}

static bool some_node_has(const struct objects *nodes, sym key)
{
	for (size_t i = 0; i < nodes->n; i++)
		if (labels_find(labels_of(nodes, i), key))
			return true;
	return false;
}

/* The first one with the value that is asked for, else the first. */
static void find_near(const struct objects *nodes, sym key, sym value, struct near_label *ret)
{
	*ret = (struct near_label){ NULL, 0 };
	for (size_t i = 0; i < nodes->n; i++) {
		const struct labels *l = labels_of(nodes, i);

		for (uint32_t j = 0; j < l->n; j++) {
			bool same_value = sym_same(l->v[j].value, value);

			if (!is_near(sym_text(key), sym_text(l->v[j].key)) ||
			    (ret->label && (!same_value || sym_same(ret->label->value, value))))
				continue;
			ret->label = &l->v[j];
			ret->nodes = count_label(nodes, ret->label);
		}
	}
}

void add_near_labels(struct strbuf *out, const struct pod_case *k)
{
	const struct labels *wanted = &k->pod->spec.node_selector;
	const struct objects *nodes = all_nodes(k);

	for (uint32_t i = 0; i < wanted->n; i++) {
		struct near_label near;

		if (some_node_has(nodes, wanted->v[i].key))
			continue;
		find_near(nodes, wanted->v[i].key, wanted->v[i].value, &near);
		if (!near.label)
			continue;
		strbuf_addf(out, tr_n("; %u node has the label %s=%s instead",
				      "; %u nodes have the label %s=%s instead", near.nodes),
			    (unsigned)near.nodes, near.label->key.s, sym_text(near.label->value));
		return;
	}
}
