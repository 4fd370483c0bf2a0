#include "base/mo.h"

#include <stdbool.h>
#include <string.h>

#define MAGIC 0x950412deu
#define HEADER 28u
#define ENTRY 8u /* length and offset */

static unsigned one_form(unsigned long n)
{
	(void)n;
	return 0;
}

static unsigned not_one(unsigned long n)
{
	return n != 1;
}

static unsigned more_than_one(unsigned long n)
{
	return n > 1;
}

/* Slavic languages: 1, 21 … / 2 to 4, 22 to 24 … / the others. */
static unsigned three_forms(unsigned long n)
{
	if (n % 10 == 1 && n % 100 != 11)
		return 0;
	return n % 10 >= 2 && n % 10 <= 4 && (n % 100 < 10 || n % 100 >= 20) ? 1 : 2;
}

/* Instead of an interpreter for the expressions in the headers: as they are commonly written. */
static const struct {
	const char *text;
	unsigned (*form)(unsigned long n);
} plurals[] = {
	{ "nplurals=1; plural=0;", one_form },
	{ "nplurals=2; plural=(n != 1);", not_one },
	{ "nplurals=2; plural=(n > 1);", more_than_one },
	{ "nplurals=3; plural=(n%10==1 && n%100!=11 ? 0 : n%10>=2 && n%10<=4 && "
	  "(n%100<10 || n%100>=20) ? 1 : 2);", three_forms },
};

static uint32_t number_at(const struct mo *mo, size_t at)
{
	const unsigned char *p = mo->bytes + at;

	return p[0] | (uint32_t)p[1] << 8 | (uint32_t)p[2] << 16 | (uint32_t)p[3] << 24;
}

static const char *string_at(const struct mo *mo, uint32_t table, uint32_t i)
{
	return (const char *)mo->bytes + number_at(mo, table + ENTRY * (size_t)i + 4);
}

static bool table_is_sound(const struct mo *mo, uint32_t table, size_t len)
{
	if (table > len || (len - table) / ENTRY < mo->n)
		return false;
	for (uint32_t i = 0; i < mo->n; i++) {
		size_t at = table + ENTRY * (size_t)i;
		size_t text_len = number_at(mo, at), offset = number_at(mo, at + 4);

		if (offset >= len || text_len >= len - offset || mo->bytes[offset + text_len])
			return false;
	}
	return true;
}

static bool is_sorted(const struct mo *mo)
{
	for (uint32_t i = 1; i < mo->n; i++)
		if (strcmp(string_at(mo, mo->keys, i - 1), string_at(mo, mo->keys, i)) >= 0)
			return false;
	return true;
}

static bool find_plural_rule(struct mo *mo)
{
	static const char field[] = "Plural-Forms: ";
	const char *header = mo_find(mo, ""), *rule = header ? strstr(header, field) : NULL;

	if (!rule)
		return false;
	rule += sizeof(field) - 1;
	for (size_t i = 0; i < sizeof(plurals) / sizeof(plurals[0]); i++) {
		size_t len = strlen(plurals[i].text);

		if (!strncmp(rule, plurals[i].text, len) && rule[len] == '\n') {
			mo->plural = plurals[i].form;
			return true;
		}
	}
	return false;
}

int mo_open(struct mo *mo, const void *bytes, size_t len)
{
	*mo = (struct mo){ .bytes = bytes };
	if (len < HEADER || number_at(mo, 0) != MAGIC)
		return -1;
	mo->n = number_at(mo, 8);
	mo->keys = number_at(mo, 12);
	mo->texts = number_at(mo, 16);
	if (!table_is_sound(mo, mo->keys, len) || !table_is_sound(mo, mo->texts, len) ||
	    !is_sorted(mo) || !find_plural_rule(mo))
		return -1;
	return 0;
}

static bool find(const struct mo *mo, const char *key, uint32_t *ret_i)
{
	uint32_t low = 0, high = mo->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		int order = strcmp(key, string_at(mo, mo->keys, mid));

		if (order == 0) {
			*ret_i = mid;
			return true;
		}
		if (order < 0)
			high = mid;
		else
			low = mid + 1;
	}
	return false;
}

const char *mo_find(const struct mo *mo, const char *key)
{
	uint32_t i;

	return find(mo, key, &i) ? string_at(mo, mo->texts, i) : NULL;
}

static bool is_of_word(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (c >= '0' && c <= '9') ||
	       (unsigned char)c >= 0x80;
}

/* %zu and %.100s are no words. */
static const char *behind_conversion(const char *s)
{
	s += 1 + strspn(s + 1, "-+ #0123456789.*");
	s += strspn(s, "hlzjt");
	return *s ? s + 1 : s;
}

static bool has_word(const char *s, const char *word, size_t len)
{
	while (*s) {
		const char *begin = s;

		if (*s == '%') {
			s = behind_conversion(s);
			continue;
		}
		while (is_of_word(*s))
			s++;
		if ((size_t)(s - begin) == len && memcmp(begin, word, len) == 0)
			return true;
		if (s == begin)
			s++;
	}
	return false;
}

bool mo_has_word(const struct mo *mo, const char *word, size_t len)
{
	for (uint32_t i = 0; i < mo->n; i++) {
		const char *key = string_at(mo, mo->keys, i);

		if (has_word(key, word, len) || /* and its plural */
		    (strlen(key) < number_at(mo, mo->keys + ENTRY * (size_t)i) &&
		     has_word(key + strlen(key) + 1, word, len)))
			return true;
	}
	return false;
}

/* The forms stand one after the other, each ended by a NUL. */
const char *mo_find_plural(const struct mo *mo, const char *key, unsigned long n)
{
	const char *text, *end;
	uint32_t i;

	if (!find(mo, key, &i))
		return NULL;
	text = string_at(mo, mo->texts, i);
	end = text + number_at(mo, mo->texts + ENTRY * (size_t)i);
	for (unsigned form = mo->plural(n); form; form--) {
		text += strlen(text) + 1;
		if (text > end)
			return NULL;
	}
	return text;
}
