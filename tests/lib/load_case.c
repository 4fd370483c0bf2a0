#include "lib/load_case.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "lib/object_dump.h"

char *describe(struct cluster *c)
{
	struct strbuf out = STRBUF_INIT;

	for (int k = 0; k < KIND_COUNT; k++) {
		for (size_t i = 0; i < c->objects[k].n; i++) {
			strbuf_addf(&out, "%s ", kinds[k].name);
			object_dump(&out, kind_tables[k], c->objects[k].v[i]);
			strbuf_addc(&out, '\n');
		}
	}
	for (size_t i = 0; i < c->notes.n; i++)
		strbuf_addf(&out, "%c %s\n", c->notes.v[i].severity == NOTE_LOST ? '!' : '?',
			    c->notes.v[i].text);
	strbuf_grow(&out, 0);
	return out.buf;
}

char *load_pieces(const char *input, size_t len, size_t step)
{
	struct cluster *c = cluster_new();
	struct loader *l = loader_new(c, "f", LOAD_GUESS, -1);
	struct error err = ERROR_INIT;
	char *out;
	int rc = 0;

	for (size_t i = 0; i < len && rc == 0; i += step)
		rc = loader_push(l, input + i, step < len - i ? step : len - i, &err);
	if (rc == 0)
		rc = loader_finish(l, &err);
	if (rc < 0)
		cluster_note(c, true, "f: %s", err.msg);
	loader_free(l);
	load_finish(c);
	out = describe(c);
	cluster_free(c);
	return out;
}

void check_bytes(const char *name, const char *input, size_t len, const char *want)
{
	static const size_t steps[] = { 1 << 20, 1, 7 };

	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		char *got = load_pieces(input, len, steps[i]);

		if (strcmp(got, want) != 0)
			print_error("%s, in pieces of %zu:\n", name, steps[i]);
		assert_string_equal(got, want);
		free(got);
	}
}

void check_cases(const struct load_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++)
		check_bytes(cases[i].name, cases[i].input, strlen(cases[i].input), cases[i].want);
}


void check_limit(const char *before, const char *unit, size_t n, const char *after,
		 const char *want)
{
	static const size_t steps[] = { 65536, 4093 };
	struct strbuf input = STRBUF_INIT;

	strbuf_adds(&input, before);
	for (size_t i = 0; i < n; i++)
		strbuf_adds(&input, unit);
	strbuf_adds(&input, after);
	for (size_t i = 0; i < sizeof(steps) / sizeof(steps[0]); i++) {
		char *got = load_pieces(input.buf, input.len, steps[i]);

		assert_string_equal(got, want);
		free(got);
	}
	strbuf_release(&input);
}


struct cluster *cluster_of(const char *input)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;

	assert_int_equal(snapshot_read_memory(c, "f", input, strlen(input), &err), 0);
	load_finish(c);
	return c;
}
