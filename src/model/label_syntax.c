/* What Kubernetes takes for a label key, a label value, an integer (util/validation, strconv). */
#include "model/selector.h"

#define NAME_MAX_LEN 63
#define SUBDOMAIN_MAX_LEN 253

/* One comparison for each range: these run for every object that a selector matches. */
static bool is_digit(char c)
{
	return (unsigned char)(c - '0') < 10;
}

static bool is_lower(char c)
{
	return (unsigned char)(c - 'a') < 26;
}

static bool is_alnum(char c)
{
	return is_lower((char)(c | 0x20)) || is_digit(c);
}

/* 1 to 63 of alphanumeric, '-', '_' and '.', alphanumeric at both ends. */
static bool name_valid(const char *s)
{
	size_t n;

	if (!is_alnum(s[0]))
		return false;
	for (n = 1; s[n]; n++) {
		if (n == NAME_MAX_LEN)
			return false;
		if (!is_alnum(s[n]) && s[n] != '-' && s[n] != '_' && s[n] != '.')
			return false;
	}
	return is_alnum(s[n - 1]);
}

/* Labels of lower case letters, digits and inner '-', with dots between them. */
static bool subdomain_valid(const char *s, size_t len)
{
	char before = '.';
	size_t i;

	if (len > SUBDOMAIN_MAX_LEN)
		return false;
	for (i = 0; i < len; i++) {
		if (!is_lower(s[i]) && !is_digit(s[i])) {
			if ((s[i] != '-' && s[i] != '.') || before == '.')
				return false;
			if (s[i] == '.' && before == '-')
				return false;
		}
		before = s[i];
	}
	return before != '.' && before != '-';
}

bool dns_subdomain_valid(const char *s)
{
	return subdomain_valid(s, strlen(s));
}

bool label_value_valid(const char *s)
{
	return !*s || name_valid(s);
}

bool label_key_valid(const char *s)
{
	const char *slash = strchr(s, '/');

	if (!slash)
		return name_valid(s);
	return subdomain_valid(s, (size_t)(slash - s)) && name_valid(slash + 1);
}

bool parse_int64(const char *s, int64_t *ret)
{
	bool negative = *s == '-';
	int64_t v = 0;

	if (*s == '-' || *s == '+')
		s++;
	if (!*s)
		return false;
	for (; *s; s++) {
		int digit = *s - '0';

		if (digit < 0 || digit > 9 || __builtin_mul_overflow(v, 10, &v) ||
		    __builtin_sub_overflow(v, digit, &v)) /* downwards: the least has no positive */
			return false;
	}
	if (!negative && __builtin_sub_overflow((int64_t)0, v, &v))
		return false;
	*ret = v;
	return true;
}
