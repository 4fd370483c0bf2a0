#include "fetch/names.h"

#include "base/die.h"
#include "fetch/reading.h"

static bool take(struct cluster *c, const struct reading *r, struct error *err)
{
	if (r->result != READING_OK) {
		*err = r->err;
		return false;
	}
	for (size_t i = 0; i < r->staged.n; i++) {
		struct meta *m = r->staged.v[i];

		if (!cluster_find(c, r->kind, m->namespace_, m->name))
			cluster_put(c, r->kind, m);
	}
	return true;
}

int fetch_names(struct cluster *c, struct http *h, const struct names_wanted *w, size_t n,
		struct error *err)
{
	struct reading *readings = xcalloc(n, sizeof(*readings));
	bool any = false;

	for (size_t i = 0; i < n; i++) {
		readings[i] = (struct reading){ .kind = w[i].kind, .namespace_ = w[i].namespace_,
						.fields = w[i].fields, .chunk = NAMES_MAX,
						.one_page = true };
		reading_start(&readings[i], h, c);
	}
	http_run(h);
	for (size_t i = 0; i < n; i++) {
		any |= take(c, &readings[i], err);
		reading_release(&readings[i]);
	}
	xfree(readings);
	return any ? 0 : -1;
}
