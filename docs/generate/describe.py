"""What `kubectl describe pod` says about each pod of the sample cluster, measured: describe.json.

A real kubectl asks the API server of tests/server, which serves the sample cluster.  measure() is None
where there is no kubectl."""
import json
import os
import shutil
import subprocess
import sys

from common import ROOT, run

FILE = os.path.join(ROOT, "docs", "generate", "describe.json")


def node_names():
    with open(os.path.join(ROOT, "src", "demo", "cluster.json"), encoding="utf-8") as f:
        return sorted(o["metadata"]["name"] for o in json.load(f)["items"] if o["kind"] == "Node")


def nodes_in(text):
    return sum(name in text for name in node_names())


def measure():
    kubectl = shutil.which("kubectl")
    if not kubectl:
        return None
    sys.path.insert(0, os.path.join(ROOT, "tests", "live"))
    import world  # its certificates need openssl, which only this needs here
    w = world.World()
    api = w.api()
    found = {}
    try:
        config = w.kubeconfig(api.url)
        for item in json.loads(run("--demo", "-A", "-o", "json"))["items"]:
            s = item["subject"]
            if s["kind"] != "Pod":
                continue
            said = subprocess.run([kubectl, "--kubeconfig", config, "describe", "pod", "-n", s["namespace"],
                                   s["name"]], stdout=subprocess.PIPE, check=True, timeout=60,
                                  env={"PATH": os.environ["PATH"], "HOME": w.folder}).stdout.decode()
            found[s["namespace"] + "/" + s["name"]] = {"nodes": nodes_in(said), "lines": said.count("\n")}
        version = json.loads(subprocess.run([kubectl, "version", "--client", "-o", "json"], check=True,
                                            stdout=subprocess.PIPE).stdout)["clientVersion"]["gitVersion"]
    finally:
        api.close()
        shutil.rmtree(w.folder, ignore_errors=True)
    return {"kubectl": version.split("-")[0], "pods": found}


def main():
    found = measure()
    if not found:
        print("there is no kubectl on PATH")
        return 1
    with open(FILE, "w", encoding="utf-8") as f:
        f.write(json.dumps(found, indent=1, sort_keys=True) + "\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
