/*
 * Any bytes as a snapshot: its bundle reads back to the same bundle, redacted or not, and of the
 * same number of objects.
 */
#include <stdint.h>
#include <stdlib.h>
#include <string.h>

#include "bundle/capture.h"
#include "bundle/redact.h"
#include "load/load.h"
#include "rules/rules.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static struct cluster *load(const char *data, size_t size)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;

	if (snapshot_read_memory(c, "fuzz", data, size, &err) < 0)
		cluster_note(c, true, "%s", err.msg);
	load_finish(c);
	return c;
}

static void capture(struct cluster *c, struct strbuf *out)
{
	strbuf_reset(out);
	capture_print(c, "snapshot", (struct opt_time){ true, 1 }, out);
}

/* The bundle of what a bundle reads to. */
static void replay(const struct strbuf *bundle, struct strbuf *out)
{
	struct cluster *c = load(bundle->buf, bundle->len);

	capture(c, out);
	cluster_free(c);
}

static void redact(struct cluster *c, const struct rules *rules)
{
	struct redactor *r = redactor_new(c, rules);

	redactor_learn(r, c);
	redactor_change(r, c);
	redactor_free(r);
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	static struct rules *rules; /* built in: the same for every input */
	struct strbuf first = STRBUF_INIT, second = STRBUF_INIT;
	struct error err = ERROR_INIT;
	struct cluster *c = load((const char *)data, size);
	size_t objects = capture_objects(c);

	if (!rules)
		rules = rules_load(NULL, NULL, &err);
	capture(c, &first);
	replay(&first, &second);
	if (strcmp(first.buf, second.buf) != 0)
		abort();
	redact(c, rules);
	capture(c, &first);
	replay(&first, &second);
	if (capture_objects(c) != objects || strcmp(first.buf, second.buf) != 0)
		abort();
	cluster_free(c);
	strbuf_release(&first);
	strbuf_release(&second);
	return 0;
}
