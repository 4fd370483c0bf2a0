#include <string.h>

#include "advice/change_request.h"
#include "base/shell.h"
#include "explore/session_state.h"
#include "report/strings.h"

bool flags_have(const struct strings *l, const char *flag)
{
	for (uint32_t i = 0; i < l->n; i++)
		if (!strcmp(l->v[i], flag))
			return true;
	return false;
}

bool flags_have_all(const struct strings *l, const struct strings *some)
{
	for (uint32_t i = 0; i < some->n; i++)
		if (!flags_have(l, some->v[i]))
			return false;
	return true;
}

/* Words whose value is one at a time, and how many '=' come before it. */
static const struct {
	const char *word;
	unsigned equals;
} settings[] = { { "priority", 1 }, { "selector", 2 }, { "max-skew", 2 } };

static bool is_resource(const char *word, size_t len)
{
	static const char *const plain[] = { "cpu", "memory", "ephemeral-storage" };

	for (size_t i = 0; i < sizeof(plain) / sizeof(*plain); i++)
		if (strlen(plain[i]) == len && !strncmp(word, plain[i], len))
			return true;
	return memchr(word, '/', len) || (len > 10 && !strncmp(word, "hugepages-", 10));
}

/* Bytes up to the value that is one at a time; 0: the expression is no setting. */
static size_t head_of(const char *flag)
{
	size_t len = strcspn(flag, "=");
	unsigned equals = 0;
	const char *p = flag + len;

	if (!*p)
		return 0;
	if (is_resource(flag, len))
		return len + 1;
	for (size_t i = 0; i < sizeof(settings) / sizeof(*settings); i++)
		if (strlen(settings[i].word) == len && !strncmp(flag, settings[i].word, len))
			equals = settings[i].equals;
	for (unsigned i = 1; p && i < equals; i++)
		p = strchr(p + 1, '=');
	return p && equals ? (size_t)(p - flag) + 1 : 0;
}

const char *flags_rival(const struct strings *l, const char *flag)
{
	size_t head = head_of(flag);

	for (uint32_t i = 0; head && i < l->n; i++)
		if (!strncmp(l->v[i], flag, head))
			return l->v[i];
	return NULL;
}

static bool take_place(struct strings *l, const char *flag)
{
	size_t head = head_of(flag);

	for (uint32_t i = 0; head && i < l->n; i++) {
		if (strncmp(l->v[i], flag, head) != 0)
			continue;
		l->v[i] = flag;
		return true;
	}
	return false;
}

struct strings flags_with(const struct strings *l, const struct strings *more, struct arena *arena)
{
	struct strings copy = { 0 };

	for (uint32_t i = 0; i < l->n; i++)
		strings_push(&copy, l->v[i], arena);
	for (uint32_t i = 0; i < more->n; i++) {
		const char *flag = arena_strdup(arena, more->v[i]);

		if (!take_place(&copy, flag) && !flags_have(&copy, flag))
			strings_push(&copy, flag, arena);
	}
	return copy;
}

struct strings flags_without(const struct strings *l, const struct strings *less, struct arena *arena)
{
	struct strings copy = { 0 };

	for (uint32_t i = 0; i < l->n; i++)
		if (!flags_have(less, l->v[i]))
			strings_push(&copy, l->v[i], arena);
	return copy;
}

bool flags_amount(const struct strings *l, const char *resource, int64_t *ret)
{
	size_t n = strlen(resource);
	struct error err = ERROR_INIT;
	struct quantity q;

	for (uint32_t i = 0; i < l->n; i++) {
		if (strncmp(l->v[i], resource, n) != 0 || l->v[i][n] != '=' ||
		    quantity_parse(l->v[i] + n + 1, &q, &err) < 0)
			continue;
		*ret = amount_value(resource, &q);
		return true;
	}
	return false;
}

void session_put_flags(const struct session *s, struct strbuf *out)
{
	const struct strings *l = flags_now(s);

	for (uint32_t i = 0; i < l->n; i++) {
		strbuf_adds(out, i ? " --what-if " : "--what-if ");
		shell_quote(out, l->v[i]);
	}
}

void session_put_command(const struct session *s, struct strbuf *out)
{
	const struct subject *sub = &s->base->subject;

	strbuf_adds(out, "kubectl whypending ");
	shell_quote(out, sub->name ? sub->name : "");
	if (s->base->source.kind == SOURCE_DEMO)
		strbuf_adds(out, " --demo");
	if (sub->namespace_) {
		strbuf_adds(out, " -n ");
		shell_quote(out, sub->namespace_);
	}
	if (flags_now(s)->n)
		strbuf_addc(out, ' ');
	session_put_flags(s, out);
}
