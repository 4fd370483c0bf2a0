#!/usr/bin/env python3
"""Bundles: capture, redact, replay.  Every cluster of tests/corpus, tests/snapshots and the demo has
to come out with the same stages, causes, verdicts and counts, and nothing of its names may be left.

WHYPENDING is the program (several words are fine), WHYPENDING_CORPUS_STEP takes every Nth cluster.
"""
import collections
import concurrent.futures
import glob
import json
import os
import re
import shlex
import stat
import subprocess
import sys
import tempfile

sys.path.insert(0, os.path.dirname(os.path.abspath(__file__)))
from shape import difference, shape  # noqa: E402

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = shlex.split(os.environ.get("WHYPENDING", os.path.join(ROOT, "kubectl-whypending")))
STEP = int(os.environ.get("WHYPENDING_CORPUS_STEP", "1"))
failed = []
passed = collections.Counter()


def check(what, ok, detail=""):
    if ok:
        passed[what] += 1
    else:
        failed.append("%s: %s" % (what, detail))
    return ok


class Run:
    def __init__(self, *args, stdin=None, env=None):
        p = subprocess.run(PROGRAM + list(args), stdin=stdin or subprocess.DEVNULL,
                           capture_output=True, env=env, check=False)
        self.status, self.out, self.err = p.returncode, p.stdout.decode(), p.stderr.decode()


def without_source(report):
    return re.sub(r'"source": \{[^}]*\}', '"source": {}', report)


def documents(path):
    text, decoder, at, out = open(path, encoding="utf-8").read(), json.JSONDecoder(), 0, []
    while text[at:].strip():
        at += len(text[at:]) - len(text[at:].lstrip())
        document, at = decoder.raw_decode(text, at)
        out.append(document)
    return out


# ---- the keep-list, as docs/bundles.md publishes it ----

def keep_list():
    lists = collections.defaultdict(set)
    text = open(os.path.join(ROOT, "src/bundle/keep.def"), encoding="utf-8").read()
    for name, value in re.findall(r'^KEEP\((\w+), "((?:[^"\\]|\\.)*)"\)', text, re.M):
        lists[name].add(value.replace('\\"', '"'))
    return lists


KEEP = keep_list()
KINDS = set(re.findall(r'KIND\(\w+, "(\w+)"', open(os.path.join(ROOT, "src/model/kinds.def"),
                                                  encoding="utf-8").read()))
RULES = "".join(open(f, encoding="utf-8").read() for f in glob.glob(os.path.join(ROOT, "rules/*.yaml")))
KEPT = set().union(*KEEP.values()) | KINDS
WORDS = set(re.findall(r"[\w.-]+", " ".join(KEEP["TEXT"] | KEEP["FRAME"] | KEEP["WORD"])))
# Values of enumerations of the Kubernetes API, and the fields' own names.
API = set("""Active Always Available Bound Released Lost Container DoNotSchedule ScheduleAnyway Equal Exists
    DoesNotExist NotIn False True Unknown Filesystem Block HTTP HTTPS Honor Ignore IfNotPresent Never
    Immediate WaitForFirstConsumer NoExecute NoSchedule PreferNoSchedule Normal Warning OnFailure
    OrderedReady Parallel Pending Running Succeeded Failed PreemptLowerPriority ReadOnlyMany
    ReadWriteMany ReadWriteOnce ReadWriteOncePod RestartAllContainersOnContainerExits
    RestartAllContainers ExactCount All SCTP Terminating NotTerminating BestEffort NotBestEffort
    PriorityClass CrossNamespacePodAffinity VolumeAttributesClass ExtendWebSocketsToKubelet
    InPlacePodLevelResourcesVerticalScaling InPlacePodVerticalScalingInitContainers Managed Dedicated
    Shared ResourceHealthStatus GuaranteedQoSPodCPUResize UserNamespacesHostNetworkSupport
    deployments.apps replicasets.apps statefulsets.apps jobs.batch pods List Retain Delete
    Recycle None""".split())


