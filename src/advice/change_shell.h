/* Words of commands that are shown to be pasted into a shell. */
#ifndef ADVICE_CHANGE_SHELL_H
#define ADVICE_CHANGE_SHELL_H

#include "base/shell.h"
#include "base/sym.h"

/* False: not the name of an object, and nothing that could be an option. */
bool shell_name(struct strbuf *out, sym name);

#endif
