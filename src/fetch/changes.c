#include "fetch/changes.h"

#include "base/i18n.h"

static void separate(struct strbuf *out)
{
	if (out->len)
		strbuf_adds(out, C_("clause", ", "));
}

static void add(struct strbuf *out, const char *what)
{
	separate(out);
	strbuf_adds(out, what);
}

static void add_sym(struct strbuf *out, const char *what, sym before, sym after)
{
	if (sym_same(before, after))
		return;
	separate(out);
	strbuf_addf(out, _("%s was %s and is %s"), what, sym_empty(before) ? _("empty") : before.s,
		    sym_empty(after) ? _("empty") : after.s);
}

static void add_count(struct strbuf *out, const char *what, struct opt_i64 before,
		      struct opt_i64 after)
{
	if (before.v == after.v)
		return;
	separate(out);
	strbuf_addf(out, _("%s was %lld and is %lld"), what, (long long)before.v,
		    (long long)after.v);
}

static const struct condition *scheduled(const struct pod *p)
{
	return conditions_get(&p->status.conditions, "PodScheduled");
}

static sym condition_reason(const struct pod *p)
{
	return scheduled(p) ? scheduled(p)->reason : (sym){ NULL };
}

static sym condition_message(const struct pod *p)
{
	return scheduled(p) ? scheduled(p)->message : (sym){ NULL };
}

static bool state_differs(const struct container_state *a, const struct container_state *b)
{
	return a->waiting != b->waiting || a->running != b->running ||
	       a->terminated != b->terminated || !sym_same(a->reason, b->reason);
}

static bool containers_differ(const struct container_statuses *a, const struct container_statuses *b)
{
	if (a->n != b->n)
		return true;
	for (uint32_t i = 0; i < a->n; i++)
		if (!sym_same(a->v[i].name, b->v[i].name) || a->v[i].ready != b->v[i].ready ||
		    a->v[i].restart_count.v != b->v[i].restart_count.v ||
		    state_differs(&a->v[i].state, &b->v[i].state))
			return true;
	return false;
}

void changes_of_pod(struct strbuf *out, const struct pod *before, const struct pod *after)
{
	add_sym(out, _("its uid"), before->meta.uid, after->meta.uid);
	add_sym(out, _("its phase"), before->status.phase, after->status.phase);
	add_sym(out, _("its node"), before->spec.node_name, after->spec.node_name);
	add_sym(out, _("its nominated node"), before->status.nominated_node,
		after->status.nominated_node);
	if (before->meta.deleted.set != after->meta.deleted.set)
		add(out, _("it is being deleted"));
	add_sym(out, _("the reason it is not scheduled"), condition_reason(before),
		condition_reason(after));
	if (before->spec.gates.n != after->spec.gates.n)
		add(out, _("its scheduling gates changed"));
	if (containers_differ(&before->status.init_containers, &after->status.init_containers) ||
	    containers_differ(&before->status.containers, &after->status.containers))
		add(out, _("the states of its containers changed"));
	if (!out->len && !sym_same(condition_message(before), condition_message(after)))
		add(out, _("the scheduler has tried again"));
}

void changes_of_workload(struct strbuf *out, const struct workload *before,
			 const struct workload *after)
{
	add_sym(out, _("its uid"), before->meta.uid, after->meta.uid);
	if (before->meta.deleted.set != after->meta.deleted.set)
		add(out, _("it is being deleted"));
	add_count(out, _("the number of pods that it wants"), before->replicas, after->replicas);
	add_count(out, _("the number of its pods"), before->status_replicas, after->status_replicas);
	add_count(out, _("the number of its active pods"), before->active, after->active);
	add_count(out, _("the number of its pods on nodes"), before->current_scheduled,
		  after->current_scheduled);
	if (before->suspend != after->suspend || before->paused != after->paused)
		add(out, _("it was suspended, paused or resumed"));
}
