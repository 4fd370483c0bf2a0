#include "fetch/changes.h"

#include "base/strbuf.h"

static void separate(struct strbuf *out)
{
	if (out->len)
		strbuf_adds(out, ", ");
}

static void add_sym(struct strbuf *out, const char *what, sym before, sym after)
{
	if (sym_same(before, after))
		return;
	separate(out);
	strbuf_addf(out, "%s was %s and is %s", what, sym_empty(before) ? "empty" : before.s,
		    sym_empty(after) ? "empty" : after.s);
}

static sym condition_reason(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "PodScheduled");

	return c ? c->reason : (sym){ NULL };
}

static sym condition_message(const struct pod *p)
{
	const struct condition *c = conditions_get(&p->status.conditions, "PodScheduled");

	return c ? c->message : (sym){ NULL };
}

void changes_note(struct cluster *c, const struct pod *before, const struct pod *after)
{
	struct strbuf what = STRBUF_LIMIT(1024);

	add_sym(&what, "its uid", before->meta.uid, after->meta.uid);
	add_sym(&what, "its phase", before->status.phase, after->status.phase);
	add_sym(&what, "its node", before->spec.node_name, after->spec.node_name);
	add_sym(&what, "its nominated node", before->status.nominated_node,
		after->status.nominated_node);
	if (before->meta.deleted.set != after->meta.deleted.set) {
		separate(&what);
		strbuf_adds(&what, "it is being deleted");
	}
	add_sym(&what, "the reason it is not scheduled", condition_reason(before),
		condition_reason(after));
	if (!what.len && !sym_same(condition_message(before), condition_message(after)))
		strbuf_adds(&what, "the scheduler has tried again");
	cluster_note(c, false, "the pod changed while it was being read: %s",
		     what.len ? what.buf : "nothing in it that matters here");
	strbuf_release(&what);
}
