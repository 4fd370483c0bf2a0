#include "bundle/redact.h"

#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "base/strbuf.h"
#include "bundle/arguments.h"
#include "bundle/compose.h"
#include "bundle/keep.h"
#include "bundle/sentence.h"
#include "load/scheduler_config.h"
#include "load/walk.h"

struct redactor {
	struct cluster *c;
	struct arena *arena;
	struct names names;
	struct classifier classify;
	struct sentences sentences;
	bool learning;
};

/* ---- texts that are more than one name ---- */

/* One name among other text. */
static void put_name(struct redactor *r, unsigned class_, const char *s, size_t len, struct strbuf *out)
{
	struct name *name = len ? classify(&r->classify, class_, sym_intern(r->c->syms, s, len)) : NULL;

	if (name && !r->learning)
		strbuf_adds(out, name_out(&r->names, name).s);
	else
		strbuf_add(out, s, len);
}

/* Words with a separator between them, each for itself: lists, command lines. */
static void put_words(struct redactor *r, unsigned class_, const char *s, const char *between,
		      struct strbuf *out)
{
	while (*s) {
		size_t len = strcspn(s, between);

		put_name(r, class_, s, len, out);
		s += len;
		if (*s)
			strbuf_addc(out, *s++);
	}
}

/* spec.containers{web} */
static void put_path(struct redactor *r, const char *s, struct strbuf *out)
{
	size_t head = strcspn(s, "{"), len = strlen(s);

	if (strspn(s, "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ.") != head ||
	    (s[head] && s[len - 1] != '}'))
		return; /* of something else than a container: not read */
	strbuf_add(out, s, head);
	if (!s[head])
		return;
	strbuf_addc(out, '{');
	put_words(r, HIDE_CONTAINER, s + head + 1, "}", out);
}

/* A member of an expression: no dash may be in its pseudonym. */
static void put_member(struct redactor *r, const char *s, size_t len, struct strbuf *out)
{
	size_t begin = out->len;

	if ((*s >= '0' && *s <= '9') || keep_has(KEEP_CEL, sym_intern(r->c->syms, s, len).s)) {
		strbuf_add(out, s, len);
		return;
	}
	put_name(r, HIDE_VALUE, s, len, out);
	for (size_t i = begin; i < out->len; i++)
		if (out->buf[i] == '-')
			out->buf[i] = '_';
}

/* Strings and members become pseudonyms; what is no plain expression is dropped whole. */
static void put_cel(struct redactor *r, const char *s, struct strbuf *out)
{
	static const char letters[] = "abcdefghijklmnopqrstuvwxyzABCDEFGHIJKLMNOPQRSTUVWXYZ_0123456789";
	bool plain = !strpbrk(s, "\\\r") && !strstr(s, "\"\"\"") && !strstr(s, "'''");

	while (plain && *s) {
		size_t len = *s == '"' || *s == '\'' ? 0 : strspn(s, letters);
		const char *end = len || (*s != '"' && *s != '\'') ? s : strchr(s + 1, *s);

		if (!end) {
			plain = false;
		} else if (len) {
			put_member(r, s, len, out);
			s += len;
		} else if (end > s) {
			strbuf_addc(out, *s);
			put_name(r, HIDE_DRIVER, s + 1, (size_t)(end - s) - 1, out);
			strbuf_addc(out, *s);
			s = end + 1;
		} else {
			strbuf_addc(out, *s++);
		}
	}
	if (plain)
		return;
	strbuf_reset(out);
	strbuf_adds(out, "(redacted)");
}

/* ---- annotations ---- */

static const struct annotation_class {
	const char *key;
	unsigned class_;
} annotation_classes[] = {
	{ "deployment.kubernetes.io/revision", HIDE_NOTHING },
	{ "kubernetes.io/config.mirror", HIDE_UID },
	{ "kubernetes.io/limit-ranger", HIDE_TEXT },
	{ "resource.kubernetes.io/pod-claim-name", HIDE_MOUNT },
	{ "scheduling.k8s.io/group-name", HIDE_NAME },
	{ "storage.alpha.kubernetes.io/migrated-plugins", HIDE_DRIVER },
	{ "volume.beta.kubernetes.io/storage-class", HIDE_CLASS },
	{ "volume.beta.kubernetes.io/storage-provisioner", HIDE_DRIVER },
	{ "volume.kubernetes.io/selected-node", HIDE_NODE },
	{ "volume.kubernetes.io/storage-provisioner", HIDE_DRIVER },
};

