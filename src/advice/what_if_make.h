/* What the rows of kinds_of_what_if[] are made of: each makes the changes of one expression. */
#ifndef ADVICE_WHAT_IF_MAKE_H
#define ADVICE_WHAT_IF_MAKE_H

#include "advice/what_if.h"

typedef bool what_if_function(const struct what_if *w, struct trial *t);

/* what_if_pod.c */
what_if_function what_if_gates, what_if_toleration, what_if_selector, what_if_selector_drop,
	what_if_node_selector_drop, what_if_label_drop, what_if_host_port, what_if_spread, what_if_skew, what_if_priority,
	what_if_amount;
/* what_if_affinity.c */
what_if_function what_if_affinity_value, what_if_affinity_drop, what_if_node_affinity,
	what_if_pod_affinity, what_if_pod_anti_affinity;
/* Drops the expressions about a key. */
bool what_if_drop_expressions(struct trial *t, const char *key, uint32_t turn);
/* what_if_node.c */
what_if_function what_if_uncordon, what_if_untaint, what_if_relabel, what_if_evict, what_if_add_node;
/* what_if_storage.c */
what_if_function what_if_claim, what_if_claim_size, what_if_bind_claim, what_if_volume,
	what_if_class, what_if_selected_node;

bool what_if_adds_node(const struct what_if *w);
/* A change of that kind in the trial's arena. */
struct change *what_if_change(struct trial *t, enum change_id id);
/* .s NULL for NULL */
sym what_if_sym(const struct trial *t, const char *text);

#endif
