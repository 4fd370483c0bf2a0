#ifndef REPORT_STRING_LIST_H
#define REPORT_STRING_LIST_H

#include <stdint.h>

struct strings { /* report/strings.h has what works on it */
	const char **v;
	uint32_t n;
};

#endif
