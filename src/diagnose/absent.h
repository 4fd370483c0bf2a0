/*
 * A snapshot that has no object of a kind may be incomplete.  Then "not found" is no finding about
 * the cluster, unless the scheduler wrote the very same.
 */
#ifndef DIAGNOSE_ABSENT_H
#define DIAGNOSE_ABSENT_H

#include "base/strbuf.h"
#include "diagnose/context.h"

/* The kind that the snapshot lacks and the text misses an object of; else KIND_COUNT. */
enum kind absent_in_text(const struct diagnosis *d, const char *text);
/* The kind without which the replay would have said something else about all nodes, or KIND_COUNT. */
enum kind absent_kind(const struct pod_case *k);
/* "claim data is not in this snapshot, which has no PersistentVolumeClaims at all" */
void add_absent(struct strbuf *out, const struct pod_case *k, enum kind kind);
/* What to do about it, and that it is unchecked. */
void tell_absent(struct pod_case *k, enum kind kind);
/* The summary says what it rests on, where nothing but the snapshot's lack of a kind speaks for it. */
void qualify_absent(struct pod_case *k);
/* "PersistentVolumeClaims" */
void add_kind_plural(struct strbuf *out, enum kind kind);

#endif
