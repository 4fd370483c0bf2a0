/*
 * What is printed, byte by byte: each row of `cases` is compared with a file of tests/unit/render.
 * With UPDATE=1 in the environment the files are written instead; review the difference.
 */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/die.h"
#include "base/text.h"
#include "lib/sample_report.h"
#include "report/amount.h"
#include "render/evidence.h"
#include "render/list_groups.h"
#include "render/render.h"
#include "render/report_fields.h"
#include "render/style.h"
#include "render/yaml_writer.h"

#define DIRECTORY "tests/unit/render/"

static void taint(struct reports *rs)
{
	rs->single = true;
	reports_add(rs, sample_taint());
}

static void full(struct reports *rs)
{
	rs->single = true;
	reports_add(rs, sample_full());
}

static void hostile(struct reports *rs)
{
	rs->single = true;
	reports_add(rs, sample_hostile());
}

static void empty(struct reports *rs)
{
	rs->single = true;
	reports_add(rs, sample_empty());
}

static void fleet(struct reports *rs)
{
	rs->single = true;
	reports_add(rs, sample_fleet(40));
}

static void huge_fleets(struct reports *rs)
{
	reports_add(rs, sample_fleet(1001));
	reports_add(rs, sample_fleet(2));
}

static void bound(struct reports *rs)
{
	rs->single = true;
	reports_add(rs, sample_bound());
}

static void prefilter(struct reports *rs)
{
	rs->single = true;
	reports_add(rs, sample_prefilter());
}

static void one_listed(struct reports *rs)
{
	reports_add(rs, sample_bound());
	rs->finished = 1;
}

static void none(struct reports *rs)
{
	rs->finished = 3;
}

static void many(struct reports *rs)
{
	char name[32], summary[128];

	reports_add(rs, sample_pod("shop", "alone", NULL, "shop/alone has waited 3m: no CPU.", 180));
	for (int i = 0; i < 500; i++) {
		snprintf(name, sizeof(name), "web-7d9f-%03d", i);
		snprintf(summary, sizeof(summary), "shop/%s has waited %dm: 3 CPUs wanted.", name,
			 i / 10 + 1);
		reports_add(rs, sample_pod("shop", name, "web-7d9f", summary, (i / 10 + 1) * 60));
	}
	reports_add(rs, sample_bound());
	reports_add(rs, sample_taint());
	rs->v[rs->n - 1]->subject.kind = "Deployment";
	rs->finished = 12;
}

/* Letters of two columns and letters of none; a text without a blank to break at. */
static void broad(struct reports *rs)
{
	struct report *r = sample_taint();

	r->cause.summary = "\xe5\x95\x86\xe5\xba\x97/\xe7\xbd\x91\xe7\xab\x99\xe5\xb7\xb2\xe7\xad\x89\xe5\xbe\x85"
			   "\xe4\xb8\x89\xe5\x8d\x81\xe5\x85\xab\xe5\x88\x86\xe9\x92\x9f\xef\xbc\x9a\xe6\xb2\xa1"
			   "\xe6\x9c\x89\xe8\x8a\x82\xe7\x82\xb9\xe9\x80\x82\xe5\x90\x88 e\xcc\x81" "e\xcc\x81";
	reports_add(rs, r);
	reports_add(rs, sample_pod("\xe5\xae\xbd\xe5\xae\xbd", "e\xcc\x81" "e\xcc\x81-\xe5\xae\xbd\xe5\xae\xbd"
				   "\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd", NULL,
				   "\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd"
				   "\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd\xe5\xae\xbd", 5));
}

