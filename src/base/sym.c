#include "base/sym.h"

#include <stdint.h>

#include "base/arena.h"
#include "base/die.h"
#include "base/siphash.h"

struct symtab {
	const char **slots; /* open addressing, a power of two */
	uint32_t *hashes;
	size_t cap, n;
	struct arena *arena;
	struct siphash_key key; /* names come from anybody: they must not be made to collide */
};

struct symtab *symtab_new(void)
{
	struct symtab *t = xcalloc(1, sizeof(*t));

	t->cap = 1024;
	t->slots = xcalloc(t->cap, sizeof(*t->slots));
	t->hashes = xcalloc(t->cap, sizeof(*t->hashes));
	t->arena = arena_new();
	siphash_key_random(&t->key);
	return t;
}

void symtab_free(struct symtab *t)
{
	if (!t)
		return;
	arena_free(t->arena);
	xfree(t->slots);
	xfree(t->hashes);
	xfree(t);
}

void symtab_wipe(struct symtab *t)
{
	arena_wipe(t->arena);
}

static uint32_t hash_of(const struct symtab *t, const char *s, size_t len)
{
	return (uint32_t)siphash13(&t->key, s, len);
}

static size_t find_slot(const struct symtab *t, const char *s, size_t len, uint32_t hash)
{
	size_t i = hash & (t->cap - 1);

	while (t->slots[i]) {
		if (t->hashes[i] == hash && strncmp(t->slots[i], s, len) == 0 && !t->slots[i][len])
			break;
		i = (i + 1) & (t->cap - 1);
	}
	return i;
}

static void grow(struct symtab *t)
{
	size_t old_cap = t->cap;
	const char **old = t->slots;
	uint32_t *old_hashes = t->hashes;

	t->cap *= 2;
	t->slots = xcalloc(t->cap, sizeof(*t->slots));
	t->hashes = xcalloc(t->cap, sizeof(*t->hashes));
	for (size_t i = 0; i < old_cap; i++) {
		size_t j;

		if (!old[i])
			continue;
		for (j = old_hashes[i] & (t->cap - 1); t->slots[j]; j = (j + 1) & (t->cap - 1))
			;
		t->slots[j] = old[i];
		t->hashes[j] = old_hashes[i];
	}
	xfree(old);
	xfree(old_hashes);
}

sym sym_intern(struct symtab *t, const char *s, size_t len)
{
	uint32_t hash = hash_of(t, s, len);
	size_t i = find_slot(t, s, len, hash);

	if (!t->slots[i]) {
		if (t->n * 4 >= t->cap * 3) {
			grow(t);
			i = find_slot(t, s, len, hash);
		}
		t->slots[i] = arena_strndup(t->arena, s, len);
		t->hashes[i] = hash;
		t->n++;
	}
	return (sym){ t->slots[i] };
}

sym sym_str(struct symtab *t, const char *s)
{
	return sym_intern(t, s, strlen(s));
}

sym sym_find(const struct symtab *t, const char *s, size_t len)
{
	return (sym){ t->slots[find_slot(t, s, len, hash_of(t, s, len))] };
}

size_t symtab_bytes(const struct symtab *t)
{
	return arena_bytes(t->arena) + t->cap * (sizeof(*t->slots) + sizeof(*t->hashes));
}
