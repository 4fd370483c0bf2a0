/* YAML as kubectl reads it, and what it must not do. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdlib.h>
#include <string.h>
#include <cmocka.h>

#include "base/strbuf.h"
#include "lib/load_case.h"

static void test_yaml(void **state)
{
	static const struct load_case cases[] = {
		{ "documents", "# c\n---\nkind: Node\nmetadata: {name: a}\n---\n---\n# nothing\n---\n"
		  "kind: Node\nmetadata:\n  name: b\n...\n", NODE("a") NODE("b") },
		{ "list", "apiVersion: v1\nkind: NodeList\nitems:\n- metadata: {name: a}\n- metadata: {name: b}\n",
		  NODE("a") NODE("b") },
		{ "directive", "%YAML 1.1\n---\nkind: Node\nmetadata: {name: a}\n", NODE("a") },
		{ "one bad document", "kind: Node\nmetadata: {name: a}\n---\nkind: Node\nmetadata: {name: b\n"
		  "---\nkind: Node\nmetadata: {name: c}\n",
		  NODE("a") NODE("c") "! f: line 6: did not find expected ',' or '}'\n" },
		{ "items before an error stay", "kind: List\nitems:\n- kind: Node\n  metadata: {name: a}\n- }\n---\n"
		  "kind: Node\nmetadata: {name: c}\n",
		  NODE("a") NODE("c") "! f: line 5: did not find expected node content\n" },
		{ "tabs", "kind: Node\n\tmetadata: {name: a}\n",
		  "! f: line 2: found a tab character that violates indentation\n" },
		{ "strings", "kind: Node\nmetadata: {name: 'a', labels: {b: \"1\", c: 'true', d: y, e: \"x\\n\\\"\"}}\n",
		  "Node {\"metadata\":{\"name\":\"a\",\"labels\":{\"b\":\"1\",\"c\":\"true\",\"d\":\"y\",\"e\":\"x\\u000a\\\"\"}}}\n" },
		{ "block text", "kind: Node\nmetadata:\n  name: |-\n    a\n",  NODE("a") },
		{ "number for a string", "kind: Node\nmetadata: {name: a, labels: {b: 1}}\n",
		  "! f: a: metadata.labels.b: wants a string, found a number (1)\n" },
		{ "booleans", "kind: Node\nmetadata: {name: a}\nspec: {unschedulable: on}\n",
		  "Node {\"metadata\":{\"name\":\"a\"},\"spec\":{\"unschedulable\":true}}\n" },
		{ "null", "kind: Node\nmetadata: {name: a, labels: ~, uid: }\nspec: null\n", NODE("a") },
		{ "infinity", "kind: Node\nmetadata: {name: a, uid: .inf}\n",
		  "! f: line 2: .inf is not a number of JSON\n" },
		{ "tags", "kind: !!str Node\nmetadata: !!map {name: !!str 7}\n", NODE("7") },
		{ "unknown tag", "kind: Node\nmetadata: {name: !secret a}\n",
		  "! f: line 2: tag !secret cannot be read\n" },
		{ "complex key", "kind: Node\n? [a]\n: b\n", "! f: line 2: a key must be a string\n" },
		{ "anchors", "kind: Node\nmetadata: {name: &n a, labels: &l {x: *n}}\nspec: {x: *l}\n",
		  "Node {\"metadata\":{\"name\":\"a\",\"labels\":{\"x\":\"a\"}}}\n" },
		{ "no anchor", "kind: Node\nmetadata: {name: *n}\n",
		  "! f: line 2: alias *n without an anchor before it\n" },
		{ "anchor in itself", "kind: Node\nmetadata: &m {name: a, x: *m}\n",
		  "! f: line 2: alias *m without an anchor before it\n" },
		{ "merge", "x: &x {name: a, uid: u}\nkind: Node\nmetadata: {<<: *x, name: b}\n",
		  "Node {\"metadata\":{\"name\":\"b\",\"uid\":\"u\"}}\n" },
		{ "merge behind", "x: &x {name: a, uid: u}\nkind: Node\nmetadata: {name: b, <<: *x}\n",
		  "Node {\"metadata\":{\"name\":\"b\",\"uid\":\"u\"}}\n" },
		{ "merge of several, the first wins",
		  "x: &x {name: a}\ny: &y {name: b, uid: 'u,{}'}\nkind: Node\nmetadata: {<<: [*x, *y]}\n",
		  "Node {\"metadata\":{\"name\":\"a\",\"uid\":\"u,{}\"}}\n" },
		{ "merge of a scalar", "kind: Node\nmetadata: {name: a, <<: 7}\n",
		  "! f: line 2: << wants a mapping or a list of mappings\n" },
		{ "quoted merge is a key", "kind: Node\nmetadata: {name: a, '<<': 7}\n", NODE("a") },
		{ "key twice", "kind: Node\nmetadata: {name: a, name: b}\n",
		  NODE("b") "? f: b: metadata.name is there twice; the last one counts\n" },
		{ "control character", "kind: Node\nmetadata: {name: \x01}\n",
		  "! f: line 1: control characters are not allowed\n" },
		{ "not a mapping", "just words\n", "! f: wants an object\n" },
	};

	(void)state;
	CHECK(cases);
}

static void test_yaml_numbers(void **state)
{
	static const struct { const char *text, *json; } cases[] = {
		{ "1", "1" }, { "-17", "-17" }, { "+5", "5" }, { "1_000", "1000" }, { "0", "0" },
		{ "010", "8" }, { "0o17", "15" }, { "0x1F", "31" }, { "-0x10", "-16" }, { "0b101", "5" },
		{ "08", "8" }, { "1.5", "1.5" }, { "2.0", "2" }, { ".5", "0.5" }, { "5.", "5" },
		{ "1e3", "1000" }, { "1.5e3", "1500" }, { ".05e2", "5" }, { "0e5", "0" }, { "1e-3", "1e-3" },
		{ "00.50", "0.5" }, { "9007199254740993", "9007199254740993" },
		{ "1e30", "1e30" }, { "-0", "-0" }, { "1.25e1", "1.25e1" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct strbuf input = STRBUF_INIT, want = STRBUF_INIT;

		strbuf_addf(&input, "kind: Node\nmetadata: {name: %s}\n", cases[i].text);
		strbuf_addf(&want, "! f: metadata.name: wants a string, found a number (%s)\n", cases[i].json);
		check_bytes(cases[i].text, input.buf, input.len, want.buf);
		strbuf_release(&input);
		strbuf_release(&want);
	}
}

static void test_yaml_limits(void **state)
{
	(void)state;
	check_limit("kind: Node\nx: ", "[", 1000000, "", "! f: line 2: nested deeper than 100 levels\n");
	check_limit("kind: Node\nx:\n ", "- ", 1000000, "", "! f: line 3: nested deeper than 100 levels\n");
	check_limit("kind: Node\nmetadata:\n  name: ", KILO, 200000, "\n---\n" NODE_("c"),
		    NODE("c") "! f: it is larger than 8 MiB\n");
	check_limit("kind: Node\nmetadata:\n  name: ", KILO, 300000, "\n---\n" NODE_("c"),
		    NODE("c") "! f: line 3: a text in it is longer than 1 MiB\n");
}

static void test_alias_limits(void **state)
{
	struct strbuf bomb = STRBUF_INIT;
	char *got;

	(void)state;
	strbuf_adds(&bomb, "a: &a [x,x,x,x,x,x,x,x,x,x]\n");
	for (char c = 'b'; c < 'k'; c++) {
		char up = (char)(c - 1);

		strbuf_addf(&bomb, "%c: &%c [*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c,*%c]\n", c, c, up, up, up,
			    up, up, up, up, up, up, up);
	}
	strbuf_adds(&bomb, "---\n" NODE_("c"));
	got = load_pieces(bomb.buf, bomb.len, bomb.len);
	assert_string_equal(got, NODE("c") "! f: line 6: its anchors and aliases stand for more than 8 MiB\n");
	free(got);
	strbuf_release(&bomb);
	check_limit("kind: Node\nx:\n", "- &a 1\n", 1001, "", "! f: line 1003: more than 1000 anchors\n");
	check_limit("x: &x {a: 1}\ny:\n", "  <<: *x\n", 101, "", "! f: line 103: more than 100 merge keys\n");
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_yaml),
		cmocka_unit_test(test_yaml_numbers),
		cmocka_unit_test(test_yaml_limits),
		cmocka_unit_test(test_alias_limits),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
