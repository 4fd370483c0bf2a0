#include "diagnose/absent.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/fill.h"

/* How the in-tree filters say that an object is not there. */
static const struct absence {
	enum kind kind;
	const char *text;
	const char *noun; /* of the object that the text names in quotes; NULL: it names none */
} absences[] = {
	{ KIND_NODE, "no nodes available to schedule pods", NULL },
	{ KIND_PVC, "persistentvolumeclaim \"", N_("claim") },
	{ KIND_STORAGE_CLASS, "storageclass.storage.k8s.io \"", "StorageClass" },
	{ KIND_PV, "persistentvolume \"", "PersistentVolume" },
	{ KIND_PV, "bound to non-existent pv", NULL },
	{ KIND_PV, "node(s) didn't find available persistent volumes to bind", NULL },
	{ KIND_STORAGE_CLASS, "pod has unbound immediate PersistentVolumeClaims", NULL },
	{ KIND_RESOURCE_CLAIM, "resourceclaim.resource.k8s.io \"", "ResourceClaim" },
	{ KIND_RESOURCE_SLICE, "cannot allocate all claims", NULL },
};
#define ABSENCES (sizeof(absences) / sizeof(absences[0]))

static bool is_absent(const struct diagnosis *d, enum kind kind)
{
	return view_coverage(d->view, kind) == COVER_ABSENT &&
	       (view_leaned(d->view) & UINT64_C(1) << kind || kind == KIND_NODE);
}

static const struct absence *find_absence(const struct diagnosis *d, const char *text)
{
	for (size_t i = 0; i < ABSENCES; i++)
		if (strstr(text, absences[i].text) && is_absent(d, absences[i].kind))
			return &absences[i];
	return NULL;
}

enum kind absent_in_text(const struct diagnosis *d, const char *text)
{
	const struct absence *a = find_absence(d, text);

	return a ? a->kind : KIND_COUNT;
}

static const struct absence *absence_of(const struct diagnosis *d, const struct rejection *r,
					const char **ret_text)
{
	for (uint32_t i = 0; i < r->reasons.n; i++) {
		const struct absence *a = find_absence(d, r->reasons.v[i]);

		*ret_text = r->reasons.v[i];
		if (a)
			return a;
	}
	return NULL;
}

/* A node that the pod could use, were the object there. */
static const struct absence *absence_on_node(const struct diagnosis *d, const struct node_result *n,
					     const char **ret_text)
{
	const struct absence *found = NULL;

	for (uint32_t i = 0; i < n->rejections.n; i++) {
		const struct absence *a = absence_of(d, &n->rejections.v[i], ret_text);

		if (!a)
			return NULL;
		found = a;
	}
	return found;
}

static const struct absence *absence_in_case(const struct pod_case *k, const char **ret_text)
{
	const struct replay *r = k->r->replay;
	const struct absence *a = NULL;

	*ret_text = "";
	if (!r || r->feasible.n || r->message.agreement == AGREE_EXACT)
		return NULL;
	if (!r->message.observed) /* nothing speaks against it: it counts as empty */
		return NULL;
	if (r->pre_filter.n)
		return absence_of(k->d, &r->pre_filter.v[0], ret_text);
	if (!r->nodes.n)
		return r->message.predicted ? find_absence(k->d, r->message.predicted) : NULL;
	for (uint32_t i = 0; i < r->nodes.n && !a; i++)
		a = absence_on_node(k->d, &r->nodes.v[i], ret_text);
	return a;
}

enum kind absent_kind(const struct pod_case *k)
{
	const char *text;
	const struct absence *a = absence_in_case(k, &text);

	return a ? a->kind : KIND_COUNT;
}

void add_kind_plural(struct strbuf *out, enum kind kind)
{
	const char *name = kinds[kind].name;
	size_t n = strlen(name);

	/* TRANSLATORS: the name of a kind, several of it: "Nodes" */
	strbuf_addf(out, n && name[n - 1] == 's' ? _("%ses") : _("%ss"), name);
}

/* The object in quotes behind the words of the absence. */
static void add_named(struct strbuf *out, const struct absence *a, const char *text)
{
	const char *begin = strstr(text, a->text), *end;

	if (!a->noun || !begin)
		return;
	begin += strlen(a->text);
	end = strchr(begin, '"');
	if (!end)
		return;
	strbuf_addf(out, "%s ", tr(a->noun));
	strbuf_add(out, begin, (size_t)(end - begin));
}

void add_absent(struct strbuf *out, const struct pod_case *k, enum kind kind)
{
	const char *text;
	const struct absence *a = absence_in_case(k, &text);
	struct strbuf kinds_text = STRBUF_INIT;
	size_t before = out->len;

	if (a)
		add_named(out, a, text);
	add_kind_plural(&kinds_text, kind);
	strbuf_addf(out, out->len > before ? _(" is not in this snapshot, which has no %s at all") :
					     _("this snapshot has no %s at all"), kinds_text.buf);
	strbuf_release(&kinds_text);
}

void tell_absent(struct pod_case *k, enum kind kind)
{
	struct strbuf wanted = STRBUF_INIT;

	add_kind_plural(&wanted, kind);
	cause_advise(k->r, arena_printf(k->r->arena, _("Take the snapshot again, with its %s."),
					wanted.buf),
		     arena_printf(k->r->arena, "kubectl get %s%s -o json", kinds[kind].plural,
				  kinds[kind].namespaced ? " -A" : ""));
	unchecked_add(k->r, kinds[kind].plural, _("the snapshot has none; taken as empty"));
	strbuf_release(&wanted);
}

void qualify_absent(struct pod_case *k)
{
	struct report *r = k->r;
	struct strbuf text = STRBUF_INIT;
	enum kind kind = KIND_COUNT;

	if (r->stage == STAGE_FILTER_FAILURE && r->cause.certainty == CERTAIN_LIKELY && r->replay &&
	    !r->replay->message.observed && r->replay->message.predicted)
		kind = absent_in_text(k->d, r->replay->message.predicted);
	if (kind == KIND_COUNT)
		return;
	add_kind_plural(&text, kind);
	r->cause.summary = arena_printf(r->arena, _("%s (this snapshot has no %s at all)"),
					r->cause.summary, text.buf);
	strbuf_release(&text);
}
