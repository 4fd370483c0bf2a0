/* The permissions that reading takes, as roles. */
#ifndef FETCH_RBAC_H
#define FETCH_RBAC_H

#include "base/strbuf.h"

/* A ClusterRole with all that is ever read, and a Role for users of one namespace, as YAML. */
void rbac_print(struct strbuf *out);

#endif
