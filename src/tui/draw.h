/* The parts of the layout; see draw.c. */
#ifndef TUI_DRAW_H
#define TUI_DRAW_H

#include "tui/ui_state.h"

#define HEAD_LINES_MAX 3u

void draw_line(struct surface *sf, struct area a, const struct inked *l);

/* --- draw_top.c */
void draw_title(struct ui *ui, struct area a);
void draw_tabs(struct ui *ui, struct area a);
void draw_what_if(struct ui *ui, struct area a);
/* What is above the rows of the top screen; out may stay empty. */
void make_head(struct ui *ui, struct inked *out);
unsigned lines_of(const struct inked *l, unsigned width); /* at most HEAD_LINES_MAX */
/* Wrapped; what does not fit ends in an ellipsis. */
void draw_text(struct ui *ui, struct area a, const struct inked *l);

/* --- draw_bottom.c */
void draw_bottom(struct ui *ui, struct area a);
void draw_prompt(struct ui *ui, struct area a);

#endif
