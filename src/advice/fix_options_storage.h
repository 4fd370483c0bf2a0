/* What the options about claims share. */
#ifndef ADVICE_FIX_OPTIONS_STORAGE_H
#define ADVICE_FIX_OPTIONS_STORAGE_H

#include "advice/fix_options.h"
#include "replay/volumes.h"

#define CLASSES_MAX 3

/*
 * Classes that make volumes once the node is known, which is what a claim can wait with; the default
 * first, at most CLASSES_MAX, without the one called `but`.
 */
uint32_t waiting_classes(const struct question *q, const struct storage_class **ret, sym but);
const struct storage_class *any_provisioning_class(const struct question *q); /* NULL: none */

bool claim_is_bound(const struct pvc *p);
bool claim_is_lost(const struct pvc *p); /* or going */
bool claim_waits_well(const struct question *q, const struct pvc *p); /* for a node */
/* A claim as the pod names it; an ephemeral one is made from the pod's own template. */
struct pvc *new_claim(const struct question *q, sym name, const struct volume *volume);

struct change *claim_change(const struct question *q, const struct pvc *p); /* it is created */
struct change *change_claim_class(const struct question *q, const struct pvc *p, sym class_);
/* A claim made again: what is on its volume is not there any more. */
struct change *change_claim_anew(const struct question *q, const struct pvc *p,
				 const struct pvc *next, const struct storage_class *class_);
/* A volume reserved for the claim, on the node alone where it can be nowhere else; bind: bound too. */
struct change *change_volume(const struct question *q, const struct pvc *p, bool bind);
/* NULL: there is no class that shows how volumes are made here. */
struct change *change_missing_class(const struct question *q, sym name);

/* PreFilter. */
void options_claims(const struct question *q);

#endif
