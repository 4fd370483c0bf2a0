/* Credential plugins: shell scripts that answer, fail, hang and talk nonsense. */
#include <fcntl.h>
#include <setjmp.h>
#include <stdarg.h>
#include <stddef.h>
#include <stdint.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>
#include <sys/stat.h>
#include <time.h>
#include <unistd.h>

#include <cmocka.h>

#include "fetch/connection.h"
#include "fetch/exec_info.h"
#include "fetch/exec_run.h"
#include "fetch/secret.h"

#define ARRAY_SIZE(a) (sizeof(a) / sizeof((a)[0]))
#define V1 "client.authentication.k8s.io/v1"
#define V1BETA1 "client.authentication.k8s.io/v1beta1"
#define FAILED "getting credentials: "

#define ANSWER(version, status) \
	"echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" version "\",\"status\":{" status "}}'"
#define TOKEN(token) ANSWER(V1, "\"token\":\"" token "\"")

static char home[4096];
static const char *path_variable;
static int64_t clock_us;

static const char *lookup(const char *name)
{
	return strcmp(name, "PATH") == 0 ? path_variable : NULL;
}

static int64_t now_us(void)
{
	return clock_us;
}

static int64_t monotonic_ms(void)
{
	struct timespec ts;

	clock_gettime(CLOCK_MONOTONIC, &ts);
	return (int64_t)ts.tv_sec * 1000 + ts.tv_nsec / 1000000;
}

static const char *const environment[] = { "PATH=/usr/bin:/bin", "PARENT=p", "BOTH=parent", NULL };

static struct connection_env make_env(bool terminal)
{
	return (struct connection_env){
		.getenv = lookup, .environment = environment, .stdin_is_terminal = terminal,
		.now_us = now_us, .monotonic_ms = monotonic_ms,
	};
}

static void write_script(const char *path, const char *body)
{
	FILE *out = fopen(path, "w");

	assert_non_null(out);
	fprintf(out, "#!/bin/sh\n%s\n", body);
	fclose(out);
	assert_int_equal(chmod(path, 0700), 0);
}

static void write_config(const char *version, const char *exec, const char *cluster)
{
	FILE *out = fopen("config", "w");

	assert_non_null(out);
	fprintf(out, "current-context: x\n"
		"contexts: [{name: x, context: {cluster: c, user: u}}]\n"
		"clusters: [{name: c, cluster: {server: 'https://s', %s}}]\n"
		"users: [{name: u, user: {exec: {apiVersion: %s, %s}}}]\n", cluster, version, exec);
	fclose(out);
}

static void load(struct connection *c, const struct connection_env *env, const char *timeout)
{
	struct connection_flags flags = { .kubeconfig = "config", .request_timeout = timeout };
	struct error err = ERROR_INIT;

	if (connection_load(c, &flags, env, &err) < 0)
		fail_msg("%s", err.msg);
}

static void authorization(struct connection *c, bool refresh, const char *expected)
{
	struct strbuf out = STRBUF_INIT;
	struct error err = ERROR_INIT;

	if (connection_authorization(c, refresh, &out, &err) < 0)
		assert_string_equal(err.msg, expected);
	else
		assert_string_equal(out.buf, expected);
	strbuf_release(&out);
}

/* ---- answers ---- */

#define RUN "command: ./plugin, interactiveMode: Never"

