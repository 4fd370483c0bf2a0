/* SipHash-1-3 (Aumasson, Bernstein): without the key nobody can make texts that collide. */
#ifndef BASE_SIPHASH_H
#define BASE_SIPHASH_H

#include <stddef.h>
#include <stdint.h>

struct siphash_key {
	uint64_t k0, k1;
};

uint64_t siphash13(const struct siphash_key *key, const void *data, size_t len);
/* Another one in each process: results must not depend on it. */
void siphash_key_random(struct siphash_key *key);

#endif
