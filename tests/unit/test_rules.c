/* The rules that are built in, against sample texts; and what becomes of rules that are wrong. */
#include <stdarg.h>
#include <stddef.h>
#include <setjmp.h>
#include <cmocka.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "rules/rule.h"

static struct rules *rules;
static struct arena *arena;

static int setup(void **state)
{
	struct error err = ERROR_INIT;

	(void)state;
	arena = arena_new();
	rules = rules_load(NULL, NULL, &err);
	return rules ? 0 : -1;
}

static int teardown(void **state)
{
	(void)state;
	rules_free(rules);
	arena_free(arena);
	return 0;
}

static void test_no_problems(void **state)
{
	const struct strings *problems = rules_problems(rules);

	(void)state;
	for (uint32_t i = 0; i < problems->n; i++)
		print_message("%s\n", problems->v[i]);
	assert_int_equal(problems->n, 0);
}

/* Cuts a line at its first tab: what is behind it. */
static char *next_column(char *line)
{
	size_t len = strcspn(line, "\t");

	assert_true(line[len] == '\t');
	line[len] = '\0';
	return line + len + 1;
}

/* ---- samples: tests/rules/samples.tsv, a rule's id, a tab, a text ---- */

static const char *const context[][2] = {
	{ "namespace", "shop" }, { "pod", "web-0" }, { "node", "worker-1" },
	{ "container", "app" }, { "object", "deployment/web" },
};

/* A signal that the place takes, with this text. */
static struct rule_input signal_at(const struct rule_place *p, const char *text)
{
	static struct rule_value values[5];
	struct rule_input in = { .source = p->source, .kind = p->kind, .status = p->status,
				 .reason = p->reason, .component = p->component,
				 .message = text, .init = p->init, .values = values,
				 .n_values = 5 };
	size_t len = strlen(p->name);

	for (size_t i = 0; i < 5; i++)
		values[i] = (struct rule_value){ context[i][0], context[i][1] };
	in.name = p->name;
	if (len && p->name[len - 1] == '*')
		in.name = arena_printf(arena, "%.*sexample", (int)(len - 1), p->name);
	if (p->ranged)
		in.exit_code = (struct opt_i64){ true, p->low };
	if (p->begins && strncmp(text, p->begins, strlen(p->begins)) != 0)
		in.message = arena_printf(arena, "%s%s%s", p->begins,
					  strcmp(p->begins, "Error:") == 0 ? " " : " \"web:1\": ", text);
	return in;
}

/* tests/rules/pairs.tsv: winner, loser, why. */
static bool listed(const char *first, const char *second)
{
	char line[256], wanted[64];
	FILE *f = fopen("tests/rules/pairs.tsv", "r");
	bool found = false;

	assert_non_null(f);
	snprintf(wanted, sizeof(wanted), "%.20s\t%.20s\t", first, second);
	while (!found && fgets(line, sizeof(line), f))
		found = strncmp(line, wanted, strlen(wanted)) == 0;
	fclose(f);
	return found;
}

struct tally {
	unsigned samples, signals, wrapped, pairs, wrong;
};

/* At every place of the rule: it wins, or it only wraps what the winner says, or the pair is listed. */
static void run_sample(const char *id, const char *text, struct tally *t)
{
	const struct rule *rule = rules_find(rules, id);

	if (!rule)
		fail_msg("%s: no such rule", id);
	for (uint32_t i = 0; i < rule->places.n; i++) {
		struct rule_input in = signal_at(&rule->places.v[i], text);
		struct rule_match m = { .id = "none" };

		t->signals++;
		if (rules_match(rules, &in, arena, &m) && strcmp(m.id, id) == 0)
			continue;
		if (rule->wrapper && (!m.wrapper || m.rank > rule->rank)) {
			t->wrapped++;
			continue;
		}
		if (listed(m.id, id)) {
			t->pairs++;
			continue;
		}
		print_message("%s at %s %s: %s wins: %s\n", id, in.kind ? in.kind : "", in.name,
			      m.id, text);
		t->wrong++;
	}
}

static void test_samples(void **state)
{
	char line[16384];
	FILE *f = fopen("tests/rules/samples.tsv", "r");
	struct tally t = { 0 };

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		char *text = next_column(line);

		text[strcspn(text, "\n")] = '\0';
		run_sample(line, text, &t);
		t.samples++;
	}
	fclose(f);
	print_message("%u samples at %u places: %u are wrapped, %u lose as a listed pair, %u wrong\n",
		      t.samples, t.signals, t.wrapped, t.pairs, t.wrong);
	assert_int_equal(t.wrong, 0);
	assert_true(t.samples >= 801);
}

