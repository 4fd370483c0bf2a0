/* Image pulls, from the kubelet's events. */
#ifndef DIAGNOSE_PULLS_H
#define DIAGNOSE_PULLS_H

#include "diagnose/context.h"

struct pull {
	struct opt_i64 millis;       /* the transfer alone */
	struct opt_i64 total_millis; /* since the kubelet wanted it: queueing for other pulls included */
	struct opt_i64 bytes;        /* in the node's image store */
	const char *image;           /* borrowed, image_len bytes */
	size_t image_len;
};

/* `Successfully pulled image "web:2" in 1m2.3s (1m5s including waiting). Image size: 10 bytes.` */
bool pull_parse(const char *text, struct pull *ret);

/* A finding for each image that took long. */
void tell_pulls(struct pod_case *k);

#endif
