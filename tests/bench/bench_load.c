/* Loads a snapshot and does nothing else: what bench_load.sh measures. */
#include <stdio.h>

#include "load/load.h"

int main(int argc, char **argv)
{
	struct cluster *c = cluster_new();
	struct error err = ERROR_INIT;
	int rc = 0;

	for (int i = 1; i < argc && rc == 0; i++)
		rc = snapshot_read(c, argv[i], &err);
	if (rc < 0) {
		fprintf(stderr, "%s\n", err.msg);
		return 1;
	}
	load_finish(c);
	printf("%zu nodes, %zu pods, %zu notes\n", c->objects[KIND_NODE].n,
	       c->objects[KIND_POD].n, c->notes.n);
	cluster_free(c);
	return 0;
}
