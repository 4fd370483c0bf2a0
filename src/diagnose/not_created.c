/* Why the pods of a workload do not exist, from the workload's own state. */
#include "diagnose/not_created.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/creation.h"
#include "diagnose/creation_rules.h"
#include "diagnose/fill.h"
#include "diagnose/owners.h"
#include "diagnose/refusal.h"
#include "diagnose/subject.h"

#define JUST_MADE_SECONDS 30 /* a controller needs some seconds */

struct workload_case {
	const struct diagnosis *d;
	enum kind kind;
	const struct workload *w;
	struct report *r;
	int64_t missing;
};

static bool condition_true(const struct workload *w, const char *type)
{
	const struct condition *c = conditions_get(&w->conditions, type);

	return c && sym_is(c->status, "True");
}

static void tell(struct workload_case *k, const char *code, enum certainty certainty,
		 const char *fmt, ...) __attribute__((format(printf, 4, 5)));

/* "recs/recommender lacks 3 pods: ..." is the frame of most causes. */
static void tell(struct workload_case *k, const char *code, enum certainty certainty,
		 const char *fmt, ...)
{
	struct strbuf b = STRBUF_INIT;
	size_t at;
	va_list ap;

	add_object_name(&b, &k->w->meta);
	if (k->missing > 0)
		strbuf_addf(&b, tr_n(" lacks %lld pod: ", " lacks %lld pods: ",
				     (unsigned long)k->missing), (long long)k->missing);
	else
		strbuf_addc(&b, ' ');
	at = b.len;
	va_start(ap, fmt);
	strbuf_vaddf(&b, fmt, ap);
	va_end(ap);
	cause_set(k->r, code, certainty, "%s", b.buf);
	finding_add(k->r, code,
		    k->r->stage == STAGE_NOT_CREATED ? SEVERITY_BLOCKER : SEVERITY_INFO, NULL, "%s",
		    b.buf + at);
	evidence_add(k->r, fill_ref(k->kind, k->w->meta.namespace_, k->w->meta.name), NULL, NULL, NULL);
	strbuf_release(&b);
}

/* --- the API server's refusal */

static const struct refusal_word {
	const char *part, *code;
} refusals[] = {
	{ "exceeded quota", "QuotaExceeded" },
	{ "failed quota", "QuotaNeedsRequests" },
	{ "status unknown for quota", "QuotaNotCounted" },
	{ "violates PodSecurity", "PodSecurityViolation" },
	{ "failed calling webhook", "WebhookUnreachable" },
	{ "denied the request", "WebhookDenied" },
	{ "ValidatingAdmissionPolicy", "AdmissionPolicyDenied" },
	{ "no PriorityClass with name", "PriorityClassMissing" },
	{ "error looking up service account", "ServiceAccountMissing" },
	{ "RuntimeClass", "RuntimeClassMissing" },
	{ "usage per Container", "LimitRangeViolation" },
	{ "usage per Pod", "LimitRangeViolation" },
	{ "max limit to request ratio", "LimitRangeViolation" },
	{ "is being terminated", "NamespaceTerminating" },
	{ "security context constraint", "SecurityContextConstraint" },
	{ "is invalid:", "InvalidPodTemplate" },
	{ "already exists", "PodNameTaken" },
	{ "is forbidden", "CreationForbidden" },
};

static const char *refusal_code(const char *message)
{
	for (size_t i = 0; i < sizeof(refusals) / sizeof(*refusals); i++)
		if (strstr(message, refusals[i].part))
			return refusals[i].code;
	return "CreationFailed";
}

/* `pods "web-x7k2p" is forbidden: exceeded ...`: the pod's random name tells nobody anything. */
static const char *without_pod_name(const char *message)
{
	static const char frame[] = "\" is forbidden: ";
	const char *at = strstr(message, frame);

	if (strncmp(message, "pods \"", 6) != 0 || !at)
		return message;
	return at + sizeof(frame) - 1;
}