def is_kept(text):
    """Published, or nothing that names anything: numbers, amounts, times, cron schedules, versions."""
    if text in KEPT or text in API or "%s" % text in RULES:
        return True
    if re.fullmatch(r"[-+]?[0-9][0-9.]*([eE][0-9]+|[munkKMGTPE]i?|%)?", text):
        return True
    if re.fullmatch(r"\d{4}-\d\d-\d\dT[\d:.]+Z|[\d*/, -]+|v?\d+\.\d+\.\d+\S*|hugepages-\w+", text):
        return True
    domain = text.split("/")[0].replace("requests.", "").replace("limits.", "")
    if text.startswith("OutOf"):
        return is_kept(text[5:])
    if any(domain == d or domain.endswith("." + d) for d in KEEP["DOMAIN"]):
        return True
    return re.fullmatch(r"(requests|limits)\.(cpu|memory|ephemeral-storage|storage)", text) is not None


# The keys in them are no fields' names.
MAPS = ("labels", "matchLabels", "nodeSelector", "annotations", "capacity", "allocatable", "requests",
        "limits", "hard", "used", "overhead", "default", "defaultRequest", "min", "max")


def strings(value, keys=False):
    if isinstance(value, dict):
        for k, v in value.items():
            if keys and not isinstance(v, (dict, list)):
                yield k
            if k not in ("apiVersion", "apiGroup"):
                yield from strings(v, k in MAPS)
    elif isinstance(value, list):
        for v in value:
            yield from strings(v)
    elif isinstance(value, str):
        yield value


def sentence(text):
    return " " in text


def secrets_of(path):
    """All that one may not find again: whole values and keys of more than three characters."""
    source = json.load(open(path, encoding="utf-8"))
    return {s for s in strings(source) if len(s) > 3 and not sentence(s) and not is_kept(s)}


# ---- one cluster ----

def leaks(secrets, bundle, report, text):
    found = [s for s in strings(documents(bundle)[1:]) if s in secrets]
    found += [s for s in strings(json.loads(report)) if s in secrets]
    # Words of a sentence; a secret that is an English word may stand there by its own right.
    marked = {s for s in secrets if re.search(r"[-._/0-9]", s)}
    for out in (open(bundle, encoding="utf-8").read(), report, text):
        found += [t for t in re.findall(r"[A-Za-z0-9][\w./-]*[A-Za-z0-9]", out) if t in marked]
    return sorted(set(found))[:5]


def try_cluster(job):
    name, args, path, directory = job
    plain, hidden = os.path.join(directory, name + ".b"), os.path.join(directory, name + ".r")
    everything = ["-A", "-o", "json"]
    out = []
    first = Run(*args, *everything, "--capture", plain)
    redacted = Run(*args, *everything, "--redact", "--capture", hidden)
    again = Run("--snapshot", plain, *everything)
    replayed = Run("--snapshot", hidden, *everything)
    text = Run(*args, "-A", "-o", "wide", "--redact")
    out.append(("same report from a bundle",
                (first.status, without_source(first.out)) == (again.status, without_source(again.out)),
                name + again.err[-200:]))
    out.append(("same report from a redacted bundle",
                (redacted.status, without_source(redacted.out)) ==
                (replayed.status, without_source(replayed.out)), name + replayed.err[-200:]))
    if not first.out or not redacted.out:
        out.append(("same verdicts", first.out == redacted.out, name + redacted.err[-200:]))
        return out, collections.Counter()
    a, b = shape(first.out), shape(redacted.out)
    out.append(("same stages, causes, verdicts and counts", (first.status, a) == (redacted.status, b),
                "%s\n    %s" % (name, difference(a, b))))
    found = leaks(secrets_of(path), hidden, redacted.out, text.out + text.err)
    out.append(("no name is left", not found, "%s: %s" % (name, found)))
    if name == "demo":
        for form in ("table", "markdown", "prometheus", "yaml", "name"):
            text = Run(*args, "-A", *([] if form == "table" else ["-o", form]), "--redact")
            found = leaks(secrets_of(path), hidden, redacted.out, text.out + text.err)
            out.append(("no name is left in " + form, not found and text.out, "%s" % found))
    counts = collections.Counter(items=len(a))
    for i in map(json.loads, a):
        counts["nodes"] += len(i["replay"]["nodes"]) if i["replay"] else 0
    os.unlink(plain)
    os.unlink(hidden)
    return out, counts


