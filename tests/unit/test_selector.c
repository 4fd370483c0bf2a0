#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/arena.h"
#include "model/quantity.h"
#include "model/selector.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define NAME_63 "a23456789012345678901234567890123456789012345678901234567890123"
#define LABEL_63_DOT NAME_63 "."

/*
 * Small notations, so that a case is one line:
 *   labels        "app=web tier=front empty="
 *   requirements  "app In web,api; tier Exists; n Gt 5" (a value "-" is the empty text)
 */
struct fixture {
	struct arena *arena;
	struct symtab *syms;
};

static int setup(void **state)
{
	static struct fixture f;

	f.arena = arena_new();
	f.syms = symtab_new();
	*state = &f;
	return 0;
}

static int teardown(void **state)
{
	struct fixture *f = *state;

	arena_free(f->arena);
	symtab_free(f->syms);
	return 0;
}

/* The next piece up to `stop`, without it; NULL at the end. */
static const char *piece(const char **text, char stop, size_t *ret_len)
{
	const char *start = *text;

	while (*start == ' ')
		start++;
	if (!*start)
		return NULL;
	*ret_len = strcspn(start, (char[]){ stop, '\0' });
	*text = start + *ret_len + (start[*ret_len] == stop);
	return start;
}

static struct labels labels(struct fixture *f, const char *text)
{
	struct labels l = { ARENA_ARRAY(f->arena, strlen(text) + 1, struct label), 0 };
	const char *s;
	size_t len;

	while ((s = piece(&text, ' ', &len))) {
		size_t key = strcspn(s, "=");

		l.v[l.n].key = sym_intern(f->syms, s, key);
		l.v[l.n++].value = sym_intern(f->syms, s + key + 1, len - key - 1);
	}
	return l;
}

static struct syms values(struct fixture *f, const char *s, size_t len)
{
	const char *text = arena_strndup(f->arena, s, len), *p;
	struct syms out = { ARENA_ARRAY(f->arena, len + 1, sym), 0 };
	size_t n;

	while ((p = piece(&text, ',', &n)))
		out.v[out.n++] = *p == '-' && n == 1 ? sym_str(f->syms, "")
						     : sym_intern(f->syms, p, n);
	return out;
}

static enum selector_op op_of(sym text)
{
	enum selector_op op;

	for (op = OP_IN; op <= OP_LT; op++) {
		if (sym_is(text, selector_op_name(op)))
			return op;
	}
	return OP_OTHER;
}

static const char *word(const char **text, size_t *ret_len)
{
	const char *s = piece(text, ' ', ret_len);

	*ret_len = s ? *ret_len : 0;
	return s ? s : "";
}

static struct selector_req requirement(struct fixture *f, const char *s, size_t len)
{
	const char *text = arena_strndup(f->arena, s, len), *p;
	struct selector_req r = { .op = OP_OTHER };
	size_t n;

	p = word(&text, &n);
	r.key = p[0] == '-' && n == 1 ? sym_str(f->syms, "") : sym_intern(f->syms, p, n);
	p = word(&text, &n);
	r.op_text = sym_intern(f->syms, p, n);
	r.op = op_of(r.op_text);
	r.values = values(f, text, strlen(text));
	return r;
}

static struct selector_reqs requirements(struct fixture *f, const char *text)
{
	struct selector_reqs out = { ARENA_ARRAY(f->arena, strlen(text) + 1, struct selector_req), 0 };
	const char *s;
	size_t len;

	while ((s = piece(&text, ';', &len)))
		out.v[out.n++] = requirement(f, s, len);
	return out;
}

