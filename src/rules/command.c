#include "rules/command.h"

#include <stddef.h>
#include <string.h>

#define LOWER "abcdefghijklmnopqrstuvwxyz"
#define UPPER "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
#define DIGITS "0123456789"

enum grammar {
	LABEL,     /* RFC 1123 label */
	SUBDOMAIN, /* RFC 1123 subdomain */
	OBJECT,    /* TYPE/NAME of kubectl */
	KEY,       /* of a ConfigMap or Secret */
	IMAGE,
	RESOURCE,  /* "cpu", "nvidia.com/gpu" */
	NUMBER,
};

static const struct grammar_row {
	const char *name;
	enum grammar grammar;
} rows[] = {
	{ "namespace", LABEL }, { "container", LABEL }, { "pod", SUBDOMAIN }, { "node", SUBDOMAIN },
	{ "object", OBJECT }, { "secret", SUBDOMAIN }, { "configmap", SUBDOMAIN },
	{ "serviceaccount", SUBDOMAIN }, { "claim", SUBDOMAIN }, { "pv", SUBDOMAIN },
	{ "attachment", SUBDOMAIN }, { "class", SUBDOMAIN }, { "driver", SUBDOMAIN },
	{ "webhook", SUBDOMAIN }, { "policy", SUBDOMAIN }, { "quota", SUBDOMAIN },
	{ "workload", SUBDOMAIN }, { "nodepool", SUBDOMAIN }, { "nodeclaim", SUBDOMAIN },
	{ "queue", SUBDOMAIN }, { "holder", SUBDOMAIN }, { "user", SUBDOMAIN }, { "blocker", SUBDOMAIN },
	{ "network", SUBDOMAIN }, { "replicaset", SUBDOMAIN }, { "resource", RESOURCE },
	{ "key", KEY }, { "image", IMAGE }, { "count", NUMBER },
};

static const struct grammar_row *find(const char *name)
{
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		if (strcmp(rows[i].name, name) == 0)
			return &rows[i];
	return NULL;
}

bool command_knows(const char *name)
{
	return find(name) != NULL;
}

/* Only these bytes, at least one and at most max. */
static bool made_of(const char *s, size_t len, const char *bytes, size_t max)
{
	return len && len <= max && strspn(s, bytes) >= len;
}

static bool is_label(const char *s, size_t len)
{
	return made_of(s, len, LOWER DIGITS "-", 63) && s[0] != '-' && s[len - 1] != '-';
}

static bool is_subdomain(const char *s, size_t len)
{
	if (len > 253)
		return false;
	for (;;) {
		size_t part = strcspn(s, ".");

		if (part > len)
			part = len;
		/* Labels of a subdomain are as long as they like, up to the whole. */
		if (!made_of(s, part, LOWER DIGITS "-", 253) || s[0] == '-' || s[part - 1] == '-')
			return false;
		if (part == len)
			return true;
		s += part + 1;
		len -= part + 1;
	}
}

static bool is_object(const char *s, size_t len)
{
	size_t type = strcspn(s, "/");

	return type < len && made_of(s, type, LOWER ".", 253) && s[0] != '.' &&
	       is_subdomain(s + type + 1, len - type - 1);
}

static bool is_resource(const char *s, size_t len)
{
	size_t domain = strcspn(s, "/");

	if (domain < len) {
		if (!is_subdomain(s, domain))
			return false;
		s += domain + 1;
		len -= domain + 1;
	}
	return made_of(s, len, LOWER UPPER DIGITS "-._", 63) && strchr("-._", s[0]) == NULL;
}

bool command_value_fits(const char *name, const char *value)
{
	const struct grammar_row *row = find(name);
	size_t len = strlen(value);

	if (!row)
		return false;
	switch (row->grammar) {
	case LABEL: return is_label(value, len);
	case SUBDOMAIN: return is_subdomain(value, len);
	case OBJECT: return is_object(value, len);
	case RESOURCE: return is_resource(value, len);
	case KEY: return made_of(value, len, LOWER UPPER DIGITS "-._", 253) && value[0] != '-';
	case IMAGE: return made_of(value, len, LOWER UPPER DIGITS "-._/:@", 512) && value[0] != '-';
	case NUMBER: return made_of(value, len, DIGITS, 18);
	}
	return false;
}
