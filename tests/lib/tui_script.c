#include "lib/tui_script.h"

#include <setjmp.h>
#include <stdarg.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <cmocka.h>

#include "base/text.h"
#include "cli/explore.h"
#include "cli/rule_files.h"
#include "model/selector.h"
#include "tui/key.h"

#define WORDS_MAX 24

struct player {
	struct tui_terminal terminal;
	const char *script;   /* what is left of it */
	const char *keys;     /* of the `keys` line: what is left of it */
	const char *typed;    /* of the `type` line */
	char line[400];
	unsigned width, height;
	struct options *options;
	struct tui_result *result;
	const struct surface *shown;
	bool at_end;
	uint32_t seed; /* of a storm, which has `left` keys to come */
	unsigned left;
};

/* --- what is shown */

static void add_text(struct strbuf *out, const struct surface *sf, unsigned y)
{
	size_t kept = out->len;

	for (unsigned x = 0; x < sf->width; x++) {
		const struct cell *c = surface_cell(sf, x, y);

		strbuf_adds(out, c->text);
		if (strcmp(c->text, " ") != 0)
			kept = out->len;
	}
	strbuf_truncate(out, kept);
	strbuf_addc(out, '\n');
}

static unsigned flags_of(const struct surface *sf, unsigned y)
{
	unsigned flags = 0;

	for (unsigned x = 0; x < sf->width; x++)
		flags |= surface_cell(sf, x, y)->flags;
	return flags;
}

static void shoot(struct tui_shot *shot, const struct surface *sf)
{
	strbuf_reset(&shot->text);
	strbuf_reset(&shot->selected);
	strbuf_reset(&shot->found);
	strbuf_reset(&shot->tab);
	for (unsigned y = 0; y < sf->height; y++) {
		unsigned flags = flags_of(sf, y);

		add_text(&shot->text, sf, y);
		if (flags & CELL_SELECTED)
			add_text(&shot->selected, sf, y);
		if (flags & CELL_FOUND)
			add_text(&shot->found, sf, y);
		for (unsigned x = 0; x < sf->width; x++)
			if (surface_cell(sf, x, y)->ink == INK_TAB)
				strbuf_adds(&shot->tab, surface_cell(sf, x, y)->text);
	}
}

static void dump_line(struct strbuf *out, const struct surface *sf, unsigned y)
{
	unsigned flags = flags_of(sf, y);

	strbuf_addc(out, flags & CELL_SELECTED ? '>' : ' ');
	strbuf_addc(out, flags & CELL_FOUND ? '*' : ' ');
	strbuf_addc(out, '|');
	add_text(out, sf, y);
}

/* Equal lines, of which a large screen has many, as one with their number. */
static void dump_screen(struct strbuf *out, const struct surface *sf)
{
	struct strbuf before = STRBUF_INIT, line = STRBUF_INIT;
	unsigned equal = 0;

	strbuf_addf(out, "--- %ux%u\n", sf->width, sf->height);
	for (unsigned y = 0; y < sf->height; y++) {
		strbuf_reset(&line);
		dump_line(&line, sf, y);
		if (y && !strcmp(line.buf, before.buf)) {
			equal++;
			continue;
		}
		if (equal)
			strbuf_addf(out, "  (%u more)\n", equal);
		equal = 0;
		strbuf_adds(out, line.buf);
		strbuf_reset(&before);
		strbuf_adds(&before, line.buf);
	}
	if (equal)
		strbuf_addf(out, "  (%u more)\n", equal);
	strbuf_release(&before);
	strbuf_release(&line);
}

static void dump_inks(struct strbuf *out, const struct surface *sf)
{
	static const char letters[] = {
		[INK_PLAIN] = '.', [INK_GOOD] = 'g', [INK_BAD] = 'b', [INK_WARN] = 'w',
		[INK_DIM] = 'd', [INK_BOLD] = 'B', [INK_TITLE] = 'T', [INK_HEAD] = 'H',
		[INK_KEY] = 'k', [INK_TAB] = 't', [INK_BAR_USED] = 'u', [INK_BAR_MINE] = 'm',
		[INK_BAR_OVER] = 'o', [INK_BAR_FREE] = 'f',
	};

	strbuf_addf(out, "--- inks %ux%u\n", sf->width, sf->height);
	for (unsigned y = 0; y < sf->height; y++) {
		for (unsigned x = 0; x < sf->width; x++)
			strbuf_addc(out, letters[surface_cell(sf, x, y)->ink]);
		strbuf_addc(out, '\n');
	}
}

/* --- the terminal */

static void player_size(void *self, unsigned *ret_width, unsigned *ret_height)
{
	const struct player *p = self;

	*ret_width = p->width;
	*ret_height = p->height;
}

