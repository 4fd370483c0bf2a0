/* JSON as an emitter: two spaces deep, one value a line. */
#ifndef RENDER_JSON_WRITER_H
#define RENDER_JSON_WRITER_H

#include "render/emitter.h"

void json_writer_init(struct emitter *e, FILE *out);

/*
 * s as a JSON string, quotes included.  Besides what JSON demands, characters that a terminal or
 * JavaScript would act upon are escaped (0x7f to 0x9f, U+2028, bidi controls ...), and a byte that is
 * not UTF-8 becomes \ufffd.  The result is a valid YAML double-quoted scalar too.
 */
void json_quote(FILE *out, const char *s);

#endif
