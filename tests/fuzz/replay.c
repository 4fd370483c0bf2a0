/*
 * A plain main for the fuzzers: runs every regular file of the folders (and files) it is given, so
 * that `make check` replays the seeds with any compiler.
 */
#include <dirent.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include "base/die.h"
#include "base/strbuf.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static int run_file(const char *path)
{
	struct strbuf sb = STRBUF_INIT;
	char chunk[4096];
	size_t n;
	int rc = -1;
	FILE *f = fopen(path, "rb");

	if (!f)
		return -1;
	while ((n = fread(chunk, 1, sizeof(chunk), f)) > 0)
		strbuf_add(&sb, chunk, n);
	if (!ferror(f)) {
		/* An allocation of just that size, so that a sanitizer sees one byte too far. */
		uint8_t *copy = xmalloc(sb.len + !sb.len);

		memcpy(copy, sb.buf, sb.len);
		rc = LLVMFuzzerTestOneInput(copy, sb.len);
		xfree(copy);
	}
	fclose(f);
	strbuf_release(&sb);
	return rc;
}

static int compare(const void *a, const void *b)
{
	return strcmp(*(char *const *)a, *(char *const *)b);
}

static unsigned run_folder(const char *path, DIR *dir, unsigned *failed)
{
	struct strbuf name = STRBUF_INIT;
	char **names = NULL;
	size_t n = 0;
	struct dirent *e;

	while ((e = readdir(dir))) {
		if (e->d_name[0] == '.')
			continue;
		names = xrealloc(names, (n + 1) * sizeof(*names));
		names[n++] = xstrdup(e->d_name);
	}
	if (n)
		qsort(names, n, sizeof(*names), compare);
	for (size_t i = 0; i < n; i++) {
		strbuf_reset(&name);
		strbuf_addf(&name, "%s/%s", path, names[i]);
		if (run_file(name.buf) != 0) {
			printf("failed: %s\n", name.buf);
			++*failed;
		}
		xfree(names[i]);
	}
	xfree(names);
	strbuf_release(&name);
	return (unsigned)n;
}

int main(int argc, char **argv)
{
	unsigned run = 0, failed = 0;

	for (int i = 1; i < argc; i++) {
		DIR *dir = opendir(argv[i]);

		if (dir) {
			run += run_folder(argv[i], dir, &failed);
			closedir(dir);
			continue;
		}
		run++;
		if (run_file(argv[i]) != 0) {
			printf("failed: %s\n", argv[i]);
			failed++;
		}
	}
	printf("seeds: %u passed, %u failed\n", run - failed, failed);
	return failed || !run;
}
