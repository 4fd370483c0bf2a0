#include "bundle/sentence.h"

#include <stdlib.h>
#include <string.h>

#include "base/strbuf.h"
#include "bundle/keep.h"
#include "bundle/token.h"
#include "model/time.h"
#include "rules/scan.h"

#define DROPPED "(redacted)"
#define PIECE_BYTES_MAX 512
#define PARTS_MAX 32
#define PORT_BYTES_MAX 5
#define MAYBE_NAMESPACE ((char)NAME_CLASSES) /* where it is the name of one */

/* ---- the words that are kept ---- */

static void keep_words(void *self, const char *text, size_t len)
{
	struct sentences *s = self;
	struct token t = token_first(text, len);

	for (; t.len; t = token_next(&t))
		pairmap_put(&s->words, sym_intern(s->c.names->syms, t.at, t.len).s, NULL);
}

static void keep_text(struct sentences *s, const char *text)
{
	keep_words(s, text, strlen(text));
}

void sentences_init(struct sentences *s, const struct classifier *c)
{
	*s = (struct sentences){ .c = *c, .class_of = STRBUF_INIT };
	pairmap_init(&s->words, c->names->arena);
	pairmap_init(&s->done, c->names->arena);
	pairmap_init(&s->learned, c->names->arena);
	rules_plain_text(c->rules, keep_words, s);
	for (size_t i = 0; i < keep_count; i++)
		if (keep_rows[i].list != KEEP_VALUE && keep_rows[i].list != KEEP_OPEN)
			keep_text(s, keep_rows[i].text);
	for (int k = 0; k < KIND_COUNT; k++) {
		keep_text(s, kinds[k].name);
		keep_text(s, kinds[k].plural);
	}
}

void sentences_release(struct sentences *s)
{
	strbuf_release(&s->class_of);
}

static bool is_known(const struct sentences *s, const char *at, size_t len)
{
	sym word = sym_find(s->c.names->syms, at, len);

	return word.s && pairmap_get(&s->words, word.s, NULL);
}

static bool is_upper(char c)
{
	return c >= 'A' && c <= 'Z';
}

static bool is_lower(char c)
{
	return c >= 'a' && c <= 'z';
}

/* hcnCreateNetwork: known words in one.  No name of an object has capitals. */
static bool is_compound(const struct sentences *s, const char *at, size_t len)
{
	size_t begin = 0, words = 0;

	for (size_t i = 0; i < len; i++)
		if (!is_upper(at[i]) && !is_lower(at[i]))
			return false;
	for (size_t i = 1; i <= len; i++) {
		if (i < len && (!is_upper(at[i]) || is_upper(at[i - 1])))
			continue;
		if (!is_known(s, at + begin, i - begin))
			return false;
		begin = i;
		words++;
	}
	return words > 1;
}

static bool is_word(const struct sentences *s, const char *at, size_t len)
{
	return is_known(s, at, len) || is_compound(s, at, len);
}

bool sentence_keeps(const struct sentences *s, sym word)
{
	size_t len = strlen(word.s);

	return is_word(s, word.s, len) || token_is_amount(word.s, len) || token_is_time(word.s, len);
}

/* ---- what rules take out of a text ---- */

/* Groups that hold a name and nothing else: a word that rules know is a name there. */
static const struct group_class {
	const char *group;
	unsigned class_;
} group_classes[] = {
	{ "image", HIDE_IMAGE }, { "repository", HIDE_IMAGE },
	{ "claim", HIDE_CLAIM }, { "volume", HIDE_MOUNT }, { "pv", HIDE_VOLUME },
	{ "class", HIDE_CLASS }, { "driver", HIDE_DRIVER }, { "provisioner", HIDE_DRIVER },
	{ "secret", HIDE_NAME }, { "configmap", HIDE_NAME }, { "serviceaccount", HIDE_NAME },
	{ "account", HIDE_NAME }, { "name", HIDE_NAME }, { "object_name", HIDE_NAME },
	{ "object_namespace", HIDE_NAMESPACE }, { "claim_namespace", HIDE_NAMESPACE },
	{ "secret_namespace", HIDE_NAMESPACE }, { "configmap_namespace", HIDE_NAMESPACE },
	{ "account_namespace", HIDE_NAMESPACE }, { "crashed_namespace", HIDE_NAMESPACE },
	{ "in_namespace", HIDE_NAMESPACE }, { "attachment_namespace", HIDE_NAMESPACE },
	{ "owner_pod", HIDE_POD }, { "pod_name", HIDE_POD }, { "wanted_pod", HIDE_POD },
	{ "crashed_pod", HIDE_POD }, { "hooked_pod", HIDE_POD }, { "failed_pod", HIDE_POD },
	{ "mounted_pod", HIDE_POD }, { "lost_pod", HIDE_POD },
	{ "crashed", HIDE_CONTAINER }, { "hooked", HIDE_CONTAINER }, { "killed", HIDE_CONTAINER },
	{ "created", HIDE_CONTAINER }, { "stopped", HIDE_CONTAINER }, { "init", HIDE_CONTAINER },
	{ "restarted", HIDE_CONTAINER }, { "in_container", HIDE_CONTAINER },
	{ "heavy_container", HIDE_CONTAINER }, { "failed_container", HIDE_CONTAINER },
	{ "node_name", HIDE_NODE }, { "silent_node", HIDE_NODE }, { "limited_node", HIDE_NODE },
	{ "csi_node", HIDE_NODE }, { "failed_node", HIDE_NODE }, { "assigned", HIDE_NODE },
	{ "quota", HIDE_NAME }, { "queue", HIDE_NAME }, { "flavor", HIDE_NAME },
	{ "webhook", HIDE_NAME }, { "nodepool", HIDE_NAME }, { "nodeclaim", HIDE_NAME },
	{ "user", HIDE_NAME }, { "digest", NAME_DIGEST },
	{ "network", HIDE_NAME }, { "replicaset", HIDE_WORKLOAD }, { "workload", HIDE_NAME },
	{ "handler", HIDE_NAME }, { "gang", HIDE_NAME },
};

