/* Where the replay cannot tell, the scheduler's message is taken apart instead. */
#include <string.h>

#include "diagnose/blocked.h"
#include "diagnose/fill.h"
#include "diagnose/subject.h"

/* What a reason means, the most telling first: taints and cordons are on every cluster. */
static const struct known_reason {
	const char *text, *code;
} known_reasons[] = {
	{ "no nodes available to schedule pods", "NoNodes" },
	{ "unbound immediate PersistentVolumeClaims", "UnboundImmediateClaim" },
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
	{ "node(s) had untolerated taint", "UntoleratedTaint" },
	{ "node(s) were unschedulable", "NodesUnschedulable" },
};

static const char *message_code(const char *message)
{
	for (size_t i = 0; i < sizeof(known_reasons) / sizeof(*known_reasons); i++)
		if (strstr(message, known_reasons[i].text))
			return known_reasons[i].code;
	return "NoNodeFits";
}

void explain_message(struct pod_case *k, const char *message, const char *found)
{
	struct strbuf b = STRBUF_INIT;
	const char *code = message_code(message);

	add_waited(&b, k->d, &k->pod->meta);
	if (found)
		strbuf_addf(&b, ": %s; the scheduler itself said: %s", found, message);
	else
		strbuf_addf(&b, ": the scheduler says: %s", message);
	cause_set(k->r, code, CERTAIN_LIKELY, "%s", b.buf);
	finding_add(k->r, code, SEVERITY_BLOCKER, NULL, "the scheduler's own message: %s", message);
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name),
		     "/status/conditions", message, NULL);
	strbuf_release(&b);
}
