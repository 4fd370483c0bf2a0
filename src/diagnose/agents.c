#include "diagnose/agents.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/containers.h"
#include "diagnose/fill.h"

#define AGENTS_MAX 3

/* Causes that an agent on the node answers for. */
static const char *const codes[] = {
	"CniAgentDown", "CniPluginMissing", "CsiDriverMissing", "DeviceDriverMissing",
	"DevicePrepareFailed", "KubeletAdmissionError", "NetworkNotReady",
	"NetworkSetupFailed", "NodeNotReady", "SandboxFailed", "VolumeMountFailed",
};

static bool is_for_agents(const char *code)
{
	for (size_t i = 0; code && i < sizeof(codes) / sizeof(*codes); i++)
		if (strcmp(codes[i], code) == 0)
			return true;
	return false;
}

static bool is_sick_agent(const struct pod_case *k, const struct pod *p)
{
	const struct owner *owner = meta_controller(&p->meta);
	const struct condition *ready = conditions_get(&p->status.conditions, "Ready");

	return p != k->pod && owner && sym_is(owner->kind, "DaemonSet") && !pod_is_finished(p) &&
	       sym_same(p->spec.node_name, k->pod->spec.node_name) && ready &&
	       !sym_is(ready->status, "True");
}

/* "CrashLoopBackOff"; of a pod that runs and is not ready nothing. */
static const char *why_not(struct diagnosis *d, const struct pod *p)
{
	struct pod_case k = { d, p, NULL, NULL };
	struct trouble t = find_trouble(&k);

	if (!t.status || !t.status->state.waiting)
		return "";
	return sym_text(t.status->state.reason);
}

void tell_sick_agents(struct pod_case *k)
{
	const struct objects *pods = &k->d->cluster->objects[KIND_POD];
	unsigned told = 0;

	if (sym_empty(k->pod->spec.node_name) || !is_for_agents(k->r->cause.code))
		return;
	for (size_t i = 0; i < pods->n && told < AGENTS_MAX; i++) {
		const struct pod *p = (const struct pod *)(const void *)pods->v[i];
		const char *why;

		if (!is_sick_agent(k, p))
			continue;
		why = why_not(k->d, p);
		finding_add(k->r, k->r->cause.code, SEVERITY_WARNING, NULL,
			    _("%s/%s of DaemonSet %s is not ready there%s%s"), sym_text(p->meta.namespace_),
			    sym_text(p->meta.name), sym_text(meta_controller(&p->meta)->name),
			    *why ? _(": ") : "", why);
		evidence_add(k->r, fill_ref(KIND_POD, p->meta.namespace_, p->meta.name),
			     "/status/conditions", *why ? why : NULL, "True");
		told++;
	}
}