def cases(directory):
    """Those of tests/causes, each as a snapshot."""
    for f in sorted(glob.glob(os.path.join(ROOT, "tests", "causes", "*.json"))):
        whole = json.load(open(f, encoding="utf-8"))
        for i, case in enumerate(whole["cases"]):
            name = "%s-%d" % (os.path.basename(f)[:-5], i)
            path = os.path.join(directory, name + ".json")
            json.dump({"apiVersion": "v1", "kind": "List", "items": whole.get("shared", []) + case["items"]},
                      open(path, "w", encoding="utf-8"))
            yield name, ["--snapshot", path], path, directory


def clusters(directory):
    yield from cases(directory)
    yield "demo", ["--demo"], os.path.join(ROOT, "src/demo/cluster.json"), directory
    for folder, step in (("snapshots", 1), ("corpus", STEP)):
        files = [f for f in sorted(glob.glob(os.path.join(ROOT, "tests", folder, "*.json")))
                 if not re.search(r"\.(verdict|expect)", os.path.basename(f))]
        for f in files[::step]:
            yield os.path.basename(f), ["--snapshot", f], f, directory


def test_clusters(directory):
    total, n = collections.Counter(), 0
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        for results, counts in pool.map(try_cluster, clusters(directory)):
            for r in results:
                check(*r)
            total.update(counts)
            n += 1
    print("%d clusters, %d pods and workloads, %d nodes of replays: the same with pseudonyms" %
          (n, total["items"], total["nodes"]))
    check("clusters were tried", n > (300 // STEP) and total["nodes"] > 1000 // STEP, n)


# ---- what is in a bundle ----

SECRETS = ["s3cr3t-env", "s3cr3t-annotation", "s3cr3t-token", "s3cr3t-argument", "s3cr3t-managed",
           "s3cr3t-data", "s3cr3t-log"]


def hostile_cluster():
    return {"apiVersion": "v1", "kind": "List", "items": [
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": "worker"},
         "status": {"allocatable": {"cpu": "1", "pods": "10"}, "addresses": [{"address": "s3cr3t-data"}]}},
        {"apiVersion": "v1", "kind": "Secret", "metadata": {"name": "s"}, "data": {"a": "s3cr3t-data"}},
        {"apiVersion": "v1", "kind": "ConfigMap", "metadata": {"name": "c"}, "data": {"a": "s3cr3t-data"}},
        {"apiVersion": "v1", "kind": "Service", "metadata": {"name": "database", "namespace": "shop"},
         "spec": {"selector": {"app": "db"}}},
        {"apiVersion": "v1", "kind": "Pod",
         "metadata": {"name": "web", "namespace": "shop", "managedFields": [{"manager": "s3cr3t-managed"}],
                      "annotations": {"acme.io/token": "s3cr3t-annotation",
                                      "kubectl.kubernetes.io/last-applied-configuration": "s3cr3t-token"}},
         "spec": {"nodeName": "worker", "containers": [{"name": "c", "image": "i"}],
                  "initContainers": [{
                      "name": "wait", "image": "busybox",
                      "env": [{"name": "PASSWORD", "value": "s3cr3t-env"}],
                      "command": ["sh", "-c", "PASS=s3cr3t-argument nc -z database 5432"]}]},
         "status": {"phase": "Pending", "initContainerStatuses": [
             {"name": "wait", "image": "busybox", "state": {"running": {"startedAt": "2026-01-01T00:00:00Z"}}}],
             "conditions": [{"type": "PodScheduled", "status": "True",
                             "lastTransitionTime": "2026-01-01T00:00:00Z"}]}},
        {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "e", "namespace": "shop"},
         "involvedObject": {"kind": "Pod", "name": "web", "namespace": "shop"}, "reason": "Odd",
         "message": "the customer s3cr3t-log did it", "lastTimestamp": "2026-01-01T00:05:00Z"},
    ]}


