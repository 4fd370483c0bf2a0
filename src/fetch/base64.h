/* Base64 as kubeconfig files (RFC 4648 section 4) and JSON web tokens (section 5) have it. */
#ifndef FETCH_BASE64_H
#define FETCH_BASE64_H

#include <stdbool.h>
#include <stddef.h>

#include "base/strbuf.h"

#define BASE64_DECODED_MAX(len) ((len) / 4 * 3 + 3)

enum base64_alphabet {
	BASE64_PADDED, /* + and /, padding required, line breaks skipped */
	BASE64_URL,    /* - and _, no padding */
};

/*
 * Writes at most BASE64_DECODED_MAX(len) bytes to `to`.  0, or -1: *ret_len is then the offset of
 * the first wrong byte of text.
 */
int base64_decode(enum base64_alphabet alphabet, const char *text, size_t len, char *to,
		  size_t *ret_len);
void base64_encode(const char *data, size_t len, struct strbuf *out); /* padded */

#endif
