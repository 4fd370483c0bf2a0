#include "model/selector_parse.h"

#include <string.h>

#include "base/i18n.h"

enum token { TOKEN_END, TOKEN_WORD, TOKEN_COMMA, TOKEN_OPEN, TOKEN_CLOSE, TOKEN_NOT, TOKEN_EQUALS,
	     TOKEN_NOT_EQUALS, TOKEN_COMPARE };

struct parser {
	const char *p; /* after the current token */
	enum token token;
	const char *word; /* the current token's text */
	size_t len;
	struct symtab *syms;
	struct arena *arena;
	struct error *err;
};

static enum token special(const char *p, size_t *ret_len)
{
	*ret_len = 1;
	switch (*p) {
	case ',':
		return TOKEN_COMMA;
	case '(':
		return TOKEN_OPEN;
	case ')':
		return TOKEN_CLOSE;
	case '>':
	case '<':
		return TOKEN_COMPARE;
	case '=':
		*ret_len = p[1] == '=' ? 2 : 1;
		return TOKEN_EQUALS;
	case '!':
		*ret_len = p[1] == '=' ? 2 : 1;
		return p[1] == '=' ? TOKEN_NOT_EQUALS : TOKEN_NOT;
	default:
		return TOKEN_END;
	}
}

static void next(struct parser *ps)
{
	ps->p += strspn(ps->p, " \t\r\n");
	ps->word = ps->p;
	ps->token = special(ps->p, &ps->len);
	if (ps->token == TOKEN_END) {
		ps->len = strcspn(ps->p, " \t\r\n,()!=<>");
		ps->token = ps->len ? TOKEN_WORD : TOKEN_END;
	}
	ps->p += ps->len;
}

static bool word_is(const struct parser *ps, const char *text)
{
	return ps->token == TOKEN_WORD && ps->len == strlen(text) && !memcmp(ps->word, text, ps->len);
}

static int expected(const struct parser *ps, const char *what)
{
	if (ps->token == TOKEN_END)
		return error_set(ps->err, ERR_USAGE, _("selector ends where %s should be"), what);
	if (ps->token == TOKEN_COMPARE)
		return error_set(ps->err, ERR_USAGE, _("selector: > and < are not supported"));
	return error_set(ps->err, ERR_USAGE, _("selector: \"%.*s\" where %s should be"),
			 (int)(ps->len < 100 ? ps->len : 100), ps->word, what);
}

static int take_key(struct parser *ps, sym *ret)
{
	if (ps->token != TOKEN_WORD)
		return expected(ps, _("a label key"));
	*ret = sym_intern(ps->syms, ps->word, ps->len);
	if (!label_key_valid(ret->s))
		return error_set(ps->err, ERR_USAGE, _("selector: \"%.300s\" is not a label key"), ret->s);
	next(ps);
	return 0;
}

static int add_value(struct parser *ps, struct selector_req *req, const char *text, size_t len)
{
	sym value = sym_intern(ps->syms, text, len);

	if (!label_value_valid(value.s))
		return error_set(ps->err, ERR_USAGE, _("selector: \"%.300s\" is not a label value"),
				 value.s);
	req->values.v[req->values.n++] = value;
	return 0;
}

/* `a=` and `(x,)` have an empty value, as in kubectl. */
static int take_value(struct parser *ps, struct selector_req *req)
{
	if (ps->token != TOKEN_WORD)
		return add_value(ps, req, "", 0);
	if (add_value(ps, req, ps->word, ps->len) < 0)
		return -1;
	next(ps);
	return 0;
}

static int take_one_value(struct parser *ps, struct selector_req *req)
{
	next(ps);
	if (ps->token != TOKEN_WORD && ps->token != TOKEN_COMMA && ps->token != TOKEN_END)
		return expected(ps, _("a label value"));
	req->values.v = ARENA_ARRAY(ps->arena, 1, sym);
	return take_value(ps, req);
}

static int take_values(struct parser *ps, struct selector_req *req)
{
	size_t most = 1;

	next(ps);
	if (ps->token != TOKEN_OPEN)
		return expected(ps, "(");
	for (const char *p = ps->p; *p && *p != ')'; p++)
		most += *p == ',';
	req->values.v = ARENA_ARRAY(ps->arena, most, sym);
	do {
		next(ps);
		if (take_value(ps, req) < 0)
			return -1;
	} while (ps->token == TOKEN_COMMA);
	if (ps->token != TOKEN_CLOSE)
		return expected(ps, _(", or )"));
	next(ps);
	return 0;
}

static int take_operator(struct parser *ps, struct selector_req *req)
{
	if (ps->token == TOKEN_END || ps->token == TOKEN_COMMA) {
		req->op = OP_EXISTS;
		return 0;
	}
	if (ps->token == TOKEN_EQUALS || ps->token == TOKEN_NOT_EQUALS) {
		req->op = ps->token == TOKEN_EQUALS ? OP_IN : OP_NOT_IN;
		return take_one_value(ps, req);
	}
	if (word_is(ps, "in") || word_is(ps, "notin")) {
		req->op = word_is(ps, "in") ? OP_IN : OP_NOT_IN;
		return take_values(ps, req);
	}
	return expected(ps, _("=, ==, !=, in or notin"));
}

static int take_requirement(struct parser *ps, struct selector_req *req)
{
	bool absent = ps->token == TOKEN_NOT;

	if (absent)
		next(ps);
	if (take_key(ps, &req->key) < 0)
		return -1;
	req->op = OP_DOES_NOT_EXIST;
	if (!absent && take_operator(ps, req) < 0)
		return -1;
	req->op_text = sym_str(ps->syms, selector_op_name(req->op));
	if (ps->token != TOKEN_END && ps->token != TOKEN_COMMA)
		return expected(ps, _(", or the end"));
	return 0;
}

int label_selector_parse(const char *text, struct symtab *syms, struct arena *arena,
			 struct label_selector *ret, struct error *err)
{
	struct parser ps = { .p = text, .syms = syms, .arena = arena, .err = err };
	struct selector_reqs reqs = { 0 };
	size_t most = 1;

	for (const char *p = text; *p; p++)
		most += *p == ',';
	reqs.v = ARENA_ARRAY(arena, most, struct selector_req);
	next(&ps);
	while (ps.token != TOKEN_END || reqs.n) {
		if (take_requirement(&ps, &reqs.v[reqs.n++]) < 0)
			return -1;
		if (ps.token == TOKEN_END)
			break;
		next(&ps);
	}
	*ret = (struct label_selector){ .match_expressions = reqs };
	return 0;
}