def test_secrets(directory):
    source, bundle = os.path.join(directory, "in.json"), os.path.join(directory, "out.json")
    json.dump(hostile_cluster(), open(source, "w", encoding="utf-8"))
    first = Run("--snapshot", source, "-A", "-o", "json", "--capture", bundle)
    again = Run("--snapshot", bundle, "-A", "-o", "json")
    text = open(bundle, encoding="utf-8").read()
    kept = [s for s in SECRETS if s in text and s != "s3cr3t-log"]
    check("secrets stay out", not kept, kept)
    check("the Service that is waited for stays", "database" in first.out and
          without_source(first.out) == without_source(again.out), first.out[-300:])
    Run("--snapshot", source, "-A", "-o", "json", "--redact", "--capture", bundle)
    text = open(bundle, encoding="utf-8").read()
    kept = [s for s in SECRETS + ["database", "busybox", "worker", "customer"] if s in text]
    check("secrets stay out of a redacted bundle", not kept, kept)


def test_file(directory):
    bundle = os.path.join(directory, "demo.json")
    first = Run("--demo", "-A", "-o", "json", "--capture", bundle)
    again = Run("--snapshot", bundle, "-A", "-o", "json")
    check("the demo replays", without_source(first.out) == without_source(again.out), again.err)
    check("source tells them apart", '"kind": "demo"' in first.out and '"kind": "demo"' not in again.out)
    check("only its owner may read it", stat.S_IMODE(os.stat(bundle).st_mode) == 0o600)
    before = open(bundle, "rb").read()
    Run("--demo", "-A", "-o", "name", "--capture", bundle)
    check("same input, same bytes", before == open(bundle, "rb").read())
    Run("--snapshot", bundle, "-A", "-o", "name", "--capture", bundle + "2")
    same = open(bundle + "2", "rb").read().replace(b'"source":"snapshot"', b'"source":"demo"')
    check("a bundle of a bundle is the bundle", before == same)
    for option in ([], ["--redact"]):
        Run("--demo", "-A", "-o", "name", "--capture", bundle, *option)
        left = [f for f in os.listdir(directory) if re.search(r"\.[A-Za-z0-9]{6}$", f)]
        check("nothing is left beside it", not left, left)
    one, two = bundle + "3", bundle + "4"
    Run("--snapshot", bundle, "-A", "-o", "name", "--redact", "--capture", one)
    Run("--snapshot", one, "-A", "-o", "name", "--redact", "--capture", two)
    check("redacting twice changes nothing", open(one, "rb").read() == open(two, "rb").read())


def test_refusals(directory):
    for args, status, words in (
            (["--demo", "-A", "--capture", "-"], 2, "wants a file"),
            (["--demo", "-A", "--capture", ""], 2, "wants a file"),
            (["--demo", "-A", "--capture", "/dev/null"], 3, "regular file"),
            (["--demo", "-A", "--capture", directory], 3, "regular file"),
            (["--demo", "-A", "--capture", "/nonexistent/x"], 3, "No such file"),
            (["--demo", "-n", "shop", "web", "--redact", "-v=8"], 2, "do not go together"),
            (["web", "--watch", "--capture", "x"], 2, "do not go together"),
            (["--snapshot", "/nonexistent/payments.json", "--redact"], 3, "(redacted)"),
            (["--kubeconfig", "payments", "--redact"], 3, "no such file"),
            (["--demo", "-n", "payments", "payments/payments", "--redact"], 2, "unknown type"),
            (["--demo", "--payments=payments", "--redact"], 2, "unknown option"),
            (["--demo", "-A", "-l", "payments=@@", "--redact"], 2, "not a label value")):
        r = Run(*args)
        check("refused", r.status == status and words in r.err and "payments" not in r.err,
              "%s: %d %s" % (args, r.status, r.err))


