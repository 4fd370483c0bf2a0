/* Bytes that are wiped when they are released, and the files they come from. */
#ifndef FETCH_SECRET_H
#define FETCH_SECRET_H

#include <stddef.h>

#include "fetch/connection.h"

#define SECRET_FILE_BYTES_MAX ((size_t)1 << 20) /* certificates, keys, tokens */

/* The old bytes are wiped; a NUL follows the new ones.  NULL: none. */
void secret_set(struct secret *s, const char *data, size_t len);
void secret_set_text(struct secret *s, const char *text);
void secret_release(struct secret *s); /* none; may be called again */
/* A whole file.  0, or an errno (EFBIG beyond max) and s has none. */
int secret_read(struct secret *s, const char *path, size_t max);
/* Text with secrets in it: wiped, then released. */
void secret_strbuf_release(struct strbuf *sb);

#endif
