/* The functions behind renderers[]. */
#ifndef RENDER_FORMATS_H
#define RENDER_FORMATS_H

#include "render/render.h"

void render_table(const struct reports *rs, const struct render_options *opts, FILE *out);
void render_wide(const struct reports *rs, const struct render_options *opts, FILE *out);
void render_json(const struct reports *rs, const struct render_options *opts, FILE *out);
void render_yaml(const struct reports *rs, const struct render_options *opts, FILE *out);
void render_name(const struct reports *rs, const struct render_options *opts, FILE *out);

#endif
