#include "diagnose/hypothesis.h"

#include <stdlib.h>
#include <string.h>

#include "diagnose/fill.h"
#include "replay/replay.h"
#include "report/strings.h"

void hypothesis_begin(struct hypothesis *h, struct pod_case *k)
{
	const struct diagnose_options *o = &k->d->opts;
	struct report *r = k->r;

	*h = (struct hypothesis){ .made = o->what_if_count > 0 };
	if (!h->made)
		return;
	h->before = k->d->before;
	if (!h->before)
		h->before = replay_run(k->d->view, k->pod, k->profile, r->arena);
	view_reset_leaned(k->d->view); /* what is told is how it would be */
	trial_begin(&h->trial, k->d->view, k->pod, r->arena, NULL);
	for (uint32_t i = 0; i < o->what_if_count; i++) {
		bool made = what_if_make(&o->what_if[i], &h->trial);

		strings_push(made ? &r->what_if.changes : &r->what_if.idle,
			     fill_strdup(r, o->what_if[i].text), r->arena);
	}
	k->pod = h->trial.pod;
	r->what_if.set = true;
	r->what_if.feasible_before = h->before->feasible;
}

void hypothesis_impossible(struct report *r, const struct diagnose_options *o, const char *why)
{
	if (!o->what_if_count)
		return;
	r->what_if.impossible = why;
	for (uint32_t i = 0; i < o->what_if_count; i++)
		strings_push(&r->what_if.idle, fill_strdup(r, o->what_if[i].text), r->arena);
}

static int by_name(const void *key, const void *element)
{
	return strcmp(key, ((const struct node_result *)element)->name);
}

void hypothesis_compare(const struct hypothesis *h, const struct pod_case *k)
{
	const struct replay *after = k->r->replay;

	for (uint32_t i = 0; h->made && i < after->nodes.n; i++)
		if (h->before->nodes.n)
			after->nodes.v[i].before =
				bsearch(after->nodes.v[i].name, h->before->nodes.v,
					h->before->nodes.n, sizeof(struct node_result), by_name);
}

void hypothesis_end(struct hypothesis *h)
{
	if (h->made)
		trial_end(&h->trial);
}