/*
 * Quotas, LimitRanges and Pod Security in our own words, the rest in those of the API server.  said
 * NULL: nothing is known to have been said, and only what quotas and LimitRanges would refuse is told.
 */
static bool explain_refused(struct workload_case *k, const struct refused_creation *refused)
{
	struct arena *arena = arena_new();
	struct strbuf text = STRBUF_INIT;
	const char *said = refused ? refused->text : NULL, *code, *known;
	struct refusal_case c;

	refusal_case_init(&c, k->d, k->kind, k->w, said, arena);
	code = tell_refusal(&c, &text);
	known = said ? advise_refusal(k->r, k->d, k->kind, k->w, said) : NULL;
	if (code)
		tell(k, code, said ? CERTAIN_EXACT : CERTAIN_LIKELY, "%s", text.buf);
	else if (said)
		tell(k, known ? known : refusal_code(said), CERTAIN_EXACT,
		     _("the API server refuses to create them: %s"), without_pod_name(said));
	if (said)
		evidence_add(k->r, refused->of, refused->pointer, said, NULL);
	if (code || said)
		add_refusal_evidence(&c, k->r);
	strbuf_release(&text);
	arena_free(arena);
	return code || said;
}

static bool explain_failure(struct workload_case *k)
{
	struct refused_creation refused;

	return k->missing && find_refused_creation(k->d, k->kind, k->w, &refused) &&
	       explain_refused(k, &refused);
}

/* Nobody has said so, or no longer: but the next pod would be refused. */
static bool explain_unadmitted(struct workload_case *k)
{
	return k->missing && explain_refused(k, NULL);
}

/* --- switched off on purpose */

static bool explain_deleted(struct workload_case *k)
{
	if (!k->w->meta.deleted.set)
		return false;
	tell(k, "WorkloadTerminating", CERTAIN_EXACT, _("is being deleted%s%s"),
	     k->w->meta.finalizers.n ? _("; finalizers keep it: ") : "",
	     k->w->meta.finalizers.n ? sym_text(k->w->meta.finalizers.v[0]) : "");
	return true;
}

static bool explain_over(struct workload_case *k)
{
	const struct condition *c = conditions_get(&k->w->conditions, "Failed");
	bool failed = condition_true(k->w, "Failed");

	if (k->kind != KIND_JOB || (!failed && !condition_true(k->w, "Complete")))
		return false;
	k->r->stage = STAGE_FINISHED;
	if (failed)
		tell(k, "JobFailed", CERTAIN_EXACT, _("has failed: %s%s%s"), sym_text(c->reason),
		     sym_empty(c->reason) ? "" : C_("clause", ", "), sym_text(c->message));
	else
		tell(k, "JobComplete", CERTAIN_EXACT, _("is complete"));
	return true;
}

static bool explain_suspended(struct workload_case *k)
{
	sym queue = labels_get(&k->w->meta.labels,
			       view_sym(k->d->view, "kueue.x-k8s.io/queue-name"));

	if (k->w->suspend != TRI_TRUE)
		return false;
	if (k->kind == KIND_CRON_JOB)
		tell(k, "CronJobSuspended", CERTAIN_EXACT, _("is suspended and starts no Jobs"));
	else if (queue.s)
		tell(k, "JobSuspended", CERTAIN_EXACT,
		     _("the Job is suspended until Kueue admits it from queue %s"), queue.s);
	else
		tell(k, "JobSuspended", CERTAIN_EXACT, _("the Job is suspended"));
	add_kueue(k->r, k->d, k->kind, k->w);
	return true;
}

/* Missed starts, an earlier Job that still runs, a schedule that cannot be read. */
static bool explain_cron_events(struct workload_case *k)
{
	return k->kind == KIND_CRON_JOB &&
	       explain_by_events(k->r, k->d, k->kind, k->w, k->w->last_schedule);
}

