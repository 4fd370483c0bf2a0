#include "load/autoscaler_status.h"

#include <string.h>

#include "load/document.h"
#include "model/selector.h"
#include "model/time.h"

#define GROUPS_MAX 10000

/* ---- the ConfigMap ---- */

bool autoscaler_status_is(const struct meta *m)
{
	return sym_is(m->namespace_, AUTOSCALER_NAMESPACE) && sym_is(m->name, AUTOSCALER_STATUS_NAME);
}

/* ---- YAML ---- */

static const struct field registered_rows[] = {
	{ F_I64("total", struct autoscaled_group, registered) },
};
static const struct field_table registered_table = TABLE(registered_rows);

static const struct field counts_rows[] = {
	{ F_HERE("registered", registered_table) },
	{ F_I64("longUnregistered", struct autoscaled_group, long_unregistered) },
};
static const struct field_table counts_table = TABLE(counts_rows);

static const struct field health_rows[] = {
	{ F_HERE("nodeCounts", counts_table) },
	{ F_I64("cloudProviderTarget", struct autoscaled_group, target) },
	{ F_I64("minSize", struct autoscaled_group, min) },
	{ F_I64("maxSize", struct autoscaled_group, max) },
};
static const struct field_table health_table = TABLE(health_rows);

static const struct field backoff_rows[] = {
	{ F_SYM("errorCode", struct autoscaled_group, error_code), .hide = HIDE_WORD },
	{ F_SYM("errorMessage", struct autoscaled_group, error_message), .hide = HIDE_TEXT },
};
static const struct field_table backoff_table = TABLE(backoff_rows);

static const struct field scale_up_rows[] = {
	{ F_SYM("status", struct autoscaled_group, scale_up), .hide = HIDE_NOTHING },
	{ F_HERE("backoffInfo", backoff_table) },
};
static const struct field_table scale_up_table = TABLE(scale_up_rows);

static const struct field group_rows[] = {
	{ F_SYM("name", struct autoscaled_group, name), .hide = HIDE_NAME },
	{ F_HERE("health", health_table) },
	{ F_HERE("scaleUp", scale_up_table) },
};
static const struct field_table group_table = TABLE(group_rows);

static const struct field status_rows[] = {
	{ F_SYM("time", struct autoscaler_status, time_text), .hide = HIDE_NOTHING },
	{ F_SYM("autoscalerStatus", struct autoscaler_status, state), .hide = HIDE_NOTHING },
	{ F_LIST("nodeGroups", struct autoscaler_status, groups, group_table) },
};
static const struct field_table status_table = TABLE(status_rows);

static const struct field data_rows[] = {
	{ F_SYM("status", struct config_map, status) },
};
static const struct field_table data_table = TABLE(data_rows);

static const struct field rows[] = {
	{ F_STRUCT("metadata", struct config_map, meta, table_meta) },
	{ F_HERE("data", data_table), .flags = FF_ALIAS },
	/* In a bundle: what was understood of the text. */
	{ F_POINTER("autoscaler", struct config_map, autoscaler, status_table) },
};
const struct field_table table_CONFIG_MAP = TABLE(rows);

static bool read_yaml(struct cluster *c, sym text, struct autoscaler_status *s)
{
	struct error err = ERROR_INIT;

	return document_decode(text.s, strlen(text.s), &status_table, s, c->arena, c->syms, &err) == 0 &&
	       (!sym_empty(s->time_text) || !sym_empty(s->state));
}

/* ---- text ---- */

static const char text_head[] = "Cluster-autoscaler status at ";

struct line {
	const char *s;
	size_t len;
};

/* The next line, without the blanks around it; false at the end. */
static bool next_line(const char **p, struct line *ret)
{
	const char *end;

	if (!**p)
		return false;
	end = *p + strcspn(*p, "\n");
	ret->s = *p + strspn(*p, " \t");
	ret->len = ret->s < end ? (size_t)(end - ret->s) : 0;
	while (ret->len && strchr(" \t\r", ret->s[ret->len - 1]))
		ret->len--;
	*p = *end ? end + 1 : end;
	return true;
}

