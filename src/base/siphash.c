#include "base/siphash.h"

#include <string.h>
#include <sys/random.h>

struct state {
	uint64_t v0, v1, v2, v3;
};

static inline uint64_t rotate(uint64_t x, unsigned bits)
{
	return x << bits | x >> (64 - bits);
}

static inline void sip_round(struct state *s)
{
	s->v0 += s->v1;
	s->v1 = rotate(s->v1, 13) ^ s->v0;
	s->v0 = rotate(s->v0, 32);
	s->v2 += s->v3;
	s->v3 = rotate(s->v3, 16) ^ s->v2;
	s->v0 += s->v3;
	s->v3 = rotate(s->v3, 21) ^ s->v0;
	s->v2 += s->v1;
	s->v1 = rotate(s->v1, 17) ^ s->v2;
	s->v2 = rotate(s->v2, 32);
}

static inline void absorb(struct state *s, uint64_t word)
{
	s->v3 ^= word;
	sip_round(s);
	s->v0 ^= word;
}

static inline uint64_t little_endian(const unsigned char *p, size_t n)
{
	uint64_t word = 0;

	while (n--)
		word = word << 8 | p[n];
	return word;
}

uint64_t siphash13(const struct siphash_key *key, const void *data, size_t len)
{
	const unsigned char *p = data;
	struct state s = {
		key->k0 ^ 0x736f6d6570736575ULL, key->k1 ^ 0x646f72616e646f6dULL,
		key->k0 ^ 0x6c7967656e657261ULL, key->k1 ^ 0x7465646279746573ULL,
	};
	uint64_t last = (uint64_t)len << 56;

	for (; len >= 8; p += 8, len -= 8)
		absorb(&s, little_endian(p, 8));
	absorb(&s, last | little_endian(p, len));
	s.v2 ^= 0xff;
	for (int i = 0; i < 3; i++)
		sip_round(&s);
	return s.v0 ^ s.v1 ^ s.v2 ^ s.v3;
}

void siphash_key_random(struct siphash_key *key)
{
	/* Without a source of randomness the addresses, which differ from run to run, have to do. */
	key->k0 = (uintptr_t)key;
	key->k1 = (uintptr_t)&siphash13;
	if (getrandom(key, sizeof(*key), GRND_NONBLOCK) < 0)
		key->k0 ^= rotate(key->k1, 29);
}
