#include "bundle/capture.h"

#include <errno.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/strbuf.h"
#include "bundle/arguments.h"
#include "load/bundle_head.h"
#include "load/encode.h"

#define FLUSH_BYTES 65536

/* Text on its way to a file, or all of it. */
struct printer {
	struct strbuf *out;
	FILE *file; /* NULL: everything stays in out */
};

static void flush(struct printer *p, size_t more_than)
{
	if (!p->file || p->out->len <= more_than)
		return;
	fwrite(p->out->buf, 1, p->out->len, p->file); /* ferror tells at the end */
	strbuf_reset(p->out);
}

/* "{...}" behind what out has becomes "{"apiVersion":...,"kind":...,...}". */
static void print_typed(struct strbuf *out, const char *group, const char *version, const char *kind,
			const struct field_table *t, const void *object)
{
	size_t start;

	strbuf_addf(out, "{\"apiVersion\":\"%s%s%s\",\"kind\":\"%s\"", group, *group ? "/" : "", version,
		    kind);
	start = out->len;
	encode_object(out, t, object);
	if (out->buf[start + 1] == '}')
		out->buf[start] = ' ';
	else
		out->buf[start] = ',';
}

static void print_head(struct printer *p, struct cluster *c, const char *source, struct opt_time now)
{
	struct bundle_head head;

	bundle_head_of(c, now, &head);
	head.source = sym_str(c->syms, source);
	print_typed(p->out, "whypending", "v1", BUNDLE_KIND, &table_bundle_head, &head);
	strbuf_addc(p->out, '\n');
}

static void print_objects(struct printer *p, const struct cluster *c)
{
	bool first = true;

	strbuf_adds(p->out, "{\"apiVersion\":\"v1\",\"kind\":\"List\",\"items\":[\n");
	for (int k = 0; k < KIND_COUNT; k++) {
		for (size_t i = 0; i < c->objects[k].n; i++) {
			if (!first)
				strbuf_adds(p->out, ",\n");
			first = false;
			print_typed(p->out, kinds[k].group, "v1", kinds[k].name, kind_tables[k],
				    c->objects[k].v[i]);
			flush(p, FLUSH_BYTES);
		}
	}
	strbuf_adds(p->out, "\n]}\n");
	flush(p, 0);
}

static void print_all(struct printer *p, struct cluster *c, const char *source, struct opt_time now)
{
	arguments_reduce(c);
	print_head(p, c, source, now);
	print_objects(p, c);
}

void capture_print(struct cluster *c, const char *source, struct opt_time now, struct strbuf *out)
{
	struct printer p = { out, NULL };

	print_all(&p, c, source, now);
}

size_t capture_objects(const struct cluster *c)
{
	size_t n = 0;

	for (int k = 0; k < KIND_COUNT; k++)
		n += c->objects[k].n;
	return n;
}

/* ---- the file ---- */

static int fail(const char *path, struct error *err)
{
	return error_set(err, ERR_IO, _("--capture %.600s: %s"), path, os_error(errno));
}

/* A device or a directory is not replaced by a file. */
static int check_target(const char *path, struct error *err)
{
	struct stat st;

	if (lstat(path, &st) < 0)
		return errno == ENOENT ? 0 : fail(path, err);
	if (S_ISREG(st.st_mode))
		return 0;
	return error_set(err, ERR_IO, _("--capture %.600s: it is there and is no regular file"), path);
}

static int write_temporary(int fd, struct cluster *c, const char *source, struct opt_time now)
{
	FILE *file = fdopen(fd, "w");
	struct strbuf out = STRBUF_INIT;
	struct printer p = { &out, file };
	bool failed;

	if (!file) {
		close(fd);
		return -1;
	}
	print_all(&p, c, source, now);
	strbuf_release(&out);
	failed = fflush(file) != 0 || ferror(file) || fsync(fd) < 0;
	return fclose(file) != 0 || failed ? -1 : 0;
}

/* Where it is made, only its owner may read it: mkstemp() says so. */
int capture_write(struct cluster *c, const char *source, struct opt_time now, const char *path,
		  struct error *err)
{
	struct strbuf temporary = STRBUF_INIT;
	int fd, rc = -1;

	if (check_target(path, err) < 0)
		return -1;
	strbuf_addf(&temporary, "%s.XXXXXX", path);
	fd = mkstemp(temporary.buf);
	if (fd < 0) {
		rc = fail(path, err);
		goto out;
	}
	rc = write_temporary(fd, c, source, now);
	if (rc == 0)
		rc = rename(temporary.buf, path);
	if (rc < 0) {
		fail(path, err);
		unlink(temporary.buf);
	}
out:
	strbuf_release(&temporary);
	return rc;
}
