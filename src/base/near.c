#include "base/near.h"

#define NAME_MAX_BYTES 256

static unsigned least(unsigned a, unsigned b)
{
	return a < b ? a : b;
}

/* Row i of the table of distances between prefixes of a and b, from the two rows above it. */
static unsigned fill_row(const char *a, size_t i, const char *b, size_t b_len,
			 const unsigned *above2, const unsigned *above, unsigned *row)
{
	unsigned best = row[0] = (unsigned)i;

	for (size_t j = 1; j <= b_len; j++) {
		unsigned d = above[j - 1] + (a[i - 1] != b[j - 1]);

		d = least(d, above[j] + 1);
		d = least(d, row[j - 1] + 1);
		if (i > 1 && j > 1 && a[i - 1] == b[j - 2] && a[i - 2] == b[j - 1])
			d = least(d, above2[j - 2] + 1);
		row[j] = d;
		best = least(best, d);
	}
	return best;
}

unsigned near_distance(const char *a, size_t a_len, const char *b, size_t b_len)
{
	unsigned rows[3][NAME_MAX_BYTES + 1];
	size_t gap = a_len > b_len ? a_len - b_len : b_len - a_len;

	if (gap > NEAR_MAX || a_len > NAME_MAX_BYTES || b_len > NAME_MAX_BYTES)
		return NEAR_MAX + 1;
	for (size_t j = 0; j <= b_len; j++)
		rows[0][j] = (unsigned)j;
	for (size_t i = 1; i <= a_len; i++) {
		const unsigned *above2 = i > 1 ? rows[(i - 2) % 3] : rows[0];

		if (fill_row(a, i, b, b_len, above2, rows[(i - 1) % 3], rows[i % 3]) > NEAR_MAX)
			return NEAR_MAX + 1;
	}
	return least(rows[a_len % 3][b_len], NEAR_MAX + 1);
}
