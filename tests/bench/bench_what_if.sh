#!/bin/sh
# A tick in the explorer on 5,000 nodes and 50,000 pods, beside the first diagnosis of the same pod.
# shellcheck source=tests/bench/head
. "$(dirname "$0")/head"

need_cluster cluster.json
build_bench bench_what_if
"$dir/bench_what_if" "$file"
