/* What a person does to make changes that were proven: patches to apply, and a command. */
#ifndef ADVICE_FIX_APPLY_H
#define ADVICE_FIX_APPLY_H

#include "advice/change.h"

struct plan_to_apply {
	const struct view *view; /* without the changes */
	const struct pod *pod;   /* likewise */
	struct arena *scratch, *arena; /* arena: of the result */
	const struct change *const *v; /* in the order in which they are made */
	uint32_t n;
};

/* From ret->patches, the proof, to ret->apply and ret->command; nothing where nobody can say how. */
void changes_apply(const struct plan_to_apply *plan, struct fix *ret);

#endif
