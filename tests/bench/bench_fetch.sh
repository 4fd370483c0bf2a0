#!/bin/sh
# Diagnoses one pod of a cluster of 5,000 nodes and 50,000 pods over HTTPS, beside what
# `kubectl get pods -A -o json` takes for the pods alone.  Fails above 256 MiB of memory.
# Environment: WHYPENDING (the tool), BENCH_DIR, BENCH_ARGS (of make_cluster).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
dir=${BENCH_DIR:-$(mktemp -d)}
file=$dir/cluster-managed.json

# shellcheck disable=SC2086 # BENCH_ARGS is a list of words
[ -s "$file" ] || "$here/make_cluster" --managed-fields ${BENCH_ARGS:-} >"$file"
WHYPENDING=${WHYPENDING:-$here/../../kubectl-whypending} python3 "$here/bench_fetch.py" "$file"
