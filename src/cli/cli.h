/* The program: options in, report out, exit status (see the manual). */
#ifndef CLI_CLI_H
#define CLI_CLI_H

#include <stdbool.h>
#include <stdio.h>

struct cli_io {
	FILE *out, *err; /* out is closed at the end, so that a full disk is noticed */
	unsigned width;  /* of the terminal; 0: out is none */
	bool out_is_terminal;
};

enum exit_status { EXIT_READY, EXIT_STUCK, EXIT_USAGE, EXIT_UNDECIDED };

int cli_main(int argc, char **argv, const struct cli_io *io);

#endif
