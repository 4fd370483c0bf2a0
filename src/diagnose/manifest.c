#include "diagnose/manifest.h"

#include <string.h>

#include "admission/admission.h"
#include "advice/manifest.h"
#include "advice/what_if.h"
#include "base/i18n.h"
#include "diagnose/context.h"
#include "diagnose/fill.h"
#include "diagnose/owners.h"
#include "diagnose/refusal.h"
#include "diagnose/ruling.h"
#include "diagnose/scheduler.h"
#include "diagnose/subject.h"
#include "report/strings.h"

#define NODES_NAMED 6u

struct item { /* of the manifest */
	struct diagnosis *d;
	enum kind kind;
	const struct workload *w; /* a lone pod is a workload of one */
	struct pod_spec spec;     /* as admitted */
	uint32_t replicas;
};

/* The rest of the manifest is there by the time its pods are. */
static void put_others(struct diagnosis *d, const struct cluster *m)
{
	for (unsigned kind = 0; kind < KIND_COUNT; kind++)
		for (size_t i = 0; kind != KIND_POD && i < m->objects[kind].n; i++)
			view_put(d->view, (enum kind)kind, m->objects[kind].v[i]);
}

static struct pod *pod_of(const struct item *it, uint32_t i)
{
	struct pod *p = manifest_pod(it->d->view, it->kind, it->w, i, &it->spec, it->d->arena);

	if (it->kind == KIND_POD) {
		p->meta.name = it->w->meta.name;
		p->meta.owners.n = 0;
	}
	manifest_priority(it->d->view, p);
	manifest_claims(it->d->view, it->w, p, it->d->arena);
	return p;
}

static const struct profile *profile_for(const struct diagnosis *d, const struct pod *p)
{
	const struct profile *profile = profile_of(d, p->spec.scheduler_name);

	return profile ? profile : &d->opts.profiles[0];
}

/* The pod as --what-if supposes it, in a trial that has made the cluster so too. */
static struct pod *suppose(const struct diagnosis *d, const struct pod *p, struct trial *ret_trial)
{
	trial_begin(ret_trial, d->view, p, d->arena, NULL);
	for (uint32_t i = 0; i < d->opts.what_if_count; i++)
		what_if_make(&d->opts.what_if[i], ret_trial);
	return ret_trial->pod;
}

/* What is supposed of the cluster is undone, so that the diagnosis can suppose it itself. */
static const struct node *place(const struct item *it, const struct pod *p)
{
	struct diagnosis *d = it->d;
	struct trial t;
	const struct pod *supposed = suppose(d, p, &t);
	const struct node *n = manifest_find_node(d->view, supposed, profile_for(d, p));

	trial_end(&t);
	if (n)
		manifest_put(d->view, supposed, n, d->arena);
	return n;
}

/* Sets *ret_stuck to the first pod that no node takes. */
static struct strings place_all(const struct item *it, const struct pod **ret_stuck)
{
	struct strings nodes = { 0 };

	for (uint32_t i = 0; i < it->replicas && !*ret_stuck; i++) {
		const struct pod *p = pod_of(it, i);
		const struct node *n = place(it, p);

		if (n)
			strings_push(&nodes, sym_text(n->meta.name), it->d->arena);
		else
			*ret_stuck = p;
	}
	return nodes;
}

static void name_nodes(struct strbuf *out, const struct strings *nodes)
{
	for (uint32_t i = 0; i < nodes->n && i < NODES_NAMED; i++)
		strbuf_addf(out, "%s%s", i ? _(", ") : _(" on "), nodes->v[i]);
	if (nodes->n > NODES_NAMED)
		strbuf_addf(out, _(" and %u more"), (unsigned)(nodes->n - NODES_NAMED));
}

static void name_item(struct strbuf *out, const struct item *it)
{
	add_object_name(out, &it->w->meta);
}

static void tell_fit(const struct item *it, struct report *r)
{
	struct strbuf text = STRBUF_INIT;

	name_item(&text, it);
	if (it->kind == KIND_POD)
		strbuf_adds(&text, _(" would fit now"));
	else
		strbuf_addf(&text, _(" would fit now with all %u pods"), (unsigned)it->replicas);
	name_nodes(&text, &r->manifest.nodes);
	cause_set(r, "WouldFit", r->cause.certainty, "%s", text.buf);
	cause_advise(r, NULL, NULL); /* it does not wait yet */
	r->findings.n = 0;
	r->stage = STAGE_QUEUE_WAIT;
	strbuf_release(&text);
}

static void tell_stuck(const struct item *it, struct report *r)
{
	struct strbuf text = STRBUF_INIT;

	if (it->replicas > 1) {
		name_item(&text, it);
		if (r->manifest.nodes.n)
			strbuf_addf(&text, _(": %u of %u pods would fit now"), (unsigned)r->manifest.nodes.n,
				    (unsigned)it->replicas);
		else
			strbuf_addf(&text, _(": none of %u pods would fit now"), (unsigned)it->replicas);
		name_nodes(&text, &r->manifest.nodes);
		strbuf_addf(&text, _(". %s"), r->cause.summary);
		r->cause.summary = fill_strdup(r, text.buf);
	}
	strbuf_release(&text);
}