static const struct {
	const char *title, *script, *exec, *timeout, *expected;
} answers[] = {
	{ "a token", TOKEN("t"), RUN, NULL, "Bearer t" },
	{ "arguments", "echo \"$#-$1-$2\" >args; " TOKEN("t"), RUN ", args: [a b, 'c\"d']", NULL,
	  "Bearer t" },
	{ "YAML", "echo 'kind: ExecCredential'; echo 'apiVersion: " V1 "'; echo 'status: {token: t}'", RUN,
	  NULL, "Bearer t" },
	{ "it fails", "echo wrong; exit 3", RUN, NULL,
	  FAILED "exec: executable ./plugin failed with exit code 3" },
	{ "it is killed", "kill -9 $$", RUN, NULL,
	  FAILED "exec: executable ./plugin failed with exit code 137" },
	{ "it fails after an answer", TOKEN("t") "; exit 1", RUN, NULL,
	  FAILED "exec: executable ./plugin failed with exit code 1" },
	{ "nothing", "true", RUN, NULL,
	  FAILED "exec plugin returned an object of kind \"\", not ExecCredential" },
	{ "rubbish", "echo 'please log in, secret'", RUN, NULL,
	  FAILED "decoding stdout: wants an object" },
	{ "broken JSON", "echo '{\"kind\": secret'", RUN, NULL,
	  FAILED "decoding stdout: line 1, byte 10: wants a value, found 's'" },
	{ "bytes", "printf '\\377\\376\\000'", RUN, NULL,
	  FAILED "decoding stdout: is UTF-16 or binary, not UTF-8 text" },
	{ "another version", ANSWER(V1BETA1, "\"token\":\"t\""), RUN, NULL,
	  FAILED "exec plugin is configured to use API version " V1 ", plugin returned version " V1BETA1 },
	{ "another kind", "echo '{\"kind\":\"Pod\",\"apiVersion\":\"v1\"}'", RUN, NULL,
	  FAILED "exec plugin returned an object of kind \"Pod\", not ExecCredential" },
	{ "no status", "echo '{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\"}'", RUN, NULL,
	  FAILED "exec plugin didn't return a status field" },
	{ "an empty status", ANSWER(V1, ""), RUN, NULL,
	  FAILED "exec plugin didn't return a token or cert/key pair" },
	{ "half a pair", ANSWER(V1, "\"token\":\"t\",\"clientKeyData\":\"k\""), RUN, NULL,
	  FAILED "exec plugin returned only certificate or key, not both" },
	{ "a token that is a number", ANSWER(V1, "\"token\":12345"), RUN, NULL,
	  FAILED "decoding stdout: status.token: wants a string, found a number" },
	{ "a bad time", ANSWER(V1, "\"token\":\"t\",\"expirationTimestamp\":\"soon\""), RUN, NULL,
	  FAILED "decoding stdout: status.expirationTimestamp: wants a time such as 2026-11-01T08:00:10Z" },
	{ "a header in the token", ANSWER(V1, "\"token\":\"a\\u000ab\""), RUN, NULL,
	  "the token has a control character in it" },
	{ "it hangs", "exec sleep 100", RUN, "100ms",
	  FAILED "exec: executable ./plugin did not answer within 1 s" },
	{ "its child hangs", "sleep 100 & wait", RUN, "100ms",
	  FAILED "exec: executable ./plugin did not answer within 1 s" },
	{ "it closes its output and hangs", "exec >&-; exec sleep 100", RUN, "100ms",
	  FAILED "exec: executable ./plugin did not answer within 1 s" },
	{ "its child keeps the output open", TOKEN("t") "; sleep 20 2>/dev/null &", RUN, "30s", "Bearer t" },
	{ "too much", "yes", RUN, NULL, FAILED "exec: executable ./plugin printed more than 1 MiB" },
	{ "standard input is empty", "read line && exit 7; " TOKEN("t"), RUN, NULL, "Bearer t" },
	{ "it is missing", "true", "command: ./gone, interactiveMode: Never", NULL,
	  FAILED "exec: executable ./gone not found" },
	{ "it is missing, with a hint", "true", "command: gone, interactiveMode: Never, installHint: "
	  "\"\\e[1mbrew\\e[0m install\\n\\n  gone\\x07\\n\"", NULL,
	  FAILED "exec: executable gone not found: brew install   gone" },
	{ "it is a directory", "true", "command: bin/, interactiveMode: Never", NULL,
	  FAILED "exec: executable ./bin/: Permission denied" },
	{ "it cannot be run", "true", "command: ./config, interactiveMode: Never", NULL,
	  FAILED "exec: executable ./config: Permission denied" },
	{ "Always without a terminal", TOKEN("t"), "command: ./plugin, interactiveMode: Always", NULL,
	  FAILED "exec plugin cannot support interactive mode: standard input is not a terminal" },
};

