/* Signs of life: leases and heartbeats, compared with each other and not with a clock. */
#ifndef DIAGNOSE_LEASE_H
#define DIAGNOSE_LEASE_H

#include "diagnose/context.h"

/* The newest renewal or node heartbeat, that of one lease left out (NULL: of none). */
struct opt_time newest_heartbeat(const struct cluster *c, const struct lease *except);
void init_signs_of_life(struct diagnosis *d);
/* The lease in a namespace by name, or NULL: a missing lease proves nothing. */
const struct lease *find_lease(const struct cluster *c, const char *namespace_, const char *name);
/*
 * How long the lease was overdue when the newest other sign of life came: seconds beyond its
 * duration, 0 if it is not overdue or that cannot be told.
 */
int64_t lease_overdue(const struct diagnosis *d, const struct lease *l);

#endif
