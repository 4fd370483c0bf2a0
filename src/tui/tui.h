/*
 * The explorer on a terminal: screens over reports and the live what-if session.
 *
 * Nothing here reads a cluster, a clock or the environment: data comes from a tui_source, keys come
 * from and cells go to a tui_terminal.  tui/term.h has the one of ncurses; tests script their own.
 */
#ifndef TUI_TUI_H
#define TUI_TUI_H

#include "base/error.h"
#include "report/report.h"
#include "tui/key.h"
#include "tui/surface.h"

struct diagnosis;

/* Called while a refresh takes its time: text is shown, and false asks for it to be given up. */
struct tui_progress {
	bool (*tell)(void *self, const char *text);
	void *self;
};

/* What was read from the cluster: one state of it. */
struct tui_data {
	struct reports *subjects;
	struct diagnosis *diagnosis; /* diagnose/diagnose.h */
};

struct tui_source {
	void *self;
	/* Reads the cluster.  NULL with err; else the caller drops it. */
	struct tui_data *(*read)(void *self, const struct tui_progress *progress, struct error *err);
	void (*drop)(void *self, struct tui_data *data);
	/* The full report of one of the subjects, with what would help; NULL: it is gone.  Owned by the
	 * caller, to be freed before data is dropped. */
	struct report *(*open)(void *self, struct tui_data *data, const struct subject *s);
	const char *namespace_; /* that the list is of; NULL: all */
	struct strings what_if; /* expressions that are supposed of each subject at first */
	/* --watch: milliseconds until it is worth reading again, 0 now; -1: never. */
	int (*wait)(void *self);
};

struct tui_terminal {
	void *self;
	bool ascii; /* it cannot show UTF-8 */
	void (*size)(void *self, unsigned *ret_width, unsigned *ret_height);
	/* The next key; K_TICK after timeout_ms without one (-1: waits for ever). */
	void (*next)(void *self, int timeout_ms, struct key_event *ret);
	void (*paint)(void *self, const struct surface *sf);
	/* Ctrl-C came while nobody asked for a key, and is forgotten; or a signal to end, which is not. */
	bool (*interrupted)(void *self);
	void (*redraw)(void *self); /* forget what is on the screen: paint all of it next time */
};

/*
 * Until somebody leaves.  first is what was read already; it is dropped too.  What is to be printed
 * after the terminal is restored goes to out.
 */
void tui_run(const struct tui_source *source, struct tui_data *first,
	     const struct tui_terminal *terminal, struct strbuf *out);

#endif
