#include "diagnose/lease.h"

#include <string.h>

#define DEFAULT_DURATION_SECONDS 40 /* what the kubelet asks for */

const struct lease *find_lease(const struct cluster *c, const char *namespace_, const char *name)
{
	sym ns = sym_find(c->syms, namespace_, strlen(namespace_));
	sym n = sym_find(c->syms, name, strlen(name));

	if (!ns.s || !n.s)
		return NULL;
	return (const struct lease *)cluster_find(c, KIND_LEASE, ns, n);
}

/* A node whose clock is ahead does not make the others look late. */
static void not_after(struct opt_time *t, struct opt_time now)
{
	if (t->set && now.set && t->us > now.us)
		*t = now;
}

void init_signs_of_life(struct diagnosis *d)
{
	const struct objects *leases = &d->cluster->objects[KIND_LEASE];

	d->life.newest = newest_heartbeat(d->cluster, NULL);
	for (size_t i = 0; i < leases->n && d->life.newest.set; i++) {
		const struct lease *l = (const struct lease *)leases->v[i];

		if (l->renewed.set && l->renewed.us == d->life.newest.us)
			d->life.by = l;
	}
	d->life.other = newest_heartbeat(d->cluster, d->life.by);
	not_after(&d->life.newest, d->now);
	not_after(&d->life.other, d->now);
}

int64_t lease_overdue(const struct diagnosis *d, const struct lease *l)
{
	struct opt_time other;
	int64_t duration = DEFAULT_DURATION_SECONDS, silent;

	if (!l->renewed.set)
		return 0;
	other = l == d->life.by ? d->life.other : d->life.newest;
	if (!other.set || other.us <= l->renewed.us)
		return 0;
	if (l->duration_seconds.set && l->duration_seconds.v > 0)
		duration = l->duration_seconds.v;
	silent = (other.us - l->renewed.us) / 1000000;
	return silent > duration ? silent - duration : 0;
}
