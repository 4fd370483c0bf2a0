#!/bin/sh
# Runs the whole program on each tests/golden/CASE and compares stdout, stderr and exit status.
#   args      the command line, as shell words; or cmd: a shell script that calls $WHYPENDING
#   stdin     standard input, if there
#   stdout, stderr, code: what is expected; no file means nothing, respectively 0
# The program runs in the case's folder with an empty environment.  UPDATE=1 writes what comes out
# as the new expectation, to be read before it is committed; CASES="a b" runs only these.
set -u
cd "$(dirname "$0")/golden" || exit 1

: "${WHYPENDING:=$(cd ../.. && pwd)/kubectl-whypending}"
export WHYPENDING
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

run_case() { # folder, locale
	(
		cd "$1" || exit 1
		if [ -f cmd ]; then
			set -- "$2" sh ./cmd
		else
			eval "set -- \"\$2\" \$WHYPENDING $(cat args)"
		fi
		locale=$1
		shift
		if [ -f stdin ]; then exec <stdin; else exec </dev/null; fi
		exec env -i PATH="$PATH" WHYPENDING="$WHYPENDING" LC_ALL="$locale" "$@"
	) >"$work/stdout" 2>"$work/stderr"
	code=$?
	: >"$work/code"
	[ "$code" -eq 0 ] || echo "$code" >"$work/code"
}

update_case() {
	for part in stdout stderr code; do
		if [ -s "$work/$part" ]; then cp "$work/$part" "$1/$part"; else rm -f "$1/$part"; fi
	done
}

same_case() { # folder
	same=0
	for part in stdout stderr code; do
		wanted=$1/$part
		[ -f "$wanted" ] || wanted=/dev/null
		diff -u "$wanted" "$work/$part" >"$work/diff" && continue
		cat "$work/diff"
		same=1
	done
	return $same
}

check_locale() {
	for folder in ${CASES:-*/}; do
		folder=${folder%/}
		run_case "$folder" "$1"
		[ "${UPDATE:-0}" = 1 ] && update_case "$folder"
		if same_case "$folder"; then
			echo "ok   $folder"
			passed=$((passed + 1))
		else
			echo "FAIL $folder ($1)"
			failed=$((failed + 1))
		fi
	done
}

check_locale C
other=$(locale -a 2>/dev/null | grep -i '^de_DE\.utf-*8$' | head -n 1)
if [ -n "$other" ]; then check_locale "$other"; else echo 'no de_DE.UTF-8 here: run in C only'; fi

echo "golden: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
