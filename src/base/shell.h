/* Words of commands that are shown to be pasted into a shell. */
#ifndef BASE_SHELL_H
#define BASE_SHELL_H

#include "base/strbuf.h"

/* One word of a POSIX shell; quotes only if it has to. */
void shell_quote(struct strbuf *out, const char *word);

#endif
