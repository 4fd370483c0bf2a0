#!/bin/sh
# The replay of one pod, apart from loading: nanoseconds per node and predicate, and how it grows.
# Environment: WHYPENDING (the tool; its library is linked), BENCH_DIR.
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tool=${WHYPENDING:-$root/build/release/kubectl-whypending}
dir=${BENCH_DIR:-$(mktemp -d)}

# shellcheck disable=SC2046 # the flags of pkg-config are words
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -I"$root/src" -o "$dir/bench_replay" \
	"$here/bench_replay.c" "$(dirname "$tool")/libwhypending.a" \
	$(pkg-config --libs libcjson yaml-0.1)
"$dir/bench_replay"
[ -n "${BENCH_DIR:-}" ] || rm -r "$dir"
