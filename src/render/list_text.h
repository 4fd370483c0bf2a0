/* Several reports for people: one table, equal pods of one owner in one row (-o wide: each in its own). */
#ifndef RENDER_LIST_TEXT_H
#define RENDER_LIST_TEXT_H

#include "render/render.h"
#include "render/style.h"

void list_of_reports(struct reports *rs, const struct render_options *opts,
		     const struct sheet *sh);

/* "12 finished pods are not shown." if there are any. */
void finished_text(const struct reports *rs, const struct sheet *sh);

/*
 * The summary without what differs between equal pods: the subject's own name becomes "*", words
 * with a digit in front (durations, counts) become "#".
 */
void summary_shape(struct strbuf *out, const struct report *r);

#endif
