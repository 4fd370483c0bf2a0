/* The words of a sentence, as --redact tells them apart. */
#ifndef BUNDLE_TOKEN_H
#define BUNDLE_TOKEN_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

/* A run without blanks, quotes, brackets, commas and the like, and without a colon or dot behind. */
struct token {
	const char *at, *end; /* end: of the text */
	size_t len;           /* 0: there is none */
};

struct token token_first(const char *text, size_t len);
struct token token_next(const struct token *t);

/* 12, 0/8, 1.5Gi, 500m, 2m30s, 95%: nothing that names anything. */
bool token_is_amount(const char *s, size_t len);
/* Of an amount: whether it may be the number of an account, a telephone, a part of an address. */
bool token_may_identify(const char *s, size_t len);
/* Whether the text says that the number at that place of it counts or measures something. */
bool token_is_measured(const char *text, const char *at, size_t len);
bool token_is_time(const char *s, size_t len);
/* An address, an uid, a digest: HIDE_ADDRESS, ...; else NAME_TOKEN. */
unsigned token_class(const char *s, size_t len);
/* Where the first part of name/name, name:name or name_name ends; len: it is one. */
size_t token_part(const char *s, size_t len);

/*
 * out, made of text, says "0/8 nodes are available: ..." with its clauses in the order of the old
 * names: the scheduler sorts them.
 */
void token_sort_clauses(const char *text, struct strbuf *out);

#endif
