#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <string.h>

#include <cmocka.h>

#include "report/report.h"

static void every_stage_has_a_name(void **state)
{
	(void)state;
	for (int i = 0; i < STAGE_COUNT; i++) {
		const char *name = stage_name((enum stage)i);

		assert_non_null(name);
		for (int k = 0; k < i; k++)
			assert_string_not_equal(name, stage_name((enum stage)k));
	}
	assert_string_equal(stage_name(STAGE_NOT_CREATED), "not-created");
	assert_string_equal(stage_name(STAGE_RUNNING_NOT_READY), "running-not-ready");
	assert_string_equal(stage_name(STAGE_FINISHED), "finished");
}

static void names_are_those_of_the_contract(void **state)
{
	const struct { const char *got, *want; } rows[] = {
		{ certainty_name(CERTAIN_EXACT), "exact" },
		{ certainty_name(CERTAIN_LIKELY), "likely" },
		{ certainty_name(CERTAIN_UNKNOWN), "unknown" },
		{ severity_name(SEVERITY_BLOCKER), "blocker" },
		{ severity_name(SEVERITY_WARNING), "warning" },
		{ severity_name(SEVERITY_INFO), "info" },
		{ verdict_name(VERDICT_FITS), "fits" },
		{ verdict_name(VERDICT_REJECTED), "rejected" },
		{ verdict_name(VERDICT_UNKNOWN), "unknown" },
		{ agreement_name(AGREE_NONE), "none" },
		{ agreement_name(AGREE_EXACT), "exact" },
		{ agreement_name(AGREE_DRIFT), "drift" },
		{ agreement_name(AGREE_UNEXPLAINED), "unexplained" },
		{ code_name(CODE_UNSCHEDULABLE), "Unschedulable" },
		{ code_name(CODE_UNRESOLVABLE), "UnschedulableAndUnresolvable" },
		{ code_name(CODE_ERROR), "Error" },
		{ code_name(CODE_PREFILTER_RESULT), "PreFilterResult" },
		{ detail_type_name(DETAIL_RESOURCE), "resource" },
		{ detail_type_name(DETAIL_TAINT), "taint" },
		{ detail_type_name(DETAIL_LABEL), "label" },
		{ detail_type_name(DETAIL_POD), "pod" },
		{ detail_type_name(DETAIL_PORT), "port" },
		{ detail_type_name(DETAIL_CLAIM), "claim" },
		{ detail_type_name(DETAIL_VOLUME), "volume" },
		{ detail_type_name(DETAIL_TOPOLOGY), "topology" },
		{ detail_type_name(DETAIL_NODE), "node" },
		{ detail_type_name(DETAIL_DEVICE), "device" },
	};

	(void)state;
	for (size_t i = 0; i < sizeof(rows) / sizeof(rows[0]); i++)
		assert_string_equal(rows[i].got, rows[i].want);
}

static void a_new_report_is_undecided(void **state)
{
	struct report *r = report_new();

	(void)state;
	assert_int_equal(r->stage, STAGE_UNKNOWN);
	assert_int_equal(r->cause.certainty, CERTAIN_UNKNOWN);
	assert_null(r->replay);
	report_free(r);
	report_free(NULL);
}

static void reports_keep_what_is_added(void **state)
{
	struct reports rs = { 0 };
	struct report *added[20];

	(void)state;
	for (size_t i = 0; i < 20; i++)
		reports_add(&rs, added[i] = report_new());
	assert_int_equal(rs.n, 20);
	for (size_t i = 0; i < 20; i++)
		assert_ptr_equal(rs.v[i], added[i]);
	reports_release(&rs);
	assert_int_equal(rs.n, 0);
	assert_null(rs.v);
}

static struct report *make_counted(void *self, size_t i)
{
	unsigned *made = self;

	(void)i;
	++*made;
	return report_new();
}

static void reports_give_away_what_is_taken(void **state)
{
	unsigned made = 0;
	struct reports rs = { .n = 2, .make = make_counted, .self = &made };
	struct report *mine = reports_take(&rs, 1);

	(void)state;
	assert_int_equal(made, 1);
	assert_ptr_not_equal(reports_get(&rs, 1), mine); /* made again */
	assert_int_equal(made, 2);
	reports_release(&rs);
	report_free(mine);
}

int main(void)
{
	const struct CMUnitTest tests[] = {
		cmocka_unit_test(every_stage_has_a_name),
		cmocka_unit_test(names_are_those_of_the_contract),
		cmocka_unit_test(a_new_report_is_undecided),
		cmocka_unit_test(reports_keep_what_is_added),
		cmocka_unit_test(reports_give_away_what_is_taken),
	};

	return cmocka_run_group_tests(tests, NULL, NULL);
}
