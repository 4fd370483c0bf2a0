/*
 * Volumes as attach limits count them: sets of identities, and what the limit plugins say about
 * claims that cannot be counted.
 */
#ifndef REPLAY_ATTACH_H
#define REPLAY_ATTACH_H

#include "replay/volumes.h"

/*
 * The scheduler keys a claim without a volume by a random prefix and its name; here it is a handle
 * with a namespace, which no real handle has.
 */
struct volume_id {
	sym group;      /* driver, or .s NULL where only one kind of volume is counted */
	sym handle;     /* of the volume, or the claim's name */
	sym namespace_; /* .s NULL: handle is a real one */
};

struct volume_ids {
	struct volume_id *v; /* owned */
	size_t n, cap;
};

#define VOLUME_IDS_INIT { NULL, 0, 0 }

void volume_ids_add(struct volume_ids *ids, struct volume_id id);
void volume_ids_unique(struct volume_ids *ids); /* sorted, none twice: what the others rely on */
size_t volume_ids_count(const struct volume_ids *ids, sym group);
/* How many of the ids of the group in a are missing in b. */
size_t volume_ids_missing(const struct volume_ids *a, const struct volume_ids *b, sym group);
void volume_ids_release(struct volume_ids *ids);

/*
 * The claim cannot be counted.  MISSING is a failure only for the pod that is being scheduled;
 * the other lookups but FOUND and NONE are one for each pod.
 */
enum code claim_failure(const struct cycle_input *in, const struct pod *pod,
			const struct volume_claim *claim, struct outcome *out);

/* The evidence of an exceeded limit. */
void detail_limit(struct outcome *out, const char *driver, int64_t limit, size_t used,
		  size_t wanted);

#endif
