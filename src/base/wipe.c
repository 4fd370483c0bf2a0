#include "base/wipe.h"

#include <string.h>

/* explicit_bzero() is neither POSIX nor everywhere; the empty asm makes the zeroes observable. */
void wipe(void *p, size_t len)
{
	if (!len)
		return;
	memset(p, 0, len);
	__asm__ __volatile__("" : : "r"(p) : "memory");
}
