/* What the cluster autoscaler writes about itself: YAML since 1.30, before that text for people. */
#ifndef LOAD_AUTOSCALER_STATUS_H
#define LOAD_AUTOSCALER_STATUS_H

#include "model/cluster.h"

/* The one ConfigMap that is read. */
bool autoscaler_status_is(const struct meta *m);
/* Fills c->autoscaler from c->status; it stays NULL where neither format is recognised. */
void autoscaler_status_read(struct cluster *c, struct config_map *m);

#endif
