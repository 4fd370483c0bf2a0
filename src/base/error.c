#include "base/error.h"

#include <stdarg.h>
#include <stdio.h>
#include <string.h>

#include "base/i18n.h"

/* The usual ones, so that catalogues have them. */
const char *os_error(int number)
{
	static const char *const known[] = {
		N_("Operation not permitted"), N_("No such file or directory"), N_("Input/output error"),
		N_("Exec format error"), N_("Permission denied"), N_("File exists"),
		N_("Not a directory"), N_("Is a directory"), N_("Invalid argument"),
		N_("Too many open files"), N_("File too large"), N_("No space left on device"),
		N_("Read-only file system"), N_("Broken pipe"), N_("Connection refused"),
		N_("Connection reset by peer"), N_("Connection timed out"), N_("No route to host"),
		N_("Network is unreachable"), N_("Too many levels of symbolic links"),
		N_("File name too long"), N_("Cannot allocate memory"), N_("Text file busy"),
	};

	(void)known;
	return tr(strerror(number));
}

int error_set(struct error *err, enum error_kind kind, const char *fmt, ...)
{
	va_list ap;

	err->kind = kind;
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	return -1;
}

int error_add(struct error *err, const char *fmt, ...)
{
	size_t len = strlen(err->msg);
	va_list ap;

	va_start(ap, fmt);
	vsnprintf(err->msg + len, sizeof(err->msg) - len, fmt, ap);
	va_end(ap);
	return -1;
}

int error_wrap(struct error *err, const char *fmt, ...)
{
	char inner[sizeof(err->msg)];
	size_t len;
	va_list ap;

	memcpy(inner, err->msg, sizeof(inner));
	va_start(ap, fmt);
	vsnprintf(err->msg, sizeof(err->msg), fmt, ap);
	va_end(ap);
	len = strlen(err->msg);
	snprintf(err->msg + len, sizeof(err->msg) - len, "%s%s", _(": "), inner);
	return -1;
}
