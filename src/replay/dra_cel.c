#include "replay/dra_cel.h"

#define WHITE " \t\n\r\f"
#define LETTERS "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_"
#define DIGITS "0123456789"

struct cursor {
	const char *p;
	sym driver;
};

static void skip_white(struct cursor *c)
{
	c->p += strspn(c->p, WHITE);
}

static bool take(struct cursor *c, const char *token)
{
	size_t len = strlen(token);

	if (strncmp(c->p, token, len) != 0)
		return false;
	c->p += len;
	skip_white(c);
	return true;
}

/* "device" "." "driver": each a token of its own, so white space may stand between them. */
static bool take_all(struct cursor *c, const char *const *tokens)
{
	const char *start = c->p;

	for (; *tokens; tokens++) {
		if (take(c, *tokens))
			continue;
		c->p = start;
		return false;
	}
	return true;
}

/* A plain literal: a triple quote, an escape or a line break is more than that. */
static bool take_string(struct cursor *c, const char **ret, size_t *ret_len)
{
	char quote = *c->p;
	size_t len;

	if (quote != '"' && quote != '\'')
		return false;
	len = strcspn(c->p + 1, quote == '"' ? "\"\\\n\r" : "'\\\n\r");
	if (c->p[len + 1] != quote || (!len && c->p[2] == quote))
		return false;
	*ret = c->p + 1;
	*ret_len = len;
	c->p += len + 2;
	skip_white(c);
	return true;
}

static bool take_any_string(struct cursor *c)
{
	const char *text;
	size_t len;

	return take_string(c, &text, &len);
}

/* Words that CEL keeps for itself do not name a member. */
static bool is_reserved(const char *s, size_t len)
{
	static const char *const words[] = {
		"as", "break", "const", "continue", "else", "false", "for", "function", "if",
		"import", "in", "let", "loop", "namespace", "null", "package", "return", "true",
		"var", "void", "while",
	};

	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i]) == len && !memcmp(words[i], s, len))
			return true;
	return false;
}

static bool take_name(struct cursor *c)
{
	size_t len = strspn(c->p, LETTERS DIGITS);

	if (!strspn(c->p, LETTERS) || is_reserved(c->p, len))
		return false;
	c->p += len;
	skip_white(c);
	return true;
}

static bool take_truth(struct cursor *c)
{
	size_t len = strspn(c->p, LETTERS DIGITS);
	bool ret = (len == 4 && !memcmp(c->p, "true", len)) ||
		   (len == 5 && !memcmp(c->p, "false", len));

	if (!ret)
		return false;
	c->p += len;
	skip_white(c);
	return true;
}

/* A whole number, decimal and not too large for CEL. */
static bool take_number(struct cursor *c)
{
	const char *digits = c->p + (*c->p == '-');
	size_t len = strspn(digits, DIGITS);

	if (!len || len > 18 || strspn(digits + len, LETTERS "."))
		return false;
	c->p = digits + len;
	skip_white(c);
	return true;
}

/* quantity("40Gi"): digits and a suffix; what else Kubernetes reads does not matter here. */
static bool take_quantity(struct cursor *c)
{
	static const char *const open[] = { "quantity", "(", NULL };
	static const char *const suffixes[] = { "",  "m", "k",	"M",  "G",  "T",  "P",	"E",
						"Ki", "Mi", "Gi", "Ti", "Pi", "Ei" };
	const char *text;
	size_t len, digits;

	if (!take_all(c, open) || !take_string(c, &text, &len) || !take(c, ")"))
		return false;
	digits = strspn(text, DIGITS);
	for (size_t i = 0; digits && digits < 10 && i < sizeof(suffixes) / sizeof(*suffixes); i++)
		if (strlen(suffixes[i]) == len - digits &&
		    !strncmp(text + digits, suffixes[i], len - digits))
			return true;
	return false;
}

static bool take_comparison(struct cursor *c)
{
	return take(c, "==") || take(c, "!=") || take(c, ">=") || take(c, "<=") || take(c, ">") ||
	       take(c, "<");
}

/* ["domain"].name */
static bool take_member(struct cursor *c)
{
	return take(c, "[") && take_any_string(c) && take(c, "]") && take(c, ".") && take_name(c);
}

/* device.driver == "x": what it comes to is known.  False: it is something else. */
static bool take_driver(struct cursor *c, enum dra_match *ret)
{
	static const char *const driver[] = { "device", ".", "driver", "==", NULL };
	const char *text;
	size_t len;

	if (!take_all(c, driver) || !take_string(c, &text, &len))
		return false;
	*ret = strlen(sym_text(c->driver)) == len && !memcmp(sym_text(c->driver), text, len) ?
		       DRA_YES : DRA_NO;
	return true;
}

/* device.attributes["d"].n == "x", with a string, a whole number or a truth value. */
static bool take_attribute(struct cursor *c)
{
	static const char *const attributes[] = { "device", ".", "attributes", NULL };

	return take_all(c, attributes) && take_member(c) && (take(c, "==") || take(c, "!=")) &&
	       (take_any_string(c) || take_number(c) || take_truth(c));
}

/* device.capacity["d"].n.compareTo(quantity("40Gi")) >= 0 */
static bool take_capacity(struct cursor *c)
{
	static const char *const capacity[] = { "device", ".", "capacity", NULL };
	static const char *const compare[] = { ".", "compareTo", "(", NULL };

	return take_all(c, capacity) && take_member(c) && take_all(c, compare) && take_quantity(c) &&
	       take(c, ")") && take_comparison(c) && take_number(c);
}

static bool take_conjunct(struct cursor *c, enum dra_match *ret)
{
	const char *start = c->p;

	if (take_driver(c, ret))
		return true;
	*ret = DRA_MAYBE;
	c->p = start;
	if (take_attribute(c))
		return true;
	c->p = start;
	return take_capacity(c);
}

enum dra_match device_selector_matches(const struct device_selector *s, sym driver)
{
	struct cursor c = { sym_text(s->cel), driver };
	enum dra_match all = DRA_YES;

	skip_white(&c);
	do {
		enum dra_match one;

		if (!take_conjunct(&c, &one))
			return DRA_MAYBE;
		if (one < all)
			all = one;
	} while (take(&c, "&&"));
	return *c.p ? DRA_MAYBE : all;
}
