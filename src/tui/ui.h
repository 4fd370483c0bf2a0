/* What a screen may ask of the program around it. */
#ifndef TUI_UI_H
#define TUI_UI_H

#include <stdbool.h>
#include <stdint.h>

#include "report/report.h"
#include "tui/ink.h"

struct diagnosis;
struct screen;
struct summaries;
struct session; /* explore/session.h */
struct ui;

enum screen_id {
	SCREEN_NONE,
#define SCREEN(ID, id, key, place, title) SCREEN_##ID,
#include "tui/screens.def"
#undef SCREEN
	SCREEN_COUNT
};

enum screen_place { PLACE_TOP, PLACE_POD, PLACE_ROW, PLACE_OVER };

enum action {
	ACTION_NONE,
#define KEY(id, screens, key1, key2, key3, hint, help) ACTION_##id,
#include "tui/keys.def"
#undef KEY
	ACTION_COUNT
};

struct session *ui_session(const struct ui *ui); /* NULL: no subject is open */
struct diagnosis *ui_diagnosis(const struct ui *ui);
const struct summaries *ui_subjects(const struct ui *ui); /* subjects.h */
/* Of the open subject, as the session supposes it to be; NULL: none is open. */
const struct report *ui_report(const struct ui *ui);
/* Of the open subject as things are: with advice, which has no place in a supposition. */
const struct report *ui_report_before(const struct ui *ui);

/* Another subject, and its first screen; says so if it is gone. */
void ui_open_subject(struct ui *ui, const struct subject *s);
void ui_open(struct ui *ui, enum screen_id id, const char *arg); /* arg is copied; NULL: none */
void ui_back(struct ui *ui);
/* The session has changed what it supposes: every screen loads again and keeps its place. */
void ui_changed(struct ui *ui);
/* A line at the bottom until the next key. */
void ui_say(struct ui *ui, enum ink ink, const char *fmt, ...)
	__attribute__((format(printf, 3, 4)));
/*
 * Asks for a line of text at the bottom: `done` gets it (not after Esc), borrowed.  initial may be
 * NULL.
 */
void ui_ask(struct ui *ui, const char *prompt, const char *initial,
	    void (*done)(struct screen *s, const char *answer));
/* Printed on standard output once the terminal is restored; whole lines. */
void ui_print(struct ui *ui, const char *text);

#endif
