/*
 * --redact: names, images, labels and the like in a cluster become pseudonyms, before anything looks
 * at it.  So whatever is printed or captured afterwards is redacted, and every verdict, stage, cause
 * and count is what it was.  What stays is in keep.def, what a field is in the tables of load/.
 *
 *	struct redactor *r = redactor_new(c, rules);
 *	redactor_learn(r, c);
 *	redactor_learn(r, manifest);    all that is to be in order, first
 *	redactor_change(r, c);
 *	redactor_change(r, manifest);
 *	name = redactor_text(r, HIDE_POD, name);    of the command line
 */
#ifndef BUNDLE_REDACT_H
#define BUNDLE_REDACT_H

#include "load/field.h"

struct redactor;
struct rules;
struct scheduler_config;

/* Names live in c's arena; rules, which know the texts of events, outlive it. */
struct redactor *redactor_new(struct cluster *c, const struct rules *rules);
void redactor_free(struct redactor *r); /* NULL is fine */
/* Notes everything in the cluster (or one beside it). */
void redactor_learn(struct redactor *r, struct cluster *c);
/* Its objects, notes and reasons; marks it as redacted. */
void redactor_change(struct redactor *r, struct cluster *c);
/* What is not of a cluster: -l, --scheduler-config. */
void redactor_change_selector(struct redactor *r, struct label_selector *s);
void redactor_change_config(struct redactor *r, struct scheduler_config *config);
/* One text, NULL if it is NULL; what was never learned gets a pseudonym too. */
const char *redactor_text(struct redactor *r, enum hide hide, const char *text);
/* An argument with names in it: a=b, KEY:NoSchedule, ns/pod.  In the arena; NULL if it is NULL. */
const char *redactor_expression(struct redactor *r, const char *text, struct arena *arena);
/*
 * An English message that has real names in it: of it stay the words that messages of this program
 * have, outside of quotes.
 */
void redact_message(struct strbuf *out, const char *text);

#endif
