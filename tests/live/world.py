"""What the live tests have in common: a server, a kubeconfig, a run of the tool."""
import difflib
import json
import os
import re
import subprocess
import sys
import tempfile
import threading
import time

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "tests", "server"))

import certs  # noqa: E402
import objects  # noqa: E402
import server  # noqa: E402

TOOL = os.environ.get("WHYPENDING", os.path.join(ROOT, "kubectl-whypending")).split()
NOW = "2026-06-10T08:30:00Z"


# A kind of which a snapshot has nothing is taken as empty with a caveat; an empty list is no guess.
FILLERS = [
    {"kind": "Service", "apiVersion": "v1", "metadata": {"name": "filler", "namespace": "filler"},
     "spec": {"ports": [{"port": 80}]}},
    {"kind": "LimitRange", "apiVersion": "v1", "metadata": {"name": "filler", "namespace": "filler"},
     "spec": {"limits": []}},
    {"kind": "PodDisruptionBudget", "apiVersion": "policy/v1",
     "metadata": {"name": "filler", "namespace": "filler"}, "spec": {}},
]


class Failure(Exception):
    pass


class Skip(Exception):
    """The case cannot run here; it says why."""


class Run:
    def __init__(self, process, seconds):
        self.code, self.out, self.err = process.returncode, process.stdout, process.stderr
        self.seconds = seconds

    def __str__(self):
        return "exit %d after %.1f s\n--- stdout\n%s\n--- stderr\n%s" % (
            self.code, self.seconds, self.out[:3000], self.err[:3000])


class World:
    """Made once: certificates, the sample cluster, and every server that was started."""

    def __init__(self):
        self.folder = tempfile.mkdtemp(prefix="whypending-live-")
        self.ca = certs.Authority(os.path.join(self.folder, "ca"), "test ca")
        self.other_ca = certs.Authority(os.path.join(self.folder, "other"), "other ca")
        self.cert = self.ca.issue("server", ["DNS:localhost", "DNS:api.test", "IP:127.0.0.1", "IP:::1"])
        with open(os.path.join(ROOT, "src", "demo", "cluster.json"), encoding="utf-8") as f:
            self.objects = json.load(f)["items"]
        self.objects += FILLERS
        self.cluster = objects.Cluster(self.objects)
        self.apis, self.lock, self.files = [], threading.Lock(), 0
        self.snapshot = self.write(json.dumps({"kind": "List", "apiVersion": "v1",
                                               "items": self.objects}), ".json")

    def copy_of_cluster(self, **kwargs):
        return objects.Cluster(json.loads(json.dumps(self.objects)), **kwargs)

    def api(self, cluster=None, cert=None, client_ca=None, tls=True, host="127.0.0.1"):
        api = server.Api(cluster or self.cluster, (cert or self.cert) if tls else None, client_ca, host)
        with self.lock:
            self.apis.append(api)
        return api

    def h2_api(self, cluster=None):
        try:
            from h2api import Http2Api
        except ImportError as e:
            raise Skip("there is no python3-h2") from e
        api = Http2Api(cluster or self.cluster, self.cert)
        with self.lock:
            self.apis.append(api)
        return api

    def path(self, suffix=""):
        with self.lock:
            self.files += 1
            return os.path.join(self.folder, "%d%s" % (self.files, suffix))

    def write(self, text, suffix="", mode=0o600):
        path = self.path(suffix)
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
        os.chmod(path, mode)
        return path

    def kubeconfig(self, url, user=None, namespace=None, **cluster):
        cluster.setdefault("certificate-authority", self.ca.cert)
        cluster = {k: v for k, v in cluster.items() if v is not None}
        context = {"cluster": "c", "user": "u"}
        if namespace:
            context["namespace"] = namespace
        return self.write(json.dumps({
            "apiVersion": "v1", "kind": "Config", "current-context": "test",
            "contexts": [{"name": "test", "context": context}],
            "clusters": [{"name": "c", "cluster": dict(cluster, server=url)}],
            "users": [{"name": "u", "user": {"token": "good"} if user is None else user}],
        }), ".json")

    def run(self, *args, kubeconfig=None, env=None, timeout=120, tool=None):
        environment = {"PATH": os.environ["PATH"], "HOME": self.folder, "LC_ALL": "C"}
        if kubeconfig:
            environment["KUBECONFIG"] = kubeconfig
        environment.update(env or {})
        begun = time.monotonic()
        try:
            p = subprocess.run((tool or TOOL) + list(args), env=environment, capture_output=True,
                               text=True, timeout=timeout, stdin=subprocess.DEVNULL,
                               encoding="utf-8", errors="replace", check=False)
        except subprocess.TimeoutExpired as e:
            raise Failure("hangs: %s" % " ".join(args)) from e
        return Run(p, time.monotonic() - begun)

    def ask(self, api, *args, **kwargs):
        """A run against one server with its default kubeconfig."""
        return self.run(*args, kubeconfig=self.kubeconfig(api.url), **kwargs)


def check(condition, what):
    if not condition:
        raise Failure(str(what))


def check_run(r, code, err=None, out=None):
    check(r.code == code, "exit status %d is wanted\n%s" % (code, r))
    if err is not None:
        check(re.search(err, r.err), "stderr does not match %r\n%s" % (err, r))
    if out is not None:
        check(re.search(out, r.out), "stdout does not match %r\n%s" % (out, r))


def one_line(r):
    """One clear line and nothing else, as every failure has to be."""
    lines = r.err.splitlines()
    check(len(lines) == 1 and lines[0].startswith("error: "), "more than one line\n%s" % r)


def difference(wanted, seen):
    """The first lines in which two reports differ."""
    a, b = (json.dumps(x, indent=1, ensure_ascii=False).splitlines() for x in (wanted, seen))
    return "\n".join(list(difflib.unified_diff(a, b, "wanted", "seen", lineterm="", n=2))[:30])


def report(r):
    """The JSON report without where it came from."""
    try:
        o = json.loads(r.out)
    except ValueError as e:
        raise Failure("no JSON: %s\n%s" % (e, r)) from e
    for item in o.get("items", [o]):
        item.pop("source")
    return o
