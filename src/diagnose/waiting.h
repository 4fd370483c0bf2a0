#ifndef DIAGNOSE_WAITING_H
#define DIAGNOSE_WAITING_H

#include "base/strbuf.h"
#include "diagnose/containers.h"

/* "container main cannot be created: ConfigMap ..."; returns the cause code. */
const char *tell_waiting(const struct pod_case *k, const struct trouble *t, struct strbuf *out);

#endif
