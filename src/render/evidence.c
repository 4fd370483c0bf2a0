#include "render/evidence.h"

#include <inttypes.h>
#include <string.h>

#include "base/text.h"
#include "render/words.h"
#include "report/amount.h"

void object_text(struct strbuf *out, const struct object_ref *o)
{
	if (o->namespace_ && *o->namespace_) {
		text_put(out, o->namespace_);
		strbuf_addc(out, '/');
	}
	text_put(out, o->name);
}

void list_text(struct strbuf *out, const struct strings *s, uint32_t max)
{
	uint32_t shown = max && s->n > max ? max : s->n;

	for (uint32_t i = 0; i < shown; i++) {
		if (i)
			strbuf_adds(out, _(", "));
		text_put(out, s->v[i]);
	}
	if (shown < s->n)
		strbuf_addf(out, _(" and %u more"), s->n - shown);
}

void reasons_text(struct strbuf *out, const struct strings *reasons)
{
	for (uint32_t i = 0; i < reasons->n; i++) {
		if (i)
			strbuf_adds(out, _("; "));
		text_put(out, reasons->v[i]);
	}
}

/* Selector requirements as the replay notes them, and how to say them after "wants". */
static const struct { const char *prefix, *words; } operators[] = {
	{ "In [", N_("one of ") },   { "NotIn [", N_("none of ") }, { "Exists", N_("any value") },
	{ "DoesNotExist", N_("none") }, { "Gt [", N_("more than ") },  { "Lt [", N_("less than ") },
};

static void wanted_text(struct strbuf *out, const char *wanted)
{
	size_t len = strlen(wanted);

	for (size_t i = 0; i < sizeof(operators) / sizeof(operators[0]); i++) {
		size_t n = strlen(operators[i].prefix);
		bool list = operators[i].prefix[n - 1] == '[';

		if (strncmp(wanted, operators[i].prefix, n) != 0)
			continue;
		if (!list && wanted[n] == '\0') {
			strbuf_adds(out, tr(operators[i].words));
			return;
		}
		if (list && wanted[len - 1] == ']') {
			if (i > 0 || memchr(wanted + n, ' ', len - n))
				strbuf_adds(out, tr(operators[i].words));
			text_escape(out, wanted + n, len - n - 1);
			return;
		}
	}
	text_put(out, wanted);
}

/* ": wants W, has H" behind what was named. */
static void wants_has(struct strbuf *out, const struct detail *d, enum evidence_style style,
		      const char *has, const char *has_none)
{
	bool common = style == EVIDENCE_COMMON;

	if (d->wanted) {
		strbuf_adds(out, _(": wants "));
		if (style == EVIDENCE_EXACT)
			text_put(out, d->wanted);
		else
			wanted_text(out, d->wanted);
	}
	if (common || (!d->observed && !has_none))
		return;
	strbuf_adds(out, d->wanted ? C_("clause", ", ") : _(": "));
	if (d->observed) {
		strbuf_adds(out, has);
		text_put(out, d->observed);
	} else {
		strbuf_adds(out, has_none);
	}
}

static void amount(struct strbuf *out, const struct detail *d, int64_t v, enum evidence_style style,
		   enum amount_rounding rounding)
{
	const char *name = d->name ? d->name : "";

	if (style == EVIDENCE_EXACT)
		amount_exact(out, name, d->amount.unit_milli, v);
	else
		amount_short(out, name, d->amount.unit_milli, v, rounding);
}

static void resource_text(struct strbuf *out, const struct detail *d, enum evidence_style style)
{
	bool below, over;

	text_put(out, d->name);
	if (!d->amount.set) {
		wants_has(out, d, style, "", NULL);
		return;
	}
	strbuf_adds(out, _(": wants "));
	amount(out, d, d->amount.wanted, style, AMOUNT_UP);
	if (style == EVIDENCE_COMMON)
		return;
	below = d->amount.free < 0 && style != EVIDENCE_EXACT;
	over = below && d->amount.free + d->amount.reserved < 0; /* else what is kept explains it */
	strbuf_adds(out, _(", free "));
	amount(out, d, below ? 0 : d->amount.free, style, AMOUNT_DOWN);
	strbuf_adds(out, C_("amount", " of "));
	amount(out, d, d->amount.total, style, AMOUNT_DOWN);
	if (over) { /* more is promised than the node has */
		strbuf_adds(out, _(" (overcommitted by "));
		amount(out, d, d->amount.free < -INT64_MAX ? INT64_MAX : -d->amount.free, style,
		       AMOUNT_UP);
		strbuf_addc(out, ')');
	}
	strbuf_adds(out, _(", short "));
	amount(out, d, d->amount.lacking, style, AMOUNT_UP);
	if (d->amount.reserved && d->observed) {
		strbuf_addc(out, ' ');
		strbuf_addc(out, '(');
		amount(out, d, d->amount.reserved, style, AMOUNT_UP);
		strbuf_adds(out, _(" kept for nominated "));
		text_put(out, d->observed);
		strbuf_addc(out, ')');
	}
}