static const struct render_case {
	const char *file, *format;
	void (*build)(struct reports *rs);
	struct render_options opts;
} cases[] = {
	{ "taint-80.txt", "", taint, { .width = 80 } },
	{ "taint-120.txt", "", taint, { .width = 120 } },
	{ "taint-40.txt", "", taint, { .width = 40 } },
	{ "taint-piped.txt", "", taint, { .width = 0 } },
	{ "taint-color.txt", "", taint, { .width = 80, .color = true } },
	{ "taint-none.txt", "", taint, { .width = 80, .nodes = NODES_NONE } },
	{ "taint-wide.txt", "wide", taint, { .width = 80 } },
	{ "full-80.txt", "", full, { .width = 80 } },
	{ "full-wide.txt", "wide", full, { .width = 100 } },
	{ "full.json", "json", full, { .width = 80 } },
	{ "full.yaml", "yaml", full, { .width = 80 } },
	{ "hostile-80.txt", "", hostile, { .width = 80 } },
	{ "hostile.json", "json", hostile, { .width = 80 } },
	{ "hostile.yaml", "yaml", hostile, { .width = 80 } },
	{ "hostile.name", "name", hostile, { .width = 80 } },
	{ "empty-80.txt", "", empty, { .width = 80 } },
	{ "empty.json", "json", empty, { .width = 80 } },
	{ "empty.yaml", "yaml", empty, { .width = 80 } },
	{ "fleet-80.txt", "", fleet, { .width = 80 } },
	{ "fleet-near.txt", "", fleet, { .width = 80, .nodes = NODES_NEAR } },
	{ "fleet-wide.txt", "wide", fleet, { .width = 80 } },
	{ "bound-80.txt", "", bound, { .width = 80 } },
	{ "prefilter-80.txt", "", prefilter, { .width = 80 } },
	{ "prefilter.json", "json", prefilter, { .width = 80 } },
	{ "one-80.txt", "", one_listed, { .width = 80 } },
	{ "none-all.txt", "", none, { .width = 80, .all_namespaces = true } },
	{ "none-shop.txt", "", none, { .width = 80, .namespace_ = "shop" } },
	{ "none.json", "json", none, { .width = 80 } },
	{ "none.yaml", "yaml", none, { .width = 80 } },
	{ "many-80.txt", "", many, { .width = 80 } },
	{ "many-40.txt", "", many, { .width = 40 } },
	{ "many-20.txt", "", many, { .width = 20 } },
	{ "broad-30.txt", "", broad, { .width = 30 } },
	{ "taint-20.txt", "", taint, { .width = 20 } },
	{ "taint.md", "markdown", taint, { .width = 80 } },
	{ "full.md", "markdown", full, { .width = 80 } },
	{ "hostile.md", "markdown", hostile, { .width = 80 } },
	{ "empty.md", "markdown", empty, { .width = 80 } },
	{ "fleet.md", "markdown", fleet, { .width = 80 } },
	{ "many.md", "markdown", many, { .width = 80 } },
	{ "none.md", "markdown", none, { .width = 80, .all_namespaces = true } },
	{ "full.prom", "prometheus", full, { .width = 80 } },
	{ "hostile.prom", "prometheus", hostile, { .width = 80 } },
	{ "many.prom", "prometheus", many, { .width = 80 } },
	{ "none.prom", "prometheus", none, { .width = 80 } },
	{ "one.json", "json", one_listed, { .width = 80 } },
	{ "one.yaml", "yaml", one_listed, { .width = 80 } },
};

static char *render_to_memory(struct reports *rs, const char *format,
			      const struct render_options *opts)
{
	const struct renderer *r = renderer_find(format);
	char *text = NULL;
	size_t len = 0;
	FILE *out = open_memstream(&text, &len);

	assert_non_null(r);
	assert_non_null(out);
	r->render(rs, opts, out);
	assert_int_equal(fclose(out), 0);
	assert_int_equal(strlen(text), len);
	return text;
}

static char *render_case(const struct render_case *c)
{
	struct reports rs = { 0 };
	char *text;

	c->build(&rs);
	text = render_to_memory(&rs, c->format, &c->opts);
	reports_release(&rs);
	return text;
}

static void read_file(const char *path, struct strbuf *out)
{
	FILE *f = fopen(path, "rb");
	char block[4096];
	size_t n;

	if (!f)
		return;
	while ((n = fread(block, 1, sizeof(block), f)) > 0)
		strbuf_add(out, block, n);
	fclose(f);
}

