#include "fetch/secret.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <unistd.h>

#include "base/die.h"
#include "base/wipe.h"

#define FIRST_BYTES 4096

void secret_release(struct secret *s)
{
	if (s->data) {
		wipe(s->data, s->len);
		xfree(s->data);
	}
	s->data = NULL;
	s->len = 0;
}

void secret_set(struct secret *s, const char *data, size_t len)
{
	secret_release(s);
	if (!data)
		return;
	s->data = xmalloc(len + 1);
	memcpy(s->data, data, len);
	s->data[len] = '\0';
	s->len = len;
}

void secret_set_text(struct secret *s, const char *text)
{
	secret_set(s, text, text ? strlen(text) : 0);
}

void secret_strbuf_release(struct strbuf *sb)
{
	if (sb->cap)
		wipe(sb->buf, sb->cap);
	strbuf_release(sb);
}

/* Not by realloc, which may leave a copy behind. */
static void grow(struct secret *s, size_t *cap)
{
	size_t twice = *cap * 2;
	char *data = xmalloc(twice);

	memcpy(data, s->data, s->len);
	wipe(s->data, s->len);
	xfree(s->data);
	s->data = data;
	*cap = twice;
}

static int read_all(int fd, struct secret *s, size_t max)
{
	size_t cap = FIRST_BYTES;

	s->data = xmalloc(cap);
	for (;;) {
		ssize_t n = read(fd, s->data + s->len, cap - s->len - 1);

		if (n < 0 && errno == EINTR)
			continue;
		if (n < 0)
			return errno;
		s->len += (size_t)n;
		s->data[s->len] = '\0';
		if (n == 0)
			return 0;
		if (s->len > max)
			return EFBIG;
		if (s->len == cap - 1)
			grow(s, &cap);
	}
}

int secret_read(struct secret *s, const char *path, size_t max)
{
	int fd = open(path, O_RDONLY | O_CLOEXEC | O_NOCTTY);
	int failure;

	secret_release(s);
	if (fd < 0)
		return errno;
	failure = read_all(fd, s, max);
	close(fd);
	if (failure)
		secret_release(s);
	return failure;
}
