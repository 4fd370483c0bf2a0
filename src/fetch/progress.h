/* One line on a terminal while reading takes long. */
#ifndef FETCH_PROGRESS_H
#define FETCH_PROGRESS_H

#include <stdbool.h>
#include <stdint.h>
#include <stdio.h>

struct progress {
	FILE *out;
	bool wanted, shown;
	int64_t begun_ms, shown_ms;
};

/* is_terminal: of out; elsewhere nothing is ever shown. */
void progress_init(struct progress *p, FILE *out, bool is_terminal, int64_t now_ms);
void progress_show(struct progress *p, int64_t now_ms, unsigned requests, uint64_t bytes);
void progress_clear(struct progress *p); /* before anything else is written */

#endif