/* ---- what the catalogue asks for: tests/rules/classes.tsv, id, class, number of patterns ---- */

static bool has_sample(const char *id)
{
	char line[16384];
	FILE *f = fopen("tests/rules/samples.tsv", "r");
	size_t len = strlen(id);
	bool found = false;

	assert_non_null(f);
	while (!found && fgets(line, sizeof(line), f))
		found = strncmp(line, id, len) == 0 && line[len] == '\t';
	fclose(f);
	return found;
}

static void check_row(const char *id, const char *class_, const char *patterns)
{
	const struct rule *rule = rules_find(rules, id);
	const char *code = rules_class_code(rules, class_);
	char n[16];

	if (!rule || !code)
		fail_msg("%s: no such rule, or no code for class %s", id, class_);
	assert_string_equal(rule->code->code, code);
	snprintf(n, sizeof(n), "%u", (unsigned)rule->patterns.n);
	assert_true(strcmp(patterns, "state") == 0 ? rule->patterns.n == 0 : strcmp(patterns, n) == 0);
	if (rule->patterns.n && !has_sample(id))
		fail_msg("%s has no sample", id);
}

static void test_catalogue(void **state)
{
	char line[256];
	FILE *f = fopen("tests/rules/classes.tsv", "r");
	unsigned rows = 0, patterns = 0;

	(void)state;
	assert_non_null(f);
	for (; fgets(line, sizeof(line), f); rows++) {
		char *class_ = next_column(line), *n = next_column(class_);

		n[strcspn(n, "\n")] = '\0';
		check_row(line, class_, n);
	}
	fclose(f);
	for (size_t i = 0; i < rules->rules.n; i++)
		patterns += rules->rules.v[i]->patterns.n;
	print_message("%u rows, %zu rules, %u patterns\n", rows, rules_count(rules), patterns);
	assert_int_equal(rows, 374);
	assert_true(rules_count(rules) >= rows);
	assert_true(patterns >= 822);
}

static void test_codes(void **state)
{
	const struct rule_code *codes;
	size_t n = rules_codes(rules, &codes);

	(void)state;
	assert_true(n > 0);
	for (size_t i = 0; i < n; i++) {
		struct strbuf page = STRBUF_INIT;

		if (!codes[i].tell || !codes[i].act)
			fail_msg("%s has no page in rules/pages.yaml", codes[i].code);
		assert_true(rules_explain(rules, codes[i].code, &page));
		assert_non_null(strstr(page.buf, codes[i].meaning));
		strbuf_release(&page);
	}
	assert_null(rules_code(rules, "NoSuchCode"));
	assert_null(rules_code(rules, ""));
}

/* ---- precedence ---- */

static struct rule_match match_of(const char *id)
{
	const struct rule *r = rules_find(rules, id);

	assert_non_null(r);
	return (struct rule_match){ .id = r->id.s, .rank = r->rank, .order = r->order,
				    .wrapper = r->wrapper };
}

/* Of the pairs above the first remark; the others are about one text. */
static void test_pairs(void **state)
{
	char line[256];
	FILE *f = fopen("tests/rules/pairs.tsv", "r");
	unsigned n = 0;

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		struct rule_match v[2];
		char *loser;

		if (line[0] == '#')
			continue;
		loser = next_column(line);
		next_column(loser);
		v[0] = match_of(loser);
		v[1] = match_of(line);
		if (rules_choose(rules, v, NULL, 2) != 1)
			fail_msg("%s loses against %s", line, loser);
		v[0] = match_of(line);
		v[1] = match_of(loser);
		assert_int_equal(rules_choose(rules, v, NULL, 2), 0);
		n++;
	}
	fclose(f);
	assert_true(n > 20);
}

