#include "model/types.h"

#include "base/arena.h"
#include "model/selector.h"

const struct label *labels_find(const struct labels *l, sym key)
{
	uint32_t i;

	/* comparing pointers in a row beats a search by text for as many labels as objects have */
	for (i = 0; i < l->n; i++) {
		if (sym_eq(l->v[i].key, key))
			return &l->v[i];
	}
	return NULL;
}

sym labels_get(const struct labels *l, sym key)
{
	const struct label *found = labels_find(l, key);

	return found ? found->value : (sym){ NULL };
}

struct labels labels_with(const struct labels *l, sym key, sym value, struct arena *arena)
{
	struct label *v = ARENA_ARRAY(arena, (size_t)l->n + 1, struct label);
	uint32_t from = 0, to = 0;

	while (from < l->n && strcmp(l->v[from].key.s, key.s) < 0)
		v[to++] = l->v[from++];
	v[to++] = (struct label){ key, value };
	if (from < l->n && sym_eq(l->v[from].key, key))
		from++;
	while (from < l->n)
		v[to++] = l->v[from++];
	return (struct labels){ v, to };
}

const struct quantity *resources_get(const struct resources *r, const char *name)
{
	uint32_t low = 0, high = r->n;

	while (low < high) {
		uint32_t mid = low + (high - low) / 2;
		int order = strcmp(sym_text(r->v[mid].name), name);

		if (order == 0)
			return r->v[mid].quantity;
		if (order < 0)
			low = mid + 1;
		else
			high = mid;
	}
	return NULL;
}

bool resource_is_extended(const char *name)
{
	char text[512];
	const char *prefix = "requests.";

	if (!strchr(name, '/') || strstr(name, "kubernetes.io/") ||
	    strncmp(name, prefix, strlen(prefix)) == 0)
		return false;
	if (strlen(name) >= sizeof(text) - strlen(prefix))
		return false;
	memcpy(text, prefix, strlen(prefix));
	memcpy(text + strlen(prefix), name, strlen(name) + 1);
	return label_key_valid(text);
}
