/*
 * What the texts and states of a cluster mean: rules in YAML (rules/ in the repository, built in;
 * more of them from the user), each with the cause it names, one sentence and the next step.
 *
 *	struct rules *rules = rules_load(user_dir, extra_dir, &err);
 *	struct rule_input in = { .source = RULE_EVENT, .kind = "Pod", .name = "FailedMount",
 *				 .message = event->message.s, .values = values, .n_values = 3 };
 *	if (rules_match(rules, &in, arena, &match))
 *		... match.code, match.summary, match.next, match.command
 *
 * One text gives at most one match: of all rules that match it the one that says most.  Which of
 * several matches of one subject is the cause: rules_choose().
 */
#ifndef RULES_RULES_H
#define RULES_RULES_H

#include "base/arena.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "model/types.h"
#include "report/report.h"

#define RULE_TEXT_BYTES_MAX 8192 /* of a message is looked at */

enum rule_source {
	RULE_EVENT,        /* name: the event's reason */
	RULE_CONDITION,    /* name: its type; status, reason */
	RULE_WAITING,      /* of a container: name: its reason, may be empty */
	RULE_TERMINATED,   /* state or lastState of a container: name: its reason; exit_code, init */
	RULE_POD_STATUS,   /* of a failed pod: name: status.reason, message: status.message */
	RULE_ATTACH_ERROR, /* status.attachError.message of a VolumeAttachment */
	RULE_STATE,        /* name: one of rules/states.def; facts that no text tells */
	RULE_API_ERROR,    /* name: "create" or "resize": what the API server said to a request */
	RULE_SOURCES
};

struct rule_value { /* for placeholders and evidence: {"node", "worker-1"} */
	const char *name, *value;
};

struct rule_input {
	enum rule_source source;
	const char *kind;      /* of the object the signal is about; NULL: a pod */
	const char *name;      /* by source, above */
	const char *status;    /* of a condition */
	const char *reason;    /* of a condition */
	const char *component; /* that wrote the event */
	const char *message;   /* may be NULL */
	struct opt_i64 exit_code;
	bool init;             /* an init container */
	/*
	 * What is known beside the text.  The names pod, namespace, node, container, object (the
	 * workload or node that the signal is about, as kubectl takes it: deployment/web) are
	 * those that rules count on; a state adds its own (rules/states.def).
	 */
	const struct rule_value *values;
	size_t n_values;
};

enum rule_nature {
	NATURE_FAULT, /* stays until somebody changes something */
	NATURE_RETRY, /* tried again: ends when what stands in the way has gone */
	NATURE_WAIT,  /* nothing is wrong yet */
	NATURE_INFO,  /* evidence, never the cause by itself */
};

struct rule_match {
	const char *id;   /* of the rule */
	const char *code;
	enum stage stage; /* STAGE_COUNT: the code can stand beside every stage */
	enum rule_nature nature;
	enum certainty certainty;
	int rank;         /* 0 to 100; below 30 never a cause */
	bool wrapper;     /* says only that something failed, the text says what */
	unsigned order;   /* when in a pod's life: of two equal ranks the earlier one is the cause */
	const char *summary; /* one clause: "the image web:2 does not exist in its registry" */
	bool names_first;    /* the summary begins with the bare name of the container */
	const char *next;    /* one sentence, or NULL */
	const char *command; /* to be pasted into a shell, or NULL: nothing safe can be said */
	struct { struct rule_value *v; size_t n; } evidence; /* from the text, in the rule's order */
};

struct rules;

/*
 * The rules that are built in, then those of user_dir, then those of extra_dir (NULL: none): a rule
 * takes the place of an earlier one with its id.  A file that is refused is left out and becomes a
 * problem.  A missing user_dir is fine; NULL with err: extra_dir cannot be read.
 */
struct rules *rules_load(const char *user_dir, const char *extra_dir, struct error *err);
void rules_free(struct rules *rules); /* NULL is fine */
/* "rules.d/mine.yaml:12: MINE-01: ...", one for each file or rule that was left out. */
const struct strings *rules_problems(const struct rules *rules);
size_t rules_count(const struct rules *rules);

/*
 * False: no rule matches.  Everything in ret lives in the arena or as long as the rules.
 * Not for two threads at once: the rules hold the matcher's working memory.
 */
bool rules_match(const struct rules *rules, const struct rule_input *in, struct arena *arena,
		 struct rule_match *ret);

/*
 * Of the matches of one subject that are current, the cause: its index, or -1 if none is one.
 * at[i]: when the signal was last seen, for what rank and order leave open; may be NULL.
 */
int rules_choose(const struct rules *rules, const struct rule_match *v, const struct opt_time *at,
		 size_t n);

/* All files below dir: their problems, one a line, behind what out has.  How many; -1 with err. */
int rules_check(const char *dir, struct strbuf *out, struct error *err);

/* ---- cause codes ---- */

struct rule_code {
	const char *code;
	enum stage stage;    /* STAGE_COUNT: any */
	const char *meaning; /* one clause */
	const char *tell;    /* how to tell that it is this */
	const char *act;     /* what to do */
};

/* NULL: no such code. */
const struct rule_code *rules_code(const struct rules *rules, const char *code);
size_t rules_codes(const struct rules *rules, const struct rule_code **ret); /* sorted by code */
/* The code of a class of causes such as "image.notfound"; NULL: no such class. */
const char *rules_class_code(const struct rules *rules, const char *class_);
/* The page of `--explain CODE` behind what out has: false: no such code. */
bool rules_explain(const struct rules *rules, const char *code, struct strbuf *out);

#endif
