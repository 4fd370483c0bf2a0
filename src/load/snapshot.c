/* Snapshots: files, directories of files, standard input. */
#include <dirent.h>
#include <errno.h>
#include <fcntl.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/die.h"
#include "base/i18n.h"
#include "base/strbuf.h"
#include "load/loader.h"
#include "load/yaml.h"

#define BLOCK_BYTES ((size_t)128 * 1024)

/* ---- one stream ---- */

struct source {
	int fd;
	const char *name;
	char *block; /* BLOCK_BYTES */
	size_t len;  /* read and not used yet: the beginning */
};

static long read_some(int fd, char *buf, size_t size, struct error *err)
{
	ssize_t n;

	do {
		n = read(fd, buf, size);
	} while (n < 0 && errno == EINTR);
	if (n < 0)
		return error_set(err, ERR_IO, _("cannot read: %s"), os_error(errno));
	return (long)n;
}

/* The first bytes, as many as the format needs; fewer only at the end of the input. */
static int read_head(struct source *s, struct error *err)
{
	s->len = 0;
	while (s->len < BLOCK_BYTES - 1) {
		long n = read_some(s->fd, s->block + s->len, BLOCK_BYTES - 1 - s->len, err);

		if (n < 0)
			return -1;
		if (n == 0)
			break;
		s->len += (size_t)n;
	}
	s->block[s->len] = '\0';
	return 0;
}

static long read_source(void *self, char *buf, size_t size, struct error *err)
{
	struct source *s = self;
	size_t n = s->len < size ? s->len : size;

	if (!s->len)
		return read_some(s->fd, buf, size, err);
	memcpy(buf, s->block, n);
	memmove(s->block, s->block + n, s->len - n);
	s->len -= n;
	return (long)n;
}

static int read_json(struct loader *l, struct source *s, struct error *err)
{
	long n = (long)s->len;

	while (n > 0) {
		if (loader_push_json(l, s->block, (size_t)n, err) < 0)
			return -1;
		n = read_some(s->fd, s->block, BLOCK_BYTES, err);
	}
	return n < 0 ? -1 : loader_finish_json(l, err);
}

/* Everything in s, from its beginning, into l. */
static int read_all(struct loader *l, struct source *s, struct error *err)
{
	enum load_format format;

	if (read_head(s, err) < 0 || loader_guess(s->block, s->len, &format, err) < 0)
		return -1;
	if (strspn(s->block, " \t\r\n") == s->len) {
		loader_warn(l, N_("is empty"));
		return 0;
	}
	return format == LOAD_JSON ? read_json(l, s, err) : yaml_read(l, read_source, s, err);
}

/* Items whose kind was said behind them: the file is read once more for them. */
static void read_again(struct cluster *c, struct source *s, int kind)
{
	struct loader *l = loader_new(c, s->name, LOAD_JSON, kind);
	struct error err = ERROR_INIT;

	loader_only_unnamed(l);
	if (lseek(s->fd, 0, SEEK_SET) < 0)
		loader_lose(l, N_("items without a kind come before the kind of their list: only in a file can they be read"));
	else if (read_all(l, s, &err) < 0)
		loader_lose(l, err.msg);
	loader_free(l);
}

/* How many objects were in it. */
static size_t read_stream(struct cluster *c, struct source *s)
{
	struct loader *l = loader_new(c, s->name, LOAD_JSON, -1);
	struct error err = ERROR_INIT;
	size_t n;

	if (read_all(l, s, &err) < 0) {
		loader_lose(l, err.msg);
		loader_abandon(l);
	}
	if (loader_continue(l))
		loader_lose(l, N_("this is one page of a list, the pages behind it are missing"));
	if (loader_again(l) >= 0)
		read_again(c, s, loader_again(l));
	n = loader_objects(l);
	loader_free(l);
	return n;
}

static size_t read_fd(struct cluster *c, int fd, const char *name)
{
	struct source s = { .fd = fd, .name = name, .block = xmalloc(BLOCK_BYTES) };
	size_t n = read_stream(c, &s);

	xfree(s.block);
	return n;
}

/* ---- directories ---- */

struct walk {
	struct cluster *c;
	size_t files, names, strangers;
	int64_t bytes;
	bool too_many; /* said, and the end */
};

static bool has_suffix(const char *name, const char *suffix)
{
	size_t n = strlen(name), m = strlen(suffix);

	return n > m && strcmp(name + n - m, suffix) == 0;
}

static bool is_wanted(const char *name)
{
	return has_suffix(name, ".json") || has_suffix(name, ".yaml") || has_suffix(name, ".yml");
}

