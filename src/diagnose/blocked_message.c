/* Where the replay cannot tell, the scheduler's message is taken apart instead. */
#include <string.h>

#include "base/i18n.h"
#include "diagnose/blocked.h"
#include "diagnose/fill.h"
#include "diagnose/subject.h"
#include "replay/volumes.h"

/* What a reason means, the most telling first: taints and cordons are on every cluster. */
static const struct known_reason {
	const char *text, *code;
} known_reasons[] = {
	{ "no nodes available to schedule pods", "NoNodes" },
	{ "unbound immediate PersistentVolumeClaims", "UnboundImmediateClaim" },
	{ "unbound PersistentVolumeClaims", "UnboundImmediateClaim" },
	{ "waiting for ephemeral volume controller", "EphemeralClaimNotCreated" },
	{ "persistentvolumeclaim \"", "PersistentVolumeClaimMissing" },
	{ "storageclass.storage.k8s.io \"", "StorageClassMissing" },
	{ "persistentvolume \"", "PersistentVolumeMissing" },
	{ "node(s) didn't match PersistentVolume's node affinity", "VolumeNodeAffinity" },
	{ "node(s) had volume node affinity conflict", "VolumeNodeAffinity" },
	{ "ReadWriteOncePod", "ReadWriteOncePodInUse" },
	{ "node(s) didn't find available persistent volumes", "NoVolumeToBind" },
	{ "node(s) did not have enough free storage", "VolumeCapacity" },
	{ "node(s) had no available volume zone", "VolumeZone" },
	{ "node(s) exceed max volume count", "VolumeLimits" },
	{ "Insufficient cpu", "InsufficientCpu" },
	{ "Insufficient memory", "InsufficientMemory" },
	{ "Insufficient ", "InsufficientResource" },
	{ "Too many pods", "TooManyPods" },
	{ "node(s) didn't have free ports", "HostPortConflict" },
	{ "pod anti-affinity rules", "PodAntiAffinity" },
	{ "existing pods anti-affinity rules", "PodAntiAffinity" },
	{ "pod affinity rules", "PodAffinity" },
	{ "topology spread constraints", "TopologySpread" },
	{ "resourceclaim", "ResourceClaimUnsatisfied" },
	{ "cannot allocate all claims", "ResourceClaimUnsatisfied" },
	{ "node affinity/selector", "NodeAffinityMismatch" },
	{ "didn't match node selector", "NodeAffinityMismatch" },
	{ "didn't match Pod's node affinity", "NodeAffinityMismatch" },
	{ "pod affinity/anti-affinity", "PodAntiAffinity" },
	{ "node(s) had untolerated taint", "UntoleratedTaint" },
	{ "node(s) had taint", "UntoleratedTaint" },
	{ "node(s) were unschedulable", "NodesUnschedulable" },
};

static const char *message_code(const char *message)
{
	for (size_t i = 0; i < sizeof(known_reasons) / sizeof(*known_reasons); i++)
		if (strstr(message, known_reasons[i].text))
			return known_reasons[i].code;
	return "NoNodeFits";
}

/* The scheduler does not say which claims it means. */
static void add_claims(struct strbuf *out, const struct pod_case *k)
{
	uint32_t n = 0;

	for (uint32_t i = 0; i < k->pod->spec.volumes.n; i++) {
		sym name = volume_claim_name(k->pod, &k->pod->spec.volumes.v[i], k->d->cluster->syms);

		if (!sym_empty(name))
			strbuf_addf(out, "%s%s", n++ ? _(", ") : _(" (its claims: "), name.s);
	}
	strbuf_adds(out, n ? ")" : "");
}

static bool is_about_volumes(const char *code)
{
	return strstr(code, "Volume") || strstr(code, "Claim");
}

static int length_without_dots(const char *s)
{
	size_t n = strlen(s);

	while (n && s[n - 1] == '.')
		n--;
	return n < INT32_MAX ? (int)n : INT32_MAX;
}

void explain_message(struct pod_case *k, const char *message, const char *found)
{
	struct strbuf b = STRBUF_INIT;
	const char *code = message_code(message);

	add_waited(&b, k->d, &k->pod->meta);
	if (found)
		strbuf_addf(&b, _(": %s; the scheduler itself said: %.*s"), found,
			    length_without_dots(message), message);
	else
		strbuf_addf(&b, _(": the scheduler says: %.*s"), length_without_dots(message), message);
	if (is_about_volumes(code))
		add_claims(&b, k);
	cause_set(k->r, code, CERTAIN_LIKELY, "%s", b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, NULL, _("the scheduler's own message: %s"), message);
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/status/conditions", message, NULL);
	strbuf_release(&b);
}
