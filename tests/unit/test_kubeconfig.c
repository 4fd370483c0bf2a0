/* Kubeconfig files, flags and in-cluster files: what connection they come to, as for kubectl. */
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <unistd.h>

#include <cmocka.h>

#include "fetch/address.h"
#include "fetch/base64.h"
#include "fetch/connection.h"
#include "fetch/duration.h"
#include "fetch/secret.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define FILES_MAX 5

#define CONFIG(current, contexts, clusters, users) \
	"{apiVersion: v1, kind: Config, current-context: " current ", contexts: [" contexts "], " \
	"clusters: [" clusters "], users: [" users "]}\n"
#define X(name, fields) "{name: " name ", context: {" fields "}}"
#define C(name, fields) "{name: " name ", cluster: {" fields "}}"
#define U(name, fields) "{name: " name ", user: {" fields "}}"
/* One context x of cluster c and user u. */
#define ONE(cluster, user) \
	CONFIG("x", X("x", "cluster: c, user: u"), C("c", "server: 'https://s', " cluster), \
	       U("u", user))

#define PEM "-----BEGIN CERTIFICATE-----"
#define PEM_DATA "LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tRAo=" /* PEM "D\n" */
#define CERT_DATA "Y2VydC1E" /* cert-D */
#define KEY_DATA "a2V5LUQ="  /* key-D */
#define JWT_2033 "eyJhbGciOiAibm9uZSJ9.eyJleHAiOiAyMDAwMDAwMDAwfQ.sig"
#define JWT_2033_FLOAT "e30.eyJleHAiOiAyLjBlOX0.s"
#define JWT_2001 "eyJhbGciOiAibm9uZSJ9.eyJleHAiOiAxMDAwMDAwMDAwfQ.sig"
#define JWT_NO_EXP "eyJhbGciOiAibm9uZSJ9.eyJ4IjogMX0.sig"
#define NOW_US (INT64_C(1790000000) * 1000000)

#define NO_CONFIG "error: invalid configuration: no configuration has been provided, try setting " \
	"KUBERNETES_MASTER environment variable"

struct file {
	const char *path, *text;
};

struct test {
	const char *title;
	struct file files[FILES_MAX];
	const char *list;      /* KUBECONFIG; NULL: --kubeconfig is the first file */
	struct connection_flags flags;
	const char *variables[4]; /* "NAME=value" */
	const char *expected;
};

/* ---- the process around it ---- */

static const char *const *variables;
static char home[4096];

static const char *lookup(const char *name)
{
	size_t len = strlen(name);

	for (size_t i = 0; variables && variables[i]; i++)
		if (strncmp(variables[i], name, len) == 0 && variables[i][len] == '=')
			return variables[i] + len + 1;
	return NULL;
}

static int64_t now_us(void)
{
	return NOW_US;
}

static const struct connection_env test_env = {
	.getenv = lookup, .service_account_dir = "account", .now_us = now_us, .monotonic_ms = now_us,
};

static void write_file(const struct file *f)
{
	char dir[256];
	const char *slash = strrchr(f->path, '/');
	FILE *out;

	if (slash) {
		snprintf(dir, sizeof(dir), "%.*s", (int)(slash - f->path), f->path);
		mkdir(dir, 0700);
	}
	out = fopen(f->path, "w");
	assert_non_null(out);
	fputs(f->text, out);
	fclose(out);
}

/* ---- a connection as text ---- */

static void put(struct strbuf *out, const char *name, const char *value)
{
	if (value)
		strbuf_addf(out, "%s%s=%s", out->len ? " " : "", name, value);
}

static void put_secret(struct strbuf *out, const char *name, const struct secret *s)
{
	const char *text = s->data;

	if (text && strncmp(text, PEM, strlen(PEM)) == 0)
		text += strlen(PEM);
	put(out, name, text);
	if (out->buf[out->len - 1] == '\n')
		strbuf_truncate(out, out->len - 1);
}

static void dump(const struct connection *c, struct strbuf *out)
{
	put(out, "server", c->server);
	if (c->namespace_given || strcmp(c->namespace_, "default") != 0)
		put(out, c->namespace_given ? "namespace" : "namespace?", c->namespace_);
	if (c->context && strcmp(c->context, "x") != 0)
		put(out, "context", c->context);
	put(out, "name", c->tls_server_name);
	put(out, "insecure", c->insecure ? "yes" : NULL);
	put_secret(out, "ca", &c->ca);
	put_secret(out, "cert", &c->client_certificate);
	put_secret(out, "key", &c->client_key);
	put_secret(out, "token", &c->token);
	put(out, "tokenFile", c->token_file);
	put_secret(out, "username", &c->username);
	put_secret(out, "password", &c->password);
	put(out, "exec", c->exec ? "yes" : NULL);
	put(out, "proxy", c->proxy_url);
	put(out, "as", c->as);
	put(out, "uid", c->as_uid);
	for (size_t i = 0; i < c->as_group_count; i++)
		put(out, "group", c->as_groups[i]);
	for (size_t i = 0; i < c->as_extra_count; i++) {
		put(out, "extra", c->as_extra_keys[i]);
		strbuf_addf(out, ":%s", c->as_extra_values[i]);
	}
	if (c->timeout_ms)
		strbuf_addf(out, " timeout=%lld", (long long)c->timeout_ms);
	put(out, "compress", c->compress ? NULL : "no");
	for (size_t i = 0; i < c->warning_count; i++)
		put(out, "warning", c->warnings[i]);
}

/* ---- cases ---- */

