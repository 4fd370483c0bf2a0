#include "base/arena.h"

#include <stdalign.h>
#include <stdint.h>
#include <stdio.h>
#include <string.h>

#include "base/die.h"
#include "base/wipe.h"

#if defined(__SANITIZE_ADDRESS__)
#define ARENA_MALLOC_EACH 1
#elif defined(__has_feature)
#if __has_feature(address_sanitizer)
#define ARENA_MALLOC_EACH 1
#endif
#endif

#define CHUNK_BYTES ((size_t)64 * 1024)

struct chunk {
	struct chunk *next;
	size_t size;
	alignas(max_align_t) char data[];
};

struct arena {
	struct chunk *chunks; /* the first is being filled */
	size_t used;          /* bytes of the first chunk */
	size_t total;
};

struct arena *arena_new(void)
{
	return xcalloc(1, sizeof(struct arena));
}

static void free_chunks(struct chunk *c)
{
	while (c) {
		struct chunk *next = c->next;

		xfree(c);
		c = next;
	}
}

void arena_free(struct arena *a)
{
	if (!a)
		return;
	free_chunks(a->chunks);
	xfree(a);
}

void arena_reset(struct arena *a)
{
	a->total = 0;
	a->used = 0;
#ifdef ARENA_MALLOC_EACH
	free_chunks(a->chunks);
	a->chunks = NULL;
#else
	if (!a->chunks)
		return;
	free_chunks(a->chunks->next);
	a->chunks->next = NULL;
#endif
}

void arena_wipe(struct arena *a)
{
	for (struct chunk *c = a->chunks; c; c = c->next)
		wipe(c->data, c->size);
}

static struct chunk *add_chunk(struct arena *a, size_t size)
{
	struct chunk *c = xmalloc(sizeof(*c) + size);

	c->size = size;
	c->next = a->chunks;
	a->chunks = c;
	a->used = 0;
	return c;
}

void *arena_alloc(struct arena *a, size_t size)
{
	const size_t align = alignof(max_align_t);
	void *p;

	if (size > SIZE_MAX / 2)
		die("object of %zu bytes", size);
	size = (size + align - 1) / align * align;
	if (size == 0)
		size = align;
	a->total += size;
#ifdef ARENA_MALLOC_EACH
	p = add_chunk(a, size)->data;
#else
	if (size > CHUNK_BYTES / 4) {
		/* A large object gets a chunk of its own behind the one being filled. */
		struct chunk *c = xmalloc(sizeof(*c) + size);

		c->size = size;
		if (a->chunks) {
			c->next = a->chunks->next;
			a->chunks->next = c;
		} else {
			c->next = NULL;
			a->chunks = c;
			a->used = size;
		}
		return memset(c->data, 0, size);
	}
	if (!a->chunks || a->chunks->size - a->used < size)
		add_chunk(a, CHUNK_BYTES);
	p = a->chunks->data + a->used;
	a->used += size;
#endif
	return memset(p, 0, size);
}

void *arena_array(struct arena *a, size_t n, size_t size)
{
	size_t bytes;

	if (__builtin_mul_overflow(n, size, &bytes))
		die("array of %zu times %zu bytes", n, size);
	return arena_alloc(a, bytes);
}

char *arena_strndup(struct arena *a, const char *s, size_t len)
{
	char *p = arena_alloc(a, len + 1);

	memcpy(p, s, len);
	return p;
}

char *arena_strdup(struct arena *a, const char *s)
{
	return arena_strndup(a, s, strlen(s));
}

char *arena_vprintf(struct arena *a, const char *fmt, va_list ap)
{
	va_list again;
	char *p;
	int len;

	va_copy(again, ap);
	len = vsnprintf(NULL, 0, fmt, ap);
	if (len < 0)
		die("cannot format text");
	p = arena_alloc(a, (size_t)len + 1);
	vsnprintf(p, (size_t)len + 1, fmt, again);
	va_end(again);
	return p;
}

void *arena_grown(struct arena *a, void *v, size_t n, size_t size)
{
	void *bigger;

	if (n & (n - 1)) /* not a power of two, so not full */
		return v;
	bigger = arena_array(a, n ? n * 2 : 1, size);
	if (n)
		memcpy(bigger, v, n * size);
	return bigger;
}

char *arena_printf(struct arena *a, const char *fmt, ...)
{
	va_list ap;
	char *p;

	va_start(ap, fmt);
	p = arena_vprintf(a, fmt, ap);
	va_end(ap);
	return p;
}

size_t arena_bytes(const struct arena *a)
{
	return a->total;
}
