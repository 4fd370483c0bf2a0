/* The environment of a credential program. */
#ifndef FETCH_EXEC_INFO_H
#define FETCH_EXEC_INFO_H

#include "base/arena.h"
#include "fetch/connection.h"

/* The value of KUBERNETES_EXEC_INFO.  c is NULL unless the program is told about the cluster. */
void exec_info(const char *api_version, bool interactive, const struct connection *c,
	       const char *cluster_config, struct strbuf *ret);

struct exec_variable {
	const char *name, *value;
};

/* parent with variables added, of equal names the last: as for execve(). */
char **exec_environment(struct arena *arena, const char *const *parent,
			const struct exec_variable *v, size_t n);

#endif
