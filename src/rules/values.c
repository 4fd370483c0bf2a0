#include "rules/values.h"

#include <string.h>

#include "base/i18n.h"

static const struct common {
	const char *name, *instead;
} common[] = {
	{ "pod", N_("the pod") }, { "namespace", N_("its namespace") }, { "node", N_("its node") },
	{ "container", N_("the container") }, { "object", N_("the object") }, { "reason", N_("no reason") },
	{ "text", N_("(no text)") },
};

static const char *const signals[] = {
	[1] = "SIGHUP", [2] = "SIGINT", [3] = "SIGQUIT", [4] = "SIGILL", [5] = "SIGTRAP",
	[6] = "SIGABRT", [7] = "SIGBUS", [8] = "SIGFPE", [9] = "SIGKILL", [10] = "SIGUSR1",
	[11] = "SIGSEGV", [12] = "SIGUSR2", [13] = "SIGPIPE", [14] = "SIGALRM", [15] = "SIGTERM",
	[16] = "SIGSTKFLT", [17] = "SIGCHLD", [18] = "SIGCONT", [19] = "SIGSTOP", [20] = "SIGTSTP",
	[21] = "SIGTTIN", [22] = "SIGTTOU", [23] = "SIGURG", [24] = "SIGXCPU", [25] = "SIGXFSZ",
	[26] = "SIGVTALRM", [27] = "SIGPROF", [28] = "SIGWINCH", [29] = "SIGIO", [30] = "SIGPWR",
	[31] = "SIGSYS",
};
#define SIGNAL_BASE 128 /* exit code of a process that signal n ended: 128 + n */
#define SIGNAL_LAST 64

bool value_is_common(const char *name)
{
	return value_instead(name) != NULL;
}

bool value_is_of_exit(const char *name)
{
	return strcmp(name, "exit_code") == 0 || strcmp(name, "exit_hex") == 0 ||
	       strcmp(name, "signal") == 0 || strcmp(name, "memory_limit") == 0;
}

const char *value_instead(const char *name)
{
	for (size_t i = 0; i < sizeof(common) / sizeof(*common); i++)
		if (strcmp(common[i].name, name) == 0)
			return tr(common[i].instead);
	return NULL;
}

static bool add_signal(int64_t code, struct strbuf *out)
{
	int64_t n = code - SIGNAL_BASE;

	if (n < 1 || n > SIGNAL_LAST)
		return false;
	if (n < (int64_t)(sizeof(signals) / sizeof(*signals)))
		strbuf_adds(out, signals[n]);
	else
		strbuf_addf(out, _("signal %lld"), (long long)n);
	return true;
}

static bool add_exit(const struct rule_input *in, const char *name, struct strbuf *out)
{
	if (!in->exit_code.set)
		return false;
	if (strcmp(name, "signal") == 0)
		return add_signal(in->exit_code.v, out);
	if (strcmp(name, "exit_hex") == 0)
		strbuf_addf(out, "0x%08llX", (unsigned long long)in->exit_code.v & 0xffffffff);
	else
		strbuf_addf(out, "%lld", (long long)in->exit_code.v);
	return true;
}

static bool add(const char *value, struct strbuf *out)
{
	if (!value || !*value)
		return false;
	strbuf_adds(out, value);
	return true;
}

bool value_add(const struct rule_input *in, const char *name, struct strbuf *out)
{
	for (size_t i = 0; i < in->n_values; i++)
		if (strcmp(in->values[i].name, name) == 0)
			return add(in->values[i].value, out);
	if (strcmp(name, "text") == 0)
		return add(in->message, out);
	if (strcmp(name, "reason") == 0 && in->source != RULE_STATE)
		return add(in->source == RULE_CONDITION ? in->reason : in->name, out);
	return value_is_of_exit(name) && add_exit(in, name, out);
}
