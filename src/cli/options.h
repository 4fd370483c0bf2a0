/*
 * The command line, from the one table in options.def.
 *
 * As kubectl does it: `--f=v`, `--f v`, `-nx`, `-n x`, `-n=x`, short flags in one word (`-Av`),
 * options before and after operands, `--` ends options.
 */
#ifndef CLI_OPTIONS_H
#define CLI_OPTIONS_H

#include <stdbool.h>
#include <stddef.h>

#include "base/arena.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "fetch/connection.h"
#include "model/types.h"
#include "render/render.h"

enum color_when { COLOR_DEFAULT, COLOR_AUTO, COLOR_ALWAYS, COLOR_NEVER };

struct option_list {
	const char **v;
	size_t n, cap;
};

struct options {
	struct arena *arena; /* owned: lists and made-up names; other strings are borrowed from argv */
	struct option_list snapshots, manifests, operands, what_if, as_groups, as_user_extras;
	struct connection_flags connection; /* but its lists and namespace_ */
	/* NULL: not given */
	const char *namespace_, *selector, *kubernetes_version, *scheduler_config, *cache_dir;
	const char *rules_dir, *explain, *lang, *capture;
	const struct renderer *renderer;                        /* never NULL once parsed */
	struct opt_time now;
	struct opt_i64 width, chunk_size;
	unsigned nodes; /* enum nodes_shown */
	unsigned color; /* enum color_when */
	unsigned verbosity; /* -v=N */
	bool redact, interactive;
	bool demo, all_namespaces, watch, rbac, check_rules, help, version;
};

enum option_type { OPTION_FLAG, OPTION_STRING, OPTION_LIST, OPTION_CHOICE, OPTION_FORMAT,
		   OPTION_NUMBER, OPTION_TIME, OPTION_LEVEL, OPTION_LANGUAGE,
		   OPTION_TOPIC /* a string that may be missing at the end: list */ };
enum option_group { GROUP_INPUT, GROUP_SUBJECT, GROUP_OUTPUT, GROUP_CONNECTION, GROUP_OTHER,
		    GROUP_HIDDEN };

enum value_source {
	VALUES_WORDS,      /* those of the list and no others; of a CHOICE */
	VALUES_FILES,      /* and folders on the way to them */
	VALUES_FOLDERS,
	VALUES_CONTEXTS,   /* of the kubeconfig, as are clusters and users */
	VALUES_CLUSTERS,
	VALUES_USERS,
	VALUES_NAMESPACES, /* of the cluster */
	VALUES_RELEASES,   /* of kube-scheduler */
	VALUES_CODES,      /* of causes */
	VALUES_CHANGES,    /* beginnings of a --what-if */
};

struct option_values {
	enum value_source source;
	const char *const *words; /* [i] is the value i + 1 (0: not given); ends with NULL */
};

struct option {
	const char *name; /* without dashes */
	char letter;      /* 0: none */
	const char *arg;  /* NULL: takes none */
	enum option_type type;
	size_t offset;              /* in struct options */
	const struct option_values *values; /* NULL: anything, or as the type says */
	enum option_group group;
	const char *help;
};

extern const struct option option_table[];
extern const size_t option_count;

void options_init(struct options *o);
void options_release(struct options *o);
/* 0, or -1 with err (ERR_USAGE). */
int options_parse(struct options *o, int argc, char **argv, struct error *err);

struct typed { /* where a command line that is being typed has got to */
	const struct option *waiting; /* whose value is the next word; NULL: none */
	bool ended;                   /* by `--`: no more options */
};

/* Takes of the words what it understands, and leaves out the rest. */
void options_parse_typed(struct options *o, int argc, char **argv, struct typed *ret);
/* NULL: no such option. */
const struct option *option_by_name(const char *name, size_t len);
const struct option *option_by_letter(char letter);
/* `kubectl whypending` where the program is called kubectl-whypending, else its own name. */
void program_name(const char *argv0, struct strbuf *out);
void options_help(const char *argv0, struct strbuf *out);
const char *option_group_title(enum option_group group); /* not translated */
/* The part of the manual that describes the options, in mdoc; not translated. */
void options_manual(struct strbuf *out);
/*
 * The i-th of the values that are a closed list, and what it means or NULL, not translated.  NULL
 * behind the last, and for options that have no such list.
 */
const char *option_word(const struct option *row, size_t i, struct arena *arena,
			const char **ret_about);

#endif
