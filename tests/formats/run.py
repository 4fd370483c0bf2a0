#!/usr/bin/env python3
"""-o markdown as GitHub's parser reads it, -o prometheus as promtool reads it, -o name as xargs does,
and what docs/prometheus/ makes of the metrics.  WHYPENDING is the command to run."""
import json
import os
import re
import shlex
import shutil
import subprocess
import sys
import tempfile
import traceback

import hostile
import markdown

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMAND = shlex.split(os.environ.get("WHYPENDING", os.path.join(ROOT, "kubectl-whypending")))
DOCS = os.path.join(ROOT, "docs", "prometheus")
SAMPLE = re.compile(r'([a-z_]+)(?:\{((?:[a-z_]+="(?:[^"\\\n]|\\[\\"n])*",?)+)\})? (-?[0-9]+)')
SNAPSHOTS = [["--demo", "-A"]] + [["--snapshot", os.path.join("tests/snapshots", name), "-A"] for name in
                                  ("live-v1.36.json", "kubelet-v1.36.json", "kubelet-cni-not-ready.json")]


def run(args, stdin=None):
    data = json.dumps(stdin).encode() if stdin is not None else b""
    done = subprocess.run(COMMAND + args, cwd=ROOT, input=data, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={"LC_ALL": "C"})
    if done.returncode not in (0, 1, 3) or not done.stdout:
        raise AssertionError("exit status %d: %s" % (done.returncode, done.stderr.decode()))
    return done.stdout.decode("utf-8")


def subjects(source):
    report = json.loads(run(source + ["-o", "json"]))
    for item in report.get("items", [report]):
        s = item["subject"]
        yield s["namespace"], s["kind"].lower() + "/" + s["name"]


# ---- markdown

def markdown_of_samples():
    for source in SNAPSHOTS:
        text = run(source + ["-o", "markdown"])
        markdown.check(text)
        assert len(text) < 65536, "%d characters are too many for a ticket" % len(text)
    for namespace, name in subjects(["--demo", "-A"]):
        root = markdown.check(run(["--demo", "-n", namespace, name, "-o", "markdown"]))
        assert name.split("/")[1] in "".join(root.itertext())
    markdown.check(run(["--demo", "node/worker-a2", "-o", "markdown"]))
    markdown.check(run(["--demo", "-n", "kube-node-lease", "-o", "markdown"]))


def markdown_of_hostile():
    # few nodes are told one by one, many are folded; two languages have two sets of sentences
    for size, nodes in ((4, 2), (4, 12), (len(hostile.TEXTS), 1)):
        for i, cluster in enumerate(hostile.clusters(size, nodes)):
            language = ("en", "zh")[i % 2] if nodes > 2 else "en"
            markdown.check(run(["--snapshot", "-", "-o", "markdown", "-A", "--lang", language], cluster))
    for text in hostile.TEXTS[::3]:
        cluster = hostile.cluster(text)
        pod = next(o for o in cluster["items"] if o["kind"] == "Pod")
        cluster["items"] = [o for o in cluster["items"] if o["kind"] == "Node" or o is pod]
        markdown.check(run(["--snapshot", "-", "-o", "markdown", "-A"], cluster))


def markdown_is_small():
    text = run(["--snapshot", "-", "-A", "-o", "markdown"], hostile.many(3000))
    markdown.check(text)
    assert len(text) < 131072 and "more" in text


# ---- prometheus

def samples(text):
    """{(name, labels): value}, with the rules of the format that promtool does not check."""
    found, order, helped = {}, [], None
    assert text.endswith("\n") and not text.endswith("\n\n"), "not one newline at the end"
    for line in text[:-1].split("\n"):
        if line.startswith("# HELP "):
            helped = line.split(" ")[2]
            order.append(helped)
        elif line.startswith("# TYPE "):
            assert line == "# TYPE %s gauge" % helped
        else:
            match = SAMPLE.fullmatch(line)
            assert match and match.group(1) == helped, line
            assert (match.group(1), match.group(2)) not in found, "twice: " + line
            found[match.group(1), match.group(2)] = int(match.group(3))
    assert order == sorted(order)
    return found


def promtool(*args, stdin=None):
    done = subprocess.run(("promtool",) + args, cwd=DOCS, input=stdin, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT)
    said = done.stdout.decode()
    assert done.returncode == 0, said
    return said


def metrics_of(args, stdin=None):
    text = run(args + ["-o", "prometheus"], stdin)
    assert text == run(args + ["-o", "prometheus"], stdin), "two runs differ"
    found = samples(text)
    if shutil.which("promtool"):
        assert promtool("check", "metrics", stdin=text.encode()) == ""
    return found


def metrics_of_samples():
    for source in SNAPSHOTS:
        found = metrics_of(source)
        stuck = [i for i in json.loads(run(source + ["-o", "json"]))["items"]
                 if i["stage"] not in ("ready", "finished")]
        pods = sum(v for (name, _), v in found.items() if name == "whypending_stuck_pods")
        others = sum(v for (name, _), v in found.items() if name == "whypending_stuck_workloads")
        assert pods == sum(i["subject"]["kind"] == "Pod" for i in stuck)
        assert pods + others == len(stuck)
    healthy = metrics_of(["--demo", "-n", "kube-node-lease"])
    assert ("whypending_last_success_timestamp_seconds", None) in healthy


