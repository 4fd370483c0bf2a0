#include "report/report.h"

#include "base/die.h"

const char *stage_name(enum stage s)
{
	static const char *const names[STAGE_COUNT] = {
		[STAGE_NOT_CREATED] = "not-created",
		[STAGE_GATED] = "gated",
		[STAGE_QUEUE_WAIT] = "queue-wait",
		[STAGE_FILTER_FAILURE] = "filter-failure",
		[STAGE_FRAGMENTATION] = "fragmentation",
		[STAGE_PREEMPTING] = "preempting",
		[STAGE_BIND_WAIT] = "bind-wait",
		[STAGE_POST_BIND] = "post-bind",
		[STAGE_RUNNING_NOT_READY] = "running-not-ready",
		[STAGE_READY] = "ready",
		[STAGE_FINISHED] = "finished",
		[STAGE_UNKNOWN] = "unknown",
	};

	return names[s];
}

const char *certainty_name(enum certainty c)
{
	static const char *const names[] = {
		[CERTAIN_EXACT] = "exact",
		[CERTAIN_LIKELY] = "likely",
		[CERTAIN_UNKNOWN] = "unknown",
	};

	return names[c];
}

const char *severity_name(enum severity s)
{
	static const char *const names[] = {
		[SEVERITY_BLOCKER] = "blocker",
		[SEVERITY_WARNING] = "warning",
		[SEVERITY_INFO] = "info",
	};

	return names[s];
}

const char *verdict_name(enum verdict v)
{
	static const char *const names[] = {
		[VERDICT_FITS] = "fits",
		[VERDICT_REJECTED] = "rejected",
		[VERDICT_UNKNOWN] = "unknown",
	};

	return names[v];
}

const char *agreement_name(enum agreement a)
{
	static const char *const names[] = {
		[AGREE_NONE] = "none",
		[AGREE_EXACT] = "exact",
		[AGREE_DRIFT] = "drift",
		[AGREE_UNEXPLAINED] = "unexplained",
	};

	return names[a];
}

const char *code_name(enum code c)
{
	static const char *const names[] = {
		[CODE_SUCCESS] = "Success",
		[CODE_SKIP] = "Skip",
		[CODE_UNSCHEDULABLE] = "Unschedulable",
		[CODE_UNRESOLVABLE] = "UnschedulableAndUnresolvable",
		[CODE_ERROR] = "Error",
		[CODE_PREFILTER_RESULT] = "PreFilterResult",
		[CODE_UNKNOWN] = "Unknown",
	};

	return names[c];
}

struct report *report_new(void)
{
	struct arena *arena = arena_new();
	struct report *r = ARENA_NEW(arena, struct report);

	r->arena = arena;
	r->stage = STAGE_UNKNOWN;
	r->cause.certainty = CERTAIN_UNKNOWN;
	r->advice.fits_when_empty = -1;
	return r;
}

void report_free(struct report *r)
{
	if (r)
		arena_free(r->arena);
}

static bool would_run(const struct report *r)
{
	return r->manifest.set && !r->manifest.refused && r->manifest.nodes.n == r->manifest.replicas;
}

static void note_stage(struct reports *rs, const struct report *r)
{
	enum stage stage = r->stage;

	if (would_run(r))
		return;
	rs->stuck |= stage != STAGE_READY && stage != STAGE_FINISHED;
	rs->undecided |= stage == STAGE_UNKNOWN;
}

static void reserve(struct reports *rs, size_t n)
{
	size_t old = rs->cap;

	if (n <= old)
		return;
	rs->cap = n > 2 * old ? n : 2 * old;
	rs->v = xrealloc(rs->v, rs->cap * sizeof(struct report *));
	for (size_t i = old; i < rs->cap; i++)
		rs->v[i] = NULL;
}

void reports_add(struct reports *rs, struct report *r)
{
	reserve(rs, rs->n + 1);
	rs->v[rs->n++] = r;
	note_stage(rs, r);
}

const struct report *reports_get(struct reports *rs, size_t i)
{
	reserve(rs, rs->n);
	if (!rs->v[i]) {
		rs->v[i] = rs->make(rs->self, i);
		note_stage(rs, rs->v[i]);
	}
	return rs->v[i];
}

void reports_drop(struct reports *rs, size_t i)
{
	if (!rs->make)
		return;
	report_free(rs->v[i]);
	rs->v[i] = NULL;
}

void reports_release(struct reports *rs)
{
	for (size_t i = 0; i < rs->cap; i++)
		report_free(rs->v[i]);
	xfree(rs->v);
	*rs = (struct reports){ 0 };
}
