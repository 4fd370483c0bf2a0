/*
 * The result of a diagnosis as data: what `-o json` prints, field by field.
 * A report owns its arena and every string in it; it outlives the cluster, so renderers and
 * screens are tested without one.  Unset strings are NULL; lists may be empty, never absent.
 */
#ifndef REPORT_REPORT_H
#define REPORT_REPORT_H

#include "base/arena.h"
#include "report/advice.h"
#include "report/detail.h"
#include "report/string_list.h"

enum stage {
	STAGE_NOT_CREATED,
	STAGE_GATED,
	STAGE_QUEUE_WAIT,
	STAGE_FILTER_FAILURE,
	STAGE_FRAGMENTATION,
	STAGE_PREEMPTING,
	STAGE_BIND_WAIT,
	STAGE_POST_BIND,
	STAGE_RUNNING_NOT_READY,
	STAGE_READY,
	STAGE_FINISHED,
	STAGE_UNKNOWN, /* could not be decided: exit status 3 */
	STAGE_COUNT
};

enum certainty { CERTAIN_EXACT, CERTAIN_LIKELY, CERTAIN_UNKNOWN };
enum severity { SEVERITY_BLOCKER, SEVERITY_WARNING, SEVERITY_INFO };
enum verdict { VERDICT_FITS, VERDICT_REJECTED, VERDICT_UNKNOWN };
enum agreement { AGREE_NONE, AGREE_EXACT, AGREE_DRIFT, AGREE_UNEXPLAINED };

/* The scheduler's status codes, by its own names, plus UNKNOWN, which is ours and has no entry. */
enum code {
	CODE_SUCCESS,
	CODE_SKIP,
	CODE_UNSCHEDULABLE,
	CODE_UNRESOLVABLE, /* UnschedulableAndUnresolvable */
	CODE_ERROR,
	CODE_PREFILTER_RESULT, /* excluded by the node set of this plugin's PreFilter */
	CODE_UNKNOWN,
};

const char *stage_name(enum stage s);           /* "filter-failure" */
const char *certainty_name(enum certainty c);   /* "exact" */
const char *severity_name(enum severity s);
const char *verdict_name(enum verdict v);
const char *agreement_name(enum agreement a);
const char *code_name(enum code c);             /* "UnschedulableAndUnresolvable" */

struct rejection {
	const char *plugin; /* "" where several plugins' PreFilter narrowed the nodes */
	enum code code;
	struct strings reasons; /* the scheduler's own strings */
	struct details details;
};

struct rejections {
	struct rejection *v;
	uint32_t n;
};

/* It says only that PreFilter left the node out, and the plugin's Filter says why. */
bool rejection_is_echo(const struct rejections *r, uint32_t i);

struct unchecked {
	const char *what; /* a plugin, or a kind: "persistentvolumeclaims" */
	const char *why;
};

struct uncheckeds {
	struct unchecked *v;
	uint32_t n;
};

struct node_result {
	const char *name;
	enum verdict verdict;
	const struct rejection *first; /* what the scheduler would report; NULL if it fits or is unknown */
	struct strings nominated;      /* "ns/name" of pods without whose nomination `first` would differ */
	struct rejections rejections;  /* each plugin asked alone, in the scheduler's order */
	struct rejections held;        /* of other plugins, only as pods are nominated to the node */
	struct strings held_for;       /* "ns/name" of these pods; none if `held` is empty */
	struct uncheckeds unchecked;   /* what: the plugin */
	int32_t nearness;              /* for sorting: smaller is nearer to fitting; see replay.h */
	const struct node_result *before; /* without what --what-if supposes; NULL: nothing, or a new node */
};

struct message {
	const char *predicted; /* "" if a node fits, NULL if something is unknown */
	const char *observed;  /* NULL if the scheduler wrote nothing */
	struct opt_time observed_at;
	enum agreement agreement;
	struct strings difference;
	bool only_wording;     /* DRIFT: another release says the same */
	const char *shortfall; /* why the snapshot may show room that there is not, or NULL */
};

struct preemption {
	bool helps;
	const char *node;
	struct strings victims; /* "ns/name" */
	int64_t pdb_violations;
	const char *why; /* why it does not help, or what is not certain */
};

