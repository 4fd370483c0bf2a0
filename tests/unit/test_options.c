/* The command line: parsing, operands, label selectors, and the manual that must name all of it. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "cli/operands.h"
#include "cli/options.h"
#include "model/selector_parse.h"

#define WORDS_MAX 12

/* Splits at spaces; "''" is the empty word. */
static int split(char *line, char **argv)
{
	int argc = 0;

	argv[argc++] = (char *)(uintptr_t)"kubectl-whypending";
	while (*line) {
		size_t len = strcspn(line, " ");
		char *end = line + len + (line[len] != '\0');

		line[len] = '\0';
		assert_true(argc < WORDS_MAX);
		argv[argc++] = strcmp(line, "''") ? line : line + 2;
		line = end;
	}
	return argc;
}

static void add_list(struct strbuf *out, const char *label, const struct option_list *list)
{
	for (size_t i = 0; i < list->n; i++)
		strbuf_addf(out, "%s%s ", label, list->v[i]);
}

/* What was understood, as one line; "error: ..." if nothing was. */
static void parse(const char *line, struct strbuf *out)
{
	char copy[512], *argv[WORDS_MAX];
	struct error err = ERROR_INIT;
	struct options o;
	int argc;

	assert_true(strlen(line) < sizeof(copy));
	memcpy(copy, line, strlen(line) + 1);
	argc = split(copy, argv);
	options_init(&o);
	if (options_parse(&o, argc, argv, &err) < 0 || operands_resolve(&o, &err) < 0) {
		assert_int_equal(err.kind, ERR_USAGE);
		strbuf_addf(out, "error: %s ", err.msg);
	} else {
		add_list(out, "snapshot=", &o.snapshots);
		strbuf_addf(out, "%s%s%s%s%s", o.demo ? "demo " : "", o.all_namespaces ? "A " : "",
			    o.verbosity ? "v " : "", o.help ? "help " : "", o.version ? "version " : "");
		if (o.namespace_)
			strbuf_addf(out, "n=%s ", o.namespace_);
		if (o.selector)
			strbuf_addf(out, "l=%s ", o.selector);
		if (o.kubernetes_version)
			strbuf_addf(out, "k=%s ", o.kubernetes_version);
		if (*o.renderer->name)
			strbuf_addf(out, "o=%s ", o.renderer->name);
		if (o.nodes)
			strbuf_addf(out, "nodes=%u ", o.nodes);
		if (o.color)
			strbuf_addf(out, "color=%u ", o.color);
		if (o.width.set)
			strbuf_addf(out, "width=%d ", (int)o.width.v);
		if (o.now.set)
			strbuf_addf(out, "now=%lld ", (long long)(o.now.us / 1000000));
		add_list(out, "", &o.operands);
	}
	if (out->len)
		strbuf_truncate(out, out->len - 1);
	options_release(&o);
}

struct line_case {
	const char *line, *want;
};

static void check_lines(const struct line_case *cases, size_t n)
{
	for (size_t i = 0; i < n; i++) {
		struct strbuf got = STRBUF_INIT;

		parse(cases[i].line, &got);
		if (strcmp(got.buf, cases[i].want) != 0)
			print_error("case: %s\n", cases[i].line);
		assert_string_equal(got.buf, cases[i].want);
		strbuf_release(&got);
	}
}

static void test_forms(void **state)
{
	static const struct line_case cases[] = {
		{ "", "" },
		{ "web", "web" },
		{ "-n shop web", "n=shop web" },
		{ "web -n shop", "n=shop web" },
		{ "-nshop", "n=shop" },
		{ "-n=shop", "n=shop" },
		{ "--namespace shop", "n=shop" },
		{ "--namespace=shop", "n=shop" },
		{ "--namespace=a=b", "n=a=b" },
		{ "-n '' web", "n= web" },
		{ "-ojson", "o=json" },
		{ "-o wide -o json", "o=json" },
		{ "-Av", "A v" },
		{ "-Avnshop", "A v n=shop" },
		{ "-vA -n shop", "A v n=shop" },
		{ "--demo=false", "" },
		{ "--demo=true", "demo" },
		{ "-A=false", "" },
		{ "--snapshot - --snapshot=b", "snapshot=- snapshot=b" },
		{ "--snapshot -- a", "snapshot=-- a" },
		{ "-- -n", "-n" },
		{ "-", "-" },
		{ "a -- -- b", "a -- b" },
		{ "-l app=web,tier!=db", "l=app=web,tier!=db" },
		{ "--nodes=near --color never", "nodes=2 color=3" },
		{ "--width 80", "width=80" },
		{ "--now 1970-01-02T00:00:00Z", "now=86400" },
		{ "--kubernetes-version=1.34", "k=1.34" },
		{ "-h", "help" },
		{ "--version", "version" },
		{ "--demo --snapshot x --help", "snapshot=x demo help" },
		{ "help", "help help" },
		{ "-n shop version", "version n=shop version" },
		{ "help version", "help version" }, /* pods */
		{ "pod/help", "pod/help" },
	};

	(void)state;
	check_lines(cases, sizeof(cases) / sizeof(cases[0]));
}

