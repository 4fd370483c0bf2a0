/* The event index, and what is read out of events: order, identity, counts, durations. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include <cmocka.h>

#include "base/strbuf.h"
#include "diagnose/event_index.h"
#include "diagnose/pulls.h"
#include "lib/world.h"

#define POD "{'kind':'Pod','metadata':{'name':'p','namespace':'a','uid':'u1',"                     \
	"'creationTimestamp':'2026-01-01T00:00:00Z'},'spec':{},'status':{'phase':'Pending'}}"
#define EVENT(name, uid, more) "{'kind':'Event','metadata':{'name':'" name "','namespace':'a'},"     \
	"'involvedObject':{'kind':'Pod','namespace':'a','name':'p'" uid "},'reason':'" name "'" more "}"
#define MINE ",'uid':'u1'"

static struct diagnosis *start(struct world *w, const char *items, int64_t now_s)
{
	struct diagnose_options opts = { .release = release_newest() };

	world_read(w, items);
	world_look(w, "1.36");
	opts.profiles = &w->profile;
	opts.profile_count = 1;
	opts.now = (struct opt_time){ now_s > 0, now_s * 1000000 };
	return diagnosis_new(w->cluster, &opts);
}

static void list_reasons(const struct diagnosis *d, struct strbuf *out)
{
	struct event_walk w = events_about(d, KIND_POD, d->cluster->objects[KIND_POD].v[0]);
	const struct event_entry *e;

	while ((e = next_event(&w)))
		strbuf_addf(out, "%s%s", out->len ? " " : "", sym_text(e->event->reason));
}

static void test_order_and_identity(void **state)
{
	static const struct {
		const char *name, *items, *reasons;
	} cases[] = {
		{ "newest first", EVENT("one", MINE, ",'lastTimestamp':'2026-01-01T00:01:00Z'") ","
		  EVENT("two", MINE, ",'lastTimestamp':'2026-01-01T00:02:00Z'"), "two one" },
		{ "series before eventTime before lastTimestamp",
		  EVENT("one", MINE, ",'eventTime':'2026-01-01T00:01:00.000000Z','series':{'count':2,"
			"'lastObservedTime':'2026-01-01T00:09:00.000000Z'}") ","
		  EVENT("two", MINE, ",'eventTime':'2026-01-01T00:02:00.000000Z'") ","
		  EVENT("six", MINE, ",'firstTimestamp':'2026-01-01T00:00:01Z',"
			"'lastTimestamp':'2026-01-01T00:03:00Z'"), "one six two" },
		{ "firstTimestamp if there is nothing else",
		  EVENT("one", MINE, ",'firstTimestamp':'2026-01-01T00:05:00Z'") ","
		  EVENT("two", MINE, ",'lastTimestamp':'2026-01-01T00:02:00Z'"), "one two" },
		{ "no time: last, by name", EVENT("b", MINE, "") "," EVENT("a", MINE, "") ","
		  EVENT("two", MINE, ",'lastTimestamp':'2026-01-01T00:02:00Z'"), "two b a" },
		{ "the zero time is none", EVENT("one", MINE, ",'lastTimestamp':'0001-01-01T00:00:00Z',"
			"'firstTimestamp':'2026-01-01T00:05:00Z'") ","
		  EVENT("two", MINE, ",'lastTimestamp':'2026-01-01T00:02:00Z'"), "one two" },
		{ "another uid: an earlier pod's", EVENT("one", ",'uid':'u0'",
			",'lastTimestamp':'2026-01-01T00:09:00Z'") ","
		  EVENT("two", MINE, ",'lastTimestamp':'2026-01-01T00:02:00Z'"), "two" },
		{ "without uid the time tells", EVENT("one", "", ",'lastTimestamp':'2025-12-31T23:00:00Z'")
		  "," EVENT("two", "", ",'lastTimestamp':'2026-01-01T00:02:00Z'"), "two" },
		{ "the same uid, whatever the clock says",
		  EVENT("one", MINE, ",'lastTimestamp':'2025-12-31T23:00:00Z'"), "one" },
		{ "another kind of that name", "{'kind':'Event','metadata':{'name':'x','namespace':'a'},"
		  "'involvedObject':{'kind':'Service','namespace':'a','name':'p'},'reason':'x'}", "" },
		{ "another namespace", "{'kind':'Event','metadata':{'name':'x','namespace':'b'},"
		  "'involvedObject':{'kind':'Pod','namespace':'b','name':'p'},'reason':'x'}", "" },
		{ "about nothing", "{'kind':'Event','metadata':{'name':'x','namespace':'a'},'reason':'x'}",
		  "" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct strbuf items = STRBUF_INIT, got = STRBUF_INIT;
		struct diagnosis *d;
		struct world w;

		strbuf_addf(&items, "%s,%s", POD, cases[i].items);
		d = start(&w, items.buf, 0);
		list_reasons(d, &got);
		if (strcmp(got.buf, cases[i].reasons) != 0)
			fail_msg("%s: %s", cases[i].name, got.buf);
		strbuf_release(&items);
		strbuf_release(&got);
		diagnosis_free(d);
		world_release(&w);
	}
}

static void test_future_is_now(void **state)
{
	struct world w;
	struct diagnosis *d = start(&w, POD "," EVENT("one", MINE,
					",'lastTimestamp':'2099-01-01T00:00:00Z'"), 1767225600);
	struct event_walk walk = events_about(d, KIND_POD, d->cluster->objects[KIND_POD].v[0]);
	const struct event_entry *e = next_event(&walk);

	(void)state;
	assert_non_null(e);
	assert_int_equal(e->at.us, d->now.us);
	diagnosis_free(d);
	world_release(&w);
}

/* One clock that runs decades ahead does not make the whole cluster old. */
static void test_now_of_a_snapshot(void **state)
{
	struct world w;
	struct diagnosis *d = start(&w, POD ","
		EVENT("one", MINE, ",'lastTimestamp':'2099-01-01T00:00:00Z'") ","
		EVENT("two", MINE, ",'lastTimestamp':'2026-01-01T00:02:00Z'"), 0);

	(void)state;
	assert_true(d->now.set);
	assert_int_equal(d->now.us, INT64_C(1767225720000000));
	diagnosis_free(d);
	world_release(&w);
}

