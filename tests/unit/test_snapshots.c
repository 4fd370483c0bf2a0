/*
 * Snapshots of real clusters: for each subject of X.expect.json the stage is right, and the default
 * text has the facts.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "lib/asking.h"

#define FOLDER "tests/snapshots"

static const char *text_of(const cJSON *object, const char *key)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(object, key);

	return cJSON_IsString(v) ? v->valuestring : NULL;
}

static void lower(char *s)
{
	for (; *s; s++)
		if (*s >= 'A' && *s <= 'Z')
			*s = (char)(*s - 'A' + 'a');
}

static bool has_word(const char *text, const char *fact)
{
	struct strbuf a = STRBUF_INIT, b = STRBUF_INIT;
	bool found;

	strbuf_adds(&a, text);
	strbuf_adds(&b, fact);
	lower(a.buf);
	lower(b.buf);
	found = strstr(a.buf, b.buf) != NULL;
	strbuf_release(&a);
	strbuf_release(&b);
	return found;
}

static void check_facts(const char *text, const cJSON *expected, const char *name)
{
	const cJSON *fact;

	cJSON_ArrayForEach(fact, cJSON_GetObjectItemCaseSensitive(expected, "facts"))
		if (!has_word(text, fact->valuestring))
			fail_msg("%s: \"%s\" is not in: %s", name, fact->valuestring, text);
	cJSON_ArrayForEach(fact, cJSON_GetObjectItemCaseSensitive(expected, "absent"))
		if (has_word(text, fact->valuestring))
			fail_msg("%s: \"%s\" is in: %s", name, fact->valuestring, text);
}

/* Nothing alarming about what is well. */
static void check_calm(const struct report *r, const char *name)
{
	if (r->stage != STAGE_READY && r->stage != STAGE_FINISHED)
		return;
	for (uint32_t i = 0; i < r->findings.n; i++)
		if (r->findings.v[i].severity != SEVERITY_INFO)
			fail_msg("%s: %s", name, r->findings.v[i].summary);
}

static void check(struct asking *a, const char *namespace_, const char *name, const cJSON *expected)
{
	struct reports rs = asking_about(a, namespace_, name);
	const struct report *r = reports_get(&rs, 0);
	const char *stage = text_of(expected, "stage"), *code = text_of(expected, "code");
	struct strbuf text = STRBUF_INIT;

	if (!stage || strcmp(stage_name(r->stage), stage) != 0)
		fail_msg("%s: %s, %s: %s", name, stage_name(r->stage), r->cause.code,
			 r->cause.summary);
	if (code && strcmp(r->cause.code, code) != 0)
		fail_msg("%s: %s: %s", name, r->cause.code, r->cause.summary);
	check_calm(r, name);
	asking_text(&rs, &text);
	check_facts(text.buf, expected, name);
	strbuf_release(&text);
	reports_release(&rs);
}

static void check_snapshot(const char *name, size_t len)
{
	char path[512];
	struct strbuf expect = STRBUF_INIT, json = STRBUF_INIT;
	const cJSON *subject;
	const char *namespace_;
	struct asking a;
	cJSON *root;

	snprintf(path, sizeof(path), FOLDER "/%s", name);
	read_test_file(path, &expect);
	snprintf(path, sizeof(path), FOLDER "/%.*s.json", (int)len, name);
	read_test_file(path, &json);
	root = cJSON_Parse(expect.buf);
	assert_non_null(root);
	namespace_ = text_of(root, "namespace");
	asking_start(&a, json.buf, json.len, NULL);
	cJSON_ArrayForEach(subject, cJSON_GetObjectItemCaseSensitive(root, "pods"))
		check(&a, namespace_, subject->string, subject);
	cJSON_ArrayForEach(subject, cJSON_GetObjectItemCaseSensitive(root, "subjects"))
		check(&a, text_of(subject, "namespace"), text_of(subject, "name"), subject);
	asking_end(&a);
	cJSON_Delete(root);
	strbuf_release(&expect);
	strbuf_release(&json);
}

static void test_snapshots(void **state)
{
	static const char end[] = ".expect.json";
	DIR *dir = opendir(FOLDER);
	const struct dirent *e;
	unsigned n = 0;

	(void)state;
	assert_non_null(dir);
	while ((e = readdir(dir))) {
		size_t len = strlen(e->d_name);

		if (len < sizeof(end) || strcmp(e->d_name + len - sizeof(end) + 1, end) != 0)
			continue;
		check_snapshot(e->d_name, len - sizeof(end) + 1);
		n++;
	}
	closedir(dir);
	assert_true(n >= 3);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_snapshots),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
