#include "bundle/token.h"

#include <stdlib.h>
#include <string.h>

#include "bundle/keep.h"
#include "bundle/names.h"
#include "model/time.h"

#define UUID_BYTES 36
#define DIGEST_BYTES_MIN 4
#define AMOUNT_BYTES_MAX 24
#define PLAIN_DIGITS_MAX 6     /* of a number that nobody has to hide, whatever it is of */
#define MEASURED_DIGITS_MAX 12 /* of what the kubelet counts in bytes */
#define CLAUSES_MAX 1000

static bool is_one_of(char c, const char *set)
{
	return c && strchr(set, c);
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

static bool is_hex(char c)
{
	return is_digit(c) || (c >= 'a' && c <= 'f');
}

/* ---- tokens ---- */

static bool is_gap(char c)
{
	return (unsigned char)c <= ' ' || is_one_of(c, "\"'`()[]{}<>,;=|&?!\\*#$^");
}

static struct token find(const char *at, const char *end)
{
	struct token t = { at, end, 0 };

	while (t.at < end && (is_gap(*t.at) || is_one_of(*t.at, ".:/-")))
		t.at++;
	while (t.at + t.len < end && !is_gap(t.at[t.len]))
		t.len++;
	while (t.len && is_one_of(t.at[t.len - 1], ".:/-"))
		t.len--;
	return t;
}

struct token token_first(const char *text, size_t len)
{
	return find(text, text + len);
}

struct token token_next(const struct token *t)
{
	return find(t->at + t->len, t->end);
}

static bool is_digest(const char *s, size_t len);

static size_t find_one_of(const char *s, size_t len, const char *set)
{
	size_t i = 0;

	while (i < len && !is_one_of(s[i], set))
		i++;
	return i;
}

/* The digits and dots that it begins with: 10.0.17763 of 10.0.17763-based. */
static size_t version(const char *s, size_t len)
{
	size_t i = 0, dots = 0;

	for (; i < len && (is_digit(s[i]) || (i && s[i] == '.' && s[i - 1] != '.')); i++)
		dots += s[i] == '.';
	return dots >= 2 ? i : 0;
}

/* vol-0a1b2c3d: the prefix of the ids that clouds give; where its dash is, len: it is none. */
static size_t id_prefix(const char *s, size_t len)
{
	size_t dash = find_one_of(s, len, "-");

	return dash + 1 < len && is_digest(s + dash + 1, len - dash - 1) ? dash : len;
}

size_t token_part(const char *s, size_t len)
{
	size_t part = find_one_of(s, len, "/@~+%");

	if (part == len)
		part = find_one_of(s, len, ":");
	if (part == len)
		part = find_one_of(s, len, "_");
	if (part == len && version(s, len) < len && version(s, len) && s[version(s, len)] == '-')
		part = version(s, len);
	if (part == len)
		part = id_prefix(s, len);
	return part == len ? find_one_of(s, len, ".") : part;
}

/* ---- what a token is ---- */

static size_t skip_digits(const char *s, size_t len, size_t i)
{
	while (i < len && is_digit(s[i]))
		i++;
	return i;
}

/* Of units those that amounts and durations have; its length, 0: none. */
static size_t unit(const char *s, size_t len)
{
	static const char *const units[] = { "GiB", "MiB", "KiB", "TiB", "Ki", "Mi", "Gi", "Ti", "Pi",
					     "Ei", "KB", "MB", "GB", "ms", "us", "ns", "\xc2\xb5s", "k",
					     "K", "M", "G", "T", "P", "E", "B", "h", "m", "s", "d", "%",
					     "n", "u" };

	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++) {
		size_t n = strlen(units[i]);

		if (n <= len && memcmp(s, units[i], n) == 0)
			return n;
	}
	return 0;
}

static bool is_address(const char *s, size_t len);

