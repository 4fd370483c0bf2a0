/*
 * Kubeconfig files as kubectl reads and merges them (client-go tools/clientcmd/loader.go): the
 * first file that has an entry of some name wins the whole entry.
 */
#ifndef FETCH_KUBECONFIG_H
#define FETCH_KUBECONFIG_H

#include "base/arena.h"
#include "base/error.h"
#include "base/strbuf.h"
#include "base/sym.h"
#include "load/field.h"

#define KUBECONFIG_BYTES_MAX ((size_t)8 << 20)

struct kube_extension {
	sym name;
	sym json;
};

struct kube_cluster {
	sym server, tls_server_name, proxy_url;
	sym ca, ca_data;
	bool insecure, disable_compression;
	struct {
		struct kube_extension *v;
		uint32_t n;
	} extensions;
};

struct kube_variable {
	sym name, value;
};

struct kube_exec {
	sym command, api_version, interactive_mode, install_hint;
	struct syms args;
	struct {
		struct kube_variable *v;
		uint32_t n;
	} env;
	bool provide_cluster_info;
};

struct kube_auth_provider {
	sym name;
	struct labels config;
};

struct kube_user {
	sym certificate, certificate_data, key, key_data;
	sym token, token_file, username, password;
	sym as, as_uid;
	struct syms as_groups;
	struct named_lists as_extra;
	const struct kube_auth_provider *auth_provider;
	const struct kube_exec *exec;
};

struct kube_context {
	sym cluster, user, namespace_;
};

struct named_cluster {
	sym name;
	struct kube_cluster cluster;
};

struct named_user {
	sym name;
	struct kube_user user;
};

struct named_context {
	sym name;
	struct kube_context context;
};

struct kubeconfig_file {
	struct kubeconfig_file *next; /* less important */
	const char *path;
	const char *directory;        /* relative paths start here */
	sym kind, api_version, current_context;
	struct {
		struct named_cluster *v;
		uint32_t n;
	} clusters;
	struct {
		struct named_user *v;
		uint32_t n;
	} users;
	struct {
		struct named_context *v;
		uint32_t n;
	} contexts;
};

struct kubeconfig {
	struct arena *arena; /* owned, wiped: files hold secrets */
	struct symtab *syms; /* likewise */
	struct kubeconfig_file *files;
	const char *current_context; /* "": none */
	struct strbuf missing;       /* files of KUBECONFIG, if there is none of them */
};

/*
 * explicit_path: of --kubeconfig, or NULL.  list: of KUBECONFIG, or NULL.  home: NULL if unknown.
 * 0, or -1 with err; to be released either way.
 */
int kubeconfig_load(struct kubeconfig *k, const char *explicit_path, const char *list,
		    const char *home, struct error *err);
void kubeconfig_release(struct kubeconfig *k);

/* NULL: no such entry.  *ret_directory is that of its file. */
const struct kube_cluster *kubeconfig_cluster(const struct kubeconfig *k, const char *name,
					      const char **ret_directory);
const struct kube_user *kubeconfig_user(const struct kubeconfig *k, const char *name,
					const char **ret_directory);
const struct kube_context *kubeconfig_context(const struct kubeconfig *k, const char *name);

#endif