static void test_answers(void **state)
{
	struct connection_env env = make_env(false);

	(void)state;
	mkdir("bin", 0700);
	for (size_t i = 0; i < ARRAY_SIZE(answers); i++) {
		struct strbuf out = STRBUF_INIT;
		struct error err = ERROR_INIT;
		struct connection c;
		int64_t start = monotonic_ms();

		write_script("plugin", answers[i].script);
		write_config(V1, answers[i].exec, "");
		load(&c, &env, answers[i].timeout);
		if (connection_authorization(&c, false, &out, &err) < 0)
			strbuf_adds(&out, err.msg);
		if (strcmp(out.buf, answers[i].expected) != 0)
			fail_msg("%s: wanted %s, got %s", answers[i].title, answers[i].expected, out.buf);
		assert_null(strstr(out.buf, "secret"));
		assert_true(monotonic_ms() - start < 15000);
		connection_release(&c);
		strbuf_release(&out);
	}
}

static bool always(void)
{
	return true;
}

static void test_interrupted(void **state)
{
	struct connection_env env = make_env(false);
	struct connection c;

	(void)state;
	env.interrupted = always;
	write_script("plugin", "exec sleep 100");
	write_config(V1, RUN, "");
	load(&c, &env, NULL);
	authorization(&c, false, FAILED "exec: interrupted");
	connection_release(&c);
}

/* ---- what the plugin sees ---- */

static void read_file(const char *path, struct strbuf *out)
{
	struct secret text = { NULL, 0 };

	strbuf_reset(out);
	if (secret_read(&text, path, 100000) == 0)
		strbuf_add(out, text.data, text.len);
	secret_release(&text);
}

static const struct {
	const char *title, *version, *exec, *cluster;
	bool terminal;
	const char *info;
} infos[] = {
	{ "v1", V1, RUN, "", false,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"interactive\":false}}" },
	{ "v1beta1", V1BETA1, "command: ./plugin", "", false,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1BETA1 "\",\"spec\":{\"interactive\":false}}" },
	{ "Never on a terminal", V1, RUN, "", true,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"interactive\":false}}" },
	{ "IfAvailable on a terminal", V1, "command: ./plugin, interactiveMode: IfAvailable", "", true,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"interactive\":true}}" },
	{ "Always on a terminal", V1, "command: ./plugin, interactiveMode: Always", "", true,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"interactive\":true}}" },
	{ "not told about the cluster", V1, RUN ", provideClusterInfo: false", "tls-server-name: n", false,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"interactive\":false}}" },
	{ "a plain cluster", V1, RUN ", provideClusterInfo: true", "", false,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"cluster\":{\"server\":"
	  "\"https://s\"},\"interactive\":false}}" },
	{ "all of a cluster", V1, RUN ", provideClusterInfo: true", "tls-server-name: n, "
	  "certificate-authority-data: LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tRAo=, proxy-url: 'http://p', "
	  "disable-compression: true, extensions: [{name: other, extension: 1}, "
	  "{name: client.authentication.k8s.io/exec, extension: {audience: \"a\\\"b\\n\", n: 012, l: [1.5, "
	  "true, null, {}, []]}}]", false,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"cluster\":{\"server\":"
	  "\"https://s\",\"tls-server-name\":\"n\",\"certificate-authority-data\":"
	  "\"LS0tLS1CRUdJTiBDRVJUSUZJQ0FURS0tLS0tRAo=\",\"proxy-url\":\"http://p\","
	  "\"disable-compression\":true,\"config\":{\"audience\":\"a\\\"b\\u000a\",\"n\":10,\"l\":[1.5,true,"
	  "null,{},[]]}},\"interactive\":false}}" },
	{ "an insecure cluster", V1, RUN ", provideClusterInfo: true", "insecure-skip-tls-verify: true", false,
	  "{\"kind\":\"ExecCredential\",\"apiVersion\":\"" V1 "\",\"spec\":{\"cluster\":{\"server\":"
	  "\"https://s\",\"insecure-skip-tls-verify\":true},\"interactive\":false}}" },
};

