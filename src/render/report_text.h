/* One report for people. */
#ifndef RENDER_REPORT_TEXT_H
#define RENDER_REPORT_TEXT_H

#include "render/render.h"
#include "render/style.h"
#include "render/table.h"

void report_text(const struct report *r, const struct render_options *opts,
		 const struct sheet *sh);

/* "cross, check or question mark" with its tone: how a subject is doing. */
struct mark {
	const char *text; /* one column wide */
	enum tone tone;
};
struct mark report_mark(const struct report *r);
void subject_text(struct strbuf *out, const struct subject *s); /* "shop/web", "shop/deployment/web" */

/* The parts below the headline, each with an empty line before it if there is anything to say. */
struct table *fragmentation_table(const struct report *r, bool exact, struct arena *arena); /* or NULL */
void evidence_fact(struct strbuf *out, const struct evidence *v);
bool unchecked_is_listed(const struct uncheckeds *u, const char *what); /* u: may be NULL */
void replay_text(const struct report *r, const struct render_options *opts,
		 const struct sheet *sh);
/* Where the facts under a headline go; texts are escaped as for a terminal. */
struct fact_sink {
	void (*fact)(const void *self, const char *label, const char *text);
	void (*command)(const void *self, const char *label, const char *text); /* label may be "" */
	const void *self;
};
void facts_put(const struct report *r, bool wide, const struct fact_sink *to);
void facts_text(const struct report *r, const struct render_options *opts, const struct sheet *sh);

#endif
