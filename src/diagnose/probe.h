#ifndef DIAGNOSE_PROBE_H
#define DIAGNOSE_PROBE_H

#include "base/strbuf.h"
#include "model/pod.h"

/* "HTTP GET /healthz on port 8080", "TCP port 81", "a command"; its words may hold secrets. */
void add_probe(struct strbuf *out, const struct probe *p);

#endif
