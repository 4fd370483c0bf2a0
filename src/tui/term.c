#ifndef _XOPEN_SOURCE
#define _XOPEN_SOURCE 700 /* wide characters in curses.h, wcwidth() */
#endif
#include "tui/term.h"

#include <errno.h>
#include <fcntl.h>
#include <langinfo.h>
#include <locale.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/ioctl.h>
#include <sys/select.h>
#include <unistd.h>
#include <wchar.h>

#include "base/die.h"
#include "base/i18n.h"
#include "tui/theme.h"

/* They have macros and types of many names (lines, columns, SCREEN): after everything else. */
#include <curses.h>
#include <term.h>

#define ESCAPE_DELAY_MS 25
#define LOOKS (INK_COUNT * 4) /* inks and CELL_ bits */

static const int ending[] = { SIGINT, SIGTERM, SIGHUP, SIGQUIT, SIGABRT, SIGALRM, SIGUSR1, SIGUSR2 };
#define ENDING_COUNT (sizeof(ending) / sizeof(*ending))

struct curses_terminal {
	struct tui_terminal terminal;
	FILE *in, *out; /* duplicates */
	SCREEN *screen;
	enum palette palette;
	struct sigaction old[ENDING_COUNT], old_stop, old_continue;
	void (*old_die_hook)(void);
};

/* --- signals */

/* The first: by which signal. */
static volatile sig_atomic_t asked_to_end, asked_to_stop, was_continued;

static void on_end(int number)
{
	asked_to_end = number;
}

static void on_stop(int number)
{
	(void)number;
	asked_to_stop = 1;
}

static void on_continue(int number)
{
	(void)number;
	was_continued = 1;
}

static void handle(int number, void (*handler)(int), struct sigaction *old)
{
	struct sigaction a = { .sa_handler = handler };

	sigemptyset(&a.sa_mask);
	sigaction(number, &a, old);
}

/*
 * Before ncurses starts: it leaves alone what has a handler.  Its own for SIGTSTP draws and allocates
 * wherever the program happens to be.
 */
static void catch_signals(struct curses_terminal *t)
{
	asked_to_end = asked_to_stop = was_continued = 0;
	for (size_t i = 0; i < ENDING_COUNT; i++)
		handle(ending[i], on_end, &t->old[i]);
	handle(SIGCONT, on_continue, &t->old_continue);
	handle(SIGTSTP, on_stop, &t->old_stop);
	if (t->old_stop.sa_handler == SIG_IGN) /* nobody is there to continue it */
		sigaction(SIGTSTP, &t->old_stop, NULL);
}

static void release_signals(struct curses_terminal *t)
{
	for (size_t i = 0; i < ENDING_COUNT; i++)
		sigaction(ending[i], &t->old[i], NULL);
	sigaction(SIGCONT, &t->old_continue, NULL);
	sigaction(SIGTSTP, &t->old_stop, NULL);
}

/* As if the signal came now: the terminal is given back until somebody continues the program. */
static void stop(void)
{
	struct sigaction ours;
	sigset_t set, before;

	asked_to_stop = 0;
	endwin();
	handle(SIGTSTP, SIG_DFL, &ours);
	sigemptyset(&set);
	sigaddset(&set, SIGTSTP);
	raise(SIGTSTP);
	sigprocmask(SIG_UNBLOCK, &set, &before);
	sigprocmask(SIG_SETMASK, &before, NULL);
	sigaction(SIGTSTP, &ours, NULL);
	was_continued = 1;
}

static bool term_interrupted(void *self)
{
	bool was = asked_to_end != 0;

	(void)self;
	if (asked_to_stop)
		stop();
	if (asked_to_end == SIGINT) /* meant what was going on; others mean the program */
		asked_to_end = 0;
	return was;
}

/* --- keys */

