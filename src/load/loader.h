/* Inside of load: what yaml.c and snapshot.c need of a loader. */
#ifndef LOAD_LOADER_H
#define LOAD_LOADER_H

#include "load/load.h"

/* By the first bytes, at least 4 unless there are fewer.  -1 with err: nothing that can be read. */
int loader_guess(const char *head, size_t len, enum load_format *ret, struct error *err);

/* JSON text for the filter, whatever the format of the input is. */
int loader_push_json(struct loader *l, const char *data, size_t len, struct error *err);
int loader_finish_json(struct loader *l, struct error *err);

/* The document being read is broken: what was complete before stays, the next may follow. */
void loader_abandon(struct loader *l);

/*
 * Items that say no kind, in a list that says its own only behind them: to be read once more with
 * this default kind, taking nothing else.  -1: none.
 */
int loader_again(const struct loader *l);
void loader_only_unnamed(struct loader *l);
void loader_warn(struct loader *l, const char *what); /* a note about this input */
void loader_lose(struct loader *l, const char *what);

#endif
