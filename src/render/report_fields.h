/*
 * The fields of a report in the order and under the names of the JSON contract.  This walk is the
 * only place that knows them; a field is added here and in docs/schema.json.
 */
#ifndef RENDER_REPORT_FIELDS_H
#define RENDER_REPORT_FIELDS_H

#include "render/emitter.h"
#include "render/render.h"

#define REPORT_API_VERSION "whypending/v1"
#define TOOL_NAME "kubectl-whypending"
#ifndef WHYPENDING_VERSION
#define WHYPENDING_VERSION "0.0.0"
#endif

/* A PodDiagnosis, or a PodDiagnosisList with one item per subject; ends the last line. */
void report_fields(struct emitter *e, struct reports *rs, const struct render_options *opts);

/* Parts of it. */
void replay_fields(struct emitter *e, const struct replay *r, enum nodes_shown shown);
void detail_fields(struct emitter *e, const struct detail *d); /* an array's item */
void object_ref_fields(struct emitter *e, const char *key, const struct object_ref *o);
void unchecked_fields(struct emitter *e, const char *what_key, const struct uncheckeds *u);

#endif
