#include "base/near.h"

#include <string.h>

#define NAME_MAX_BYTES 253 /* longer ones are not compared */

static size_t min3(size_t a, size_t b, size_t c)
{
	size_t m = a < b ? a : b;

	return m < c ? m : c;
}

size_t edit_distance(const char *a, const char *b, size_t most)
{
	size_t row[NAME_MAX_BYTES + 1], na = strlen(a), nb = strlen(b);

	if (na > NAME_MAX_BYTES || nb > NAME_MAX_BYTES ||
	    (na > nb ? na - nb : nb - na) > most)
		return most + 1;
	for (size_t j = 0; j <= nb; j++)
		row[j] = j;
	for (size_t i = 1; i <= na; i++) {
		size_t diagonal = row[0];

		row[0] = i;
		for (size_t j = 1; j <= nb; j++) {
			size_t above = row[j];

			row[j] = min3(above + 1, row[j - 1] + 1, diagonal + (a[i - 1] != b[j - 1]));
			diagonal = above;
		}
	}
	return row[nb] > most ? most + 1 : row[nb];
}

/* What one forgets is the random end: "web", and "wbe" too, find "web-7d9f". */
static size_t distance(const char *wanted, const char *name, size_t most)
{
	size_t n = strlen(wanted), best = edit_distance(wanted, name, most);
	char front[NAME_MAX_BYTES + 1];

	if (n >= 3 && strncmp(name, wanted, n) == 0)
		return best < 1 ? best : 1;
	for (const char *dash = strchr(name, '-'); dash; dash = strchr(dash + 1, '-')) {
		size_t len = (size_t)(dash - name), d;

		if (len >= sizeof(front))
			break;
		memcpy(front, name, len);
		front[len] = '\0';
		d = edit_distance(wanted, front, most);
		best = d < best ? d : best;
	}
	return best;
}

void near_offer(struct near_names *near, const char *name)
{
	size_t most = strlen(near->wanted) / 3 + 1, d = distance(near->wanted, name, most), at;

	if (d > most)
		return;
	for (at = 0; at < near->n; at++)
		if (d < near->v[at].distance ||
		    (d == near->v[at].distance && strcmp(name, near->v[at].name) < 0))
			break;
	if (at == NEAR_MAX)
		return;
	if (near->n < NEAR_MAX)
		near->n++;
	memmove(&near->v[at + 1], &near->v[at], (near->n - at - 1) * sizeof(near->v[0]));
	near->v[at].name = name;
	near->v[at].distance = d;
}