static void test_choose(void **state)
{
	struct rule_match v[3] = { match_of("IMG-31"), match_of("CTX-03"), match_of("SBX-30") };
	struct opt_time at[2] = { { true, 1 }, { true, 2 } };

	(void)state;
	assert_int_equal(rules_choose(rules, v, NULL, 0), -1);
	/* A missing pull secret alone is no cause, nor is what happened beside. */
	assert_int_equal(rules_choose(rules, v, NULL, 3), -1);
	/* The higher rank, then the earlier part of the pod's life, then the newer signal. */
	v[0] = match_of("CFG-02");
	v[1] = match_of("CFG-07");
	assert_int_equal(rules_choose(rules, v, NULL, 2), 1);
	v[0] = match_of("CFG-10");
	v[1] = match_of("VOL-06");
	assert_int_equal(rules_choose(rules, v, NULL, 2), 1);
	v[0] = match_of("CFG-02");
	v[1] = match_of("CFG-05");
	assert_int_equal(rules_choose(rules, v, at, 2), 1);
	assert_int_equal(rules_choose(rules, v, NULL, 2), 0);
}

/* ---- what a match says ---- */

struct says {
	struct rule_input in;
	const char *id, *summary, *command; /* command "": none */
};

#define COMMON .values = (const struct rule_value[]){ { "namespace", "shop" }, { "pod", "web-0" }, \
	{ "node", "worker-1" }, { "container", "app" } }, .n_values = 4

static const struct says says[] = {
	{ { .source = RULE_WAITING, .name = "CreateContainerConfigError",
	    .message = "configmap \"settings\" not found", COMMON },
	  "CFG-04", "ConfigMap settings does not exist in shop", "kubectl get configmaps -n shop" },
	{ { .source = RULE_EVENT, .name = "Failed", COMMON,
	    .message = "Error: couldn't find key url in ConfigMap shop/settings" },
	  "CFG-02", "ConfigMap settings has no key url",
	  "kubectl get configmap settings -n shop -o yaml" },
	/* A name that is none goes into no command. */
	{ { .source = RULE_EVENT, .name = "Failed", COMMON,
	    .message = "Error: couldn't find key url in ConfigMap shop/settings;reboot" },
	  "CFG-02", "ConfigMap settings;reboot has no key url", "" },
	/* The wrapper around it gives the image. */
	{ { .source = RULE_EVENT, .name = "Failed", COMMON,
	    .message = "Failed to pull image \"r.io/a:9\": reading manifest 9 in r.io/a: manifest unknown" },
	  "IMG-04", "the registry has no image r.io/a:9 (tag 9 of r.io/a): wrong tag or digest, or "
		    "never pushed there", "" },
	{ { .source = RULE_EVENT, .name = "BackOff", COMMON,
	    .message = "(combined from similar events): Back-off pulling image \"nginx:nope\"\n" },
	  "IMG-02", "image nginx:nope cannot be pulled", NULL },
	{ { .source = RULE_TERMINATED, .name = "Error", .exit_code = { true, 137 }, COMMON },
	  "CRS-13", "app is ended by SIGKILL", "kubectl describe pod web-0 -n shop" },
	{ { .source = RULE_TERMINATED, .name = "Error", .exit_code = { true, 130 }, COMMON },
	  "CRS-08", "app ends with exit code 130 (SIGINT)", NULL },
	{ { .source = RULE_TERMINATED, .name = "Error", .exit_code = { true, 255 }, COMMON },
	  "CRS-08", "app ends with exit code 255", NULL },
	{ { .source = RULE_TERMINATED, .name = "Error", .exit_code = { true, 3221225477 }, COMMON },
	  "CRS-19", "app ends with Windows status 0xC0000005", "" },
	{ { .source = RULE_STATE, .name = "node-missing", COMMON },
	  "NOD-12", "worker-1 does not exist any more", "kubectl get nodes" },
	/* Nothing is known beside the text. */
	{ { .source = RULE_WAITING, .name = "CreateContainerConfigError",
	    .message = "secret \"db\" not found" },
	  "CFG-05", "Secret db does not exist in its namespace", "" },
	{ { .source = RULE_EVENT, .name = "FailedMount", COMMON,
	    .message = "Unable to attach or mount volumes: unmounted volumes=[data], unattached "
		       "volumes=[data]: timed out" },
	  "VOL-02", "volumes are not mounted yet: data", "kubectl get pvc -n shop" },
};

static void test_says(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(says) / sizeof(*says); i++) {
		struct rule_match m;

		if (!rules_match(rules, &says[i].in, arena, &m))
			fail_msg("%s: nothing matches", says[i].id);
		assert_string_equal(m.id, says[i].id);
		assert_string_equal(m.summary, says[i].summary);
		if (says[i].command)
			assert_string_equal(m.command ? m.command : "", says[i].command);
		assert_non_null(m.next);
	}
}

