/* Evidence behind a rejection, typed. */
#include <string.h>

#include "base/strbuf.h"
#include "render/report_fields.h"
#include "report/amount.h"

static void emit_bytes(struct emitter *e, const char *key, const char *s, size_t len)
{
	struct strbuf part = STRBUF_INIT;

	strbuf_add(&part, s, len);
	emit_string(e, key, part.buf);
	strbuf_release(&part);
}

static void amount_field(struct emitter *e, const struct detail *d, const char *key, int64_t v)
{
	struct strbuf text = STRBUF_INIT;

	amount_exact(&text, d->name ? d->name : "", d->amount.unit_milli, v);
	emit_string(e, key, d->amount.set ? text.buf : NULL);
	strbuf_release(&text);
}

static void exact_field(struct emitter *e, const struct detail *d, const char *key, int64_t v)
{
	emit_opt_i64(e, key, (struct opt_i64){ d->amount.set, v });
}

static void resource_fields(struct emitter *e, const struct detail *d)
{
	emit_string(e, "name", d->name);
	amount_field(e, d, "wanted", d->amount.wanted);
	amount_field(e, d, "free", d->amount.free);
	amount_field(e, d, "total", d->amount.total);
	amount_field(e, d, "short", d->amount.lacking);
	emit_string(e, "exactUnit", d->amount.unit_milli ? "milli" : "one");
	exact_field(e, d, "wantedExact", d->amount.wanted);
	exact_field(e, d, "freeExact", d->amount.free);
	exact_field(e, d, "totalExact", d->amount.total);
	exact_field(e, d, "shortExact", d->amount.lacking);
	amount_field(e, d, "reserved", d->amount.reserved);
	exact_field(e, d, "reservedExact", d->amount.reserved);
	emit_string(e, "reservedFor", d->observed);
}

/* "key=value:Effect" or "key:Effect": neither keys nor values contain a colon. */
static void taint_fields(struct emitter *e, const struct detail *d)
{
	const char *text = d->name ? d->name : "", *colon = strrchr(text, ':');
	const char *end = colon ? colon : text + strlen(text);
	const char *equals = memchr(text, '=', (size_t)(end - text));

	emit_bytes(e, "key", text, (size_t)((equals ? equals : end) - text));
	if (equals)
		emit_bytes(e, "value", equals + 1, (size_t)(end - equals - 1));
	else
		emit_null(e, "value");
	emit_string(e, "effect", colon ? colon + 1 : NULL);
	emit_string(e, "text", d->name);
}

static void skew_fields(struct emitter *e, const struct detail *d)
{
	if (!d->skew.set) {
		emit_null(e, "skew");
		return;
	}
	emit_object(e, "skew");
	emit_i64(e, "skew", d->skew.skew);
	emit_i64(e, "maxSkew", d->skew.max_skew);
	emit_i64(e, "matching", d->skew.matching);
	emit_i64(e, "minimum", d->skew.minimum);
	emit_end(e);
}

/* What detail.name means depends on the type, and so does its key. */
static const char *name_key(enum detail_type type)
{
	switch (type) {
	case DETAIL_LABEL:
	case DETAIL_TOPOLOGY:
		return "key";
	case DETAIL_POD:
		return "rule";
	case DETAIL_PORT:
		return "port";
	case DETAIL_DEVICE:
		return "request";
	case DETAIL_RESOURCE:
	case DETAIL_TAINT:
	case DETAIL_CLAIM:
	case DETAIL_VOLUME:
	case DETAIL_NODE:
		break;
	}
	return "name";
}

void detail_fields(struct emitter *e, const struct detail *d)
{
	emit_object(e, NULL);
	emit_string(e, "type", detail_type_name(d->type));
	if (d->type == DETAIL_RESOURCE) {
		resource_fields(e, d);
	} else if (d->type == DETAIL_TAINT) {
		taint_fields(e, d);
	} else {
		emit_string(e, name_key(d->type), d->name);
		emit_string(e, "wanted", d->wanted);
	}
	emit_string(e, "observed", d->observed);
	if (d->type == DETAIL_TOPOLOGY)
		skew_fields(e, d);
	object_ref_fields(e, "object", &d->object);
	emit_string(e, "pointer", d->pointer);
	emit_end(e);
}