static const char *const two_groups[] = { "g1", "g2" };
static const char *const extras[] = { "scopes=flag", "reason=a=b" };
static const char *const bad_extra[] = { "scopes" };
static const char *const bad_group[] = { "g\r\nAuthorization: x" };

#define TWO_CONTEXTS CONFIG("x", \
	X("x", "cluster: c, user: u, namespace: nx") "," X("y", "cluster: d, user: v"), \
	C("c", "server: 'https://c'") "," C("d", "server: 'https://d'"), \
	U("u", "token: tu") "," U("v", "token: tv"))

static const struct test tests[] = {
	/* ---- files ---- */
	{ "one file", { { "a", ONE("", "token: t") } }, NULL, { 0 }, { NULL }, "server=https://s token=t" },
	{ "JSON", { { "a", "{\"current-context\":\"x\",\"contexts\":[{\"name\":\"x\",\"context\":{\"cluster\":"
	  "\"c\"}}],\"clusters\":[{\"name\":\"c\",\"cluster\":{\"server\":\"https://s\"}}]}" } },
	  NULL, { 0 }, { NULL }, "server=https://s" },
	{ "block YAML", { { "a", "apiVersion: v1\nkind: Config\npreferences: {}\nclusters:\n- cluster:\n"
	  "    server: https://s\n  name: c\ncontexts:\n- context:\n    cluster: c\n    user: \"\"\n"
	  "  name: x\ncurrent-context: x\n" } }, NULL, { 0 }, { NULL }, "server=https://s" },
	{ "--kubeconfig is exclusive", { { "a", CONFIG("x", X("x", "cluster: c"), "", "") },
	  { "b", ONE("", "token: t") } }, "b", { .kubeconfig = "a" }, { NULL },
	  "error: invalid configuration: cluster \"c\" was not found for context \"x\"" },
	{ "--kubeconfig must exist", { { NULL, NULL } }, "", { .kubeconfig = "gone" }, { NULL },
	  "error: stat gone: no such file or directory" },
	{ "a broken file", { { "a", "{clusters: [" } }, NULL, { 0 }, { NULL },
	  "error: error loading config file \"a\": line 1, byte 2: wants a key or '}', found 'c'" },
	{ "a wrong type does not show the value", { { "a", ONE("", "password: 12345") } }, NULL, { 0 },
	  { NULL }, "error: error loading config file \"a\": users[0].user.password: wants a string, "
	  "found a number" },
	{ "another kind", { { "a", "{apiVersion: v1, kind: Pod}" } }, NULL, { 0 }, { NULL },
	  "error: error loading config file \"a\": no kind \"Pod\" is registered for version \"v1\"" },
	{ "not an object", { { "a", "[]" } }, NULL, { 0 }, { NULL },
	  "error: error loading config file \"a\": wants an object" },
	{ "a name twice", { { "a", CONFIG("x", "", C("c", "") "," C("c", ""), "") } }, NULL, { 0 },
	  { NULL }, "error: error loading config file \"a\": duplicate name \"c\" in list clusters" },
	{ "an empty file", { { "a", "" } }, NULL, { 0 }, { NULL }, NO_CONFIG },
	{ "only comments", { { "a", "# nothing\n" } }, NULL, { 0 }, { NULL }, NO_CONFIG },
	{ "a directory", { { "dir/a", "" } }, "", { .kubeconfig = "dir" }, { NULL },
	  "error: error loading config file \"dir\": Is a directory" },
	{ "home", { { ".kube/config", ONE("", "token: h") } }, "", { 0 }, { "HOME=." },
	  "server=https://s token=h" },
	{ "KUBECONFIG beats home", { { ".kube/config", ONE("", "token: h") }, { "a", ONE("", "token: t") } },
	  "a", { 0 }, { "HOME=." }, "server=https://s token=t" },
	{ "no home", { { NULL, NULL } }, "", { 0 }, { NULL }, NO_CONFIG },

	/* ---- merging ---- */
	{ "the first file wins a whole entry", { { "a", CONFIG("''", "", C("c", "server: 'https://a'"), "") },
	  { "b", CONFIG("x", X("x", "cluster: c, user: u"), C("c", "server: 'https://b', "
	  "tls-server-name: b"), U("u", "token: t")) } }, "a:b", { 0 }, { NULL },
	  "server=https://a token=t" },
	{ "the order counts", { { "a", CONFIG("''", "", C("c", "server: 'https://a'"), "") },
	  { "b", CONFIG("x", X("x", "cluster: c, user: u"), C("c", "server: 'https://b', "
	  "tls-server-name: b"), U("u", "token: t")) } }, "b:a", { 0 }, { NULL },
	  "server=https://b name=b token=t" },
	{ "first current-context", { { "a", CONFIG("y", "", "", "") }, { "b", TWO_CONTEXTS } }, "a:b",
	  { 0 }, { NULL }, "server=https://d context=y token=tv" },
	{ "an empty current-context does not count", { { "a", CONFIG("''", "", "", "") },
	  { "b", TWO_CONTEXTS } }, "a:b", { 0 }, { NULL }, "server=https://c namespace=nx token=tu" },
	{ "missing files of a list", { { "a", ONE("", "") } }, "gone:a:away", { 0 }, { NULL },
	  "server=https://s" },
	{ "all missing", { { NULL, NULL } }, "gone:away:gone", { .server = "https://f" }, { NULL },
	  "server=https://f warning=Config not found: gone, away" },
	{ "empty elements and a file twice", { { "a", ONE("", "") } }, "::a::a:", { 0 }, { NULL },
	  "server=https://s" },
	{ "one broken file of a list", { { "a", ONE("", "") }, { "b", "a: [" } }, "a:b", { 0 }, { NULL },
	  "error: error loading config file \"b\": line 2: did not find expected node content" },

	/* ---- choosing ---- */
	{ "--context", { { "a", TWO_CONTEXTS } }, NULL, { .context = "y" }, { NULL },
	  "server=https://d context=y token=tv" },
	{ "--cluster", { { "a", TWO_CONTEXTS } }, NULL, { .cluster = "d" }, { NULL },
	  "server=https://d namespace=nx token=tu" },
	{ "--user", { { "a", TWO_CONTEXTS } }, NULL, { .user = "v" }, { NULL },
	  "server=https://c namespace=nx token=tv" },
	{ "no such context", { { "a", TWO_CONTEXTS } }, NULL, { .context = "z" }, { NULL },
	  "error: context \"z\" does not exist" },
	{ "no such cluster", { { "a", TWO_CONTEXTS } }, NULL, { .cluster = "z" }, { NULL },
	  "error: cluster \"z\" does not exist" },
	{ "no such user", { { "a", TWO_CONTEXTS } }, NULL, { .user = "z" }, { NULL },
	  "error: auth info \"z\" does not exist" },
	{ "current-context that is gone", { { "a", CONFIG("z", "", "", "") } }, NULL, { 0 }, { NULL },
	  "error: invalid configuration: context was not found for specified context: z" },
	{ "a cluster without a server", { { "a", CONFIG("x", X("x", "cluster: c"), C("c", ""), "") } },
	  NULL, { 0 }, { NULL }, "error: invalid configuration: no server found for cluster \"c\"" },
	{ "a user that is gone", { { "a", CONFIG("x", X("x", "cluster: c, user: u"),
	  C("c", "server: 'https://s'"), "") } }, NULL, { 0 }, { NULL },
	  "error: invalid configuration: user \"u\" was not found for context \"x\"" },
	{ "a user that is gone, but a token", { { "a", CONFIG("x", X("x", "cluster: c, user: u"),
	  C("c", "server: 'https://s'"), "") } }, NULL, { .token = "t" }, { NULL },
	  "server=https://s token=t" },
	{ "no current context", { { "a", CONFIG("''", "", C("c", "server: 'https://s'"), "") } }, NULL,
	  { .cluster = "c" }, { NULL }, "server=https://s" },
	{ "KUBERNETES_MASTER", { { "a", "" } }, NULL, { 0 }, { "KUBERNETES_MASTER=http://m:8080" },
	  "server=http://m:8080" },
	{ "--namespace", { { "a", TWO_CONTEXTS } }, NULL, { .namespace_ = "flag" }, { NULL },
	  "server=https://c namespace=flag token=tu" },
	{ "a namespace that is a path", { { "a", TWO_CONTEXTS } }, NULL, { .namespace_ = "../x" }, { NULL },
	  "error: invalid namespace \"../x\"" },

	/* ---- server ---- */
	{ "--server keeps the rest", { { "a", ONE("certificate-authority-data: " PEM_DATA, "token: t") } },
	  NULL, { .server = "https://f:1/p/" }, { NULL }, "server=https://f:1/p ca=D token=t" },
	{ "--server clears tls-server-name", { { "a", ONE("tls-server-name: n", "") } }, NULL,
	  { .server = "https://f" }, { NULL }, "server=https://f" },
	{ "--tls-server-name", { { "a", ONE("tls-server-name: n", "") } }, NULL,
	  { .tls_server_name = "m" }, { NULL }, "server=https://s name=m" },
	{ "both", { { "a", ONE("tls-server-name: n", "") } }, NULL,
	  { .server = "https://f", .tls_server_name = "m" }, { NULL }, "server=https://f name=m" },
	{ "file of the authority", { { "d/a", ONE("certificate-authority: ca", "") },
	  { "d/ca", PEM "F\n" } }, NULL, { 0 }, { NULL }, "server=https://s ca=F" },
	{ "data beats file", { { "a", ONE("certificate-authority: gone, certificate-authority-data: "
	  PEM_DATA, "") } }, NULL, { 0 }, { NULL }, "server=https://s ca=D" },
	{ "a missing authority", { { "a", ONE("certificate-authority: /gone/ca", "") } }, NULL, { 0 },
	  { NULL }, "error: invalid configuration: unable to read certificate-authority /gone/ca for c due "
	  "to No such file or directory" },
	{ "an authority that is none", { { "a", ONE("certificate-authority-data: " CERT_DATA, "") } },
	  NULL, { 0 }, { NULL }, "error: unable to load root certificates: unable to parse bytes as PEM "
	  "block" },
	{ "broken base64", { { "a", ONE("certificate-authority-data: 'ab*d'", "") } }, NULL, { 0 },
	  { NULL }, "error: certificate-authority-data of cluster \"c\": illegal base64 data at input "
	  "byte 2" },
	{ "--certificate-authority beats data", { { "a", ONE("certificate-authority-data: " PEM_DATA, "") },
	  { "ca", PEM "F\n" } }, NULL, { .certificate_authority = "ca" }, { NULL },
	  "server=https://s ca=F" },
	{ "--certificate-authority beats insecure", { { "a", ONE("insecure-skip-tls-verify: true", "") },
	  { "ca", PEM "F\n" } }, NULL, { .certificate_authority = "ca" }, { NULL },
	  "server=https://s ca=F" },
	{ "--insecure-skip-tls-verify clears the authority", { { "a",
	  ONE("certificate-authority-data: " PEM_DATA, "") } }, NULL,
	  { .insecure_skip_tls_verify = true, .insecure_given = true }, { NULL },
	  "server=https://s insecure=yes" },
	{ "--insecure-skip-tls-verify=false", { { "a", ONE("insecure-skip-tls-verify: true", "") } },
	  NULL, { .insecure_given = true }, { NULL }, "server=https://s" },
	{ "insecure with an authority", { { "a", ONE("insecure-skip-tls-verify: true, "
	  "certificate-authority-data: " PEM_DATA, "") } }, NULL, { 0 }, { NULL },
	  "error: specifying a root certificates file with the insecure flag is not allowed" },
	{ "insecure flag with an authority flag", { { "a", ONE("", "") }, { "ca", PEM "F\n" } }, NULL,
	  { .certificate_authority = "ca", .insecure_skip_tls_verify = true, .insecure_given = true },
	  { NULL }, "error: specifying a root certificates file with the insecure flag is not allowed" },
	{ "proxy", { { "a", ONE("proxy-url: 'socks5://p:1080'", "") } }, NULL, { 0 }, { NULL },
	  "server=https://s proxy=socks5://p:1080" },
	{ "--proxy-url", { { "a", ONE("proxy-url: 'socks5://p:1080'", "") } }, NULL,
	  { .proxy_url = "http://q" }, { NULL }, "server=https://s proxy=http://q" },
	{ "a proxy of another scheme", { { "a", ONE("proxy-url: 'ftp://p'", "") } }, NULL, { 0 }, { NULL },
	  "error: invalid configuration: invalid 'proxy-url' \"ftp://p\" for cluster \"c\": unsupported "
	  "scheme \"ftp\", must be http, https, or socks5" },
	{ "a proxy's password is not shown", { { "a", ONE("proxy-url: 'ftp://u:pw@p'", "") } }, NULL, { 0 },
	  { NULL }, "error: invalid configuration: invalid 'proxy-url' \"...\" for cluster \"c\": "
	  "unsupported scheme \"ftp\", must be http, https, or socks5" },
	{ "disable-compression", { { "a", ONE("disable-compression: true", "") } }, NULL, { 0 }, { NULL },
	  "server=https://s compress=no" },
	{ "--disable-compression", { { "a", ONE("", "") } }, NULL, { .disable_compression = true },
	  { NULL }, "server=https://s compress=no" },
	{ "--request-timeout", { { "a", ONE("", "") } }, NULL, { .request_timeout = "1m30s" }, { NULL },
	  "server=https://s timeout=90000" },
	{ "a bad --request-timeout", { { "a", ONE("", "") } }, NULL, { .request_timeout = "5x" }, { NULL },
	  "error: Invalid timeout value. Timeout must be a single integer in seconds, or an integer "
	  "followed by a corresponding time unit (e.g. 1s | 2m | 3h)" },
	{ "extensions are ignored", { { "a", ONE("extensions: [{name: e, extension: {a: [1, {b: c}]}}]",
	  "extensions: [{name: e, extension: x}]") } }, NULL, { 0 }, { NULL }, "server=https://s" },

	/* ---- credentials ---- */
	{ "certificate and key from files", { { "d/a", ONE("", "client-certificate: cert, client-key: "
	  "key") }, { "d/cert", "cert-F" }, { "d/key", "key-F" } }, NULL, { 0 }, { NULL },
	  "server=https://s cert=cert-F key=key-F" },
	{ "data beats files", { { "a", ONE("", "client-certificate: gone, client-key: gone, "
	  "client-certificate-data: " CERT_DATA ", client-key-data: " KEY_DATA) } }, NULL, { 0 }, { NULL },
	  "server=https://s cert=cert-D key=key-D" },
	{ "flags beat data", { { "a", ONE("", "client-certificate-data: " CERT_DATA ", client-key-data: "
	  KEY_DATA) }, { "cert", "cert-F" }, { "key", "key-F" } }, NULL,
	  { .client_certificate = "cert", .client_key = "key" }, { NULL },
	  "server=https://s cert=cert-F key=key-F" },
	{ "a certificate without a key", { { "a", ONE("", "client-certificate-data: " CERT_DATA) } }, NULL,
	  { 0 }, { NULL }, "error: invalid configuration: client-key-data or client-key must be specified "
	  "for u to use the clientCert authentication method" },
	{ "a missing key", { { "a", ONE("", "client-certificate-data: " CERT_DATA ", client-key: /gone") } },
	  NULL, { 0 }, { NULL }, "error: invalid configuration: unable to read client-key /gone for u due "
	  "to No such file or directory" },
	{ "--token", { { "a", ONE("", "token: t, tokenFile: f") } }, NULL, { .token = "flag" }, { NULL },
	  "server=https://s token=flag" },
	{ "a token file", { { "d/a", ONE("", "token: t, tokenFile: f") } }, NULL, { 0 }, { NULL },
	  "server=https://s token=t tokenFile=d/f" },
	{ "an absolute token file", { { "d/a", ONE("", "tokenFile: /f") } }, NULL, { 0 }, { NULL },
	  "server=https://s tokenFile=/f" },
	{ "a token of two lines", { { "a", ONE("", "token: \"a\\nb\"") } }, NULL, { 0 }, { NULL },
	  "error: the token has a control character in it" },
	{ "basic", { { "a", ONE("", "username: n, password: pw") } }, NULL, { 0 }, { NULL },
	  "server=https://s username=n password=pw" },
	{ "--username and --password", { { "a", ONE("", "username: n, password: pw") } }, NULL,
	  { .username = "m", .password = "qw" }, { NULL }, "server=https://s username=m password=qw" },
	{ "basic and token", { { "a", ONE("", "username: n, password: pw") } }, NULL, { .token = "t" },
	  { NULL }, "error: invalid configuration: more than one authentication method found for u; found "
	  "[token basicAuth], only one is allowed" },
	{ "several problems", { { "a", ONE("", "username: n, token: t, as-uid: '7'") } }, NULL, { 0 },
	  { NULL }, "error: invalid configuration: [more than one authentication method found for u; "
	  "found [token basicAuth], only one is allowed, requesting uid, groups or user-extra for u "
	  "without impersonating a user]" },
	{ "no credentials over http", { { "a", ONE("", "token: t") } }, NULL, { .server = "http://f" },
	  { NULL }, "server=http://f warning=http://f is not https: credentials are not sent to it" },
	{ "nor without a scheme", { { "a", ONE("certificate-authority-data: " PEM_DATA,
	  "username: n, password: p") } }, NULL, { .server = "f:8080" }, { NULL },
	  "server=http://f:8080 warning=http://f:8080 is not https: credentials are not sent to it" },
	{ "http and no credentials", { { "a", ONE("", "") } }, NULL, { .server = "http://f" }, { NULL },
	  "server=http://f" },
	{ "exec", { { "a", ONE("", "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: p}") } },
	  NULL, { 0 }, { NULL }, "server=https://s exec=yes" },
	{ "no exec beside --token", { { "a", ONE("", "exec: {apiVersion: "
	  "client.authentication.k8s.io/v1beta1, command: p}") } }, NULL, { .token = "t" }, { NULL },
	  "server=https://s token=t" },
	{ "no exec beside basic", { { "a", ONE("", "exec: {apiVersion: "
	  "client.authentication.k8s.io/v1beta1, command: p}") } }, NULL, { .username = "n" }, { NULL },
	  "server=https://s username=n password=" },
	{ "no exec beside a certificate", { { "a", ONE("", "client-certificate-data: " CERT_DATA
	  ", client-key-data: " KEY_DATA ", exec: {apiVersion: client.authentication.k8s.io/v1beta1, "
	  "command: p}") } }, NULL, { 0 }, { NULL }, "server=https://s cert=cert-D key=key-D" },
	{ "exec v1 wants a mode", { { "a", ONE("", "exec: {apiVersion: client.authentication.k8s.io/v1, "
	  "command: p}") } }, NULL, { 0 }, { NULL }, "error: invalid configuration: interactiveMode must be "
	  "specified for u to use exec authentication plugin" },
	{ "exec with another mode", { { "a", ONE("", "exec: {apiVersion: client.authentication.k8s.io/v1, "
	  "command: p, interactiveMode: Maybe}") } }, NULL, { 0 }, { NULL },
	  "error: invalid configuration: invalid interactiveMode for u: \"Maybe\"" },
	{ "exec v1alpha1", { { "a", ONE("", "exec: {apiVersion: client.authentication.k8s.io/v1alpha1, "
	  "command: p}") } }, NULL, { 0 }, { NULL }, "error: exec plugin: invalid apiVersion "
	  "\"client.authentication.k8s.io/v1alpha1\": v1alpha1 is gone since Kubernetes 1.24; update the "
	  "plugin and its kubeconfig entry to v1" },
	{ "exec without a command", { { "a", ONE("", "exec: {apiVersion: "
	  "client.authentication.k8s.io/v1beta1}") } }, NULL, { 0 }, { NULL },
	  "error: invalid configuration: command must be specified for u to use exec authentication "
	  "plugin" },
	{ "exec and auth-provider", { { "a", ONE("", "auth-provider: {name: oidc}, exec: {apiVersion: "
	  "client.authentication.k8s.io/v1beta1, command: p}") } }, NULL, { 0 }, { NULL },
	  "error: invalid configuration: authProvider cannot be provided in combination with an exec "
	  "plugin for u" },
	{ "gcp", { { "a", ONE("", "auth-provider: {name: gcp, config: {a: b}}") } }, NULL, { 0 }, { NULL },
	  "error: user \"u\": the gcp auth plugin has been removed; please use the "
	  "\"gke-gcloud-auth-plugin\" credential plugin instead (see https://cloud.google.com/blog/"
	  "products/containers-kubernetes/kubectl-auth-changes-in-gke)" },
	{ "azure", { { "a", ONE("", "auth-provider: {name: azure}") } }, NULL, { 0 }, { NULL },
	  "error: user \"u\": the azure auth plugin has been removed; please use the \"kubelogin\" "
	  "credential plugin instead (https://github.com/Azure/kubelogin)" },
	{ "another auth-provider", { { "a", ONE("", "auth-provider: {name: openstack}") } }, NULL, { 0 },
	  { NULL }, "error: user \"u\": no Auth Provider found for name \"openstack\"" },
	{ "oidc", { { "a", ONE("", "auth-provider: {name: oidc, config: {id-token: " JWT_2033 "}}") } }, NULL,
	  { 0 }, { NULL }, "server=https://s token=" JWT_2033 },
	{ "oidc, a time with an exponent", { { "a", ONE("", "auth-provider: {name: oidc, config: "
	  "{id-token: " JWT_2033_FLOAT "}}") } }, NULL, { 0 }, { NULL },
	  "server=https://s token=" JWT_2033_FLOAT },
	{ "oidc, expired", { { "a", ONE("", "auth-provider: {name: oidc, config: {id-token: " JWT_2001
	  "}}") } }, NULL, { 0 }, { NULL }, "error: user \"u\": auth-provider oidc: the id-token expired at "
	  "2001-09-09T01:46:40Z, and this program only reads: refresh it with any kubectl command, or log "
	  "in again" },
	{ "oidc, no time", { { "a", ONE("", "auth-provider: {name: oidc, config: {id-token: " JWT_NO_EXP
	  "}}") } }, NULL, { 0 }, { NULL }, "error: user \"u\": auth-provider oidc: ID Token is not a valid "
	  "JWT" },
	{ "oidc, no token", { { "a", ONE("", "auth-provider: {name: oidc, config: {client-id: i}}") } },
	  NULL, { 0 }, { NULL }, "error: user \"u\": auth-provider oidc: there is no id-token, and this "
	  "program only reads: get one with any kubectl command, or log in again" },

	/* ---- kuberc ---- */
#define PLUGIN ONE("", "exec: {apiVersion: client.authentication.k8s.io/v1beta1, command: bin/p}")
	{ "DenyAll", { { "a", PLUGIN }, { ".kube/kuberc", "credentialPluginPolicy: DenyAll" } }, NULL, { 0 },
	  { "HOME=." }, "error: ./.kube/kuberc: plugin \"./bin/p\" not allowed: policy set to \"DenyAll\"" },
	{ "DenyAll beside a token", { { "a", PLUGIN }, { ".kube/kuberc", "credentialPluginPolicy: DenyAll" } },
	  NULL, { .token = "t" }, { "HOME=." }, "server=https://s token=t" },
	{ "KUBERC", { { "a", PLUGIN }, { "rc", "credentialPluginPolicy: Perhaps" } }, NULL, { 0 },
	  { "KUBERC=rc" }, "error: rc: unknown plugin policy: \"Perhaps\"" },
	{ "kuberc switched off", { { "a", PLUGIN }, { ".kube/kuberc", "credentialPluginPolicy: DenyAll" } },
	  NULL, { 0 }, { "HOME=.", "KUBERC=off" }, "server=https://s exec=yes" },
	{ "no policy", { { "a", PLUGIN }, { "rc", "aliases: []" } }, NULL, { 0 }, { "KUBERC=rc" },
	  "server=https://s exec=yes" },
	{ "on the list", { { "a", PLUGIN }, { "rc", "credentialPluginPolicy: Allowlist\n"
	  "credentialPluginAllowlist: [{command: q}, {name: ./bin/p}]" } }, NULL, { 0 }, { "KUBERC=rc" },
	  "server=https://s exec=yes" },
	{ "not on the list", { { "a", PLUGIN }, { "rc", "credentialPluginPolicy: Allowlist\n"
	  "credentialPluginAllowlist: [{command: p}, {}]" } }, NULL, { 0 }, { "KUBERC=rc" },
	  "error: rc: plugin path \"./bin/p\" is not permitted by the credential plugin allowlist" },
	{ "found by PATH", { { "a", ONE("", "exec: {apiVersion: client.authentication.k8s.io/v1beta1, "
	  "command: sh}") }, { "rc", "credentialPluginPolicy: Allowlist\ncredentialPluginAllowlist: "
	  "[{command: /bin/sh}]" } }, NULL, { 0 }, { "KUBERC=rc", "PATH=/gone:/bin" },
	  "server=https://s exec=yes" },
	{ "a broken kuberc", { { "a", PLUGIN }, { "rc", "a: [" } }, NULL, { 0 }, { "KUBERC=rc" },
	  "error: rc: line 2: did not find expected node content" },

	/* ---- impersonation ---- */
	{ "of the file", { { "a", ONE("", "as: a, as-uid: '7', as-groups: [g, h], as-user-extra: {k: [v, w], "
	  "a: [b]}") } }, NULL, { 0 }, { NULL },
	  "server=https://s as=a uid=7 group=g group=h extra=a:b extra=k:v extra=k:w" },
	{ "of flags", { { "a", ONE("", "as: a, as-groups: [g], as-user-extra: {scopes: [file], k: [v]}") } },
	  NULL, { .as = "b", .as_uid = "8", .as_groups = two_groups, .as_group_count = 2,
	  .as_user_extras = extras, .as_user_extra_count = 2 }, { NULL },
	  "server=https://s as=b uid=8 group=g1 group=g2 extra=scopes:flag extra=reason:a=b extra=k:v" },
	{ "groups alone", { { "a", ONE("", "") } }, NULL, { .as_groups = two_groups, .as_group_count = 2 },
	  { NULL }, "error: invalid configuration: requesting uid, groups or user-extra for u without "
	  "impersonating a user" },
	{ "an extra that is no pair", { { "a", ONE("", "") } }, NULL, { .as = "a", .as_user_extras = bad_extra,
	  .as_user_extra_count = 1 }, { NULL }, "error: --as-user-extra wants key=value" },
	{ "a group with a line break", { { "a", ONE("", "") } }, NULL, { .as = "a", .as_groups = bad_group,
	  .as_group_count = 1 }, { NULL },
	  "error: a group to impersonate has a control character in it" },
	{ "over http", { { "a", ONE("", "") } }, NULL, { .server = "http://f", .as = "a" }, { NULL },
	  "server=http://f as=a" },

	/* ---- in a cluster ---- */
#define ACCOUNT { "account/token", "sa\n" }, { "account/ca.crt", PEM "S\n" }, { "account/namespace", "ns\n" }
#define IN_CLUSTER "KUBERNETES_SERVICE_HOST=10.0.0.1", "KUBERNETES_SERVICE_PORT=443"
	{ "in a cluster", { ACCOUNT }, "", { 0 }, { IN_CLUSTER },
	  "server=https://10.0.0.1:443 namespace?=ns ca=S tokenFile=account/token" },
	{ "IPv6", { ACCOUNT }, "", { 0 }, { "KUBERNETES_SERVICE_HOST=fd00::1", "KUBERNETES_SERVICE_PORT=443" },
	  "server=https://[fd00::1]:443 namespace?=ns ca=S tokenFile=account/token" },
	{ "POD_NAMESPACE", { ACCOUNT }, "", { 0 }, { IN_CLUSTER, "POD_NAMESPACE=pn" },
	  "server=https://10.0.0.1:443 namespace?=pn ca=S tokenFile=account/token" },
	{ "flags in a cluster", { ACCOUNT }, "", { .token = "t", .namespace_ = "n", .as = "a" }, { IN_CLUSTER },
	  "server=https://10.0.0.1:443 namespace=n ca=S token=t as=a" },
	{ "no authority file", { { "account/token", "sa" } }, "", { 0 }, { IN_CLUSTER },
	  "server=https://10.0.0.1:443 tokenFile=account/token warning=expected to load root CA config "
	  "from account/ca.crt, but got: No such file or directory" },
	{ "no token file", { { "account/ca.crt", PEM } }, "", { 0 }, { IN_CLUSTER }, NO_CONFIG },
	{ "no service", { ACCOUNT }, "", { 0 }, { "KUBERNETES_SERVICE_HOST=10.0.0.1" }, NO_CONFIG },
	{ "a kubeconfig comes first", { { "a", ONE("", "token: t") }, ACCOUNT }, "a", { 0 }, { IN_CLUSTER },
	  "server=https://s namespace?=ns token=t" },
	{ "--server comes first", { ACCOUNT }, "", { .server = "https://f" }, { IN_CLUSTER },
	  "server=https://f namespace?=ns" },
	{ "a context that only has a namespace", { { "a", CONFIG("x", X("x", "namespace: default"), "", "") },
	  ACCOUNT }, "a", { 0 }, { IN_CLUSTER },
	  "server=https://10.0.0.1:443 namespace=default ca=S tokenFile=account/token" },
};