static bool explain_cron(struct workload_case *k)
{
	struct opt_i64 age = age_of(k->d, k->w->last_schedule);
	struct strbuf b = STRBUF_INIT;

	if (k->kind != KIND_CRON_JOB)
		return false;
	if (age.set)
		add_duration(&b, age.v);
	if (age.set)
		tell(k, "CronJobNotDue", CERTAIN_EXACT, _("runs at \"%s\"; its last Job was due %s ago"),
		     sym_text(k->w->schedule), b.buf);
	else
		tell(k, "CronJobNotDue", CERTAIN_EXACT, _("runs at \"%s\"; it has not run yet"),
		     sym_text(k->w->schedule));
	strbuf_release(&b);
	return true;
}

static bool explain_zero(struct workload_case *k)
{
	if (k->kind == KIND_DAEMON_SET) {
		if (!k->w->desired_scheduled.set || k->w->desired_scheduled.v > 0)
			return false;
		tell(k, "NoNodeDesired", CERTAIN_EXACT, _("has no node that its template could run on"));
		return true;
	}
	if (!k->w->replicas.set || k->w->replicas.v > 0)
		return false;
	tell(k, "ScaledToZero", CERTAIN_EXACT, _("is scaled to zero"));
	return true;
}

static bool explain_paused(struct workload_case *k)
{
	if (k->kind != KIND_DEPLOYMENT || k->w->paused != TRI_TRUE || !k->missing)
		return false;
	tell(k, "DeploymentPaused", CERTAIN_EXACT,
	     _("the Deployment is paused and makes no new ReplicaSet"));
	return true;
}

/* --- waiting for something else */

static bool explain_class(struct workload_case *k)
{
	sym name = k->w->template ? k->w->template->spec.priority_class_name : (sym){ NULL };

	if (!k->missing || sym_empty(name) ||
	    view_coverage(k->d->view, KIND_PRIORITY_CLASS) != COVER_READ ||
	    cluster_find(k->d->cluster, KIND_PRIORITY_CLASS, (sym){ NULL }, name))
		return false;
	tell(k, "PriorityClassMissing", CERTAIN_LIKELY, _("PriorityClass %s does not exist"), name.s);
	return true;
}

static bool pod_is_ready(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "Ready");

	return c ? sym_is(c->status, "True") : sym_is(p->status.phase, "Running");
}

/* The ordinal behind "<set>-", or -1. */
static int64_t ordinal_of(const struct pod *p, const struct workload *w)
{
	size_t n = strlen(sym_text(w->meta.name));
	const char *name = sym_text(p->meta.name);
	int64_t ordinal;

	if (strncmp(name, sym_text(w->meta.name), n) != 0 || name[n] != '-' ||
	    !parse_int64(name + n + 1, &ordinal))
		return -1;
	return ordinal;
}

/* The pod of the lowest ordinal that is not ready or goes away: the next one waits for it. */
static const struct pod *find_order_blocker(const struct workload_case *k)
{
	const struct pod *blocker = NULL;
	int64_t lowest = INT64_MAX;

	for (const struct child *c = first_child(k->d, k->kind, &k->w->meta); c;
	     c = next_child(c, &k->w->meta)) {
		const struct pod *p = (const struct pod *)c->object;
		int64_t ordinal;

		if (c->kind != KIND_POD || (pod_is_ready(p) && !p->meta.deleted.set))
			continue;
		ordinal = ordinal_of(p, k->w);
		if (ordinal >= 0 && ordinal < lowest) {
			lowest = ordinal;
			blocker = p;
		}
	}
	return blocker;
}

static bool explain_order(struct workload_case *k)
{
	const struct pod *blocker;

	if (k->kind != KIND_STATEFUL_SET || !k->missing ||
	    sym_is(k->w->pod_management_policy, "Parallel"))
		return false;
	blocker = find_order_blocker(k);
	if (!blocker)
		return false;
	tell(k, "StatefulSetOrder", CERTAIN_EXACT, blocker->meta.deleted.set ?
	     _("the next one is made when %s is ready, and it is being deleted") :
	     _("the next one is made when %s is ready, and it is not"), sym_text(blocker->meta.name));
	return true;
}

