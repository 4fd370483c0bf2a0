#include "diagnose/lacking.h"

#include <string.h>

#include "report/strings.h"

#define LACKING_MAX 32 /* resources: what is told about each is some lines */

static void add_new(struct strings *list, const char *name, struct arena *arena)
{
	for (uint32_t i = 0; i < list->n; i++)
		if (strcmp(list->v[i], name) == 0)
			return;
	strings_push(list, name, arena);
}

struct strings lacking_resources(const struct replay *r, struct arena *arena)
{
	struct strings ret = { 0 };

	for (uint32_t i = 0; r && i < r->nodes.n; i++)
		for (uint32_t j = 0; j < r->nodes.v[i].rejections.n; j++) {
			const struct details *d = &r->nodes.v[i].rejections.v[j].details;

			for (uint32_t n = 0; n < d->n && ret.n < LACKING_MAX; n++)
				if (d->v[n].type == DETAIL_RESOURCE && d->v[n].name)
					add_new(&ret, d->v[n].name, arena);
		}
	return ret;
}