static const struct annotation_class *find_annotation(sym key)
{
	for (size_t i = 0; i < sizeof(annotation_classes) / sizeof(*annotation_classes); i++)
		if (sym_is(key, annotation_classes[i].key))
			return &annotation_classes[i];
	return NULL;
}

/* ---- one text ---- */

static unsigned class_of_kind(int kind)
{
	switch (kind) {
	case KIND_POD: return HIDE_POD;
	case KIND_NODE: case KIND_CSI_NODE: return HIDE_NODE;
	case KIND_NAMESPACE: return HIDE_NAMESPACE;
	case KIND_PVC: case KIND_RESOURCE_CLAIM: return HIDE_CLAIM;
	case KIND_PV: return HIDE_VOLUME;
	case KIND_STORAGE_CLASS: case KIND_PRIORITY_CLASS: case KIND_DEVICE_CLASS: return HIDE_CLASS;
	case KIND_CSI_DRIVER: return HIDE_DRIVER;
	case KIND_EVENT: return HIDE_EVENT;
	case KIND_RESOURCE_SLICE: return HIDE_DEVICE;
	case KIND_DEPLOYMENT: case KIND_REPLICA_SET: case KIND_STATEFUL_SET: case KIND_DAEMON_SET:
	case KIND_JOB: case KIND_CRON_JOB: case KIND_REPLICATION_CONTROLLER:
		return HIDE_WORKLOAD;
	default: return HIDE_NAME;
	}
}

static unsigned class_at(const struct walk_at *at)
{
	const struct annotation_class *a = at->key.s ? find_annotation(at->key) : NULL;

	if (a)
		return a->class_;
	if (at->hide == HIDE_NAME && at->table == &table_meta)
		return at->base == at->object ? class_of_kind(at->kind) : HIDE_MOUNT;
	return at->hide;
}

static struct name *name_at(struct redactor *r, const struct walk_at *at, unsigned class_, sym s)
{
	if (class_ == HIDE_LABEL && at->key.s)
		return classify_label(&r->classify, at->key.s, s);
	return classify(&r->classify, class_, s);
}

/* A text that is taken apart; .s NULL: it is one name. */
static sym put_apart(struct redactor *r, const struct walk_at *at, unsigned class_, sym s)
{
	struct strbuf out = STRBUF_INIT;
	sym ret = { NULL };

	if (class_ == HIDE_PATH)
		put_path(r, s.s, &out);
	else if (class_ == HIDE_CEL)
		put_cel(r, s.s, &out);
	else if (class_ == HIDE_ARGUMENT)
		put_words(r, HIDE_NAME, s.s, " ", &out);
	else if (class_ == HIDE_DRIVER && at->key.s)
		put_words(r, HIDE_DRIVER, s.s, ",", &out);
	else
		return ret;
	ret = sym_intern(r->c->syms, out.buf, out.len);
	strbuf_release(&out);
	return ret;
}

static sym change(void *self, const struct walk_at *at, sym s)
{
	struct redactor *r = self;
	unsigned class_ = class_at(at);
	struct name *name;
	sym apart;

	if (!*s.s || class_ == HIDE_NOTHING)
		return s;
	if (class_ == HIDE_TEXT)
		return sentence_out(&r->sentences, s);
	apart = put_apart(r, at, class_, s);
	if (apart.s)
		return apart;
	name = name_at(r, at, class_, s);
	return name ? name_out(&r->names, name) : s;
}

/* ---- learning ---- */

static void note_bounds(struct redactor *r, const struct walk_at *at)
{
	const struct selector_req *req = at->base;

	if (at->table == &table_selector_reqs && (req->op == OP_GT || req->op == OP_LT))
		r->names.has_bounds = true;
}

