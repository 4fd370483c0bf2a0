/* What the files that offer toggles share. */
#ifndef EXPLORE_OFFER_H
#define EXPLORE_OFFER_H

#include "explore/session_state.h"

struct offers {
	struct session *s;
	struct arena *arena; /* of the toggles */
};

/* NULL: it cannot be said, or is offered already. */
struct toggle *offer_flags(struct offers *o, enum toggle_group group, struct strings flags);
struct toggle *offer_change(struct offers *o, enum toggle_group group, const struct change *c);
struct change *new_offer(struct offers *o, enum change_id id);

/* offers_pod.c: what the pod asks for that is no amount; amounts. */
void offer_rules(struct offers *o);
void offer_requests(struct offers *o);
/* "cpu=1" of cpu; resource may be NULL. */
bool is_request_of(const char *flag, const char *resource);
/* The first step down from what is asked for: what is free on the node that has most, or an eighth. */
int64_t request_first_step(const struct session *s, const char *resource, int64_t now);

#endif