static int by_name(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

/* The names in a directory, sorted so that every run reads them in the same order. */
static char **list_names(struct walk *w, DIR *dir, const char *path, size_t *ret_n)
{
	char **names = NULL;
	size_t n = 0, cap = 0;
	const struct dirent *e;

	while ((e = readdir(dir)) != NULL && !w->too_many) {
		if (e->d_name[0] == '.')
			continue;
		if (++w->names > LOAD_NAMES_MAX) {
			w->too_many = true;
			cluster_note(w->c, true, _("%s: more than %d names are in this directory and those "
						   "before it; the rest is not read"), path, LOAD_NAMES_MAX);
		}
		if (n == cap) {
			cap = cap ? cap * 2 : 64;
			names = xrealloc(names, cap * sizeof(*names));
		}
		names[n++] = xstrdup(e->d_name);
	}
	if (n)
		qsort(names, n, sizeof(*names), by_name);
	*ret_n = n;
	return names;
}

static void walk_directory(struct walk *w, int fd, const char *path, int depth);

static void stop_walk(struct walk *w, const char *path, const char *why)
{
	w->too_many = true;
	w->c->lost_parts++;
	cluster_note(w->c, true, _("%s: %s; it and what comes behind it is not read"), path, why);
}

/* Of a large folder of other things nobody wants to read each fault. */
static void walk_file(struct walk *w, int fd, const char *path, int64_t bytes)
{
	struct cluster *c = w->c;
	size_t lost = c->lost_parts;

	w->bytes += bytes;
	if (++w->files > LOAD_FILES_MAX)
		stop_walk(w, path, _("more than 10000 files"));
	else if (w->bytes > LOAD_DIRECTORY_BYTES_MAX)
		stop_walk(w, path, _("more than 2 GiB in this directory"));
	else if (w->strangers >= LOAD_STRANGERS_MAX)
		stop_walk(w, path, _("50 files have nothing of a cluster in them, is this the right directory?"));
	else if (read_fd(c, fd, path) == 0 && c->lost_parts > lost)
		w->strangers++;
}

static void walk_entry(struct walk *w, int at, const char *name, const char *path, int depth)
{
	struct stat st;
	int fd;

	if (fstatat(at, name, &st, AT_SYMLINK_NOFOLLOW) < 0)
		return;
	if (!S_ISDIR(st.st_mode) && !is_wanted(name))
		return;
	if (!S_ISDIR(st.st_mode) && !S_ISREG(st.st_mode)) {
		cluster_note(w->c, true, _("%s: not a regular file; links are not followed"), path);
		return;
	}
	fd = openat(at, name, O_RDONLY | O_NONBLOCK | O_NOFOLLOW | O_CLOEXEC | O_NOCTTY);
	if (fd < 0 || fstat(fd, &st) < 0) {
		cluster_note(w->c, true, _("%s: %s"), path, os_error(errno));
	} else if (S_ISDIR(st.st_mode)) {
		walk_directory(w, fd, path, depth + 1);
		return;
	} else if (S_ISREG(st.st_mode)) {
		walk_file(w, fd, path, st.st_size);
	}
	if (fd >= 0)
		close(fd);
}

/* Takes fd. */
static void walk_directory(struct walk *w, int fd, const char *path, int depth)
{
	struct strbuf child = STRBUF_INIT;
	char **names;
	size_t n;
	DIR *dir;

	if (depth > LOAD_DIRECTORY_DEPTH_MAX) {
		cluster_note(w->c, true, _("%s: deeper than %d directories; not read"), path,
			     LOAD_DIRECTORY_DEPTH_MAX);
		close(fd);
		return;
	}
	dir = fdopendir(fd);
	if (!dir) {
		cluster_note(w->c, true, _("%s: %s"), path, os_error(errno));
		close(fd);
		return;
	}
	names = list_names(w, dir, path, &n);
	for (size_t i = 0; i < n && !w->too_many; i++) {
		strbuf_reset(&child);
		strbuf_addf(&child, "%s/%s", path, names[i]);
		walk_entry(w, dirfd(dir), names[i], child.buf, depth);
	}
	for (size_t i = 0; i < n; i++)
		xfree(names[i]);
	xfree(names);
	strbuf_release(&child);
	closedir(dir);
}

/* ---- entry points ---- */

int snapshot_read(struct cluster *c, const char *path, struct error *err)
{
	struct walk w = { .c = c };
	struct stat st;
	int fd;

	if (strcmp(path, "-") == 0) {
		read_fd(c, STDIN_FILENO, "stdin");
		return 0;
	}
	/* Without O_NONBLOCK opening a FIFO waits for a writer. */
	fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY);
	if (fd < 0 || fstat(fd, &st) < 0) {
		error_set(err, ERR_IO, _("%s: %s"), path, os_error(errno));
		if (fd >= 0)
			close(fd);
		return -1;
	}
	if (S_ISDIR(st.st_mode)) {
		walk_directory(&w, fd, path, 1);
		if (!w.files)
			cluster_note(c, false, _("%s: no *.json, *.yaml or *.yml file in it"), path);
		return 0;
	}
	if (!S_ISREG(st.st_mode)) {
		close(fd);
		return error_set(err, ERR_IO, _("%s: neither a regular file nor a directory"), path);
	}
	read_fd(c, fd, path);
	close(fd);
	return 0;
}

int snapshot_read_memory(struct cluster *c, const char *name, const char *data, size_t len,
			 struct error *err)
{
	struct loader *l = loader_new(c, name, LOAD_GUESS, -1);
	int rc = loader_push(l, data, len, err);
	int kind;

	if (rc == 0)
		rc = loader_finish(l, err);
	kind = loader_again(l);
	loader_free(l);
	if (rc < 0 || kind < 0)
		return rc;
	l = loader_new(c, name, LOAD_GUESS, kind);
	loader_only_unnamed(l);
	rc = loader_push(l, data, len, err);
	if (rc == 0)
		rc = loader_finish(l, err);
	loader_free(l);
	return rc;
}
