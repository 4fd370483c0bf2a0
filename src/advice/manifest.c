#include "advice/manifest.h"

#include <string.h>

#include "replay/cycle.h"

uint32_t manifest_replicas(enum kind kind, const struct workload *w)
{
	int64_t n = w->replicas.set ? w->replicas.v : 1;

	if (kind == KIND_DAEMON_SET || kind == KIND_CRON_JOB)
		return 1;
	if (n < 0)
		n = 0;
	return n > REPLICAS_MAX ? REPLICAS_MAX : (uint32_t)n;
}

struct pod *manifest_pod(const struct view *v, enum kind kind, const struct workload *w, uint32_t i,
			 const struct pod_spec *spec, struct arena *arena)
{
	struct pod *p = ARENA_NEW(arena, struct pod);
	struct owner *o = ARENA_NEW(arena, struct owner);
	int64_t first = kind == KIND_STATEFUL_SET && w->first_ordinal.set ? w->first_ordinal.v : 0;
	long long number = (long long)(kind == KIND_STATEFUL_SET ? first + i : (int64_t)i + 1);

	p->meta = w->template->meta;
	p->meta.name = view_sym(v, arena_printf(arena, "%.240s-%lld", sym_text(w->meta.name), number));
	p->meta.namespace_ = w->meta.namespace_;
	*o = (struct owner){ view_sym(v, kinds[kind].name), w->meta.name, w->meta.uid, true };
	p->meta.owners.v = o;
	p->meta.owners.n = 1;
	p->spec = *spec;
	p->status.phase = view_sym(v, "Pending");
	return p;
}

static const struct priority_class *global_class(const struct view *v)
{
	const struct objects *l = view_objects(v, KIND_PRIORITY_CLASS);
	const struct priority_class *best = NULL;

	for (size_t i = 0; i < l->n; i++) {
		const struct priority_class *c =
			(const struct priority_class *)(const void *)l->v[i];

		if (c->global_default == TRI_TRUE && (!best || c->value.v < best->value.v))
			best = c;
	}
	return best;
}

static int64_t system_priority(sym name)
{
	if (sym_is(name, "system-cluster-critical"))
		return 2000000000;
	return sym_is(name, "system-node-critical") ? 2000001000 : 0;
}

void manifest_priority(const struct view *v, struct pod *p)
{
	const struct priority_class *c = NULL;

	if (p->spec.priority.set)
		return;
	if (sym_empty(p->spec.priority_class_name))
		c = global_class(v);
	else
		c = VIEW_FIND(v, PRIORITY_CLASS, priority_class, ((sym){ NULL }),
			      p->spec.priority_class_name);
	p->spec.priority = (struct opt_i64){
		true, c ? c->value.v : system_priority(p->spec.priority_class_name)
	};
	if (c && sym_empty(p->spec.preemption_policy))
		p->spec.preemption_policy = c->preemption_policy;
	if (sym_empty(p->spec.preemption_policy))
		p->spec.preemption_policy = view_sym(v, "PreemptLowerPriority");
}

static void add_volume(struct pod *p, sym volume, sym claim, struct arena *arena)
{
	struct volumes *l = &p->spec.volumes;
	struct volume *list = ARENA_ARRAY(arena, (size_t)l->n + 1, struct volume);
	struct claim_source *source = ARENA_NEW(arena, struct claim_source);

	if (l->n)
		memcpy(list, l->v, l->n * sizeof(*list));
	source->claim_name = claim;
	list[l->n] = (struct volume){ .name = volume, .claim = source };
	l->v = list;
	l->n++;
}

void manifest_claims(struct view *v, const struct workload *w, struct pod *p, struct arena *arena)
{
	for (uint32_t i = 0; i < w->claim_templates.n; i++) {
		const struct pvc *from = &w->claim_templates.v[i];
		struct pvc *c = ARENA_NEW(arena, struct pvc);

		*c = *from;
		c->meta.namespace_ = p->meta.namespace_;
		c->meta.name = view_sym(v, arena_printf(arena, "%s-%s", sym_text(from->meta.name),
							sym_text(p->meta.name)));
		c->phase = view_sym(v, "Pending");
		add_volume(p, from->meta.name, c->meta.name, arena);
		if (!view_find(v, KIND_PVC, c->meta.namespace_, c->meta.name))
			view_put(v, KIND_PVC, &c->meta);
	}
}

/* How full a node would be, in thousandths of cpu and memory together. */
static int64_t fullness(const struct node_info *n, const struct amounts *more)
{
	int64_t cpu = n->allocatable.cpu > 0 ? n->allocatable.cpu : 1;
	int64_t memory = n->allocatable.memory > 0 ? n->allocatable.memory : 1;

	return (n->used.cpu + more->cpu) / (cpu / 1000 + 1) +
	       (n->used.memory + more->memory) / (memory / 1000 + 1);
}

static const struct node_info *emptiest(struct view *v, struct cycle *c)
{
	const struct node_info *best = NULL;
	struct outcome quiet = outcome_init(WANT_CODE, cycle_in(c)->arena);
	const struct amounts *more = &cycle_in(c)->requests;

	if (cycle_prefilter_end(c)->stopped)
		return NULL;
	for (uint32_t i = 0; i < view_node_count(v); i++) {
		struct node_info *n = view_node(v, i);

		if (best && fullness(n, more) >= fullness(best, more))
			continue;
		if (!cycle_excludes(c, n) && cycle_filter_all(c, n, &quiet).code == CODE_SUCCESS)
			best = n;
	}
	return best;
}

const struct node *manifest_find_node(struct view *v, const struct pod *p,
				      const struct profile *profile)
{
	struct cycle *c = cycle_new(v, p, profile);
	const struct node_info *n = emptiest(v, c);
	const struct node *node = n ? n->node : NULL;

	cycle_free(c);
	return node;
}

void manifest_put(struct view *v, const struct pod *p, const struct node *node, struct arena *arena)
{
	struct pod *placed = ARENA_NEW(arena, struct pod);

	*placed = *p;
	placed->spec.node_name = node->meta.name;
	view_put(v, KIND_POD, &placed->meta);
}