/* Nothing that a terminal would act upon, and no half of a wide character. */
static void check_cell(const struct player *p, const struct surface *sf, unsigned x, unsigned y)
{
	const struct cell *c = surface_cell(sf, x, y);
	const struct cell *next = x + 1 < sf->width ? surface_cell(sf, x + 1, y) : NULL;
	size_t len = strlen(c->text);
	struct strbuf escaped = STRBUF_INIT;

	assert_true(c->ink < INK_COUNT);
	text_escape(&escaped, c->text, len);
	assert_string_equal(escaped.buf, c->text);
	strbuf_release(&escaped);
	assert_int_equal(text_width(c->text, len), c->width);
	if (c->width == 2)
		assert_true(next && next->width == 0);
	if (c->width == 0)
		assert_true(x > 0 && surface_cell(sf, x - 1, y)->width == 2);
	for (size_t i = 0; i < len && p->terminal.ascii; i++)
		assert_true((unsigned char)c->text[i] < 0x7f);
}

static void player_paint(void *self, const struct surface *sf)
{
	struct player *p = self;

	p->shown = sf;
	for (unsigned y = 0; y < sf->height; y++)
		for (unsigned x = 0; x < sf->width; x++)
			check_cell(p, sf, x, y);
	assert_int_equal(sf->width, p->width);
	assert_int_equal(sf->height, p->height);
}

static void player_redraw(void *self)
{
	struct player *p = self;

	p->result->redraws++;
}

static bool player_interrupted(void *self)
{
	(void)self;
	return false;
}

/* --- the script */

static unsigned number(const char **at)
{
	unsigned n = 0;

	while (**at >= '0' && **at <= '9')
		n = n * 10 + (unsigned)(*(*at)++ - '0');
	return n;
}

static void set_size(struct player *p, const char *text)
{
	p->width = number(&text);
	assert_int_equal(*text, 'x');
	text++;
	p->height = number(&text);
	assert_int_equal(*text, '\0');
}

/* The next line in p->line; false: there is none. */
static bool next_line(struct player *p)
{
	size_t len;

	do {
		len = strcspn(p->script, "\n");
		assert_true(len < sizeof(p->line));
		memcpy(p->line, p->script, len);
		p->line[len] = '\0';
		p->script += len + (p->script[len] == '\n');
	} while ((!len || *p->line == '#') && *p->script);
	return len && *p->line != '#';
}

/* The rest of the line behind its first word, if that is `word`. */
static const char *after(const struct player *p, const char *word)
{
	size_t len = strlen(word);

	if (strncmp(p->line, word, len) != 0 || (p->line[len] && p->line[len] != ' '))
		return NULL;
	return p->line + len + (p->line[len] == ' ');
}

/* One more of the `keys` or `type` line; false: it has ended. */
static bool next_key(struct player *p, struct key_event *e)
{
	size_t len;
	char name[32];

	if (p->typed && *p->typed) {
		e->key = (unsigned char)*p->typed++;
		return true;
	}
	if (!p->keys || !*p->keys) {
		p->keys = p->typed = NULL; /* the line will be another one */
		return false;
	}
	len = strcspn(p->keys, " ");
	assert_true(len < sizeof(name));
	memcpy(name, p->keys, len);
	name[len] = '\0';
	p->keys += len;
	p->keys += strspn(p->keys, " ");
	e->key = key_find(name);
	if (e->key == K_NONE)
		fail_msg("no key is called \"%s\"", name);
	return true;
}

static void new_snapshot(struct player *p, const char *path)
{
	char *kept = arena_strdup(p->options->arena, path);

	assert_int_equal(p->options->snapshots.n, 1);
	p->options->snapshots.v[0] = kept;
}

/* True: e is what it asks for. */
static bool act(struct player *p, struct key_event *e)
{
	const char *rest;

	if ((rest = after(p, "keys"))) {
		p->keys = rest;
		return next_key(p, e);
	}
	if ((rest = after(p, "type"))) {
		p->typed = rest;
		return next_key(p, e);
	}
	if ((rest = after(p, "size"))) {
		set_size(p, rest);
		e->key = K_RESIZED;
		return true;
	}
	if ((rest = after(p, "click"))) {
		e->key = K_CLICK;
		e->x = number(&rest);
		rest++;
		e->y = number(&rest);
		return true;
	}
	if ((rest = after(p, "snapshot")))
		new_snapshot(p, rest);
	else if (after(p, "screen"))
		dump_screen(&p->result->out, p->shown);
	else if (after(p, "inks"))
		dump_inks(&p->result->out, p->shown);
	else
		fail_msg("not a line of a script: %s", p->line);
	return false;
}

static void player_next(void *self, int timeout_ms, struct key_event *ret)
{
	struct player *p = self;

	*ret = (struct key_event){ .key = K_TICK };
	if (timeout_ms == 0)
		return;
	if (next_key(p, ret))
		return;
	while (next_line(p))
		if (act(p, ret))
			return;
	p->at_end = true;
	shoot(&p->result->last, p->shown);
	ret->key = K_QUIT;
}

/* --- running */

