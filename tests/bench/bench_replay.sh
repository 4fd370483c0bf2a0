#!/bin/sh
# The replay of one pod, apart from loading: nanoseconds per node and predicate, and how it grows.
# shellcheck source=tests/bench/head
. "$(dirname "$0")/head"

build_bench bench_replay
"$dir/bench_replay"
