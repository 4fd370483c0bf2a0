/* Objects that were there and could not be read: what they could make worse is not known. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "load/load.h"
#include "replay/replay.h"

#define NODE(name, cpu)                                                                        \
	"{\"kind\":\"Node\",\"metadata\":{\"name\":\"" name "\",\"labels\":{\"host\":\"" name "\"}},"   \
	"\"status\":{\"allocatable\":{\"cpu\":\"" cpu "\",\"memory\":\"8Gi\",\"pods\":\"10\"}}}"
#define NODES NODE("n1", "4") "," NODE("n2", "4") "," NODE("n3", "1")
#define WEB(more)                                                                              \
	"{\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\",\"labels\":{\"app\":\"web\"}},\"spec\":{" more     \
	"\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":{\"cpu\":\"2\"}}}]}}"
#define LOST(metadata, spec, phase)                                                            \
	"{\"kind\":\"Pod\",\"metadata\":{" metadata "},\"spec\":{" spec "},\"status\":{\"phase\":" phase "}}"
#define BAD "\"containers\":[{\"name\":\"c\",\"resources\":{\"requests\":\"all\"}}]"
#define BAD_ON(node) LOST("\"name\":\"bad\"", BAD ",\"nodeName\":\"" node "\"", "\"Running\"")
#define ON(name, node)                                                                         \
	"{\"kind\":\"Pod\",\"metadata\":{\"name\":\"" name "\",\"labels\":{\"app\":\"web\"}},\"spec\":{"    \
	"\"containers\":[{\"name\":\"c\"}],\"nodeName\":\"" node "\"}}"
#define APART                                                                                  \
	"\"affinity\":{\"podAntiAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[{"      \
	"\"topologyKey\":\"host\",\"labelSelector\":{\"matchLabels\":{\"app\":\"web\"}}}]}},"
#define TOGETHER                                                                               \
	"\"affinity\":{\"podAffinity\":{\"requiredDuringSchedulingIgnoredDuringExecution\":[{"          \
	"\"topologyKey\":\"host\",\"labelSelector\":{\"matchLabels\":{\"app\":\"db\"}}}]}},"
#define SPREAD                                                                                 \
	"\"topologySpreadConstraints\":[{\"maxSkew\":1,\"topologyKey\":\"host\",\"whenUnsatisfiable\":"  \
	"\"DoNotSchedule\",\"labelSelector\":{\"matchLabels\":{\"app\":\"web\"}}}],"
#define HOLDS_PORT                                                                             \
	"{\"kind\":\"Pod\",\"metadata\":{\"name\":\"holder\"},\"spec\":{\"nodeName\":\"n2\",\"containers\":[{"  \
	"\"name\":\"c\",\"ports\":[{\"containerPort\":80,\"hostPort\":80}]}]}}"
#define WANTS_PORT                                                                             \
	"{\"kind\":\"Pod\",\"metadata\":{\"name\":\"web\"},\"spec\":{\"containers\":[{\"name\":\"c\","         \
	"\"ports\":[{\"containerPort\":80,\"hostPort\":80}]}]}}"

/* Verdicts of n1, n2, n3: f fits, r rejected, ? unknown; lower case plugins reject, others are
 * unchecked: R resources, P ports, A affinity, S spread. */
