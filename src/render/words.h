/* Words for people; JSON, YAML and names are English always. */
#ifndef RENDER_WORDS_H
#define RENDER_WORDS_H

#include "base/i18n.h"
#include "base/strbuf.h"
#include "report/report.h"

const char *stage_words(enum stage s);          /* "filter-failure" */
const char *verdict_words(enum verdict v);      /* "fits" */
const char *agreement_words(enum agreement a);  /* "the replay agrees with ..."; NULL: nothing to say */

#endif