static void test_info(void **state)
{
	struct strbuf seen = STRBUF_INIT;

	(void)state;
	for (size_t i = 0; i < ARRAY_SIZE(infos); i++) {
		struct connection_env env = make_env(infos[i].terminal);
		struct connection c;
		char script[512];

		snprintf(script, sizeof(script), "printf %%s \"$KUBERNETES_EXEC_INFO\" >info; echo "
			 "'{\"kind\":\"ExecCredential\",\"apiVersion\":\"%s\",\"status\":{\"token\":\"t\"}}'",
			 infos[i].version);
		write_script("plugin", script);
		write_config(infos[i].version, infos[i].exec, infos[i].cluster);
		load(&c, &env, NULL);
		authorization(&c, false, "Bearer t");
		read_file("info", &seen);
		if (strcmp(seen.buf, infos[i].info) != 0)
			fail_msg("%s: wanted %s, got %s", infos[i].title, infos[i].info, seen.buf);
		connection_release(&c);
	}
	strbuf_release(&seen);
}

static void test_environment(void **state)
{
	static const struct exec_variable v[] = {
		{ "BOTH", "one" }, { "NEW", "a=b" }, { "BOTH", "two" }, { "PAREN", "" },
	};
	struct arena *arena = arena_new();
	char **env = exec_environment(arena, environment, v, ARRAY_SIZE(v));

	(void)state;
	assert_string_equal(env[0], "PATH=/usr/bin:/bin");
	assert_string_equal(env[1], "PARENT=p");
	assert_string_equal(env[2], "NEW=a=b");
	assert_string_equal(env[3], "BOTH=two");
	assert_string_equal(env[4], "PAREN=");
	assert_null(env[5]);
	arena_free(arena);
}

/* A variable of the kubeconfig, one of the parent, the arguments, and descriptors beyond 2. */
static void test_surroundings(void **state)
{
	struct connection_env env = make_env(false);
	struct strbuf seen = STRBUF_INIT;
	struct connection c;

	(void)state;
	for (int fd = 3; fd < 1024; fd++)
		fcntl(fd, F_SETFD, FD_CLOEXEC); /* those that the test itself was started with */
	write_script("plugin", "echo \"$PARENT $BOTH $NEW $1|$2\" >info; ls /proc/self/fd | grep -c . "
		     ">>info; " TOKEN("t"));
	write_config(V1, RUN ", args: ['a b', '$(c)'], env: [{name: BOTH, value: mine}, {name: NEW, value: n}]",
		     "");
	load(&c, &env, NULL);
	authorization(&c, false, "Bearer t");
	read_file("info", &seen);
	/* Standard input, output, error, and the one by which ls reads the folder. */
	assert_string_equal(seen.buf, "p mine n a b|$(c)\n4\n");
	connection_release(&c);
	strbuf_release(&seen);
}

/* ---- where it is ---- */

static void test_path(void **state)
{
	struct arena *arena = arena_new();
	char list[2 * sizeof(home) + 64];

	(void)state;
	mkdir("bin", 0700);
	mkdir("other", 0700);
	mkdir("other/tool", 0700);
	write_script("bin/tool", "true");
	write_script("here", "true");
	snprintf(list, sizeof(list), "/gone:%s/other::.:%s/bin", home, home);
	assert_non_null(strstr(exec_find(arena, "tool", list), "/bin/tool"));
	assert_null(exec_find(arena, "here", list)); /* not from the current directory */
	assert_null(exec_find(arena, "tool", ""));
	assert_null(exec_find(arena, "tool", NULL));
	arena_free(arena);
	unlink("bin/tool");
	unlink("here");
	rmdir("bin");
	rmdir("other/tool");
	rmdir("other");
}

static void test_found_in_path(void **state)
{
	struct connection_env env = make_env(false);
	struct connection c;

	(void)state;
	path_variable = home;
	write_script("tool", TOKEN("from-path"));
	write_config(V1, "command: tool, interactiveMode: Never", "");
	load(&c, &env, NULL);
	authorization(&c, false, "Bearer from-path");
	connection_release(&c);
	path_variable = NULL;
	unlink("tool");
}

