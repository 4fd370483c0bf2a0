#include "fetch/exec_plugin.h"

#include <errno.h>
#include <string.h>

#include "base/die.h"
#include "base/i18n.h"
#include "fetch/exec_info.h"
#include "fetch/exec_run.h"
#include "fetch/secret.h"
#include "load/document.h"

#define ANSWER_BYTES 65536 /* reserved at once, so that growing leaves no copies behind */
#define HINT_BYTES_MAX 700 /* what fits into a message */

struct exec_plugin {
	struct arena *arena; /* owned, wiped: variables may be secrets */
	const struct connection_env *env;
	const char *command, *api_version, *mode, *hint, *cluster_config;
	char **argv;         /* without the program, argv[0] */
	struct exec_variable *variables;
	size_t n_variables;
	bool provide_cluster;
	/* the last answer */
	bool asked;
	struct secret token, certificate, key;
	struct opt_time expires;
};

/* ---- life ---- */

static const char *copy(struct exec_plugin *p, const char *text)
{
	return arena_strdup(p->arena, text);
}

/* A command with a slash is relative to its kubeconfig; any other is looked for in PATH. */
static const char *command_path(struct exec_plugin *p, const char *command, const char *directory)
{
	if (*command == '/' || !strchr(command, '/'))
		return copy(p, command);
	while (strncmp(command, "./", 2) == 0)
		command += 2;
	return arena_printf(p->arena, "%s/%s", directory, command);
}

struct exec_plugin *exec_plugin_new(const struct kube_exec *exec, const char *directory,
				    const char *cluster_config, const struct connection_env *env)
{
	struct exec_plugin *p = xcalloc(1, sizeof(*p));

	p->arena = arena_new();
	p->env = env;
	p->command = command_path(p, sym_text(exec->command), directory);
	p->api_version = copy(p, sym_text(exec->api_version));
	p->mode = copy(p, sym_empty(exec->interactive_mode) ? "IfAvailable"
							     : exec->interactive_mode.s);
	p->hint = copy(p, sym_text(exec->install_hint));
	p->cluster_config = cluster_config ? copy(p, cluster_config) : NULL;
	p->provide_cluster = exec->provide_cluster_info;
	p->argv = ARENA_ARRAY(p->arena, exec->args.n + 2, char *);
	for (uint32_t i = 0; i < exec->args.n; i++)
		p->argv[i + 1] = arena_strdup(p->arena, sym_text(exec->args.v[i]));
	/* One more for KUBERNETES_EXEC_INFO. */
	p->variables = ARENA_ARRAY(p->arena, exec->env.n + 1, struct exec_variable);
	for (; p->n_variables < exec->env.n; p->n_variables++) {
		const struct kube_variable *v = &exec->env.v[p->n_variables];

		p->variables[p->n_variables] = (struct exec_variable){
			copy(p, sym_text(v->name)), copy(p, sym_text(v->value))
		};
	}
	return p;
}

const char *exec_plugin_command(const struct exec_plugin *p)
{
	return p->command;
}

static void forget(struct exec_plugin *p)
{
	secret_release(&p->token);
	secret_release(&p->certificate);
	secret_release(&p->key);
	p->asked = false;
}

void exec_plugin_free(struct exec_plugin *p)
{
	if (!p)
		return;
	forget(p);
	arena_wipe(p->arena);
	arena_free(p->arena);
	xfree(p);
}

/* ---- the answer ---- */

struct answer {
	sym kind, api_version;
	sym token, certificate, key;
	struct opt_time expires;
	bool has_status;
};

static const struct field status_rows[] = {
	{ F_PRESENT("", struct answer, has_status) },
	{ F_SYM("token", struct answer, token) },
	{ F_SYM("clientCertificateData", struct answer, certificate) },
	{ F_SYM("clientKeyData", struct answer, key) },
	{ F_TIME("expirationTimestamp", struct answer, expires) },
};
static const struct field_table status_table = TABLE(status_rows);

static const struct field answer_rows[] = {
	{ F_SYM("kind", struct answer, kind) },
	{ F_SYM("apiVersion", struct answer, api_version) },
	{ F_HERE("status", status_table) },
};
static const struct field_table answer_table = TABLE(answer_rows);

static int check_answer(const struct exec_plugin *p, const struct answer *a, struct error *err)
{
	if (!sym_is(a->kind, "ExecCredential"))
		return error_set(err, ERR_PARSE,
				 _("exec plugin returned an object of kind \"%.100s\", not ExecCredential"),
				 sym_text(a->kind));
	if (!sym_is(a->api_version, p->api_version))
		return error_set(err, ERR_PARSE,
				 _("exec plugin is configured to use API version %.100s, plugin returned "
				 "version %.100s"), p->api_version, sym_text(a->api_version));
	if (!a->has_status)
		return error_set(err, ERR_PARSE, _("exec plugin didn't return a status field"));
	if (sym_empty(a->token) && sym_empty(a->certificate) && sym_empty(a->key))
		return error_set(err, ERR_PARSE, _("exec plugin didn't return a token or cert/key pair"));
	if (sym_empty(a->certificate) != sym_empty(a->key))
		return error_set(err, ERR_PARSE,
				 _("exec plugin returned only certificate or key, not both"));
	return 0;
}

static void keep_text(struct secret *to, sym text)
{
	secret_set_text(to, sym_empty(text) ? NULL : text.s);
}