static const struct {
	const char *match_labels, *expressions, *labels;
	bool matches;
} label_cases[] = {
	/* {} matches everything */
	{ "", "", "", true },
	{ "", "", "app=web", true },
	{ "app=web", "", "app=web", true },
	{ "app=web", "", "app=web tier=front", true },
	{ "app=web", "", "app=api", false },
	{ "app=web", "", "tier=web", false },
	{ "app=web", "", "", false },
	{ "app=web tier=front", "", "app=web tier=front", true },
	{ "app=web tier=front", "", "app=web", false },
	{ "app=", "", "app=", true },
	{ "app=", "", "", false },
	{ "app=", "", "app=web", false },
	{ "", "app In web", "app=web", true },
	{ "", "app In web,api", "app=api", true },
	{ "", "app In web,api", "app=db", false },
	{ "", "app In web", "", false },
	{ "", "app In -", "app=", true },
	{ "", "app In -", "", false },
	{ "", "app NotIn web", "app=web", false },
	{ "", "app NotIn web", "app=api", true },
	{ "", "app NotIn web", "", true },
	{ "", "app NotIn -", "app=", false },
	{ "", "app Exists", "app=", true },
	{ "", "app Exists", "", false },
	{ "", "app DoesNotExist", "app=web", false },
	{ "", "app DoesNotExist", "tier=front", true },
	/* both are needed */
	{ "app=web", "tier In front", "app=web tier=front", true },
	{ "app=web", "tier In front", "app=web tier=back", false },
	{ "app=web", "tier In front", "tier=front", false },
	{ "", "app In web; app NotIn web", "app=web", false },
	{ "", "app Exists; tier DoesNotExist", "app=web", true },
	/* one error, and nothing matches */
	{ "", "app In", "app=web", false },
	{ "", "app NotIn", "", false },
	{ "", "app Exists web", "app=web", false },
	{ "", "app DoesNotExist web", "", false },
	{ "", "app Gt 5", "app=6", false },
	{ "", "app in web", "app=web", false },
	{ "", "app NotIn web; app Gt 1", "", false },
	{ "", "app NotIn -web", "", false },
	{ "", "a/b/c DoesNotExist", "", false },
	{ "", "- DoesNotExist", "", false },
	{ "app=-x", "", "app=-x", false },
	{ "-app=x", "", "-app=x", false },
	{ "", "app NotIn " LABEL_63_DOT, "", false },
	{ "", "app NotIn " NAME_63, "", true },
};

static void test_label_selectors(void **state)
{
	struct fixture *f = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(label_cases); i++) {
		struct label_selector s = {
			.match_labels = labels(f, label_cases[i].match_labels),
			.match_expressions = requirements(f, label_cases[i].expressions),
		};
		struct labels l = labels(f, label_cases[i].labels);
		bool before = label_selector_matches(&s, &l);

		label_selector_check(&s);
		if (before != label_cases[i].matches || label_selector_matches(&s, &l) != before)
			fail_msg("[%s] [%s] on [%s]", label_cases[i].match_labels,
				 label_cases[i].expressions, label_cases[i].labels);
	}
}

static void test_nil_and_empty(void **state)
{
	struct label_selector everything = { .valid = TRI_UNSET };
	struct labels none = { NULL, 0 };

	(void)state;
	assert_false(label_selector_matches(NULL, &none));
	assert_false(label_selector_is_empty(NULL));
	assert_null(label_selector_invalid(NULL));
	assert_true(label_selector_matches(&everything, &none));
	assert_true(label_selector_is_empty(&everything));
	assert_null(label_selector_invalid(&everything));
}

static const struct {
	const char *expressions, *why; /* NULL: fine */
} invalid_cases[] = {
	{ "", NULL },
	{ "app In web", NULL },
	{ "example.com/app In web,-,v1.2_3-x", NULL },
	{ "app In", "In needs at least one value" },
	{ "app NotIn", "NotIn needs at least one value" },
	{ "app Exists x", "Exists takes no values" },
	{ "app DoesNotExist x", "DoesNotExist takes no values" },
	{ "app Gt 5", "unknown operator" },
	{ "app Lt 5", "unknown operator" },
	{ "app IN web", "unknown operator" },
	{ "app = web", "unknown operator" },
	{ "app! In web", "not a valid label key" },
	{ "/app In web", "not a valid label key" },
	{ "Example.com/app In web", "not a valid label key" },
	{ "app In web!", "not a valid label value" },
	{ "app NotIn fine,-wrong", "not a valid label value" },
	{ "app Exists; tier Nope", "unknown operator" },
};

