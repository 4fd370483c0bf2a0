#include "render/formats.h"
#include "render/report_fields.h"
#include "render/yaml_writer.h"

void render_yaml(struct reports *rs, const struct render_options *opts, FILE *out)
{
	struct emitter e;

	yaml_writer_init(&e, out);
	report_fields(&e, rs, opts);
}
