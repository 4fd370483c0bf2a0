/*
 * Words for people.  Every text of the table formats that is not from the cluster goes through
 * tr(), so that a catalogue can translate it later; JSON, YAML and names are English always.
 */
#ifndef RENDER_WORDS_H
#define RENDER_WORDS_H

#include "base/strbuf.h"
#include "report/report.h"

const char *tr(const char *text) __attribute__((format_arg(1)));

const char *agreement_words(enum agreement a);  /* "the replay agrees with ..."; NULL: nothing to say */
const char *severity_words(enum severity s);
/* "1 node", "3 nodes": out gets the number and the right form. */
void count_words(struct strbuf *out, uint64_t n, const char *one, const char *many);

#endif
