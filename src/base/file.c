#include "base/file.h"

#include <errno.h>
#include <fcntl.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/wipe.h"

static int read_all(int fd, struct strbuf *text, struct error *err)
{
	char block[16384];
	ssize_t got;

	do {
		got = read(fd, block, sizeof(block));
		if (got > 0)
			strbuf_add(text, block, (size_t)got);
	} while ((got > 0 && !text->full) || (got < 0 && errno == EINTR));
	wipe(block, sizeof(block)); /* it may have been a key */
	if (got < 0)
		return error_set(err, ERR_IO, "%s", os_error(errno));
	if (text->full)
		return error_set(err, ERR_LIMIT, _("larger than %zu bytes"), text->limit);
	return 0;
}

int file_read(const char *path, struct strbuf *text, struct error *err)
{
	int fd = open(path, O_RDONLY | O_NONBLOCK | O_CLOEXEC | O_NOCTTY), rc;
	struct stat st;

	if (fd < 0)
		return error_set(err, errno == ENOENT ? ERR_NOT_FOUND : ERR_IO, "%s",
				 os_error(errno));
	if (fstat(fd, &st) < 0 || !S_ISREG(st.st_mode))
		rc = error_set(err, ERR_IO, _("not a regular file"));
	else
		rc = read_all(fd, text, err);
	close(fd);
	return rc;
}