static void test_nothing(void **state)
{
	struct rule_input in = { .source = RULE_EVENT, .name = "NobodyKnows", .message = "x" };
	struct rule_match m;

	(void)state;
	assert_false(rules_match(rules, &in, arena, &m));
	in = (struct rule_input){ .source = RULE_WAITING };
	assert_false(rules_match(rules, &in, arena, &m));
	in = (struct rule_input){ .source = RULE_TERMINATED, .name = "Error" };
	assert_false(rules_match(rules, &in, arena, &m));
}

/* Only the first 8 KiB of a text count, and a value that is long is cut between characters. */
static void test_long_text(void **state)
{
	struct rule_input in = { .source = RULE_EVENT, .name = "FailedMount" };
	size_t size = (size_t)1 << 20;
	char *text = calloc(1, size);
	struct rule_match m;

	(void)state;
	assert_non_null(text);
	in.message = text;
	memset(text, 'x', size - 1);
	memcpy(text + RULE_TEXT_BYTES_MAX, "code = Aborted", 14);
	assert_false(rules_match(rules, &in, arena, &m));
	memcpy(text + 100, "code = Aborted", 14);
	assert_true(rules_match(rules, &in, arena, &m));
	strcpy(text, "Failed to prepare dynamic resources: ");
	for (size_t i = strlen(text); i + 2 < size; i += 2)
		memcpy(text + i, "\xc3\xa9", 3);
	in.name = "FailedPrepareDynamicResources";
	assert_true(rules_match(rules, &in, arena, &m));
	assert_string_equal(m.id, "DRA-01");
	assert_true(strlen(m.summary) < 500);
	assert_non_null(strstr(m.summary, "\xc3\xa9..."));
	free(text);
}

/* ---- user rules: tests/rules/ has a folder of good ones and one of bad ones ---- */

static void test_user_rules(void **state)
{
	struct error err = ERROR_INIT;
	struct rules *mine = rules_load("tests/rules/no-such-folder", "tests/rules/good", &err);
	struct rule_input in = { .source = RULE_EVENT, .kind = "Pod", .name = "FailedMount", COMMON,
				 .component = "storage-agent", .message = "lease on share7 lost" };
	struct rule_match m;

	(void)state;
	assert_non_null(mine);
	assert_int_equal(rules_problems(mine)->n, 0);
	assert_int_equal(rules_count(mine), rules_count(rules) + 1);
	assert_true(rules_match(mine, &in, arena, &m));
	assert_string_equal(m.id, "MINE-01");
	assert_string_equal(m.code, "ShareLost");
	assert_string_equal(m.summary, "share7 is not ours any more");
	/* It takes the place of one that is built in. */
	in = (struct rule_input){ .source = RULE_EVENT, .name = "Pulling",
				  .message = "Pulling image \"a\"" };
	assert_true(rules_match(mine, &in, arena, &m));
	assert_string_equal(m.summary, "a is on its way");
	rules_free(mine);
	assert_null(rules_load(NULL, "tests/rules/no-such-folder", &err));
	assert_int_equal(err.kind, ERR_NOT_FOUND);
}

/* tests/rules/bad/problems.txt: a piece of each message, in the order of the files. */
static void test_bad_rules(void **state)
{
	struct strbuf out = STRBUF_INIT;
	struct error err = ERROR_INIT;
	int n = rules_check("tests/rules/bad", &out, &err), wanted = 0;
	FILE *f = fopen("tests/rules/bad/problems.txt", "r");
	char line[256];
	const char *at = out.buf;

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		line[strcspn(line, "\n")] = '\0';
		at = strstr(at, line);
		if (!at)
			fail_msg("not said, or not in this order: %s\n%s", line, out.buf);
		wanted++;
	}
	fclose(f);
	if (n != wanted)
		fail_msg("%d problems, %d wanted:\n%s", n, wanted, out.buf);
	strbuf_release(&out);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_no_problems),
		cmocka_unit_test(test_samples),
		cmocka_unit_test(test_catalogue),
		cmocka_unit_test(test_codes),
		cmocka_unit_test(test_pairs),
		cmocka_unit_test(test_choose),
		cmocka_unit_test(test_says),
		cmocka_unit_test(test_nothing),
		cmocka_unit_test(test_long_text),
		cmocka_unit_test(test_user_rules),
		cmocka_unit_test(test_bad_rules),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