static void test_invalid(void **state)
{
	struct fixture *f = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(invalid_cases); i++) {
		struct label_selector s = { .match_expressions =
						    requirements(f, invalid_cases[i].expressions) };
		const char *why = label_selector_invalid(&s);

		if (!why != !invalid_cases[i].why || (why && strcmp(why, invalid_cases[i].why) != 0))
			fail_msg("[%s]: %s", invalid_cases[i].expressions, why ? why : "fine");
	}
}

static const struct {
	const char *requirement, *labels;
	bool matches, bad;
} node_cases[] = {
	{ "zone In a,b", "zone=a", true, false },
	{ "zone In a,b", "zone=c", false, false },
	{ "zone In a,b", "", false, false },
	{ "zone In", "zone=a", false, true },
	{ "zone NotIn a", "", true, false },
	{ "zone NotIn a", "zone=a", false, false },
	{ "zone NotIn", "", false, true },
	{ "zone NotIn -a", "", false, true },
	{ "zone Exists", "zone=", true, false },
	{ "zone Exists a", "zone=a", false, true },
	{ "zone DoesNotExist", "", true, false },
	{ "zone DoesNotExist a", "", false, true },
	{ "gpus Gt 2", "gpus=3", true, false },
	{ "gpus Gt 2", "gpus=2", false, false },
	{ "gpus Gt 2", "gpus=10", true, false },
	{ "gpus Lt 2", "gpus=1", true, false },
	{ "gpus Lt 2", "gpus=-1", true, false },
	{ "gpus Lt 2", "gpus=2", false, false },
	{ "gpus Gt 2", "", false, false },
	{ "gpus Lt 2", "", false, false },
	{ "gpus Gt 2", "gpus=many", false, false },
	{ "gpus Gt 2", "gpus=", false, false },
	{ "gpus Gt 2", "gpus=3.5", false, false },
	{ "gpus Gt 2", "gpus=99999999999999999999", false, false },
	{ "gpus Gt 002", "gpus=0003", true, false },
	{ "gpus Gt -", "gpus=3", false, true },
	{ "gpus Gt", "gpus=3", false, true },
	{ "gpus Gt 1,2", "gpus=3", false, true },
	{ "gpus Gt x", "gpus=3", false, true },
	/* an integer, but not a label value */
	{ "gpus Gt -1", "gpus=3", false, true },
	{ "gpus Gt +1", "gpus=3", false, true },
	{ "gpus Gt 9223372036854775806", "gpus=9223372036854775807", true, false },
	{ "gpus Gt 9223372036854775808", "gpus=3", false, true },
	{ "gpus gt 2", "gpus=3", false, true },
	{ "gp!us Exists", "gp!us=3", false, true },
};

static void test_node_requirements(void **state)
{
	struct fixture *f = *state;
	size_t i;

	for (i = 0; i < ARRAY_SIZE(node_cases); i++) {
		struct selector_reqs reqs = requirements(f, node_cases[i].requirement);
		struct labels l = labels(f, node_cases[i].labels);
		bool bad;

		if (node_requirement_matches(&reqs.v[0], &l, &bad) != node_cases[i].matches ||
		    bad != node_cases[i].bad)
			fail_msg("[%s] on [%s]", node_cases[i].requirement, node_cases[i].labels);
		assert_int_equal(node_requirement_matches(&reqs.v[0], &l, NULL),
				 node_cases[i].matches);
	}
}

