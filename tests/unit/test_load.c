/* Bytes to model: every form of input, every kind of garbage. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/strbuf.h"
#include "lib/load_case.h"
#include "load/field.h"

static void test_forms(void **state)
{
	static const struct load_case cases[] = {
		{ "single object", NODE_("a"), NODE("a") },
		{ "blanks", " \r\n\t" NODE_("a") " \n", NODE("a") },
		{ "documents in a row", NODE_("a") NODE_("b") "\n" NODE_("c"),
		  NODE("a") NODE("b") NODE("c") },
		{ "documents with separators", NODE_("a") "\n---\n---\n" NODE_("b") "\n---\n",
		  NODE("a") NODE("b") },
		{ "JSON in YAML", "---\n" NODE_("a") "\n---\n" NODE_("b") "\n", NODE("a") NODE("b") },
		{ "list", "{\"apiVersion\":\"v1\",\"items\":[" NODE_("a") "," NODE_("b")
		  "],\"kind\":\"List\",\"metadata\":{\"resourceVersion\":\"\"}}", NODE("a") NODE("b") },
		{ "bare list", "[" NODE_("a") "," NODE_("b") "]", NODE("a") NODE("b") },
		{ "typed list", "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"metadata\":{},\"items\":["
		  "{\"metadata\":{\"name\":\"a\"}},{\"metadata\":{\"name\":\"b\"}}]}",
		  NODE("a") NODE("b") },
		{ "typed list of kinds that say their name",
		  "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[" NODE_("a") "]}", NODE("a") },
		{ "empty lists", "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":null}"
		  "{\"kind\":\"PodList\",\"apiVersion\":\"v1\",\"items\":[]}", "" },
		{ "kind last", "{\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"\\u0041\"}},"
		  "\"spec\":{\"unschedulable\":true},\"kind\":\"Node\",\"apiVersion\":\"v1\"}",
		  "Node {\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"A\"}},"
		  "\"spec\":{\"unschedulable\":true}}\n" },
		{ "no apiVersion", "{\"kind\":\"Node\",\"metadata\":{\"name\":\"a\"}}", NODE("a") },
		{ "escaped keys", "{\"apiVersion\":\"v1\",\"k\\u0069nd\":\"N\\u006fde\","
		  "\"met\\u0061data\":{\"n\\u0061me\":\"a\"}}", NODE("a") },
		{ "other kinds are nobody's business",
		  "{\"apiVersion\":\"v1\",\"kind\":\"Secret\",\"data\":{\"a\":\"b\"}}"
		  "{\"apiVersion\":\"example.com/v1\",\"kind\":\"Node\",\"spec\":7}" NODE_("a"), NODE("a") },
		{ "list of another kind", "{\"apiVersion\":\"v1\",\"kind\":\"SecretList\","
		  "\"items\":[{\"metadata\":{\"name\":\"a\"}}]}", "" },
		{ "keys are case-sensitive", "{\"apiVersion\":\"v1\",\"kind\":\"Node\","
		  "\"Metadata\":{\"name\":\"b\"},\"metadata\":{\"name\":\"a\",\"Labels\":{\"x\":\"y\"}}}",
		  NODE("a") },
		{ "refusal", "{\"kind\":\"Status\",\"apiVersion\":\"v1\",\"message\":\"no\",\"code\":403}",
		  "! f: the server said: no\n" },
		{ "null is absent", WITH("\"spec\":{\"taints\":null,\"unschedulable\":null},\"status\":null"),
		  NODE("n") },
		{ "empty is not absent", WITH("\"spec\":{\"taints\":[]}"),
		  "Node {\"metadata\":{\"name\":\"n\"},\"spec\":{\"taints\":[]}}\n" },
		{ "nothing", "  \n ", "" },
	};

	(void)state;
	CHECK(cases);
}

/* A syntax error loses the rest; what was complete before stays. */
static void test_syntax(void **state)
{
	static const struct load_case cases[] = {
		{ "leading zero", WITH("\"x\":[01]"), "a number must not begin with 0, found '1'" },
		{ "no digit after the point", WITH("\"x\":[1.]"), "wants a digit, found ']'" },
		{ "bare minus", WITH("\"x\":-"), "wants a digit, found '}'" },
		{ "empty exponent", WITH("\"x\":1e+"), "wants a digit, found '}'" },
		{ "plus", WITH("\"x\":+1"), "wants a value, found '+'" },
		{ "hexadecimal", WITH("\"x\":0x10"), "wants ',' or the end of the object or list, found 'x'" },
		{ "NaN", WITH("\"x\":NaN"), "wants a value, found 'N'" },
		{ "literal", WITH("\"x\":nul"), "wants true, false or null, found '}'" },
		{ "long literal", WITH("\"x\":truer"), "wants ',' or the end of the object or list, found 'r'" },
		{ "control character", WITH("\"x\":\"a\tb\""),
		  "control characters in a string must be escaped, found byte 0x09" },
		{ "bad escape", WITH("\"x\":\"\\x\""), "wants an escape such as \\n or \\u0041, found 'x'" },
		{ "short unicode", WITH("\"x\":\"\\u12\""), "wants four hexadecimal digits after \\u, found '\"'" },
		{ "bare continuation", WITH("\"x\":\"\x80\""), "wants UTF-8, found byte 0x80" },
		{ "overlong", WITH("\"x\":\"\xc0\xaf\""), "wants UTF-8, found byte 0xc0" },
		{ "surrogate in UTF-8", WITH("\"x\":\"\xed\xa0\x80\""), "wants UTF-8, found byte 0xa0" },
		{ "above U+10FFFF", WITH("\"x\":\"\xf4\x90\x80\x80\""), "wants UTF-8, found byte 0x90" },
		{ "cut character", WITH("\"x\":\"\xe2\x82\""), "wants UTF-8, found '\"'" },
		{ "trailing comma", WITH("\"x\":[1,]"), "wants a value, found ']'" },
		{ "trailing comma in object", WITH("\"x\":{\"a\":1,}"), "wants a key, found '}'" },
		{ "bare key", WITH("\"x\":{a:1}"), "wants a key or '}', found 'a'" },
		{ "single quotes", WITH("'x':1"), "wants a key, found '''" },
		{ "no colon", WITH("\"x\" 1"), "wants ':', found '1'" },
		{ "wrong bracket", WITH("\"x\":[1}"), "wants ',' or the end of the object or list, found '}'" },
		{ "comment", WITH("\"x\":/**/1"), "wants a value, found '/'" },
		{ "words behind", NODE_("n") " and more", "wants an object, found 'a'" },
		{ "NUL behind", NODE_("n") "\f", "wants an object, found byte 0x0c" },
	};
	char *got, *complaint;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct strbuf input = STRBUF_INIT;
		bool behind = strstr(cases[i].name, "behind");

		strbuf_addf(&input, "%s\n%s%s", NODE_("before"), cases[i].input, NODE_("after"));
		got = load_pieces(input.buf, input.len, input.len);
		complaint = load_pieces(input.buf, input.len, 1);
		assert_string_equal(got, complaint);
		free(complaint);
		complaint = strstr(got, "! f: line 2, byte ");
		if (!complaint || !strstr(complaint, cases[i].want))
			print_error("%s: %s\n", cases[i].name, got);
		assert_non_null(complaint);
		assert_non_null(strstr(complaint, cases[i].want));
		*complaint = '\0';
		assert_string_equal(got, behind ? NODE("before") NODE("n") : NODE("before"));
		free(got);
		strbuf_release(&input);
	}
}

