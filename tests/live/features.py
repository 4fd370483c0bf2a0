"""What a kubectl-grade client does: least privilege, pages, proxies, names, headers, --watch."""
import json
import os
import re
import shutil
import signal
import subprocess
import time

import yaml

from world import NOW, TOOL, check, check_run, difference, report  # first: it finds the others
import objects
from server import Answer, Proxy, status

STUCK = ("web-6b7f9c4d5-zr5bk", "-n", "shop")
STUCK_PATH = "/api/v1/namespaces/shop/pods/web-6b7f9c4d5-zr5bk"
JSON = ("-o", "json", "--now", NOW)


def pods(w):
    return [(o["metadata"]["namespace"], o["metadata"]["name"]) for o in w.objects
            if o["kind"] == "Pod"]


# ---- the same report, however it was read

def same_as_snapshot(part):
    """Whole, page by page (from the cache and not), and as a snapshot."""
    def case(w):
        old = w.api(w.copy_of_cluster(version="v1.31.0"))
        new = w.api()
        for namespace, name in pods(w)[part::4]:
            args = (name, "-n", namespace) + JSON + ("--kubernetes-version", "1.36")
            wanted = report(w.run(*args, "--snapshot", w.snapshot))
            for api, chunk in ((new, "500"), (new, "3"), (old, "3"), (old, "0")):
                r = w.ask(api, *args, "--chunk-size", chunk)
                check(report(r) == wanted, "%s/%s at --chunk-size %s:\n%s" % (
                    namespace, name, chunk, difference(wanted, report(r))))
    return case


def lists_same_as_snapshot(w):
    api = w.api()
    for args in (("-A",), ("-n", "shop"), ("deploy/recommender", "-n", "recs"), ("-n", "empty"),
                 ("cronjob/newsletter", "-n", "shop"), ("-n", "shop", "-l", "app=search")):
        wanted = w.run(*args, *JSON, "--snapshot", w.snapshot)
        r = w.ask(api, *args, *JSON, "--chunk-size", "7")
        check(r.code == wanted.code, "%s\n%s\n%s" % (args, wanted, r))
        if wanted.out:
            check(report(r) == report(wanted),
                  "%s:\n%s" % (args, difference(report(wanted), report(r))))


def source(w):
    api = w.api()
    api.date = 1781080200  # 2026-06-10T08:30:00Z
    o = json.loads(w.ask(api, *STUCK, "-o", "json").out)
    check(o["source"]["kind"] == "cluster", o["source"])
    check(o["source"]["context"] == "test", o["source"])
    check(o["source"]["kubernetesVersion"] == "v1.36.2", o["source"])
    check(o["source"]["now"] == NOW, o["source"])


# ---- round trips

def round_trips(w):
    """Each answer takes its time; what had to wait for an answer before it counts as one more."""
    api = w.api()
    for name in ("shop/web-6b7f9c4d5-zr5bk", "shop/report-export", "data/postgres-0",
                 "shop/newsletter-29642587-5vhlw", "shop/cart-6d9f7b5c48-hq2zl"):
        namespace, pod = name.split("/")
        api.reset()
        api.delay = 0.4  # longer than it takes to set all connections up
        w.ask(api, pod, "-n", namespace)
        rounds = max(r.round for r in api.requests)
        check(rounds <= 4, "%s takes %d round trips:\n%s" % (
            name, rounds, "\n".join("%d %s" % (r.round, r.target) for r in api.requests)))


def nothing_more(w):
    """What a pod does not need is not asked for."""
    api = w.api()
    w.ask(api, *STUCK)
    asked = {r.path.rsplit("/", 1)[-1] for r in api.requests}
    for kind in ("persistentvolumes", "storageclasses", "csinodes", "resourceclaims",
                 "resourceslices", "deviceclasses", "services", "secrets", "configmaps"):
        check(kind not in asked, "%s was read for nothing: %s" % (kind, sorted(asked)))
    api.reset()
    w.ask(api, "cart-6d9f7b5c48-hq2zl", "-n", "shop")
    paths = {r.path for r in api.requests}
    check("/api/v1/nodes" not in paths and "/api/v1/pods" not in paths, sorted(paths))
    check("/api/v1/nodes/worker-a1" in paths, sorted(paths))