/* The version is not reviewed with each release. */
static void hide_version(struct strbuf *text, const char *s)
{
	static const char *const versions[] = { "\"" WHYPENDING_VERSION "\"",
						"kubectl-whypending " WHYPENDING_VERSION };
	static const char *const hidden[] = { "\"VERSION\"", "kubectl-whypending VERSION" };

	while (*s) {
		size_t i = 0;

		while (i < 2 && strncmp(s, versions[i], strlen(versions[i])) != 0)
			i++;
		if (i < 2) {
			strbuf_adds(text, hidden[i]);
			s += strlen(versions[i]);
		} else {
			strbuf_addc(text, *s++);
		}
	}
}

static void check_file(const struct render_case *c)
{
	struct strbuf path = STRBUF_INIT, want = STRBUF_INIT, got = STRBUF_INIT;
	char *text = render_case(c);

	hide_version(&got, text);
	free(text);
	strbuf_addf(&path, DIRECTORY "%s", c->file);
	if (getenv("UPDATE")) {
		FILE *f = fopen(path.buf, "wb");

		assert_non_null(f);
		fputs(got.buf, f);
		assert_int_equal(fclose(f), 0);
	}
	read_file(path.buf, &want);
	if (strcmp(got.buf, want.buf) != 0)
		print_error("%s differs\n", path.buf);
	assert_string_equal(got.buf, want.buf);
	strbuf_release(&got);
	strbuf_release(&want);
	strbuf_release(&path);
}

static void output_is_as_reviewed(void **state)
{
	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++)
		check_file(&cases[i]);
}

/* Calls fn with each line of text, without its newline. */
static void each_line(const char *text, void (*fn)(const char *line, size_t len, unsigned width),
		      unsigned width)
{
	while (*text) {
		size_t len = strcspn(text, "\n");

		fn(text, len, width);
		text += len + (text[len] == '\n');
	}
}

static void check_line(const char *line, size_t len, unsigned width)
{
	if (text_width(line, len) > width)
		fail_msg("wider than %u: %.*s", width, (int)len, line);
	if (len)
		assert_int_not_equal(line[len - 1], ' ');
}

static void lines_fit_the_width(void **state)
{
	static void (*const builders[])(struct reports *) = { taint, full, hostile, fleet, many, bound,
							      prefilter, none, broad };

	(void)state;
	for (unsigned width = 20; width <= 132; width += width < 70 ? 1 : 23) {
		for (size_t i = 0; i < sizeof(builders) / sizeof(builders[0]); i++) {
			struct render_case c = { "", "", builders[i], { .width = width } };
			char *text = render_case(&c);

			each_line(text, check_line, width);
			free(text);
		}
	}
}

static void narrow_terminals_do_not_hang(void **state)
{
	(void)state;
	for (unsigned width = 1; width < 20; width++) {
		struct render_case c = { "", "", hostile, { .width = width } };

		free(render_case(&c));
		c.build = many;
		free(render_case(&c));
	}
}

/* Removes what sheet_put() adds for colour. */
static void strip_color(char *text)
{
	char *to = text;

	for (const char *from = text; *from;) {
		if (*from == '\x1b') {
			from += strcspn(from, "m");
			from += *from == 'm';
		} else {
			*to++ = *from++;
		}
	}
	*to = '\0';
}

static void color_does_not_change_the_layout(void **state)
{
	static void (*const builders[])(struct reports *) = { taint, full, hostile, fleet, many };
	static const char *const formats[] = { "", "wide" };

	(void)state;
	for (size_t i = 0; i < sizeof(builders) / sizeof(builders[0]) * 2; i++) {
		struct render_case c = { "", formats[i % 2], builders[i / 2], { .width = 80 } };
		char *plain = render_case(&c), *colored;

		c.opts.color = true;
		colored = render_case(&c);
		assert_string_not_equal(plain, colored);
		strip_color(colored);
		assert_string_equal(plain, colored);
		free(plain);
		free(colored);
	}
}

