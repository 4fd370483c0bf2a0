/*
 * One file of tests/causes is a list of small clusters: {shared: [objects of each], cases: [{name, ask,
 * now, stage, code, words, absent, items}]}.  ask: the subject in namespace a, "p" if left out; words
 * have to be in the default text, absent ones must not.
 */
#include <dirent.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cjson/cJSON.h>
#include <cmocka.h>

#include "lib/asking.h"

#define FOLDER "tests/causes"
#define NOW "2026-01-01T01:00:00Z"
#define CASES_MIN 60

struct tally {
	unsigned cases, wrong;
	bool stages[STAGE_COUNT];
};

static const char *text_or(const cJSON *object, const char *key, const char *otherwise)
{
	const cJSON *v = cJSON_GetObjectItemCaseSensitive(object, key);

	return cJSON_IsString(v) ? v->valuestring : otherwise;
}

/* A List of the shared objects and those of the case. */
static char *list_of(const cJSON *shared, const cJSON *items)
{
	cJSON *list = cJSON_CreateObject(), *all = cJSON_CreateArray();
	const cJSON *item;
	char *text;

	cJSON_AddStringToObject(list, "apiVersion", "v1");
	cJSON_AddStringToObject(list, "kind", "List");
	cJSON_AddItemToObject(list, "items", all);
	cJSON_ArrayForEach(item, shared)
		cJSON_AddItemToArray(all, cJSON_Duplicate(item, true));
	cJSON_ArrayForEach(item, items)
		cJSON_AddItemToArray(all, cJSON_Duplicate(item, true));
	text = cJSON_PrintUnformatted(list);
	cJSON_Delete(list);
	assert_non_null(text);
	return text;
}

static bool words_are_right(const cJSON *c, const char *text)
{
	const cJSON *word;

	cJSON_ArrayForEach(word, cJSON_GetObjectItemCaseSensitive(c, "words"))
		if (!strstr(text, word->valuestring)) {
			print_error("lacks: %s\n", word->valuestring);
			return false;
		}
	cJSON_ArrayForEach(word, cJSON_GetObjectItemCaseSensitive(c, "absent"))
		if (strstr(text, word->valuestring)) {
			print_error("has: %s\n", word->valuestring);
			return false;
		}
	return true;
}

static bool is_alarmed(const struct report *r)
{
	for (uint32_t i = 0; i < r->findings.n; i++)
		if (r->findings.v[i].severity != SEVERITY_INFO)
			return true;
	return false;
}

/* rules/codes.yaml knows the code, with that stage. */
static bool code_is_listed(const struct asking *a, const char *code, enum stage stage)
{
	const struct rule_code *page = rules_code(a->rules, code);

	return page && (page->stage == stage || page->stage == STAGE_COUNT);
}

static bool findings_are_listed(const struct asking *a, const struct report *r)
{
	for (uint32_t i = 0; i < r->findings.n; i++)
		if (!rules_code(a->rules, r->findings.v[i].code)) {
			print_error("no such code: %s\n", r->findings.v[i].code);
			return false;
		}
	return true;
}

static void check_case(const cJSON *shared, const cJSON *c, struct tally *t)
{
	char *json = list_of(shared, cJSON_GetObjectItemCaseSensitive(c, "items"));
	const char *stage = text_or(c, "stage", ""), *code = text_or(c, "code", "");
	struct strbuf text = STRBUF_INIT;
	const struct report *r;
	struct reports rs;
	struct asking a;
	bool right;

	asking_start(&a, json, strlen(json), text_or(c, "now", NOW));
	rs = asking_about(&a, "a", text_or(c, "ask", "p"));
	r = reports_get(&rs, 0);
	right = strcmp(stage_name(r->stage), stage) == 0 && strcmp(r->cause.code, code) == 0;
	right = right && code_is_listed(&a, code, r->stage) && findings_are_listed(&a, r);
	right = right && !(cJSON_IsTrue(cJSON_GetObjectItemCaseSensitive(c, "calm")) && is_alarmed(r));
	t->stages[r->stage] = true;
	asking_text(&rs, &text);
	if (!right || !words_are_right(c, text.buf)) {
		print_error("%s: %s, %s: %s\n", text_or(c, "name", "?"), stage_name(r->stage),
			    r->cause.code, text.buf);
		t->wrong++;
	}
	t->cases++;
	strbuf_release(&text);
	reports_release(&rs);
	asking_end(&a);
	free(json);
}

static void check_file(const char *name, struct tally *t)
{
	char path[512];
	struct strbuf text = STRBUF_INIT;
	const cJSON *c;
	cJSON *root;

	snprintf(path, sizeof(path), FOLDER "/%s", name);
	read_test_file(path, &text);
	root = cJSON_Parse(text.buf);
	if (!root)
		fail_msg("%s is not JSON", path);
	cJSON_ArrayForEach(c, cJSON_GetObjectItemCaseSensitive(root, "cases"))
		check_case(cJSON_GetObjectItemCaseSensitive(root, "shared"), c, t);
	cJSON_Delete(root);
	strbuf_release(&text);
}

static void test_causes(void **state)
{
	DIR *dir = opendir(FOLDER);
	const struct dirent *e;
	struct tally t = { 0 };

	(void)state;
	assert_non_null(dir);
	while ((e = readdir(dir)))
		if (strstr(e->d_name, ".json"))
			check_file(e->d_name, &t);
	closedir(dir);
	assert_int_equal(t.wrong, 0);
	assert_true(t.cases >= CASES_MIN);
	for (int s = 0; s < STAGE_UNKNOWN; s++) /* which takes a cluster that cannot be read */
		if (!t.stages[s])
			fail_msg("no case of stage %s", stage_name((enum stage)s));
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_causes),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
