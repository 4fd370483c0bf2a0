/*
 * A bundle: what was read, in one file that another person can replay with --snapshot, without
 * access to the cluster.  JSON, two documents: a head of our own kind (load/bundle_head.h), and the
 * objects as a v1 List, with the fields that are read and no others.
 */
#ifndef BUNDLE_CAPTURE_H
#define BUNDLE_CAPTURE_H

#include "base/error.h"
#include "model/cluster.h"

/*
 * Writes the cluster to path, which is replaced once all is written; only its owner may read it.
 * source: cluster, snapshot or demo.  0, or -1 with err, and path is as it was.
 */
int capture_write(struct cluster *c, const char *source, struct opt_time now, const char *path,
		  struct error *err);
/* The same into a buffer: tests. */
void capture_print(struct cluster *c, const char *source, struct opt_time now, struct strbuf *out);
size_t capture_objects(const struct cluster *c); /* that a bundle of it holds */

#endif
