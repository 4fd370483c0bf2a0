#include "cli/live.h"

#include <limits.h>
#include <signal.h>
#include <stdlib.h>
#include <string.h>
#include <sys/resource.h>
#include <time.h>
#include <unistd.h>

#include "base/die.h"
#include "base/i18n.h"
#include "base/text.h"
#include "bundle/redact.h"
#include "fetch/fetch.h"
#include "fetch/progress.h"

#define SERVICE_ACCOUNT_DIR "/var/run/secrets/kubernetes.io/serviceaccount"
#define LOG_REQUESTS 6
#define LOG_HEADERS 8
#define WATCH_POLL_MS 2000
#define WATCH_READ_ALL_MS 30000 /* other pods and nodes may have changed, not the pod */
#define CHUNK_DEFAULT 500
#define EXPLORE_READ_MS 10000
#define EXPLORE_REST 10 /* times as long as reading takes, for the server's sake */
#define TELL_MS 100

extern char **environ;

struct live {
	struct connection connection;
	struct connection_env env;
	struct transport_options transport_options;
	struct transport *transport;
	struct http *http;
	struct http_hooks hooks;
	struct progress progress;
	FILE *log;
	uint64_t digest; /* of the watched pod */
	int64_t read_at, took_ms;
	bool (*working)(void *self, const char *text); /* NULL: progress is printed */
	void *working_self;
	int64_t told_at;
};

/* ---- the process ---- */

static volatile sig_atomic_t was_interrupted;

static void on_interrupt(int number)
{
	(void)number;
	if (was_interrupted)
		_exit(130); /* asked twice: at once */
	was_interrupted = 1;
}

static const char *env_get(const char *name)
{
	return getenv(name);
}

static int64_t monotonic_ms(void)
{
	struct timespec t;

	clock_gettime(CLOCK_MONOTONIC, &t);
	return (int64_t)t.tv_sec * 1000 + t.tv_nsec / 1000000;
}

static int64_t now_us(void)
{
	struct timespec t;

	clock_gettime(CLOCK_REALTIME, &t);
	return (int64_t)t.tv_sec * 1000000 + t.tv_nsec / 1000;
}

/* Credentials are in memory: no core file may carry them away. */
static void guard_process(void)
{
	const struct rlimit none = { 0, 0 };
	struct sigaction action = { .sa_handler = on_interrupt };

	setrlimit(RLIMIT_CORE, &none);
	sigemptyset(&action.sa_mask);
	sigaction(SIGINT, &action, NULL);
	sigaction(SIGTERM, &action, NULL);
}

/* ---- hooks ---- */

static void log_line(void *self, const char *line)
{
	struct live *l = self;
	struct strbuf sb = STRBUF_INIT;

	progress_clear(&l->progress);
	text_put(&sb, line);
	fprintf(l->log, "%s\n", sb.buf);
	strbuf_release(&sb);
}

static int64_t hook_clock(void *self)
{
	(void)self;
	return monotonic_ms();
}

static bool interrupted(void)
{
	return was_interrupted;
}

static bool hook_interrupted(void *self)
{
	(void)self;
	return was_interrupted;
}

/* Interrupting is what somebody else has noticed here. */
static void tell(struct live *l)
{
	struct strbuf sb = STRBUF_INIT;
	int64_t now = monotonic_ms();

	if (now - l->told_at < TELL_MS)
		return;
	l->told_at = now;
	strbuf_addf(&sb, _("reading the cluster: %u requests, %llu MB"), http_requests(l->http),
		    (unsigned long long)(http_bytes(l->http) / 1000000));
	if (!l->working(l->working_self, sb.buf))
		was_interrupted = 1;
	strbuf_release(&sb);
}

static void hook_working(void *self)
{
	struct live *l = self;

	if (l->working)
		tell(l);
	else
		progress_show(&l->progress, monotonic_ms(), http_requests(l->http), http_bytes(l->http));
}

/* ---- opening ---- */

static struct connection_flags flags_of(const struct options *o)
{
	struct connection_flags f = o->connection;

	f.namespace_ = o->namespace_;
	f.as_groups = o->as_groups.v;
	f.as_group_count = o->as_groups.n;
	f.as_user_extras = o->as_user_extras.v;
	f.as_user_extra_count = o->as_user_extras.n;
	f.insecure_given = f.insecure_skip_tls_verify;
	return f;
}

static void warn_all(struct live *l, bool redact)
{
	struct strbuf hidden = STRBUF_INIT, sb = STRBUF_INIT;

	for (size_t i = 0; i < l->connection.warning_count; i++) {
		strbuf_reset(&hidden);
		strbuf_reset(&sb);
		if (redact)
			redact_message(&hidden, l->connection.warnings[i]);
		text_put(&sb, redact ? hidden.buf : l->connection.warnings[i]);
		fprintf(l->log, "%s%s\n", _("warning: "), sb.buf);
	}
	strbuf_release(&hidden);
	strbuf_release(&sb);
}

