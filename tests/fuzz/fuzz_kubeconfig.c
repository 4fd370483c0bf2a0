/* Kubeconfig files: any bytes give a connection or an error; nothing is run or asked. */
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <unistd.h>

#include "fetch/connection.h"

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size);

static const char *no_variable(const char *name)
{
	(void)name;
	return NULL;
}

static int64_t no_time(void)
{
	return 0;
}

int LLVMFuzzerTestOneInput(const uint8_t *data, size_t size)
{
	const struct connection_env env = {
		.getenv = no_variable, .now_us = no_time, .monotonic_ms = no_time,
	};
	char path[] = "/tmp/fuzz-kubeconfig-XXXXXX";
	const struct connection_flags flags = { .kubeconfig = path };
	struct error err = ERROR_INIT;
	struct connection c;
	int fd = mkstemp(path);

	if (fd < 0 || write(fd, data, size) != (ssize_t)size)
		abort();
	close(fd);
	connection_load(&c, &flags, &env, &err);
	connection_release(&c);
	unlink(path);
	return 0;
}
