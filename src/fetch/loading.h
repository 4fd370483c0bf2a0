/* Inside of connection_load(): what was chosen, and the two halves that are made of it. */
#ifndef FETCH_LOADING_H
#define FETCH_LOADING_H

#include "fetch/connection.h"
#include "fetch/kubeconfig.h"
#include "fetch/problems.h"

struct loading {
	struct connection *to;
	const struct connection_flags *flags;
	const struct connection_env *env;
	struct kubeconfig files;
	/* Names are "" where nothing is named, entries are empty ones where there is none. */
	const char *context_name, *cluster_name, *user_name;
	const struct kube_context *context;
	const struct kube_cluster *cluster;
	const struct kube_user *user;
	bool has_context, has_cluster, has_user;
	const char *cluster_directory, *user_directory;
};

static inline bool given(const char *flag) /* kubectl does not tell an empty flag from none */
{
	return flag && *flag;
}

/* The flag if it is given, else what the file says; never NULL. */
static inline const char *flag_or(const char *flag, sym file)
{
	return given(flag) ? flag : sym_text(file);
}

void connection_warn(struct connection *c, const char *fmt, ...)
	__attribute__((format(printf, 2, 3)));
/* A path of a kubeconfig file, from its directory on. */
const char *loading_path(struct loading *l, const char *directory, const char *path);
/* Base64 of a kubeconfig; what: "certificate-authority-data of cluster "x"". */
int loading_data(struct secret *to, const char *text, const char *what, struct error *err);

/* connection_server.c: address, trust, proxy. */
int loading_server(struct loading *l, const char *address, struct error *err);

/* connection_user.c: credentials and impersonation.  loading_user comes after loading_server. */
void loading_check_user(struct loading *l, bool https, struct problems *p);
int loading_user(struct loading *l, struct error *err);

/* incluster.c: the service account of the pod that we run in. */
bool incluster_possible(const struct connection_env *env);
int incluster_load(struct loading *l, struct error *err);
/* POD_NAMESPACE, or the file beside the token; "default" if there is neither. */
char *incluster_namespace(const struct connection_env *env);

#endif
