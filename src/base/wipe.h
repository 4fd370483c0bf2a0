/* Forgetting secrets: zeroes that no compiler leaves out. */
#ifndef BASE_WIPE_H
#define BASE_WIPE_H

#include <stddef.h>

void wipe(void *p, size_t len);

#endif
