#include "base/sha1.h"

#include <stdint.h>
#include <stdio.h>
#include <string.h>

static uint32_t rotate(uint32_t v, unsigned bits)
{
	return v << bits | v >> (32 - bits);
}

static uint32_t round_function(unsigned t, uint32_t b, uint32_t c, uint32_t d)
{
	if (t < 20)
		return ((b & c) | (~b & d)) + 0x5a827999u;
	if (t < 40)
		return (b ^ c ^ d) + 0x6ed9eba1u;
	if (t < 60)
		return ((b & c) | (b & d) | (c & d)) + 0x8f1bbcdcu;
	return (b ^ c ^ d) + 0xca62c1d6u;
}

static void add_block(uint32_t h[5], const unsigned char block[64])
{
	uint32_t w[80], a = h[0], b = h[1], c = h[2], d = h[3], e = h[4];

	for (unsigned t = 0; t < 16; t++)
		w[t] = (uint32_t)block[4 * t] << 24 | (uint32_t)block[4 * t + 1] << 16 |
		       (uint32_t)block[4 * t + 2] << 8 | block[4 * t + 3];
	for (unsigned t = 16; t < 80; t++)
		w[t] = rotate(w[t - 3] ^ w[t - 8] ^ w[t - 14] ^ w[t - 16], 1);
	for (unsigned t = 0; t < 80; t++) {
		uint32_t next = rotate(a, 5) + round_function(t, b, c, d) + e + w[t];

		e = d;
		d = c;
		c = rotate(b, 30);
		b = a;
		a = next;
	}
	h[0] += a;
	h[1] += b;
	h[2] += c;
	h[3] += d;
	h[4] += e;
}

void sha1_hex(const void *data, size_t len, char ret[SHA1_HEX_SIZE])
{
	uint32_t h[5] = { 0x67452301u, 0xefcdab89u, 0x98badcfeu, 0x10325476u, 0xc3d2e1f0u };
	const unsigned char *p = data;
	unsigned char tail[128] = { 0 };
	uint64_t bits = (uint64_t)len * 8;
	size_t rest = len % 64, padded = rest < 56 ? 64 : 128;

	for (size_t done = 0; done + 64 <= len; done += 64)
		add_block(h, p + done);
	memcpy(tail, p + (len - rest), rest);
	tail[rest] = 0x80;
	for (unsigned i = 0; i < 8; i++)
		tail[padded - 1 - i] = (unsigned char)(bits >> (8 * i));
	for (size_t done = 0; done < padded; done += 64)
		add_block(h, tail + done);
	for (unsigned i = 0; i < 5; i++)
		snprintf(ret + (size_t)i * 8, 9, "%08x", (unsigned)h[i]);
}