#define ALL_STUCK "without types and names all that is stuck is shown"

static void test_errors(void **state)
{
	static const struct line_case cases[] = {
		{ "--namespce x", "error: unknown option --namespce, did you mean --namespace?" },
		{ "--outptu", "error: unknown option --outptu, did you mean --output?" },
		{ "--bananas", "error: unknown option --bananas" },
		{ "--=x", "error: unknown option --" },
		{ "-Aq", "error: unknown option -q in -Aq" },
		{ "-namespace shop", "error: unknown option -namespace, did you mean --namespace?" },
		{ "-context=prod", "error: unknown option -context=prod, did you mean --context=prod?" },
		{ "-n", "error: --namespace needs an argument: NAME" },
		{ "--snapshot", "error: --snapshot needs an argument: PATH" },
		{ "--demo=yes", "error: --demo: \"yes\" is not true or false" },
		{ "--nodes=some", "error: --nodes: \"some\" is not one of all, near, none" },
		{ "--color=", "error: --color: \"\" is not one of auto, always, never" },
		{ "--width=-1", "error: --width: \"-1\" is not a number from 0 to 10000" },
		{ "--now=today", "error: --now: \"today\" is not a time such as 2026-11-01T08:00:00Z" },
		{ "--demo --snapshot x", "error: --demo and --snapshot exclude each other" },
		{ "-l a=b web", "error: --selector and names exclude each other" },
		{ "-f x.yaml web", "error: --filename and names exclude each other: all that is in the "
				   "file is looked at" },
		{ "--watch -A web", "error: --watch follows a name in one namespace: -n instead of -A" },
		{ "deploy,sts", "error: \"deploy,sts\": several types go as TYPE/NAME, one for each; "
				"without any, all that is stuck is shown" },
		{ "''", "error: a name is empty" },
		{ "pod/", "error: \"\" is not a name" },
		{ "pod/a/b", "error: \"a/b\" is not a name" },
		{ "pod a pod/b", "error: \"pod/b\": TYPE/NAME cannot follow a TYPE" },
		{ "deploy", "error: a name is missing after deploy; " ALL_STUCK },
		{ "sts", "error: a name is missing after sts; " ALL_STUCK },
		{ "deploy -l a=b", "error: a name is missing after deploy; " ALL_STUCK },
		{ "secret/x", "error: unknown type in \"secret/x\": a pod or a workload (deployment, job, "
			      "...) can be asked about; if secret is a namespace: x -n secret" },
		{ "deployment.batch/x", "error: unknown type in \"deployment.batch/x\": a pod or a workload "
					"(deployment, job, ...) can be asked about; if "
					"deployment.batch is a namespace: x -n deployment.batch" },
	};

	(void)state;
	check_lines(cases, sizeof(cases) / sizeof(cases[0]));
}

static void test_operands(void **state)
{
	static const struct line_case cases[] = {
		{ "pod/web po/web pods/web Pod/web", "pod/web pod/web pod/web pod/web" },
		{ "deploy/a deployments/a deployment.apps/a deployments.v1.apps/a",
		  "deployment/a deployment/a deployment/a deployment/a" },
		{ "rs/a sts/a ds/a job/a cj/a rc/a",
		  "replicaset/a statefulset/a daemonset/a job/a cronjob/a replicationcontroller/a" },
		{ "jobs.batch/a cronjob.v1.batch/a", "job/a cronjob/a" },
		{ "deploy web", "deployment/web" },
		{ "deploy web api -n x", "n=x deployment/web deployment/api" },
		{ "pods", "" }, /* all of them, as in kubectl */
		{ "po -l a=b", "l=a=b" },
		{ "pods -A", "A" },
		{ "node/x", "node/x" },
		{ "web sts", "web sts" },
	};

	(void)state;
	check_lines(cases, sizeof(cases) / sizeof(cases[0]));
}

static void put_selector(struct strbuf *out, const struct label_selector *s)
{
	for (uint32_t i = 0; i < s->match_expressions.n; i++) {
		const struct selector_req *r = &s->match_expressions.v[i];

		strbuf_addf(out, "%s%s %s", i ? "; " : "", r->key.s, selector_op_name(r->op));
		for (uint32_t j = 0; j < r->values.n; j++)
			strbuf_addf(out, " '%s'", r->values.v[j].s);
	}
}

