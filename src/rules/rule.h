/* Inside of rules: rules and codes as they were read. */
#ifndef RULES_RULE_H
#define RULES_RULE_H

#include "rules/literals.h"
#include "rules/pattern.h"
#include "rules/rules.h"
#include "rules/template.h"

struct field_table;

#define RANK_MAX 100
#define RANK_CERTAIN 70 /* below it a rule only suspects */
#define RANK_CAUSE 30   /* below it a rule never names a cause */

struct rule_pattern {
	const struct pattern *pattern;
	uint32_t literal; /* of the literals, LITERAL_NONE: not one to look for */
};

/* A place where the signal of a rule is found: "event Pod/FailedMount". */
struct rule_place {
	enum rule_source source;
	const char *kind;      /* NULL: any */
	const char *name;      /* a * at its end stands for any rest */
	const char *status, *reason, *component, *begins; /* NULL: any */
	bool ranged, init;     /* exit codes from low to high; of init containers only */
	int64_t low, high;
};

struct rule_places {
	struct rule_place *v;
	uint32_t n;
};

/* A place as rules write it.  -1 with err. */
int rule_place_parse(const char *text, struct arena *a, struct rule_place *ret, struct error *err);
bool rule_place_takes(const struct rule_place *p, const struct rule_input *in);

struct rule {
	/* from YAML */
	struct opt_i64 line, rank_value;
	sym id, code_name, says_text, next_text, command_text;
	struct syms where, texts, beats, with;
	bool wrapper;
	int nature;
	/* made of it */
	const char *file;
	const struct rule_code *code;
	int rank;
	unsigned order;
	uint32_t number; /* among the rules: later ones win ties */
	struct rule_places places;
	struct { struct rule_pattern *v; uint32_t n; } patterns;
	const struct template *says, *next, *command; /* NULL: none */
	bool refused;     /* something is wrong with it */
};

struct candidate {
	struct rule_place place;
	const struct rule *rule;
};

struct code_row {
	/* from YAML */
	struct opt_i64 line;
	sym name, stage_name, meaning;
	struct syms classes;
	/* made of it */
	const char *file;
	struct rule_code page;
};

struct page_row { /* what --explain says about a code */
	struct opt_i64 line;
	sym code, tell, act;
	/* made of it */
	const char *file;
};

struct source_row { /* places that several rules share, under a name */
	struct opt_i64 line;
	sym name;
	struct syms where;
	struct rule_places places;
};

struct rule_rows {
	struct rule *v;
	uint32_t n;
};

struct rule_file {
	struct opt_i64 line;
	sym phase;
	struct rule_rows rules;
	struct { struct code_row *v; uint32_t n; } codes;
	struct { struct page_row *v; uint32_t n; } pages;
	struct { struct source_row *v; uint32_t n; } sources;
};

extern const struct field_table rule_file_table;

struct candidates {
	struct candidate *v;
	size_t n;
};

struct rules {
	struct arena *arena;
	struct symtab *syms;
	struct { struct rule **v; size_t n, cap; } rules;           /* in the order they were read */
	struct { struct code_row **v; size_t n, cap; } codes;       /* sorted by name once linked */
	struct { struct page_row **v; size_t n, cap; } page_rows;
	struct { struct source_row **v; size_t n, cap; } sources;
	struct strings problems;
	/* once all files are read: */
	struct rule_code *pages; /* of the codes, in their order */
	struct candidates named[RULE_SOURCES]; /* sorted by the name of their place */
	struct candidates wild[RULE_SOURCES];  /* whose name ends with * */
	struct literals *literals;
	struct pattern_scratch *scratch; /* owned, changes with every match */
	struct memo *memo;               /* the same */
};

struct rules *rules_new(void); /* without any rule */
void rules_problem(struct rules *r, const char *file, struct opt_i64 line, const char *fmt, ...)
	__attribute__((format(printf, 4, 5)));
/* Adds what the file says; what is wrong with it becomes problems.  text ends with a NUL. */
void rules_read(struct rules *r, const char *name, const char *text, size_t len);
/* Once, behind the last file: names become pointers; rules that name nothing become problems. */
void rules_link(struct rules *r);
struct rule *rules_find(const struct rules *r, const char *id);
unsigned phase_beside(void); /* the order of rules whose signals are never a cause */

#endif