static void remove_file(const char *path)
{
	char dir[256];
	const char *slash = strrchr(path, '/');

	unlink(path);
	if (slash) {
		snprintf(dir, sizeof(dir), "%.*s", (int)(slash - path), path);
		rmdir(dir);
	}
}

static void load_case(const struct test *t, struct strbuf *out)
{
	struct connection_flags flags = t->flags;
	struct error err = ERROR_INIT;
	struct connection c;
	const char *all[ARRAY_SIZE(t->variables) + 2] = { NULL };
	char list[256];
	size_t n = 0;

	for (; n < ARRAY_SIZE(t->variables) && t->variables[n]; n++)
		all[n] = t->variables[n];
	if (t->list && *t->list) {
		snprintf(list, sizeof(list), "KUBECONFIG=%s", t->list);
		all[n] = list;
	}
	variables = all;
	if (!t->list)
		flags.kubeconfig = t->files[0].path;
	for (size_t i = 0; i < FILES_MAX && t->files[i].path; i++)
		write_file(&t->files[i]);
	if (connection_load(&c, &flags, &test_env, &err) < 0)
		strbuf_addf(out, "error: %s", err.msg);
	else
		dump(&c, out);
	connection_release(&c);
	for (size_t i = FILES_MAX; i-- > 0;)
		if (t->files[i].path)
			remove_file(t->files[i].path);
}

