#!/bin/sh
# Diagnoses one pod of a cluster of 5,000 nodes and 50,000 pods over HTTPS, beside what
# `kubectl get pods -A -o json` takes for the pods alone.  Fails above 256 MiB of memory.
# shellcheck source=tests/bench/head
. "$(dirname "$0")/head"

need_cluster cluster-managed.json --managed-fields
WHYPENDING=$tool python3 "$here/bench_fetch.py" "$file"
