#!/bin/sh
# Each header compiles alone, and twice.  HEADERS: the files; arguments: the compiler with flags.
status=0
for header in $HEADERS; do
	name=${header#src/}
	printf '#include "%s"\n#include "%s"\n' "$name" "$name" | "$@" -fsyntax-only -x c - || {
		echo "$header does not stand alone"
		status=1
	}
done
exit $status