static void test_selectors(void **state)
{
	static const struct line_case cases[] = {
		{ "", "" },
		{ "  ", "" },
		{ "a", "a Exists" },
		{ "!a", "a DoesNotExist" },
		{ " ! a , b ", "a DoesNotExist; b Exists" },
		{ "a=b", "a In 'b'" },
		{ "a==b", "a In 'b'" },
		{ "a = b", "a In 'b'" },
		{ "a!=b", "a NotIn 'b'" },
		{ "a=", "a In ''" },
		{ "a=,b", "a In ''; b Exists" },
		{ "a in (x,y)", "a In 'x' 'y'" },
		{ "a in (x, y),b notin (z)", "a In 'x' 'y'; b NotIn 'z'" },
		{ "a in (x,)", "a In 'x' ''" },
		{ "a in ()", "a In ''" },
		{ "a in(x)", "a In 'x'" },
		{ "in in (in,notin)", "in In 'in' 'notin'" },
		{ "in=notin", "in In 'notin'" },
		{ "app.kubernetes.io/name=web", "app.kubernetes.io/name In 'web'" },
		{ ",", "error: selector: \",\" where a label key should be" },
		{ "a,", "error: selector ends where a label key should be" },
		{ "a b", "error: selector: \"b\" where =, ==, !=, in or notin should be" },
		{ "a=b c", "error: selector: \"c\" where , or the end should be" },
		{ "a in x", "error: selector: \"x\" where ( should be" },
		{ "a in (x", "error: selector ends where , or ) should be" },
		{ "a in (x y)", "error: selector: \"y\" where , or ) should be" },
		{ "a=(b)", "error: selector: \"(\" where a label value should be" },
		{ "a=b=c", "error: selector: \"=\" where , or the end should be" },
		{ "!a=b", "error: selector: \"=\" where , or the end should be" },
		{ "!!a", "error: selector: \"!\" where a label key should be" },
		{ "a>1", "error: selector: > and < are not supported" },
		{ "=b", "error: selector: \"=\" where a label key should be" },
		{ "a=-", "error: selector: \"-\" is not a label value" },
		{ "a/b/c=d", "error: selector: \"a/b/c\" is not a label key" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct arena *arena = arena_new();
		struct symtab *syms = symtab_new();
		struct strbuf got = STRBUF_INIT;
		struct error err = ERROR_INIT;
		struct label_selector s;

		if (label_selector_parse(cases[i].line, syms, arena, &s, &err) < 0)
			strbuf_addf(&got, "error: %s", err.msg);
		else
			put_selector(&got, &s);
		assert_string_equal(got.buf, cases[i].want);
		strbuf_release(&got);
		symtab_free(syms);
		arena_free(arena);
	}
}

static void test_program_name(void **state)
{
	static const struct line_case cases[] = {
		{ "/usr/bin/kubectl-whypending", "kubectl whypending" },
		{ "kubectl-whypending", "kubectl whypending" },
		{ "kubectl-why_pending", "kubectl why-pending" },
		{ "./whypending", "whypending" },
		{ "", "kubectl whypending" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct strbuf got = STRBUF_INIT;

		program_name(cases[i].line, &got);
		assert_string_equal(got.buf, cases[i].want);
		strbuf_release(&got);
	}
}

static void read_all(const char *path, struct strbuf *out)
{
	char chunk[4096];
	size_t n;
	FILE *f = fopen(path, "r");

	assert_non_null(f);
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		strbuf_add(out, chunk, n);
	fclose(f);
}

static void assert_named(const struct strbuf *text, const char *fmt, const char *name)
{
	struct strbuf want = STRBUF_INIT;

	strbuf_adds(&want, fmt);
	strbuf_adds(&want, name);
	strbuf_addc(&want, ' ');
	if (!strstr(text->buf, want.buf)) {
		want.buf[want.len - 1] = '\n';
		if (!strstr(text->buf, want.buf))
			fail_msg("not named: %s", want.buf);
	}
	strbuf_release(&want);
}

/* Each option and format of the tables stands in the manual and in --help. */
static void test_manual(void **state)
{
	struct strbuf manual = STRBUF_INIT, help = STRBUF_INIT;

	(void)state;
	read_all("man/kubectl-whypending.1", &manual);
	options_help("kubectl-whypending", &help);
	for (size_t i = 0; i < option_count; i++) {
		if (option_table[i].group == GROUP_HIDDEN)
			continue;
		assert_named(&manual, "Fl -", option_table[i].name);
		assert_named(&help, "--", option_table[i].name);
	}
	for (size_t i = 0; i < renderer_count; i++) {
		if (!*renderers[i].name)
			continue;
		assert_named(&manual, ".It Cm ", renderers[i].name);
		assert_named(&help, "  ", renderers[i].name);
	}
	strbuf_release(&manual);
	strbuf_release(&help);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_forms),
		cmocka_unit_test(test_errors),
		cmocka_unit_test(test_operands),
		cmocka_unit_test(test_selectors),
		cmocka_unit_test(test_program_name),
		cmocka_unit_test(test_manual),
	};

	return cmocka_run_group_tests_name("options", tests, NULL, NULL);
}
