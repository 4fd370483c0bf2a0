/* One report for people. */
#ifndef RENDER_REPORT_TEXT_H
#define RENDER_REPORT_TEXT_H

#include "render/render.h"
#include "render/style.h"

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
void replay_text(const struct report *r, const struct render_options *opts,
		 const struct sheet *sh);
void facts_text(const struct report *r, const struct render_options *opts, const struct sheet *sh);

#endif
