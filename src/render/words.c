#include "render/words.h"

#include <inttypes.h>

const char *tr(const char *text)
{
	return text;
}

const char *agreement_words(enum agreement a)
{
	static const char *const words[] = {
		[AGREE_NONE] = NULL,
		[AGREE_EXACT] = "the replay agrees with the scheduler's message",
		[AGREE_DRIFT] = "the cluster has changed since the scheduler's message",
		[AGREE_UNEXPLAINED] = "the replay does not explain the scheduler's message",
	};

	return words[a] ? tr(words[a]) : NULL;
}

const char *severity_words(enum severity s)
{
	static const char *const words[] = {
		[SEVERITY_BLOCKER] = "blocker",
		[SEVERITY_WARNING] = "warning",
		[SEVERITY_INFO] = "note",
	};

	return tr(words[s]);
}

void count_words(struct strbuf *out, uint64_t n, const char *one, const char *many)
{
	strbuf_addf(out, "%" PRIu64 " %s", n, n == 1 ? one : many);
}
