#include "diagnose/refusal.h"

#include <string.h>

#include "base/i18n.h"
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
		add_next(c, arena_printf(c->arena, _("claim %s"), name), &list);
	}
}

static void check_next(struct refusal_case *c, uint32_t earlier)
{
	struct admission a = { c->d->cluster, c->arena, c->d->opts.release->pod_level, earlier };
	sym namespace_ = c->w->meta.namespace_;
	struct refusals list;
	struct pod_spec spec;

	if (!earlier && c->kind == KIND_DEPLOYMENT && !first_child(c->d, c->kind, &c->w->meta)) {
		list = admission_check_count(&a, namespace_, KIND_REPLICA_SET);
		add_next(c, _("its ReplicaSet"), &list);
	}
	if (c->kind == KIND_STATEFUL_SET)
		check_claims(c, &a);
	if (!c->w->template)
		return;
	spec = admission_pod_spec(&a, namespace_, &c->w->template->spec);
	list = admission_check_pod(&a, namespace_, &spec);
	add_next(c, NULL, &list);
}

uint32_t refusal_case_replicas(struct refusal_case *c, const struct diagnosis *d, enum kind kind,
			       const struct workload *w, uint32_t replicas, struct arena *arena)
{
	for (uint32_t i = 0; i < replicas; i++) {
		*c = (struct refusal_case){ .d = d, .kind = kind, .w = w, .arena = arena };
		check_next(c, i);
		if (!c->next.n)
			continue;
		c->same = &c->next.v[0];
		return i;
	}
	return replicas;
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
	check_next(c, 0);
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
		strbuf_addf(out, "%s%s", i ? _(", ") : "", names->v[i]);
	if (names->n > NAMES_MAX)
		strbuf_addf(out, _(" and %u more"), (unsigned)(names->n - NAMES_MAX));
}

/* "container a", "containers a, b" */
static void add_containers(struct strbuf *out, const struct strings *names)
{
	struct strbuf list = STRBUF_INIT;

	add_list(&list, names);
	strbuf_addf(out, names->n == 1 ? _("container %s") : _("containers %s"), list.buf);
	strbuf_release(&list);
}

static void tell_amount(struct strbuf *out, const struct refusal_item *item)
{
	if (item->never)
		strbuf_addf(out, _("%s %s is wanted, and no more than %s is allowed in all"),
			    item->resource, item->wanted, item->hard);
	else
		strbuf_addf(out, _("%s %s of %s used, %s more wanted"), item->resource, item->used,
			    item->hard, item->wanted);
	if (!item->never && !item->full)
		strbuf_addf(out, _(" (%s too much)"), item->lacking);
}

static void tell_quota(struct strbuf *out, const struct refusal *r)
{
	strbuf_addf(out, _("ResourceQuota %s has no room for it: "), r->name);
	for (uint32_t i = 0; i < r->items.n; i++) {
		strbuf_adds(out, i ? _("; ") : "");
		tell_amount(out, &r->items.v[i]);
	}
}

static void add_resources(struct strbuf *out, const struct refusal *r)
{
	for (uint32_t i = 0; i < r->items.n; i++)
		strbuf_addf(out, "%s%s", i ? _(", ") : "", r->items.v[i].resource);
}

static void tell_needs(struct strbuf *out, const struct refusal *r)
{
	struct strbuf obligatory = STRBUF_INIT;

	add_resources(&obligatory, r);
	strbuf_addf(out, _("ResourceQuota %s makes %s obligatory, and "), r->name, obligatory.buf);
	strbuf_release(&obligatory);
	for (uint32_t i = 0; i < r->items.n; i++) {
		const struct refusal_item *item = &r->items.v[i];

		strbuf_adds(out, i ? _("; ") : "");
		add_containers(out, &item->containers);
		strbuf_addf(out, tr_n(" has no %s", " have no %s", item->containers.n), item->resource);
	}
}

static void tell_uncounted(struct strbuf *out, const struct refusal *r)
{
	strbuf_addf(out, _("the use of ResourceQuota %s has not been counted yet ("), r->name);
	add_resources(out, r);
	strbuf_addc(out, ')');
}

static void tell_limits(struct strbuf *out, const struct refusal *r)
{
	strbuf_addf(out, _("LimitRange %s: "), r->name);
	for (uint32_t i = 0; i < r->items.n; i++) {
		strbuf_addf(out, "%s%s", i ? _("; ") : "", r->items.v[i].text);
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
		strbuf_addf(out, _("%s comes first, and "), next->what);
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

	strbuf_addf(out, _("namespace %s enforces Pod Security %s"), sym_text(c->w->meta.namespace_),
		    v->level);
	if (strcmp(v->version, "latest") != 0)
		strbuf_addf(out, ":%s", v->version);
	if (one)
		strbuf_addf(out, _(", and container %s lacks "), v->rules.v[0].containers.v[0]);
	else
		strbuf_adds(out, _(", and the template breaks it: "));
	for (uint32_t i = 0; i < v->rules.n; i++) {
		strbuf_adds(out, i ? _(", ") : "");
		if (one)
			strbuf_addf(out, _("%s: %s"), v->rules.v[i].field, v->rules.v[i].wanted);
		else
			tell_rule(out, &v->rules.v[i]);
	}
}

/* What the text says the pod wants, against what the quota has now. */
static bool item_has_room(const struct resource_quota *q, const struct refusal_item *item)
{
	const struct quantity *used = resources_get(&q->used, item->resource);
	const struct quantity *hard = resources_get(&q->hard, item->resource);
	struct quantity sum;
	struct error err;

	if (!item->wanted || !used || !hard || quantity_parse(item->wanted, &sum, &err) < 0)
		return true;
	quantity_add(&sum, used);
	return quantity_cmp(&sum, hard) <= 0;
}

/* It was read, and by what it says now it does not refuse: the text is of the past. */
static bool has_room_now(const struct refusal_case *c)
{
	const struct resource_quota *q = (const struct resource_quota *)(const void *)cluster_find(
		c->d->cluster, KIND_RESOURCE_QUOTA, c->w->meta.namespace_,
		view_sym(c->d->view, c->said.name));

	if (c->same || !q)
		return false;
	for (uint32_t i = 0; i < c->said.items.n; i++)
		if (!item_has_room(q, &c->said.items.v[i]))
			return false;
	return true;
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
		strbuf_addf(out, tr_n("; %u pod there is being deleted and counts until gone",
				      "; %u pods there are being deleted and count until gone", n), n);
}

/* What the template never asked for. */
static void tell_defaults(const struct refusal_case *c, const struct refusal *r, struct strbuf *out)
{
	struct admission a = { c->d->cluster, c->arena, c->d->opts.release->pod_level, 0 };

	for (uint32_t i = 0; c->w->template && i < r->items.n; i++) {
		struct limit_origin o;

		if (limit_default_of(&a, c->w->meta.namespace_, &c->w->template->spec,
				     r->items.v[i].resource, &o))
			strbuf_addf(out, _("; LimitRange %s gives container %s its %s (%s)"),
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
		strbuf_adds(out, _("; that is no longer so, and its controller will try again"));
	} else if (r->kind == REFUSED_QUOTA) {
		tell_defaults(c, r, out);
		tell_leaving(c, out);
	}
	return forms[r->kind].code;
}
