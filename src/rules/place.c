/*
 * Where a signal is found, as rules write it:
 *
 *	event Pod/FailedMount
 *	event Pod/FailedScheduling by karpenter
 *	event Pod/Failed beginning Error:
 *	condition Node/Ready=Unknown        condition Pod/PodResizePending=True because Deferred
 *	waiting ErrImagePull                init waiting CrashLoopBackOff
 *	terminated Error exit 137           terminated Error exit 129-255
 *	pod Evicted                         attach-error
 *	state node-missing                  api create
 *
 * A * stands for any kind, and at the end of a reason for any rest.
 */
#include <string.h>

#include "base/i18n.h"
#include "model/selector.h"
#include "rules/rule.h"
#include "rules/states.h"

struct words { /* of a place, one after the other */
	struct arena *arena;
	const char *at;
};

static const char *next_word(struct words *w)
{
	size_t len;
	const char *word;

	w->at += strspn(w->at, " ");
	len = strcspn(w->at, " ");
	word = arena_strndup(w->arena, w->at, len);
	w->at += len;
	return word;
}

static const char *rest(struct words *w)
{
	const char *word = w->at + strspn(w->at, " ");

	w->at += strlen(w->at);
	return arena_strdup(w->arena, word);
}

static const struct place_word {
	const char *word;
	enum rule_source source;
} place_words[] = {
	{ "event", RULE_EVENT }, { "condition", RULE_CONDITION }, { "waiting", RULE_WAITING },
	{ "terminated", RULE_TERMINATED }, { "pod", RULE_POD_STATUS },
	{ "attach-error", RULE_ATTACH_ERROR }, { "state", RULE_STATE }, { "api", RULE_API_ERROR },
};

static bool find_source(const char *word, enum rule_source *ret)
{
	for (size_t i = 0; i < sizeof(place_words) / sizeof(*place_words); i++) {
		if (strcmp(place_words[i].word, word) != 0)
			continue;
		*ret = place_words[i].source;
		return true;
	}
	return false;
}

/* "Kind/Name" or "*" in front of the slash. */
static int split_kind(struct arena *a, const char *word, struct rule_place *p, struct error *err)
{
	const char *slash = strchr(word, '/');

	if (!slash || slash == word || !slash[1])
		return error_set(err, ERR_PARSE, _("wants Kind/Name, found %.100s"), word);
	p->kind = arena_strndup(a, word, (size_t)(slash - word));
	if (strcmp(p->kind, "*") == 0)
		p->kind = NULL;
	p->name = slash + 1;
	return 0;
}

static int split_status(struct arena *a, struct rule_place *p, struct error *err)
{
	const char *equals = strrchr(p->name, '=');

	if (!equals || equals == p->name || !equals[1])
		return error_set(err, ERR_PARSE, _("wants Kind/Type=Status, found %.100s"), p->name);
	p->status = equals + 1;
	if (strcmp(p->status, "*") == 0)
		p->status = NULL;
	p->name = arena_strndup(a, p->name, (size_t)(equals - p->name));
	return 0;
}

/* "137", "-5" or "129-255". */
static int parse_exit(struct arena *a, const char *word, struct rule_place *p, struct error *err)
{
	const char *dash = word[0] ? strchr(word + 1, '-') : NULL;
	const char *low = dash ? arena_strndup(a, word, (size_t)(dash - word)) : word;

	p->ranged = true;
	if (!parse_int64(low, &p->low) || !parse_int64(dash ? dash + 1 : word, &p->high) ||
	    p->low > p->high)
		return error_set(err, ERR_PARSE, _("wants an exit code or a range such as 129-255, "
						 "found %.100s"), word);
	return 0;
}

static int parse_name(struct words *w, struct rule_place *p, struct error *err)
{
	const char *word;

	if (p->source == RULE_ATTACH_ERROR) {
		p->name = "";
		return 0;
	}
	word = next_word(w);
	p->name = word;
	if (!*word)
		return error_set(err, ERR_PARSE, _("a name is missing"));
	if (p->source == RULE_STATE && !rule_state_exists(word))
		return error_set(err, ERR_PARSE, _("there is no state %.100s"), word);
	if (p->source == RULE_WAITING && strcmp(word, "nothing") == 0)
		p->name = "";
	if (p->source == RULE_EVENT || p->source == RULE_CONDITION)
		if (split_kind(w->arena, word, p, err) < 0)
			return -1;
	return p->source == RULE_CONDITION ? split_status(w->arena, p, err) : 0;
}

static int parse_more(struct words *w, struct rule_place *p, struct error *err)
{
	for (const char *word = next_word(w); *word; word = next_word(w)) {
		if (strcmp(word, "by") == 0 && p->source == RULE_EVENT)
			p->component = next_word(w);
		else if (strcmp(word, "because") == 0 && p->source == RULE_CONDITION)
			p->reason = next_word(w);
		else if (strcmp(word, "beginning") == 0)
			p->begins = rest(w);
		else if (strcmp(word, "exit") != 0 || p->source != RULE_TERMINATED)
			return error_set(err, ERR_PARSE, _("\"%.100s\" is not expected here"), word);
		else if (parse_exit(w->arena, next_word(w), p, err) < 0)
			return -1;
	}
	return 0;
}

int rule_place_parse(const char *text, struct arena *a, struct rule_place *ret, struct error *err)
{
	struct words w = { a, text };
	const char *word = next_word(&w);

	*ret = (struct rule_place){ .source = RULE_EVENT };
	if (strcmp(word, "init") == 0) {
		ret->init = true;
		word = next_word(&w);
	}
	if (!find_source(word, &ret->source))
		return error_set(err, ERR_PARSE, _("\"%.100s\" is no place; there are event, condition, "
				 "waiting, terminated, pod, attach-error, state, api"), word);
	if (parse_name(&w, ret, err) < 0)
		return -1;
	return parse_more(&w, ret, err);
}

static bool same(const char *wanted, const char *has)
{
	return !wanted || strcmp(wanted, has ? has : "") == 0;
}

static bool name_matches(const char *pattern, const char *name)
{
	size_t len = strlen(pattern);

	if (len && pattern[len - 1] == '*')
		return strncmp(pattern, name, len - 1) == 0;
	return strcmp(pattern, name) == 0;
}

bool rule_place_takes(const struct rule_place *p, const struct rule_input *in)
{
	if (p->source != in->source || !name_matches(p->name, in->name ? in->name : ""))
		return false;
	if (!same(p->kind, in->kind ? in->kind : "Pod") || !same(p->status, in->status) ||
	    !same(p->reason, in->reason) || !same(p->component, in->component))
		return false;
	if (p->init && !in->init)
		return false;
	if (p->begins && strncmp(in->message ? in->message : "", p->begins, strlen(p->begins)) != 0)
		return false;
	return !p->ranged || (in->exit_code.set && in->exit_code.v >= p->low &&
			      in->exit_code.v <= p->high);
}
