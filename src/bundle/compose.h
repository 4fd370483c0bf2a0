/* Names that are made of other names, and are taken apart again by whoever reads them. */
#ifndef BUNDLE_COMPOSE_H
#define BUNDLE_COMPOSE_H

#include "bundle/classify.h"

/* Notes the pods of StatefulSets (db-0), their claims (data-db-0) and ephemeral ones (web-scratch). */
void compose_names(const struct classifier *cl, const struct cluster *c);

#endif