bool token_is_amount(const char *s, size_t len)
{
	size_t i = len && s[0] == '-' ? 1 : 0;

	if (len && version(s, len) == len && is_digit(s[len - 1]))
		return !is_address(s, len);
	if (len > AMOUNT_BYTES_MAX || i == len)
		return false;
	while (i < len) {
		size_t begin = i;

		i = skip_digits(s, len, i);
		if (i == begin)
			return false;
		if (i + 1 < len && is_one_of(s[i], "./") && is_digit(s[i + 1]))
			i = skip_digits(s, len, i + 1);
		i += unit(s + i, len - i);
	}
	return true;
}

/* 10.20.30: the smallest first number that is more likely an address than a version. */
static bool is_partial_address(const char *s, size_t len)
{
	unsigned dots = 0, number = 0, first = 0;

	for (size_t i = 0; i < len; i++) {
		if (is_digit(s[i]))
			number = number * 10 + (unsigned)(s[i] - '0');
		else if (s[i] != '.')
			return false;
		if (number > 255)
			return false;
		if (s[i] == '.') {
			first = dots++ ? first : number;
			number = 0;
		}
	}
	return dots == 2 && first >= 10;
}

bool token_may_identify(const char *s, size_t len)
{
	if (is_partial_address(s, len))
		return true;
	for (size_t i = 0; i < len; i++) {
		size_t end = skip_digits(s, len, i);

		if (end - i > PLAIN_DIGITS_MAX && !unit(s + end, len - end))
			return true;
		i = end;
	}
	return false;
}

/* "8589934592 bytes" */
static bool has_unit_behind(const char *s)
{
	static const char *const words[] = { "byte", "bytes", "cpu", "second", "seconds", "milliseconds",
					     "nanoseconds", "inodes", "KiB", "MiB", "GiB" };
	size_t len;

	if (*s != ' ')
		return false;
	len = strspn(s + 1, "abcdefghijklmnopqrstuvwxyzKMGB");
	for (size_t i = 0; i < sizeof(words) / sizeof(*words); i++)
		if (strlen(words[i]) == len && memcmp(words[i], s + 1, len) == 0)
			return true;
	return false;
}

static bool ends_with(const char *text, const char *at, const char *word)
{
	size_t len = strlen(word);

	return (size_t)(at - text) >= len && memcmp(at - len, word, len) == 0;
}

/* "requests.memory=": a quota's */
static bool has_resource_before(const char *text, const char *at)
{
	char word[32];
	const char *end = at - 1, *begin;

	if (at == text || *end != '=')
		return false;
	for (begin = end; begin > text && (is_one_of(begin[-1], "-.") || (begin[-1] >= 'a' && begin[-1] <= 'z'));)
		begin--;
	if (strncmp(begin, "requests.", 9) == 0)
		begin += 9;
	else if (strncmp(begin, "limits.", 7) == 0)
		begin += 7;
	if ((size_t)(end - begin) >= sizeof(word))
		return false;
	memcpy(word, begin, (size_t)(end - begin));
	word[end - begin] = '\0';
	return keep_has(KEEP_RESOURCE, word);
}

bool token_is_measured(const char *text, const char *at, size_t len)
{
	static const char *const before[] = { "requested: ", "used: ", "capacity: ", "limited: ",
					      "usage: ", "memory limit ", "memory limit to " };

	if (has_unit_behind(at + len))
		return true;
	if (len > MEASURED_DIGITS_MAX)
		return false;
	for (size_t i = 0; i < sizeof(before) / sizeof(*before); i++)
		if (ends_with(text, at, before[i]))
			return true;
	return has_resource_before(text, at);
}

bool token_is_time(const char *s, size_t len)
{
	char text[40];
	int64_t us;

	if (len < 10 || len >= sizeof(text))
		return false;
	memcpy(text, s, len);
	text[len] = '\0';
	return time_parse(text, &us) == 0;
}

static bool is_uuid(const char *s, size_t len)
{
	if (len != UUID_BYTES)
		return false;
	for (size_t i = 0; i < len; i++)
		if (i == 8 || i == 13 || i == 18 || i == 23 ? s[i] != '-' : !is_hex(s[i]))
			return false;
	return true;
}

