/* Matches 100,000 distinct events of 1 KiB against the built-in rules, and some of 1 MiB. */
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <time.h>

#include "rules/rules.h"

#define EVENTS 100000
#define EVENT_BYTES 1024
#define LARGE_BYTES ((size_t)1 << 20)

static double seconds(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (double)t.tv_sec + (double)t.tv_nsec / 1e9;
}

static const struct {
	const char *reason, *text;
} kinds[] = {
	{ "Failed", "Failed to pull image \"registry.example.com/shop/web:%d\": failed to resolve reference "
		    "\"registry.example.com/shop/web:%d\": pull access denied, repository does not exist" },
	{ "FailedMount", "MountVolume.SetUp failed for volume \"data-%d\" : mount failed: exit status 32 "
			 "mount.nfs: Connection timed out %d" },
	{ "FailedCreatePodSandBox", "Failed to create pod sandbox: plugin type=\"bridge\" failed (add): "
				    "no IP addresses available in range set: 10.%d.0.1-10.%d.0.254" },
	{ "Unhealthy", "Readiness probe failed: Get \"http://10.0.0.%d:8080/\": dial tcp 10.0.0.%d:8080: "
		       "connect: connection refused" },
	{ "BackOff", "Back-off restarting failed container app in pod web-%d_shop(%d)" },
	{ "Odd", "nothing that a rule knows, number %d %d" },
};
#define KINDS (sizeof(kinds) / sizeof(*kinds))

static size_t make_text(char *buf, size_t size, unsigned i)
{
	size_t n = (size_t)snprintf(buf, size, kinds[i % KINDS].text, (int)i, (int)i);

	memset(buf + n, ' ', size - 1 - n);
	for (size_t j = n + 1; j < size - 1; j++)
		buf[j] = "error: x509 failed to "[(j + i) % 22];
	buf[size - 1] = '\0';
	return n;
}

static void run(const struct rules *rules, const char *what, unsigned n, size_t size)
{
	struct arena *arena = arena_new();
	char *text = malloc(size);
	unsigned matched = 0;
	double start = seconds();

	for (unsigned i = 0; text && i < n; i++) {
		struct rule_input in = { .source = RULE_EVENT, .kind = "Pod", .message = text,
					 .name = kinds[i % KINDS].reason };
		struct rule_match m;

		make_text(text, size, i);
		matched += rules_match(rules, &in, arena, &m);
		arena_reset(arena);
	}
	printf("%s: %u of %u match, %.2f s\n", what, matched, n, seconds() - start);
	free(text);
	arena_free(arena);
}

int main(void)
{
	struct error err = ERROR_INIT;
	double start = seconds();
	struct rules *rules = rules_load(NULL, NULL, &err);

	printf("%zu rules loaded in %.3f s\n", rules_count(rules), seconds() - start);
	run(rules, "100,000 events of 1 KiB", EVENTS, EVENT_BYTES);
	run(rules, "1,000 events of 1 MiB", 1000, LARGE_BYTES);
	rules_free(rules);
	return 0;
}
