/* Amounts of a resource as text: exact and canonical, or short for people. */
#ifndef RENDER_AMOUNT_H
#define RENDER_AMOUNT_H

#include <stdbool.h>
#include <stdint.h>

#include "base/strbuf.h"

/* "1500m", "1536Mi": as Kubernetes prints the quantity.  milli: v counts thousandths. */
void amount_exact(struct strbuf *out, const char *resource, bool milli, int64_t v);

enum amount_rounding { AMOUNT_DOWN, AMOUNT_UP };
/*
 * "1.5Gi": one decimal at most.  Rounded so that it never flatters: what is free down, what is
 * wanted or lacking up.
 */
void amount_short(struct strbuf *out, const char *resource, bool milli, int64_t v,
		  enum amount_rounding rounding);

#endif
