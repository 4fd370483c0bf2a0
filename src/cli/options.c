#include "cli/options.h"

#include <stddef.h>
#include <string.h>

#include "cli/operands.h"
#include "diagnose/near.h"
#include "model/selector.h"
#include "model/time.h"

#define NEAR_EDITS 2 /* an option further away than this was not meant */

static const char *const nodes_choices[] = {
	[NODES_ALL - 1] = "all",
	[NODES_NEAR - 1] = "near",
	[NODES_NONE - 1] = "none",
	NULL,
};

static const char *const color_choices[] = {
	[COLOR_AUTO - 1] = "auto",
	[COLOR_ALWAYS - 1] = "always",
	[COLOR_NEVER - 1] = "never",
	NULL,
};

const struct option option_table[] = {
#define OPTION(name, letter, arg, type, field, choices, group, help)                           \
	{ name, letter, arg, OPTION_##type, offsetof(struct options, field), choices, group, help },
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

static const struct option *find_short(char letter)
{
	for (size_t i = 0; i < option_count; i++)
		if (option_table[i].letter == letter)
			return &option_table[i];
	return NULL;
}

static const struct option *find_long(const char *name, size_t len)
{
	if (len == 1 && *name == 'v') /* kubectl's --v=6 */
		return find_short('v');
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
		return error_set(err, ERR_USAGE, "unknown option --%.100s", word);
	return error_set(err, ERR_USAGE, "unknown option --%.100s, did you mean --%s?", word, near);
}

static int bad_value(const struct option *row, const char *value, const char *wanted,
		     struct error *err)
{
	return error_set(err, ERR_USAGE, "--%s: \"%.200s\" is not %s", row->name, value, wanted);
}

static int set_flag(bool *field, const struct option *row, const char *value, struct error *err)
{
	if (!value || !strcmp(value, "true"))
		*field = true;
	else if (!strcmp(value, "false"))
		*field = false;
	else
		return bad_value(row, value, "true or false", err);
	return 0;
}

static int set_choice(unsigned *field, const struct option *row, const char *value,
		      struct error *err)
{
	struct strbuf names = STRBUF_INIT;

	for (unsigned i = 0; row->choices[i]; i++) {
		if (!strcmp(row->choices[i], value)) {
			*field = i + 1;
			strbuf_release(&names);
			return 0;
		}
		strbuf_addf(&names, "%s%s", i ? ", " : "one of ", row->choices[i]);
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
			strbuf_addf(&names, "%s%s", names.len ? ", " : "one of ", renderers[i].name);
	bad_value(row, value, names.buf, err);
	strbuf_release(&names);
	return -1;
}

static int set_number(struct opt_i64 *field, const struct option *row, const char *value,
		      struct error *err)
{
	if (!parse_int64(value, &field->v) || field->v < 0 || field->v > 10000)
		return bad_value(row, value, "a number from 0 to 10000", err);
	field->set = true;
	return 0;
}

static int set_level(unsigned *field, const struct option *row, const char *value,
		     struct error *err)
{
	int64_t level;

	if (!parse_int64(value, &level) || level < 0 || level > 10)
		return bad_value(row, value, "a number from 0 to 10", err);
	*field = (unsigned)level;
	return 0;
}

static int set_time(struct opt_time *field, const struct option *row, const char *value,
		    struct error *err)
{
	if (time_parse(value, &field->us) < 0)
		return bad_value(row, value, "a time such as 2026-11-01T08:00:00Z", err);
	field->set = true;
	return 0;
}

static int set_value(struct options *o, const struct option *row, void *field, const char *value,
		     struct error *err)
{
	switch (row->type) {
	case OPTION_FLAG:
		return set_flag(field, row, value, err);
	case OPTION_STRING:
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
	return error_set(err, ERR_USAGE, "--%s needs an argument: %s", row->name, row->arg);
}

struct words {
	char **v;
	int n, i; /* i: the word being read */
};

static const char *next_word(struct words *w)
{
	return w->i + 1 < w->n ? w->v[++w->i] : NULL;
}

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
	const struct option *row = find_long(name, len);

	if (!row)
		return unknown_long(o, name, len, err);
	if (!value && takes_next_word(row, w))
		value = next_word(w);
	return set_option(o, row, value, err);
}

static int parse_short(struct options *o, struct words *w, struct error *err)
{
	const char *word = w->v[w->i];

	for (const char *p = word + 1; *p; p++) {
		const struct option *row = find_short(*p);
		const char *value = p + 1;

		if (!row)
			return error_set(err, ERR_USAGE, "unknown option -%.1s in %.100s", p, word);
		if (!takes_rest(row, value) && *value != '=') {
			if (set_option(o, row, NULL, err) < 0)
				return -1;
			continue;
		}
		if (*value == '=')
			value++;
		else if (!*value)
			value = takes_next_word(row, w) ? next_word(w) : NULL;
		return set_option(o, row, value, err);
	}
	return 0;
}

static int check(const struct options *o, struct error *err)
{
	bool named = operands_are_names(o);

	if (o->demo && o->snapshots.n)
		return error_set(err, ERR_USAGE, "--demo and --snapshot exclude each other");
	if (o->selector && named)
		return error_set(err, ERR_USAGE, "--selector and names exclude each other");
	if (o->all_namespaces && named)
		return error_set(err, ERR_USAGE, "--all-namespaces and names exclude each other");
	if (o->watch && (o->demo || o->snapshots.n))
		return error_set(err, ERR_USAGE, "a snapshot does not change: --watch is for a cluster");
	if (o->watch && !named)
		return error_set(err, ERR_USAGE, "--watch follows one pod or workload: name it");
	return 0;
}

int options_parse(struct options *o, int argc, char **argv, struct error *err)
{
	struct words w = { argv, argc, 1 };
	bool ended = false;

	for (; w.i < w.n; w.i++) {
		const char *word = w.v[w.i];
		int rc = 0;

		if (ended || word[0] != '-' || !word[1])
			list_add(o, &o->operands, word);
		else if (!strcmp(word, "--"))
			ended = true;
		else if (word[1] == '-')
			rc = parse_long(o, &w, err);
		else
			rc = parse_short(o, &w, err);
		if (rc < 0)
			return -1;
	}
	if (o->help || o->version)
		return 0;
	return check(o, err);
}
