#include "bundle/classify.h"

#include <string.h>

#include "bundle/keep.h"
#include "model/selector.h"
#include "rules/scan.h"

#define PARTS_MAX 64
#define SPLIT_BYTES_MAX 512 /* no name is longer; hostile ones would be split too often */

static sym intern(const struct classifier *c, const char *s, size_t len)
{
	return sym_intern(c->names->syms, s, len);
}

/* ---- what is kept ---- */

static bool is_kind(const char *s)
{
	for (int k = 0; k < KIND_COUNT; k++)
		if (strcmp(kinds[k].name, s) == 0 || strcmp(kinds[k].plural, s) == 0)
			return true;
	return keep_has(KEEP_KIND, s);
}

static bool is_kept_key(const char *s)
{
	const char *slash = strchr(s, '/');

	if (keep_has(KEEP_KEY, s))
		return true;
	return slash && label_key_valid(s) && keep_has_domain(KEEP_DOMAIN, s, (size_t)(slash - s)) &&
	       !keep_has_domain(KEEP_OPEN, s, (size_t)(slash - s));
}

/* gold.storageclass.storage.k8s.io/requests.storage: what is between the class and its resource. */
static const char *class_middle(const char *s, const char **ret_at)
{
	static const char *const middles[] = { ".storageclass.storage.k8s.io/",
					       ".volumeattributesclass.storage.k8s.io/",
					       ".deviceclass.resource.k8s.io/" };

	for (size_t i = 0; i < sizeof(middles) / sizeof(*middles); i++) {
		*ret_at = strstr(s, middles[i]);
		if (*ret_at && *ret_at != s)
			return middles[i];
	}
	return NULL;
}

static bool is_hugepages(const char *s)
{
	return strncmp(s, "hugepages-", 10) == 0 && !s[10 + strspn(s + 10, "0123456789KMGTPEi")];
}

bool classify_keeps(const struct classifier *c, unsigned class_, const char *s)
{
	const char *at;

	switch (class_) {
	case HIDE_NOTHING:
		return true;
	case HIDE_KEY:
		return is_kept_key(s);
	case HIDE_RESOURCE:
		return keep_has(KEEP_RESOURCE, s) || is_hugepages(s) ||
		       (is_kept_key(s) && !class_middle(s, &at));
	case HIDE_KIND:
		return is_kind(s);
	case HIDE_WORD:
		return keep_has(KEEP_WORD, s) || rules_name_known(c->rules, s) || is_kept_key(s);
	case HIDE_DRIVER:
		return keep_has_domain(KEEP_DOMAIN, s, strlen(s)) || is_kept_key(s);
	case HIDE_UID: case HIDE_HANDLE: case NAME_DIGEST:
		return false;
	default:
		return keep_has(KEEP_VALUE, s);
	}
}

/* Of what sentences may name beside names: everybody has it, or an object has used it as that. */
bool classify_keeps_word(const struct classifier *c, const char *s)
{
	const char *slash = strchr(s, '/'), *at;
	sym text = sym_find(c->names->syms, s, strlen(s));

	if (keep_has(KEEP_RESOURCE, s) || is_hugepages(s) || names_is_kept(c->names, text))
		return true;
	return slash && is_kept_key(s) && !class_middle(s, &at) &&
	       keep_has(KEEP_DOMAIN, intern(c, s, (size_t)(slash - s)).s);
}

/* Not by its class alone: a host may end in such a domain as well. */
static void note_kept(const struct classifier *c, unsigned class_, sym s)
{
	if (class_ == HIDE_KEY || class_ == HIDE_RESOURCE || class_ == HIDE_DRIVER || class_ == HIDE_WORD)
		names_keep(c->names, s);
}

/* ---- texts that are put together ---- */

struct parts {
	const struct classifier *c;
	struct name_part v[PARTS_MAX];
	size_t n;
};

static void add_literal(struct parts *p, const char *s, size_t len)
{
	if (len && p->n < PARTS_MAX)
		p->v[p->n++].literal = intern(p->c, s, len).s;
}

static void add_name(struct parts *p, unsigned class_, const char *s, size_t len)
{
	sym text = intern(p->c, s, len);
	struct name *name = len ? classify(p->c, class_, text) : NULL;

	if (!name)
		add_literal(p, s, len);
	else if (p->n < PARTS_MAX)
		p->v[p->n++].name = name;
}

/* domain/name; whether a domain of the list stays. */
static bool split_at_slash(struct parts *p, const char *s, bool keep_domain)
{
	const char *slash = strchr(s, '/');

	if (!slash || !label_key_valid(s))
		return false;
	if (keep_domain && keep_has_domain(KEEP_DOMAIN, s, (size_t)(slash - s)))
		add_literal(p, s, (size_t)(slash - s));
	else
		add_name(p, NAME_DOMAIN, s, (size_t)(slash - s));
	add_literal(p, "/", 1);
	add_name(p, HIDE_KEY, slash + 1, strlen(slash + 1));
	return true;
}

static bool split_key(struct parts *p, const char *s)
{
	return split_at_slash(p, s, true);
}

static bool split_prefix(struct parts *p, const char *s, const char *prefix, unsigned class_)
{
	size_t len = strlen(prefix);

	if (strncmp(s, prefix, len) != 0 || !s[len])
		return false;
	add_literal(p, s, len);
	add_name(p, class_, s + len, strlen(s + len));
	return true;
}