static sym learn(void *self, const struct walk_at *at, sym s)
{
	struct redactor *r = self;
	unsigned class_ = class_at(at);

	note_bounds(r, at);
	if (class_ != HIDE_NOTHING && class_ != HIDE_TEXT && !put_apart(r, at, class_, s).s)
		name_at(r, at, class_, s);
	return s;
}

static sym learn_text(void *self, const struct walk_at *at, sym s)
{
	struct redactor *r = self;

	if (class_at(at) == HIDE_TEXT)
		sentence_learn(&r->sentences, s);
	return s;
}

static void walk(struct redactor *r, struct cluster *c, walk_fn fn)
{
	struct arena *scratch = arena_new();
	struct walk w;

	walk_init(&w, scratch, fn, r);
	walk_cluster(&w, c);
	arena_free(scratch);
}

void redactor_learn(struct redactor *r, struct cluster *c)
{
	arguments_reduce(c);
	compose_names(&r->classify, c);
	walk(r, c, learn);
	walk(r, c, learn_text);
}

/* ---- changing ---- */

static void begin_changes(struct redactor *r)
{
	if (!r->learning)
		return;
	names_assign(&r->names);
	r->learning = false;
}

/* Names of files and objects are in them. */
static void change_notes(struct cluster *c)
{
	size_t lost = 0, told;

	for (size_t i = 0; i < c->notes.n; i++)
		lost += c->notes.v[i].severity == NOTE_LOST;
	told = c->notes.n - lost;
	c->notes.n = 0;
	if (told)
		cluster_note(c, false, tr_n("%zu warning about the input, the text of which is redacted",
					    "%zu warnings about the input, the texts of which are redacted",
					    told), told);
	if (lost)
		cluster_note(c, true, tr_n("%zu thing in the input could not be read; its text is redacted",
					   "%zu things in the input could not be read; their texts are redacted",
					   lost), lost);
}

/* Which permission is missing is told without where. */
static void change_coverage(struct redactor *r, struct cluster *c)
{
	for (int k = 0; k < KIND_COUNT; k++) {
		sym why = { NULL };

		if (!c->coverage_why[k])
			continue;
		why = sentence_reason(&r->sentences, sym_str(c->syms, c->coverage_why[k]));
		c->coverage_why[k] = why.s;
	}
}

static void change_lost_pods(struct redactor *r, struct cluster *c)
{
	for (size_t i = 0; i < c->lost_pods.n; i++) {
		struct lost_pod *p = &c->lost_pods.v[i];

		p->node_name.s = redactor_text(r, HIDE_NODE, p->node_name.s);
		p->nominated_node.s = redactor_text(r, HIDE_NODE, p->nominated_node.s);
	}
}

void redactor_change(struct redactor *r, struct cluster *c)
{
	r->names.pseudonyms |= c->redacted;
	begin_changes(r);
	walk(r, c, change);
	change_lost_pods(r, c);
	change_coverage(r, c);
	change_notes(c);
	c->redacted = true;
}

void redactor_change_selector(struct redactor *r, struct label_selector *s)
{
	struct arena *scratch = arena_new();
	struct walk w;

	begin_changes(r);
	walk_init(&w, scratch, change, r);
	walk_object(&w, KIND_COUNT, &table_label_selector, s);
	arena_free(scratch);
}

void redactor_change_config(struct redactor *r, struct scheduler_config *config)
{
	struct arena *scratch = arena_new();
	struct walk w;

	begin_changes(r);
	walk_init(&w, scratch, change, r);
	scheduler_config_walk(&w, config);
	arena_free(scratch);
}

const char *redactor_text(struct redactor *r, enum hide hide, const char *text)
{
	const struct walk_at at = { .hide = hide, .kind = KIND_COUNT };

	begin_changes(r);
	return text ? change(r, &at, sym_str(r->c->syms, text)).s : NULL;
}

/* A piece of an argument: a name, an amount, a word such as NoSchedule. */
static void put_piece(struct redactor *r, const char *s, size_t len, struct strbuf *out);

