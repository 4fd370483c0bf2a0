/*
 * `-l` of kubectl: the grammar of k8s.io/apimachinery/pkg/labels, without its integer comparisons
 * (> and <), which a LabelSelector cannot say.
 */
#ifndef MODEL_SELECTOR_PARSE_H
#define MODEL_SELECTOR_PARSE_H

#include "base/arena.h"
#include "base/error.h"
#include "model/selector.h"

/* An empty text is the empty selector: it matches everything.  0, or -1 with err (ERR_USAGE). */
int label_selector_parse(const char *text, struct symtab *syms, struct arena *arena,
			 struct label_selector *ret, struct error *err);

#endif
