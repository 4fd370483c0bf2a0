/* Runs a program and takes what it prints, within limits of time and size. */
#ifndef FETCH_EXEC_RUN_H
#define FETCH_EXEC_RUN_H

#include <stdbool.h>
#include <stdint.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/strbuf.h"

struct exec_command {
	const char *path;
	char *const *argv, *const *env;
	bool interactive;  /* gets our standard input, and stays in our process group to read it */
	int64_t limit_ms;
	int64_t (*monotonic_ms)(void);
	bool (*interrupted)(void); /* or NULL */
};

/*
 * The file that a command without a slash stands for; directories of path that are not absolute
 * are not looked at.  NULL: none.
 */
const char *exec_find(struct arena *arena, const char *command, const char *path);
int exec_check(const char *file); /* 0: can be run; or an errno */

/*
 * Standard output to out, up to its limit (out->full: more came, and the program was ended).
 * 0 and the exit status (128 + signal), or -1 with err: it did not start, took too long, or the
 * user wants to stop.
 * A program that is ended goes with its process group; what one that ended by itself has left in
 * the background stays.
 */
int exec_run(const struct exec_command *cmd, struct strbuf *out, int *ret_status,
	     struct error *err);

#endif
