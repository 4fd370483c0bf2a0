/*
 * Label selectors (metav1.LabelSelector) and node selectors (core/v1 NodeSelector).
 * Source: k8s.io/apimachinery/pkg/labels and component-helpers/scheduling/corev1/nodeaffinity.
 */
#ifndef MODEL_SELECTOR_H
#define MODEL_SELECTOR_H

#include "base/strbuf.h"
#include "model/types.h"

enum selector_op { /* OP_OTHER: absent or unknown text, a parse error wherever it is used */
	OP_OTHER,
	OP_IN,
	OP_NOT_IN,
	OP_EXISTS,
	OP_DOES_NOT_EXIST,
	OP_GT,
	OP_LT,
};

struct selector_req {
	sym key;
	enum selector_op op;
	struct syms values;
	sym op_text; /* as written, for messages */
};

struct selector_reqs {
	struct selector_req *v;
	uint32_t n;
};

struct label_selector { /* a NULL pointer is the nil selector and matches nothing */
	struct labels match_labels;
	struct selector_reqs match_expressions;
	enum tri valid; /* what label_selector_check found; TRI_UNSET in a new or changed one */
};

struct node_selector_term {
	struct selector_reqs match_expressions;
	struct selector_reqs match_fields;
};

struct node_selector {
	struct { struct node_selector_term *v; uint32_t n; } terms;
};

const char *selector_op_name(enum selector_op op); /* "In"; OP_OTHER: "?" */
/* "zone In [a b]", for messages. */
void selector_req_text(struct strbuf *out, const struct selector_req *r);

/* Nothing in it: `{}`, which matches everything.  False for NULL. */
bool label_selector_is_empty(const struct label_selector *s);
/* NULL matches nothing.  A selector with a parse error matches nothing. */
bool label_selector_matches(const struct label_selector *s, const struct labels *l);
/*
 * NULL, or the first thing Kubernetes' LabelSelectorAsSelector refuses (static text: "unknown
 * operator", "In needs at least one value", ...).
 */
const char *label_selector_invalid(const struct label_selector *s);

/* Remembers in s->valid whether it is; matching works without, only slower. */
void label_selector_check(struct label_selector *s);

/*
 * One requirement of a node selector term against labels: false if it does not match or cannot be
 * parsed (then *ret_bad, if asked for, is true: the whole term fails).
 */
bool node_requirement_matches(const struct selector_req *r, const struct labels *l, bool *ret_bad);
/* A term with neither expressions nor fields matches nothing; one with a parse error neither. */
bool node_term_matches(const struct node_selector_term *t, const struct labels *l, sym node_name);
/* Terms are ORed.  NULL matches everything (no constraint), zero terms match nothing. */
bool node_selector_matches(const struct node_selector *s, const struct labels *l, sym node_name);
/*
 * As PersistentVolume affinity is checked: without the node's name, so match_fields are ignored
 * and a term made only of them matches.
 */
bool node_selector_matches_labels_only(const struct node_selector *s, const struct labels *l);

bool label_value_valid(const char *s); /* "" or at most 63 of alphanumeric -_. */
bool label_key_valid(const char *s);   /* a qualified name: [dns-subdomain/]name */
bool dns_subdomain_valid(const char *s); /* RFC 1123, at most 253 bytes */
/* Go's strconv.ParseInt(s, 10, 64): optional sign, digits, range checked. */
bool parse_int64(const char *s, int64_t *ret);

#endif