static int read_answer(struct exec_plugin *p, const struct strbuf *text, struct error *err)
{
	struct arena *arena = arena_new();
	struct symtab *syms = symtab_new();
	struct answer a = { .has_status = false };
	int rc = document_decode(text->buf, text->len, &answer_table, &a, arena, syms, err);

	if (rc < 0)
		error_wrap(err, _("decoding stdout"));
	else
		rc = check_answer(p, &a, err);
	if (rc == 0) {
		forget(p);
		keep_text(&p->token, a.token);
		keep_text(&p->certificate, a.certificate);
		keep_text(&p->key, a.key);
		p->expires = a.expires;
		p->asked = true;
	}
	symtab_wipe(syms);
	symtab_free(syms);
	arena_wipe(arena);
	arena_free(arena);
	return rc;
}

/* ---- the question ---- */

static int choose_interactive(const struct exec_plugin *p, bool *ret, struct error *err)
{
	bool terminal = p->env->stdin_is_terminal;

	*ret = terminal && strcmp(p->mode, "Never") != 0;
	if (strcmp(p->mode, "Always") == 0 && !terminal)
		return error_set(err, ERR_IO, _("exec plugin cannot support interactive mode: "
				 "standard input is not a terminal"));
	return 0;
}

/* Behind an escape sequence of a terminal, such as "\033[1m". */
static const char *skip_escape(const char *s)
{
	if (*s != '[')
		return s;
	for (s++; (unsigned char)*s >= 0x20 && (unsigned char)*s < 0x40; s++)
		;
	return *s ? s + 1 : s;
}

/* The hint as one line without control characters. */
static void add_hint(const char *hint, struct strbuf *out)
{
	while (*hint && out->len < HINT_BYTES_MAX) {
		unsigned char c = (unsigned char)*hint++;

		if (c == 0x1b)
			hint = skip_escape(hint);
		else if (c >= 0x20 && c != 0x7f)
			strbuf_addc(out, (char)c);
		else if (c >= '\t' && c <= '\r' && out->len && out->buf[out->len - 1] != ' ')
			strbuf_addc(out, ' ');
	}
	while (out->len && out->buf[out->len - 1] == ' ')
		strbuf_truncate(out, out->len - 1);
}

static int not_found(const struct exec_plugin *p, struct error *err)
{
	struct strbuf hint = STRBUF_INIT;

	add_hint(p->hint, &hint);
	error_set(err, ERR_IO, _("exec: executable %.200s not found%s%s"), p->command,
		  hint.len ? _(": ") : "", hint.buf);
	strbuf_release(&hint);
	return -1;
}

static int64_t time_limit(const struct connection *c, bool interactive)
{
	if (c->timeout_ms)
		return c->timeout_ms;
	return interactive ? EXEC_INTERACTIVE_LIMIT_MS : EXEC_LIMIT_MS;
}

static int run(struct exec_plugin *p, const struct exec_command *cmd, struct error *err)
{
	struct strbuf out = STRBUF_LIMIT(EXEC_ANSWER_BYTES_MAX);
	int status = 0, rc;

	strbuf_grow(&out, ANSWER_BYTES);
	rc = exec_run(cmd, &out, &status, err);
	if (rc == 0 && out.full)
		rc = error_set(err, ERR_LIMIT, _("exec: executable %.300s printed more than 1 MiB"),
			       p->command);
	else if (rc == 0 && status)
		rc = error_set(err, ERR_IO, _("exec: executable %.300s failed with exit code %d"),
			       p->command, status);
	else if (rc == 0)
		rc = read_answer(p, &out, err);
	secret_strbuf_release(&out);
	return rc;
}

static int ask_in(struct exec_plugin *p, const struct connection *c, struct arena *arena,
		  struct error *err)
{
	struct exec_command cmd = { .path = p->command, .monotonic_ms = p->env->monotonic_ms,
				    .interrupted = p->env->interrupted };
	struct strbuf info = STRBUF_INIT;
	int failure;

	if (choose_interactive(p, &cmd.interactive, err) < 0)
		return -1;
	if (!strchr(p->command, '/'))
		cmd.path = exec_find(arena, p->command, p->env->getenv("PATH"));
	failure = cmd.path ? exec_check(cmd.path) : ENOENT;
	if (failure == ENOENT)
		return not_found(p, err);
	if (failure)
		return error_set(err, ERR_IO, _("exec: executable %.300s: %s"), p->command,
				 os_error(failure));
	exec_info(p->api_version, cmd.interactive, p->provide_cluster ? c : NULL, p->cluster_config,
		  &info);
	p->variables[p->n_variables] = (struct exec_variable){
		"KUBERNETES_EXEC_INFO", arena_strdup(arena, info.buf)
	};
	strbuf_release(&info);
	p->argv[0] = arena_strdup(arena, p->command);
	cmd.argv = p->argv;
	cmd.env = exec_environment(arena, p->env->environment, p->variables, p->n_variables + 1);
	cmd.limit_ms = time_limit(c, cmd.interactive);
	return run(p, &cmd, err);
}

static int ask(struct exec_plugin *p, const struct connection *c, struct error *err)
{
	struct arena *arena = arena_new();
	int rc = ask_in(p, c, arena, err);

	arena_wipe(arena);
	arena_free(arena);
	return rc < 0 ? error_wrap(err, _("getting credentials")) : 0;
}

int exec_plugin_credentials(struct exec_plugin *p, struct connection *c, bool refresh,
			    struct strbuf *ret, struct error *err)
{
	bool expired = p->asked && p->expires.set && p->env->now_us() > p->expires.us;

	if ((!p->asked || expired || refresh) && ask(p, c, err) < 0)
		return -1;
	secret_set(&c->client_certificate, p->certificate.data, p->certificate.len);
	secret_set(&c->client_key, p->key.data, p->key.len);
	if (p->token.data)
		strbuf_add(ret, p->token.data, p->token.len);
	return 0;
}
