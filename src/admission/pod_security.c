/*
 * The sentence of the PodSecurity plugin, read back into rules and fields.
 * `violates PodSecurity "restricted:latest": RULE (DETAIL), RULE (DETAIL)`; DETAIL may have commas.
 */
#include <string.h>

#include "admission/part.h"
#include "base/i18n.h"
#include "report/strings.h"

#define HEAD "violates PodSecurity \""

/* What each rule is about; the details name the field in most cases, but not in all. */
static const struct known_rule {
	const char *rule, *field, *wanted;
	bool pod_wide;
} known_rules[] = {
	{ "allowPrivilegeEscalation != false", "securityContext.allowPrivilegeEscalation", "false",
	  false },
	{ "unrestricted capabilities", "securityContext.capabilities.drop", "[\"ALL\"]", false },
	{ "non-default capabilities", "securityContext.capabilities.add",
	  N_("only capabilities of the baseline"), false },
	{ "runAsNonRoot != true", "securityContext.runAsNonRoot", "true", true },
	{ "runAsUser=0", "securityContext.runAsUser", N_("not 0"), true },
	{ "seccompProfile", "securityContext.seccompProfile.type", N_("RuntimeDefault or Localhost"),
	  true },
	{ "privileged", "securityContext.privileged", "false", false },
	{ "procMount", "securityContext.procMount", "Default", false },
	{ "seLinuxOptions", "securityContext.seLinuxOptions", N_("no user, role or type of its own"),
	  true },
	{ "forbidden AppArmor profile", "securityContext.appArmorProfile.type",
	  N_("RuntimeDefault or Localhost"), true },
	{ "forbidden sysctls", "securityContext.sysctls", N_("only safe ones"), true },
	{ "hostProcess", "securityContext.windowsOptions.hostProcess", "false", true },
	{ "hostPort", "ports.hostPort", N_("not set"), false },
	{ "hostPath volumes", "volumes.hostPath", N_("not set"), true },
	{ "restricted volume types", "volumes", N_("configMap, csi, downwardAPI, emptyDir, ephemeral, "
	  "persistentVolumeClaim, projected or secret"), true },
	{ "probe or lifecycle host", "livenessProbe.httpGet.host", N_("not set"), false },
	{ "host probes", "livenessProbe.httpGet.host", N_("not set"), false },
	{ "host namespaces", "hostNetwork", "false", true },
};

static const struct known_rule *known_rule(const char *rule)
{
	for (size_t i = 0; i < sizeof(known_rules) / sizeof(*known_rules); i++)
		if (strncmp(rule, known_rules[i].rule, strlen(known_rules[i].rule)) == 0)
			return &known_rules[i];
	return NULL;
}

/* Names in quotes right behind `container` or `containers`. */
static struct strings containers_in(const char *detail, struct arena *arena)
{
	const char *at = strstr(detail, "container");
	struct strings ret = { 0 };

	if (!at)
		return ret;
	at += strlen("container");
	at += *at == 's';
	while (strncmp(at, " \"", 2) == 0 || strncmp(at, ", \"", 3) == 0) {
		const char *begin = strchr(at, '"') + 1, *end = strchr(begin, '"');

		if (!end)
			break;
		strings_push(&ret, arena_strndup(arena, begin, (size_t)(end - begin)), arena);
		at = end + 1;
	}
	return ret;
}

/* "hostNetwork=true, hostPID=true": the field is the rule's own word. */
static const char *first_host_namespace(const char *detail)
{
	static const char *const fields[] = { "hostNetwork", "hostPID", "hostIPC" };

	for (size_t i = 0; i < 3; i++)
		if (strstr(detail, fields[i]))
			return fields[i];
	return fields[0];
}

static void add_rule(struct security_violation *v, uint32_t cap, const char *rule,
		     const char *detail, struct arena *arena)
{
	const struct known_rule *known = known_rule(rule);
	struct security_rule *r;

	if (v->rules.n == cap)
		return;
	r = &v->rules.v[v->rules.n++];
	*r = (struct security_rule){ .rule = rule,
				     .detail = detail,
				     .containers = containers_in(detail, arena) };
	if (!known)
		return;
	r->field = known->field;
	r->wanted = known->wanted ? tr(known->wanted) : NULL;
	r->pod_wide = known->pod_wide;
	if (strcmp(known->rule, "host namespaces") == 0)
		r->field = first_host_namespace(detail);
}

/* To the `, ` outside of parentheses, or to the end. */
static const char *entry_end(const char *s)
{
	int depth = 0;

	for (; *s; s++) {
		if (*s == '(')
			depth++;
		else if (*s == ')' && depth > 0)
			depth--;
		else if (*s == ',' && s[1] == ' ' && depth == 0)
			break;
	}
	return s;
}

static void add_entry(struct security_violation *v, uint32_t cap, const char *s, size_t len,
		      struct arena *arena)
{
	const char *open = memchr(s, '(', len);
	size_t rule = open ? (size_t)(open - s) : len;
	const char *detail = "";

	if (open) {
		size_t n = len - rule - 1;

		n -= n > 0 && open[n] == ')';
		detail = arena_strndup(arena, open + 1, n);
	}
	while (rule > 0 && s[rule - 1] == ' ')
		rule--;
	if (rule)
		add_rule(v, cap, arena_strndup(arena, s, rule), detail, arena);
}

static uint32_t count_entries(const char *s)
{
	uint32_t n = 1;

	for (s = entry_end(s); *s; s = entry_end(s + 2))
		n++;
	return n;
}

bool security_parse(const char *text, struct arena *arena, struct security_violation *ret)
{
	const char *at = strstr(text, HEAD), *colon, *quote;
	uint32_t cap;

	if (!at)
		return false;
	at += strlen(HEAD);
	quote = strstr(at, "\": ");
	colon = strchr(at, ':');
	if (!quote || !colon || colon > quote)
		return false;
	*ret = (struct security_violation){
		.level = arena_strndup(arena, at, (size_t)(colon - at)),
		.version = arena_strndup(arena, colon + 1, (size_t)(quote - colon - 1)),
	};
	at = quote + strlen("\": ");
	cap = count_entries(at);
	ret->rules.v = ARENA_ARRAY(arena, cap, struct security_rule);
	while (*at) {
		const char *end = entry_end(at);

		add_entry(ret, cap, at, (size_t)(end - at), arena);
		at = *end ? end + 2 : end;
	}
	return ret->rules.n > 0;
}
