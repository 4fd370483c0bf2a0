#include "fetch/progress.h"

#include "base/i18n.h"

#define QUIET_MS 1000 /* what takes no longer needs no line */
#define REDRAW_MS 200

void progress_init(struct progress *p, FILE *out, bool is_terminal, int64_t now_ms)
{
	*p = (struct progress){ .out = out, .wanted = is_terminal, .begun_ms = now_ms };
}

void progress_show(struct progress *p, int64_t now_ms, unsigned requests, uint64_t bytes)
{
	if (!p->wanted || now_ms - p->begun_ms < QUIET_MS ||
	    (p->shown && now_ms - p->shown_ms < REDRAW_MS))
		return;
	fputc('\r', p->out);
	fprintf(p->out, _("reading the cluster: %u requests, %llu MB, %lld s"), requests,
		(unsigned long long)(bytes / 1000000), (long long)((now_ms - p->begun_ms) / 1000));
	fputs("\033[K", p->out);
	fflush(p->out);
	p->shown = true;
	p->shown_ms = now_ms;
}

void progress_clear(struct progress *p)
{
	if (!p->shown)
		return;
	fputs("\r\033[K", p->out);
	fflush(p->out);
	p->shown = false;
}
