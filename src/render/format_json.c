#include "render/formats.h"
#include "render/json_writer.h"
#include "render/report_fields.h"

void render_json(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct emitter e;

	json_writer_init(&e, out);
	report_fields(&e, rs, opts);
}
