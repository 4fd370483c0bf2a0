/* Runs of uninteresting bytes, many at a time: most of a cluster is skipped with these two. */
#ifndef LOAD_BYTES_H
#define LOAD_BYTES_H

#include <stddef.h>
#include <stdint.h>
#include <string.h>

#ifdef __SSE2__
#include <emmintrin.h>
#endif

/* True if c ends a run inside a string: quote, backslash, control character, not ASCII. */
static inline int bytes_special(unsigned char c)
{
	return c < 0x20 || c >= 0x80 || c == '"' || c == '\\';
}

/* The first byte at or after p, before end, that is special inside a JSON string; or end. */
static inline const char *bytes_string(const char *p, const char *end)
{
#ifdef __SSE2__
	const __m128i quote = _mm_set1_epi8('"'), backslash = _mm_set1_epi8('\\');
	const __m128i space = _mm_set1_epi8(' ');

	for (; end - p >= 16; p += 16) {
		__m128i v;
		int mask;

		memcpy(&v, p, sizeof(v));
		/* The comparison is signed, so it finds bytes from 0x80 on as well. */
		mask = _mm_movemask_epi8(_mm_or_si128(_mm_cmplt_epi8(v, space),
			_mm_or_si128(_mm_cmpeq_epi8(v, quote), _mm_cmpeq_epi8(v, backslash))));
		if (mask)
			return p + __builtin_ctz((unsigned)mask);
	}
#else
	const uint64_t ones = 0x0101010101010101, high = 0x8080808080808080;

	for (; end - p >= 8; p += 8) {
		uint64_t v, quote, backslash;

		memcpy(&v, p, sizeof(v));
		quote = v ^ ones * '"';
		backslash = v ^ ones * '\\';
		if (((v - ones * 0x20) | (quote - ones) | (backslash - ones) | v) & high)
			break; /* perhaps: the loop below looks closer */
	}
#endif
	while (p < end && !bytes_special((unsigned char)*p))
		p++;
	return p;
}

/* The first byte at or after p, before end, that is not a space; or end. */
static inline const char *bytes_spaces(const char *p, const char *end)
{
#ifdef __SSE2__
	const __m128i space = _mm_set1_epi8(' ');

	for (; end - p >= 16; p += 16) {
		__m128i v;
		int mask;

		memcpy(&v, p, sizeof(v));
		mask = _mm_movemask_epi8(_mm_cmpeq_epi8(v, space)) ^ 0xffff;
		if (mask)
			return p + __builtin_ctz((unsigned)mask);
	}
#else
	for (; end - p >= 8; p += 8) {
		uint64_t v;

		memcpy(&v, p, sizeof(v));
		if (v != 0x2020202020202020)
			break;
	}
#endif
	while (p < end && *p == ' ')
		p++;
	return p;
}

#endif