static void test_counts(void **state)
{
	struct event e = { 0 };

	(void)state;
	assert_int_equal(event_count(&e), 1);
	e.count = (struct opt_i64){ true, 7 };
	assert_int_equal(event_count(&e), 7);
	e.series_count = (struct opt_i64){ true, 9 };
	assert_int_equal(event_count(&e), 9);
	e.count = e.series_count = (struct opt_i64){ true, -5 };
	assert_int_equal(event_count(&e), 1);
}

static void test_containers(void **state)
{
	struct event e = { .object.field_path = { "spec.containers{main}" } };

	(void)state;
	assert_true(event_is_of_container(&e, (sym){ "main" }));
	assert_false(event_is_of_container(&e, (sym){ "mai" }));
	assert_false(event_is_of_container(&e, (sym){ "main2" }));
	assert_false(event_is_of_container(&e, (sym){ "" }));
	e.object.field_path.s = NULL;
	assert_false(event_is_of_container(&e, (sym){ "main" }));
}

#define MANY 100000

/* All about one pod, then about a pod each: no quadratic time anywhere. */
static void test_many(void **state)
{
	for (int spread = 0; spread < 2; spread++) {
		struct strbuf items = STRBUF_INIT, got = STRBUF_INIT;
		struct diagnosis *d;
		struct world w;

		strbuf_adds(&items, POD);
		for (int i = 0; i < MANY; i++)
			strbuf_addf(&items, ",{'kind':'Event','metadata':{'name':'e%d','namespace':'a'},"
				    "'involvedObject':{'kind':'Pod','namespace':'a','name':'%s%.0d',"
				    "'uid':'u1'},'reason':'FailedAttachVolume','message':'volume \\\"v\\\"',"
				    "'lastTimestamp':'2026-01-01T00:02:00Z'}", i, spread ? "q" : "p",
				    spread ? i : 0);
		d = start(&w, items.buf, 0);
		report_free(diagnose_pod(d, (const struct pod *)(const void *)
					 w.cluster->objects[KIND_POD].v[0]));
		list_reasons(d, &got);
		assert_int_equal(got.len > 0, !spread);
		strbuf_release(&items);
		strbuf_release(&got);
		diagnosis_free(d);
		world_release(&w);
	}
	(void)state;
}

static void test_pulls(void **state)
{
	static const struct {
		const char *text;
		bool is_pull;
		int64_t millis, total, bytes; /* -1: unset */
	} cases[] = {
		{ "Successfully pulled image \"w\"", true, -1, -1, -1 },
		{ "Successfully pulled image \"w\" in 1.5s", true, 1500, -1, -1 },
		{ "Successfully pulled image \"w\" in 1m2.345s (1m30s including waiting)", true, 62345,
		  90000, -1 },
		{ "Successfully pulled image \"w\" in 250ms (1h0m0s including waiting). Image size: 77 "
		  "bytes.", true, 250, 3600000, 77 },
		{ "Successfully pulled image \"w\" in 12\xc2\xb5s", true, 0, -1, -1 },
		{ "Successfully pulled image \"w\" in soon", true, -1, -1, -1 },
		{ "Successfully pulled image \"w\" in 99999999999999999999h", true, -1, -1, -1 },
		{ "Successfully pulled image \"w\" in 1s (", true, 1000, -1, -1 },
		{ "Successfully pulled image \"w\" in 1s. Image size: 99999999999999999999999 bytes.", true,
		  1000, -1, -1 },
		{ "Successfully pulled image \"w", false, 0, 0, 0 },
		{ "Container image \"w\" already present on machine", false, 0, 0, 0 },
		{ "", false, 0, 0, 0 },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(cases) / sizeof(*cases); i++) {
		struct pull p;
		bool is_pull = pull_parse(cases[i].text, &p);

		if (is_pull != cases[i].is_pull)
			fail_msg("%s", cases[i].text);
		if (!is_pull)
			continue;
		if ((p.millis.set ? p.millis.v : -1) != cases[i].millis ||
		    (p.total_millis.set ? p.total_millis.v : -1) != cases[i].total ||
		    (p.bytes.set ? p.bytes.v : -1) != cases[i].bytes)
			fail_msg("%s: %lld %lld %lld", cases[i].text, (long long)p.millis.v,
				 (long long)p.total_millis.v, (long long)p.bytes.v);
	}
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(test_order_and_identity), cmocka_unit_test(test_future_is_now),
		cmocka_unit_test(test_now_of_a_snapshot),  cmocka_unit_test(test_counts),
		cmocka_unit_test(test_containers),	   cmocka_unit_test(test_many),
		cmocka_unit_test(test_pulls),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