static void begin_result(struct tui_result *r)
{
	*r = (struct tui_result){ 0 };
	r->out = r->printed = r->last.text = r->last.selected = r->last.found = r->last.tab =
		(struct strbuf)STRBUF_INIT;
}

void tui_result_release(struct tui_result *r)
{
	strbuf_release(&r->out);
	strbuf_release(&r->printed);
	strbuf_release(&r->last.text);
	strbuf_release(&r->last.selected);
	strbuf_release(&r->last.found);
	strbuf_release(&r->last.tab);
}

static void run(struct player *p, char *args)
{
	struct error err = ERROR_INIT;
	char *argv[WORDS_MAX + 1] = { (char[]){ "whypending" } };
	struct options o;
	const struct cli_io io = { .out = stdout, .err = stderr };
	struct job j = { .o = &o, .io = &io, .shown = STRBUF_INIT };
	int argc = 1;

	for (char *word = args; word && *word && argc < WORDS_MAX;) {
		size_t len = strcspn(word, " ");
		bool last = !word[len];

		word[len] = '\0';
		argv[argc++] = word;
		word = last ? NULL : word + len + 1;
	}
	options_init(&o);
	if (options_parse(&o, argc, argv, &err) < 0)
		fail_msg("%s", err.msg);
	p->options = &o;
	j.rules = rules_for(&o, stderr, &err);
	assert_non_null(j.rules);
	if (explore_on(&j, &p->terminal, &p->result->printed, &err) < 0)
		fail_msg("%s", err.msg);
	rules_free(j.rules);
	options_release(&o);
}

static void begin_player(struct player *p, struct tui_result *r)
{
	begin_result(r);
	p->result = r;
	p->terminal = (struct tui_terminal){
		.self = p, .size = player_size, .paint = player_paint, .redraw = player_redraw,
		.interrupted = player_interrupted, .next = player_next,
	};
	p->width = 80;
	p->height = 24;
}

void tui_play(const char *script, struct tui_result *ret)
{
	struct player p = { .script = script };
	char args[sizeof(p.line)];
	const char *rest;

	begin_player(&p, ret);
	assert_true(next_line(&p));
	rest = after(&p, "args");
	assert_non_null(rest);
	memcpy(args, rest, strlen(rest) + 1);
	for (const char *before = p.script; next_line(&p); before = p.script) {
		if ((rest = after(&p, "size"))) {
			set_size(&p, rest);
		} else if (after(&p, "ascii")) {
			p.terminal.ascii = true;
		} else {
			p.script = before;
			break;
		}
	}
	run(&p, args);
	ret->left = !p.at_end;
}

/* --- storms */

static uint32_t chance(struct player *p, uint32_t n)
{
	p->seed = p->seed * 1664525u + 1013904223u;
	return (p->seed >> 8) % n;
}

/* What leaves the program is not among them. */
static const uint32_t storm_keys[] = {
	'j', 'k', K_UP, K_DOWN, K_LEFT, K_RIGHT, K_PAGE_UP, K_PAGE_DOWN, K_HOME, K_END, 'g', 'G',
	K_ENTER, K_ENTER, K_ESC, K_TAB, K_BACKTAB, '/', 'n', 'N', 'f', '&', '!', 's', '<', '>', 'R',
	'z', 'v', 'r', K_CTRL('l'), '?', '0', '1', '2', '3', '4', '5', '6', '7', '8', '9', ' ', 'u',
	'a', 'c', 'd', 'e', 'm', 'o', 'w', 'x', '+', '-', '=', 'U', 'X', 'F', K_BACKSPACE, K_DELETE,
	K_WHEEL_UP, K_WHEEL_DOWN, K_CLICK, 0x20ac, 0x4e2d, 0x301, K_CTRL('u'), K_CTRL('w'), K_TICK,
	'1', '0', 'K', '.',
};

static void storm_next(void *self, int timeout_ms, struct key_event *ret)
{
	struct player *p = self;

	*ret = (struct key_event){ .key = K_TICK };
	if (timeout_ms == 0 && chance(p, 4))
		return;
	if (!p->left--) {
		ret->key = K_QUIT;
		return;
	}
	if (chance(p, 12) == 0) {
		p->width = chance(p, 4) ? chance(p, 130) : chance(p, 400);
		p->height = chance(p, 4) ? chance(p, 50) : chance(p, 120);
		ret->key = K_RESIZED;
		return;
	}
	ret->key = storm_keys[chance(p, sizeof(storm_keys) / sizeof(*storm_keys))];
	ret->x = chance(p, 140);
	ret->y = chance(p, 60);
}

void tui_storm(const char *args, uint32_t seed, unsigned n)
{
	struct tui_result r;
	struct player p = { .seed = seed, .left = n };
	char words[sizeof(p.line)];

	begin_player(&p, &r);
	p.terminal.next = storm_next;
	p.terminal.ascii = seed % 2;
	memcpy(words, args, strlen(args) + 1);
	run(&p, words);
	tui_result_release(&r);
}