static bool split_class(struct parts *p, const char *s)
{
	const char *at, *middle = class_middle(s, &at);

	if (!middle)
		return false;
	add_name(p, HIDE_CLASS, s, (size_t)(at - s));
	add_literal(p, middle, strlen(middle));
	add_name(p, HIDE_RESOURCE, at + strlen(middle), strlen(at + strlen(middle)));
	return true;
}

static bool split_resource(struct parts *p, const char *s)
{
	return split_class(p, s) || split_prefix(p, s, "requests.", HIDE_RESOURCE) ||
	       split_prefix(p, s, "limits.", HIDE_RESOURCE) ||
	       split_prefix(p, s, "count/", HIDE_KIND) ||
	       split_prefix(p, s, "attachable-volumes-csi-", HIDE_DRIVER) || split_key(p, s);
}

static bool split_word(struct parts *p, const char *s)
{
	/* Rules know how these begin. */
	return split_prefix(p, s, "OutOf", HIDE_RESOURCE) ||
	       split_prefix(p, s, "seccomp", HIDE_VALUE) || split_key(p, s);
}

/* An init container that says what it waits for (diagnose/dependency.c). */
static bool split_container(struct parts *p, const char *s)
{
	return split_prefix(p, s, "wait-for-", HIDE_NAME) || split_prefix(p, s, "waitfor-", HIDE_NAME) ||
	       split_prefix(p, s, "wait-", HIDE_NAME) || split_prefix(p, s, "check-", HIDE_NAME);
}

/* projects/P/zones/Z/disks/D and aws://zone/vol-1: drivers and the scheduler take them apart. */
static bool split_handle(struct parts *p, const char *s)
{
	static const char *const words[] = { "projects", "zones", "regions", "disks", "UNSPECIFIED",
					     "aws:" };

	if (strncmp(s, "projects/", 9) != 0 && strncmp(s, "aws://", 6) != 0)
		return false;
	for (;;) {
		size_t len = strcspn(s, "/");
		bool kept = !len;

		for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
			kept |= strlen(words[i]) == len && memcmp(words[i], s, len) == 0;
		if (kept)
			add_literal(p, s, len);
		else
			add_name(p, HIDE_HANDLE, s, len);
		if (!s[len])
			return p->n < PARTS_MAX;
		add_literal(p, "/", 1);
		s += len + 1;
	}
}

/* europe-west1-b: the zone's own part gets a name that no other text can have. */
static bool split_region(struct parts *p, const char *s)
{
	const char *first = strchr(s, '-'), *second = first ? strchr(first + 1, '-') : NULL;
	char own[72] = { '\1' };

	if (!second || strchr(second + 1, '-') || second == first + 1 || first == s ||
	    !second[1] || strlen(second) >= sizeof(own) - 1)
		return false;
	add_name(p, NAME_REGION, s, (size_t)(second - s));
	add_literal(p, "-", 1);
	memcpy(own + 1, second + 1, strlen(second + 1));
	add_name(p, NAME_ZONE, own, strlen(own));
	return true;
}

/* a__b: the zones of a volume that lives in several. */
static bool split_zones(struct parts *p, const char *s)
{
	if (!strstr(s, "__"))
		return split_region(p, s);
	for (const char *end; s; s = end ? end + 2 : NULL) {
		size_t len;

		end = strstr(s, "__");
		len = end ? (size_t)(end - s) : strlen(s);
		for (; len && *s == ' '; s++)
			len--;
		while (len && s[len - 1] == ' ')
			len--;
		add_name(p, NAME_ZONE, s, len);
		if (end)
			add_literal(p, "__", 2);
	}
	return p->n < PARTS_MAX;
}

static bool split(struct parts *p, unsigned class_, const char *s)
{
	switch (class_) {
	case HIDE_KEY: case HIDE_DRIVER: return split_key(p, s);
	case HIDE_NAME: return split_at_slash(p, s, false);
	case HIDE_RESOURCE: return split_resource(p, s);
	case HIDE_WORD: return split_word(p, s);
	case HIDE_CONTAINER: return split_container(p, s);
	case HIDE_HANDLE: return split_handle(p, s);
	case NAME_ZONE: return *s != '\1' && split_zones(p, s);
	default: return false;
	}
}

struct name *classify(const struct classifier *c, unsigned class_, sym s)
{
	struct parts p = { .c = c };
	struct name *name;

	if (sym_empty(s))
		return NULL;
	if (s.s[0] != '\1' && classify_keeps(c, class_, s.s)) {
		note_kept(c, class_, s);
		return NULL;
	}
	name = names_note(c->names, class_, s);
	if (!name_is_composed(name) && strlen(s.s) <= SPLIT_BYTES_MAX && split(&p, class_, s.s))
		name_compose(c->names, name, p.v, p.n);
	return name;
}

static bool ends(const char *s, const char *end)
{
	size_t n = strlen(s), m = strlen(end);

	return n >= m && strcmp(s + n - m, end) == 0;
}

struct name *classify_label(const struct classifier *c, const char *key, sym s)
{
	struct name *name = classify(c, HIDE_LABEL, s);

	if (name && ends(key, "/zone"))
		classify(c, NAME_ZONE, s);
	else if (name && ends(key, "/region"))
		classify(c, NAME_REGION, s);
	else if (name && ends(key, "/instance-type"))
		classify(c, NAME_INSTANCE, s);
	return name;
}