static void mark_group(void *self, const char *group, size_t begin, size_t end)
{
	unsigned char *class_of = self;

	for (size_t i = 0; i < sizeof(group_classes) / sizeof(*group_classes); i++)
		if (strcmp(group, group_classes[i].group) == 0)
			memset(class_of + begin, (int)group_classes[i].class_, end - begin);
}

/* ---- words ---- */

/* A piece of a text, ended by a NUL. */
struct piece {
	const char *at;
	size_t len;
	bool is_part;     /* of a token: a host, a path */
	bool is_port;     /* as that it is behind a colon */
	bool is_measured; /* a number of something */
	char text[PIECE_BYTES_MAX + 1];
	unsigned class_;    /* of the name that stands there, 0: any word may */
	struct name *known; /* the name that the text is noted as, or NULL */
};

typedef void (*piece_fn)(void *self, const char *at, size_t len, struct name *name);

/* Numbers of accounts and of people are no amounts, nor is what a host or a path is made of. */
static bool is_amount(const struct piece *p)
{
	if (!token_is_amount(p->text, p->len))
		return false;
	if (p->is_part) /* :443, hugetlb.2MB */
		return p->len <= PORT_BYTES_MAX && (p->is_port || p->text[p->len - 1] > '9');
	return p->is_measured || !token_may_identify(p->text, p->len);
}

/* A word that nobody has to hide, unless it stands where a name does. */
static bool is_plain(const struct sentences *s, const struct piece *p)
{
	if (!p->class_ && is_word(s, p->text, p->len))
		return true;
	if (p->known)
		return false;
	if (!p->class_ && !p->is_part && classify_keeps_word(&s->c, p->text))
		return true;
	return is_amount(p) || token_is_time(p->text, p->len) ||
	       classify_keeps(&s->c, p->class_ ? p->class_ : (unsigned)HIDE_VALUE, p->text);
}

static struct name *note(const struct sentences *s, const char *at, size_t len, unsigned class_)
{
	unsigned found = token_class(at, len);

	return names_note_text(s->c.names, class_ && found == NAME_TOKEN ? class_ : found, at, len);
}

static void begin_piece(const struct sentences *s, struct piece *p, const char *at, size_t len,
			unsigned class_)
{
	p->at = at;
	p->len = len;
	memcpy(p->text, at, len);
	p->text[len] = '\0';
	p->known = names_find(s->c.names, sym_find(s->c.names->syms, at, len));
	p->class_ = class_;
	if (class_ == MAYBE_NAMESPACE)
		p->class_ = name_is(p->known, HIDE_NAMESPACE) ? HIDE_NAMESPACE : 0;
}

static size_t part_of(const char *at, size_t len)
{
	bool whole = token_class(at, len) != NAME_TOKEN || token_is_amount(at, len);

	return whole ? len : token_part(at, len);
}

/* A token of a text, or what is left of it. */
struct rest {
	const char *at;
	size_t len;
	unsigned class_;
	bool is_part, is_port, is_measured; /* as of a piece */
};

/*
 * fn gets the pieces with the name that takes their place, NULL where they stay.  A token that is no
 * known name is taken apart: registry/team/image:tag, ns/name, name_ns.  What is in front of a
 * separator has none of its kind, so this goes no deeper than there are kinds.
 */