static const struct {
	const char *expressions, *fields;
	bool matches, labels_only; /* on node n1 with zone=a */
} term_cases[] = {
	{ "", "", false, false },
	{ "zone In a", "", true, true },
	{ "zone In b", "", false, false },
	{ "", "metadata.name In n1", true, true },
	{ "", "metadata.name In n2", false, true },
	{ "", "metadata.name NotIn n1", false, true },
	{ "", "metadata.name NotIn n2", true, true },
	{ "zone In a", "metadata.name In n1", true, true },
	{ "zone In b", "metadata.name In n1", false, false },
	{ "zone In a", "metadata.name In n2", false, true },
	{ "", "metadata.name In n1; metadata.name NotIn n2", true, true },
	/* other fields are never set */
	{ "", "metadata.namespace NotIn x", true, true },
	{ "", "metadata.namespace In x", false, true },
	{ "", "metadata.namespace In -", true, true },
	{ "", "metadata.namespace NotIn -", false, true },
	/* errors: even those of fields that are not looked at */
	{ "", "metadata.name In n1,n2", false, false },
	{ "", "metadata.name In", false, false },
	{ "", "metadata.name Exists", false, false },
	{ "", "metadata.name Gt 1", false, false },
	{ "zone In a", "metadata.name Exists", false, false },
	{ "zone In a; zone Nope", "", false, false },
	{ "zone In a; other NotIn -x", "", false, false },
};

static void test_node_terms(void **state)
{
	struct fixture *f = *state;
	struct labels l = labels(f, "zone=a");
	size_t i;

	for (i = 0; i < ARRAY_SIZE(term_cases); i++) {
		struct node_selector_term t = {
			.match_expressions = requirements(f, term_cases[i].expressions),
			.match_fields = requirements(f, term_cases[i].fields),
		};
		struct node_selector s = { .terms = { &t, 1 } };

		if (node_term_matches(&t, &l, sym_str(f->syms, "n1")) != term_cases[i].matches ||
		    node_selector_matches_labels_only(&s, &l) != term_cases[i].labels_only)
			fail_msg("[%s] [%s]", term_cases[i].expressions, term_cases[i].fields);
	}
}

static void test_node_selectors(void **state)
{
	struct fixture *f = *state;
	struct labels l = labels(f, "zone=a");
	sym n1 = sym_str(f->syms, "n1");
	struct node_selector_term terms[] = {
		{ .match_expressions = requirements(f, "zone Nope") },
		{ .match_expressions = requirements(f, "zone In b") },
		{ .match_expressions = { NULL, 0 } },
		{ .match_expressions = requirements(f, "zone In a") },
	};
	struct node_selector none = { .terms = { terms, 0 } };
	struct node_selector wrong = { .terms = { terms, 3 } };
	struct node_selector all = { .terms = { terms, 4 } };

	assert_true(node_selector_matches(NULL, &l, n1));
	assert_true(node_selector_matches_labels_only(NULL, &l));
	assert_false(node_selector_matches(&none, &l, n1));
	assert_false(node_selector_matches_labels_only(&none, &l));
	assert_false(node_selector_matches(&wrong, &l, n1));
	assert_true(node_selector_matches(&all, &l, n1));
}

static const struct {
	const char *text;
	bool value, key, subdomain;
} syntax_cases[] = {
	{ "", true, false, false },
	{ "a", true, true, true },
	{ "A", true, true, false },
	{ "0", true, true, true },
	{ "a-b_c.d", true, true, false },
	{ "a-b.c", true, true, true },
	{ "-a", false, false, false },
	{ "a-", false, false, false },
	{ ".a", false, false, false },
	{ "a.", false, false, false },
	{ "_", false, false, false },
	{ "a b", false, false, false },
	{ "a..b", true, true, false },
	{ "a.-b", true, true, false },
	{ "a-.b", true, true, false },
	{ "\xc3\xa9", false, false, false },
	{ NAME_63, true, true, true },
	{ NAME_63 "4", false, false, true },
	{ "example.com/a", false, true, false },
	{ "example.com/A_b", false, true, false },
	{ "Example.com/a", false, false, false },
	{ "example.com/", false, false, false },
	{ "/a", false, false, false },
	{ "a/b/c", false, false, false },
	{ "a_b/c", false, false, false },
	{ "a/" NAME_63, false, true, false },
	{ "a/" NAME_63 "4", false, false, false },
};

