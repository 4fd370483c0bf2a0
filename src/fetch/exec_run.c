#include "fetch/exec_run.h"

#include <errno.h>
#include <fcntl.h>
#include <poll.h>
#include <signal.h>
#include <spawn.h>
#include <string.h>
#include <sys/stat.h>
#include <sys/wait.h>
#include <unistd.h>

#include "base/i18n.h"
#include "base/wipe.h"

#define TICK_MS 20 /* between looks at whether the program has ended */

struct process {
	const struct exec_command *cmd;
	pid_t pid;
	int fd;       /* its standard output; -1: closed */
	bool exited;
	int status;   /* of waitpid() */
	int64_t start_ms;
};

int exec_check(const char *file)
{
	struct stat st;

	if (stat(file, &st) < 0)
		return errno;
	if (!S_ISREG(st.st_mode))
		return EACCES;
	return access(file, X_OK) < 0 ? errno : 0;
}

const char *exec_find(struct arena *arena, const char *command, const char *path)
{
	for (const char *p = path ? path : ""; *p;) {
		size_t len = strcspn(p, ":");
		const char *file = arena_printf(arena, "%.*s/%s", (int)len, p, command);

		if (*p == '/' && exec_check(file) == 0)
			return file;
		p += len + (p[len] == ':');
	}
	return NULL;
}

/* ---- start ---- */

static int open_pipe(int fds[2])
{
	if (pipe(fds) < 0)
		return errno;
	fcntl(fds[0], F_SETFD, FD_CLOEXEC);
	fcntl(fds[1], F_SETFD, FD_CLOEXEC);
	return 0;
}

/* The program gets no signals that we ignore or block. */
static int set_attributes(posix_spawnattr_t *attr, bool interactive)
{
	short flags = POSIX_SPAWN_SETSIGDEF | POSIX_SPAWN_SETSIGMASK;
	sigset_t none, usual;

	sigemptyset(&none);
	sigemptyset(&usual);
	sigaddset(&usual, SIGPIPE);
	sigaddset(&usual, SIGINT);
	sigaddset(&usual, SIGTERM);
	sigaddset(&usual, SIGCHLD);
	if (!interactive)
		flags |= POSIX_SPAWN_SETPGROUP; /* its own group, so that it ends with its children */
	if (posix_spawnattr_setsigmask(attr, &none) || posix_spawnattr_setsigdefault(attr, &usual) ||
	    posix_spawnattr_setpgroup(attr, 0))
		return EINVAL;
	return posix_spawnattr_setflags(attr, flags);
}

static int set_files(posix_spawn_file_actions_t *files, int out, bool interactive)
{
	int failure = posix_spawn_file_actions_adddup2(files, out, STDOUT_FILENO);

	if (!failure && !interactive)
		failure = posix_spawn_file_actions_addopen(files, STDIN_FILENO, "/dev/null",
							   O_RDONLY, 0);
	return failure;
}

static int spawn(struct process *p, int out)
{
	posix_spawn_file_actions_t files;
	posix_spawnattr_t attr;
	int failure = posix_spawn_file_actions_init(&files);

	if (failure)
		return failure;
	failure = posix_spawnattr_init(&attr);
	if (failure)
		goto out_files;
	failure = set_attributes(&attr, p->cmd->interactive);
	if (!failure)
		failure = set_files(&files, out, p->cmd->interactive);
	if (!failure)
		failure = posix_spawn(&p->pid, p->cmd->path, &files, &attr, p->cmd->argv, p->cmd->env);
	posix_spawnattr_destroy(&attr);
out_files:
	posix_spawn_file_actions_destroy(&files);
	return failure;
}

static int start(struct process *p)
{
	int fds[2] = { -1, -1 };
	int failure = open_pipe(fds);

	if (failure)
		return failure;
	failure = spawn(p, fds[1]);
	close(fds[1]);
	if (failure) {
		close(fds[0]);
		return failure;
	}
	fcntl(fds[0], F_SETFL, O_NONBLOCK);
	p->fd = fds[0];
	return 0;
}

/* ---- while it runs ---- */

static void look_after(struct process *p, int options)
{
	pid_t pid;

	if (p->exited)
		return;
	do
		pid = waitpid(p->pid, &p->status, options);
	while (pid < 0 && errno == EINTR);
	if (pid < 0)
		p->status = 0; /* somebody else has waited for it: its answer has to speak for it */
	p->exited = pid != 0;
}

static void end(struct process *p)
{
	if (!p->cmd->interactive)
		kill(-p->pid, SIGKILL);
	if (!p->exited)
		kill(p->pid, SIGKILL);
	look_after(p, 0);
}

/* What there is to read now; false: nothing, or the end. */
static bool read_some(struct process *p, struct strbuf *out)
{
	char buf[4096]; /* secrets: wiped */
	ssize_t n;

	do
		n = read(p->fd, buf, sizeof(buf));
	while (n < 0 && errno == EINTR);
	if (n > 0) {
		strbuf_add(out, buf, (size_t)n);
		wipe(buf, (size_t)n);
		return true;
	}
	if (n == 0 || errno != EAGAIN) {
		close(p->fd);
		p->fd = -1;
	}
	return false;
}

static bool is_interrupted(const struct process *p)
{
	return p->cmd->interrupted && p->cmd->interrupted();
}

/*
 * Until the program has ended and all is read that it wrote; a child of it may keep the pipe open.
 * False: it runs and shall not go on.
 */
static bool follow(struct process *p, struct strbuf *out)
{
	while (!out->full) {
		struct pollfd pfd = { .fd = p->fd, .events = POLLIN };

		look_after(p, WNOHANG);
		if (p->fd >= 0 && read_some(p, out))
			continue;
		if (p->exited)
			return true;
		if (is_interrupted(p) ||
		    p->cmd->monotonic_ms() - p->start_ms >= p->cmd->limit_ms)
			return false;
		poll(&pfd, 1, TICK_MS); /* with fd -1 it only waits */
	}
	return true;
}

int exec_run(const struct exec_command *cmd, struct strbuf *out, int *ret_status,
	     struct error *err)
{
	struct process p = { .cmd = cmd, .fd = -1 };
	int failure;
	bool in_time;

	p.start_ms = cmd->monotonic_ms();
	failure = start(&p);
	if (failure)
		return error_set(err, ERR_IO, _("exec: fork/exec %.300s: %s"), cmd->path, os_error(failure));
	in_time = follow(&p, out);
	if (!in_time || out->full)
		end(&p);
	if (p.fd >= 0)
		close(p.fd);
	if (!in_time && is_interrupted(&p))
		return error_set(err, ERR_IO, _("exec: interrupted"));
	if (!in_time)
		return error_set(err, ERR_IO, _("exec: executable %.300s did not answer within %lld s"),
				 cmd->path, (long long)(cmd->limit_ms + 999) / 1000);
	*ret_status = WIFSIGNALED(p.status) ? 128 + WTERMSIG(p.status) : WEXITSTATUS(p.status);
	return 0;
}
