/* Several reports for people: one table, equal pods of one owner in one row (-o wide: each in its own). */
#ifndef RENDER_LIST_TEXT_H
#define RENDER_LIST_TEXT_H

#include "render/render.h"
#include "render/list_groups.h"
#include "render/style.h"
#include "render/table.h"

struct table *list_table(const struct report_groups *g, struct arena *arena);
void list_of_reports(struct reports *rs, const struct render_options *opts,
		     const struct sheet *sh);

/* "nothing is stuck in namespace shop" */
void nothing_stuck_text(struct strbuf *out, const struct render_options *opts);
/* "12 finished pods are not shown." if there are any. */
/* Above a list: what --what-if supposes of everything in it; out stays empty without. */
void list_what_if(struct strbuf *out, const struct reports *rs);
void finished_sentence(struct strbuf *out, const struct reports *rs);
void finished_text(const struct reports *rs, const struct sheet *sh);

#endif
