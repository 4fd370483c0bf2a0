#include "diagnose/refusal.h"

#include <string.h>

#include "diagnose/owners.h"
#include "model/quantity.h"
#include "report/strings.h"

#define NAMES_MAX 3

/* ---- what would be refused now */

static void add_next(struct refusal_case *c, const char *what, const struct refusals *list)
{
	struct next_refusal *v;

	if (!list->n)
		return;
	v = ARENA_ARRAY(c->arena, (size_t)c->next.n + list->n, struct next_refusal);
	if (c->next.n)
		memcpy(v, c->next.v, c->next.n * sizeof(*v));
	for (uint32_t i = 0; i < list->n; i++)
		v[c->next.n++] = (struct next_refusal){ what, list->v[i] };
	c->next.v = v;
}

/* The lowest ordinal without a pod. */
static int64_t next_ordinal(const struct refusal_case *c)
{
	const char *set = sym_text(c->w->meta.name);
	int64_t first = c->w->first_ordinal.set ? c->w->first_ordinal.v : 0;
	int64_t replicas = c->w->replicas.set ? c->w->replicas.v : 1;

	if (first < 0 || first > INT32_MAX || replicas > INT32_MAX)
		return -1;
	for (int64_t i = first; i < first + replicas; i++) {
		sym pod = view_sym(c->d->view,
				   arena_printf(c->arena, "%s-%lld", set, (long long)i));

		if (!cluster_find(c->d->cluster, KIND_POD, c->w->meta.namespace_, pod))
			return i;
	}
	return -1;
}

/* The claims of a StatefulSet's next pod are created before it. */
static void check_claims(struct refusal_case *c, const struct admission *a)
{
	int64_t ordinal = c->w->claim_templates.n ? next_ordinal(c) : -1;

	for (uint32_t i = 0; ordinal >= 0 && i < c->w->claim_templates.n; i++) {
		const struct pvc *template_ = &c->w->claim_templates.v[i];
		const char *name = arena_printf(c->arena, "%s-%s-%lld",
						sym_text(template_->meta.name),
						sym_text(c->w->meta.name), (long long)ordinal);
		struct refusals list;

		if (cluster_find(c->d->cluster, KIND_PVC, c->w->meta.namespace_,
				 view_sym(c->d->view, name)))
			continue;
		list = admission_check_claim(a, c->w->meta.namespace_, template_);
		add_next(c, arena_printf(c->arena, "claim %s", name), &list);
	}
}

static void check_next(struct refusal_case *c)
{
	struct admission a = { c->d->cluster, c->arena, c->d->opts.release->pod_level };
	sym namespace_ = c->w->meta.namespace_;
	struct refusals list;
	struct pod_spec spec;

	if (c->kind == KIND_DEPLOYMENT && !first_child(c->d, c->kind, &c->w->meta)) {
		list = admission_check_count(&a, namespace_, KIND_REPLICA_SET);
		add_next(c, "its ReplicaSet", &list);
	}
	if (c->kind == KIND_STATEFUL_SET)
		check_claims(c, &a);
	if (!c->w->template)
		return;
	spec = admission_pod_spec(&a, namespace_, &c->w->template->spec);
	list = admission_check_pod(&a, namespace_, &spec);
	add_next(c, NULL, &list);
}

static bool is_about(const struct refusal *now, const struct refusal *said)
{
	return now->kind == said->kind && strcmp(now->name, said->name) == 0;
}

/* A LimitRange's sentence does not name it, but is the very same now. */
static const struct next_refusal *find_same(const struct refusal_case *c, const char *said)
{
	for (uint32_t i = 0; i < c->next.n; i++) {
		const struct refusal *now = &c->next.v[i].refusal;

		if (c->has_said ? is_about(now, &c->said) :
				  now->kind == REFUSED_LIMIT_RANGE && strstr(said, now->text))
			return &c->next.v[i];
	}
	return NULL;
}

