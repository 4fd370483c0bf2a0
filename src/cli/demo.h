/* The sample cluster of --demo: src/demo/cluster.json as bytes, made at build time. */
#ifndef CLI_DEMO_H
#define CLI_DEMO_H

#include <stddef.h>

extern const unsigned char demo_cluster[];
extern const size_t demo_cluster_len;

#endif
