#include "fetch/rbac.h"

#include <string.h>

#include "fetch/plan.h"

static const char *const verb_lists[] = {
	[PLAN_GET] = "[get]",
	[PLAN_LIST] = "[list]",
	[PLAN_GET | PLAN_LIST] = "[get, list]",
};

/* Leases are only read in namespaces of the system; of the ConfigMaps just one, by its name. */
static unsigned verbs_of(enum kind kind, bool in_namespace)
{
	if (kind == KIND_CONFIG_MAP || (in_namespace && (!kinds[kind].namespaced || kind == KIND_LEASE)))
		return 0;
	return plan_verbs(kind);
}

/* One rule for all kinds of the group that take the same verbs; false if there is none. */
static void add_rule(struct strbuf *out, const char *group, unsigned verbs, bool in_namespace)
{
	bool first = true;

	for (int k = 0; k < KIND_COUNT; k++) {
		if (strcmp(kinds[k].group, group) != 0 || verbs_of((enum kind)k, in_namespace) != verbs)
			continue;
		if (first)
			strbuf_addf(out, "- apiGroups: [\"%s\"]\n  resources: [", group);
		strbuf_addf(out, "%s%s", first ? "" : ", ", kinds[k].plural);
		first = false;
	}
	if (!first)
		strbuf_addf(out, "]\n  verbs: %s\n", verb_lists[verbs]);
}

static bool is_first_of_group(int kind)
{
	for (int k = 0; k < kind; k++)
		if (!strcmp(kinds[k].group, kinds[kind].group))
			return false;
	return true;
}

static void add_rules(struct strbuf *out, bool in_namespace)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		if (!is_first_of_group(k))
			continue;
		for (unsigned verbs = PLAN_GET; verbs <= (PLAN_GET | PLAN_LIST); verbs++)
			add_rule(out, kinds[k].group, verbs, in_namespace);
	}
}

void rbac_print(struct strbuf *out)
{
	strbuf_adds(out, "# All that kubectl-whypending ever reads; it writes nothing.\n"
			 "apiVersion: rbac.authorization.k8s.io/v1\n"
			 "kind: ClusterRole\n"
			 "metadata:\n"
			 "  name: whypending\n"
			 "rules:\n");
	add_rules(out, false);
	strbuf_adds(out, "- apiGroups: [\"\"]\n"
			 "  resources: [configmaps]\n"
			 "  resourceNames: [" AUTOSCALER_STATUS_NAME "]\n"
			 "  verbs: [get]\n");
	strbuf_adds(out, "- nonResourceURLs: [\"/version\"]\n"
			 "  verbs: [get]\n"
			 "---\n"
			 "# For one namespace alone: the stage and the scheduler's own message, but no\n"
			 "# replay, which needs the nodes and the pods of all namespaces.\n"
			 "apiVersion: rbac.authorization.k8s.io/v1\n"
			 "kind: Role\n"
			 "metadata:\n"
			 "  name: whypending\n"
			 "rules:\n");
	add_rules(out, true);
}
