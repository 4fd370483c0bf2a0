/* SHA-1 (RFC 3174): for names that Kubernetes abbreviates with it, not for security. */
#ifndef BASE_SHA1_H
#define BASE_SHA1_H

#include <stddef.h>

#define SHA1_HEX_SIZE 41

void sha1_hex(const void *data, size_t len, char ret[SHA1_HEX_SIZE]);

#endif
