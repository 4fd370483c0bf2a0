/* Answers that are no success, in plain words. */
#ifndef FETCH_HTTP_STATUS_H
#define FETCH_HTTP_STATUS_H

#include "fetch/http.h"

/* Fills g->err, reason and says_status from the answer and g->refusal. */
void http_status_explain(struct http_get *g, const struct connection *c);
bool http_is_json(const char *content_type);
bool http_status_is_passing(long status); /* another try may do better */

#endif
