#include "load/tables_list.h"

static const struct field list_meta_rows[] = {
	{ F_SYM("continue", struct list_meta, next) },
};
static const struct field_table list_meta_table = TABLE(list_meta_rows);

static const struct field list_rows[] = {
	{ F_HERE("metadata", list_meta_table) },
};
const struct field_table table_list = TABLE(list_rows);

static const struct field status_rows[] = {
	{ F_SYM("message", struct status, message) },
	{ F_SYM("reason", struct status, reason) },
};
const struct field_table table_status = TABLE(status_rows);