/* The workload with its pods as they are supposed: quotas count what these request. */
static const struct workload *as_supposed(const struct item *it)
{
	struct workload *w = ARENA_NEW(it->d->arena, struct workload);
	struct pod_template *t = ARENA_NEW(it->d->arena, struct pod_template);
	struct trial trial;

	if (!it->d->opts.what_if_count)
		return it->w;
	*t = (struct pod_template){ it->w->template->meta,
				    suppose(it->d, pod_of(it, 0), &trial)->spec };
	trial_end(&trial);
	*w = *it->w;
	w->template = t;
	return w;
}

static void add_nodes_verdict(const struct item *it, const struct report *r, struct strbuf *out)
{
	if (r->manifest.nodes.n == it->replicas)
		strbuf_adds(out, tr_n("; on the nodes it would fit", "; on the nodes all would fit",
				      it->replicas));
	else
		strbuf_addf(out, _(". Nor would it fit: %s"), r->cause.summary);
}

/* Quotas and LimitRanges are asked before any scheduler. */
static void tell_refused(const struct item *it, struct report *r)
{
	struct refusal_case c;
	struct strbuf text = STRBUF_INIT, why = STRBUF_INIT;
	const char *code;
	uint32_t admitted = refusal_case_replicas(&c, it->d, it->kind, as_supposed(it),
						  it->replicas, r->arena);

	if (admitted == it->replicas)
		return;
	code = tell_refusal(&c, &why);
	name_item(&text, it);
	if (it->replicas > 1)
		strbuf_addf(&text, _(" would not be admitted (%u of %u pods would): %s"),
			    (unsigned)admitted, (unsigned)it->replicas, why.buf);
	else
		strbuf_addf(&text, _(" would not be admitted: %s"), why.buf);
	add_nodes_verdict(it, r, &text);
	cause_set(r, code, CERTAIN_EXACT, "%s", text.buf);
	cause_advise(r, NULL, NULL);
	advise_from_page(it->d->opts.rules, r);
	r->stage = STAGE_NOT_CREATED;
	r->manifest.refused = true;
	finding_add(r, code, SEVERITY_BLOCKER, NULL,
		    _("the API server would not admit it now: %s"), why.buf);
	add_refusal_evidence(&c, r);
	strbuf_release(&text);
	strbuf_release(&why);
}

static struct report *report_on(const struct item *it)
{
	const struct pod *stuck = NULL, *first = pod_of(it, 0);
	view_mark_t mark = view_mark(it->d->view);
	struct strings nodes;
	struct report *r;

	nodes = place_all(it, &stuck);
	if (!stuck) { /* what the first one met */
		view_undo(it->d->view, mark);
		r = diagnose_pod(it->d, first);
		stuck = NULL;
		nodes = place_all(it, &stuck);
	} else {
		r = diagnose_pod(it->d, stuck);
	}
	r->manifest.set = true;
	r->manifest.replicas = it->replicas;
	r->manifest.nodes = strings_copy(&nodes, r->arena);
	if (nodes.n == it->replicas)
		tell_fit(it, r);
	else
		tell_stuck(it, r);
	tell_refused(it, r);
	fill_workload_subject(r, it->d, it->kind, it->w);
	return r;
}

static void add_item(struct diagnosis *d, enum kind kind, const struct workload *w,
		     struct reports *ret)
{
	struct admission a = { d->cluster, d->arena, d->opts.release->pod_level, 0 };
	struct item it = { .d = d, .kind = kind, .w = w };

	if (!w->template)
		return;
	it.spec = admission_pod_spec(&a, w->meta.namespace_, &w->template->spec);
	it.replicas = kind == KIND_POD ? 1 : manifest_replicas(kind, w);
	if (it.replicas)
		reports_add(ret, report_on(&it));
}

static const struct workload *as_workload(struct diagnosis *d, const struct pod *p)
{
	struct workload *w = ARENA_NEW(d->arena, struct workload);
	struct pod_template *t = ARENA_NEW(d->arena, struct pod_template);

	*t = (struct pod_template){ p->meta, p->spec };
	w->meta = p->meta;
	w->template = t;
	return w;
}

int diagnose_manifest(struct diagnosis *d, const struct cluster *m, struct reports *ret,
		      struct error *err)
{
	d->advise = true;
	put_others(d, m);
	for (unsigned kind = 0; kind < KIND_COUNT; kind++)
		for (size_t i = 0; i < m->objects[kind].n; i++) {
			const void *o = m->objects[kind].v[i];

			if (kind == KIND_POD)
				add_item(d, KIND_POD, as_workload(d, o), ret);
			else if (kind_is_workload((enum kind)kind))
				add_item(d, (enum kind)kind, o, ret);
		}
	if (!ret->n)
		return error_set(err, ERR_NOT_FOUND, _("the manifest has no pods and no workloads"));
	ret->single = ret->n == 1;
	return 0;
}
