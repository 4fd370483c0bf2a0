#include "render/emitter.h"

#include <inttypes.h>

#include "base/die.h"
#include "base/strbuf.h"
#include "model/time.h"

void emitter_newline(struct emitter *e, unsigned indent)
{
	static const char spaces[2 * EMITTER_DEPTH_MAX + 1] =
		"                                                ";

	fputc('\n', e->out);
	fwrite(spaces, 1, indent < sizeof(spaces) ? indent : sizeof(spaces) - 1, e->out);
}

static void emit_key(struct emitter *e, const char *key)
{
	struct emitter_level *top = emitter_top(e);

	e->ops->key(e, key);
	if (top)
		top->n++;
}

static void emit_open(struct emitter *e, const char *key, bool array)
{
	struct emitter_level *level;

	emit_key(e, key);
	if (e->depth == EMITTER_DEPTH_MAX)
		die("report nested deeper than %d", EMITTER_DEPTH_MAX);
	level = &e->levels[e->depth++];
	*level = (struct emitter_level){ .array = array };
	e->ops->open(e, level, e->depth > 1 ? level - 1 : NULL);
}

void emit_object(struct emitter *e, const char *key)
{
	emit_open(e, key, false);
}

void emit_array(struct emitter *e, const char *key)
{
	emit_open(e, key, true);
}

void emit_end(struct emitter *e)
{
	if (e->depth == 0)
		die("end of nothing");
	e->ops->close(e, &e->levels[e->depth - 1]);
	e->depth--;
}

void emit_finish(struct emitter *e)
{
	fputc('\n', e->out);
}

static void emit_word(struct emitter *e, const char *key, const char *word)
{
	emit_key(e, key);
	e->ops->scalar_word(e, word);
}

void emit_null(struct emitter *e, const char *key)
{
	emit_word(e, key, "null");
}

void emit_string(struct emitter *e, const char *key, const char *s)
{
	if (!s) {
		emit_null(e, key);
		return;
	}
	emit_key(e, key);
	e->ops->scalar_string(e, s);
}

void emit_json(struct emitter *e, const char *key, const char *json)
{
	emit_word(e, key, json);
}

void emit_bool(struct emitter *e, const char *key, bool v)
{
	emit_word(e, key, v ? "true" : "false");
}

void emit_i64(struct emitter *e, const char *key, int64_t v)
{
	char digits[24];

	snprintf(digits, sizeof(digits), "%" PRId64, v);
	emit_word(e, key, digits);
}

void emit_opt_i64(struct emitter *e, const char *key, struct opt_i64 v)
{
	if (v.set)
		emit_i64(e, key, v.v);
	else
		emit_null(e, key);
}

void emit_time(struct emitter *e, const char *key, struct opt_time t)
{
	struct strbuf text = STRBUF_INIT;

	if (t.set)
		time_format(t.us, &text);
	emit_string(e, key, t.set ? text.buf : NULL);
	strbuf_release(&text);
}

void emit_strings(struct emitter *e, const char *key, const struct strings *s)
{
	emit_array(e, key);
	for (uint32_t i = 0; i < s->n; i++)
		emit_string(e, NULL, s->v[i]);
	emit_end(e);
}