static void no_control_character_gets_out(void **state)
{
	static const char *const formats[] = { "", "wide", "json", "yaml", "name", "markdown", "prometheus" };

	(void)state;
	for (size_t i = 0; i < sizeof(formats) / sizeof(formats[0]); i++) {
		struct render_case c = { "", formats[i], hostile, { .width = 80 } };
		char *text = render_case(&c);

		assert_true(utf8_valid(text, strlen(text)));
		for (const char *p = text; *p; p++)
			assert_true(*p == '\n' || (unsigned char)*p >= 0x20);
		assert_null(strchr(text, 0x7f));
		assert_null(strstr(text, "\xc2\x9b"));
		assert_null(strstr(text, "\xe2\x80\xae"));
		assert_null(strstr(text, "\xe2\x80\xa8"));
		free(text);
	}
}

static size_t count(const char *text, const char *word)
{
	size_t n = 0;

	for (const char *p = text; (p = strstr(p, word)); p++)
		n++;
	return n;
}

static void nodes_option_bounds_the_report(void **state)
{
	static const struct {
		void (*build)(struct reports *);
		enum nodes_shown nodes;
		size_t want; /* node objects in the JSON */
	} rows[] = {
		{ fleet, NODES_DEFAULT, 40 },       { fleet, NODES_ALL, 40 },
		{ fleet, NODES_NEAR, 20 },          { fleet, NODES_NONE, 0 },
		{ huge_fleets, NODES_DEFAULT, 22 }, { huge_fleets, NODES_ALL, 1003 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		struct render_case c = { "", "json", rows[i].build, { .nodes = rows[i].nodes } };
		char *text = render_case(&c);

		assert_int_equal(count(text, "\"verdict\":"), rows[i].want);
		free(text);
	}
}

static void yaml_quotes_what_is_ambiguous(void **state)
{
	static const char *const quoted[] = {
		"",	 " a",	  "a ",	   "yes",  "No",    "NULL", "null", "true", "False", "on",
		"off",	 "y",	  "N",	   "~",	   "1",	    "1e3",  "0x1f", "12:30", "1_0",  ".5",
		".inf",	 "-",	  "- a",   "a: b", "a:",    "a #b", "#a",   "&a",   "*a",    "!a",
		"|",	 ">",	  "'a'",   "\"a",  "%a",    "@a",   "`a",   "{a}",  "[a]",   ",a",
		"?a",	 ":a",	  "2026-11-01", "a\nb", "a\tb", "<<",	    "=",    "---",  "a{b", "a'b",
		"\xc3\xa4",
	};
	static const char *const plain[] = {
		"web", "nvidia.com/gpu=present:NoSchedule", "/spec/nodeSelector", "no node fits",
		"nope", "yes-1", "a-1", "v1.36.2+k3s1", "In [a b]",
	};

	(void)state;
	for (size_t i = 0; i < sizeof(quoted) / sizeof(quoted[0]); i++)
		if (yaml_plain(quoted[i]))
			fail_msg("not quoted: %s", quoted[i]);
	for (size_t i = 0; i < sizeof(plain) / sizeof(plain[0]); i++)
		if (!yaml_plain(plain[i]))
			fail_msg("quoted: %s", plain[i]);
}

static void amounts_never_flatter(void **state)
{
	static const struct {
		const char *resource;
		bool milli;
		int64_t v;
		const char *down, *up, *exact;
	} rows[] = {
		{ "memory", false, 0, "0", "0", "0" },
		{ "memory", false, 1023, "1023", "1023", "1023" },
		{ "memory", false, 1610612736, "1.5Gi", "1.5Gi", "1536Mi" },
		{ "memory", false, 8126132224, "7.5Gi", "7.6Gi", "7935676Ki" },
		{ "memory", false, 1073741823, "1023.9Mi", "1Gi", "1073741823" },
		{ "memory", false, -1610612737, "-1.6Gi", "-1.5Gi", "-1610612737" },
		{ "memory", false, INT64_MAX, "7.9Ei", "8Ei", "9223372036854775807" },
		{ "hugepages-2Mi", false, 4194304, "4Mi", "4Mi", "4Mi" },
		{ "cpu", true, 1500, "1500m", "1500m", "1500m" },
		{ "cpu", true, 2000, "2", "2", "2" },
		{ "nvidia.com/gpu", false, 8, "8", "8", "8" },
		{ "pods", false, 110, "110", "110", "110" },
	};
	struct strbuf sb = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		amount_short(&sb, rows[i].resource, rows[i].milli, rows[i].v, AMOUNT_DOWN);
		assert_string_equal(sb.buf, rows[i].down);
		strbuf_reset(&sb);
		amount_short(&sb, rows[i].resource, rows[i].milli, rows[i].v, AMOUNT_UP);
		assert_string_equal(sb.buf, rows[i].up);
		strbuf_reset(&sb);
		amount_exact(&sb, rows[i].resource, rows[i].milli, rows[i].v);
		assert_string_equal(sb.buf, rows[i].exact);
		strbuf_reset(&sb);
	}
	strbuf_release(&sb);
}