void refusal_case_init(struct refusal_case *c, const struct diagnosis *d, enum kind kind,
		       const struct workload *w, const char *said, struct arena *arena)
{
	*c = (struct refusal_case){ .d = d, .kind = kind, .w = w, .arena = arena };
	check_next(c);
	if (!said) {
		c->same = c->next.n ? &c->next.v[0] : NULL;
		return;
	}
	c->has_said = refusal_parse(said, arena, &c->said);
	c->has_security = security_parse(said, arena, &c->security);
	c->same = find_same(c, said);
}

/* ---- the sentence */

static void add_list(struct strbuf *out, const struct strings *names)
{
	for (uint32_t i = 0; i < names->n && i < NAMES_MAX; i++)
		strbuf_addf(out, "%s%s", i ? ", " : "", names->v[i]);
	if (names->n > NAMES_MAX)
		strbuf_addf(out, " and %u more", (unsigned)(names->n - NAMES_MAX));
}

/* "container a", "containers a, b" */
static void add_containers(struct strbuf *out, const struct strings *names)
{
	strbuf_adds(out, names->n == 1 ? "container " : "containers ");
	add_list(out, names);
}

static void tell_amount(struct strbuf *out, const struct refusal_item *item)
{
	if (item->never)
		strbuf_addf(out, "%s %s is wanted, and no more than %s is allowed in all",
			    item->resource, item->wanted, item->hard);
	else
		strbuf_addf(out, "%s %s of %s used, %s more wanted", item->resource, item->used,
			    item->hard, item->wanted);
	if (!item->never && !item->full)
		strbuf_addf(out, " (%s too much)", item->lacking);
}

static void tell_quota(struct strbuf *out, const struct refusal *r)
{
	strbuf_addf(out, "ResourceQuota %s has no room for it: ", r->name);
	for (uint32_t i = 0; i < r->items.n; i++) {
		strbuf_adds(out, i ? "; " : "");
		tell_amount(out, &r->items.v[i]);
	}
}

static void tell_needs(struct strbuf *out, const struct refusal *r)
{
	strbuf_addf(out, "ResourceQuota %s makes ", r->name);
	for (uint32_t i = 0; i < r->items.n; i++)
		strbuf_addf(out, "%s%s", i ? ", " : "", r->items.v[i].resource);
	strbuf_adds(out, " obligatory, and ");
	for (uint32_t i = 0; i < r->items.n; i++) {
		strbuf_adds(out, i ? "; " : "");
		add_containers(out, &r->items.v[i].containers);
		strbuf_addf(out, " %s no %s", r->items.v[i].containers.n == 1 ? "has" : "have",
			    r->items.v[i].resource);
	}
}

static void tell_uncounted(struct strbuf *out, const struct refusal *r)
{
	strbuf_addf(out, "the use of ResourceQuota %s has not been counted yet (", r->name);
	for (uint32_t i = 0; i < r->items.n; i++)
		strbuf_addf(out, "%s%s", i ? ", " : "", r->items.v[i].resource);
	strbuf_addc(out, ')');
}

static void tell_limits(struct strbuf *out, const struct refusal *r)
{
	strbuf_addf(out, "LimitRange %s: ", r->name);
	for (uint32_t i = 0; i < r->items.n; i++) {
		strbuf_addf(out, "%s%s", i ? "; " : "", r->items.v[i].text);
		if (!r->items.v[i].containers.n)
			continue;
		strbuf_adds(out, " (");
		add_containers(out, &r->items.v[i].containers);
		strbuf_addc(out, ')');
	}
}

static const struct {
	const char *code;
	void (*tell)(struct strbuf *out, const struct refusal *r);
} forms[] = {
	[REFUSED_QUOTA] = { "QuotaExceeded", tell_quota },
	[REFUSED_QUOTA_NEEDS] = { "QuotaNeedsRequests", tell_needs },
	[REFUSED_QUOTA_UNKNOWN] = { "QuotaNotCounted", tell_uncounted },
	[REFUSED_LIMIT_RANGE] = { "LimitRangeViolation", tell_limits },
};

void tell_next_refusal(const struct next_refusal *next, struct strbuf *out)
{
	if (next->what)
		strbuf_addf(out, "%s comes first, and ", next->what);
	forms[next->refusal.kind].tell(out, &next->refusal);
}

