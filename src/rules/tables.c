/* The fields of a file of rules. */
#include "load/field.h"
#include "rules/rule.h"

static const char *const natures[] = { "", "fault", "retry", "wait", "info", NULL };

static const struct field rule_rows[] = {
	{ F_I64("@line", struct rule, line) },
	{ F_SYM("id", struct rule, id) },
	{ F_SYM("code", struct rule, code_name) },
	{ F_SYMS("where", struct rule, where) },
	{ F_SYMS("text", struct rule, texts) },
	{ F_I64("rank", struct rule, rank_value) },
	{ F_BOOL("wrapper", struct rule, wrapper) },
	{ F_ENUM("nature", struct rule, nature, natures) },
	{ F_SYM("says", struct rule, says_text) },
	{ F_SYM("next", struct rule, next_text) },
	{ F_SYM("command", struct rule, command_text) },
	{ F_SYMS("beats", struct rule, beats) },
	{ F_SYMS("with", struct rule, with) },
};
static const struct field_table rule_table = TABLE(rule_rows);

static const struct field code_rows[] = {
	{ F_I64("@line", struct code_row, line) },
	{ F_SYM("code", struct code_row, name) },
	{ F_SYM("stage", struct code_row, stage_name) },
	{ F_SYMS("classes", struct code_row, classes) },
	{ F_SYM("meaning", struct code_row, meaning) },
};
static const struct field_table code_table = TABLE(code_rows);

static const struct field page_rows[] = {
	{ F_I64("@line", struct page_row, line) },
	{ F_SYM("code", struct page_row, code) },
	{ F_SYM("tell", struct page_row, tell) },
	{ F_SYM("do", struct page_row, act) },
};
static const struct field_table page_table = TABLE(page_rows);

static const struct field source_rows[] = {
	{ F_I64("@line", struct source_row, line) },
	{ F_SYM("name", struct source_row, name) },
	{ F_SYMS("where", struct source_row, where) },
};
static const struct field_table source_table = TABLE(source_rows);

static const struct field file_rows[] = {
	{ F_I64("@line", struct rule_file, line) },
	{ F_SYM("phase", struct rule_file, phase) },
	{ F_LIST("rules", struct rule_file, rules, rule_table) },
	{ F_LIST("codes", struct rule_file, codes, code_table) },
	{ F_LIST("pages", struct rule_file, pages, page_table) },
	{ F_LIST("sources", struct rule_file, sources, source_table) },
};
const struct field_table rule_file_table = TABLE(file_rows);