static void evidence_is_a_sentence(void **state)
{
	static const struct {
		struct detail d;
		const char *want;
	} rows[] = {
		{ { .type = DETAIL_RESOURCE, .name = "memory",
		    .amount = { true, false, 2147483648, 1610612736, 8589934592, 536870912, 0 } },
		  "memory: wants 2Gi, free 1.5Gi of 8Gi, short 512Mi" },
		{ { .type = DETAIL_RESOURCE, .name = "pods",
		    .amount = { true, false, 1, -1, 2, 2, 0 } },
		  "pods: wants 1, free 0 of 2 (overcommitted by 1), short 2" },
		{ { .type = DETAIL_TAINT, .name = "gpu=yes:NoSchedule" }, "gpu=yes:NoSchedule" },
		{ { .type = DETAIL_LABEL, .name = "zone", .wanted = "eu-1c", .observed = "eu-1a" },
		  "zone: wants eu-1c, has eu-1a" },
		{ { .type = DETAIL_LABEL, .name = "zone", .wanted = "In [eu-1c]" },
		  "zone: wants eu-1c, has none" },
		{ { .type = DETAIL_LABEL, .name = "zone", .wanted = "NotIn [a b]", .observed = "a" },
		  "zone: wants none of a b, has a" },
		{ { .type = DETAIL_LABEL, .name = "zone", .wanted = "Exists" },
		  "zone: wants any value, has none" },
		{ { .type = DETAIL_PORT, .name = "0.0.0.0:8080/TCP",
		    .object = { "Pod", "shop", "web-1" } },
		  "0.0.0.0:8080/TCP is held by shop/web-1" },
		{ { .type = DETAIL_POD, .name = "anti-affinity app=web",
		    .object = { "Pod", "shop", "web-2" } },
		  "anti-affinity app=web: shop/web-2 is there" },
		{ { .type = DETAIL_CLAIM, .object = { "PersistentVolumeClaim", "shop", "data" },
		    .observed = "does not exist" },
		  "claim shop/data: does not exist" },
		{ { .type = DETAIL_CLAIM, .object = { "PersistentVolumeClaim", "shop", "data" },
		    .wanted = "bound", .observed = "Pending" },
		  "claim shop/data: wants bound, Pending" },
		{ { .type = DETAIL_VOLUME, .object = { "PersistentVolume", NULL, "pv-1" },
		    .name = "spec.capacity.storage", .wanted = "5Gi", .observed = "2Gi" },
		  "volume pv-1, spec.capacity.storage: wants 5Gi, has 2Gi" },
		{ { .type = DETAIL_LABEL, .name = "zone", .wanted = "In [a]", .observed = "b",
		    .object = { "PersistentVolume", NULL, "pv-1" } },
		  "PersistentVolume pv-1: zone: wants a, has b" },
		{ { .type = DETAIL_TOPOLOGY, .name = "zone", .wanted = "podAffinity app=db in zone",
		    .observed = "a" },
		  "podAffinity app=db in zone: no such pod in a" },
		{ { .type = DETAIL_TOPOLOGY, .name = "zone", .wanted = "app=db" }, "zone: has none" },
		{ { .type = DETAIL_TOPOLOGY, .name = "zone", .wanted = "app=db", .observed = "a",
		    .skew = { true, 3, 1, 2, 0 } },
		  "zone=a: skew would be 3, at most 1 is allowed (2 matching here, 0 where there are "
		  "fewest)" },
		{ { .type = DETAIL_NODE, .name = "cordoned", .object = { "Node", NULL, "n1" } },
		  "cordoned" },
		{ { .type = DETAIL_NODE, .name = "nodeName", .wanted = "n1", .observed = "n2" },
		  "nodeName: wants n1, is n2" },
		{ { .type = DETAIL_LABEL, .pointer = "/spec" }, "" },
	};
	struct strbuf sb = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		evidence_text(&sb, &rows[i].d, EVIDENCE_SHORT);
		assert_string_equal(sb.buf, rows[i].want);
		strbuf_reset(&sb);
	}
	strbuf_release(&sb);
}