static const struct { wint_t curses; uint32_t key; } special_keys[] = {
	{ KEY_UP, K_UP },           { KEY_DOWN, K_DOWN },     { KEY_LEFT, K_LEFT },
	{ KEY_RIGHT, K_RIGHT },     { KEY_PPAGE, K_PAGE_UP }, { KEY_NPAGE, K_PAGE_DOWN },
	{ KEY_HOME, K_HOME },       { KEY_END, K_END },       { KEY_DC, K_DELETE },
	{ KEY_BTAB, K_BACKTAB },    { KEY_ENTER, K_ENTER },   { KEY_BACKSPACE, K_BACKSPACE },
	{ KEY_RESIZE, K_RESIZED },  { KEY_A1, K_HOME },       { KEY_A3, K_PAGE_UP },
	{ KEY_C1, K_END },          { KEY_C3, K_PAGE_DOWN },
};

static void read_mouse(struct key_event *e)
{
	MEVENT m;

	e->key = K_NONE;
	if (getmouse(&m) != OK || m.x < 0 || m.y < 0)
		return;
	e->x = (unsigned)m.x;
	e->y = (unsigned)m.y;
	if (m.bstate & (BUTTON1_PRESSED | BUTTON1_CLICKED))
		e->key = K_CLICK;
	else if (m.bstate & BUTTON4_PRESSED)
		e->key = K_WHEEL_UP;
#ifdef BUTTON5_PRESSED
	else if (m.bstate & BUTTON5_PRESSED)
		e->key = K_WHEEL_DOWN;
#endif
}

static void translate(int kind, wint_t c, struct key_event *e)
{
	*e = (struct key_event){ 0 };
	if (kind != KEY_CODE_YES) {
		e->key = c == '\n' ? K_ENTER : c == 8 ? K_BACKSPACE : (uint32_t)c;
		return;
	}
	if (c == KEY_MOUSE) {
		read_mouse(e);
		return;
	}
	for (size_t i = 0; i < sizeof(special_keys) / sizeof(*special_keys); i++)
		if (special_keys[i].curses == c)
			e->key = special_keys[i].key;
}

/* What has happened already; false: nothing. */
static bool poll_event(struct key_event *e)
{
	wint_t c = 0;
	int kind;

	if (asked_to_end) {
		e->key = K_QUIT;
		return true;
	}
	if (asked_to_stop)
		stop();
	if (was_continued) {
		was_continued = 0;
		reset_prog_mode(); /* others have had the terminal */
		clearok(curscr, TRUE);
		e->key = K_RESIZED; /* nobody tells a stopped program */
		return true;
	}
	kind = get_wch(&c);
	if (kind == ERR)
		return false;
	translate(kind, c, e);
	return true;
}

/* Ready: 1; a signal or the time is over: 0; the terminal is gone: -1. */
static int wait_for_input(const struct curses_terminal *t, int timeout_ms, const sigset_t *mask)
{
	struct timespec time = { timeout_ms / 1000, timeout_ms % 1000 * 1000000L };
	int fd = fileno(t->in), n;
	fd_set fds;

	FD_ZERO(&fds);
	FD_SET(fd, &fds);
	n = pselect(fd + 1, &fds, NULL, NULL, timeout_ms < 0 ? NULL : &time, mask);
	if (n < 0)
		return errno == EINTR ? 0 : -1;
	return n > 0;
}

/* The terminal has hung up: it is readable, and nothing comes. */
static bool is_gone(const struct curses_terminal *t)
{
	int waiting;

	return ioctl(fileno(t->in), FIONREAD, &waiting) < 0 || waiting == 0;
}

static void wait_for_event(struct curses_terminal *t, int timeout_ms, const sigset_t *mask,
			   struct key_event *e)
{
	int ready;

	while (!poll_event(e)) {
		if (timeout_ms == 0) {
			e->key = K_TICK;
			return;
		}
		ready = wait_for_input(t, timeout_ms, mask);
		if (ready < 0 || (ready > 0 && is_gone(t))) {
			e->key = K_QUIT;
			return;
		}
		if (!ready && timeout_ms > 0)
			timeout_ms = 0; /* or a signal: then the tick comes early */
	}
}

