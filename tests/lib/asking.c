#include "lib/asking.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "load/load.h"
#include "model/time.h"
#include "render/render.h"

void read_test_file(const char *path, struct strbuf *out)
{
	FILE *f = fopen(path, "r");
	char buf[4096];
	size_t n;

	if (!f)
		fail_msg("%s cannot be read", path);
	while ((n = fread(buf, 1, sizeof(buf), f)) > 0)
		strbuf_add(out, buf, n);
	fclose(f);
}

static void check_notes(const struct cluster *c)
{
	for (size_t i = 0; i < c->notes.n; i++)
		if (c->notes.v[i].severity == NOTE_LOST)
			fail_msg("%s", c->notes.v[i].text);
}

void asking_start(struct asking *a, const char *json, size_t len, const char *now)
{
	struct diagnose_options opts = { .release = release_newest(), .release_exact = true };
	struct error err = ERROR_INIT;

	*a = (struct asking){ .cluster = cluster_new() };
	if (snapshot_read_memory(a->cluster, "test.json", json, len, &err) < 0)
		fail_msg("%s", err.msg);
	load_finish(a->cluster);
	check_notes(a->cluster);
	a->rules = rules_load(NULL, NULL, &err);
	if (!a->rules)
		fail_msg("%s", err.msg);
	profile_init_default(&a->profile, opts.release);
	opts.profiles = &a->profile;
	opts.profile_count = 1;
	opts.rules = a->rules;
	if (now) {
		opts.now.set = true;
		assert_int_equal(time_parse(now, &opts.now.us), 0);
	}
	a->d = diagnosis_new(a->cluster, &opts);
}

void asking_end(struct asking *a)
{
	diagnosis_free(a->d);
	rules_free(a->rules);
	cluster_free(a->cluster);
}

struct reports asking_about(struct asking *a, const char *namespace_, const char *name)
{
	struct selection sel = { .namespace_ = namespace_, .names = &name, .n = 1 };
	struct error err = ERROR_INIT;
	struct reports rs = { 0 };

	if (diagnose_selection(a->d, &sel, &rs, &err) < 0)
		fail_msg("%s/%s: %s", namespace_, name, err.msg);
	assert_true(rs.n > 0);
	return rs;
}

static void add_line(struct strbuf *out, const char *text)
{
	bool blank = false;

	for (; *text; text++) {
		if (*text == ' ' || *text == '\n') {
			blank = true;
			continue;
		}
		if (blank && out->len)
			strbuf_addc(out, ' ');
		blank = false;
		strbuf_addc(out, *text);
	}
}

void asking_text(struct reports *rs, struct strbuf *out)
{
	const struct render_options opts = { .width = 120 };
	char *text = NULL;
	size_t len = 0;
	FILE *f = open_memstream(&text, &len);

	assert_non_null(f);
	renderer_find("")->render(rs, &opts, f);
	fclose(f);
	add_line(out, text);
	free(text);
}