struct replay {
	struct { struct node_result *v; uint32_t n; } nodes; /* sorted by name */
	struct strings feasible;
	struct rejections pre_enqueue, pre_filter;
	struct uncheckeds unchecked; /* plugins that could not be replayed for the pod as a whole */
	struct message message;
	struct preemption preemption;
};

struct evidence {
	struct object_ref object;
	const char *pointer, *observed, *wanted; /* may be NULL */
};

struct finding {
	const char *code; /* CamelCase, never renamed */
	enum severity severity;
	const char *plugin; /* or NULL */
	const char *summary;
	struct { struct evidence *v; uint32_t n; } evidence;
};

struct request_amount {
	const char *name, *quantity; /* canonical */
};

struct subject {
	const char *kind, *namespace_, *name, *uid, *phase, *node_name, *scheduler_name;
	const char *priority_class, *preemption_policy, *owner_kind, *owner_name;
	struct opt_i64 priority, pending_seconds;
	struct opt_i64 age_seconds; /* the same, also of what is ready */
	struct opt_time created;
	struct { struct request_amount *v; uint32_t n; } requests; /* what the scheduler counts */
	struct strings wants; /* short phrases for people: "nodeSelector disk=ssd" */
};

struct fragment {
	const char *name, *wanted, *free_total, *largest_hole, *node;
	bool unit_milli;
	int64_t wanted_exact, free_total_exact, largest_exact;
};

struct timeline_entry {
	enum stage stage;
	struct opt_time at;
	struct opt_i64 seconds;
	const char *source; /* "metadata.creationTimestamp" */
	const char *step;   /* "volumes and sandbox", a part of the stage; NULL: all of it */
};

enum source_kind { SOURCE_CLUSTER, SOURCE_SNAPSHOT, SOURCE_DEMO };

struct source {
	enum source_kind kind;
	const char *context, *kubernetes_version, *emulated_version;
	struct opt_time now;
};

/* nodes above this number are folded away or left out, by --nodes */
enum nodes_shown { NODES_DEFAULT, NODES_ALL, NODES_NEAR, NODES_NONE };

struct report {
	struct arena *arena; /* owned, holds the report itself too */
	struct source source;
	struct subject subject;
	enum stage stage;
	struct {
		const char *code, *summary;
		enum certainty certainty;
		const char *next, *command; /* what to do: a sentence, a shell command; or NULL */
	} cause;
	struct { struct finding *v; uint32_t n; } findings;
	const struct replay *replay; /* NULL once the pod has a node */
	struct { bool set; struct { struct fragment *v; uint32_t n; } resources; } fragmentation;
	struct {
		bool set; /* the report is about what --what-if supposes */
		struct strings changes, idle; /* idle: it changes nothing */
		const char *impossible; /* why nothing can be supposed of the subject (set: false), or NULL */
		struct strings feasible_before;
	} what_if;
	struct {
		bool set; /* -f: the subject does not exist yet */
		bool refused; /* the API server would not admit it */
		int64_t replicas;
		struct strings nodes; /* where they would fit, one after the other */
	} manifest;
	struct advice advice; /* empty where nothing was looked for */
	struct { struct timeline_entry *v; uint32_t n; } timeline;
	struct uncheckeds unchecked;
};

struct report *report_new(void);
void report_free(struct report *r);

/*
 * Several subjects.  Each report is made when it is asked for and dropped when it has been shown:
 * on a large cluster one takes megabytes, and a list may have thousands.
 */
struct reports {
	size_t n;
	bool single; /* one subject was asked for: a PodDiagnosis, not a list */
	const char *node; /* the reports are about this node alone, borrowed; NULL: all */
	struct source source; /* of all of them, borrowed */
	struct strings what_if; /* what is supposed of all of them, borrowed */
	size_t finished; /* finished pods that are only counted */
	bool stuck, undecided; /* a report so far has such a stage */
	struct report *(*make)(void *self, size_t i); /* a new report; NULL: only added ones */
	void *self;        /* borrowed, for make */
	struct report **v; /* owned; those that exist now, else NULL */
	size_t cap;
};
void reports_add(struct reports *rs, struct report *r); /* takes it over */
const struct report *reports_get(struct reports *rs, size_t i);
void reports_drop(struct reports *rs, size_t i); /* only if it can be made again */
struct report *reports_take(struct reports *rs, size_t i); /* now the caller's; asked for again, it is made again */
void reports_release(struct reports *rs);

#endif
