/* Small files as a whole: configuration, tokens, certificates. */
#ifndef BASE_FILE_H
#define BASE_FILE_H

#include "base/error.h"
#include "base/strbuf.h"

/*
 * Appends the regular file's bytes, at most text->limit of them.  A FIFO or a device is refused
 * instead of waited for.  0, or -1 with err (ERR_NOT_FOUND if there is none), which does not name
 * the path.
 */
int file_read(const char *path, struct strbuf *text, struct error *err);

#endif
