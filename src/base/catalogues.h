/* The catalogues of po/ as compiled by msgfmt, made at build time. */
#ifndef BASE_CATALOGUES_H
#define BASE_CATALOGUES_H

#include <stddef.h>

struct embedded_catalogue {
	const char *language; /* "zh" */
	const unsigned char *mo;
	size_t len;
};

extern const struct embedded_catalogue embedded_catalogues[];
extern const size_t embedded_catalogue_count;

#endif