static void test_syntax(void **state)
{
	char text[300];
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(syntax_cases); i++) {
		const char *s = syntax_cases[i].text;

		if (label_value_valid(s) != syntax_cases[i].value ||
		    label_key_valid(s) != syntax_cases[i].key ||
		    dns_subdomain_valid(s) != syntax_cases[i].subdomain)
			fail_msg("\"%s\"", s);
	}
	for (i = 1; i < 256; i++) {
		const char *alnum = "0123456789abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ";
		char one[] = { (char)i, '\0' }, inner[] = { 'a', (char)i, 'a', '\0' };

		assert_int_equal(label_value_valid(one), strchr(alnum, (char)i) != NULL);
		assert_int_equal(label_value_valid(inner),
				 strchr(alnum, (char)i) || strchr("-_.", (char)i));
	}
	memset(text, 'a', sizeof(text));
	text[253] = '\0';
	assert_true(dns_subdomain_valid(text));
	memcpy(text + 253, "/b", 3);
	assert_true(label_key_valid(text));
	memcpy(text + 253, "a/b", 4);
	assert_false(label_key_valid(text));
}

static const struct {
	const char *text;
	bool ok;
	int64_t v;
} int_cases[] = {
	{ "0", true, 0 },
	{ "-0", true, 0 },
	{ "+5", true, 5 },
	{ "-5", true, -5 },
	{ "0005", true, 5 },
	{ "9223372036854775807", true, INT64_MAX },
	{ "-9223372036854775808", true, INT64_MIN },
	{ "9223372036854775808", false, 0 },
	{ "-9223372036854775809", false, 0 },
	{ "99999999999999999999999", false, 0 },
	{ "", false, 0 },
	{ "+", false, 0 },
	{ "-", false, 0 },
	{ " 1", false, 0 },
	{ "1 ", false, 0 },
	{ "1_000", false, 0 },
	{ "0x10", false, 0 },
	{ "1.0", false, 0 },
	{ "--1", false, 0 },
};

static void test_parse_int64(void **state)
{
	size_t i;

	(void)state;
	for (i = 0; i < ARRAY_SIZE(int_cases); i++) {
		int64_t v = 0;

		if (parse_int64(int_cases[i].text, &v) != int_cases[i].ok || v != int_cases[i].v)
			fail_msg("\"%s\" gave %lld", int_cases[i].text, (long long)v);
	}
}

static void test_lookups(void **state)
{
	struct fixture *f = *state;
	struct labels l = labels(f, "a=1 b= c=3");
	sym b = sym_str(f->syms, "b"), missing = sym_str(f->syms, "missing");

	assert_true(sym_is(labels_get(&l, sym_str(f->syms, "c")), "3"));
	assert_non_null(labels_get(&l, b).s);
	assert_string_equal(labels_get(&l, b).s, "");
	assert_null(labels_get(&l, missing).s);
	assert_ptr_equal(labels_find(&l, b), &l.v[1]);
	assert_null(labels_find(&l, missing));
}

static void test_resources(void **state)
{
	const char *const names[] = { "cpu", "ephemeral-storage", "hugepages-2Mi", "memory",
				      "nvidia.com/gpu" };
	struct quantity amounts[ARRAY_SIZE(names)];
	struct resource list[ARRAY_SIZE(names)];
	struct fixture *f = *state;
	uint32_t n, i;

	for (n = 0; n <= ARRAY_SIZE(names); n++) {
		struct resources r = { list, n };

		for (i = 0; i < n; i++) {
			list[i].name = sym_str(f->syms, names[i]);
			list[i].quantity = &amounts[i];
		}
		for (i = 0; i < ARRAY_SIZE(names); i++)
			assert_ptr_equal(resources_get(&r, names[i]), i < n ? &amounts[i] : NULL);
		assert_null(resources_get(&r, ""));
		assert_null(resources_get(&r, "cpu2"));
		assert_null(resources_get(&r, "zzz"));
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_label_selectors),   cmocka_unit_test(test_nil_and_empty),
		cmocka_unit_test(test_invalid),           cmocka_unit_test(test_node_requirements),
		cmocka_unit_test(test_node_terms),        cmocka_unit_test(test_node_selectors),
		cmocka_unit_test(test_syntax),            cmocka_unit_test(test_parse_int64),
		cmocka_unit_test(test_lookups),           cmocka_unit_test(test_resources),
	};

	return cmocka_run_group_tests(tests, setup, teardown);
}
