#include "diagnose/subject.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"
#include "diagnose/wants.h"
#include "model/quantity.h"
#include "model/time.h"
#include "replay/requests.h"

#define QUOTE_BYTES_MAX 600 /* of a text are shown */

void add_object_name(struct strbuf *out, const struct meta *m)
{
	if (!sym_empty(m->namespace_))
		strbuf_addf(out, "%s/", m->namespace_.s);
	strbuf_adds(out, sym_text(m->name));
}

void add_duration(struct strbuf *out, int64_t seconds)
{
	duration_format(seconds, out);
}

void add_quote(struct strbuf *out, const char *text)
{
	size_t len = strlen(text), n = len;

	if (len > QUOTE_BYTES_MAX) {
		n = QUOTE_BYTES_MAX;
		while (n && ((unsigned char)text[n] & 0xc0) == 0x80)
			n--;
	}
	while (n && strchr(" \n\r\t", text[n - 1]))
		n--;
	strbuf_add(out, text, n);
	if (len > QUOTE_BYTES_MAX)
		strbuf_adds(out, " \xe2\x80\xa6");
}

void add_waited(struct strbuf *out, const struct diagnosis *d, const struct meta *m)
{
	struct opt_i64 age = age_of(d, m->created);

	add_object_name(out, m);
	if (!age.set) {
		strbuf_adds(out, _(" waits"));
		return;
	}
	strbuf_adds(out, _(" has waited "));
	add_duration(out, age.v);
}

void fill_source(struct report *r, const struct diagnosis *d)
{
	const struct source s = diagnosis_source(d);

	r->source = s;
	r->source.context = fill_strdup(r, s.context);
	r->source.kubernetes_version = fill_strdup(r, s.kubernetes_version);
	r->source.emulated_version = fill_strdup(r, s.emulated_version);
}

static void fill_meta(struct report *r, enum kind kind, const struct meta *m)
{
	const struct owner *o = meta_controller(m);
	struct subject *s = &r->subject;

	s->kind = kinds[kind].name;
	s->namespace_ = fill_sym(r, m->namespace_);
	s->name = fill_strdup(r, sym_text(m->name));
	s->uid = fill_sym(r, m->uid);
	s->created = m->created;
	if (!o)
		return;
	s->owner_kind = fill_sym(r, o->kind);
	s->owner_name = fill_sym(r, o->name);
}

static void fill_requests(const struct pod_case *k)
{
	struct subject *s = &k->r->subject;
	struct resources total = pod_request_quantities(k->pod, k->d->opts.release, k->r->arena);
	struct strbuf text = STRBUF_INIT;

	s->requests.v = ARENA_ARRAY(k->r->arena, total.n, struct request_amount);
	for (uint32_t i = 0; i < total.n; i++) {
		if (quantity_sign(total.v[i].quantity) == 0)
			continue;
		strbuf_reset(&text);
		quantity_format(total.v[i].quantity, &text);
		s->requests.v[s->requests.n++] = (struct request_amount){
			fill_strdup(k->r, total.v[i].name.s), fill_strdup(k->r, text.buf)
		};
	}
	strbuf_release(&text);
}

void fill_pod_subject(const struct pod_case *k)
{
	const struct pod *p = k->pod;
	struct subject *s = &k->r->subject;

	fill_meta(k->r, KIND_POD, &p->meta);
	s->phase = fill_sym(k->r, p->status.phase);
	s->node_name = fill_sym(k->r, p->spec.node_name);
	s->scheduler_name = fill_sym(k->r, p->spec.scheduler_name);
	s->priority = p->spec.priority;
	s->priority_class = fill_sym(k->r, p->spec.priority_class_name);
	s->preemption_policy = fill_sym(k->r, p->spec.preemption_policy);
	fill_requests(k);
	fill_wants(k->r, p);
}

void fill_workload_subject(struct report *r, const struct diagnosis *d, enum kind kind,
			   const struct workload *w)
{
	fill_meta(r, kind, &w->meta);
	r->subject.pending_seconds = r->subject.age_seconds = age_of(d, w->meta.created);
}

/* What the story of a pod with a node is told from; the replay leans on all kinds. */
static bool tells_the_story(enum kind kind)
{
	return kind == KIND_EVENT || kind == KIND_LEASE || kind == KIND_NODE;
}

/*
 * Kinds that were asked for in vain, even if no plugin missed them; but whether there is a cluster
 * autoscaler matters to no plugin (autoscaler_status.c).
 */
static void add_unread(struct report *r, const struct diagnosis *d)
{
	for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
		enum coverage coverage = view_coverage(d->view, (enum kind)kind);
		const char *why = d->cluster->coverage_why[kind];

		if ((coverage == COVER_NONE || coverage == COVER_NAMESPACE) && why &&
		    kind != KIND_CONFIG_MAP && (r->replay || tells_the_story((enum kind)kind)))
			unchecked_add(r, kinds[kind].plural, why);
	}
}

/* What was there and could not be read may be what decides. */
static bool add_lost(struct report *r, const struct diagnosis *d)
{
	static const enum kind crowds[] = { KIND_POD, KIND_NODE };
	bool any = d->cluster->lost_parts > 0;

	for (size_t i = 0; i < 2; i++) {
		size_t lost = d->cluster->lost[crowds[i]];

		if (!lost)
			continue;
		any = true;
		unchecked_add(r, kinds[crowds[i]].plural,
			      arena_printf(r->arena, _("%zu of them could not be read"), lost));
	}
	if (d->cluster->lost_parts)
		unchecked_add(r, _("input"), _("a part of it could not be read"));
	return any;
}

/* Once PreFilter has rejected the pod, what is read for single nodes changes nothing. */
static bool is_of_nodes(enum kind kind)
{
	return kind == KIND_CSI_NODE || kind == KIND_CSI_DRIVER || kind == KIND_CSI_CAPACITY ||
	       kind == KIND_VOLUME_ATTACHMENT;
}

enum certainty fill_unchecked(struct report *r, const struct diagnosis *d)
{
	uint64_t leaned = view_leaned(d->view);
	enum certainty certainty = CERTAIN_EXACT;

	if (r->replay) /* every replay leans on the nodes */
		leaned |= UINT64_C(1) << KIND_NODE;

	for (unsigned kind = 0; kind < KIND_COUNT; kind++) {
		enum coverage coverage = view_coverage(d->view, (enum kind)kind);

		if (!(leaned & UINT64_C(1) << kind) ||
		    (r->replay && r->replay->pre_filter.n && is_of_nodes((enum kind)kind)))
			continue;
		if (coverage == COVER_ABSENT) {
			unchecked_add(r, kinds[kind].plural,
				      _("the snapshot has none; taken as empty"));
			if (certainty == CERTAIN_EXACT)
				certainty = CERTAIN_LIKELY;
		} else if (coverage == COVER_NONE || coverage == COVER_NAMESPACE) {
			const char *why = d->cluster->coverage_why[kind];

			unchecked_add(r, kinds[kind].plural, why ? why : _("could not be read"));
			certainty = CERTAIN_UNKNOWN;
		}
	}
	add_unread(r, d);
	if (add_lost(r, d) && certainty == CERTAIN_EXACT)
		certainty = CERTAIN_LIKELY;
	return certainty;
}
