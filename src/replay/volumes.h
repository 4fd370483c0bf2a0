/*
 * What the volume plugins have in common: the claim behind a volume, the class of a claim, zone
 * labels, and volumes as the attach limits count them.
 */
#ifndef REPLAY_VOLUMES_H
#define REPLAY_VOLUMES_H

#include "base/strbuf.h"
#include "replay/predicate.h"

#define ANNOTATION_BETA_CLASS "volume.beta.kubernetes.io/storage-class"
#define ANNOTATION_SELECTED_NODE "volume.kubernetes.io/selected-node"
#define ANNOTATION_BIND_COMPLETED "pv.kubernetes.io/bind-completed"
#define ANNOTATION_MIGRATED_PLUGINS "storage.alpha.kubernetes.io/migrated-plugins"

#define ZONE_GA "topology.kubernetes.io/zone"
#define ZONE_BETA "failure-domain.beta.kubernetes.io/zone"
#define REGION_GA "topology.kubernetes.io/region"
#define REGION_BETA "failure-domain.beta.kubernetes.io/region"

/* .s NULL if the key is absent; for objects with few labels, where interning the key costs more. */
sym labels_text(const struct labels *l, const char *key);

enum claim_lookup {
	CLAIM_NONE,    /* the volume is no claim */
	CLAIM_UNNAMED, /* persistentVolumeClaim without a name */
	CLAIM_MISSING,
	CLAIM_FOREIGN, /* of a generic ephemeral volume, but not controlled by the pod */
	CLAIM_UNREAD,  /* claims of that namespace could not be read */
	CLAIM_FOUND,
};

struct volume_claim {
	enum claim_lookup lookup;
	sym name;
	const struct pvc *pvc; /* FOUND and FOREIGN */
};

/* The claim of a volume of pod, in->pod or another one. */
struct volume_claim volume_claim(const struct cycle_input *in, const struct pod *pod,
				 const struct volume *volume);
bool volume_has_claim(const struct volume *v);
bool pod_has_claims(const struct pod *p);
/* The name of the claim that the volume mounts, .s NULL if it mounts none. */
sym volume_claim_name(const struct pod *p, const struct volume *v, struct symtab *syms);
sym ephemeral_claim_name(const struct pod *p, const struct volume *v, struct symtab *syms);

/* NULL if there is none of that name, or the name is empty. */
const struct pvc *find_pvc(const struct view *v, sym namespace_, sym name);
const struct pv *find_pv(const struct view *v, sym name);
const struct storage_class *find_class(const struct view *v, sym name);
const struct csi_node *find_csi_node(const struct view *v, const struct node_info *n);

/* The beta annotation wins over the field; .s may be NULL. */
sym pvc_class(const struct pvc *c);
sym pv_class(const struct pv *v);
const struct quantity *pvc_request(const struct pvc *c); /* NULL: none */
bool class_is_delayed(const struct storage_class *c);    /* WaitForFirstConsumer */

/*
 * A zone label's value "a__b" split into its trimmed parts, none twice, sorted.  *ret_empty: a part
 * was empty (and is left out).
 */
struct syms zone_label_split(sym value, struct symtab *syms, struct arena *arena, bool *ret_empty);

/* UNRESOLVABLE because of a claim of in->pod; observed: what is wrong with it, as evidence. */
enum code reject_claim(const struct cycle_input *in, sym claim_name, struct outcome *out,
		       const char *observed, const char *fmt, ...)
	__attribute__((format(printf, 5, 6)));
/* Evidence about a claim or a PersistentVolume; out must want details. */
void detail_claim(struct outcome *out, const struct pod *pod, sym claim_name, const char *wanted,
		  const char *observed);
void detail_pv(struct outcome *out, sym pv_name, const char *field, const char *wanted,
	       const char *observed);
/*
 * Why an object's node affinity does not match: the first failing requirement of each term, with
 * what the node has instead.
 */
void detail_affinity(struct outcome *out, const struct node_selector *s, const struct node *node,
		     struct object_ref object);
const char *join_syms(struct arena *a, const char *prefix, const struct syms *list); /* "In [a b]" */

#endif
