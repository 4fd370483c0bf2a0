/* Services: only whose pods they select. */
#include "load/field.h"

static const struct field service_spec_rows[] = {
	{ F_LABELS("selector", struct service, selector) },
};
static const struct field_table service_spec_table = TABLE(service_spec_rows);

static const struct field service_rows[] = {
	{ F_STRUCT("metadata", struct service, meta, table_meta) },
	{ F_HERE("spec", service_spec_table) },
};
const struct field_table table_SERVICE = TABLE(service_rows);