/* What comes behind "Key:". */
static bool has_key(const struct line *l, const char *key, struct line *ret)
{
	size_t n = strlen(key);

	if (l->len < n || memcmp(l->s, key, n) != 0)
		return false;
	*ret = (struct line){ l->s + n, l->len - n };
	while (ret->len && *ret->s == ' ') {
		ret->s++;
		ret->len--;
	}
	return true;
}

/* The number behind " key=" or "(key=". */
static struct opt_i64 number_of(const struct line *l, const char *key)
{
	size_t n = strlen(key);
	struct opt_i64 none = { 0 };

	for (size_t i = 1; i + n + 1 < l->len; i++) {
		char digits[20] = "";
		size_t len = 0;
		int64_t v;

		if ((l->s[i - 1] != ' ' && l->s[i - 1] != '(') || memcmp(l->s + i, key, n) != 0 ||
		    l->s[i + n] != '=')
			continue;
		for (const char *p = l->s + i + n + 1; p < l->s + l->len && *p >= '0' && *p <= '9' &&
						       len + 1 < sizeof(digits); p++)
			digits[len++] = *p;
		return len && parse_int64(digits, &v) ? (struct opt_i64){ true, v } : none;
	}
	return none;
}

static void read_health(struct autoscaled_group *g, const struct line *l)
{
	g->registered = number_of(l, "registered");
	g->long_unregistered = number_of(l, "longUnregistered");
	g->target = number_of(l, "cloudProviderTarget");
	g->min = number_of(l, "minSize");
	g->max = number_of(l, "maxSize");
}

static struct autoscaled_group *add_group(struct cluster *c, struct autoscaler_status *s, const struct line *name)
{
	struct autoscaled_group *g;

	if (s->groups.n == GROUPS_MAX)
		return NULL;
	s->groups.v = arena_grown(c->arena, s->groups.v, s->groups.n, sizeof(*s->groups.v));
	g = &s->groups.v[s->groups.n++];
	*g = (struct autoscaled_group){ .name = sym_intern(c->syms, name->s, name->len) };
	return g;
}

static bool read_text(struct cluster *c, sym text, struct autoscaler_status *s)
{
	const char *p = text.s;
	struct autoscaled_group *g = NULL;
	struct line l, value;

	if (!next_line(&p, &l) || !has_key(&l, text_head, &value))
		return false;
	s->time_text = sym_intern(c->syms, value.s, value.len - (value.len && value.s[value.len - 1] == ':'));
	while (next_line(&p, &l)) {
		if (has_key(&l, "Name:", &value))
			g = add_group(c, s, &value);
		else if (g && has_key(&l, "Health:", &value))
			read_health(g, &value);
		else if (g && has_key(&l, "ScaleUp:", &value))
			g->scale_up = sym_intern(c->syms, value.s, strcspn(value.s, " \n"));
	}
	return true;
}

/* ---- both ---- */

/* "2026-01-01 10:00:00.123 +0000 UTC m=+7.5", as Go prints a time. */
static struct opt_time time_of(sym text)
{
	char buf[64];
	size_t date = strcspn(sym_text(text), " "), clock;
	struct opt_time t = { 0 };
	const char *s = text.s;

	if (!s || !s[date])
		return t;
	clock = date + 1 + strcspn(s + date + 1, " ");
	if (clock + 6 >= sizeof(buf) || !s[clock] || strncmp(s + clock, " +0000", 6) != 0)
		return t;
	memcpy(buf, s, clock);
	buf[date] = 'T';
	buf[clock] = 'Z';
	buf[clock + 1] = '\0';
	t.set = time_parse(buf, &t.us) == 0;
	return t;
}

void autoscaler_status_read(struct cluster *c, struct config_map *m)
{
	struct autoscaler_status *s = ARENA_NEW(c->arena, struct autoscaler_status);

	if (m->autoscaler)
		*s = *m->autoscaler;
	if (!m->autoscaler && sym_empty(m->status))
		return;
	if (!m->autoscaler && !read_text(c, m->status, s) && !read_yaml(c, m->status, s))
		return;
	s->time = time_of(s->time_text);
	m->autoscaler = s;
}
