/* The two tables of keys: keys.def and screens.def. */
#ifndef TUI_KEYS_H
#define TUI_KEYS_H

#include <stddef.h>
#include <stdint.h>

#include "base/strbuf.h"
#include "tui/ui.h"

#define KEYS_MAX 3

struct key_binding {
	const char *id;      /* "DOWN" */
	enum action action;
	uint32_t screens;    /* bits 1 << enum screen_id */
	uint32_t keys[KEYS_MAX]; /* 0: none */
	const char *hint;    /* N_(), or NULL */
	const char *help;    /* N_() */
};
extern const struct key_binding key_bindings[];
extern const size_t key_binding_count;

/* What a key does on a screen; NULL: nothing. */
const struct key_binding *key_lookup(enum screen_id screen, uint32_t key);
/* "j Down"; the wheel and clicks are left out. */
void key_names(struct strbuf *out, const struct key_binding *b);

struct screen_ops;

struct screen_entry {
	const char *id;  /* "nodes" */
	uint32_t key;    /* 0: none */
	enum screen_place place;
	const char *title; /* N_() */
	const struct screen_ops *ops;
};
extern const struct screen_entry screen_table[SCREEN_COUNT]; /* [SCREEN_NONE] is empty */

/* The screen that a key opens; SCREEN_NONE: none. */
enum screen_id screen_of_key(uint32_t key);

#endif
