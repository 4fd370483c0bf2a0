/* The line at the bottom that is typed into. */
#include <string.h>

#include "base/i18n.h"
#include "base/text.h"
#include "tui/ui_state.h"

#define PROMPT_BYTES_MAX 500u

static void set_text(struct strbuf *sb, const char *text)
{
	strbuf_reset(sb);
	strbuf_adds(sb, text);
}

void prompt_open(struct ui *ui, enum prompt_kind kind, const char *title, const char *text)
{
	struct prompt *p = &ui->prompt;

	p->kind = kind;
	p->from = ui_top(ui)->list->cursor;
	set_text(&p->title, title);
	set_text(&p->text, text);
	set_text(&p->before, text);
	p->at = p->text.len;
}

void prompt_release(struct prompt *p)
{
	strbuf_release(&p->title);
	strbuf_release(&p->text);
	strbuf_release(&p->before);
}

/* --- editing */

static size_t length_before(const struct prompt *p)
{
	size_t n = 0;

	do
		n++;
	while (n < p->at && (p->text.buf[p->at - n] & 0xc0) == 0x80);
	return p->at ? n : 0;
}

static size_t length_behind(const struct prompt *p)
{
	uint32_t c;
	int n = utf8_decode(p->text.buf + p->at, p->text.len - p->at, &c);

	return n > 0 ? (size_t)n : 0;
}

static void cut(struct prompt *p, size_t from, size_t to)
{
	memmove(p->text.buf + from, p->text.buf + to, p->text.len - to + 1);
	p->text.len -= to - from;
	p->at = from;
}

static size_t encode(uint32_t c, char *out)
{
	if (c < 0x80) {
		out[0] = (char)c;
		return 1;
	}
	if (c < 0x800) {
		out[0] = (char)(0xc0 | c >> 6);
		out[1] = (char)(0x80 | (c & 0x3f));
		return 2;
	}
	if (c < 0x10000) {
		out[0] = (char)(0xe0 | c >> 12);
		out[1] = (char)(0x80 | (c >> 6 & 0x3f));
		out[2] = (char)(0x80 | (c & 0x3f));
		return 3;
	}
	out[0] = (char)(0xf0 | c >> 18);
	out[1] = (char)(0x80 | (c >> 12 & 0x3f));
	out[2] = (char)(0x80 | (c >> 6 & 0x3f));
	out[3] = (char)(0x80 | (c & 0x3f));
	return 4;
}

static void insert(struct prompt *p, uint32_t c)
{
	char bytes[4];
	size_t n = encode(c, bytes);

	if (p->text.len + n > PROMPT_BYTES_MAX || !utf8_valid(bytes, n))
		return;
	strbuf_add(&p->text, bytes, n); /* makes room */
	memmove(p->text.buf + p->at + n, p->text.buf + p->at, p->text.len - n - p->at);
	memcpy(p->text.buf + p->at, bytes, n);
	p->at += n;
}

static void cut_word(struct prompt *p)
{
	size_t from = p->at;

	while (from && p->text.buf[from - 1] == ' ')
		from--;
	while (from && p->text.buf[from - 1] != ' ')
		from--;
	cut(p, from, p->at);
}

/* False: not a key that edits. */
static bool edit(struct prompt *p, uint32_t key)
{
	switch (key) {
	case K_BACKSPACE:
	case K_CTRL('h'):
		cut(p, p->at - length_before(p), p->at);
		return true;
	case K_DELETE:
	case K_CTRL('d'):
		cut(p, p->at, p->at + length_behind(p));
		return true;
	case K_CTRL('u'):
		cut(p, 0, p->at);
		return true;
	case K_CTRL('k'):
		cut(p, p->at, p->text.len);
		return true;
	case K_CTRL('w'):
		cut_word(p);
		return true;
	case K_LEFT:
	case K_CTRL('b'):
		p->at -= length_before(p);
		return true;
	case K_RIGHT:
	case K_CTRL('f'):
		p->at += length_behind(p);
		return true;
	case K_HOME:
	case K_CTRL('a'):
		p->at = 0;
		return true;
	case K_END:
	case K_CTRL('e'):
		p->at = p->text.len;
		return true;
	}
	if (key < ' ' || key >= K_SPECIAL || (key >= 0x7f && key < 0xa0))
		return false;
	insert(p, key);
	return true;
}

/* --- what comes of it */

/* Search and filter follow each key. */
static void follow(struct ui *ui)
{
	struct screen *s = ui_top(ui);
	struct prompt *p = &ui->prompt;

	if (p->kind == PROMPT_FILTER) {
		set_text(&s->list->filter, p->text.buf);
		list_settle(s);
	} else if (p->kind == PROMPT_SEARCH) {
		set_text(&s->list->search, p->text.buf);
		list_select(s->list, p->from);
		list_find(s, p->from, 1);
	}
}

static void give_up(struct ui *ui)
{
	struct prompt *p = &ui->prompt;

	strbuf_reset(&ui->message);
	set_text(&p->text, p->before.buf);
	follow(ui);
	p->kind = PROMPT_NONE;
}

static void finish(struct ui *ui)
{
	struct prompt *p = &ui->prompt;
	struct strbuf answer = p->text; /* the next prompt may open from within */
	enum prompt_kind kind = p->kind;
	struct screen *s = ui_top(ui);

	p->text = (struct strbuf)STRBUF_INIT;
	p->kind = PROMPT_NONE;
	strbuf_reset(&ui->message);
	if (kind == PROMPT_ASK)
		p->done(s, answer.buf);
	else if (kind == PROMPT_SEARCH && answer.len && !list_find(s, s->list->cursor, 1))
		ui_say(ui, INK_WARN, _("not found: %s"), answer.buf);
	strbuf_release(&answer);
}

void prompt_key(struct ui *ui, uint32_t key)
{
	if (key == K_ENTER)
		finish(ui);
	else if (key == K_ESC || key == K_CTRL('c') || key == K_CTRL('g'))
		give_up(ui);
	else if (edit(&ui->prompt, key))
		follow(ui);
}
