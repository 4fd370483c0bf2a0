/* What is read of a list itself, and of a refusal (kind Status). */
#ifndef LOAD_TABLES_LIST_H
#define LOAD_TABLES_LIST_H

#include "load/field.h"

struct list_meta {
	sym next; /* metadata.continue */
};

struct status {
	sym message, reason;
};

extern const struct field_table table_list;
extern const struct field_table table_status;

#endif
