#!/bin/sh
# Loads 5,000 nodes and 50,000 pods from one file, and lets Python's json.load do the same.
# Prints wall time and peak memory of both; fails below a quarter of the time, a tenth of the memory.
# Environment: WHYPENDING (the tool; its library is linked), BENCH_DIR, BENCH_ARGS (of make_cluster).
set -eu

here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
tool=${WHYPENDING:-$root/build/release/kubectl-whypending}
dir=${BENCH_DIR:-$(mktemp -d)}
file=$dir/cluster.json

[ -s "$file" ] || "$here/make_cluster" ${BENCH_ARGS:-} > "$file"
# shellcheck disable=SC2046 # the flags of pkg-config are words
${CC:-cc} -std=c11 -D_POSIX_C_SOURCE=200809L -O2 -I"$root/src" -o "$dir/bench_load" \
	"$here/bench_load.c" "$(dirname "$tool")/libwhypending.a" \
	$(pkg-config --libs libcjson yaml-0.1)

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
status=$?
[ -n "${BENCH_DIR:-}" ] || rm -r "$dir"
exit $status
