/*
 * Texts and their pseudonyms.  One text has one pseudonym, wherever it stands: a node's name is its
 * hostname label and the nodeName of its pods.
 *
 * First all texts are noted, then names_assign() numbers them: node-1, node-2, ... in the order of
 * the texts they stand for.  So a pseudonym tells nothing about its text but its place among the
 * others, equal clusters get equal ones, and whatever is decided by the order of names stays as it
 * was.  What comes later gets the numbers behind.
 */
#ifndef BUNDLE_NAMES_H
#define BUNDLE_NAMES_H

#include "base/arena.h"
#include "base/pairmap.h"
#include "load/field.h"

enum { /* beside those of enum hide */
	NAME_DOMAIN = HIDE_COUNT, /* in front of the / of a key */
	NAME_ZONE,                /* europe-west1-b: its region can be read off it, where it has one */
	NAME_REGION,
	NAME_INSTANCE,            /* m5.large: in-tree limits look at the family */
	NAME_DIGEST,              /* a long hexadecimal number; keeps its length */
	NAME_TOKEN,               /* a word of a sentence */
	NAME_CLASSES
};

struct name;

struct name_part { /* of a text that is put together: a literal or another name */
	const char *literal;
	struct name *name;
};

struct names {
	struct arena *arena;
	struct symtab *syms;
	struct pairmap by_text;
	struct pairmap kept; /* keys, resources and drivers of objects that stay as they are */
	struct name **v;
	size_t n, cap;
	size_t numbers[NAME_CLASSES + 2];  /* the last number given, by series */
	unsigned digits[NAME_CLASSES + 2]; /* that numbers are written with */
	unsigned series[NAME_CLASSES];    /* of a class: its own, or that of all whose names mix */
	bool has_bounds;                  /* Gt or Lt is used: integers keep their order */
	bool pseudonyms;                  /* the texts are some already: equal ones do not mislead */
};

void names_init(struct names *n, struct arena *a, struct symtab *syms);
/* Notes that the text is one of that class; NULL: it is empty. */
struct name *names_note(struct names *n, unsigned class_, sym s);
struct name *names_note_text(struct names *n, unsigned class_, const char *s, size_t len);
/* NULL: never noted. */
struct name *names_find(const struct names *n, sym s);
/* The text stays as it is where it is no other name. */
void names_keep(struct names *n, sym s);
bool names_is_kept(const struct names *n, sym s);
/* It is made of these, which are noted themselves; the first word on it counts. */
void name_compose(struct names *n, struct name *name, const struct name_part *parts, size_t count);
bool name_is_composed(const struct name *name);
bool name_is(const struct name *name, unsigned class_); /* NULL: false */
void names_assign(struct names *n);
sym name_out(struct names *n, struct name *name);

#endif
