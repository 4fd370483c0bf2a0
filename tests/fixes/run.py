#!/usr/bin/env python3
"""The proof of fixes: each fix of each blocked pod of tests/corpus, its patches applied by another
program and the result read anew, lets the pod fit on the nodes that it names; and nearly all pods
have one.

usage: run.py [FAMILY-N...]     (environment: WHYPENDING, the binary)
"""

import collections
import concurrent.futures
import glob
import json
import os
import subprocess
import sys

sys.dont_write_bytecode = True
sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from apply import PatchError, apply_patches, key_of  # noqa: E402

CORPUS = os.path.join(os.path.dirname(os.path.abspath(__file__)), "..", "corpus")
BINARY = os.environ.get("WHYPENDING", "./kubectl-whypending").split()
WANT_ANY, WANT_GENTLE = 0.95, 0.80  # shares of the pods with a fix, and with a gentle one
INVASIVE = {"create Node", "create PersistentVolume", "delete"}  # somebody has to supply or lose something


def diagnose(snapshot, namespace, names, text=None):
    done = subprocess.run(BINARY + ["--snapshot", snapshot, "-n", namespace, "-o", "json",
                                    "--nodes=none"] + ["pod/" + n for n in names],
                          input=text, capture_output=True, text=True)
    if done.returncode not in (0, 1):
        raise RuntimeError("%s %s: status %d: %s" % (snapshot, names, done.returncode,
                                                     done.stderr[:300]))
    d = json.loads(done.stdout)
    return d["items"] if d["kind"] == "PodDiagnosisList" else [d]


def blocked_pods(case):
    with open(os.path.join(CORPUS, case + ".verdict.json")) as f:
        verdict = json.load(f)
    by_namespace = collections.defaultdict(list)
    for p in verdict["pods"]:
        if (not p["feasible"] or p.get("preEnqueue")) and p.get("nodes"):
            namespace, name = p["pod"].split("/")
            by_namespace[namespace].append(name)
    return by_namespace


def is_excused(items, namespace, name):
    """Claims that are lost or being deleted: nothing but their owner can help."""
    claims = {o["metadata"]["name"]: o for o in items if o["kind"] == "PersistentVolumeClaim" and
              o["metadata"].get("namespace") == namespace}
    pod = next(o for o in items if o["kind"] == "Pod" and o["metadata"]["name"] == name and
               o["metadata"].get("namespace") == namespace)
    for v in pod["spec"].get("volumes") or []:
        ref = (v.get("persistentVolumeClaim") or {}).get("claimName")
        if v.get("ephemeral"):
            ref = name + "-" + v["name"]
        c = claims.get(ref)
        if c and ("deletionTimestamp" in c["metadata"] or
                  c.get("status", {}).get("phase") == "Lost"):
            return True
    return False


def kinds_of(fix):
    return {"delete" if p["type"] == "delete" else
            "create " + p["target"]["kind"] if p["type"] == "create" else
            "change " + p["target"]["kind"] for p in fix["patches"]}


class Case:
    def __init__(self, name):
        self.name = name
        self.path = os.path.join(CORPUS, name + ".json")
        with open(self.path) as f:
            self.items = json.load(f)["items"]
        self.text = {id(o): json.dumps(o) for o in self.items}
        self.pods = self.excused = self.fixes = 0
        self.any = self.gentle = 0
        self.without, self.errors = [], []

    def listed(self, items):
        return '{"apiVersion":"v1","kind":"List","items":[%s]}' % ",".join(
            self.text.get(id(o)) or json.dumps(o) for o in items)

    def prove(self, report, fix):
        s = report["subject"]
        if not fix["verified"] or not fix["unlocks"] or not fix["patches"]:
            return "claims nothing"
        try:
            items = apply_patches(self.items, fix["patches"])
        except (PatchError, KeyError, TypeError) as e:
            return "patch does not apply: %s" % e
        after = diagnose("-", s["namespace"], [s["name"]], self.listed(items))[0]
        if after["replay"] is None:
            return "is not replayed"
        if after["replay"]["preEnqueue"]:
            return "is held before the queue"
        missing = set(fix["unlocks"]) - set(after["replay"]["feasibleNodes"])
        return "does not fit %s" % sorted(missing) if missing else None

    def look(self, report):
        s = report["subject"]
        self.pods += 1
        for fix in report["fixes"]:
            self.fixes += 1
            problem = self.prove(report, fix)
            if problem:
                self.errors.append("%s %s/%s: %s: %s" % (self.name, s["namespace"], s["name"],
                                                         fix["summary"], problem))
        kinds = [kinds_of(f) for f in report["fixes"]]
        some = any("create Node" not in k for k in kinds)
        gentle = any(not k & INVASIVE for k in kinds)
        if is_excused(self.items, s["namespace"], s["name"]):
            self.excused += 1
            return
        self.any += some
        self.gentle += gentle
        if not gentle:
            self.without.append(("only evictions: " if some else "none: ") + report["cause"]["code"] +
                                ": %s %s/%s" % (self.name, s["namespace"], s["name"]))

    def run(self):
        for namespace, names in sorted(blocked_pods(self.name).items()):
            for at in range(0, len(names), 32):
                for report in diagnose(self.path, namespace, names[at:at + 32]):
                    self.look(report)
        return self


def main():
    names = sys.argv[1:] or sorted(os.path.basename(p)[:-len(".verdict.json")]
                                   for p in glob.glob(os.path.join(CORPUS, "*.verdict.json")))
    with concurrent.futures.ThreadPoolExecutor(2) as pool:
        cases = list(pool.map(lambda n: Case(n).run(), names))
    errors = [e for c in cases for e in c.errors]
    counted = sum(c.pods - c.excused for c in cases)
    some, gentle = sum(c.any for c in cases), sum(c.gentle for c in cases)
    for line in sorted(w for c in cases for w in c.without):
        print(line)
    for line in errors:
        print("FAIL " + line)
    print("%d blocked pods (%d more lean on claims that are lost or going), %d fixes, %d not proven"
          % (counted, sum(c.excused for c in cases), sum(c.fixes for c in cases), len(errors)))
    if not counted:
        return 1
    print("%.1f%% have a fix beside another node, %.1f%% one that adds, evicts and deletes nothing"
          % (100 * some / counted, 100 * gentle / counted))
    proven = sum(c.fixes for c in cases) - len(errors)
    print("fixes: %d passed, %d failed" % (max(proven, 0), len(errors)))
    few = not sys.argv[1:] and (some < WANT_ANY * counted or gentle < WANT_GENTLE * counted)
    return 1 if errors or few else 0


if __name__ == "__main__":
    sys.exit(main())
