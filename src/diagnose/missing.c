/* How many pods a workload lacks, by the rules of its controller. */
#include "diagnose/not_created.h"
#include "diagnose/owners.h"

struct tally {
	int64_t active, all;
};

static void count_pod(const struct pod *p, void *ctx)
{
	struct tally *t = ctx;

	t->all++;
	t->active += !pod_is_finished(p) && !p->meta.deleted.set;
}

static struct tally count_pods(const struct diagnosis *d, enum kind kind, const struct workload *w)
{
	struct tally t = { 0, 0 };

	each_pod(d, kind, w, count_pod, &t);
	return t;
}

bool workload_has_pods(const struct diagnosis *d, enum kind kind, const struct workload *w)
{
	return count_pods(d, kind, w).all > 0;
}

/* The API's int32: what lies outside is no count. */
static int64_t or_default(struct opt_i64 v, int64_t fallback)
{
	if (!v.set)
		return fallback;
	return v.v < 0 ? 0 : v.v > INT32_MAX ? INT32_MAX : v.v;
}

static int64_t positive(int64_t v)
{
	return v > 0 ? v : 0;
}

/* The status may lag behind, and hand-written objects have none: the larger count is taken. */
static int64_t lacking(const struct diagnosis *d, enum kind kind, const struct workload *w,
		       int64_t desired, int64_t counted)
{
	int64_t active = count_pods(d, kind, w).active;

	return positive(desired - (active > counted ? active : counted));
}

/* Each ReplicaSet for itself: an old one's pods do not make up for those of the new one. */
static int64_t missing_in_sets(const struct diagnosis *d, const struct workload *w)
{
	int64_t missing = 0;
	bool any = false;

	for (const struct child *c = first_child(d, KIND_DEPLOYMENT, &w->meta); c;
	     c = next_child(c, &w->meta)) {
		if (c->kind != KIND_REPLICA_SET)
			continue;
		any = true;
		missing += missing_pods(d, KIND_REPLICA_SET, (const struct workload *)c->object);
	}
	if (any)
		return missing;
	return lacking(d, KIND_DEPLOYMENT, w, or_default(w->replicas, 1),
		       or_default(w->status_replicas, 0));
}

static bool job_is_over(const struct workload *w)
{
	static const char *const ends[] = { "Complete", "Failed", "FailureTarget" };

	for (size_t i = 0; i < sizeof(ends) / sizeof(*ends); i++) {
		const struct condition *c = conditions_get(&w->conditions, ends[i]);

		if (c && sym_is(c->status, "True"))
			return true;
	}
	return false;
}

static int64_t missing_in_job(const struct diagnosis *d, const struct workload *w)
{
	int64_t desired = or_default(w->replicas, 1);
	int64_t done = or_default(w->succeeded, 0);

	if (job_is_over(w))
		return 0;
	if (w->completions.set && or_default(w->completions, 0) - done < desired)
		desired = positive(or_default(w->completions, 0) - done);
	else if (!w->completions.set && done > 0)
		desired = 0; /* a work queue: no new pods once one has succeeded */
	return lacking(d, KIND_JOB, w, desired, or_default(w->active, 0));
}

int64_t missing_pods(const struct diagnosis *d, enum kind kind, const struct workload *w)
{
	if (w->meta.deleted.set)
		return 0;
	if (kind == KIND_DEPLOYMENT)
		return missing_in_sets(d, w);
	if (kind == KIND_JOB)
		return missing_in_job(d, w);
	if (kind == KIND_CRON_JOB) /* its pods come when their time has come */
		return 0;
	if (kind == KIND_DAEMON_SET)
		return lacking(d, kind, w, or_default(w->desired_scheduled, 0),
			       or_default(w->current_scheduled, 0));
	return lacking(d, kind, w, or_default(w->replicas, 1), or_default(w->status_replicas, 0));
}
