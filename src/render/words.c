#include "render/words.h"

const char *stage_words(enum stage s)
{
	return tr(stage_name(s));
}

const char *verdict_words(enum verdict v)
{
	return tr(verdict_name(v));
}

const char *agreement_words(enum agreement a)
{
	static const char *const words[] = {
		[AGREE_NONE] = NULL,
		[AGREE_EXACT] = N_("the replay agrees with the scheduler's message"),
		[AGREE_DRIFT] = N_("the cluster has changed since the scheduler's message"),
		[AGREE_UNEXPLAINED] = N_("the replay does not explain the scheduler's message"),
	};

	return words[a] ? tr(words[a]) : NULL;
}
