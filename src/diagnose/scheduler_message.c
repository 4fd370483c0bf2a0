#include "diagnose/scheduler_message.h"

#include <string.h>

/* All reasons of in-tree filters, by how they begin. */
static const struct {
	const char *start;
	const char *canonical; /* what the newest release says; NULL: the same */
} known[] = {
	/* as releases before 1.24 have them */
	{ "node(s) had taint", "node(s) had untolerated taint(s)" },
	{ "node(s) didn't match node selector", "node(s) didn't match Pod's node affinity/selector" },
	{ "node(s) didn't match Pod's node affinity",
	  "node(s) didn't match Pod's node affinity/selector" },
	{ "pod has unbound PersistentVolumeClaims", "pod has unbound immediate PersistentVolumeClaims" },
	{ "Insufficient ", NULL },
	{ "Too many pods", NULL },
	{ "node(s) had untolerated taint", "node(s) had untolerated taint(s)" },
	{ "node(s) were unschedulable", NULL },
	{ "node(s) didn't match", NULL },
	{ "node(s) had volume node affinity conflict",
	  "node(s) didn't match PersistentVolume's node affinity" },
	{ "node(s) didn't have free ports for the requested pod ports", NULL },
	{ "node(s) had no available disk", NULL },
	{ "node has pod using PersistentVolumeClaim with the same name and ReadWriteOncePod",
	  "node(s) unavailable due to PersistentVolumeClaim with ReadWriteOncePod access mode "
	  "already in-use by another pod" },
	{ "node(s) unavailable due to", NULL },
	{ "node(s) exceed max volume count", NULL },
	{ "looking up PVC ", NULL },
	{ "node(s) didn't find available persistent volumes to bind", NULL },
	{ "node(s) did not have enough free storage", NULL },
	{ "node(s) had no available volume zone", NULL },
	{ "node(s) didn't satisfy", NULL },
	{ "node is filtered out by the prefilter result",
	  "node(s) didn't satisfy plugin(s) [NodeAffinity]" },
	{ "persistentvolumeclaim \"", NULL },
	{ "persistentvolume \"", NULL },
	{ "storageclass.storage.k8s.io \"", NULL },
	{ "waiting for ephemeral volume controller to create", NULL },
	{ "pod has unbound immediate PersistentVolumeClaims", NULL },
	{ "PVC ", NULL },
	{ "PersistentVolume", NULL },
	{ "VolumeBindingMode not set", NULL },
	{ "pod affinity terms conflict", NULL },
	{ "parsing pod: ", NULL },
	{ "resourceclaim", NULL },
	{ "resource claim ", NULL },
	{ "request ", NULL },
	{ "could not find ResourceClaim", NULL },
	{ "pod \"", NULL },
	{ "ResourceClaim ", NULL },
	{ "cannot allocate all claims", NULL },
	{ "cannot fit resource", NULL },
	{ "cannot schedule extended resource claim", NULL },
	{ "invalid resource pools were encountered", NULL },
	{ "asked by caller to stop allocating devices", NULL },
	{ "No preemption victims found for incoming pod", NULL },
	{ "Preemption is not helpful for scheduling", NULL },
};
#define KNOWN (sizeof(known) / sizeof(known[0]))

static bool starts_with(const char *s, const char *start)
{
	return strncmp(s, start, strlen(start)) == 0;
}

bool reason_is_known(const char *reason)
{
	for (size_t i = 0; i < KNOWN; i++)
		if (starts_with(reason, known[i].start))
			return true;
	return false;
}

static const char *canonical(const char *reason)
{
	for (size_t i = 0; i < KNOWN; i++)
		if (known[i].canonical && starts_with(reason, known[i].start))
			return known[i].canonical;
	return reason;
}

/* Digits followed by `end`; *p moves behind it.  -1: no such number. */
static int64_t read_count(const char **p, char end)
{
	const char *s = *p;
	int64_t n = 0;

	while (*s >= '0' && *s <= '9' && n < INT32_MAX)
		n = n * 10 + (*s++ - '0');
	if (s == *p || *s != end)
		return -1;
	*p = s + 1;
	return n;
}

/* Where PostFilter's text begins: behind the dot that ends the clauses. */
static const char *find_tail(const char *s)
{
	static const char *const tails[] = { "preemption: ",
					     "no new claims to deallocate",
					     "still not schedulable",
					     "deallocation of ResourceClaim completed",
					     "deletion of ResourceClaim completed",
					     "plugin disabled",
					     "not found" };

	for (const char *dot = strstr(s, ". "); dot; dot = strstr(dot + 1, ". "))
		for (size_t i = 0; i < sizeof(tails) / sizeof(tails[0]); i++)
			if (starts_with(dot + 2, tails[i]))
				return dot + 2;
	return NULL;
}

static bool starts_clause(const char *s)
{
	return read_count(&s, ' ') >= 0;
}

static void add_clause(struct scheduler_message *m, const char *s, size_t len, struct arena *arena)
{
	struct message_clause c = { -1, NULL };
	const char *text = arena_strndup(arena, s, len);

	c.count = read_count(&text, ' ');
	c.reason = canonical(text);
	for (uint32_t i = 0; i < m->n; i++) {
		if (strcmp(m->clauses[i].reason, c.reason) == 0) {
			m->clauses[i].count += c.count;
			return;
		}
	}
	m->clauses = arena_grown(arena, m->clauses, m->n, sizeof(*m->clauses));
	m->clauses[m->n++] = c;
}

/* Clauses are parted by ", " and a count; a reason may contain ", " itself. */
static void read_clauses(struct scheduler_message *m, const char *s, size_t len, struct arena *arena)
{
	const char *end = s + len, *start = s;

	while (len && end[-1] == '.') {
		end--;
		len--;
	}
	for (const char *p = s; starts_clause(s) && p + 2 < end; p++) {
		if (p[0] != ',' || p[1] != ' ' || !starts_clause(p + 2))
			continue;
		add_clause(m, start, (size_t)(p - start), arena);
		start = p + 2;
	}
	if (start < end)
		add_clause(m, start, (size_t)(end - start), arena);
}

struct scheduler_message message_parse(const char *text, struct arena *arena)
{
	static const char middle[] = " nodes are available:";
	struct scheduler_message m = { .tail = "", .text = text };
	const char *p = text, *tail;

	if (read_count(&p, '/') != 0)
		return m;
	m.nodes = read_count(&p, ' ');
	p--;
	if (m.nodes < 0 || !starts_with(p, middle))
		return m;
	p += strlen(middle);
	m.framed = true;
	tail = find_tail(p);
	if (starts_with(p, " preemption: ")) /* 1.31 may have no clause at all */
		tail = p + 1;
	if (*p == ' ')
		p++;
	if (tail)
		m.tail = tail;
	if (!tail)
		read_clauses(&m, p, strlen(p), arena);
	else if (tail > p)
		read_clauses(&m, p, (size_t)(tail - p) - 1, arena); /* without the space */
	return m;
}
