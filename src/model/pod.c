#include "model/pod.h"

int64_t pod_priority(const struct pod *p)
{
	return p->spec.priority.set ? p->spec.priority.v : 0;
}

bool pod_is_finished(const struct pod *p)
{
	return sym_is(p->status.phase, "Succeeded") || sym_is(p->status.phase, "Failed");
}