# ---- least privilege

def rules_of(role):
    def may(user, t):
        if user == "system:anonymous":
            return False
        return any(t.group in rule.get("apiGroups", ()) and t.plural in rule["resources"] and
                   t.verb in rule["verbs"] for rule in role["rules"] if "resources" in rule)
    return may


def roles(w):
    r = w.run("--rbac")
    check_run(r, 0, r"^$")
    cluster_role, role = yaml.safe_load_all(r.out)
    check((cluster_role["kind"], role["kind"]) == ("ClusterRole", "Role"), r.out)
    return cluster_role, role


def cluster_role(w):
    """With exactly the printed permissions nothing is ever refused."""
    api = w.api()
    api.may = rules_of(roles(w)[0])
    calls = [(n, "-n", ns) for ns, n in pods(w)] + [("-A",), ("-n", "shop"), ("-n", "no-such")]
    calls += [("%s/%s" % (o["kind"].lower(), o["metadata"]["name"]), "-n", o["metadata"]["namespace"])
              for o in w.objects if o["kind"] in ("Deployment", "ReplicaSet", "StatefulSet",
                                                  "DaemonSet", "Job", "CronJob")]
    used = set()
    for args in calls:
        api.reset()
        api.fault = lambda r, h: used.add((r.path, h.identity())) and None
        refused = []
        inner = api.may

        def watch(user, t, inner=inner, refused=refused):
            ok = inner(user, t)
            used.add((t.verb, t.plural))
            if not ok:
                refused.append((t.verb, t.plural))
            return ok
        api.may = watch
        w.ask(api, *args)
        api.may = inner
        check(not refused, "%s: refused %s" % (args, refused))
    for rule in roles(w)[0]["rules"]:
        check("*" not in str(rule), "a wildcard in a rule: %s" % rule)


def namespace_only(w):
    """The stage and the scheduler's own message, and no claim about nodes."""
    api = w.api()
    role = rules_of(roles(w)[1])
    api.may = lambda user, t: t.namespace == "shop" and role(user, t)
    r = w.ask(api, *STUCK, *JSON)
    check_run(r, 1)
    o = report(r)
    check(o["stage"] == "filter-failure", o["stage"])
    check("untolerated taint" in o["replay"]["message"]["observed"], o["replay"]["message"])
    check(o["replay"]["message"]["predicted"] is None, o["replay"]["message"])
    check(o["replay"]["feasibleNodes"] == [], o["replay"])
    check(any(u["what"] == "nodes" and u["why"] ==
              'cannot list resource "nodes" in API group "" at the cluster scope'
              for u in o["unchecked"]), o["unchecked"])
    r = w.ask(api, "newsletter-29642587-5vhlw", "-n", "shop", *JSON)
    o = report(r)
    check(o["stage"] == "queue-wait" and o["cause"]["certainty"] != "exact", o["cause"])
    whys = {u["what"]: u["why"] for u in o["unchecked"]}
    check(whys["pods"] == 'cannot list resource "pods" in API group "" at the cluster scope; '
                          "only those of shop were read", whys)
    check("leases" in whys and "kube-scheduler" not in whys["leases"], whys)
    r = w.ask(api, "cart-6d9f7b5c48-hq2zl", "-n", "shop")
    check_run(r, 1, r"^$", "container cart")
    r = w.ask(api, "-n", "shop")
    check_run(r, 1, None, "shop/search")
    r = w.ask(api, "-A")
    check_run(r, 3, r'you cannot list resource "pods" in API group "" at the cluster scope; name a')
    r = w.ask(api, "ledger-0", "-n", "payments")
    check_run(r, 3, r'you cannot get resource "pods" in API group "" in the namespace "payments"')


