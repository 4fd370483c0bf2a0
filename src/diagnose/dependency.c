#include "diagnose/dependency.h"

#include <string.h>

#include "base/i18n.h"

struct backing { /* pods behind a Service */
	uint32_t all, ready;
};

static bool is_name_char(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= '0' && c <= '9') || c == '-';
}

/* As a word: db in "nc -z db 5432", "db.shop.svc" and "http://db:80", not in "mydb" or "my-db". */
static bool names(const char *text, const char *name)
{
	size_t n = strlen(name);

	for (const char *at = text; (at = strstr(at, name)); at++) {
		if (at > text && (is_name_char(at[-1]) || at[-1] == '.'))
			continue;
		if (!is_name_char(at[n]))
			return true;
	}
	return false;
}

static bool any_names(const struct syms *words, const char *name)
{
	for (uint32_t i = 0; i < words->n; i++)
		if (names(sym_text(words->v[i]), name))
			return true;
	return false;
}

/* What follows "wait-for-" or its like; "" if nothing does. */
static const char *named_after(const struct container *c)
{
	static const char *const begins[] = { "wait-for-", "waitfor-", "wait-", "check-" };

	for (size_t i = 0; i < sizeof(begins) / sizeof(*begins); i++)
		if (strncmp(sym_text(c->name), begins[i], strlen(begins[i])) == 0)
			return c->name.s + strlen(begins[i]);
	return "";
}

static bool is_ready(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "Ready");

	return c && sym_is(c->status, "True");
}

static bool selects(const struct service *s, const struct pod *p)
{
	for (uint32_t i = 0; i < s->selector.n; i++) {
		const struct label *l = labels_find(&p->meta.labels, s->selector.v[i].key);

		if (!l || !sym_same(l->value, s->selector.v[i].value))
			return false;
	}
	return s->selector.n > 0;
}

static struct backing count_backing(const struct pod_case *k, const struct service *s)
{
	const struct objects *pods = &k->d->cluster->objects[KIND_POD];
	struct backing b = { 0, 0 };

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)(const void *)pods->v[i];

		if (p == k->pod || !sym_same(p->meta.namespace_, s->meta.namespace_) ||
		    pod_is_finished(p) || !selects(s, p))
			continue;
		b.all++;
		b.ready += is_ready(p);
	}
	return b;
}

static void add_service(struct strbuf *out, const struct pod_case *k, const struct service *s)
{
	struct backing b;

	strbuf_addf(out, _("; it seems to wait for Service %s"), sym_text(s->meta.name));
	if (!s->selector.n || view_coverage(k->d->view, KIND_POD) == COVER_NONE)
		return;
	b = count_backing(k, s);
	if (!b.all)
		strbuf_adds(out, _(", which has no pod behind it"));
	else
		strbuf_addf(out, tr_n(", behind which %u of %u pod is ready",
				      ", behind which %u of %u pods are ready", b.all),
			    (unsigned)b.ready, (unsigned)b.all);
}

void add_dependency(struct strbuf *out, const struct pod_case *k, const struct container *c)
{
	const struct objects *services = &k->d->cluster->objects[KIND_SERVICE];
	const char *after = named_after(c);
	bool all = view_coverage(k->d->view, KIND_SERVICE) == COVER_READ;

	for (size_t i = 0; i < services->n; i++) {
		const struct service *s = (const struct service *)(const void *)services->v[i];
		const char *name = sym_text(s->meta.name);

		if (!sym_same(s->meta.namespace_, k->pod->meta.namespace_))
			continue;
		if (strcmp(after, name) == 0 || any_names(&c->command, name) ||
		    any_names(&c->args, name)) {
			add_service(out, k, s);
			return;
		}
	}
	if (*after && all)
		strbuf_addf(out, _("; by its name it waits for %s, and there is no Service of that name "
			    "in %s"), after, sym_text(k->pod->meta.namespace_));
	else if (*after)
		strbuf_addf(out, _("; by its name it waits for %s"), after);
}
