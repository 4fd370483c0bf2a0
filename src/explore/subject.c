#include "explore/subject.h"

#include <string.h>

#include "diagnose/scheduler.h"

const struct pod *subject_pod(const struct diagnosis *d, const struct report *r)
{
	const struct subject *s = &r->subject;
	const struct pod_info *p;

	if (!s->kind || strcmp(s->kind, kinds[KIND_POD].name) != 0 || !s->namespace_ || !s->name)
		return NULL;
	p = view_find_pod(d->view, view_sym(d->view, s->namespace_), view_sym(d->view, s->name));
	return p ? p->pod : NULL;
}

const struct profile *subject_profile(const struct diagnosis *d, const struct pod *p)
{
	const struct profile *profile = profile_of(d, p->spec.scheduler_name);

	return profile ? profile : &d->opts.profiles[0];
}

void suppose(struct trial *t, struct diagnosis *d, const struct pod *p, const struct strings *flags,
	     struct arena *arena, struct patch_list *patches, struct change_list *made)
{
	trial_begin(t, d->view, p, arena, patches);
	t->made = made;
	for (uint32_t i = 0; i < flags->n; i++) {
		struct what_if w;
		struct error err = ERROR_INIT;

		if (what_if_parse(flags->v[i], arena, &w, &err) == 0)
			what_if_make(&w, t);
	}
}
