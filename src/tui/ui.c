/* The state of the explorer, and its loop: draw, wait for a key, act. */
#include "tui/ui.h"

#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "base/text.h"
#include "explore/session.h"
#include "tui/ui_state.h"

/* --- what screens ask for */

struct session *ui_session(const struct ui *ui)
{
	return ui->session;
}

struct diagnosis *ui_diagnosis(const struct ui *ui)
{
	return ui->data->diagnosis;
}

const struct summaries *ui_subjects(const struct ui *ui)
{
	return subjects_shown(&ui->subjects);
}

const struct report *ui_report(const struct ui *ui)
{
	return ui->session ? session_report(ui->session) : NULL;
}

const struct report *ui_report_before(const struct ui *ui)
{
	return ui->report;
}

void ui_say(struct ui *ui, enum ink ink, const char *fmt, ...)
{
	struct strbuf raw = STRBUF_INIT;
	va_list ap;

	va_start(ap, fmt);
	strbuf_vaddf(&raw, fmt, ap);
	va_end(ap);
	strbuf_reset(&ui->message);
	text_put(&ui->message, raw.buf);
	ui->message_ink = ink;
	strbuf_release(&raw);
}

void ui_print(struct ui *ui, const char *text)
{
	strbuf_adds(ui->out, text);
}

void ui_changed(struct ui *ui)
{
	ui_stale(ui);
}

void ui_ask(struct ui *ui, const char *prompt, const char *initial,
	    void (*done)(struct screen *s, const char *answer))
{
	prompt_open(ui, PROMPT_ASK, prompt, initial ? initial : "");
	ui->prompt.done = done;
}

/* --- the stack of screens */

struct screen *ui_top(struct ui *ui)
{
	return &ui->screens[ui_top_id(ui)];
}

enum screen_id ui_top_id(const struct ui *ui)
{
	return ui->stack[ui->depth - 1];
}

void ui_stale(struct ui *ui)
{
	memset(ui->loaded, 0, sizeof(ui->loaded));
}

static enum screen_place place_of(enum screen_id id)
{
	return screen_table[id].place;
}

/* How much of the stack stays below a new screen. */
static unsigned depth_below(const struct ui *ui, enum screen_id id)
{
	unsigned depth = 0;

	if (place_of(id) == PLACE_TOP)
		return 0;
	if (place_of(id) == PLACE_POD)
		return ui->has_list ? 1 : 0;
	while (depth < ui->depth && ui->stack[depth] != id && depth + 1 < STACK_MAX)
		depth++;
	return depth;
}

void ui_set_arg(struct ui *ui, enum screen_id id, const char *arg)
{
	struct screen *s = &ui->screens[id];
	bool same = s->arg && arg ? !strcmp(s->arg, arg) : s->arg == arg;
	char *copy = arg ? xstrdup(arg) : NULL;

	if (!same) { /* about something else: from its beginning */
		list_clear(s->list);
		s->list->cursor = s->list->top = 0;
		s->list->shift = 0;
		strbuf_reset(&s->list->selected);
	}
	if (!same)
		ui->loaded[id] = false;
	xfree(ui->args[id]);
	s->arg = ui->args[id] = copy;
}

void ui_open(struct ui *ui, enum screen_id id, const char *arg)
{
	if (place_of(id) == PLACE_TOP && !ui->has_list) {
		ui_say(ui, INK_WARN, _("only one pod was asked about"));
		return;
	}
	if (place_of(id) == PLACE_POD && !ui->report) {
		ui_say(ui, INK_WARN, _("open a pod first"));
		return;
	}
	ui->depth = depth_below(ui, id);
	ui->stack[ui->depth++] = id;
	ui_set_arg(ui, id, arg);
	ui->loaded[id] = false;
}

void ui_back(struct ui *ui)
{
	if (ui->depth > 1)
		ui->depth--;
	if (place_of(ui_top_id(ui)) == PLACE_TOP)
		ui->loaded[ui_top_id(ui)] = false;
}

/* --- what takes its time */

static void show_now(struct ui *ui, const char *text)
{
	ui_say(ui, INK_DIM, "%s", text);
	ui_draw(ui);
	ui->terminal->paint(ui->terminal->self, &ui->surface);
	strbuf_reset(&ui->message);
}

static bool show_progress(void *self, const char *text)
{
	struct ui *ui = self;

	show_now(ui, text);
	return !ui->terminal->interrupted(ui->terminal->self);
}

/* --- subjects */

static void close_subject(struct ui *ui)
{
	session_free(ui->session);
	ui->session = NULL;
	report_free(ui->report);
	ui->report = NULL;
}

/* Screens about a pod begin anew with another one. */
static void forget_places(struct ui *ui)
{
	for (unsigned i = 1; i < SCREEN_COUNT; i++) {
		struct list *l = ui->screens[i].list;

		if (screen_table[i].place == PLACE_TOP)
			continue;
		l->cursor = l->top = 0;
		l->shift = 0;
		strbuf_reset(&l->selected);
		strbuf_reset(&l->filter);
		strbuf_reset(&l->search);
	}
}

/* --what-if of the command line; what cannot be supposed of this subject is left out. */
static void suppose_first(struct ui *ui)
{
	const struct strings *l = &ui->source->what_if;
	struct error err = ERROR_INIT;

	for (uint32_t i = 0; i < l->n; i++)
		if (session_type(ui->session, l->v[i], &err) < 0)
			ui_say(ui, INK_WARN, "%s", err.msg);
}

