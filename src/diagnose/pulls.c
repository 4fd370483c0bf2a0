#include "diagnose/pulls.h"

#include <string.h>

#include "base/i18n.h"
#include "diagnose/event_index.h"
#include "diagnose/fill.h"
#include "diagnose/subject.h"
#include "model/quantity.h"
#include "report/amount.h"

#define LONG_MILLIS 10000  /* shorter pulls are nobody's trouble */
#define PULLS_MAX 20
#define DURATION_MAX (INT64_C(1) << 40) /* milliseconds: 34 years */

static bool begins_with(const char *s, const char *begin)
{
	return strncmp(s, begin, strlen(begin)) == 0;
}

static const struct unit {
	const char *name;
	int64_t nanos;
} units[] = { /* ms before m */
	{ "ns", 1 },	   { "us", 1000 },		   { "\xc2\xb5s", 1000 },
	{ "ms", 1000000 }, { "s", INT64_C(1000000000) },  { "m", INT64_C(60000000000) },
	{ "h", INT64_C(3600000000000) },
};

static const struct unit *find_unit(const char *p)
{
	for (size_t i = 0; i < sizeof(units) / sizeof(*units); i++)
		if (begins_with(p, units[i].name))
			return &units[i];
	return NULL;
}

static bool is_digit(char c)
{
	return c >= '0' && c <= '9';
}

/* The digits up to the unit: thousandths of it, further ones are of no use. */
static bool number_in_thousandths(const char **p, int64_t *ret)
{
	const char *at = *p;
	int64_t n = 0;
	int places = -1;

	for (; is_digit(*at) || (*at == '.' && places < 0); at++) {
		if (*at == '.') {
			places = 0;
			continue;
		}
		if (places >= 3)
			continue;
		if (n > DURATION_MAX)
			return false;
		n = n * 10 + (*at - '0');
		places += places >= 0;
	}
	for (int i = places < 0 ? 0 : places; i < 3; i++)
		n *= 10;
	if (at == *p)
		return false;
	*p = at;
	*ret = n;
	return true;
}

/* thousandths of a unit as milliseconds; units below a millisecond are rounded down. */
static int64_t to_millis(int64_t thousandths, const struct unit *u)
{
	if (u->nanos >= 1000000000)
		return thousandths * (u->nanos / 1000000000);
	return thousandths / (1000000000 / u->nanos);
}

/* "1m2.345s" as Go writes durations; false: it is none.  *p moves behind it. */
static bool go_duration_parse(const char **p, int64_t *ret_millis)
{
	const char *at = *p;
	int64_t total = 0;

	while (is_digit(*at)) {
		const struct unit *u;
		int64_t n;

		if (!number_in_thousandths(&at, &n))
			return false;
		u = find_unit(at);
		if (!u || n > DURATION_MAX)
			return false;
		total += to_millis(n, u);
		if (total > DURATION_MAX)
			return false;
		at += strlen(u->name);
	}
	if (at == *p)
		return false;
	*p = at;
	*ret_millis = total;
	return true;
}

static const char *behind(const char *text, const char *word)
{
	const char *at = strstr(text, word);

	return at ? at + strlen(word) : NULL;
}

static void parse_size(const char *text, struct pull *ret)
{
	const char *at = behind(text, "Image size: ");
	char digits[20];
	size_t n = 0;

	for (; at && n + 1 < sizeof(digits) && is_digit(at[n]); n++)
		digits[n] = at[n];
	digits[n] = '\0';
	ret->bytes.set = n && parse_int64(digits, &ret->bytes.v);
}

bool pull_parse(const char *text, struct pull *ret)
{
	static const char begin[] = "Successfully pulled image \"";
	const char *at;

	memset(ret, 0, sizeof(*ret));
	if (!begins_with(text, begin))
		return false;
	ret->image = text + sizeof(begin) - 1;
	at = strchr(ret->image, '"');
	if (!at)
		return false;
	ret->image_len = (size_t)(at - ret->image);
	if (!begins_with(at, "\" in "))
		return true; /* kubelets before 1.20 tell no more */
	at += 5;
	ret->millis.set = go_duration_parse(&at, &ret->millis.v);
	if (begins_with(at, " (")) {
		at += 2;
		ret->total_millis.set = go_duration_parse(&at, &ret->total_millis.v);
	}
	parse_size(at, ret);
	return true;
}

static int64_t whole(const struct pull *p)
{
	return p->total_millis.set ? p->total_millis.v : p->millis.v;
}

static void tell_pull(struct pod_case *k, const struct event_entry *e, const struct pull *p)
{
	struct strbuf b = STRBUF_INIT, time = STRBUF_INIT;

	add_duration(&time, p->millis.v / 1000);
	strbuf_addf(&b, _("image %.*s was pulled in %s"), (int)p->image_len, p->image, time.buf);
	if (whole(p) - p->millis.v >= 1000) {
		strbuf_reset(&time);
		add_duration(&time, (whole(p) - p->millis.v) / 1000);
		strbuf_addf(&b, _(", after %s of waiting for other pulls"), time.buf);
	}
	strbuf_release(&time);
	if (p->bytes.set) {
		strbuf_adds(&b, " (");
		amount_phrase(&b, "memory", p->bytes.v);
		strbuf_addc(&b, ')');
	}
	finding_add(k->r, "ImagePullTime", SEVERITY_INFO, NULL, "%s", b.buf);
	evidence_add(k->r, fill_ref(KIND_POD, k->pod->meta.namespace_, k->pod->meta.name), NULL,
		     event_text(e->event), NULL);
	strbuf_release(&b);
}

void tell_pulls(struct pod_case *k)
{
	struct event_walk w = events_about(k->d, KIND_POD, &k->pod->meta);
	const struct event_entry *e;
	struct pull p;

	for (unsigned n = 0; n < PULLS_MAX && (e = next_event(&w));) {
		if (!sym_is(e->event->reason, "Pulled") || !pull_parse(event_text(e->event), &p) ||
		    !p.millis.set || whole(&p) < LONG_MILLIS)
			continue;
		tell_pull(k, e, &p);
		n++;
	}
}