def test_names(directory):
    """What is asked about may be called by its name; what comes out is its pseudonym."""
    r = Run("--demo", "-n", "payments", "ledger-0", "--redact")
    check("asked by name", r.status == 1 and "ledger" not in r.out + r.err and "payments" not in r.out, r.out)
    r = Run("--demo", "-n", "payments", "nothing-of-the-kind", "--redact")
    check("an unknown name is not repeated", r.status == 3 and "of-the-kind" not in r.err, r.err)
    r = Run("--demo", "-n", "shop", "-l", "app=no-such-app", "--redact")
    check("nor in a selector", "no-such-app" not in r.out + r.err, r.err)
    a = Run("--demo", "-n", "ml", "notebook-ines", "-o", "json", "--what-if",
            "toleration=nvidia.com/gpu=present:NoSchedule")
    b = Run("--demo", "-n", "ml", "notebook-ines", "-o", "json", "--redact", "--what-if",
            "toleration=nvidia.com/gpu=present:NoSchedule")
    check("what-if", shape(a.out) == shape(b.out) and "ines" not in b.out, b.err)
    pod = os.path.join(directory, "pod.json")
    json.dump({"apiVersion": "v1", "kind": "Pod", "metadata": {"name": "trial", "namespace": "shop"},
               "spec": {"containers": [{"name": "c", "image": "secret-image"}],
                        "nodeSelector": {"disk": "nvme"}}}, open(pod, "w", encoding="utf-8"))
    a, b = Run("--demo", "-f", pod, "-o", "json"), Run("--demo", "-f", pod, "-o", "json", "--redact")
    check("manifest", shape(a.out) == shape(b.out) and "nvme" not in b.out and "trial" not in b.out, b.err)


def look_alikes():
    """Names under domains that are kept for keys, and numbers that are no amounts."""
    node, image = "worker-zorg.acmecorp.openshift.io", "registry.rancher.io/zorgteam/zorgapp:v9"

    def pod(name, spec, status):
        return {"apiVersion": "v1", "kind": "Pod", "metadata": {"name": name, "namespace": "default", "uid": "u-" + name},
                "spec": {"containers": [{"name": "c", "image": image}], **spec}, "status": {"phase": "Pending", **status}}

    def event(n, reason, message):
        return {"apiVersion": "v1", "kind": "Event", "metadata": {"name": "e%d" % n, "namespace": "default"},
                "involvedObject": {"kind": "Pod", "name": "bound", "namespace": "default", "uid": "u-bound"},
                "reason": reason, "message": message, "type": "Warning", "lastTimestamp": "2026-01-01T00:00:0%dZ" % n}

    return {"apiVersion": "v1", "kind": "List", "items": [
        {"apiVersion": "v1", "kind": "Node", "metadata": {"name": node}, "status": {"allocatable": {"cpu": "4", "pods": "9"}}},
        pod("other", {"schedulerName": "zorgsched.acmecorp.k8s.io/team"}, {}),
        pod("bound", {"nodeName": node}, {"containerStatuses": [
            {"name": "c", "image": image, "state": {"waiting": {"reason": "ImagePullBackOff",
                                                                "message": "Back-off pulling image " + image}}}]}),
        event(1, "Preempted", "Preempted by x on node " + node),
        event(2, "Failed", 'Failed to pull image "%s": failed to resolve reference at zorghost.acmecorp.rancher.io/zorgteam/zorgname: '
                           "account 123456789012 phone 4915112345678" % image),
        event(3, "Failed", 'Failed to pull image "123456789012.dkr.ecr.eu-west-1.amazonaws.com/zorg/web:1": not authorized: '
                           "arn:aws:iam::123456789012:role/node from 10.20.30"),
    ]}


def test_look_alikes(directory):
    source, bundle = os.path.join(directory, "alike.json"), os.path.join(directory, "alike.b")
    json.dump(look_alikes(), open(source, "w", encoding="utf-8"))
    for form in ("wide", "json", "markdown"):
        r = Run("--snapshot", source, "-A", "-o", form, "--redact", "--capture", bundle)
        text = r.out + r.err.replace(bundle, "") + open(bundle, encoding="utf-8").read()
        kept = [s for s in ("zorg", "acmecorp", "123456789012", "4915112345678", "10.20.30") if s in text]
        check("look-alikes of keys and amounts are hidden", r.out and not kept, "%s: %s" % (form, kept))


