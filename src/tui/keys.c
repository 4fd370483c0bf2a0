#include "tui/keys.h"

#include "tui/key.h"
#include "tui/screen.h"

#define ON_ALL UINT32_MAX
#define ON(ID) (UINT32_C(1) << SCREEN_##ID)
#define ON_WHAT_IF (ON(WHAT_IF) | ON(CONSEQUENCES) | ON(FIXES) | ON(FIX) | ON(PATCHES))

_Static_assert(SCREEN_COUNT <= 32, "a screen is a bit of struct key_binding");

const struct key_binding key_bindings[] = {
#define KEY(id, screens, key1, key2, key3, hint, help) \
	{ #id, ACTION_##id, screens, { key1, key2, key3 }, hint, help },
#include "tui/keys.def"
#undef KEY
};
const size_t key_binding_count = sizeof(key_bindings) / sizeof(*key_bindings);

#define SCREEN(ID, id, key, place, title) extern const struct screen_ops screen_##id;
#include "tui/screens.def"
#undef SCREEN

const struct screen_entry screen_table[SCREEN_COUNT] = {
#define SCREEN(ID, id, key, place, title) [SCREEN_##ID] = { #id, key, place, title, &screen_##id },
#include "tui/screens.def"
#undef SCREEN
};

const struct key_binding *key_lookup(enum screen_id screen, uint32_t key)
{
	for (size_t i = 0; i < key_binding_count; i++)
		for (unsigned k = 0; k < KEYS_MAX && key_bindings[i].keys[k]; k++)
			if (key_bindings[i].keys[k] == key &&
			    (key_bindings[i].screens & UINT32_C(1) << screen))
				return &key_bindings[i];
	return NULL;
}

void key_names(struct strbuf *out, const struct key_binding *b)
{
	for (unsigned k = 0; k < KEYS_MAX && b->keys[k]; k++) {
		if (b->keys[k] >= K_CLICK)
			continue;
		if (k)
			strbuf_addc(out, ' ');
		key_text(out, b->keys[k]);
	}
}

enum screen_id screen_of_key(uint32_t key)
{
	for (unsigned i = 1; i < SCREEN_COUNT; i++)
		if (screen_table[i].key && screen_table[i].key == key)
			return (enum screen_id)i;
	return SCREEN_NONE;
}