static void each_piece(const struct sentences *s, struct rest r, piece_fn fn, void *self)
{
	while (r.len) {
		struct piece p = { .is_part = r.is_part, .is_port = r.is_port,
				   .is_measured = r.is_measured };
		size_t part;
		bool plain;

		begin_piece(s, &p, r.at, r.len, r.class_);
		plain = is_plain(s, &p);
		part = part_of(r.at, r.len);
		if (plain || p.known || part == r.len) {
			fn(self, r.at, r.len,
			   plain ? NULL : p.known ? p.known : note(s, r.at, r.len, p.class_));
			return;
		}
		if (part == 6 && memcmp(r.at, "sha256", 6) == 0)
			r.class_ = NAME_DIGEST;
		r.is_part |= r.at[part] != '-'; /* a version may be in front of it */
		each_piece(s, (struct rest){ r.at, part, r.class_, r.is_part, r.is_port, false }, fn, self);
		r.is_part = true;
		fn(self, r.at + part, 1, NULL);
		r.is_port = r.at[part] == ':';
		r.at += part + 1;
		r.len -= part + 1;
	}
}

/* What is longer than any name, or has more parts, is not looked into. */
static void each_piece_of(const struct sentences *s, const char *text, const struct token *t,
			  unsigned class_, piece_fn fn, void *self)
{
	size_t parts = 0;

	for (size_t i = 0; i < t->len; i++)
		parts += strchr("/:@_~+%.", t->at[i]) != NULL;
	if (t->len > PIECE_BYTES_MAX || parts > PARTS_MAX)
		fn(self, t->at, t->len, note(s, t->at, t->len, 0));
	else
		each_piece(s, (struct rest){ t->at, t->len, class_, false, t->at > text && t->at[-1] == ':',
					     token_is_measured(text, t->at, t->len) }, fn, self);
}

/* By byte the class of the name that it is in, or 0.  Whether a rule knows the text. */
static bool mark_groups(struct sentences *s, sym text)
{
	strbuf_reset(&s->class_of);
	strbuf_addn(&s->class_of, '\0', strlen(text.s) + 1);
	return rules_scan(s->c.rules, text.s, mark_group, s->class_of.buf);
}

/* Rules look no further.  Never ends inside a character. */
static size_t looked_at(const char *text)
{
	size_t len = strnlen(text, RULE_TEXT_BYTES_MAX);

	while (text[len] && len && ((unsigned char)text[len] & 0xc0) == 0x80)
		len--;
	return len;
}

static void each_token(const struct sentences *s, sym text, piece_fn fn, void *self)
{
	size_t len = looked_at(text.s);
	const char *end = text.s;

	for (struct token t = token_first(text.s, len); t.len; t = token_next(&t)) {
		fn(self, end, (size_t)(t.at - end), NULL);
		each_piece_of(s, text.s, &t, (unsigned char)s->class_of.buf[t.at - text.s], fn,
			      self);
		end = t.at + t.len;
	}
	fn(self, end, (size_t)(text.s + len - end), NULL);
}

static bool is_dropped(const char *text, bool known)
{
	return !known && !keep_has_frame(text);
}

static void note_piece(void *self, const char *at, size_t len, struct name *name)
{
	(void)self; /* name_of() has noted it */
	(void)at;
	(void)len;
	(void)name;
}

void sentence_learn(struct sentences *s, sym text)
{
	if (sym_empty(text) || pairmap_put(&s->learned, text.s, NULL)->num++)
		return;
	if (!is_dropped(text.s, mark_groups(s, text)))
		each_token(s, text, note_piece, NULL);
}

/* ---- what comes out ---- */

struct writer {
	const struct sentences *s;
	struct strbuf *out;
};

static void write_piece(void *self, const char *at, size_t len, struct name *name)
{
	struct writer *w = self;

	if (name)
		strbuf_adds(w->out, name_out(w->s->c.names, name).s);
	else
		strbuf_add(w->out, at, len);
}

/* A text whose groups are marked. */
static sym rewrite(const struct sentences *s, sym text)
{
	struct strbuf out = STRBUF_INIT;
	struct writer w = { s, &out };
	sym ret;

	each_token(s, text, write_piece, &w);
	token_sort_clauses(text.s, &out);
	ret = sym_intern(s->c.names->syms, out.buf, out.len);
	strbuf_release(&out);
	return ret;
}

sym sentence_out(struct sentences *s, sym text)
{
	const union pairmap_value *done;
	sym ret;

	if (sym_empty(text))
		return text;
	done = pairmap_get(&s->done, text.s, NULL);
	if (done)
		return (sym){ done->cptr };
	ret = is_dropped(text.s, mark_groups(s, text)) ? sym_str(s->c.names->syms, DROPPED) :
							 rewrite(s, text);
	pairmap_put(&s->done, text.s, NULL)->cptr = ret.s;
	return ret;
}

/* Each word of it may be a namespace, and nothing else has a name in it. */
sym sentence_reason(struct sentences *s, sym text)
{
	strbuf_reset(&s->class_of);
	strbuf_addn(&s->class_of, MAYBE_NAMESPACE, strlen(text.s) + 1);
	return rewrite(s, text);
}
