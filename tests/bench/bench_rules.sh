#!/bin/sh
# Matches 100,000 distinct events of 1 KiB, and a thousand of 1 MiB, against the built-in rules.
# shellcheck source=tests/bench/head
. "$(dirname "$0")/head"

build_bench bench_rules
"$dir/bench_rules"
