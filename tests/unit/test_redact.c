/* What --redact keeps of a text, and what becomes of names. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "bundle/redact.h"
#include "bundle/sentence.h"
#include "bundle/token.h"
#include "rules/rule.h"

static struct rules *rules;
static struct arena *arena;
static struct symtab *syms;
static struct names names;
static struct sentences sentences;

static int setup(void **state)
{
	struct error err = ERROR_INIT;
	struct classifier c = { &names, NULL };

	(void)state;
	rules = rules_load(NULL, NULL, &err);
	assert_non_null(rules);
	arena = arena_new();
	syms = symtab_new();
	names_init(&names, arena, syms);
	c.rules = rules;
	sentences_init(&sentences, &c);
	return 0;
}

static int teardown(void **state)
{
	(void)state;
	sentences_release(&sentences);
	rules_free(rules);
	symtab_free(syms);
	arena_free(arena);
	return 0;
}

static const char *redacted(const char *text)
{
	return sentence_out(&sentences, sym_str(syms, text)).s;
}

static const char *as(unsigned class_, const char *text)
{
	struct classifier c = { &names, rules };
	struct name *name = classify(&c, class_, sym_str(syms, text));

	return name ? name_out(&names, name).s : text;
}

/* ---- every sample of every rule means the same without its names ---- */

static char *next_column(char *line)
{
	size_t len = strcspn(line, "\t");

	if (!line[len])
		return line + len;
	line[len] = '\0';
	return line + len + 1;
}

