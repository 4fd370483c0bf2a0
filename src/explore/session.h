/*
 * What-if, tick by tick, for one pod: what can be ticked, what is, and what would come of it.
 *
 * What is ticked is a list of --what-if expressions in the order of ticking, and nothing else: each
 * toggle stands for one or more of them, and the same expressions on the command line give the same
 * report.  Each change of the list is one step of undo and redo.
 */
#ifndef EXPLORE_SESSION_H
#define EXPLORE_SESSION_H

#include "base/error.h"
#include "base/strbuf.h"
#include "report/report.h"

struct diagnosis; /* diagnose/diagnose.h */
struct session;

/*
 * d and r (a report that d made, supposing nothing) are borrowed and have to outlive the session.
 * Subjects other than pods that wait for a node have no toggles.
 */
struct session *session_new(struct diagnosis *d, const struct report *r);
void session_free(struct session *s); /* NULL is fine */
/*
 * After a refresh: the same subject in a newer cluster, with what was ticked in old (which is left
 * as it is), typed expressions, undo and redo.  old may be NULL.
 */
struct session *session_renew(const struct session *old, struct diagnosis *d, const struct report *r);
bool session_can(const struct session *s); /* false: nothing can be supposed of this subject */

/* --- what can be ticked */

enum toggle_group {
	TOGGLE_NODE,        /* of the node of session_look_at(), also what another group has too */
	TOGGLE_FIX,         /* of the report, each proven */
	TOGGLE_POD,         /* requirements of the pod that can be dropped, taints that it can tolerate */
	TOGGLE_REQUEST,     /* amounts: session_adjust() */
	TOGGLE_NODES,       /* cordons and taints of the nearest nodes */
	TOGGLE_TYPED,       /* by hand */
	TOGGLE_GROUP_COUNT
};
const char *toggle_group_title(enum toggle_group g); /* translated */

struct toggle {
	enum toggle_group group;
	const char *text;      /* for people, translated; not escaped */
	const char *note;      /* "12 nodes", "unlocks n1, n2"; or NULL */
	enum safety safety;
	struct strings flags;  /* expressions of --what-if, in this order */
	bool ticked;           /* all of them are */
	bool idle;             /* ticked, and changes nothing */
	const char *resource;  /* TOGGLE_REQUEST: it can be adjusted; else NULL */
	const struct fix *fix; /* TOGGLE_FIX */
};

struct toggles {
	struct toggle *v;
	uint32_t n;
};

/* By which it is found again, also when its amount is another; in arena. */
const char *toggle_key(const struct toggle *t, struct arena *arena);

/* By group.  Valid until the next call that changes anything. */
const struct toggles *session_toggles(struct session *s);
/* Offers what can be done to this node and the pods on it too; NULL: no node. */
void session_look_at(struct session *s, const char *node);
/*
 * Searches fixes for the pod as it is supposed now, which are offered beside the others until the
 * next search.  How many were found.
 */
uint32_t session_search(struct session *s);

/* --- ticking; false: nothing changed */

bool session_tick(struct session *s, uint32_t toggle); /* or takes the tick away */
/* One step less (-1) or more (+1) of a TOGGLE_REQUEST. */
bool session_adjust(struct session *s, uint32_t toggle, int steps);
/* An expression as of --what-if.  0, or -1 with err. */
int session_type(struct session *s, const char *text, struct error *err);
bool session_clear(struct session *s); /* takes all ticks away */
bool session_undo(struct session *s);
bool session_redo(struct session *s);
/* What is ticked, in order; as on the command line. */
const struct strings *session_flags(const struct session *s);

/* --- what comes of it */

/* The report with what is ticked, as --what-if makes it; r itself if nothing is. */
const struct report *session_report(struct session *s);

enum change_of_node_how {
	NODE_GAINED,  /* fits now */
	NODE_LOST,    /* did fit */
	NODE_NEARER,  /* less stands in the way */
	NODE_FARTHER,
	NODE_ADDED,   /* a new one, which does not fit */
};

struct change_of_node {
	const struct node_result *node; /* as supposed; ->before is NULL for a new one */
	enum change_of_node_how how;
};

struct consequences {
	uint32_t fit_before, fit_after, nodes;
	struct { struct change_of_node *v; uint32_t n; } changed; /* gained first, then lost, ... by name */
};
/* Valid until something changes. */
const struct consequences *session_consequences(struct session *s);

/* --- to take along */

/* " --what-if x --what-if y", for a shell; nothing if nothing is ticked. */
void session_put_flags(const struct session *s, struct strbuf *out);
/* The whole command line that shows the same: "kubectl whypending p -n shop --what-if ...". */
void session_put_command(const struct session *s, struct strbuf *out);
/*
 * What is ticked as patches on live objects, what a person applies, and a command where one can be
 * given; in arena.  No summary.  unlocks: the nodes that fit then.
 */
void session_fix(struct session *s, struct arena *arena, struct fix *ret);

#endif
