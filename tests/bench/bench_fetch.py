"""bench_fetch.sh's measurements: time, memory and bytes of reading a large cluster."""
import json
import os
import shutil
import subprocess
import sys

HERE = os.path.dirname(os.path.abspath(__file__))
sys.path.insert(0, os.path.join(HERE, "..", "live"))
from world import TOOL, World  # noqa: E402
import objects  # noqa: E402

LIMIT_MIB = 256


def measure(label, args, env, codes):
    # Not through wait4(): the peak of a child of this large process would be our own.
    timed = ["/usr/bin/time", "-q", "-f", "%e %U %S %M"] + args
    p = subprocess.run(timed, env=env, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True,
                       check=False)
    if p.returncode not in codes:
        sys.exit("%s failed: %s" % (label, p.stderr))
    wall, user, system, peak = map(float, p.stderr.split("\n")[-2].split())
    print("%-44s %6.2f s wall, %6.2f s cpu, %7.1f MiB" % (label, wall, user + system, peak / 1024),
          flush=True)
    return wall, peak / 1024


def main():
    w = World()
    with open(sys.argv[1], encoding="utf-8") as f:
        cluster = objects.Cluster(json.load(f)["items"])
    pending = next(k for k, (o, _) in cluster.items["Pod"].items()
                   if o["status"]["phase"] == "Pending")
    api = w.api(cluster)
    env = {"PATH": os.environ["PATH"], "HOME": w.folder, "KUBECONFIG": w.kubeconfig(api.url)}
    one = TOOL + [pending[1], "-n", pending[0]]
    peaks = []
    try:
        for label, args in (("one pod, pages of 500", []), ("one pod, uncompressed",
                            ["--disable-compression"])):
            peaks.append(measure(label, one + args, env, (0, 1))[1])
        cluster.version = "v1.31.0"
        peaks.append(measure("one pod, server 1.31 (pages)", one, env, (0, 1))[1])
        cluster.version = "v1.36.2"
        peaks.append(measure("all pods (-A)", TOOL + ["-A", "-o", "name"], env, (0, 1))[1])
        kubectl = shutil.which("kubectl")
        if kubectl:
            measure("kubectl get pods -A -o json", [kubectl, "get", "pods", "-A", "-o", "json"], env,
                    (0,))
    finally:
        shutil.rmtree(w.folder, ignore_errors=True)
    if max(peaks) > LIMIT_MIB:
        sys.exit("more than %d MiB" % LIMIT_MIB)


main()
