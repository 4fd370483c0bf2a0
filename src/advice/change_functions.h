/* What the rows of change_kinds.def are made of. */
#ifndef ADVICE_CHANGE_FUNCTIONS_H
#define ADVICE_CHANGE_FUNCTIONS_H

#include "advice/change.h"

typedef bool edit_function(struct edit *e, const struct change *c);
typedef bool make_function(struct trial *t, const struct change *c);
typedef void tell_function(const struct change *c, struct strbuf *out);
typedef bool command_function(const struct change *c, struct strbuf *out);
typedef void suppose_function(const struct change *c, const struct pod *subject, struct strings *ret,
			      struct arena *arena);

/* change_pod.c */
edit_function edit_gates, edit_toleration, edit_spread_anyway, edit_spread_skew, edit_label_drop,
	edit_host_port_drop, edit_priority;
tell_function tell_gates, tell_toleration, tell_spread_anyway, tell_spread_skew, tell_label_drop,
	tell_host_port_drop, tell_priority;
/* change_affinity.c */
edit_function edit_selector_value, edit_selector_drop, edit_affinity_value, edit_expression_drop,
	edit_node_affinity_drop, edit_term_drop, edit_affinity_drop;
tell_function tell_selector_value, tell_selector_drop, tell_affinity_value, tell_expression_drop,
	tell_node_affinity_drop, tell_term_drop, tell_affinity_drop;
/* change_request.c */
edit_function edit_request;
tell_function tell_request;
/* change_node.c */
make_function make_uncordon, make_untaint, make_relabel, make_add_node, make_evict;
tell_function tell_uncordon, tell_untaint, tell_node_health, tell_relabel, tell_add_node, tell_evict;
command_function command_uncordon, command_untaint, command_node_health, command_relabel, command_evict;
/* change_storage.c */
make_function make_claim, make_class, make_volume, make_claim_class, make_claim_size,
	make_claim_bind, make_claim_anew, make_selected_node;
tell_function tell_claim, tell_class, tell_volume, tell_claim_class, tell_claim_size,
	tell_claim_bind, tell_claim_anew, tell_selected_node;
command_function command_selected_node;
/* change_suppose.c */
suppose_function suppose_gates, suppose_toleration, suppose_selector_value, suppose_selector_drop,
	suppose_affinity_value, suppose_expression_drop, suppose_node_affinity_drop,
	suppose_affinity_drop, suppose_request, suppose_host_port_drop, suppose_spread_anyway,
	suppose_spread_skew, suppose_term_drop, suppose_label_drop, suppose_priority, suppose_uncordon,
	suppose_untaint, suppose_relabel, suppose_evict, suppose_add_node, suppose_claim,
	suppose_class, suppose_volume, suppose_claim_class, suppose_claim_size, suppose_claim_bind,
	suppose_selected_node;

#endif
