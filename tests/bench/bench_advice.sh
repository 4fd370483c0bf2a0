#!/bin/sh
# Clauses and moves for 5,000 nodes and 50,000 pods; fails if they take longer than reading them.
# shellcheck source=tests/bench/head
. "$(dirname "$0")/head"

need_cluster cluster.json
build_bench bench_advice
"$dir/bench_advice" "$file"
