/*
 * Texts that people and programs wrote: messages of events, conditions, containers.  A text is kept
 * only if a rule knows it or the scheduler, the kubelet or a controller writes it so; and of it the
 * words that rules look for, amounts and times, while names become their pseudonyms and all other
 * words become word-1, word-2, ...
 */
#ifndef BUNDLE_SENTENCE_H
#define BUNDLE_SENTENCE_H

#include "bundle/classify.h"
#include "rules/rules.h"

struct sentences {
	struct classifier c;
	struct pairmap words; /* that are kept */
	struct pairmap learned;
	struct pairmap done;  /* text -> what takes its place */
	struct strbuf class_of; /* of the text at hand: by byte the class of the name that it is in */
};

void sentences_init(struct sentences *s, const struct classifier *c);
void sentences_release(struct sentences *s);
/* Notes the names in a text; once all other names are noted. */
void sentence_learn(struct sentences *s, sym text);
/* A word that rules know, or an amount. */
bool sentence_keeps(const struct sentences *s, sym word);
/* What takes its place. */
sym sentence_out(struct sentences *s, sym text);
/* The same for a text of our own, which is never dropped. */
sym sentence_reason(struct sentences *s, sym text);

#endif