static struct rule_input signal_at(const struct rule_place *p, const char *text)
{
	struct rule_input in = { .source = p->source, .kind = p->kind, .status = p->status,
				 .reason = p->reason, .component = p->component,
				 .message = text, .init = p->init };
	size_t len = strlen(p->name);

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

static const char *code_of(const struct rule_input *in)
{
	struct rule_match m = { .code = "none" };

	return rules_match(rules, in, arena, &m) ? m.code : "none";
}

static unsigned check_sample(const struct rule *rule, const char *text)
{
	unsigned wrong = 0;

	for (uint32_t i = 0; i < rule->places.n; i++) {
		struct rule_input in = signal_at(&rule->places.v[i], text), hidden = in;
		const char *code = code_of(&in), *now;

		hidden.message = redacted(in.message);
		now = code_of(&hidden);
		if (strcmp(code, now) == 0)
			continue;
		print_message("%s, now %s (%s)\n  %s\n  %s\n", code, now, rule->id.s, in.message,
			      hidden.message);
		wrong++;
	}
	return wrong;
}

static void test_samples(void **state)
{
	char line[16384];
	FILE *f = fopen("tests/rules/samples.tsv", "r");
	unsigned samples = 0, wrong = 0;

	(void)state;
	assert_non_null(f);
	while (fgets(line, sizeof(line), f)) {
		char *text = next_column(line);
		const struct rule *rule = rules_find(rules, line);

		text[strcspn(text, "\n")] = '\0';
		assert_non_null(rule);
		wrong += check_sample(rule, text);
		samples++;
	}
	fclose(f);
	print_message("%u samples, %u have another cause without their names\n", samples, wrong);
	assert_int_equal(wrong, 0);
	assert_true(samples >= 801);
}

/* ---- single texts ---- */

static void test_texts(void **state)
{
	static const struct { const char *text, *now; } rows[] = {
		{ "0/8 nodes are available: 8 Insufficient cpu.", NULL },
		{ "0/3 nodes are available: 3 Insufficient nvidia.com/gpu.", NULL },
		{ "configmap \"settings\" not found", "configmap \"name-1\" not found" },
		{ "configmap \"default\" not found", NULL },
		{ "configmap \"image\" not found", "configmap \"name-2\" not found" },
		{ "my customer 4711 has not paid", "(redacted)" },
		/* a known name is one, whatever its domain; hosts are no keys */
		{ "Preempted by x on node worker-zorg.acmecorp.openshift.io",
		  "Preempted by word-1 on node node-1" },
		{ "Error: zorg.acme.rancher.io/team/app", "Error: word-2.word-3.rancher.io/word-4/word-5" },
		{ "Error: zorg.acme.rancher.io/app", "Error: word-2.word-3.rancher.io/word-5" },
		{ "Error: driver zorg.acme.k8s.io", "Error: driver word-2.word-3.k8s.io" },
		{ "Error: driver ebs.csi.aws.com", NULL },
		{ "Error: account 123456789012 has 123456 of 1234567 bytes",
		  "Error: account word-6 has 123456 of 1234567 bytes" },
		{ "Error: arn:aws:iam::123456:role/9", "Error: word-7:word-8:word-9::word-10:word-11/word-12" },
		{ "Error: 4711.zorg.com:8443/42", "Error: word-13.word-2.com:8443/word-14" },
		{ "Error: 10.20.30 and 10.0.17763", "Error: word-15 and 10.0.17763" },
		{ "", NULL },
	};

	(void)state;
	names_note(&names, HIDE_NODE, sym_str(syms, "worker-zorg.acmecorp.openshift.io"));
	as(HIDE_DRIVER, "ebs.csi.aws.com"); /* an object's */
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_string_equal(redacted(rows[i].text), rows[i].now ? rows[i].now : rows[i].text);
}

static void test_amounts(void **state)
{
	static const char *const amounts[] = { "0/8", "12", "-5", "1.5Gi", "500m", "2m30.5s", "95%", "10.0.17763", "1e3" };
	static const char *const others[] = { "10.0.0.1", "web-1", "v1.30.1", "8f", "1-2", "1.2.", "5sums" };

	(void)state;
	for (size_t i = 0; i + 1 < sizeof(amounts) / sizeof(*amounts); i++)
		if (!token_is_amount(amounts[i], strlen(amounts[i])))
			fail_msg("%s", amounts[i]);
	for (size_t i = 0; i < sizeof(others) / sizeof(*others); i++)
		if (token_is_amount(others[i], strlen(others[i])))
			fail_msg("%s", others[i]);
}

static void test_measured(void **state)
{
	static const struct { const char *text; bool measured; } rows[] = {
		{ "1234567 bytes", true }, { "1234567 bytestorm", false }, { "1234567", false },
		{ "requested: 123456789012", true }, { "requested: 1234567890123", false },
		{ "used: 1234567", true }, { "capacity: 1234567", true }, { "account: 1234567", false },
		{ "requests.memory=1234567", true }, { "memory=1234567", true }, { "id=1234567", false },
		{ "=1234567", false },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		const char *at = strstr(rows[i].text, "123");

		if (token_is_measured(rows[i].text, at, strspn(at, "0123456789")) != rows[i].measured)
			fail_msg("%s", rows[i].text);
	}
}

/* ---- messages ---- */

static void test_messages(void **state)
{
	static const struct { const char *text, *now; } rows[] = {
		{ "-i needs a terminal, and standard output is none", NULL },
		{ "stat zorgconf: no such file or directory",
		  "stat (redacted): no such file or directory" },
		{ "user zorg", "user (redacted)" },
		{ "\"no such field", NULL },
		{ "kind is \"no such\"", "kind is \"(redacted)\"" },
		{ "no such file: zorg: no", "no such file: (redacted): no" },
		{ "\xe6\x94\xaf\xe4\xbb\x98", "(redacted)" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++) {
		struct strbuf out = STRBUF_INIT;

		redact_message(&out, rows[i].text);
		assert_string_equal(out.buf, rows[i].now ? rows[i].now : rows[i].text);
		strbuf_release(&out);
	}
}

/* ---- order ---- */

static const char *out_of(const char *text)
{
	return name_out(&names, names_find(&names, sym_str(syms, text))).s;
}

static void test_order(void **state)
{
	static const char *const nodes[] = { "b-10", "b-2", "a", "zz", "b" };

	(void)state;
	for (size_t i = 0; i < 5; i++)
		names_note(&names, HIDE_NODE, sym_str(syms, nodes[i]));
	names_note(&names, HIDE_NAMESPACE, sym_str(syms, "shop"));
	names_assign(&names);
	for (size_t i = 0; i < 5; i++)
		for (size_t j = 0; j < 5; j++)
			assert_int_equal(strcmp(nodes[i], nodes[j]) < 0,
					 strcmp(out_of(nodes[i]), out_of(nodes[j])) < 0);
	assert_string_equal(out_of("a"), "node-1");
	assert_string_equal(out_of("shop"), "ns-1");
}

/* Those that keep their names stand where they stood. */
static void test_namespaces(void **state)
{
	static const char *const spaces[] = { "a", "default", "f", "kube-node-lease", "kube-o",
					      "kube-public", "kube-r", "kube-system", "kube-t", "shop" };
	const char *last = "";

	(void)state;
	for (size_t i = 0; i < 10; i++)
		if (i % 2 == 0 || i == 9)
			names_note(&names, HIDE_NAMESPACE, sym_str(syms, spaces[i]));
	names_assign(&names);
	for (size_t i = 0; i < 10; i++) {
		const struct name *known = names_find(&names, sym_str(syms, spaces[i]));
		const char *now = known ? out_of(spaces[i]) : spaces[i];

		assert_true(strcmp(last, now) < 0);
		last = now;
	}
}

/* One text that is a node and a namespace: both stay in order. */
static void test_mixed_order(void **state)
{
	static const char *const nodes[] = { "a", "m", "z" }, *const spaces[] = { "b", "m", "y" };

	(void)state;
	for (size_t i = 0; i < 3; i++) {
		names_note(&names, HIDE_NODE, sym_str(syms, nodes[i]));
		names_note(&names, HIDE_NAMESPACE, sym_str(syms, spaces[i]));
	}
	names_assign(&names);
	for (size_t i = 1; i < 3; i++) {
		assert_true(strcmp(out_of(nodes[i - 1]), out_of(nodes[i])) < 0);
		assert_true(strcmp(out_of(spaces[i - 1]), out_of(spaces[i])) < 0);
	}
}

/* A pseudonym is nobody's name: it might be taken for it. */
static void test_own_names(void **state)
{
	static const char *const nodes[] = { "node-1", "node-2", "node-3", "node-1x" };

	(void)state;
	for (size_t i = 0; i < 4; i++)
		names_note(&names, HIDE_NODE, sym_str(syms, nodes[i]));
	names_assign(&names);
	for (size_t i = 0; i < 4; i++)
		for (size_t j = 0; j < 4; j++) {
			assert_string_not_equal(out_of(nodes[i]), nodes[j]);
			assert_int_equal(strcmp(nodes[i], nodes[j]) < 0,
					 strcmp(out_of(nodes[i]), out_of(nodes[j])) < 0);
		}
}

/* What Gt and Lt compare stays in order, equal ones stay equal, and the rest is no integer. */
static void test_integers(void **state)
{
	static const char *const values[] = { "-5", "7", "10", "11", "12", "200" };
	int64_t last = INT64_MIN, v = 0, w = 0;

	(void)state;
	names.has_bounds = true;
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++)
		names_note(&names, HIDE_LABEL, sym_str(syms, values[i]));
	names_note(&names, HIDE_LABEL, sym_str(syms, "007"));
	names_note(&names, HIDE_LABEL, sym_str(syms, "nine"));
	names_assign(&names);
	for (size_t i = 0; i < sizeof(values) / sizeof(*values); i++) {
		assert_true(parse_int64(out_of(values[i]), &v));
		assert_true(v > last);
		last = v;
	}
	assert_true(parse_int64(out_of("7"), &v) && parse_int64(out_of("007"), &w));
	assert_int_equal(v, w);
	assert_string_not_equal(out_of("7"), out_of("007"));
	assert_false(parse_int64(out_of("nine"), &v));
}

/* ---- texts in parts ---- */

static void test_parts(void **state)
{
	static const struct { unsigned class_; const char *text, *now; } rows[] = {
		{ HIDE_KEY, "topology.kubernetes.io/zone", NULL },
		{ HIDE_KEY, "node-role.kubernetes.io/control-plane", NULL },
		{ HIDE_KEY, "node-role.kubernetes.io/payments", "node-role.kubernetes.io/key-1" },
		{ HIDE_KEY, "acme.io/payments", "domain-1.example/key-1" },
		{ HIDE_KEY, "not a key", "key-2!" },
		{ HIDE_LABEL, "not a value", "value-1!" },
		{ HIDE_RESOURCE, "cpu", NULL },
		{ HIDE_RESOURCE, "hugepages-2Mi", NULL },
		{ HIDE_RESOURCE, "nvidia.com/gpu", NULL },
		{ HIDE_RESOURCE, "requests.acme.io/payments", "requests.domain-1.example/key-1" },
		{ HIDE_RESOURCE, "fast.storageclass.storage.k8s.io/requests.storage",
		  "class-1.storageclass.storage.k8s.io/requests.storage" },
		{ HIDE_DRIVER, "ebs.csi.aws.com", NULL },
		{ HIDE_DRIVER, "csi.acme.io", "driver-1.example" },
		{ HIDE_IMAGE, "registry.rancher.io/acme/payroll:v9", "image-1" },
		{ HIDE_NODE, "worker.acme.openshift.io", "node-1" },
		{ HIDE_NAME, "scheduler.acme.k8s.io/team", "domain-2.example/key-3" },
		{ HIDE_KEY, "zorg.rancher.io/not/a/key", "key-4!" },
		{ HIDE_WORD, "OutOfcpu", NULL },
		{ HIDE_WORD, "OutOfacme.io/payments", "OutOfdomain-1.example/key-1" },
		{ HIDE_WORD, "FailedScheduling", NULL },
		{ HIDE_WORD, "AcmeFailed", "Word1" },
		{ NAME_ZONE, "europe-west1-b", "region-1-zone1" },
		{ NAME_ZONE, "europe-west1-b__europe-west1-c", "region-1-zone1__region-1-zone2" },
		{ HIDE_HANDLE, "projects/acme/zones/europe-west1-b/disks/payments",
		  "projects/disk-1/zones/region-1-zone1/disks/key-1" },
		{ HIDE_IMAGE, "harbor.acme.io/k8s/kube-scheduler:v1.35.3",
		  "registry.example/kube-scheduler:v1.35.3" },
		{ HIDE_NAMESPACE, "kube-system", NULL },
		{ HIDE_ADDRESS, "0.0.0.0", NULL },
		{ HIDE_ADDRESS, "10.1.2.3", "198.18.0.1" },
		{ HIDE_UID, "905d0b20-4eb7-5cc1-b30e-0810790feb1a",
		  "00000000-0000-4000-8000-000000000001" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(*rows); i++)
		assert_string_equal(as(rows[i].class_, rows[i].text),
				    rows[i].now ? rows[i].now : rows[i].text);
}

/* Every text gets a pseudonym of its own, whatever it is. */
static void test_one_to_one(void **state)
{
	char text[32];
	const char *seen[64];

	(void)state;
	for (unsigned i = 0; i < 64; i++) {
		snprintf(text, sizeof(text), "t%u", i);
		seen[i] = as(i % 2 ? HIDE_LABEL : i % 3 ? HIDE_NAME : HIDE_KEY, text);
		for (unsigned j = 0; j < i; j++)
			assert_string_not_equal(seen[i], seen[j]);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test_setup_teardown(test_samples, setup, teardown),
		cmocka_unit_test_setup_teardown(test_texts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_amounts, setup, teardown),
		cmocka_unit_test(test_measured),
		cmocka_unit_test(test_messages),
		cmocka_unit_test_setup_teardown(test_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_namespaces, setup, teardown),
		cmocka_unit_test_setup_teardown(test_mixed_order, setup, teardown),
		cmocka_unit_test_setup_teardown(test_own_names, setup, teardown),
		cmocka_unit_test_setup_teardown(test_integers, setup, teardown),
		cmocka_unit_test_setup_teardown(test_parts, setup, teardown),
		cmocka_unit_test_setup_teardown(test_one_to_one, setup, teardown),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
