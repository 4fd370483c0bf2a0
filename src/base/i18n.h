/*
 * Messages for people in the language that was asked for.  `_("…")` marks a text where it is used,
 * N_("…") one in a table (pass it through _() where it is printed).  English is in the source; data
 * (JSON, YAML, metrics, names, the scheduler's own strings) never goes through here.
 *
 * Catalogues are gettext's, made of po/LANGUAGE.po at build time; no file and no locale is needed.
 * The language is the one thing the whole program shares: it is chosen at start-up and stays.
 */
#ifndef BASE_I18N_H
#define BASE_I18N_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* The translation, or the text itself where there is none. */
const char *tr(const char *text) __attribute__((format_arg(1)));
/* The form for n: `one` or `many` in English; the catalogue says which elsewhere. */
const char *tr_n(const char *one, const char *many, unsigned long n)
	__attribute__((format_arg(1), format_arg(2)));
/* Where one English word has several translations; use C_("noun", "taint"). */
const char *tr_context(const char *key, const char *text) __attribute__((format_arg(2)));

#define _(text) tr(text)
#define N_(text) text
#define C_(context, text) tr_context(context "\004" text, text)

/* What goes before item i of n in an enumeration: nothing, ", " or " and ". */
void list_separator(struct strbuf *out, size_t i, size_t n);

/*
 * lang: "zh", "zh_CN.UTF-8", "zh-Hans", "en", "C".  -1, and nothing changes, if there is no such
 * catalogue.
 */
int i18n_choose(const char *lang);
const char *i18n_language(size_t i); /* "en", "zh", …; NULL behind the last */
/*
 * English until i18n_resume(), the language that was chosen after it: for texts that are saved for
 * other people, in other languages.
 */
void i18n_pause(void);
void i18n_resume(void);

/* Whether an English text of the program has that word. */
bool i18n_has_word(const char *word, size_t len);

struct i18n_environment { /* variables of that name; NULL: not set */
	const char *lc_all, *lc_messages, *lang, *language;
};
/* As gettext reads them; English where they ask for a language or an encoding that is not there. */
void i18n_choose_from(const struct i18n_environment *env);

/* A catalogue other than the built-in ones, borrowed: for tests.  -1: not a catalogue. */
int i18n_use(const void *mo, size_t len);

#endif
