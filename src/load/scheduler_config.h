/* A KubeSchedulerConfiguration file. */
#ifndef LOAD_SCHEDULER_CONFIG_H
#define LOAD_SCHEDULER_CONFIG_H

#include "load/field.h"
#include "load/walk.h"
#include "model/scheduler_config.h"

/* Into *ret, which lives as long as the cluster whose arena and symbols it uses.  0, or -1 with err. */
int scheduler_config_read(const char *path, struct cluster *c, struct scheduler_config *ret,
			  struct error *err);
/* Every text in it (load/walk.h). */
void scheduler_config_walk(struct walk *w, struct scheduler_config *config);

#endif