static int connect_to(struct live *l, const struct options *o, struct error *err)
{
	const struct connection_flags flags = flags_of(o);

	l->env = (struct connection_env){
		.getenv = env_get,
		.stdin_is_terminal = isatty(STDIN_FILENO),
		.service_account_dir = SERVICE_ACCOUNT_DIR,
		.environment = (const char *const *)environ,
		.now_us = now_us,
		.monotonic_ms = monotonic_ms,
		.interrupted = interrupted,
	};
	if (connection_load(&l->connection, &flags, &l->env, err) < 0)
		return -1;
	warn_all(l, o->redact);
	l->transport_options = (struct transport_options){
		.user_agent = "kubectl-whypending/" WHYPENDING_VERSION,
		.trace = o->verbosity >= LOG_HEADERS ? log_line : NULL,
		.trace_self = l,
		.getenv = env_get,
	};
	l->transport = transport_curl_new(&l->connection, &l->transport_options, err);
	if (!l->transport)
		return -1;
	l->hooks = (struct http_hooks){
		.self = l,
		.clock_ms = hook_clock,
		.interrupted = hook_interrupted,
		.log = o->verbosity >= LOG_REQUESTS ? log_line : NULL,
		.working = hook_working,
	};
	l->http = http_new(&l->connection, l->transport, &l->hooks);
	return 0;
}

struct live *live_open(const struct options *o, FILE *log, struct error *err)
{
	struct live *l = xcalloc(1, sizeof(*l));

	guard_process();
	l->log = log;
	progress_init(&l->progress, log, isatty(STDERR_FILENO), monotonic_ms());
	if (connect_to(l, o, err) == 0)
		return l;
	live_close(l);
	return NULL;
}

void live_close(struct live *l)
{
	if (!l)
		return;
	progress_clear(&l->progress);
	http_free(l->http);
	if (l->transport)
		l->transport->ops->free(l->transport);
	connection_release(&l->connection);
	xfree(l);
}

const char *live_context(const struct live *l)
{
	return l->connection.context;
}

const char *live_namespace(const struct live *l)
{
	return l->connection.namespace_;
}

struct opt_time live_now(const struct live *l)
{
	struct opt_time date = http_date(l->http);

	return date.set ? date : (struct opt_time){ true, now_us() };
}

/* ---- reading ---- */

/* "pod/web" as operands_resolve() writes it, or "web". */
static struct wanted_name name_of(const char *operand)
{
	const char *slash = strchr(operand, '/');
	struct wanted_name w = { KIND_POD, slash ? slash + 1 : operand };
	size_t len = slash ? (size_t)(slash - operand) : 0;

	for (int k = 0; slash && k < KIND_COUNT; k++) {
		const char *name = kinds[k].name;
		size_t i = 0;

		while (i < len && name[i] && (name[i] | 0x20) == operand[i])
			i++;
		if (i == len && !name[i])
			w.kind = (enum kind)k;
	}
	return w;
}

/* node/NAME is about the pods that wait, wherever they are. */
static bool asks_about_node(const struct options *o)
{
	return o->operands.n == 1 && !strncmp(o->operands.v[0], "node/", 5);
}

static struct asked wanted_of(const struct live *l, struct cluster *c, const struct options *o,
			       const struct label_selector *labels)
{
	struct asked w = {
		.namespace_ = o->all_namespaces || asks_about_node(o) ? NULL :
									l->connection.namespace_,
		.n = asks_about_node(o) ? 0 : o->operands.n,
		.labels = labels,
		.manifest = o->manifests.n > 0,
		.owners_spread = o->scheduler_config != NULL,
	};

	w.names = ARENA_ARRAY(c->arena, w.n, struct wanted_name);
	for (size_t i = 0; i < w.n; i++)
		w.names[i] = name_of(o->operands.v[i]);
	return w;
}

int live_read(struct live *l, struct cluster *c, const struct options *o,
	      const struct label_selector *labels, struct error *err)
{
	const struct asked w = wanted_of(l, c, o, labels);
	unsigned chunk = o->chunk_size.set ? (unsigned)o->chunk_size.v : CHUNK_DEFAULT;
	int64_t begun = monotonic_ms();
	int rc;

	if (l->working)
		was_interrupted = 0;
	rc = fetch_cluster(c, l->http, &w, chunk, err);
	progress_clear(&l->progress);
	l->read_at = monotonic_ms();
	l->took_ms = l->read_at - begun;
	return rc;
}

int live_names(struct live *l, struct cluster *c, const struct names_wanted *w, size_t n,
	       struct error *err)
{
	return fetch_names(c, l->http, w, n, err);
}

void live_limit_time(unsigned seconds)
{
	struct sigaction action = { .sa_handler = on_interrupt };

	sigemptyset(&action.sa_mask);
	sigaction(SIGALRM, &action, NULL);
	alarm(seconds);
}

/* ---- the explorer ---- */

void live_redirect(struct live *l, FILE *log, bool (*working)(void *self, const char *text),
		   void *self)
{
	l->log = log;
	l->progress.wanted = false;
	l->working = working;
	l->working_self = self;
}

int live_due(const struct live *l)
{
	int64_t rest = EXPLORE_REST * l->took_ms, since = monotonic_ms() - l->read_at;

	if (rest < EXPLORE_READ_MS)
		rest = EXPLORE_READ_MS;
	if (since >= rest)
		return 0;
	return rest - since < INT_MAX ? (int)(rest - since) : INT_MAX;
}

/* ---- --watch ---- */

static void pause_ms(int64_t ms)
{
	const struct timespec t = { ms / 1000, ms % 1000 * 1000000 };

	nanosleep(&t, NULL); /* Ctrl-C ends it early */
}

int live_wait(struct live *l, const struct options *o, struct error *err)
{
	const struct wanted_name name = name_of(o->operands.v[0]);

	for (;;) {
		int changed;

		pause_ms(WATCH_POLL_MS);
		if (was_interrupted)
			return 0;
		if (monotonic_ms() - l->read_at > WATCH_READ_ALL_MS)
			return 1;
		changed = fetch_changed(l->http, name.kind, l->connection.namespace_, name.name,
					&l->digest, err);
		if (was_interrupted)
			return 0;
		if (changed)
			return changed;
	}
}