static void test_connections(void **state)
{
	bool wrong = false;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(tests); i++) {
		struct strbuf out = STRBUF_INIT;

		load_case(&tests[i], &out);
		if (strcmp(out.buf, tests[i].expected) != 0) {
			print_error("%s:\n  wanted %s\n  got    %s\n", tests[i].title, tests[i].expected,
				    out.buf);
			wrong = true;
		}
		strbuf_release(&out);
	}
	assert_false(wrong);
}

/* ---- what is sent ---- */

static void authorization(struct connection *c, const char *expected)
{
	struct strbuf out = STRBUF_INIT;
	struct error err = ERROR_INIT;

	if (connection_authorization(c, false, &out, &err) < 0)
		assert_string_equal(err.msg, expected);
	else
		assert_string_equal(out.buf, expected);
	strbuf_release(&out);
}

static void test_authorization(void **state)
{
	struct connection c = { .token_file = NULL };
	char path[] = "tok";

	(void)state;
	authorization(&c, "");
	secret_set_text(&c.username, "Aladdin");
	authorization(&c, "Basic QWxhZGRpbjo=");
	secret_set_text(&c.password, "open sesame");
	authorization(&c, "Basic QWxhZGRpbjpvcGVuIHNlc2FtZQ==");
	secret_set_text(&c.token, "old");
	authorization(&c, "Bearer old");
	c.token_file = path;
	authorization(&c, "Bearer old"); /* no such file */
	write_file(&(struct file){ path, " one\n\n" });
	authorization(&c, "Bearer one");
	write_file(&(struct file){ path, "two" });
	authorization(&c, "Bearer two");
	write_file(&(struct file){ path, "a\nX-Header: b" });
	authorization(&c, "the token has a control character in it");
	secret_release(&c.token);
	write_file(&(struct file){ path, " \n" });
	authorization(&c, "read empty token from file \"tok\"");
	unlink(path);
	authorization(&c, "failed to read token file \"tok\": No such file or directory");
	secret_release(&c.username);
	secret_release(&c.password);
}

