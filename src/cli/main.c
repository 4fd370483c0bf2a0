#include <signal.h>
#include <stdlib.h>
#include <sys/ioctl.h>
#include <unistd.h>

#include "cli/cli.h"
#include "model/selector.h"

static unsigned terminal_width(void)
{
	const char *columns = getenv("COLUMNS");
	struct winsize size;
	int64_t n;

	if (columns && parse_int64(columns, &n) && n > 0 && n <= 10000)
		return (unsigned)n;
	if (ioctl(STDOUT_FILENO, TIOCGWINSZ, &size) < 0 || !size.ws_col)
		return 80;
	return size.ws_col;
}

int main(int argc, char **argv)
{
	struct cli_io io = { .out = stdout, .err = stderr, .out_is_terminal = isatty(STDOUT_FILENO) };

	if (io.out_is_terminal)
		io.width = terminal_width();
	signal(SIGPIPE, SIG_IGN); /* a closed pipe is a write error with a message, not a death */
	return cli_main(argc, argv, &io);
}
