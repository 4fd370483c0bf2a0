#include "bundle/keep.h"

#include <string.h>

const struct keep keep_rows[] = {
#define KEEP(list, text) { KEEP_##list, text },
#include "bundle/keep.def"
#undef KEEP
};
const size_t keep_count = sizeof(keep_rows) / sizeof(*keep_rows);

bool keep_has(enum keep_list list, const char *text)
{
	for (size_t i = 0; i < keep_count; i++)
		if (keep_rows[i].list == list && strcmp(keep_rows[i].text, text) == 0)
			return true;
	return false;
}

static bool ends_domain(const char *domain, size_t len, const char *end)
{
	size_t n = strlen(end);

	if (len < n || memcmp(domain + len - n, end, n) != 0)
		return false;
	return len == n || domain[len - n - 1] == '.';
}

bool keep_has_domain(enum keep_list list, const char *domain, size_t len)
{
	for (size_t i = 0; i < keep_count; i++)
		if (keep_rows[i].list == list && ends_domain(domain, len, keep_rows[i].text))
			return true;
	return false;
}

bool keep_has_frame(const char *text)
{
	for (size_t i = 0; i < keep_count; i++)
		if (keep_rows[i].list == KEEP_FRAME &&
		    strncmp(text, keep_rows[i].text, strlen(keep_rows[i].text)) == 0)
			return true;
	return false;
}
