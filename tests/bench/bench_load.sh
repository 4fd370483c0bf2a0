#!/bin/sh
# Loads 5,000 nodes and 50,000 pods from one file, and lets Python's json.load do the same.
# Prints wall time and peak memory of both; fails below a quarter of the time, a tenth of the memory.
# shellcheck source=tests/bench/head
. "$(dirname "$0")/head"

need_cluster cluster.json
build_bench bench_load

python3 - "$dir/bench_load" "$file" <<'PY'
import os, resource, subprocess, sys, time

def measure(label, args):
    best, peak = None, 0
    for _ in range(3):
        begin = time.monotonic()
        pid = os.posix_spawn(args[0], args, os.environ)
        _, status, usage = os.wait4(pid, 0)
        wall = time.monotonic() - begin
        if status:
            sys.exit("%s failed" % label)
        best, peak = min(best or wall, wall), max(peak, usage.ru_maxrss)
    print("%-22s %7.2f s  %8.1f MiB" % (label, best, peak / 1024))
    return best, peak

tool, file = sys.argv[1:]
print("%s: %.0f MB" % (file, os.path.getsize(file) / 1e6))
ours = measure("load", [tool, file])
theirs = measure("python3 json.load", [sys.executable, "-c",
                 "import json, sys; json.load(open(sys.argv[1]))", file])
print("%.1f times as fast, 1/%.1f of the memory" % (theirs[0] / ours[0], theirs[1] / ours[1]))
sys.exit(theirs[0] < 4 * ours[0] or theirs[1] < 10 * ours[1])
PY
