#include "fetch/again.h"

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/changes.h"

#define SINGLES_MAX 24 /* more subjects are cheaper as one list */
#define NOTES_MAX 3    /* changes that are told one by one */

static const char pending[] = "status.phase=Pending";

struct subject {
	enum kind kind;
	struct meta *before;          /* in the cluster; replaced in place if it is newer now */
	const struct reading *single; /* how it was read; NULL: in a list */
};

struct again {
	struct plan *p;
	struct subject *v; /* owned */
	size_t n, cap;
	size_t changed;
};

/* ---- what is read again ---- */

static void add_subject(struct again *a, enum kind kind, struct meta *m, const struct reading *single)
{
	if (a->n == a->cap) {
		a->cap = a->cap ? a->cap * 2 : 16;
		a->v = xrealloc(a->v, a->cap * sizeof(*a->v));
	}
	a->v[a->n++] = (struct subject){ kind, m, single };
}

static struct meta *object_of(const struct plan *p, const struct reading *r)
{
	const sym ns = r->namespace_ ? sym_str(p->c->syms, r->namespace_) : (sym){ NULL };

	return cluster_find(p->c, r->kind, ns, sym_str(p->c->syms, r->name));
}

static void find_named(struct again *a)
{
	for (size_t i = 0; i < a->p->n; i++) {
		const struct reading *r = a->p->v[i];
		struct meta *m = r->is_subject && r->name ? object_of(a->p, r) : NULL;

		if (m)
			add_subject(a, r->kind, m, r);
	}
}

static bool is_there(const struct again *a, size_t n, const struct meta *m)
{
	for (size_t i = 0; i < n; i++)
		if (a->v[i].before == m)
			return true;
	return false;
}

/* Pods that were not named, but that something is to be told about. */
static void find_others(struct again *a)
{
	const struct objects *pods = &a->p->c->objects[KIND_POD];
	size_t named = a->n;

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *pod = (const struct pod *)pods->v[i];

		if (need_is_trouble(pod) && need_is_subject(a->p->c, a->p->wanted, pod) &&
		    !is_there(a, named, pods->v[i]))
			add_subject(a, KIND_POD, pods->v[i], NULL);
	}
}

/* ---- what became of it ---- */

static void describe(struct strbuf *what, enum kind kind, const struct meta *before,
		     const struct meta *after)
{
	if (kind == KIND_POD)
		changes_of_pod(what, (const struct pod *)before, (const struct pod *)after);
	else
		changes_of_workload(what, (const struct workload *)before,
				    (const struct workload *)after);
}

/* One pod that was asked for is "the pod"; of several the name says which. */
static bool is_alone(const struct again *a)
{
	return a->n == 1 && a->v[0].single && a->v[0].kind == KIND_POD;
}

static void note(struct again *a, const struct subject *s, const char *what)
{
	struct strbuf name = STRBUF_LIMIT(1024);

	if (a->changed++ >= NOTES_MAX)
		return;
	strbuf_addf(&name, "%s %s%s%s", kinds[s->kind].name, sym_text(s->before->namespace_),
		    sym_empty(s->before->namespace_) ? "" : "/", sym_text(s->before->name));
	if (!what)
		cluster_note(a->p->c, false, _("%s was deleted while the cluster was being read"),
			     name.buf);
	else if (is_alone(a))
		cluster_note(a->p->c, false, _("the pod changed while it was being read: %s"), what);
	else
		cluster_note(a->p->c, false, _("%s changed while the cluster was being read: %s"),
			     name.buf, what);
	strbuf_release(&name);
}

static void compare(struct again *a, const struct subject *s, struct meta *after)
{
	struct strbuf what = STRBUF_LIMIT(1024);

	describe(&what, s->kind, s->before, after);
	if (what.len)
		note(a, s, what.buf);
	cluster_put(a->p->c, s->kind, after);
	strbuf_release(&what);
}

static void tell_rest(const struct again *a)
{
	unsigned long more = a->changed > NOTES_MAX ? a->changed - NOTES_MAX : 0;

	if (more)
		cluster_note(a->p->c, false,
			     tr_n("%lu more changed while the cluster was being read",
				  "%lu more changed while the cluster was being read", more), more);
}

/* ---- one by one ---- */

static void read_singles(struct again *a, struct http *h, size_t n)
{
	struct reading again[SINGLES_MAX];

	for (size_t i = 0; i < n; i++) {
		const struct meta *m = a->v[i].before;

		again[i] = (struct reading){ .kind = a->v[i].kind, .namespace_ = m->namespace_.s,
					     .name = m->name.s };
		reading_start(&again[i], h, a->p->c);
	}
	http_run(h);
	for (size_t i = 0; i < n; i++) {
		const struct subject *s = &a->v[i];

		if (again[i].result == READING_ABSENT)
			note(a, s, NULL);
		else if (again[i].result == READING_OK &&
			 !(s->single && s->single->result == READING_OK &&
			   s->single->digest == again[i].digest))
			compare(a, s, again[i].staged.v[0]);
		reading_release(&again[i]);
	}
}

/* ---- as a list ---- */

/* Not in the list of those that are Pending: what it is now was not asked for. */
static void compare_left(struct again *a, const struct subject *s)
{
	const struct pod *pod = (const struct pod *)s->before;

	if (sym_is(pod->status.phase, "Pending"))
		note(a, s, _("it is no longer Pending, or deleted"));
}

static void compare_list(struct again *a, const struct reading *r)
{
	struct cluster *now = cluster_beside(a->p->c);

	for (size_t i = 0; i < r->staged.n; i++)
		cluster_put(now, KIND_POD, r->staged.v[i]);
	for (size_t i = 0; i < a->n; i++) {
		const struct subject *s = &a->v[i];
		struct meta *after;

		if (s->kind != KIND_POD)
			continue;
		after = cluster_find(now, KIND_POD, s->before->namespace_, s->before->name);
		if (after)
			compare(a, s, after);
		else
			compare_left(a, s);
	}
	cluster_free(now);
}

static void read_list(struct again *a, struct http *h)
{
	struct reading r = { .kind = KIND_POD, .namespace_ = a->p->wanted->namespace_,
			     .fields = pending, .chunk = a->p->chunk };

	reading_start(&r, h, a->p->c);
	http_run(h);
	if (r.result == READING_OK)
		compare_list(a, &r);
	reading_release(&r);
}

void again_read(struct plan *p, struct http *h)
{
	struct again a = { .p = p };

	if (!p->wanted->manifest) {
		find_named(&a);
		find_others(&a);
	}
	if (a.n > SINGLES_MAX)
		read_list(&a, h);
	else
		read_singles(&a, h, a.n);
	tell_rest(&a);
	xfree(a.v);
}