/* NAMESPACE/POD of which one is known, or the key of a label. */
static bool put_pair(struct redactor *r, sym text, struct strbuf *out)
{
	const char *slash = strchr(text.s, '/');
	size_t len = slash ? (size_t)(slash - text.s) : 0;

	if (!slash || (!names_find(&r->names, sym_find(r->c->syms, text.s, len)) &&
		       !names_find(&r->names, sym_find(r->c->syms, slash + 1, strlen(slash + 1)))))
		return false;
	put_piece(r, text.s, len, out);
	strbuf_addc(out, '/');
	put_piece(r, slash + 1, strlen(slash + 1), out);
	return true;
}

static void put_piece(struct redactor *r, const char *s, size_t len, struct strbuf *out)
{
	sym text = sym_intern(r->c->syms, s, len);
	struct name *name = names_find(&r->names, text);
	bool kept = !name && (sentence_keeps(&r->sentences, text) ||
			      classify_keeps(&r->classify, HIDE_RESOURCE, text.s));

	if (!name && !kept && put_pair(r, text, out))
		return;
	if (!name && !kept)
		name = classify(&r->classify, strchr(text.s, '/') ? HIDE_KEY : HIDE_NAME, text);
	strbuf_adds(out, name ? name_out(&r->names, name).s : text.s);
}

const char *redactor_expression(struct redactor *r, const char *text, struct arena *arena)
{
	static const char marks[] = " \t=:,*@()!";
	struct strbuf out = STRBUF_INIT;
	const char *ret;

	begin_changes(r);
	while (text && *text) {
		size_t len = strcspn(text, marks);

		if (len)
			put_piece(r, text, len, &out);
		text += len;
		if (*text)
			strbuf_addc(&out, *text++);
	}
	ret = text ? arena_strdup(arena, out.buf) : NULL;
	strbuf_release(&out);
	return ret;
}

/* ---- messages ---- */

static bool is_letter(char c)
{
	return (c >= 'a' && c <= 'z') || (c >= 'A' && c <= 'Z') || (unsigned char)c >= 0x80;
}

/* Paths, addresses and numbers, and words that no message of this program has. */
static bool may_name(const char *s, size_t len)
{
	static const char marks[] = "./:@_\\";
	size_t marked = 0;

	for (size_t i = 0; i < len; i++)
		marked += strchr(marks, s[i]) != NULL;
	if (strcspn(s, "0123456789") < len || (marked && marked < len))
		return true;
	for (size_t i = 0; i < len;) {
		size_t begin = i;

		while (i < len && is_letter(s[i]))
			i++;
		if (i > begin && !i18n_has_word(s + begin, i - begin))
			return true;
		i += i == begin;
	}
	return false;
}

/* How long the word is: a blank or a quote ends it. */
static size_t message_word(const char *s)
{
	size_t len = strcspn(s, " \t\n\"");

	while (len > 1 && strchr(".:,;", s[len - 1]))
		len--;
	return len;
}

void redact_message(struct strbuf *out, const char *text)
{
	while (*text) {
		const char *end = *text == '"' ? strchr(text + 1, '"') : NULL;
		size_t len = end ? (size_t)(end + 1 - text) : message_word(text);

		if (end)
			strbuf_adds(out, "\"(redacted)\"");
		else if (len && may_name(text, len))
			strbuf_adds(out, "(redacted)");
		else
			strbuf_add(out, text, len ? len : 1);
		text += len ? len : 1;
	}
}

/* ---- life ---- */

struct redactor *redactor_new(struct cluster *c, const struct rules *rules)
{
	struct redactor *r = xcalloc(1, sizeof(*r));

	r->c = c;
	r->arena = arena_new();
	r->learning = true;
	names_init(&r->names, r->arena, c->syms);
	r->classify = (struct classifier){ &r->names, rules };
	sentences_init(&r->sentences, &r->classify);
	return r;
}

void redactor_free(struct redactor *r)
{
	if (!r)
		return;
	sentences_release(&r->sentences);
	arena_free(r->arena);
	xfree(r);
}