/* Signals wait for pselect(), so that none slips in between a look and a sleep. */
static void term_next(void *self, int timeout_ms, struct key_event *ret)
{
	sigset_t blocked, before;

	sigemptyset(&blocked);
	for (size_t i = 0; i < ENDING_COUNT; i++)
		sigaddset(&blocked, ending[i]);
	sigaddset(&blocked, SIGTSTP);
	sigaddset(&blocked, SIGCONT);
	sigaddset(&blocked, SIGWINCH);
	sigprocmask(SIG_BLOCK, &blocked, &before);
	*ret = (struct key_event){ 0 };
	wait_for_event(self, timeout_ms, &before, ret);
	sigprocmask(SIG_SETMASK, &before, NULL);
}

/* --- cells */

static attr_t attributes(const struct look *l)
{
	attr_t a = A_NORMAL;

	if (l->bold)
		a |= A_BOLD;
	if (l->dim)
		a |= A_DIM;
	if (l->underline)
		a |= A_UNDERLINE;
	if (l->reverse)
		a |= A_REVERSE;
	return a;
}

static short pair_of(unsigned ink, unsigned flags)
{
	return (short)(1 + ink + INK_COUNT * (flags & 3));
}

static void init_colors(struct curses_terminal *t, bool wanted)
{
	t->palette = PALETTE_NONE;
	if (!wanted || !has_colors() || start_color() == ERR || COLORS < 8 || COLOR_PAIRS <= LOOKS)
		return;
	t->palette = COLORS >= 256 ? PALETTE_256 : PALETTE_8;
	use_default_colors();
	for (unsigned flags = 0; flags < 4; flags++)
		for (unsigned ink = 0; ink < INK_COUNT; ink++) {
			struct look l = theme_look(t->palette, (enum ink)ink, flags);

			init_pair(pair_of(ink, flags), l.foreground, l.background);
		}
}

/* The libc's idea of a width decides where ncurses believes the cursor to be. */
static bool to_wide(const struct cell *c, wchar_t *out, size_t max)
{
	mbstate_t state;
	const char *s = c->text;
	size_t n;

	memset(&state, 0, sizeof(state));
	n = mbsrtowcs(out, &s, max - 1, &state);
	if (n == (size_t)-1 || n == 0)
		return false;
	out[n] = L'\0';
	if (wcwidth(out[0]) != c->width)
		return false;
	for (size_t i = 1; i < n; i++)
		if (wcwidth(out[i]) != 0) {
			out[i] = L'\0';
			break;
		}
	return true;
}

static void paint_cell(const struct curses_terminal *t, const struct cell *c, int x, int y)
{
	const struct look l = theme_look(t->palette, (enum ink)c->ink, c->flags);
	short pair = t->palette == PALETTE_NONE ? 0 : pair_of(c->ink, c->flags);
	wchar_t text[CCHARW_MAX + 1];
	cchar_t out;

	if (!to_wide(c, text, CCHARW_MAX)) {
		wcscpy(text, L"?");
		if (c->width == 2 && setcchar(&out, L" ", attributes(&l), pair, NULL) == OK)
			mvadd_wch(y, x + 1, &out);
	}
	if (setcchar(&out, text, attributes(&l), pair, NULL) == OK)
		mvadd_wch(y, x, &out);
}

static void term_paint(void *self, const struct surface *sf)
{
	const struct curses_terminal *t = self;

	for (unsigned y = 0; y < sf->height; y++)
		for (unsigned x = 0; x < sf->width; x++) {
			const struct cell *c = surface_cell(sf, x, y);

			if (c->width)
				paint_cell(t, c, (int)x, (int)y);
		}
	refresh();
}

static void term_redraw(void *self)
{
	(void)self;
	clearok(curscr, TRUE);
}

static void term_size(void *self, unsigned *ret_width, unsigned *ret_height)
{
	const struct curses_terminal *t = self;
	struct winsize size;

	if (ioctl(fileno(t->out), TIOCGWINSZ, &size) == 0 && size.ws_col && size.ws_row) {
		int height = size.ws_row, width = size.ws_col;

		if (height != LINES || width != COLS)
			resizeterm(height, width);
	}
	erase();
	*ret_width = (unsigned)COLS;
	*ret_height = (unsigned)LINES;
}

