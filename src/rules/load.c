#include <dirent.h>
#include <errno.h>
#include <string.h>

#include "base/die.h"
#include "base/file.h"
#include "base/i18n.h"
#include "report/strings.h"
#include "rules/embedded.h"
#include "rules/memo.h"
#include "rules/rule.h"

#define FILE_BYTES_MAX ((size_t)1 << 20)
#define FILES_MAX 200

/* ---- files ---- */

static bool is_rule_file(const char *name)
{
	size_t len = strlen(name);

	return name[0] != '.' && ((len > 5 && strcmp(name + len - 5, ".yaml") == 0) ||
				  (len > 4 && strcmp(name + len - 4, ".yml") == 0));
}

static void add_file(struct rules *r, const char *dir, const char *name)
{
	const char *path = arena_printf(r->arena, "%s/%s", dir, name);
	struct strbuf text = STRBUF_LIMIT(FILE_BYTES_MAX);
	struct error err = ERROR_INIT;

	if (file_read(path, &text, &err) < 0)
		rules_problem(r, path, (struct opt_i64){ 0 }, "%s", err.msg);
	else if (memchr(text.buf, '\0', text.len))
		rules_problem(r, path, (struct opt_i64){ 0 }, _("has a NUL byte in it"));
	else
		rules_read(r, path, text.buf, text.len);
	strbuf_release(&text);
}

/* All files of rules in it, in the order of their names.  -1 with err: it cannot be read. */
static int add_dir(struct rules *r, const char *path, struct error *err)
{
	struct strings names = { NULL, 0 };
	const struct dirent *e;
	DIR *dir = opendir(path);

	if (!dir)
		return error_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, _("%s: %s"), path,
				 os_error(errno));
	while ((e = readdir(dir)))
		if (is_rule_file(e->d_name) && names.n < FILES_MAX)
			strings_push(&names, arena_strdup(r->arena, e->d_name), r->arena);
	closedir(dir);
	if (names.n == FILES_MAX)
		rules_problem(r, path, (struct opt_i64){ 0 }, _("more than %d files are not read"),
			      FILES_MAX);
	strings_sort(&names);
	for (uint32_t i = 0; i < names.n; i++)
		add_file(r, path, names.v[i]);
	return 0;
}

/* ---- ---- */

struct rules *rules_new(void)
{
	struct arena *arena = arena_new();
	struct rules *r = ARENA_NEW(arena, struct rules);

	r->arena = arena;
	r->syms = symtab_new();
	r->scratch = pattern_scratch_new();
	r->memo = memo_new();
	return r;
}

void rules_free(struct rules *r)
{
	if (!r)
		return;
	pattern_scratch_free(r->scratch);
	memo_free(r->memo);
	symtab_free(r->syms);
	arena_free(r->arena);
}

struct rules *rules_load(const char *user_dir, const char *extra_dir, struct error *err)
{
	struct rules *r = rules_new();
	struct error problem = ERROR_INIT;

	for (size_t i = 0; i < embedded_rules_count; i++)
		rules_read(r, embedded_rules[i].name, (const char *)embedded_rules[i].text,
			   embedded_rules[i].len);
	if (user_dir && add_dir(r, user_dir, &problem) < 0 && problem.kind != ERR_NOT_FOUND)
		rules_problem(r, user_dir, (struct opt_i64){ 0 }, "%s", problem.msg);
	if (extra_dir && add_dir(r, extra_dir, err) < 0) {
		rules_free(r);
		return NULL;
	}
	rules_link(r);
	return r;
}

int rules_check(const char *dir, struct strbuf *out, struct error *err)
{
	struct rules *r = rules_load(NULL, dir, err);
	int n;

	if (!r)
		return -1;
	n = (int)r->problems.n;
	for (uint32_t i = 0; i < r->problems.n; i++)
		strbuf_addf(out, "%s\n", r->problems.v[i]);
	rules_free(r);
	return n;
}

const struct strings *rules_problems(const struct rules *rules)
{
	return &rules->problems;
}

size_t rules_count(const struct rules *rules)
{
	return rules->rules.n;
}
