#include "base/i18n.h"

#include <string.h>

#include "base/catalogues.h"
#include "base/mo.h"

/* Chosen once at start-up; without messages: English. */
static struct mo chosen, paused;

const char *tr(const char *text)
{
	const char *found = chosen.n && *text ? mo_find(&chosen, text) : NULL;

	return found ? found : text;
}

const char *tr_n(const char *one, const char *many, unsigned long n)
{
	const char *found = chosen.n ? mo_find_plural(&chosen, one, n) : NULL;

	if (found)
		return found;
	return n == 1 ? one : many;
}

const char *tr_context(const char *key, const char *text)
{
	const char *found = chosen.n ? mo_find(&chosen, key) : NULL;

	return found ? found : text;
}

void list_separator(struct strbuf *out, size_t i, size_t n)
{
	if (i)
		strbuf_adds(out, i + 1 == n ? _(" and ") : _(", "));
}

const char *i18n_language(size_t i)
{
	if (i == 0)
		return "en";
	return i <= embedded_catalogue_count ? embedded_catalogues[i - 1].language : NULL;
}


static char lower(char c)
{
	return (char)(c >= 'A' && c <= 'Z' ? c + ('a' - 'A') : c);
}

static bool same_word(const char *s, size_t len, const char *word)
{
	for (size_t i = 0; i < len; i++)
		if (lower(s[i]) != lower(word[i])) /* the NUL of a shorter word differs too */
			return false;
	return !word[len];
}

/* Chinese is written in two ways, and only one of them is here. */
static bool is_other_script(const char *part, size_t len)
{
	static const char *const parts[] = { "Hant", "TW", "HK", "MO" };

	for (size_t i = 0; i < sizeof(parts) / sizeof(parts[0]); i++)
		if (same_word(part, len, parts[i]))
			return true;
	return false;
}

/* "zh_CN.UTF-8@x": the part that starts at s. */
static size_t part_len(const char *s, size_t len)
{
	size_t n = 0;

	while (n < len && s[n] != '_' && s[n] != '-' && s[n] != '.' && s[n] != '@')
		n++;
	return n;
}

static bool speaks(const char *locale, size_t len, const char *language)
{
	size_t n = part_len(locale, len);
	bool chinese = !strcmp(language, "zh");

	if (!n || !same_word(locale, n, language))
		return false;
	while (n < len && (locale[n] == '_' || locale[n] == '-')) {
		size_t start = n + 1;

		n = start + part_len(locale + start, len - start);
		if (chinese && is_other_script(locale + start, n - start))
			return false;
	}
	return true;
}

static bool is_posix(const char *locale, size_t len)
{
	size_t n = part_len(locale, len);

	return same_word(locale, n, "C") || same_word(locale, n, "POSIX");
}

static int choose(const char *locale, size_t len)
{
	if (is_posix(locale, len) || speaks(locale, len, "en")) {
		chosen = (struct mo){ 0 };
		return 0;
	}
	for (size_t i = 0; i < embedded_catalogue_count; i++) {
		const struct embedded_catalogue *c = &embedded_catalogues[i];

		if (speaks(locale, len, c->language))
			return i18n_use(c->mo, c->len);
	}
	return -1;
}

int i18n_choose(const char *lang)
{
	return choose(lang, strlen(lang));
}

void i18n_pause(void)
{
	paused = chosen;
	chosen = (struct mo){ 0 };
}

void i18n_resume(void)
{
	chosen = paused;
}

bool i18n_has_word(const char *word, size_t len)
{
	struct mo mo;

	for (size_t i = 0; i < embedded_catalogue_count; i++)
		if (mo_open(&mo, embedded_catalogues[i].mo, embedded_catalogues[i].len) == 0 &&
		    mo_has_word(&mo, word, len))
			return true;
	return false;
}

int i18n_use(const void *mo, size_t len)
{
	struct mo opened;

	if (mo_open(&opened, mo, len) < 0)
		return -1;
	chosen = opened;
	return 0;
}

/* "UTF-8", "utf8"; without a codeset the locale's own is not known, and UTF-8 is the likely one. */
static bool is_utf8(const char *locale)
{
	const char *dot = strchr(locale, '.');
	size_t len = dot ? strcspn(dot + 1, "@") : 0;

	return !dot || same_word(dot + 1, len, "UTF-8") || same_word(dot + 1, len, "UTF8");
}

static const char *first_set(const struct i18n_environment *env)
{
	const char *const values[] = { env->lc_all, env->lc_messages, env->lang };

	for (size_t i = 0; i < sizeof(values) / sizeof(values[0]); i++)
		if (values[i] && *values[i])
			return values[i];
	return "C";
}

/* LANGUAGE, a list in the order of preference, counts only where there is a locale. */
void i18n_choose_from(const struct i18n_environment *env)
{
	const char *locale = first_set(env), *list = env->language ? env->language : "";

	chosen = (struct mo){ 0 };
	if (is_posix(locale, strlen(locale)) || !is_utf8(locale))
		return;
	while (*list) {
		size_t len = strcspn(list, ":");

		if (len && choose(list, len) == 0)
			return;
		list += len;
		list += strspn(list, ":");
	}
	choose(locale, strlen(locale));
}