static const struct {
	const char *name, *items, *expected;
} cases[] = {
	{ "nothing lost", WEB(""), "n1:f n2:f n3:r/r" },
	{ "it is on n1", WEB("") "," BAD_ON("n1"), "n1:?/R n2:f n3:r/r" },
	{ "its node is not known", WEB("") "," LOST("\"name\":\"bad\"", BAD ",\"nodeName\":[]", "\"Running\""),
	  "n1:?/RA n2:?/RA n3:r/rA" },
	{ "nothing of it is known", WEB("") ",{\"kind\":\"Pod\",\"metadata\":{\"name\":\"bad\"},\"spec\":7}",
	  "n1:?/RA n2:?/RA n3:r/rA" },
	{ "without a name", WEB("") "," LOST("", "\"nodeName\":\"n1\",\"containers\":[]", "\"Running\""),
	  "n1:?/RA n2:?/RA n3:r/rA" },
	{ "it has no node", WEB("") "," LOST("\"name\":\"bad\"", BAD, "\"Pending\""), "n1:f n2:f n3:r/r" },
	{ "it is over", WEB("") "," LOST("\"name\":\"bad\"", BAD ",\"nodeName\":\"n1\"", "\"Failed\""),
	  "n1:f n2:f n3:r/r" },
	{ "it is nominated",
	  WEB("") "," LOST("\"name\":\"bad\"", BAD, "\"Pending\",\"nominatedNodeName\":\"n2\""),
	  "n1:f n2:?/R n3:r/r" },
	{ "it has rules of its own",
	  WEB("") "," LOST("\"name\":\"bad\"", APART BAD ",\"nodeName\":\"n1\"", "\"Running\""),
	  "n1:?/RA n2:?/A n3:r/rA" },
	{ "its rules are what is wrong",
	  WEB("") "," LOST("\"name\":\"bad\"", BAD ",\"affinity\":7,\"nodeName\":\"n1\"", "\"Running\""),
	  "n1:?/RA n2:?/A n3:r/rA" },
	{ "away from it", WEB(APART) "," BAD_ON("n1") "," ON("other", "n2"), "n1:?/RA n2:r/a n3:r/rA" },
	{ "near it", WEB(TOGETHER) "," BAD_ON("n1"), "n1:?/RA n2:?/A n3:r/rA" },
	{ "spread over it", WEB(SPREAD) "," BAD_ON("n1"), "n1:?/RS n2:?/S n3:r/rS" },
	{ "ports that it may hold", WANTS_PORT "," HOLDS_PORT "," BAD_ON("n1"), "n1:?/PR n2:r/p n3:f" },
	{ "a lost node", WEB("") ",{\"kind\":\"Node\",\"metadata\":{\"name\":\"n4\"},\"spec\":[]}",
	  "n1:f n2:f n3:r/r" },
	{ "spread over a lost node",
	  WEB(SPREAD) ",{\"kind\":\"Node\",\"metadata\":{\"name\":\"n4\"},\"spec\":[]}",
	  "n1:?/S n2:?/S n3:r/rS" },
	{ "away from a pod on a lost node",
	  WEB(APART) "," ON("other", "n4") ",{\"kind\":\"Node\",\"metadata\":{\"name\":\"n4\"},\"spec\":[]}",
	  "n1:?/A n2:?/A n3:r/rA" },
	{ "away from a pod on a node that is gone", WEB(APART) "," ON("other", "n4"), "n1:f n2:f n3:r/r" },
};

static char letter(const char *plugin)
{
	return strcmp(plugin, "NodeResourcesFit") == 0 ? 'R' : strcmp(plugin, "NodePorts") == 0 ? 'P' :
	       strcmp(plugin, "InterPodAffinity") == 0 ? 'A' :
	       strcmp(plugin, "PodTopologySpread") == 0 ? 'S' : 'X';
}

static void describe(const struct replay *r, struct strbuf *out)
{
	strbuf_reset(out);
	for (uint32_t i = 0; i < r->nodes.n; i++) {
		const struct node_result *n = &r->nodes.v[i];

		strbuf_addf(out, "%s%s:%c", i ? " " : "", n->name, "fr?"[n->verdict]);
		if (n->rejections.n || n->unchecked.n)
			strbuf_addc(out, '/');
		for (uint32_t k = 0; k < n->rejections.n; k++)
			strbuf_addc(out, (char)(letter(n->rejections.v[k].plugin) - 'A' + 'a'));
		for (uint32_t k = 0; k < n->unchecked.n; k++)
			strbuf_addc(out, letter(n->unchecked.v[k].what));
	}
}

static void test_lost(void **state)
{
	struct strbuf text = STRBUF_INIT, got = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(cases[0]); i++) {
		struct cluster *c = cluster_new();
		struct arena *arena = arena_new();
		struct error err = ERROR_INIT;
		struct profile profile;
		const struct meta *web;
		struct replay *r;
		struct view *v;

		strbuf_reset(&text);
		strbuf_addf(&text, "{\"kind\":\"List\",\"items\":[" NODES ",%s]}", cases[i].items);
		assert_int_equal(snapshot_read_memory(c, "test", text.buf, text.len, &err), 0);
		load_finish(c);
		v = view_new(c, release_newest());
		profile_init_default(&profile, release_newest());
		web = view_find(v, KIND_POD, view_sym(v, "default"), view_sym(v, "web"));
		assert_non_null(web);
		r = replay_run(v, (const struct pod *)(const void *)web, &profile, arena);
		describe(r, &got);
		if (strcmp(got.buf, cases[i].expected) != 0)
			fail_msg("%s: %s, wanted %s", cases[i].name, got.buf, cases[i].expected);
		view_free(v);
		cluster_free(c);
		arena_free(arena);
	}
	strbuf_release(&text);
	strbuf_release(&got);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_lost),
	};

	return cmocka_run_group_tests_name("lost", tests, NULL, NULL);
}
