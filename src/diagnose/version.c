/* Which release a cluster runs, from what it shows. */
#include "diagnose/diagnose.h"

#include <string.h>

#include "replay/release.h"

static bool is_version(const char *text)
{
	const struct release *r;
	struct error err;
	bool exact;

	return release_find(text, &r, &exact, &err) == 0;
}

/* The tag of ".../kube-scheduler:v1.36.2@sha256:..."; .s NULL if the image is another one. */
static sym scheduler_tag(const struct cluster *c, sym image)
{
	static const char name[] = "kube-scheduler:";
	const char *text = sym_text(image), *slash = strrchr(text, '/'), *tag, *end;
	sym none = { NULL };

	text = slash ? slash + 1 : text;
	if (strncmp(text, name, sizeof(name) - 1) != 0)
		return none;
	tag = text + sizeof(name) - 1;
	end = strchr(tag, '@');
	return sym_intern(c->syms, tag, end ? (size_t)(end - tag) : strlen(tag));
}

static const char *scheduler_version(const struct cluster *c)
{
	const struct objects *pods = &c->objects[KIND_POD];

	for (size_t i = 0; i < pods->n; i++) {
		const struct pod *p = (const struct pod *)pods->v[i];

		if (!sym_is(p->meta.namespace_, "kube-system") || pod_is_finished(p))
			continue;
		for (uint32_t k = 0; k < p->spec.containers.n; k++) {
			sym tag = scheduler_tag(c, p->spec.containers.v[k].image);

			if (tag.s && is_version(tag.s))
				return tag.s;
		}
	}
	return NULL;
}

/* A run of digits as a number that cannot overflow; *p moves behind it. */
static long number(const char **p)
{
	long n = 0;

	while (**p >= '0' && **p <= '9') {
		if (n < 100000)
			n = n * 10 + (**p - '0');
		(*p)++;
	}
	return n;
}

static int version_compare(const char *a, const char *b)
{
	a += *a == 'v';
	b += *b == 'v';
	for (int part = 0; part < 3; part++) {
		long x = number(&a), y = number(&b);

		if (x != y)
			return x < y ? -1 : 1;
		a += *a == '.';
		b += *b == '.';
	}
	return 0;
}

static const char *newest_kubelet(const struct cluster *c)
{
	const struct objects *nodes = &c->objects[KIND_NODE];
	const char *newest = NULL;

	for (size_t i = 0; i < nodes->n; i++) {
		sym v = ((const struct node *)nodes->v[i])->kubelet_version;

		if (!sym_empty(v) && is_version(v.s) &&
		    (!newest || version_compare(v.s, newest) > 0))
			newest = v.s;
	}
	return newest;
}

const char *snapshot_version(const struct cluster *c)
{
	const char *scheduler = scheduler_version(c);

	if (scheduler)
		return scheduler;
	if (!sym_empty(c->server_version) && is_version(c->server_version.s))
		return c->server_version.s;
	return newest_kubelet(c);
}
