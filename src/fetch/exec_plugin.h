/*
 * Credentials from a program, by the protocol of client.authentication.k8s.io (client-go
 * plugin/pkg/client/auth/exec).  The program sees our environment, that of the kubeconfig, and
 * KUBERNETES_EXEC_INFO; it answers on its standard output, and its standard error is ours.
 */
#ifndef FETCH_EXEC_PLUGIN_H
#define FETCH_EXEC_PLUGIN_H

#include "fetch/connection.h"
#include "fetch/kubeconfig.h"

#define EXEC_VERSION_PREFIX "client.authentication.k8s.io/"
#define EXEC_EXTENSION "client.authentication.k8s.io/exec"

#define EXEC_ANSWER_BYTES_MAX ((size_t)1 << 20)
#define EXEC_LIMIT_MS 60000              /* for a program that nobody talks to */
#define EXEC_INTERACTIVE_LIMIT_MS 300000 /* for one that may wait for a person */

/*
 * directory: of the kubeconfig file.  cluster_config: JSON text of the cluster's extension, or
 * NULL.  All is copied; env outlives the plugin.
 */
struct exec_plugin *exec_plugin_new(const struct kube_exec *exec, const char *directory,
				    const char *cluster_config, const struct connection_env *env);
const char *exec_plugin_command(const struct exec_plugin *p); /* what is run; without a slash: in PATH */
void exec_plugin_free(struct exec_plugin *p); /* NULL is fine; wipes */

/*
 * Asks the program if it was never asked, if its answer has expired, or if *refresh is set; puts
 * the client certificate into c.  The token is appended to ret, nothing if there is none.
 * 0, or -1 with err.
 */
int exec_plugin_credentials(struct exec_plugin *p, struct connection *c, bool refresh,
			    struct strbuf *ret, struct error *err);

#endif
