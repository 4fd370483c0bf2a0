/*
 * Where the API server is and who we are: what a kubeconfig, the in-cluster files and the command
 * line come to.  Secrets live here and in libcurl only; connection_release() wipes them.
 */
#ifndef FETCH_CONNECTION_H
#define FETCH_CONNECTION_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "base/error.h"
#include "base/strbuf.h"

/* The connection flags of kubectl (cli-runtime config_flags); NULL or false: not given. */
struct connection_flags {
	const char *kubeconfig, *context, *cluster, *user, *namespace_, *server;
	const char *tls_server_name, *certificate_authority, *client_certificate, *client_key;
	const char *token, *username, *password, *as, *as_uid, *request_timeout, *proxy_url;
	const char *const *as_groups, *const *as_user_extras; /* each "key=value" for extras */
	size_t as_group_count, as_user_extra_count;
	bool insecure_skip_tls_verify, insecure_given, disable_compression;
};

struct secret { /* owned bytes, wiped when released; data NULL: none */
	char *data;
	size_t len;
};

struct exec_plugin; /* fetch/exec_plugin.h */

struct connection {
	char *server;           /* "https://host:6443/prefix", no slash at the end; owned, as all here */
	char *namespace_;       /* the one to use */
	bool namespace_given;   /* by flag or context, not by default */
	char *context;          /* name of the context; NULL in a cluster */
	char *tls_server_name;  /* NULL: the server's host */
	bool insecure;          /* do not verify the server */
	struct secret ca, client_certificate, client_key; /* PEM; no files left to read */
	struct secret token, username, password;
	char *token_file;       /* re-read before it is used; NULL: none */
	struct exec_plugin *exec; /* NULL: none */
	char *proxy_url;        /* of the kubeconfig; NULL: the environment decides */
	char *as, *as_uid;      /* impersonation */
	char **as_groups, **as_extra_keys, **as_extra_values;
	size_t as_group_count, as_extra_count;
	int64_t timeout_ms;     /* per request; 0: none */
	bool compress;
	char **warnings;        /* to be shown to the user, each a phrase without a final dot */
	size_t warning_count;
};

/* Environment of the process, handed in so that tests have none. */
struct connection_env {
	const char *(*getenv)(const char *name); /* KUBECONFIG, HOME, KUBERNETES_SERVICE_HOST, ... */
	bool stdin_is_terminal;  /* for exec plugins' interactiveMode */
	const char *service_account_dir; /* "/var/run/secrets/kubernetes.io/serviceaccount" */
	const char *const *environment;  /* for exec plugins, as `environ`; NULL: empty */
	int64_t (*now_us)(void);         /* wall clock, for credentials that expire */
	int64_t (*monotonic_ms)(void);   /* for time limits */
	bool (*interrupted)(void);       /* the user wants to stop: exec plugins end; NULL: never */
};

/*
 * Kubeconfig files merged, flags applied, else in-cluster.  env outlives ret.  0, or -1 with err; ret to
 * release either way.
 */
int connection_load(struct connection *ret, const struct connection_flags *flags,
		    const struct connection_env *env, struct error *err);
void connection_release(struct connection *c);

/*
 * What to send as Authorization ("Bearer ..."), fresh: token file re-read, exec plugin asked when its
 * credential has expired or *refresh is set (a 401 came back).  Nothing is appended if there is none (client
 * certificates of an exec plugin go into c->client_certificate and c->client_key).
 * ret then holds a secret: release it with secret_strbuf_release().  0, or -1 with err.
 */
int connection_authorization(struct connection *c, bool refresh, struct strbuf *ret, struct error *err);

#endif