def no_group(w):
    """An API group that is not served is a feature that is not there."""
    cluster = w.copy_of_cluster()
    cluster.absent_groups = {"resource.k8s.io"}
    o = report(w.ask(w.api(cluster), "inference-5d7c6b8f9c-4gkwm", "-n", "ml", *JSON))
    check(not [u for u in o["unchecked"] if "device" in u["what"] or "resource" in u["what"]],
          o["unchecked"])


# ---- what is sent

def headers(w):
    api = w.api()
    r = w.ask(api, *STUCK, "--as", "jane", "--as-uid", "7", "--as-group", "a", "--as-group", "b",
              "--as-user-extra", "example.com/scope=x", "--as-user-extra", "plain=y")
    check_run(r, 1, r"^$")
    sent = api.requests[0].headers
    check(re.match(r"^kubectl-whypending/\d", sent["User-Agent"]), sent)
    check(sent["Accept"] == "application/json", sent)
    check(sent["Authorization"] == "Bearer good", sent)
    check(sent["Impersonate-User"] == "jane" and sent["Impersonate-Uid"] == "7", sent)
    check(sent["Impersonate-Extra-example.com%2Fscope"] == "x", sent)
    check(sent["Impersonate-Extra-plain"] == "y", sent)
    check(sent["Host"] == "127.0.0.1:%d" % api.port, sent)


def compression(w):
    items = [{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p%d" % i, "namespace": "x"},
              "spec": {"nodeName": "n", "containers": [{"name": "c", "image": "i" * 200}]},
              "status": {"phase": "Running"}} for i in range(1500)]
    api = w.api(objects.Cluster(items + w.objects))
    check_run(w.ask(api, *STUCK), 1, r"^$")
    check(api.compressed > 0, "a large list was not compressed")
    single = [r for r in api.requests if r.path == STUCK_PATH][0]
    check("Accept-Encoding" not in single.headers, "compression for one small object")
    api.reset()
    check_run(w.ask(api, *STUCK, "--disable-compression"), 1, r"^$")
    check(api.compressed == 0, "--disable-compression is not heard")


def plain_http(w):
    """Over plain HTTP no credentials leave the program."""
    api = w.api(tls=False)
    api.may = lambda user, t: True
    check_run(w.ask(api, *STUCK, "--as", "jane"), 1, None, "no node fits")
    for r in api.requests:
        check("Authorization" not in r.headers and "Impersonate-User" not in r.headers, r.headers)


def verbosity(w):
    api = w.api()
    r = w.ask(api, *STUCK, "-v=6")
    check_run(r, 1, r"GET https://127\.0\.0\.1:\d+/version 200 in \d+ ms")
    check(r.err.count("GET ") == len(api.requests), r)
    r = w.ask(api, *STUCK, "--v=8")
    check_run(r, 1, r"> Authorization: <hidden>")
    check("good" not in r.err, "the token is shown\n%s" % r)
    r = w.ask(api, *STUCK, "-v")
    check_run(r, 1, r"^$")


# ---- other ways to the server

def server_name(w):
    with w.lock:
        cert = w.ca.issue("named", ["DNS:kubernetes.test"])
    api = w.api(cert=cert)
    check_run(w.ask(api, *STUCK), 3, "it is for another host name")
    check_run(w.ask(api, *STUCK, "--tls-server-name", "kubernetes.test"), 1, r"^$", "no node fits")
    check(api.requests[0].headers["Host"] == "127.0.0.1:%d" % api.port, api.requests[0].headers)
    check_run(w.ask(api, *STUCK, "--tls-server-name", "other.test"), 3, "it is for another host name")
    proxy = Proxy()
    config = w.kubeconfig(api.url, **{"proxy-url": proxy.url, "tls-server-name": "kubernetes.test"})
    check_run(w.run(*STUCK, kubeconfig=config), 1, r"^$", "no node fits")
    check(proxy.seen and all(s.startswith("CONNECT 127.0.0.1:%d " % api.port) for s in proxy.seen),
          proxy.seen)