/* ---- small parsers ---- */

static const struct {
	const char *text;
	int64_t ms; /* -1: refused */
} durations[] = {
	{ "0", 0 }, { "0s", 0 }, { "5", 5000 }, { "5s", 5000 }, { "1m30s", 90000 }, { "1.5h", 5400000 },
	{ "250ms", 250 }, { "1ns", 1 }, { "1us", 1 }, { "1\xc2\xb5s", 1 }, { "1001us", 2 }, { ".5s", 500 },
	{ "1.s", 1000 }, { "2h45m", 9900000 }, { "0.1h", 360000 }, { "1.000000000000000000001s", 1000 },
	{ "", -1 }, { "s", -1 }, { ".s", -1 }, { "5x", -1 }, { "-1", -1 }, { "-1s", -1 }, { "1m30", -1 },
	{ " 1s", -1 }, { "1 s", -1 }, { "1.5", -1 }, { "1e3s", -1 }, { "9223372036854775807", -1 },
	{ "99999999999999999999", -1 }, { "9999999999h", -1 }, { "1.5.5s", -1 },
};

static void test_durations(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(durations); i++) {
		struct error err = ERROR_INIT;
		int64_t ms = 0;

		if (duration_parse(durations[i].text, &ms, &err) < 0)
			ms = -1;
		if (ms != durations[i].ms)
			fail_msg("%s is %lld", durations[i].text, (long long)ms);
	}
}