/* All rules are about fields of one and the same container, whose right values are known. */
static bool is_one_container(const struct security_violation *v)
{
	for (uint32_t i = 0; i < v->rules.n; i++) {
		const struct security_rule *r = &v->rules.v[i];

		if (!r->field || !r->wanted || r->containers.n != 1 ||
		    strcmp(r->containers.v[0], v->rules.v[0].containers.v[0]) != 0)
			return false;
	}
	return true;
}

static void tell_rule(struct strbuf *out, const struct security_rule *r)
{
	strbuf_adds(out, r->rule);
	if (*r->detail)
		strbuf_addf(out, " (%s)", r->detail);
}

static void tell_security(const struct refusal_case *c, struct strbuf *out)
{
	const struct security_violation *v = &c->security;
	bool one = is_one_container(v);

	strbuf_addf(out, "namespace %s enforces Pod Security %s", sym_text(c->w->meta.namespace_),
		    v->level);
	if (strcmp(v->version, "latest") != 0)
		strbuf_addf(out, ":%s", v->version);
	if (one)
		strbuf_addf(out, ", and container %s lacks ", v->rules.v[0].containers.v[0]);
	else
		strbuf_adds(out, ", and the template breaks it: ");
	for (uint32_t i = 0; i < v->rules.n; i++) {
		strbuf_adds(out, i ? ", " : "");
		if (one)
			strbuf_addf(out, "%s: %s", v->rules.v[i].field, v->rules.v[i].wanted);
		else
			tell_rule(out, &v->rules.v[i]);
	}
}

/* It was read, and by what it says now it does not refuse: the text is of the past. */
static bool has_room_now(const struct refusal_case *c)
{
	return !c->same && cluster_find(c->d->cluster, KIND_RESOURCE_QUOTA, c->w->meta.namespace_,
					view_sym(c->d->view, c->said.name));
}

static unsigned count_leaving(const struct refusal_case *c)
{
	const struct pod_infos *pods = view_pods(c->d->view);
	unsigned n = 0;

	for (uint32_t i = 0; i < pods->n; i++)
		n += pods->v[i]->pod->meta.deleted.set &&
		     sym_eq(pods->v[i]->pod->meta.namespace_, c->w->meta.namespace_);
	return n;
}

static void tell_leaving(const struct refusal_case *c, struct strbuf *out)
{
	unsigned n = count_leaving(c);

	if (n)
		strbuf_addf(out, "; %u pod%s there %s being deleted and count%s until gone", n,
			    n == 1 ? "" : "s", n == 1 ? "is" : "are", n == 1 ? "s" : "");
}

/* What the template never asked for. */
static void tell_defaults(const struct refusal_case *c, const struct refusal *r, struct strbuf *out)
{
	struct admission a = { c->d->cluster, c->arena, c->d->opts.release->pod_level };

	for (uint32_t i = 0; c->w->template && i < r->items.n; i++) {
		struct limit_origin o;

		if (limit_default_of(&a, c->w->meta.namespace_, &c->w->template->spec,
				     r->items.v[i].resource, &o))
			strbuf_addf(out, "; LimitRange %s gives container %s its %s (%s)",
				    sym_text(o.range->meta.name), o.container,
				    r->items.v[i].resource, quantity_text(c->arena, o.amount));
	}
}

const char *tell_refusal(const struct refusal_case *c, struct strbuf *out)
{
	const struct refusal *r = c->same ? &c->same->refusal : &c->said;

	if (c->has_security) {
		tell_security(c, out);
		return "PodSecurityViolation";
	}
	if (!c->same && !c->has_said)
		return NULL;
	if (c->same)
		tell_next_refusal(c->same, out);
	else
		forms[r->kind].tell(out, r);
	if (!c->same && has_room_now(c)) {
		strbuf_adds(out, "; that is no longer so, and its controller will try again");
	} else if (r->kind == REFUSED_QUOTA) {
		tell_defaults(c, r, out);
		tell_leaving(c, out);
	}
	return forms[r->kind].code;
}
