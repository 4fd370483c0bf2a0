/* The functions behind renderers[]. */
#ifndef RENDER_FORMATS_H
#define RENDER_FORMATS_H

#include "render/render.h"

void render_table(struct reports *rs, const struct render_options *opts, FILE *out);
void render_wide(struct reports *rs, const struct render_options *opts, FILE *out);
void render_json(struct reports *rs, const struct render_options *opts, FILE *out);
void render_yaml(struct reports *rs, const struct render_options *opts, FILE *out);
void render_markdown(struct reports *rs, const struct render_options *opts, FILE *out);
void render_prometheus(struct reports *rs, const struct render_options *opts, FILE *out);
void render_name(struct reports *rs, const struct render_options *opts, FILE *out);

#endif
