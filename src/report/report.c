#include "report/report.h"

#include <string.h>

#include "base/die.h"
#include "base/i18n.h"

const char *stage_name(enum stage s)
{
	static const char *const names[STAGE_COUNT] = {
		[STAGE_NOT_CREATED] = N_("not-created"),
		[STAGE_GATED] = N_("gated"),
		[STAGE_QUEUE_WAIT] = N_("queue-wait"),
		[STAGE_FILTER_FAILURE] = N_("filter-failure"),
		[STAGE_FRAGMENTATION] = N_("fragmentation"),
		[STAGE_PREEMPTING] = N_("preempting"),
		[STAGE_BIND_WAIT] = N_("bind-wait"),
		[STAGE_POST_BIND] = N_("post-bind"),
		[STAGE_RUNNING_NOT_READY] = N_("running-not-ready"),
		[STAGE_READY] = N_("ready"),
		[STAGE_FINISHED] = N_("finished"),
		[STAGE_UNKNOWN] = N_("unknown"),
	};

	return names[s];
}

const char *certainty_name(enum certainty c)
{
	static const char *const names[] = {
		[CERTAIN_EXACT] = "exact",
		[CERTAIN_LIKELY] = N_("likely"),
		[CERTAIN_UNKNOWN] = N_("unknown"),
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
		[VERDICT_FITS] = N_("fits"),
		[VERDICT_REJECTED] = N_("rejected"),
		[VERDICT_UNKNOWN] = N_("unknown"),
	};

	return names[v];
}

const char *agreement_name(enum agreement a)
{
	static const char *const names[] = {
		[AGREE_NONE] = N_("none"),
		[AGREE_EXACT] = N_("exact"),
		[AGREE_DRIFT] = N_("drift"),
		[AGREE_UNEXPLAINED] = N_("unexplained"),
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

struct report *reports_take(struct reports *rs, size_t i)
{
	struct report *r;

	reports_get(rs, i);
	r = rs->v[i];
	rs->v[i] = NULL;
	return r;
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

bool rejection_is_echo(const struct rejections *r, uint32_t i)
{
	if (r->v[i].code != CODE_PREFILTER_RESULT)
		return false;
	for (uint32_t j = 0; j < r->n; j++)
		if (j != i && strcmp(r->v[j].plugin, r->v[i].plugin) == 0)
			return true;
	return false;
}
