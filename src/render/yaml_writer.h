/*
 * YAML in block style as an emitter.  A string is left bare only where YAML 1.1 and 1.2 agree that
 * it is that string; everything else is double-quoted with JSON's escapes.
 */
#ifndef RENDER_YAML_WRITER_H
#define RENDER_YAML_WRITER_H

#include "render/emitter.h"

void yaml_writer_init(struct emitter *e, FILE *out);
bool yaml_plain(const char *s); /* s may stand without quotes */

#endif