def test_files(directory):
    """What is wrong with a file of rules or a scheduler's configuration is told without its words."""
    rules, config = os.path.join(directory, "rules"), os.path.join(directory, "config.yaml")
    os.mkdir(rules)
    open(os.path.join(rules, "zorg.yaml"), "w", encoding="utf-8").write("zorgkey: zorgvalue\n")
    open(config, "w", encoding="utf-8").write(
        "apiVersion: kubescheduler.config.k8s.io/v1\nkind: Zorg\nprofiles: []\n")
    kubeconfig = os.path.join(directory, "kubeconfig")
    open(kubeconfig, "w", encoding="utf-8").write(
        "{apiVersion: v1, kind: Config, current-context: zorgctx,"
        " contexts: [{name: zorgctx, context: {cluster: zorgcl, user: zorguser}}],"
        " clusters: [{name: zorgcl, cluster: {server: 'https://zorghost:6443'}}],"
        " users: [{name: zorguser, user: {exec: {command: zorgplugin,"
        " apiVersion: client.authentication.k8s.io/v1, installHint: get zorgtool}}}]}")
    for args in (["--demo", "-A", "--rules", rules], ["--demo", "-A", "--scheduler-config", config],
                 ["-A", "--kubeconfig", kubeconfig]):
        for language in ("en_US.UTF-8", "zh_CN.UTF-8"):
            r = Run(*args, "--redact", env=dict(os.environ, LC_ALL=language))
            check("files are not quoted", "(redacted)" in r.err and "zorg" not in r.err.lower(), "%s: %s" % (args, r.err))


# ---- bundles that somebody has cut or changed ----

def test_damage(directory):
    bundle, bad = os.path.join(directory, "d.json"), os.path.join(directory, "bad.json")
    Run("--demo", "-A", "-o", "name", "--capture", bundle)
    text = open(bundle, encoding="utf-8").read()
    head, rest = text.split("\n", 1)

    def replay(what, content):
        open(bad, "w", encoding="utf-8").write(content)
        r = Run("--snapshot", bad, "-A", "-o", "json")
        check("damage is told: " + what, r.status in (1, 3) and ("warning: " in r.err or "error: " in r.err),
              "%d %s" % (r.status, r.err[:300]))
        return r

    for part in (1, 3, 10, 30, 50, 90, 99):
        replay("cut at %d%%" % part, text[:len(text) * part // 100])
    replay("cut behind the head", head + "\n")
    lines = rest.split("\n")
    replay("a line is gone", "\n".join([head] + lines[:5] + lines[6:]))
    replay("a pod is gone", head + "\n" + rest.replace('"kind":"Pod",', '"kind":"Other",', 1))
    replay("an object is no object", text.replace('"containers":[', '"containers":7,"x":[', 1))
    replay("a count is wrong", head.replace('"objects":52', '"objects":53') + "\n" + rest)
    unknown = re.sub(r'("kind":"PersistentVolumeClaim","group":"","coverage":)"read"', r'\1"newer"', head)
    open(bad, "w", encoding="utf-8").write(unknown + "\n" + rest)
    r = Run("--snapshot", bad, "-n", "shop", "report-export", "-o", "json")
    check("a coverage that only a newer version knows is unknown", '"unchecked": []' not in r.out, r.out[-300:])
    r = replay("a version that is not known", text.replace("whypending/v1", "whypending/v99", 1))
    check("the version is told", "version" in r.err, r.err)
    for junk in ('"coverage":{}', '"coverage":[7]', '"now":"yesterday"', '"notes":[{"text":7}]'):
        replay("junk " + junk, head.replace('"coverage":[', '%s,"x":[' % junk, 1) + "\n" + rest)


def main():
    with tempfile.TemporaryDirectory() as directory:
        for test in (test_file, test_secrets, test_refusals, test_names, test_look_alikes, test_files, test_damage, test_clusters):
            test(directory)
    for f in failed[:20]:
        print("FAIL " + f)
    print("bundle: %d passed, %d failed" % (sum(passed.values()), len(failed)))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
