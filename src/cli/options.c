#include "cli/options.h"

#include <stddef.h>
#include <string.h>

#include "base/i18n.h"
#include "base/near.h"
#include "cli/operands.h"
#include "model/selector.h"
#include "model/time.h"

#define NEAR_EDITS 2 /* an option further away than this was not meant */

static const char *const nodes_words[] = {
	[NODES_ALL - 1] = "all",
	[NODES_NEAR - 1] = "near",
	[NODES_NONE - 1] = "none",
	NULL,
};

static const char *const color_words[] = {
	[COLOR_AUTO - 1] = "auto",
	[COLOR_ALWAYS - 1] = "always",
	[COLOR_NEVER - 1] = "never",
	NULL,
};

static const struct option_values nodes_values = { VALUES_WORDS, nodes_words };
static const struct option_values color_values = { VALUES_WORDS, color_words };
static const struct option_values files = { VALUES_FILES, NULL };
static const struct option_values folders = { VALUES_FOLDERS, NULL };
static const struct option_values contexts = { VALUES_CONTEXTS, NULL };
static const struct option_values clusters = { VALUES_CLUSTERS, NULL };
static const struct option_values users = { VALUES_USERS, NULL };
static const struct option_values namespaces = { VALUES_NAMESPACES, NULL };
static const struct option_values releases = { VALUES_RELEASES, NULL };
static const struct option_values codes = { VALUES_CODES, NULL };
static const struct option_values changes = { VALUES_CHANGES, NULL };