static void lines_break_at_spaces(void **state)
{
	static const struct {
		const char *text;
		unsigned columns;
		size_t len, skip;
	} rows[] = {
		{ "", 5, 0, 0 },	      { "abc", 5, 3, 3 },	{ "abc def", 5, 3, 4 },
		{ "abc  def", 4, 3, 5 },      { "abcdefgh", 5, 5, 5 },	{ "abc def", 3, 3, 4 },
		{ "abc", 0, 3, 3 },	      { "\xe4\xb8\xad\xe6\x96\x87", 3, 3, 3 },
		{ "\xe4\xb8\xad\xe6\x96\x87", 1, 3, 3 },
		{ "abc ", 9, 3, 4 },	      { "  ", 5, 0, 2 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++) {
		size_t skip, len = wrap_line(rows[i].text, strlen(rows[i].text), rows[i].columns,
					     &skip);

		assert_int_equal(len, rows[i].len);
		assert_int_equal(skip, rows[i].skip);
	}
}

static void shapes_ignore_names_and_numbers(void **state)
{
	struct report *a = sample_pod("shop", "web-1", NULL, "shop/web-1 has waited 38m: x1 2.5Gi.", 0);
	struct report *b = sample_pod("shop", "web-22", NULL, "shop/web-22 has waited 5h2m: x1 3Gi.", 0);
	struct strbuf sa = STRBUF_INIT, sb = STRBUF_INIT;

	(void)state;
	summary_shape(&sa, a);
	summary_shape(&sb, b);
	assert_string_equal(sa.buf, "shop/* has waited #: x1 #.");
	assert_string_equal(sb.buf, "shop/* has waited #: x1 #.");
	strbuf_release(&sa);
	strbuf_release(&sb);
	report_free(a);
	report_free(b);
}

static void formats_are_found_by_name(void **state)
{
	(void)state;
	assert_null(renderer_find("jsonx"));
	for (size_t i = 0; i < renderer_count; i++) {
		assert_ptr_equal(renderer_find(renderers[i].name), &renderers[i]);
		assert_true(strlen(renderers[i].summary) > 0);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(formats_are_found_by_name),
		cmocka_unit_test(amounts_never_flatter),
		cmocka_unit_test(evidence_is_a_sentence),
		cmocka_unit_test(lines_break_at_spaces),
		cmocka_unit_test(shapes_ignore_names_and_numbers),
		cmocka_unit_test(yaml_quotes_what_is_ambiguous),
		cmocka_unit_test(nodes_option_bounds_the_report),
		cmocka_unit_test(lines_fit_the_width),
		cmocka_unit_test(narrow_terminals_do_not_hang),
		cmocka_unit_test(color_does_not_change_the_layout),
		cmocka_unit_test(no_control_character_gets_out),
		cmocka_unit_test(output_is_as_reviewed),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
