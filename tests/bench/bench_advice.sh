#!/bin/sh
# Clauses and moves for 5,000 nodes and 50,000 pods; fails if they take longer than reading them.
# Environment: WHYPENDING (the tool; its library is linked), BENCH_DIR, BENCH_ARGS (of make_cluster).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tool=${WHYPENDING:-$root/build/release/kubectl-whypending}
dir=${BENCH_DIR:-$(mktemp -d)}
file=$dir/cluster.json

[ -s "$file" ] || "$here/make_cluster" ${BENCH_ARGS:-} > "$file"
# shellcheck disable=SC2046 # the flags of pkg-config are words
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -I"$root/src" -o "$dir/bench_advice" \
	"$here/bench_advice.c" "$(dirname "$tool")/libwhypending.a" \
	$(pkg-config --libs libcurl libcjson yaml-0.1)
status=0
"$dir/bench_advice" "$file" || status=$?
[ -n "${BENCH_DIR:-}" ] || rm -r "$dir"
exit $status