static bool explain_backoff(struct workload_case *k)
{
	if (k->kind != KIND_JOB || !k->missing || !k->w->failed.set || k->w->failed.v <= 0)
		return false;
	tell(k, "JobBackoff", CERTAIN_LIKELY,
	     _("%lld have failed, and the Job waits before it tries another"), (long long)k->w->failed.v);
	return true;
}

static bool explain_uncreated(struct workload_case *k)
{
	struct opt_i64 age = age_of(k->d, k->w->meta.created);

	if (!k->missing)
		return false;
	if (explain_by_events(k->r, k->d, k->kind, k->w, k->w->meta.created))
		return true;
	if (age.set && age.v < JUST_MADE_SECONDS) {
		tell(k, "PodsNotCreated", CERTAIN_EXACT, _("it has only just been made"));
		k->r->findings.v[k->r->findings.n - 1].severity = SEVERITY_INFO;
		return true;
	}
	if (k->kind == KIND_DEPLOYMENT && !first_child(k->d, k->kind, &k->w->meta) &&
	    k->d->cluster->objects[KIND_REPLICA_SET].n)
		tell(k, "ReplicaSetMissing", CERTAIN_LIKELY, _("it has no ReplicaSet"));
	else
		tell(k, "PodsNotCreated", CERTAIN_LIKELY,
		     _("nothing in its state says why they have not been created"));
	return true;
}

/* Its pods are not among what was read: its own counts are all that can be told. */
static bool explain_unseen(struct workload_case *k)
{
	int64_t wanted = k->w->replicas.set ? k->w->replicas.v : 1;
	int64_t ready = k->w->ready_replicas.set ? k->w->ready_replicas.v : 0;
	const struct condition *stalled = conditions_get(&k->w->conditions, "Progressing");

	if (k->kind == KIND_CRON_JOB || k->kind == KIND_DAEMON_SET || wanted <= ready ||
	    workload_has_pods(k->d, k->kind, k->w))
		return false;
	k->r->stage = STAGE_UNKNOWN;
	if (stalled && sym_is(stalled->status, "False"))
		tell(k, "Undecided", CERTAIN_UNKNOWN,
		     _("says that %lld of its %lld pods are ready, and none of them could be looked at (%s: %s)"),
		     (long long)ready, (long long)wanted, sym_text(stalled->reason),
		     sym_text(stalled->message));
	else
		tell(k, "Undecided", CERTAIN_UNKNOWN,
		     _("says that %lld of its %lld pods are ready, and none of them could be looked at"),
		     (long long)ready, (long long)wanted);
	unchecked_add(k->r, kinds[KIND_POD].plural, _("none of its pods is in what was read"));
	return true;
}

static bool explain_complete(struct workload_case *k)
{
	k->r->stage = STAGE_READY;
	tell(k, "AllPodsExist", CERTAIN_EXACT, _("has all the pods it wants"));
	return true;
}

void explain_workload(struct report *r, const struct diagnosis *d, enum kind kind,
		      const struct workload *w)
{
	static bool (*const explanations[])(struct workload_case *k) = {
		explain_deleted, explain_over,	  explain_suspended, explain_cron_events,
		explain_cron,
		explain_zero,	 explain_failure, explain_paused,    explain_class,
		explain_order,	 explain_unadmitted, explain_backoff, explain_uncreated,
		explain_unseen,	 explain_complete,
	};
	struct workload_case k = { d, kind, w, r, missing_pods(d, kind, w) };

	r->stage = STAGE_NOT_CREATED;
	for (size_t i = 0; i < sizeof(explanations) / sizeof(*explanations); i++)
		if (explanations[i](&k))
			return;
}
