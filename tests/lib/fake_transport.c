#include "lib/fake_transport.h"

#include <string.h>

static int start(struct transport *base, struct exchange *x, struct error *err)
{
	struct fake_transport *t = (struct fake_transport *)base;

	if (t->n == sizeof(t->waiting) / sizeof(*t->waiting))
		return error_set(err, ERR_IO, "too many at once");
	t->waiting[t->n++] = x;
	return 0;
}

static void deliver(struct fake_transport *t, struct exchange *x, const struct fake_answer *a)
{
	size_t len = a->len || !a->body ? a->len : strlen(a->body), step = t->piece ? t->piece : 7;
	const char *type = a->content_type ? a->content_type : "application/json";

	x->status = a->status;
	x->end = a->end;
	x->retry_after = a->retry_after ? a->retry_after : -1;
	memcpy(x->content_type, type, strlen(type) + 1);
	if (a->end != EXCHANGE_DONE)
		error_set(&x->err, ERR_IO, "a fault of the test");
	for (size_t at = 0; at < len; at += step) {
		size_t n = len - at < step ? len - at : step;

		x->bytes += n;
		if (x->body(x, a->body + at, n, &x->err) < 0) {
			x->end = EXCHANGE_FAILED;
			break;
		}
	}
}

static int wait_some(struct transport *base, int64_t ms, struct error *err)
{
	struct fake_transport *t = (struct fake_transport *)base;
	struct exchange *x;
	struct fake_answer a;

	(void)err;
	if (!t->n) {
		t->now_ms += ms;
		return 0;
	}
	x = t->waiting[0];
	memmove(t->waiting, t->waiting + 1, --t->n * sizeof(struct exchange *));
	a = t->answer(t->self, x, t->requests++);
	deliver(t, x, &a);
	x->done(x);
	return 0;
}

static void cancel(struct transport *base, struct exchange *x)
{
	struct fake_transport *t = (struct fake_transport *)base;
	size_t kept = 0;

	for (size_t i = 0; i < t->n; i++)
		if (t->waiting[i] != x)
			t->waiting[kept++] = t->waiting[i];
	t->n = kept;
}

static void release(struct transport *base)
{
	(void)base;
}

void fake_transport_init(struct fake_transport *t,
			 struct fake_answer (*answer)(void *self, const struct exchange *x,
						      unsigned nth),
			 void *self)
{
	static const struct transport_ops ops = { start, wait_some, cancel, release };

	*t = (struct fake_transport){ .base = { &ops }, .answer = answer, .self = self };
}

static int64_t clock_ms(void *self)
{
	return ((struct fake_transport *)self)->now_ms;
}

struct http_hooks fake_hooks(struct fake_transport *t)
{
	return (struct http_hooks){ .self = t, .clock_ms = clock_ms };
}