const struct option option_table[] = {
#define OPTION(name, letter, arg, type, field, values, group, help)                            \
	{ name, letter, arg, OPTION_##type, offsetof(struct options, field), values, group, help },
#include "cli/options.def"
#undef OPTION
};
const size_t option_count = sizeof(option_table) / sizeof(option_table[0]);

void options_init(struct options *o)
{
	*o = (struct options){ .arena = arena_new(), .renderer = renderer_find("") };
}

void options_release(struct options *o)
{
	arena_free(o->arena);
	*o = (struct options){ 0 };
}

static void list_add(struct options *o, struct option_list *list, const char *value)
{
	if (list->n == list->cap) {
		size_t cap = list->cap ? list->cap * 2 : 8;
		const char **v = ARENA_ARRAY(o->arena, cap, const char *);

		if (list->n)
			memcpy(v, list->v, list->n * sizeof(*v));
		list->v = v;
		list->cap = cap;
	}
	list->v[list->n++] = value;
}

const struct option *option_by_letter(char letter)
{
	for (size_t i = 0; i < option_count; i++)
		if (option_table[i].letter == letter)
			return &option_table[i];
	return NULL;
}

const struct option *option_by_name(const char *name, size_t len)
{
	if (len == 1 && *name == 'v') /* kubectl's --v=6 */
		return option_by_letter('v');
	for (size_t i = 0; i < option_count; i++)
		if (strlen(option_table[i].name) == len && !memcmp(option_table[i].name, name, len))
			return &option_table[i];
	return NULL;
}

static int unknown_long(struct options *o, const char *name, size_t len, struct error *err)
{
	const char *word = arena_strndup(o->arena, name, len), *near = NULL;
	size_t most = len / 3 < NEAR_EDITS ? len / 3 : NEAR_EDITS, best = most + 1;

	for (size_t i = 0; i < option_count; i++) {
		const struct option *row = &option_table[i];
		size_t d = edit_distance(row->name, word, most);

		if (row->group != GROUP_HIDDEN && d < best) {
			best = d;
			near = row->name;
		}
	}
	if (!near)
		return error_set(err, ERR_USAGE, _("unknown option --%.100s"), word);
	return error_set(err, ERR_USAGE, _("unknown option --%.100s, did you mean --%s?"), word, near);
}

static int bad_value(const struct option *row, const char *value, const char *wanted,
		     struct error *err)
{
	return error_set(err, ERR_USAGE, _("--%s: \"%.200s\" is not %s"), row->name, value, wanted);
}

static int set_flag(bool *field, const struct option *row, const char *value, struct error *err)
{
	if (!value || !strcmp(value, "true"))
		*field = true;
	else if (!strcmp(value, "false"))
		*field = false;
	else
		return bad_value(row, value, _("true or false"), err);
	return 0;
}

static int set_choice(unsigned *field, const struct option *row, const char *value,
		      struct error *err)
{
	struct strbuf names = STRBUF_INIT;

	for (unsigned i = 0; row->values->words[i]; i++) {
		if (!strcmp(row->values->words[i], value)) {
			*field = i + 1;
			strbuf_release(&names);
			return 0;
		}
		strbuf_addf(&names, "%s%s", i ? _(", ") : _("one of "),
			    row->values->words[i]);
	}
	bad_value(row, value, names.buf, err);
	strbuf_release(&names);
	return -1;
}

static int set_format(const struct renderer **field, const struct option *row, const char *value,
		      struct error *err)
{
	struct strbuf names = STRBUF_INIT;
	const struct renderer *found = *value ? renderer_find(value) : NULL;

	if (found) {
		*field = found;
		return 0;
	}
	for (size_t i = 0; i < renderer_count; i++)
		if (*renderers[i].name)
			strbuf_addf(&names, "%s%s", names.len ? _(", ") : _("one of "), renderers[i].name);
	bad_value(row, value, names.buf, err);
	strbuf_release(&names);
	return -1;
}

static int set_number(struct opt_i64 *field, const struct option *row, const char *value,
		      struct error *err)
{
	if (!parse_int64(value, &field->v) || field->v < 0 || field->v > 10000)
		return bad_value(row, value, _("a number from 0 to 10000"), err);
	field->set = true;
	return 0;
}

static int set_level(unsigned *field, const struct option *row, const char *value,
		     struct error *err)
{
	int64_t level;

	if (!parse_int64(value, &level) || level < 0 || level > 10)
		return bad_value(row, value, _("a number from 0 to 10"), err);
	*field = (unsigned)level;
	return 0;
}

static int set_time(struct opt_time *field, const struct option *row, const char *value,
		    struct error *err)
{
	if (time_parse(value, &field->us) < 0)
		return bad_value(row, value, _("a time such as 2026-11-01T08:00:00Z"), err);
	field->set = true;
	return 0;
}

/* At once, so that what is wrong with the next word is said in that language. */
static int set_language(const char **field, const struct option *row, const char *value,
			struct error *err)
{
	struct strbuf names = STRBUF_INIT;

	if (i18n_choose(value) == 0) {
		*field = value;
		return 0;
	}
	for (size_t i = 0; i18n_language(i); i++)
		strbuf_addf(&names, "%s%s", i ? _(", ") : _("one of "), i18n_language(i));
	bad_value(row, value, names.buf, err);
	strbuf_release(&names);
	return -1;
}

static int set_value(struct options *o, const struct option *row, void *field, const char *value,
		     struct error *err)
{
	switch (row->type) {
	case OPTION_FLAG:
		return set_flag(field, row, value, err);
	case OPTION_STRING:
	case OPTION_TOPIC:
		*(const char **)field = value;
		return 0;
	case OPTION_LIST:
		list_add(o, field, value);
		return 0;
	case OPTION_CHOICE:
		return set_choice(field, row, value, err);
	case OPTION_FORMAT:
		return set_format(field, row, value, err);
	case OPTION_NUMBER:
		return set_number(field, row, value, err);
	case OPTION_TIME:
		return set_time(field, row, value, err);
	case OPTION_LEVEL:
		return set_level(field, row, value, err);
	case OPTION_LANGUAGE:
		return set_language(field, row, value, err);
	}
	return 0;
}

/* value: NULL if there is none, which only a flag can do without. */
static int set_option(struct options *o, const struct option *row, const char *value,
		      struct error *err)
{
	void *field = (char *)o + row->offset;

	if (value)
		return set_value(o, row, field, value, err);
	if (row->type == OPTION_FLAG)
		return set_flag(field, row, NULL, err);
	if (row->type == OPTION_LEVEL)
		return set_level(field, row, "1", err);
	if (row->type == OPTION_TOPIC)
		return set_value(o, row, field, "list", err);
	return error_set(err, ERR_USAGE, _("--%s needs an argument: %s"), row->name, row->arg);
}

struct words {
	char **v;
	int n, i; /* i: the word being read */
	struct typed typed;
};

static bool is_level(const char *text)
{
	size_t len = strlen(text);

	return len && len <= 2 && strspn(text, "0123456789") == len;
}

/* A level may follow as a word of its own, but does not have to: `-v web-0` names a pod. */
static bool takes_next_word(const struct option *row, const struct words *w)
{
	if (row->type != OPTION_LEVEL)
		return row->arg;
	return w->i + 1 < w->n && is_level(w->v[w->i + 1]);
}

/* NULL: none, or it has not been typed yet. */
static const char *next_value(const struct option *row, struct words *w)
{
	if (!takes_next_word(row, w))
		return NULL;
	if (w->i + 1 < w->n)
		return w->v[++w->i];
	w->typed.waiting = row;
	return NULL;
}

/* Whether what follows the letter in the same word is its value. */
static bool takes_rest(const struct option *row, const char *rest)
{
	if (row->type == OPTION_LEVEL)
		return !*rest || is_level(rest);
	return row->arg;
}

static int parse_long(struct options *o, struct words *w, struct error *err)
{
	const char *name = w->v[w->i] + 2;
	size_t len = strcspn(name, "=");
	const char *value = name[len] ? name + len + 1 : NULL;
	const struct option *row = option_by_name(name, len);

	if (!row)
		return unknown_long(o, name, len, err);
	if (!value)
		value = next_value(row, w);
	return set_option(o, row, value, err);
}

static int parse_short(struct options *o, struct words *w, struct error *err)
{
	const char *word = w->v[w->i];
	size_t len = strcspn(word + 1, "=");

	if (len > 1 && option_by_name(word + 1, len)) /* and no -n with a namespace like "ow" */
		return error_set(err, ERR_USAGE, _("unknown option %.100s, did you mean -%.100s?"), word,
				 word);
	for (const char *p = word + 1; *p; p++) {
		const struct option *row = option_by_letter(*p);
		const char *value = p + 1;

		if (!row)
			return error_set(err, ERR_USAGE, _("unknown option -%.1s in %.100s"), p, word);
		if (!takes_rest(row, value) && *value != '=') {
			if (set_option(o, row, NULL, err) < 0)
				return -1;
			continue;
		}
		if (*value == '=')
			value++;
		else if (!*value)
			value = next_value(row, w);
		return set_option(o, row, value, err);
	}
	return 0;
}

static int check(const struct options *o, struct error *err)
{
	bool named = operands_are_names(o);

	if (o->demo && o->snapshots.n)
		return error_set(err, ERR_USAGE, _("--demo and --snapshot exclude each other"));
	if (o->selector && named)
		return error_set(err, ERR_USAGE, _("--selector and names exclude each other"));
	if (o->manifests.n && o->operands.n)
		return error_set(err, ERR_USAGE, _("--filename and names exclude each other: all that is in the file is looked at"));
	if (o->watch && (o->demo || o->snapshots.n))
		return error_set(err, ERR_USAGE, _("a snapshot does not change: --watch is for a cluster"));
	if (o->watch && o->all_namespaces && named)
		return error_set(err, ERR_USAGE, _("--watch follows a name in one namespace: -n instead of -A"));
	if (o->watch && !named && !o->interactive)
		return error_set(err, ERR_USAGE, _("--watch follows one pod or workload: name it"));
	return 0;
}

static int parse_word(struct options *o, struct words *w, struct error *err)
{
	const char *word = w->v[w->i];

	if (w->typed.ended || word[0] != '-' || !word[1])
		list_add(o, &o->operands, word);
	else if (!strcmp(word, "--"))
		w->typed.ended = true;
	else if (word[1] == '-')
		return parse_long(o, w, err);
	else
		return parse_short(o, w, err);
	return 0;
}

/* `help` and `version`, as of so many programs; a pod of that name is asked about as pod/help. */
static void take_command(struct options *o)
{
	if (o->operands.n != 1)
		return;
	o->help |= !strcmp(o->operands.v[0], "help");
	o->version |= !strcmp(o->operands.v[0], "version");
}

int options_parse(struct options *o, int argc, char **argv, struct error *err)
{
	struct words w = { .v = argv, .n = argc, .i = 1 };

	for (; w.i < w.n; w.i++)
		if (parse_word(o, &w, err) < 0)
			return -1;
	take_command(o);
	if (o->help || o->version)
		return 0;
	return check(o, err);
}

void options_parse_typed(struct options *o, int argc, char **argv, struct typed *ret)
{
	struct words w = { .v = argv, .n = argc, .i = 1 };
	struct error ignored = ERROR_INIT;

	for (; w.i < w.n; w.i++)
		parse_word(o, &w, &ignored);
	*ret = w.typed;
}