static void taint_text(struct strbuf *out, const struct detail *d)
{
	text_put(out, d->name);
	if (d->observed) {
		strbuf_adds(out, " (");
		text_put(out, d->observed);
		strbuf_addc(out, ')');
	}
}

static void pod_text(struct strbuf *out, const struct detail *d, enum evidence_style style)
{
	text_put(out, d->name);
	if (d->object.kind) {
		if (d->name)
			strbuf_adds(out, _(": "));
		if (style == EVIDENCE_COMMON) {
			strbuf_adds(out, _("such pods are there"));
			return;
		}
		object_text(out, &d->object);
		strbuf_adds(out, _(" is there"));
	}
	if (d->observed) {
		strbuf_adds(out, " (");
		text_put(out, d->observed);
		strbuf_addc(out, ')');
	}
}

static void port_text(struct strbuf *out, const struct detail *d, enum evidence_style style)
{
	text_put(out, d->name);
	if (style == EVIDENCE_COMMON || !d->object.kind) {
		strbuf_adds(out, _(" is taken"));
		return;
	}
	strbuf_adds(out, _(" is held by "));
	object_text(out, &d->object);
}

/* The label may be one that a volume or class demands of the node. */
static void label_text(struct strbuf *out, const struct detail *d, enum evidence_style style)
{
	if (!d->name)
		return;
	if (d->object.kind && strcmp(d->object.kind, "Node") != 0) {
		text_put(out, d->object.kind);
		strbuf_addc(out, ' ');
		object_text(out, &d->object);
		strbuf_adds(out, _(": "));
	}
	text_put(out, d->name);
	wants_has(out, d, style, _("has "), _("has none"));
}

static void skew_text(struct strbuf *out, const struct detail *d, enum evidence_style style)
{
	bool common = style == EVIDENCE_COMMON;

	text_put(out, d->name);
	if (!common && d->observed) {
		strbuf_addc(out, '=');
		text_put(out, d->observed);
	}
	if (common) {
		strbuf_addf(out, _(": skew would be above %lld"), (long long)d->skew.max_skew);
		return;
	}
	strbuf_addf(out, _(": skew would be %lld, at most %lld is allowed"), (long long)d->skew.skew,
		    (long long)d->skew.max_skew);
	strbuf_addf(out, _(" (%lld matching here, %lld where there are fewest)"),
		    (long long)d->skew.matching, (long long)d->skew.minimum);
}

/* A rule over the pods of a domain; observed is the node's domain. */
static void topology_text(struct strbuf *out, const struct detail *d, enum evidence_style style)
{
	if (d->skew.set) {
		skew_text(out, d, style);
		return;
	}
	if (!d->observed) {
		text_put(out, d->name);
		strbuf_adds(out, _(": has none"));
		return;
	}
	text_put(out, d->wanted ? d->wanted : d->name); /* the rule names the key too */
	strbuf_adds(out, _(": no such pod"));
	if (style != EVIDENCE_COMMON) {
		strbuf_adds(out, _(" in "));
		text_put(out, d->observed);
	}
}

/* Claims, volumes, devices, properties of the node: "noun object, name: wants W, <verb>O". */
static void thing_text(struct strbuf *out, const struct detail *d, enum evidence_style style,
		       const char *noun, const char *verb)
{
	bool object = d->object.kind && d->type != DETAIL_NODE;

	if (*noun)
		strbuf_addf(out, "%s ", noun);
	if (object)
		object_text(out, &d->object);
	if (object && d->name)
		strbuf_adds(out, C_("clause", ", "));
	text_put(out, d->name);
	wants_has(out, d, style, d->wanted ? verb : "", NULL);
}

void evidence_text(struct strbuf *out, const struct detail *d, enum evidence_style style)
{
	switch (d->type) {
	case DETAIL_RESOURCE:
		resource_text(out, d, style);
		break;
	case DETAIL_TAINT:
		taint_text(out, d);
		break;
	case DETAIL_LABEL:
		label_text(out, d, style);
		break;
	case DETAIL_POD:
		pod_text(out, d, style);
		break;
	case DETAIL_PORT:
		port_text(out, d, style);
		break;
	case DETAIL_TOPOLOGY:
		topology_text(out, d, style);
		break;
	case DETAIL_CLAIM:
		thing_text(out, d, style, _("claim"), "");
		break;
	case DETAIL_VOLUME:
		if (d->object.kind)
			thing_text(out, d, style, _("volume"), _("has "));
		else
			thing_text(out, d, style, "", "");
		break;
	case DETAIL_NODE:
		thing_text(out, d, style, "", _("is "));
		break;
	case DETAIL_DEVICE:
		thing_text(out, d, style, _("device request"), "");
		break;
	}
}