def insecure(w):
    with w.lock:
        cert = w.other_ca.issue("insecure", ["DNS:other.test"])
    api = w.api(cert=cert)
    config = w.kubeconfig(api.url, **{"certificate-authority": None, "insecure-skip-tls-verify": True})
    check_run(w.run(*STUCK, kubeconfig=config), 1, r"^$", "no node fits")


def proxies(w):
    api, proxy = w.api(), Proxy()
    config = w.kubeconfig("https://api.test:%d" % api.port)
    # (environment, whether the proxy is used)
    for env, used in (({"HTTPS_PROXY": proxy.url}, True), ({"https_proxy": proxy.url}, True),
                      ({"HTTPS_PROXY": proxy.url.replace("http://", "")}, True),
                      ({"HTTP_PROXY": proxy.url}, False),
                      ({"HTTPS_PROXY": proxy.url, "NO_PROXY": ".test"}, False),
                      ({"HTTPS_PROXY": proxy.url, "no_proxy": "example.com, *.api.test"}, True)):
        before = len(proxy.seen)
        r = w.run(*STUCK, "--request-timeout", "4s", kubeconfig=config, env=env)
        check((len(proxy.seen) > before) == used, "%s\n%s" % (env, r))
        if used:
            check_run(r, 1, r"^$", "no node fits")
            check("Authorization" not in "".join(proxy.seen), "credentials went to the proxy")
        else:
            check(r.code == 3, "api.test was reached without a proxy\n%s" % r)
    proxy.answer = 407
    r = w.run(*STUCK, kubeconfig=config, env={"HTTPS_PROXY": proxy.url})
    check_run(r, 3, r"the proxy 127.0.0.1:\d+ does not let us through .*407")


# ---- a cluster that moves

def changes_meanwhile(w):
    cluster = w.copy_of_cluster()
    api = w.api(cluster)

    def move(r, h):
        if r.path == "/api/v1/nodes":
            pod = json.loads(cluster.get(objects.Target(STUCK_PATH)))
            pod["spec"]["nodeName"] = "worker-a1"
            pod["status"]["phase"] = "Running"
            cluster.put(pod)
    api.fault = move
    r = w.ask(api, *STUCK)
    check_run(r, 0, "warning: the pod changed while it was being read: its phase was Pending and is "
                    "Running, its node was empty and is worker-a1")

    cluster = w.copy_of_cluster()
    api = w.api(cluster)

    def drop(r, h):
        if r.path == "/api/v1/nodes":
            cluster.drop("Pod", "shop", "web-6b7f9c4d5-zr5bk")
    api.fault = drop
    r = w.ask(api, *STUCK)
    check(r.err == "warning: pod web-6b7f9c4d5-zr5bk was deleted while the cluster was being read\n", r)


def watching(w):
    cluster = w.copy_of_cluster()
    api = w.api(cluster)
    seen = [0]

    def become_ready(r, h):
        if r.path == STUCK_PATH:
            seen[0] += 1
            if seen[0] == 4:
                pod = json.loads(cluster.get(objects.Target(STUCK_PATH)))
                pod["spec"]["nodeName"] = "worker-a1"
                pod["status"]["phase"] = "Running"
                pod["status"]["conditions"] = [{"type": "Ready", "status": "True"}]
                cluster.put(pod)
    api.fault = become_ready
    r = w.ask(api, *STUCK, "-w", "--now", NOW)
    check_run(r, 0, r"^$")
    check(r.out.count("shop/web-6b7f9c4d5-zr5bk has waited") == 1, r)
    check(r.out.count("✓") == 1 or "ready" in r.out, r)


