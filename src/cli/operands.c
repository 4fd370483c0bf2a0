#include "cli/operands.h"

#include <string.h>

#include "base/i18n.h"
#include "model/cluster.h"

static const struct {
	enum kind kind;
	const char *short_name;
} subject_kinds[] = {
	{ KIND_POD, "po" },
	{ KIND_DEPLOYMENT, "deploy" },
	{ KIND_REPLICA_SET, "rs" },
	{ KIND_STATEFUL_SET, "sts" },
	{ KIND_DAEMON_SET, "ds" },
	{ KIND_JOB, "job" },
	{ KIND_CRON_JOB, "cj" },
	{ KIND_REPLICATION_CONTROLLER, "rc" },
	{ KIND_NODE, "no" },
};

static char lower(char c)
{
	return c >= 'A' && c <= 'Z' ? (char)(c - 'A' + 'a') : c;
}

static bool same_word(const char *a, size_t len, const char *b)
{
	for (size_t i = 0; i < len; i++)
		if (lower(a[i]) != lower(b[i])) /* also at the end of b */
			return false;
	return !b[len];
}

/* ".apps" or ".v1.apps" after the type; the version is not looked at. */
static bool group_matches(const char *suffix, size_t len, const char *group)
{
	const char *dot;

	if (!len)
		return true;
	suffix++;
	len--;
	if (same_word(suffix, len, group))
		return true;
	dot = memchr(suffix, '.', len);
	return *suffix == 'v' && dot && same_word(dot + 1, len - (size_t)(dot + 1 - suffix), group);
}

int operand_type(const char *text, size_t len)
{
	const char *dot = memchr(text, '.', len);
	size_t word = dot ? (size_t)(dot - text) : len;

	for (size_t i = 0; i < sizeof(subject_kinds) / sizeof(subject_kinds[0]); i++) {
		const struct kind_info *info = &kinds[subject_kinds[i].kind];

		if (!same_word(text, word, info->name) && !same_word(text, word, info->plural) &&
		    !same_word(text, word, subject_kinds[i].short_name))
			continue;
		if (group_matches(text + word, len - word, info->group))
			return (int)subject_kinds[i].kind;
	}
	return -1;
}

static void put_lower(struct strbuf *out, const char *text)
{
	for (; *text; text++)
		strbuf_addc(out, lower(*text));
}

const char *operand_type_name(size_t i, struct arena *arena)
{
	struct strbuf sb = STRBUF_INIT;
	const char *name;

	if (i >= sizeof(subject_kinds) / sizeof(subject_kinds[0]))
		return NULL;
	put_lower(&sb, kinds[subject_kinds[i].kind].name);
	name = arena_strdup(arena, sb.buf);
	strbuf_release(&sb);
	return name;
}

static int set_name(struct options *o, const char **ret, int kind, const char *name,
		    struct error *err)
{
	struct strbuf sb = STRBUF_INIT;

	if (!*name || strchr(name, '/'))
		return error_set(err, ERR_USAGE, _("\"%.200s\" is not a name"), name);
	put_lower(&sb, kinds[kind].name);
	strbuf_addf(&sb, "/%s", name);
	*ret = arena_strdup(o->arena, sb.buf);
	strbuf_release(&sb);
	return 0;
}

static int resolve_slash(struct options *o, const char **word, struct error *err)
{
	size_t len = strcspn(*word, "/");
	int kind = operand_type(*word, len);
	const char *namespace_ = arena_strndup(o->arena, *word, len);

	if (kind < 0) /* reports write NAMESPACE/NAME, which kubectl does not take either */
		return error_set(err, ERR_USAGE,
				 _("unknown type in \"%.200s\": a pod or a workload (deployment, job, "
				 "...) can be asked about; if %.63s is a namespace: %.253s -n %.63s"),
				 *word, namespace_, *word + len + 1, namespace_);
	return set_name(o, word, kind, *word + len + 1, err);
}

/* "deploy,sts", which kubectl takes. */
static bool is_list_of_types(const char *word)
{
	for (;;) {
		size_t len = strcspn(word, ",");

		if (operand_type(word, len) < 0)
			return false;
		if (!word[len])
			return true;
		word += len + 1;
	}
}

/* The type that stands alone; -1: there are names, or none. */
static int lone_type(const struct options *o)
{
	return o->operands.n == 1 ? operand_type(o->operands.v[0], strlen(o->operands.v[0])) : -1;
}

bool operands_are_names(const struct options *o)
{
	return o->operands.n && lone_type(o) < 0;
}

int operands_resolve(struct options *o, struct error *err)
{
	const char **v = o->operands.v;
	size_t n = o->operands.n;
	int kind = n > 1 ? operand_type(v[0], strlen(v[0])) : -1;

	if (lone_type(o) == KIND_POD) {
		o->operands.n = 0;
		return 0;
	}
	if (lone_type(o) >= 0)
		return error_set(err, ERR_USAGE, _("a name is missing after %.200s; without types and "
				 "names all that is stuck is shown"), v[0]);
	if (n && strchr(v[0], ',') && is_list_of_types(v[0]))
		return error_set(err, ERR_USAGE, _("\"%.200s\": several types go as TYPE/NAME, one for "
				 "each; without any, all that is stuck is shown"), v[0]);
	for (size_t i = kind < 0 ? 0 : 1; i < n; i++) {
		bool slash = strchr(v[i], '/') != NULL;
		int rc = 0;

		if (slash && kind >= 0)
			return error_set(err, ERR_USAGE, _("\"%.200s\": TYPE/NAME cannot follow a TYPE"), v[i]);
		if (slash)
			rc = resolve_slash(o, &v[i], err);
		else if (kind >= 0)
			rc = set_name(o, &v[i], kind, v[i], err);
		else if (!*v[i])
			rc = error_set(err, ERR_USAGE, _("a name is empty"));
		if (rc < 0)
			return -1;
	}
	if (kind >= 0) {
		o->operands.v++;
		o->operands.n--;
		o->operands.cap--;
	}
	return 0;
}