static const struct {
	const char *text, *server; /* NULL: refused */
} servers[] = {
	{ "https://h", "https://h" }, { "HTTPS://h:6443/", "https://h:6443" }, { "https://h/a/b//", "https://h/a/b" },
	{ "https://h:6443?x=y#z", "https://h:6443" }, { "h", "http://h" }, { "h:8080", "http://h:8080" },
	{ "[::1]:80", "http://[::1]:80" }, { "https://[fe80::1%25eth0]:6443", "https://[fe80::1%25eth0]:6443" },
	{ "https://h:", "https://h" }, { "https://1.2.3.4:65535", "https://1.2.3.4:65535" },
	{ "https://h:65536", NULL }, { "https://h:x", NULL }, { "https://", NULL }, { "", NULL },
	{ "ftp://h", NULL }, { "https://u:p@h", NULL }, { "https://h h", NULL }, { "https://[::1", NULL },
	{ "https://::1", NULL }, { "https://h\nX: y", NULL }, { "file:///etc/passwd", NULL },
};

static void test_servers(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(servers); i++) {
		struct strbuf out = STRBUF_INIT;
		struct error err = ERROR_INIT;
		bool ok = address_of_server(servers[i].text, &out, &err) == 0;

		if (ok != (servers[i].server != NULL))
			fail_msg("%s: %s", servers[i].text, ok ? out.buf : err.msg);
		if (ok)
			assert_string_equal(out.buf, servers[i].server);
		else
			assert_null(strstr(err.msg, "u:p"));
		strbuf_release(&out);
	}
}