def interrupted(w):
    api = w.api()
    for args, delay in ((("-w",), 0), ((), 5)):
        api.delay = delay
        env = {"PATH": os.environ["PATH"], "KUBECONFIG": w.kubeconfig(api.url)}
        p = subprocess.Popen(TOOL + list(STUCK + args), env=env, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
        time.sleep(1.5)
        p.send_signal(signal.SIGINT)
        out, err = p.communicate(timeout=10)
        if delay:
            check(p.returncode == 3 and err == "error: interrupted\n", (p.returncode, out, err))
        else:
            check(p.returncode == 1 and err == "", (p.returncode, out, err))


# ---- as a plugin

def plugin(w):
    kubectl = shutil.which("kubectl")
    if not kubectl:
        return
    if len(TOOL) != 1 or os.path.basename(TOOL[0]) != "kubectl-whypending":
        return
    api = w.api()
    env = {"PATH": os.path.dirname(os.path.abspath(TOOL[0])) + ":" + os.environ["PATH"]}
    r = w.run("whypending", *STUCK, kubeconfig=w.kubeconfig(api.url), env=env, tool=[kubectl])
    check_run(r, 1, None, "no node fits")


def context_namespace(w):
    api = w.api()
    r = w.run("web-6b7f9c4d5-zr5bk", kubeconfig=w.kubeconfig(api.url, namespace="shop"))
    check_run(r, 1, r"^$", "no node fits")
    r = w.run("web-6b7f9c4d5-zr5bk", kubeconfig=w.kubeconfig(api.url))
    check_run(r, 3, 'pod "web-6b7f9c4d5-zr5bk" not found in namespace default')
    r = w.run("-n", "no-such", kubeconfig=w.kubeconfig(api.url))
    check_run(r, 3, 'namespace "no-such" not found')
    r = w.run("web", "-n", "shop", kubeconfig=w.kubeconfig(api.url))
    check_run(r, 3, "did you mean deployment/web")


def no_version(w):
    """/version refused: the stage is told all the same."""
    api = w.api()
    api.fault = lambda r, h: Answer(403, status(403, "Forbidden", "no")) if r.path == "/version" else None
    check_run(w.ask(api, *STUCK), 1, r"^$", "no node fits")


def manifest(w):
    """-f: whatever a pod may need is read, though no pod of the cluster needs it."""
    api = w.api(objects.Cluster([o for o in w.objects if o["kind"] != "Pod"]))
    path = w.write(json.dumps({
        "kind": "Pod", "apiVersion": "v1", "metadata": {"name": "new", "namespace": "data"},
        "spec": {"containers": [{"name": "c", "image": "i"}], "volumes": [
            {"name": "v", "persistentVolumeClaim": {"claimName": "no-such-claim"}}]}}), ".json")
    r = w.ask(api, "-f", path, "-o", "json")
    check(r.code in (0, 1) and "no-such-claim" in r.out, r)
    asked = {q.path.rsplit("/", 1)[-1] for q in api.requests}
    check({"nodes", "pods", "persistentvolumeclaims", "resourcequotas"} <= asked, asked)


def cases():
    for part in range(4):
        yield "same as a snapshot, part %d" % part, same_as_snapshot(part)
    yield "lists: same as a snapshot", lists_same_as_snapshot
    yield "source", source
    yield "at most 4 round trips", round_trips
    yield "nothing more than is needed", nothing_more
    yield "--rbac: the ClusterRole is enough", cluster_role
    yield "--rbac: one namespace only", namespace_only
    yield "API group that is not served", no_group
    yield "headers", headers
    yield "compression", compression
    yield "no credentials over plain HTTP", plain_http
    yield "-v", verbosity
    yield "tls-server-name", server_name
    yield "insecure-skip-tls-verify", insecure
    yield "proxies", proxies
    yield "the pod changes meanwhile", changes_meanwhile
    yield "--watch", watching
    yield "Ctrl-C", interrupted
    yield "kubectl finds the plugin", plugin
    yield "namespaces", context_namespace
    yield "no /version", no_version
    yield "-f", manifest
