/* The explorer while it runs.  Only for the framework: screens use ui.h. */
#ifndef TUI_UI_STATE_H
#define TUI_UI_STATE_H

#include "tui/keys.h"
#include "tui/list.h"
#include "tui/subjects.h"
#include "tui/tui.h"

#define STACK_MAX 6

enum pane_mode { PANE_AUTO, PANE_OFF, PANE_ON };

enum prompt_kind { PROMPT_NONE, PROMPT_SEARCH, PROMPT_FILTER, PROMPT_ASK };

struct prompt { /* a line that is being typed */
	enum prompt_kind kind;
	struct strbuf title, text;
	size_t at;           /* byte of text before which is typed */
	struct strbuf before; /* what Esc brings back */
	size_t from;         /* item that the search began at */
	void (*done)(struct screen *s, const char *answer);
};

struct ui {
	const struct tui_source *source;
	const struct tui_terminal *terminal;
	struct tui_data *data; /* owned, through source->drop */

	/* The open subject; report is NULL: none. */
	struct report *report;   /* owned: as things are */
	struct session *session; /* owned */

	struct subjects subjects;
	bool has_list; /* there is a screen with all subjects */

	struct screen screens[SCREEN_COUNT];
	char *args[SCREEN_COUNT]; /* owned: theirs */
	bool loaded[SCREEN_COUNT];
	enum screen_id stack[STACK_MAX];
	unsigned depth;

	struct surface surface;
	struct area rows;  /* where the top screen's rows were drawn */
	struct strbuf message;
	enum ink message_ink;
	struct prompt prompt;
	enum pane_mode pane;
	bool pane_shown;
	struct strbuf *out;
	bool quit;
};

struct screen *ui_top(struct ui *ui);
enum screen_id ui_top_id(const struct ui *ui);
void ui_stale(struct ui *ui); /* all screens load again before they are drawn */
void ui_refresh(struct ui *ui);
/* What a screen is about: another thing is shown from its beginning.  arg is copied. */
void ui_set_arg(struct ui *ui, enum screen_id id, const char *arg);

/* --- act.c */
void ui_event(struct ui *ui, const struct key_event *e);

/* --- prompt.c */
void prompt_open(struct ui *ui, enum prompt_kind kind, const char *title, const char *text);
void prompt_key(struct ui *ui, uint32_t key);
void prompt_release(struct prompt *p);

/* --- draw.c */
void ui_draw(struct ui *ui);

#endif
