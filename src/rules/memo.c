#include "rules/memo.h"

#include <string.h>

#include "base/die.h"
#include "base/hash.h"

#define SLOTS 256 /* each with a text of up to 8 KiB */

struct slot {
	struct strbuf key;
	struct found found;
};

struct memo {
	struct slot slots[SLOTS];
	struct strbuf key;
};

struct memo *memo_new(void)
{
	return xcalloc(1, sizeof(struct memo));
}

void memo_free(struct memo *m)
{
	for (size_t i = 0; m && i < SLOTS; i++)
		if (m->slots[i].key.cap)
			strbuf_release(&m->slots[i].key);
	if (m && m->key.cap)
		strbuf_release(&m->key);
	xfree(m);
}

static void add_part(struct strbuf *key, const char *part)
{
	if (part)
		strbuf_adds(key, part);
	strbuf_addc(key, '\0');
}

/* Everything that decides which rule matches. */
static void make_key(struct strbuf *key, const struct rule_input *in)
{
	strbuf_addc(key, (char)in->source);
	strbuf_addc(key, in->init ? 'i' : '-');
	add_part(key, in->kind);
	add_part(key, in->name);
	add_part(key, in->status);
	add_part(key, in->reason);
	add_part(key, in->component);
	if (in->exit_code.set)
		strbuf_addf(key, "%lld", (long long)in->exit_code.v);
	strbuf_addc(key, '\0');
	strbuf_adds(key, in->message);
}

struct found *memo_get(struct memo *m, const struct rule_input *in, bool *ret_known)
{
	struct slot *slot;

	if (!m->key.buf)
		m->key = (struct strbuf)STRBUF_INIT;
	strbuf_reset(&m->key);
	make_key(&m->key, in);
	slot = &m->slots[hash_bytes(m->key.buf, m->key.len) % SLOTS];
	*ret_known = slot->key.cap && slot->key.len == m->key.len &&
		     memcmp(slot->key.buf, m->key.buf, m->key.len) == 0;
	if (*ret_known)
		return &slot->found;
	if (!slot->key.buf)
		slot->key = (struct strbuf)STRBUF_INIT;
	strbuf_reset(&slot->key);
	strbuf_add(&slot->key, m->key.buf, m->key.len);
	slot->found = (struct found){ .n_wrappers = 0 };
	return &slot->found;
}