/* ---- caching ---- */

#define COUNT "n=$(cat count); n=$((n + 1)); echo $n >count; "

static void start_count(const char *status)
{
	char script[1024];
	FILE *out = fopen("count", "w");

	assert_non_null(out);
	fputs("0\n", out);
	fclose(out);
	snprintf(script, sizeof(script), COUNT "echo \"{\\\"kind\\\":\\\"ExecCredential\\\",\\\"apiVersion\\\":"
		 "\\\"" V1 "\\\",\\\"status\\\":{%s}}\"", status);
	write_script("plugin", script);
	write_config(V1, RUN, "");
}

static void test_cached(void **state)
{
	struct connection_env env = make_env(false);
	struct connection c;

	(void)state;
	start_count("\\\"token\\\":\\\"t$n\\\"");
	load(&c, &env, NULL);
	authorization(&c, false, "Bearer t1");
	clock_us = INT64_MAX;
	authorization(&c, false, "Bearer t1"); /* never expires */
	authorization(&c, true, "Bearer t2");
	authorization(&c, false, "Bearer t2");
	connection_release(&c);
	clock_us = 0;
}

static void test_expires(void **state)
{
	struct connection_env env = make_env(false);
	struct connection c;

	(void)state;
	start_count("\\\"token\\\":\\\"t$n\\\",\\\"expirationTimestamp\\\":\\\"1970-01-01T00:00:0${n}Z\\\"");
	load(&c, &env, NULL);
	authorization(&c, false, "Bearer t1");
	clock_us = 1000000;
	authorization(&c, false, "Bearer t1");
	clock_us = 1000001;
	authorization(&c, false, "Bearer t2");
	write_script("plugin", "exit 9"); /* the old answer stays until it has expired */
	authorization(&c, false, "Bearer t2");
	authorization(&c, true, FAILED "exec: executable ./plugin failed with exit code 9");
	authorization(&c, false, "Bearer t2");
	connection_release(&c);
	clock_us = 0;
}

static void test_certificate(void **state)
{
	struct connection_env env = make_env(false);
	struct connection c;

	(void)state;
	start_count("\\\"clientCertificateData\\\":\\\"cert$n\\\",\\\"clientKeyData\\\":\\\"key$n\\\"");
	load(&c, &env, NULL);
	authorization(&c, false, "");
	assert_string_equal(c.client_certificate.data, "cert1");
	assert_string_equal(c.client_key.data, "key1");
	authorization(&c, true, "");
	assert_string_equal(c.client_certificate.data, "cert2");
	write_script("plugin", TOKEN("t")); /* a certificate that is not renewed goes */
	authorization(&c, true, "Bearer t");
	assert_null(c.client_certificate.data);
	assert_null(c.client_key.data);
	connection_release(&c);
}

int main(void)
{
	const struct CMUnitTest all[] = {
		cmocka_unit_test(test_answers),      cmocka_unit_test(test_interrupted),
		cmocka_unit_test(test_info),
		cmocka_unit_test(test_environment),  cmocka_unit_test(test_surroundings),
		cmocka_unit_test(test_path),         cmocka_unit_test(test_found_in_path),
		cmocka_unit_test(test_cached),       cmocka_unit_test(test_expires),
		cmocka_unit_test(test_certificate),
	};
	static const char *const left[] = { "plugin", "config", "args", "info", "count" };
	const char *tmp = getenv("TMPDIR");
	int failed;

	snprintf(home, sizeof(home), "%s/exec-test-XXXXXX", tmp ? tmp : "/tmp");
	if (!mkdtemp(home) || chdir(home) < 0)
		return 99;
	failed = cmocka_run_group_tests(all, NULL, NULL);
	for (size_t i = 0; i < ARRAY_SIZE(left); i++)
		unlink(left[i]);
	if (chdir("/") == 0)
		rmdir(home);
	return failed;
}