/* r is the ui's from now on. */
static void open_report(struct ui *ui, struct report *r)
{
	close_subject(ui);
	forget_places(ui);
	ui->report = r;
	ui->session = session_new(ui->data->diagnosis, r);
	suppose_first(ui);
	ui_stale(ui);
	ui_open(ui, r->replay ? SCREEN_NODES : SCREEN_WHY, NULL);
}

void ui_open_subject(struct ui *ui, const struct subject *s)
{
	struct report *r;

	show_now(ui, _("looking for what would help ..."));
	r = ui->source->open(ui->source->self, ui->data, s);
	if (r)
		open_report(ui, r);
	else
		ui_say(ui, INK_WARN, _("%s is gone"), s->name ? s->name : "");
}

/* --- refresh */

/* The same subject in newer data; false: it is not there any more. */
static bool renew_subject(struct ui *ui, struct tui_data *data)
{
	struct report *r = ui->source->open(ui->source->self, data, &ui->report->subject);
	struct session *session;

	if (!r)
		return false;
	session = session_renew(ui->session, data->diagnosis, r);
	close_subject(ui);
	ui->report = r;
	ui->session = session;
	return true;
}

static void take_over(struct ui *ui, struct tui_data *data)
{
	ui->source->drop(ui->source->self, ui->data);
	ui->data = data;
	if (ui->has_list)
		subjects_begin(&ui->subjects, data->subjects);
	ui_stale(ui);
}

void ui_refresh(struct ui *ui)
{
	const struct tui_progress progress = { show_progress, ui };
	struct error err = ERROR_INIT;
	struct tui_data *data;

	show_now(ui, _("reading ..."));
	data = ui->source->read(ui->source->self, &progress, &err);
	if (!data) {
		ui_say(ui, INK_BAD, "%s", err.msg);
		return;
	}
	if (ui->report && !renew_subject(ui, data)) {
		ui_say(ui, INK_WARN, _("%s is gone"), ui->report->subject.name);
		if (!ui->has_list) { /* what was known of it is better than nothing */
			ui->source->drop(ui->source->self, data);
			return;
		}
		close_subject(ui);
		ui->depth = 1;
	}
	take_over(ui, data);
}

/* --- beginning, loop and end */

static void init_screens(struct ui *ui)
{
	for (unsigned i = 1; i < SCREEN_COUNT; i++) {
		struct screen *s = &ui->screens[i];

		s->ops = screen_table[i].ops;
		s->ui = ui;
		s->arena = arena_new();
		s->list = list_new();
	}
}

static void release_screens(struct ui *ui)
{
	for (unsigned i = 1; i < SCREEN_COUNT; i++) {
		ui_set_arg(ui, (enum screen_id)i, NULL);
		arena_free(ui->screens[i].arena);
		list_free(ui->screens[i].list);
	}
}

static void resize(struct ui *ui)
{
	unsigned width, height;

	ui->terminal->size(ui->terminal->self, &width, &height);
	surface_resize(&ui->surface, width, height);
	ui_stale(ui);
}

static void begin(struct ui *ui)
{
	struct reports *subjects = ui->data->subjects;

	init_screens(ui);
	resize(ui);
	ui->has_list = !(subjects->single && subjects->n == 1);
	if (ui->has_list) {
		subjects_begin(&ui->subjects, subjects);
		ui_open(ui, SCREEN_PODS, NULL);
	} else {
		open_report(ui, reports_take(subjects, 0));
	}
}

/* What is done while nobody presses a key. */
static void idle(struct ui *ui)
{
	if (subjects_pending(&ui->subjects) && ui_top_id(ui) == SCREEN_PODS) {
		if (subjects_step(&ui->subjects))
			ui->loaded[SCREEN_PODS] = false;
	} else if (ui->source->wait(ui->source->self) == 0) {
		ui_refresh(ui);
	}
}

static void step(struct ui *ui)
{
	bool pending = subjects_pending(&ui->subjects) && ui_top_id(ui) == SCREEN_PODS;
	struct key_event e = { 0 };

	ui_draw(ui);
	ui->terminal->paint(ui->terminal->self, &ui->surface);
	ui->terminal->next(ui->terminal->self, pending ? 0 : ui->source->wait(ui->source->self), &e);
	if (e.key == K_TICK)
		idle(ui);
	else if (e.key == K_QUIT)
		ui->quit = true;
	else if (e.key == K_RESIZED)
		resize(ui);
	else
		ui_event(ui, &e);
}

static void end(struct ui *ui)
{
	close_subject(ui);
	subjects_release(&ui->subjects);
	ui->source->drop(ui->source->self, ui->data);
	release_screens(ui);
	prompt_release(&ui->prompt);
	strbuf_release(&ui->message);
	surface_release(&ui->surface);
}

void tui_run(const struct tui_source *source, struct tui_data *first,
	     const struct tui_terminal *terminal, struct strbuf *out)
{
	struct ui *ui = xcalloc(1, sizeof(*ui));

	ui->source = source;
	ui->terminal = terminal;
	ui->data = first;
	ui->out = out;
	ui->message = ui->prompt.title = ui->prompt.text = ui->prompt.before =
		(struct strbuf)STRBUF_INIT;
	surface_init(&ui->surface, terminal->ascii);
	begin(ui);
	while (!ui->quit)
		step(ui);
	end(ui);
	xfree(ui);
}
