/* The files of rules/ as bytes, made at build time. */
#ifndef RULES_EMBEDDED_H
#define RULES_EMBEDDED_H

#include <stddef.h>

struct embedded_rules {
	const char *name;
	const unsigned char *text; /* a NUL behind it is not counted */
	size_t len;
};

extern const struct embedded_rules embedded_rules[];
extern const size_t embedded_rules_count;

#endif
