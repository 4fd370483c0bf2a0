/* Which requests a LimitRange filled in: the API server notes it on the pod. */
#include <string.h>

#include "admission/part.h"
#include "model/quantity.h"

#define NOTE_KEY "kubernetes.io/limit-ranger"
#define NOTE_MAX ((size_t)256 << 10) /* what the API server allows for all annotations */
#define NOTE_PREFIX "LimitRanger plugin set: "

/* "cpu, memory" has it as one of its words. */
static bool list_has(const char *list, size_t len, const char *word)
{
	size_t n = strlen(word), at = 0;

	while (at + n <= len) {
		const char *comma = memchr(list + at, ',', len - at);
		size_t end = comma ? (size_t)(comma - list) : len;

		if (end - at == n && memcmp(list + at, word, n) == 0)
			return true;
		at = end + strlen(", ");
	}
	return false;
}

/* "cpu, memory request for container main" */
static bool entry_says(const char *entry, size_t len, const char *resource, const char *container,
		       bool init)
{
	const char *kind = init ? " request for init container " : " request for container ";
	size_t n = strlen(kind), m = strlen(container), list;

	if (len < n + m || memcmp(entry + len - m, container, m) != 0 ||
	    memcmp(entry + len - m - n, kind, n) != 0)
		return false;
	list = len - m - n;
	return list_has(entry, list, resource);
}

static bool note_says(const char *note, const char *resource, const char *container, bool init)
{
	const char *at = note;

	if (strnlen(note, NOTE_MAX) == NOTE_MAX ||
	    strncmp(note, NOTE_PREFIX, strlen(NOTE_PREFIX)) != 0)
		return false;
	at += strlen(NOTE_PREFIX);
	for (;;) {
		const char *end = strstr(at, "; ");

		if (entry_says(at, end ? (size_t)(end - at) : strlen(at), resource, container,
			       init))
			return true;
		if (!end)
			return false;
		at = end + strlen("; ");
	}
}

static bool gives_default(const struct limit_range *r, const char *resource,
			  const struct quantity *amount)
{
	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct quantity *q = resources_get(&r->items.v[i].requests, resource);

		if (sym_is(r->items.v[i].type, "Container") && q && quantity_cmp(q, amount) == 0)
			return true;
	}
	return false;
}

static const struct limit_range *find_range(const struct found *ranges, const char *resource,
					    const struct quantity *amount)
{
	for (uint32_t i = 0; i < ranges->n; i++) {
		const struct limit_range *r = (const struct limit_range *)ranges->v[i];

		if (gives_default(r, resource, amount))
			return r;
	}
	return NULL;
}

/* The template has this container, and there it says nothing about the resource. */
static bool template_is_silent(const struct pod_spec *t, const char *container, bool init,
			       const char *resource)
{
	const struct containers *list;

	if (!t)
		return false;
	list = init ? &t->init_containers : &t->containers;
	for (uint32_t i = 0; i < list->n; i++)
		if (sym_is(list->v[i].name, container))
			return !resources_get(&list->v[i].requests, resource) &&
			       !resources_get(&list->v[i].limits, resource);
	return false;
}

struct origin_case {
	const struct admission *a;
	struct found ranges;
	const char *note; /* "" without one */
	const struct pod_spec *template_;
	const char *resource;
	struct limit_origins ret; /* with room for all containers */
};

static void look_at(struct origin_case *k, const struct containers *list, bool init)
{
	for (uint32_t i = 0; i < list->n; i++) {
		const char *name = sym_text(list->v[i].name);
		struct limit_origin o = { .container = name, .init = init };
		bool noted = note_says(k->note, k->resource, name, init);

		o.amount = resources_get(&list->v[i].requests, k->resource);
		if (!o.amount)
			continue;
		o.range = find_range(&k->ranges, k->resource, o.amount);
		if (noted)
			o.annotation = k->note;
		else if (!o.range || !template_is_silent(k->template_, name, init, k->resource))
			continue;
		k->ret.v[k->ret.n++] = o;
	}
}

struct limit_origins limit_origins_of(const struct admission *a, const struct pod *p,
				      const struct pod_spec *template_, const char *resource)
{
	size_t most = (size_t)p->spec.containers.n + p->spec.init_containers.n;
	sym key = sym_find(a->cluster->syms, NOTE_KEY, strlen(NOTE_KEY));
	struct origin_case k = {
		.a = a,
		.ranges = find_limit_ranges(a, p->meta.namespace_, most),
		.note = key.s ? sym_text(labels_get(&p->meta.annotations, key)) : "",
		.template_ = template_,
		.resource = resource,
	};

	k.ret.v = ARENA_ARRAY(a->arena, most, struct limit_origin);
	look_at(&k, &p->spec.containers, false);
	look_at(&k, &p->spec.init_containers, true);
	return k.ret;
}

/* ---- the other direction: a template that says nothing */

static const struct quantity *default_in(const struct limit_range *r, const char *resource,
					 bool limit)
{
	/* Of two items the later one's default counts. */
	for (uint32_t i = r->items.n; i > 0; i--) {
		const struct limit_range_item *item = &r->items.v[i - 1];
		const struct quantity *q =
			resources_get(limit ? &item->limits : &item->requests, resource);

		if (q && sym_is(item->type, "Container"))
			return q;
	}
	return NULL;
}

static bool is_silent(const struct container *c, const char *resource, bool limit)
{
	return !resources_get(&c->limits, resource) &&
	       (limit || !resources_get(&c->requests, resource));
}

static const struct container *first_silent(const struct containers *list, const char *resource,
					    bool limit)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (is_silent(&list->v[i], resource, limit))
			return &list->v[i];
	return NULL;
}

bool limit_default_of(const struct admission *a, sym namespace_, const struct pod_spec *template_,
		      const char *resource, struct limit_origin *ret)
{
	struct found ranges = find_limit_ranges(a, namespace_, template_->containers.n);
	bool limit = strncmp(resource, "limits.", strlen("limits.")) == 0;
	const struct container *c;

	if (limit)
		resource += strlen("limits.");
	else if (strncmp(resource, "requests.", strlen("requests.")) == 0)
		resource += strlen("requests.");
	c = first_silent(&template_->containers, resource, limit);
	for (uint32_t i = 0; c && i < ranges.n; i++) {
		const struct limit_range *r = (const struct limit_range *)ranges.v[i];
		const struct quantity *q = default_in(r, resource, limit);

		if (!q)
			continue;
		*ret = (struct limit_origin){ .container = sym_text(c->name), .amount = q,
					      .range = r };
		return true;
	}
	return false;
}
