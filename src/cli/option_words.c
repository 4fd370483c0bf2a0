/* Values that are a closed list: for --help, the manual and completion alike. */
#include "base/i18n.h"
#include "cli/options.h"
#include "replay/release.h"

static const char *format_word(size_t i, const char **ret_about)
{
	for (size_t j = 0; j < renderer_count; j++) {
		if (!*renderers[j].name || i--)
			continue;
		*ret_about = renderers[j].summary;
		return renderers[j].name;
	}
	return NULL;
}

/* A minor release may have several rows. */
static const char *release_word(size_t i, struct arena *arena)
{
	const struct release *r;
	int minor = -1;

	for (size_t j = 0; (r = release_get(j)); j++) {
		if (r->minor == minor)
			continue;
		minor = r->minor;
		if (!i--)
			return arena_printf(arena, "1.%d", minor);
	}
	return NULL;
}

const char *option_word(const struct option *row, size_t i, struct arena *arena,
			const char **ret_about)
{
	*ret_about = NULL;
	if (row->type == OPTION_FORMAT)
		return format_word(i, ret_about);
	if (row->type == OPTION_LANGUAGE)
		return i18n_language(i);
	if (row->values && row->values->source == VALUES_WORDS)
		return row->values->words[i];
	if (row->values && row->values->source == VALUES_RELEASES)
		return release_word(i, arena);
	return NULL;
}
