/*
 * A failure as data: a kind, which decides the exit status, and one complete phrase without a
 * final dot.  No allocation; never NULL; always the last argument; read only after -1.
 * The phrase may quote hostile input: only cli prints it, and escapes it there.
 */
#ifndef BASE_ERROR_H
#define BASE_ERROR_H

enum error_kind {
	ERR_NONE,
	ERR_USAGE,     /* the command line is wrong */
	ERR_PARSE,     /* input that is not what it should be */
	ERR_LIMIT,     /* input beyond a limit on sizes or depth */
	ERR_IO,        /* files, pipes, network */
	ERR_NOT_FOUND, /* the subject does not exist */
	ERR_FORBIDDEN, /* the server refuses to show it */
};

struct error {
	enum error_kind kind;
	char msg[1024];
};

#define ERROR_INIT { ERR_NONE, "" }

int error_set(struct error *err, enum error_kind kind, const char *fmt, ...)
	__attribute__((format(printf, 3, 4))); /* -1 */
int error_wrap(struct error *err, const char *fmt, ...)
	__attribute__((format(printf, 2, 3))); /* puts "<text>: " before the message; -1 */

/* Puts more behind the message; -1. */
int error_add(struct error *err, const char *fmt, ...) __attribute__((format(printf, 2, 3)));

/* strerror() in the language of messages. */
const char *os_error(int number);

#endif
