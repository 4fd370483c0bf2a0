#ifndef DIAGNOSE_DEPENDENCY_H
#define DIAGNOSE_DEPENDENCY_H

#include "base/strbuf.h"
#include "diagnose/context.h"

/*
 * What an init container seems to wait for: a Service of the namespace that its command names, or
 * that it is named after ("wait-for-db").  Appends "; it names Service db, which has no pod behind it".
 */
void add_dependency(struct strbuf *out, const struct pod_case *k, const struct container *c);

#endif
