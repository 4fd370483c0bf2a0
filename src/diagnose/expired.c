#include "diagnose/expired.h"

#include "base/i18n.h"
#include "diagnose/event_index.h"
#include "diagnose/fill.h"

#define EVENTS_LIVE_SECONDS 3600 /* --event-ttl of the API server, unless somebody changed it */

static bool has_events(const struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);

	return next_event(&w) != NULL;
}

void tell_no_evidence(struct pod_case *k, struct opt_time since)
{
	enum coverage coverage = view_coverage(k->d->view, KIND_EVENT);
	const char *why = k->d->cluster->coverage_why[KIND_EVENT];
	struct opt_i64 age = age_of(k->d, since);

	if (coverage == COVER_NONE) {
		unchecked_add(k->r, "events", why ? why : _("could not be read"));
		return;
	}
	if (coverage == COVER_ABSENT) {
		unchecked_add(k->r, "events", _("there are none in the snapshot; they might say why"));
		return;
	}
	if (age.set && age.v > EVENTS_LIVE_SECONDS)
		finding_add(k->r, "EvidenceExpired", SEVERITY_INFO, NULL,
			    _("events live an hour: those that said why have expired, the next retry "
			    "may write new ones"));
	else
		finding_add(k->r, "EvidenceExpired", SEVERITY_INFO, NULL, "%s",
			    has_events(k) ? _("none of its events says why") : _("it has no events"));
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name), NULL, NULL,
		     NULL);
}