static const struct {
	enum base64_alphabet alphabet;
	const char *text, *bytes; /* NULL: refused */
	size_t at;                /* then where */
} encoded[] = {
	{ BASE64_PADDED, "", "", 0 }, { BASE64_PADDED, "YQ==", "a", 0 }, { BASE64_PADDED, "YWI=", "ab", 0 },
	{ BASE64_PADDED, "YWJj", "abc", 0 }, { BASE64_PADDED, "YW\nJj\r\n", "abc", 0 },
	{ BASE64_PADDED, "Y\nQ=\n=\n", "a", 0 }, { BASE64_PADDED, "+/+/", "\xfb\xff\xbf", 0 },
	{ BASE64_PADDED, "YQ", NULL, 2 }, { BASE64_PADDED, "YQ=", NULL, 3 }, { BASE64_PADDED, "YQ===", NULL, 4 },
	{ BASE64_PADDED, "YQ==YQ==", NULL, 4 }, { BASE64_PADDED, "Y===", NULL, 1 },
	{ BASE64_PADDED, "=", NULL, 0 }, { BASE64_PADDED, "YW*j", NULL, 2 }, { BASE64_PADDED, "YWJj ", NULL, 4 },
	{ BASE64_PADDED, "-_-_", NULL, 0 }, { BASE64_URL, "-_-_", "\xfb\xff\xbf", 0 },
	{ BASE64_URL, "YQ", "a", 0 }, { BASE64_URL, "YWI", "ab", 0 }, { BASE64_URL, "Y", NULL, 1 },
	{ BASE64_URL, "YQ==", NULL, 2 }, { BASE64_URL, "YW\nJj", NULL, 2 },
};

static void test_base64(void **state)
{
	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(encoded); i++) {
		char to[BASE64_DECODED_MAX(16)];
		size_t len = 99;
		bool ok = base64_decode(encoded[i].alphabet, encoded[i].text, strlen(encoded[i].text), to,
					&len) == 0;

		if (ok != (encoded[i].bytes != NULL))
			fail_msg("%s was %s", encoded[i].text, ok ? "taken" : "refused");
		if (ok && (len != strlen(encoded[i].bytes) || memcmp(to, encoded[i].bytes, len) != 0))
			fail_msg("%s came out wrong", encoded[i].text);
		if (!ok && len != encoded[i].at)
			fail_msg("%s was refused at %zu", encoded[i].text, len);
	}
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_connections), cmocka_unit_test(test_authorization),
		cmocka_unit_test(test_durations),   cmocka_unit_test(test_servers),
		cmocka_unit_test(test_base64),
	};
	const char *tmp = getenv("TMPDIR");
	int failed;

	snprintf(home, sizeof(home), "%s/kubeconfig-test-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(home) || chdir(home) < 0)
		return 99;
	failed = cmocka_run_group_tests(all, NULL, NULL);
	if (chdir("/") == 0)
		rmdir(home);
	return failed;
}
