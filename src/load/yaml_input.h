/*
 * The bytes of a YAML stream, cut at the lines "---": each piece is parsed by itself, so that one
 * broken document does not take the others with it.
 */
#ifndef LOAD_YAML_INPUT_H
#define LOAD_YAML_INPUT_H

#include <stdbool.h>
#include <stddef.h>
#include <stdint.h>

#include "load/yaml.h"

struct yaml_input {
	yaml_reader read;
	void *self;
	struct error *err;   /* of the reader */
	char buf[65536];
	size_t pos, len;
	bool eof, failed;
	bool line_start;
	bool content;        /* the piece has more than directives and comments */
	bool at_end;         /* of the piece */
	uint64_t line;       /* of the stream, from 1 */
	uint64_t first_line; /* of the piece */
};

void yaml_input_init(struct yaml_input *in, yaml_reader read, void *self, struct error *err);
/* The next piece; false: there is none. */
bool yaml_input_next(struct yaml_input *in);
/* Up to size bytes of the piece; 0 at its end, or if the reader failed. */
size_t yaml_input_read(struct yaml_input *in, char *to, size_t size);

#endif
