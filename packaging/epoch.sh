#!/bin/sh
# The time that archives carry: that of the last commit; in an unpacked tarball that of its files.
if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
	exec git log -1 --format=%ct
fi
exec stat -c %Y Makefile