def metrics_of_hostile():
    for size in (10, len(hostile.TEXTS)):
        for cluster in hostile.clusters(size, 1):
            found = metrics_of(["--snapshot", "-", "-A"], cluster)
            pods = sum(o["kind"] == "Pod" for o in cluster["items"])
            assert sum(v for (name, _), v in found.items() if name == "whypending_stuck_pods") == pods


def metrics_are_bounded():
    found = metrics_of(["--snapshot", "-", "-A"], hostile.many(3000))
    pods = {labels: v for (name, labels), v in found.items() if name == "whypending_stuck_pods"}
    owners = [labels for (name, labels) in found if name == "whypending_owner_waiting_seconds"]
    assert len(pods) == 1000 and sum(pods.values()) == 3000
    assert len(owners) == 200 and any("(other)" in o for o in owners)


def metric_names():
    return {line.split(" ")[2] for line in run(["--demo", "-A", "-o", "prometheus"]).split("\n")
            if line.startswith("# TYPE ")}


def expressions_use_what_there_is():
    known = metric_names()
    for name in ("alerts.yaml", "dashboard.json", "README.md"):
        with open(os.path.join(DOCS, name), encoding="utf-8") as f:
            used = set(re.findall(r"whypending_[a-z_]+[a-z]", f.read()))
        assert used <= known, "%s uses %s" % (name, used - known)
    with open(os.path.join(DOCS, "README.md"), encoding="utf-8") as f:
        told = set(re.findall(r"whypending_[a-z_]+[a-z]", f.read()))
    assert told == known, "README.md lacks %s" % (known - told)


def dashboard_is_whole():
    with open(os.path.join(DOCS, "dashboard.json"), encoding="utf-8") as f:
        board = json.load(f)
    ids = [p["id"] for p in board["panels"]]
    assert len(set(ids)) == len(ids) and board["uid"] and board["schemaVersion"] >= 36
    for panel in board["panels"]:
        box = panel["gridPos"]
        assert box["x"] + box["w"] <= 24
        for target in panel.get("targets", []):
            assert "whypending_" in target["expr"]


def alerts_fire():
    promtool("check", "rules", "alerts.yaml")
    said = promtool("test", "rules", "alerts_test.yaml")
    assert "SUCCESS" in said, said


def textfile_script():
    script = os.path.join(DOCS, "whypending-textfile")
    with tempfile.TemporaryDirectory() as folder:
        def collect(command):
            return subprocess.run(["sh", script, folder], stdout=subprocess.PIPE, stderr=subprocess.PIPE,
                                  env={"PATH": os.environ["PATH"], "WHYPENDING": command}, cwd=ROOT)
        good = " ".join(shlex.quote(w) for w in COMMAND) + " --demo"
        assert collect(good).returncode == 0
        with open(os.path.join(folder, "whypending.prom"), encoding="utf-8") as f:
            first = f.read()
        assert first == run(["--demo", "-A", "-o", "prometheus"])
        assert os.stat(os.path.join(folder, "whypending.prom")).st_mode & 0o777 == 0o644
        for broken in ("false", "true", "echo half", good + " --snapshot /nonexistent"):
            assert collect(broken).returncode != 0, broken
            with open(os.path.join(folder, "whypending.prom"), encoding="utf-8") as f:
                assert f.read() == first, "a failure has touched the file"
        assert os.listdir(folder) == ["whypending.prom"], "something is left behind"


# ---- name

def names_are_kubectls():
    lines = run(["--demo", "-A", "-o", "name"]).split("\n")
    assert lines.pop() == ""
    assert all(re.fullmatch(r"[a-z]+(\.[a-z.]+)?/[a-z0-9.-]+", line) for line in lines), lines
    assert lines == run(["--demo", "-A", "-o", "name"]).split("\n")[:-1]
    one = run(["--demo", "-n", "payments", "-o", "name", "pods"]).split()
    again = run(["--demo", "-n", "payments", "-o", "name"] + one).split()
    assert sorted(one) == sorted(again), "what it prints is not what it takes"


NEEDS = {
    "cmark-gfm": [markdown_of_samples, markdown_of_hostile, markdown_is_small],
    "promtool": [alerts_fire],
    None: [metrics_of_samples, metrics_of_hostile, metrics_are_bounded, expressions_use_what_there_is,
           dashboard_is_whole, textfile_script, names_are_kubectls],
}
PACKAGES = {"cmark-gfm": "cmark-gfm", "promtool": "prometheus"}


def main():
    wanted = re.compile(os.environ.get("CASES", ""))
    passed = failed = 0
    for program, cases in NEEDS.items():
        if program and not shutil.which(program):
            if os.environ.get("WHYPENDING_REQUIRE_FORMATS") == "1":
                print("FAIL %s is not installed (Debian: %s)" % (program, PACKAGES[program]))
                failed += 1
            else:
                print("formats: SKIPPED what %s reads: it is not installed (Debian: %s)" %
                      (program, PACKAGES[program]))
            continue
        for case in cases:
            if not wanted.search(case.__name__):
                continue
            try:
                case()
                print("ok   %s" % case.__name__)
                passed += 1
            except Exception:  # pylint: disable=broad-except
                print("FAIL %s\n%s" % (case.__name__, traceback.format_exc()))
                failed += 1
    print("formats: %d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
