#include "model/meta.h"

const struct owner *meta_controller(const struct meta *m)
{
	uint32_t i;

	for (i = 0; i < m->owners.n; i++) {
		if (m->owners.v[i].controller)
			return &m->owners.v[i];
	}
	return NULL;
}

const struct condition *conditions_get(const struct conditions *c, const char *type)
{
	uint32_t i;

	for (i = 0; i < c->n; i++) {
		if (sym_is(c->v[i].type, type))
			return &c->v[i];
	}
	return NULL;
}