/* --- beginning and end */

static void restore(void)
{
	if (stdscr && !isendwin())
		endwin();
}

/* The terminal's character set; the rest of the program does not look at the locale. */
static bool has_utf8(void)
{
	if (!setlocale(LC_CTYPE, "")) /* named, and not installed: its character set is meant still */
		setlocale(LC_CTYPE, "C.UTF-8");
	return !strcmp(nl_langinfo(CODESET), "UTF-8") && MB_CUR_MAX > 1;
}

static FILE *open_input(const struct term_options *o)
{
	int fd = o->in_is_terminal ? dup(STDIN_FILENO) : open("/dev/tty", O_RDWR | O_CLOEXEC);
	FILE *f = fd >= 0 ? fdopen(fd, "r") : NULL;

	if (!f && fd >= 0)
		close(fd);
	return f;
}

int term_check(const struct term_options *o, struct error *err)
{
	const char *name = o->term ? o->term : "";
	bool has_cup;
	int status;

	if (!o->out_is_terminal)
		return error_set(err, ERR_USAGE, "%s",
				 _("-i needs a terminal, and standard output is none"));
	if (!*name || setupterm(NULL, STDOUT_FILENO, &status) == ERR)
		return error_set(err, ERR_USAGE, _("-i: the terminal type TERM=%.100s is not known"),
				 name);
	has_cup = tigetstr("cup") != NULL;
	del_curterm(cur_term); /* newterm() makes another */
	if (!has_cup)
		return error_set(err, ERR_USAGE,
				 _("-i: a terminal with TERM=%.100s cannot place text"), name);
	return 0;
}

static int open_streams(struct curses_terminal *t, const struct term_options *o, struct error *err)
{
	int fd;

	t->in = open_input(o);
	if (!t->in)
		return error_set(err, ERR_USAGE, "%s",
				 _("-i needs a terminal to read keys from, and there is none"));
	fd = dup(STDOUT_FILENO);
	t->out = fd >= 0 ? fdopen(fd, "w") : NULL;
	if (!t->out)
		return error_set(err, ERR_IO, _("cannot write to the terminal: %s"), os_error(errno));
	return 0;
}

static void set_modes(void)
{
	cbreak();
	noecho();
	nonl();
	intrflush(stdscr, FALSE);
	keypad(stdscr, TRUE);
	nodelay(stdscr, TRUE);
	set_escdelay(ESCAPE_DELAY_MS);
	curs_set(0);
	mousemask(BUTTON1_PRESSED | BUTTON4_PRESSED
#ifdef BUTTON5_PRESSED
		  | BUTTON5_PRESSED
#endif
		  , NULL);
	mouseinterval(0);
	def_prog_mode();
}

static void free_streams(struct curses_terminal *t)
{
	if (t->in)
		fclose(t->in);
	if (t->out)
		fclose(t->out);
	xfree(t);
}

struct curses_terminal *term_open(const struct term_options *o, struct error *err)
{
	struct curses_terminal *t = xcalloc(1, sizeof(*t));
	bool utf8 = has_utf8();

	if (open_streams(t, o, err) < 0) {
		free_streams(t);
		return NULL;
	}
	catch_signals(t);
	t->screen = newterm(NULL, t->out, t->in);
	if (!t->screen) {
		release_signals(t);
		free_streams(t);
		error_set(err, ERR_USAGE, "%s", _("-i: the terminal cannot be used"));
		return NULL;
	}
	t->old_die_hook = die_hook;
	die_hook = restore;
	set_modes();
	init_colors(t, o->color);
	t->terminal = (struct tui_terminal){
		.self = t, .ascii = !utf8, .size = term_size, .next = term_next, .paint = term_paint,
		.redraw = term_redraw, .interrupted = term_interrupted,
	};
	return t;
}

void term_close(struct curses_terminal *t)
{
	if (!t)
		return;
	restore();
	die_hook = t->old_die_hook;
	delscreen(t->screen);
	release_signals(t);
	free_streams(t);
}

const struct tui_terminal *term_terminal(struct curses_terminal *t)
{
	return &t->terminal;
}