static bool is_digest(const char *s, size_t len)
{
	bool letter = false, digit = false;

	for (size_t i = 0; i < len; i++) {
		if (!is_hex(s[i]))
			return false;
		letter |= !is_digit(s[i]);
		digit |= is_digit(s[i]);
	}
	return letter && digit && len >= DIGEST_BYTES_MIN;
}

static bool is_address(const char *s, size_t len)
{
	size_t dots = 0, colons = 0, hex = 0;

	for (size_t i = 0; i < len; i++) {
		dots += s[i] == '.';
		colons += s[i] == ':';
		hex += is_hex(s[i]) && !is_digit(s[i]);
		if (!is_hex(s[i]) && s[i] != '.' && s[i] != ':')
			return false;
	}
	return (dots == 3 && !colons && !hex) || (colons >= 2 && !dots);
}

unsigned token_class(const char *s, size_t len)
{
	if (is_uuid(s, len))
		return HIDE_UID;
	if (is_digest(s, len))
		return NAME_DIGEST;
	return is_address(s, len) ? (unsigned)HIDE_ADDRESS : (unsigned)NAME_TOKEN;
}

/* ---- the scheduler's sentence ---- */

/* Behind "0/8 nodes are available: ", or NULL. */
static const char *behind_frame(const char *s)
{
	static const char frame[] = " nodes are available: ";
	const char *p = s + strspn(s, "0123456789/");

	return p > s && strncmp(p, frame, sizeof(frame) - 1) == 0 ? p + sizeof(frame) - 1 : NULL;
}

/* A clause begins with a count: "3 node(s) had ...". */
static bool begins_clause(const char *s)
{
	size_t n = strspn(s, "0123456789");

	return n && s[n] == ' ';
}

struct clause {
	const char *at;
	size_t len;
};

static int compare(const void *a, const void *b)
{
	const struct clause *x = a, *y = b;
	size_t n = x->len < y->len ? x->len : y->len;
	int by_text = memcmp(x->at, y->at, n);

	return by_text ? by_text : x->len < y->len ? -1 : x->len > y->len;
}

/* The clauses up to the dot that ends the sentence; how many, 0: not such a sentence. */
static size_t split_clauses(const char *text, struct clause *v, const char **ret_end)
{
	const char *s = behind_frame(text), *end = s ? strstr(s, ". ") : NULL;
	size_t n = 0;

	if (!s || !begins_clause(s))
		return 0;
	if (!end)
		end = s + strlen(s) - (s[strlen(s) - 1] == '.');
	*ret_end = end;
	for (const char *p = s; p <= end; p++) {
		if (p < end && (p[0] != ',' || p[1] != ' ' || !begins_clause(p + 2)))
			continue;
		if (n == CLAUSES_MAX)
			return 0;
		v[n++] = (struct clause){ s, (size_t)(p - s) };
		s = p + 2;
	}
	return n;
}

static bool is_sorted(const struct clause *v, size_t n)
{
	for (size_t i = 1; i < n; i++)
		if (compare(&v[i - 1], &v[i]) > 0)
			return false;
	return true;
}

void token_sort_clauses(const char *text, struct strbuf *out)
{
	struct clause v[CLAUSES_MAX];
	struct strbuf sorted = STRBUF_INIT;
	const char *end;
	size_t n = split_clauses(text, v, &end);

	if (n < 2 || !is_sorted(v, n))
		return;
	n = split_clauses(out->buf, v, &end);
	if (n < 2)
		return;
	strbuf_add(&sorted, out->buf, (size_t)(v[0].at - out->buf));
	qsort(v, n, sizeof(*v), compare);
	for (size_t i = 0; i < n; i++) {
		strbuf_adds(&sorted, i ? ", " : "");
		strbuf_add(&sorted, v[i].at, v[i].len);
	}
	strbuf_adds(&sorted, end);
	strbuf_release(out);
	*out = sorted;
}