/* Every proper prefix of an object is an error, and no prefix crashes. */
static void test_truncated(void **state)
{
	static const char input[] =
		WITH("\"x\":[true,null,-1.5e+3,\"\\ud83d\\ude00\xe2\x82\xac\\\"\",{}]");

	(void)state;
	for (size_t n = 1; n < sizeof(input) - 1; n++) {
		char *got = load_pieces(input, n, n);

		assert_string_equal(got, "! f: line 1: the input ends in the middle of an object\n");
		free(got);
	}
	check_bytes("whole", input, sizeof(input) - 1, NODE("n"));
}

static void test_encodings(void **state)
{
	static const struct { const char *name, *input; size_t len; const char *want; } cases[] = {
		{ "byte order mark", "\xef\xbb\xbf{}", 5,
		  "! f: begins with a byte order mark; save it as UTF-8 without one\n" },
		{ "UTF-16 little", "\xff\xfe{\0}\0", 6, "! f: is UTF-16 or binary, not UTF-8 text\n" },
		{ "UTF-16 big, no mark", "\0{\0}", 4, "! f: is UTF-16 or binary, not UTF-8 text\n" },
		{ "gzip", "\x1f\x8b\x08\0\0\0", 6, "! f: is compressed; unpack it first\n" },
		{ "NUL behind", "{}\0{}", 5,
		  "! f: it says no kind\n! f: line 1, byte 3: wants an object, found byte 0x00\n" },
		{ "NUL in a string", "{\"a\":\"\0\"}", 9,
		  "! f: line 1, byte 7: NUL bytes are not text, found byte 0x00\n" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_bytes(cases[i].name, cases[i].input, cases[i].len, cases[i].want);
}

/* A wrong type loses the object, with its path; the others stay. */
static void test_types(void **state)
{
	static const struct load_case cases[] = {
		{ "item", "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[" NODE_("a") ",7," NODE_("b") "]}",
		  NODE("a") NODE("b") "! f: items[1]: wants an object\n" },
		{ "path", "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[" NODE_("a") ","
		  "{\"apiVersion\":\"v1\",\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"namespace\":\"x\"},"
		  "\"spec\":{\"containers\":[{},{\"ports\":[{\"hostPort\":\"80\"}]}]}}]}",
		  NODE("a") "! f: items[1] x/web: spec.containers[1].ports[0].hostPort: "
		  "wants an integer, found a string\n" },
		{ "not whole", WITH("\"metadata\":{\"deletionGracePeriodSeconds\":1.5}"),
		  "! f: n: metadata.deletionGracePeriodSeconds: wants an integer, found a number (1.5)\n" },
		{ "too large", WITH("\"metadata\":{\"name\":\"n\",\"deletionGracePeriodSeconds\":9223372036854775808}"),
		  "! f: n: metadata.deletionGracePeriodSeconds: wants an integer, "
		  "found a number (9223372036854775808)\n" },
		{ "time", WITH("\"metadata\":{\"name\":\"n\",\"creationTimestamp\":\"yesterday\"}"),
		  "! f: n: metadata.creationTimestamp: wants a time such as 2026-11-01T08:00:10Z\n" },
		{ "boolean", WITH("\"spec\":{\"unschedulable\":\"true\"}"),
		  "! f: n: spec.unschedulable: wants true or false, found a string\n" },
		{ "label", WITH("\"metadata\":{\"name\":\"n\",\"labels\":{\"a\":1}}"),
		  "! f: n: metadata.labels.a: wants a string, found a number (1)\n" },
		{ "object", WITH("\"spec\":[]"), "! f: n: spec: wants an object, found a list\n" },
		{ "list", WITH("\"spec\":{\"taints\":{\"a\":{}}}"),
		  "! f: n: spec.taints: wants a list, found an object\n" },
		{ "no name", "{\"apiVersion\":\"v1\",\"kind\":\"Node\"}", "! f: metadata.name: missing\n" },
		{ "no kind", "{\"metadata\":{\"name\":\"n\"}}", "! f: it says no kind\n" },
		{ "kind", "{\"kind\":7,\"metadata\":{\"name\":\"n\"}}", "! f: kind and apiVersion are strings\n" },
		{ "scalar", "\"x\"", "! f: wants an object\n" },
		{ "document", NODE_("a") "7 " NODE_("b"),
		  NODE("a") NODE("b") "! f: document 2: wants an object\n" },
		{ "kind twice, too late", "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":["
		  "{\"metadata\":{\"name\":\"n\"},\"kind\":\"Pod\"}]}",
		  "! f: items[0] n: its kind comes after its fields and is not that of its list\n" },
		{ "list in list", "{\"kind\":\"List\",\"apiVersion\":\"v1\",\"items\":["
		  "{\"kind\":\"NodeList\",\"apiVersion\":\"v1\",\"items\":[]}]}",
		  "! f: items[0]: a list inside a list is not read\n" },
	};

	(void)state;
	CHECK(cases);
}

static void test_values(void **state)
{
	static const struct load_case cases[] = {
		{ "exact integers", WITH("\"metadata\":{\"name\":\"n\",\"deletionGracePeriodSeconds\":9007199254740993}"),
		  "Node {\"metadata\":{\"name\":\"n\",\"deletionGracePeriodSeconds\":9007199254740993}}\n"
		  "? f: n: metadata is there twice; the last one counts\n" },
		{ "quantities", WITH("\"status\":{\"allocatable\":{\"pods\":110,\"memory\":\" 1Gi \",\"cpu\":0.5,\"x\":1e3,\"y\":null}}"),
		  "Node {\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":"
		  "{\"cpu\":\"0.5\",\"memory\":\"1Gi\",\"pods\":\"110\",\"x\":\"1e3\"}}}\n" },
		{ "capacity stands in", WITH("\"status\":{\"capacity\":{\"cpu\":\"1\"}}"),
		  "Node {\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{\"cpu\":\"1\"}}}\n" },
		{ "capacity does not replace", WITH("\"status\":{\"allocatable\":{},\"capacity\":{\"cpu\":\"1\"}}"),
		  "Node {\"metadata\":{\"name\":\"n\"},\"status\":{\"allocatable\":{}}}\n" },
		{ "labels sorted, last wins",
		  "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\",\"labels\":"
		  "{\"c\":\"1\",\"a\":\"2\",\"c\":\"3\",\"b\":null}}}",
		  "Node {\"metadata\":{\"name\":\"n\",\"labels\":{\"a\":\"2\",\"b\":\"\",\"c\":\"3\"}}}\n"
		  "? f: n: metadata.labels.c is there twice; the last one counts\n" },
		{ "field twice", "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"a\",\"name\":\"b\"}}",
		  NODE("b") "? f: b: metadata.name is there twice; the last one counts\n" },
		{ "field twice, then null", "{\"apiVersion\":\"v1\",\"kind\":\"Node\","
		  "\"metadata\":{\"name\":\"a\",\"uid\":\"b\",\"uid\":null}}",
		  NODE("a") "? f: a: metadata.uid is there twice; the last one counts\n" },
		{ "NUL escape", "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"a\\u0000b\"}}",
		  NODE("a\xef\xbf\xbd" "b") "? f: a\xef\xbf\xbd" "b: \\u0000 in a text was replaced by U+FFFD\n" },
#define NODE_NAMED(text) "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"" text "\"}}"
#define FFFD "\xef\xbf\xbd"
#define HALF ": half of a surrogate pair in a text was replaced by U+FFFD\n"
		{ "high surrogate alone", NODE_NAMED("\\ud83d"), NODE(FFFD) "? f: " FFFD HALF },
		{ "low surrogate alone", NODE_NAMED("\\ude00" "a"), NODE(FFFD "a") "? f: " FFFD "a" HALF },
		{ "two high surrogates", NODE_NAMED("\\ud83d\\uD83D\\ude00"),
		  NODE(FFFD "\xf0\x9f\x98\x80") "? f: " FFFD "\xf0\x9f\x98\x80" HALF },
		{ "surrogate and text", NODE_NAMED("\\ud83dx\\ud83d\\/"),
		  NODE(FFFD "x" FFFD "/") "? f: " FFFD "x" FFFD "/" HALF },
		{ "surrogate in a key", "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\","
		  "\"labels\":{\"a\\udc00\":\"b\"}}}",
		  "Node {\"metadata\":{\"name\":\"n\",\"labels\":{\"a" FFFD "\":\"b\"}}}\n? f: n" HALF },
		{ "surrogate before the kind is known", "{\"metadata\":{\"name\":\"a\\ud83d\"},\"x\":\"\\udfff\","
		  "\"kind\":\"Node\",\"apiVersion\":\"v1\"}", NODE("a" FFFD) "? f: a" FFFD HALF },
		{ "emoji", "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"\\ud83d\\ude00\xe2\x82\xac\"}}",
		  NODE("\xf0\x9f\x98\x80\xe2\x82\xac") },
		{ "annotations that are kept", "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"n\","
		  "\"annotations\":{\"a\":7,\"kubernetes.io/config.mirror\":\"x\"}}}",
		  "Node {\"metadata\":{\"name\":\"n\",\"annotations\":{\"kubernetes.io/config.mirror\":\"x\"}}}\n" },
		{ "operators", "{\"apiVersion\":\"policy/v1\",\"kind\":\"PodDisruptionBudget\",\"metadata\":{\"name\":\"p\"},"
		  "\"spec\":{\"selector\":{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"NotIn\",\"values\":[\"x\"]}]}},"
		  "\"status\":{\"disruptedPods\":{\"b\":\"2026-11-01T08:00:10Z\",\"a\":null}}}",
		  "PodDisruptionBudget {\"metadata\":{\"name\":\"p\",\"namespace\":\"default\"},\"spec\":{\"selector\":"
		  "{\"matchExpressions\":[{\"key\":\"a\",\"operator\":\"NotIn\",\"values\":[\"x\"]}]}},"
		  "\"status\":{\"disruptedPods\":[\"a\",\"b\"]}}\n" },
		{ "old selector", "{\"apiVersion\":\"v1\",\"kind\":\"ReplicationController\",\"metadata\":{\"name\":\"r\"},"
		  "\"spec\":{\"selector\":{\"a\":\"b\"}}}",
		  "ReplicationController {\"metadata\":{\"name\":\"r\",\"namespace\":\"default\"},"
		  "\"spec\":{\"replicas\":1,\"selector\":{\"a\":\"b\"}}}\n" },
		{ "disks lent", "{\"apiVersion\":\"v1\",\"kind\":\"PersistentVolume\",\"metadata\":{\"name\":\"v\"},"
		  "\"spec\":{\"gcePersistentDisk\":{\"pdName\":\"d\"},\"azureFile\":{}}}",
		  "PersistentVolume {\"metadata\":{\"name\":\"v\"},\"spec\":{\"volumeMode\":\"Filesystem\","
		  "\"gcePersistentDisk\":{\"pdName\":\"d\"},\"azureFile\":true}}\n" },
	};

	(void)state;
	CHECK(cases);
}

/* ---- limits ---- */

#define NODE_B "{\"apiVersion\":\"v1\",\"kind\":\"Node\",\"metadata\":{\"name\":\"b\"},"

static void test_limits(void **state)
{
	(void)state;
	check_limit(NODE_("a"), "[", 1000000, "", NODE("a") "! f: document 2: items[0]: wants an object\n"
		    "! f: line 1: nested deeper than 100 levels\n");
	check_limit("{\"kind\":\"Node\",\"x\":", "{\"a\":", 1000000, "",
		    "! f: line 1: nested deeper than 100 levels\n");
	check_limit(NODE_B "\"x\":[[[[[[[[[[", "[[[[[[[[[", 9, "[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
		    "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}" NODE_("c"),
		    NODE("b") NODE("c"));
	check_limit(NODE_B "\"x\":[[[[[[[[[[", "[[[[[[[[[", 9, "[[[[[[[[[]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]"
		    "]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]]}" NODE_("c"),
		    "! f: line 1: nested deeper than 100 levels\n");

	check_limit(NODE_B "\"x\":\"", KILO, 16384, "\"}" NODE_("c"), NODE("b") NODE("c"));
	check_limit(NODE_B "\"x\":\"", KILO, 16384, "!\"}" NODE_("c"),
		    NODE("c") "! f: b: a string in it is longer than 1 MiB\n");
	check_limit(NODE_B "\"x\":[\"", KILO "\",\"", 120000, "\"]}" NODE_("c"), NODE("b") NODE("c"));
	check_limit(NODE_B "\"x\":[\"", KILO "\",\"", 130000, "\"]}" NODE_("c"),
		    NODE("c") "! f: b: it is larger than 8 MiB\n");
	check_limit(NODE_B "\"spec\":{\"taints\":[{}", ",{}", 300000, "]}}" NODE_("c"),
		    NODE("c") "! f: b: it has more than 262144 values\n");
	/* The kind comes last, so all of it has to be kept until then. */
	check_limit("{\"metadata\":{\"name\":\"", KILO, 200000, "\"},\"kind\":\"Node\"}" NODE_("c"),
		    NODE("c") "! f: it is larger than 8 MiB\n");
	check_limit("{\"x\":{\"name\":\"", KILO, 200000, "\"},\"items\":[" NODE_("c") "],\"kind\":\"List\"}",
		    NODE("c") "! f: what comes before its items is larger than 8 MiB\n");
	check_limit("{\"data\":{\"name\":\"", KILO, 200000,
		    "\"},\"kind\":\"ConfigMap\",\"apiVersion\":\"v1\"}" NODE_("c"), NODE("c"));

}

/* Both event APIs come out the same. */
static void test_events(void **state)
{
	static const char *const inputs[] = {
		"{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"a\"},"
		"\"message\":\"m\",\"reportingComponent\":\"\",\"source\":{\"component\":\"s\"},\"count\":2,"
		"\"firstTimestamp\":\"1970-01-01T00:00:01Z\"}",
		"{\"apiVersion\":\"v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"e\"},\"involvedObject\":{\"kind\":\"Pod\",\"name\":\"a\"},"
		"\"message\":\"m\",\"source\":{\"component\":\"s\"},\"reportingComponent\":\"\",\"count\":2,"
		"\"firstTimestamp\":\"1970-01-01T00:00:01Z\"}",
		"{\"apiVersion\":\"events.k8s.io/v1\",\"kind\":\"Event\",\"metadata\":{\"name\":\"e\"},\"regarding\":{\"kind\":\"Pod\",\"name\":\"a\"},"
		"\"note\":\"m\",\"reportingController\":\"s\",\"deprecatedSource\":{},\"deprecatedCount\":2,"
		"\"deprecatedFirstTimestamp\":\"1970-01-01T00:00:01Z\"}",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(inputs) / sizeof(inputs[0]); i++) {
		struct cluster *c = cluster_of(inputs[i]);
		const struct event *e = (const struct event *)c->objects[KIND_EVENT].v[0];

		assert_string_equal(e->object.kind.s, "Pod");
		assert_string_equal(e->object.name.s, "a");
		assert_string_equal(e->message.s, "m");
		assert_string_equal(e->source.s, "s");
		assert_int_equal(e->count.v, 2);
		assert_int_equal(e->first.us, 1000000);
		cluster_free(c);
	}
}

/* ---- tables ---- */

static void check_table(const struct field_table *t)
{
	assert_in_range(t->n, 1, FIELDS_MAX);
	assert_false(t->rows[t->n - 1].flags & FF_ALSO);
	for (uint32_t i = 0; i < t->n; i++) {
		const struct field *row = &t->rows[i];
		bool sized = row->type == FT_POINTER || row->type == FT_LIST ||
			     row->type == FT_MAP || row->type == FT_LEND;

		/* Rows that say the object is there come first. */
		assert_true(row->name[0] || (row->type == FT_PRESENT && (!i || !t->rows[i - 1].name[0])));
		assert_int_equal(row->size != 0, sized);
		assert_int_equal(row->names != NULL, row->type == FT_ENUM);
		assert_true(row->sub || (!sized && row->type != FT_STRUCT));
		for (uint32_t j = 0; j < i; j++)
			if (row->name[0] && strcmp(row->name, t->rows[j].name) == 0)
				assert_true(j == i - 1 && (t->rows[j].flags & FF_ALSO));
		if (row->sub)
			check_table(row->sub);
	}
}

static void test_tables(void **state)
{
	(void)state;
	for (int k = 0; k < KIND_COUNT; k++)
		check_table(kind_tables[k]);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_syntax),
		cmocka_unit_test(test_truncated),
		cmocka_unit_test(test_encodings),
		cmocka_unit_test(test_types),
		cmocka_unit_test(test_values),
		cmocka_unit_test(test_limits),
		cmocka_unit_test(test_events),
		cmocka_unit_test(test_tables),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
