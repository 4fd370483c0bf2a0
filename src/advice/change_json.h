/* JSON text and JSON pointers for patches. */
#ifndef ADVICE_CHANGE_JSON_H
#define ADVICE_CHANGE_JSON_H

#include "base/arena.h"
#include "base/strbuf.h"
#include "model/types.h"

/* A string in quotes; everything beyond ASCII is escaped, so that no reader can stumble. */
void json_put_string(struct strbuf *out, const char *s);
/* `,"key":"value"`, without the comma after an opening bracket; nothing if value is NULL. */
void json_put_member(struct strbuf *out, const char *key, const char *value);
/* The same for a value that is JSON already. */
void json_put_raw(struct strbuf *out, const char *key, const char *json);
void json_put_labels(struct strbuf *out, const char *key, const struct labels *l);
void json_put_resources(struct strbuf *out, const char *key, const struct resources *r);
void json_put_syms(struct strbuf *out, const char *key, const struct syms *list);

const char *json_string(struct arena *a, const char *s);
/* ~ and / inside one part of a pointer. */
const char *pointer_part(struct arena *a, const char *key);

#endif
