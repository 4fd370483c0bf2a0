"""What a kubectl-grade client does: least privilege, pages, proxies, names, headers, --watch."""
import json
import os
import re
import shutil
import signal
import subprocess
import time

import yaml

from world import (FILLERS, NOW, TOOL, Skip, check, check_run, difference,  # first: it finds the others
                   report)
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
    for args in (STUCK, ("report-export", "-n", "shop"), ("postgres-0", "-n", "data"),
                 ("newsletter-29642587-5vhlw", "-n", "shop"), ("cart-6d9f7b5c48-hq2zl", "-n", "shop"),
                 ("-A",), ("-n", "shop"), ("-n", "shop", "-l", "app=search"),
                 ("deploy/recommender", "-n", "recs"), ("cronjob/newsletter", "-n", "shop")):
        api.reset()
        api.delay = 0.4  # longer than it takes to set all connections up
        w.ask(api, *args)
        rounds = max(r.round for r in api.requests)
        check(rounds <= 4, "%s takes %d round trips:\n%s" % (
            args, rounds, "\n".join("%d %s" % (r.round, r.target) for r in api.requests)))


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
                   t.verb in rule["verbs"] and t.name in rule.get("resourceNames", [t.name])
                   for rule in role["rules"] if "resources" in rule)
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


def older(o, version):
    """A ResourceClaim or ResourceSlice of v1 as another version of resource.k8s.io has it."""
    o = json.loads(json.dumps(o))
    spec = o.get("spec", {}).get("spec", o.get("spec", {}))
    if version == "v1beta1" and o["kind"] == "ResourceClaim":
        for request in spec["devices"]["requests"]:
            request.update(request.pop("exactly", {}))
    if version == "v1beta1" and o["kind"] == "ResourceSlice":
        spec["devices"] = [{"name": d.pop("name"), "basic": d} for d in spec["devices"]]
    return o


def device_objects():
    """A pod whose claim asks for a device that only one node has, and that node is cordoned."""
    meta = {"name": "gpu", "namespace": "ml"}
    group = "resource.k8s.io/v1"
    return [
        {"kind": "Pod", "apiVersion": "v1", "metadata": dict(meta, name="trainer"),
         "spec": {"containers": [{"name": "c", "image": "i"}], "schedulerName": "default-scheduler",
                  "resourceClaims": [{"name": "gpu", "resourceClaimName": "gpu"}]},
         "status": {"phase": "Pending"}},
        {"kind": "ResourceClaim", "apiVersion": group, "metadata": meta, "spec": {"devices": {
            "requests": [{"name": "r", "exactly": {"deviceClassName": "gpu", "count": 1}}]}}},
        {"kind": "DeviceClass", "apiVersion": group, "metadata": {"name": "gpu"}, "spec": {}},
        {"kind": "ResourceSlice", "apiVersion": group, "metadata": {"name": "a"}, "spec": {
            "driver": "gpu.example.com", "nodeName": "a", "pool": {
                "name": "a", "generation": 1, "resourceSliceCount": 1}, "devices": [
                    {"name": "0", "taints": [{"key": "broken", "effect": "NoSchedule"}]}]}},
    ] + [{"kind": "Node", "apiVersion": "v1", "metadata": {"name": name}, "status": {
        "allocatable": {"cpu": "4", "memory": "8Gi", "pods": "110"}}} for name in ("a", "b")]


def device_versions(w):
    """resource.k8s.io in whatever version the server has, in one more round trip at most."""
    args = ("trainer", "-n", "ml", *JSON, "--kubernetes-version", "1.36")
    snapshot = w.write(json.dumps({"kind": "List", "apiVersion": "v1",
                                   "items": device_objects() + FILLERS}), ".json")
    wanted = report(w.run(*args, "--snapshot", snapshot))["replay"]
    check([n["first"]["plugin"] for n in wanted["nodes"]] == ["DynamicResources"] * 2, wanted)
    every = ("v1", "v1beta1", "v1beta2")
    for release, served, asked in (
            ("v1.34.0", ("v1",), ("v1",)), ("v1.34.0", ("v1beta2",), every),
            ("v1.33.1", ("v1beta1", "v1beta2"), ("v1beta1",)), ("v1.33.1", ("v1beta2",), every),
            ("v1.32.5", ("v1beta1",), ("v1beta1",)), ("v0.0", ("v1beta1",), every)):
        cluster = objects.Cluster([older(o, served[0]) for o in device_objects()], version=release)
        cluster.versions["resource.k8s.io"] = served
        api = w.api(cluster)
        r = w.ask(api, *args)
        seen = report(r)["replay"]
        check(seen == wanted, "%s %s\n%s" % (release, served, difference(wanted, seen)))
        seen = {q.path.split("/")[3] for q in api.requests if "/resourceslices" in q.path}
        check(seen == set(asked), "%s: asked for %s" % (release, seen))
    cluster = objects.Cluster(device_objects(), version="v1.31.2")
    cluster.versions["resource.k8s.io"] = ("v1alpha3",)
    o = report(w.ask(w.api(cluster), *args))
    check(any("Kubernetes 1.31 has no version of resource.k8s.io" in u["why"] for u in o["unchecked"]), o)


def autoscaler(w):
    """Its status is read by name with the rest; that it cannot be read matters only where it has spoken."""
    cluster = w.copy_of_cluster()
    cluster.put({"kind": "ConfigMap", "apiVersion": "v1",
                 "metadata": {"name": "cluster-autoscaler-status", "namespace": "kube-system"},
                 "data": {"status": "time: 2026-06-10 08:29:55.1 +0000 UTC\nautoscalerStatus: Running\n"
                                    "nodeGroups:\n- name: pool-a\n  health: {cloudProviderTarget: 3, "
                                    "maxSize: 3}\n  scaleUp: {status: NoActivity}\n"}})
    api = w.api(cluster)
    path = "/api/v1/namespaces/kube-system/configmaps/cluster-autoscaler-status"
    r = w.ask(api, *STUCK, "--now", NOW)
    check_run(r, 1, r"^$", r"the nodes that it may have \(pool-a has 3 of at most 3 nodes\)")
    check(sum(q.path == path for q in api.requests) == 1, "not asked for once")
    api.fault = lambda r, h: Answer(403, status(403, "Forbidden", "no")) if r.path == path else None
    o = report(w.ask(api, *STUCK, *JSON))
    check(not [u for u in o["unchecked"] if u["what"] == "configmaps"], o["unchecked"])
    cluster.put({"kind": "Event", "apiVersion": "v1", "metadata": {"name": "refusal", "namespace": "shop"},
                 "involvedObject": {"kind": "Pod", "namespace": "shop", "name": STUCK[0]},
                 "reason": "NotTriggerScaleUp", "source": {"component": "cluster-autoscaler"},
                 "message": "pod didn't trigger scale-up: 1 max node group size reached",
                 "lastTimestamp": "2026-06-10T08:29:00Z"})
    o = report(w.ask(api, *STUCK, *JSON))
    check([u["why"] for u in o["unchecked"] if u["what"] == "configmaps"] ==
          ['cannot get resource "configmaps" in API group "" in the namespace "kube-system"'], o["unchecked"])


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


# ---- HTTP/2

def http2(w):
    """All requests go over one connection, and none waits for another."""
    api = w.h2_api()
    api.delay = 0.3
    wanted = report(w.run("postgres-0", "-n", "data", *JSON, "--snapshot", w.snapshot))
    r = w.ask(api, "postgres-0", "-n", "data", *JSON)
    check_run(r, 1, r"^$")
    check(report(r) == wanted, difference(wanted, report(r)))
    check(api.connections == 1, "%d connections" % api.connections)
    check(api.at_once >= 10, "at most %d requests at once" % api.at_once)


def http2_large(w):
    """Answers larger than the window of a stream, of which several are open."""
    items = [{"kind": "Pod", "apiVersion": "v1", "metadata": {"name": "p%d" % i, "namespace": "x"},
              "spec": {"nodeName": "n", "containers": [{"name": "c", "image": "i" * 2000}]},
              "status": {"phase": "Running"}} for i in range(8000)]
    api = w.h2_api(objects.Cluster(items + w.objects))
    check_run(w.ask(api, *STUCK), 1, r"^$", "no node fits")
    check(api.connections == 1, "%d connections" % api.connections)


def http2_fault(act, times, connections):
    """Hits so many requests for the nodes: the same report as without."""
    def case(w):
        wanted = report(w.run(*STUCK, *JSON, "--snapshot", w.snapshot))
        api, left = w.h2_api(), [times]

        def fault(r, h):
            if r.path != "/api/v1/nodes" or not left[0]:
                return None
            left[0] -= 1
            return act
        api.fault = fault
        r = w.ask(api, *STUCK, *JSON)
        check_run(r, 1, r"^$")
        check(report(r) == wanted, difference(wanted, report(r)))
        check(not left[0], "the fault did not happen")
        check(api.connections in connections, "%d connections" % api.connections)
    return case


# ---- a cluster that moves

def while_reading_nodes(w, act):
    """A server whose cluster is changed while the nodes are read: act(cluster)."""
    cluster = w.copy_of_cluster()
    api = w.api(cluster)

    def fault(r, h):
        if r.path == "/api/v1/nodes":
            act(cluster)
    api.fault = fault
    return api


def change(cluster, kind, namespace, name, act):
    o = json.loads(json.dumps(cluster.items[kind][namespace, name][0]))
    act(o)
    cluster.put(o)


def gets_node(pod):
    pod["spec"]["nodeName"] = "worker-a1"
    pod["status"]["phase"] = "Running"


def changes_meanwhile(w):
    name = "web-6b7f9c4d5-zr5bk"

    def move(cluster):
        change(cluster, "Pod", "shop", name, gets_node)

    def drop(cluster):
        if cluster.items["Pod"].get(("shop", name)):
            cluster.drop("Pod", "shop", name)
    changed = "its phase was Pending and is Running, its node was empty and is worker-a1"
    r = w.ask(while_reading_nodes(w, move), *STUCK)
    check_run(r, 0, "^warning: the pod changed while it was being read: %s\n$" % changed)
    r = w.ask(while_reading_nodes(w, drop), *STUCK)
    check_run(r, 1, "^warning: Pod shop/%s was deleted while the cluster was being read\n$" % name)
    for args in (("-n", "shop"), ("-n", "shop", "-l", "app=web"), ("deploy/web", "-n", "shop")):
        r = w.ask(while_reading_nodes(w, move), *args)
        check(r.err == "warning: Pod shop/%s changed while the cluster was being read: %s\n"
              % (name, changed), "%s\n%s" % (args, r))
        check(name not in r.out, "%s: the report is of the older reading\n%s" % (args, r))
        r = w.ask(while_reading_nodes(w, drop), *args)
        check("Pod shop/%s was deleted" % name in r.err, "%s\n%s" % (args, r))


def workload_changes_meanwhile(w):
    def scale(o):
        o["spec"]["replicas"] = 7
    r = w.ask(while_reading_nodes(w, lambda c: change(c, "Deployment", "shop", "web", scale)),
              "deploy/web", "-n", "shop")
    check(re.match(r"warning: Deployment shop/web changed while the cluster was being read: the number "
                   r"of pods that it wants was \d and is 7\n$", r.err), r)


def many_change_meanwhile(w):
    """More than are read one by one: told from one list of those that still wait."""
    cluster = w.copy_of_cluster()
    waiting = cluster.items["Pod"]["shop", "web-6b7f9c4d5-zr5bk"][0]

    def named(i):
        o = json.loads(json.dumps(waiting))
        o["metadata"].update(name="many-%02d" % i, uid="many-%d" % i)
        return o
    for i in range(30):
        cluster.put(named(i))
    api = w.api(cluster)

    def fault(r, h):
        if r.path == "/api/v1/nodes":
            for i in range(5):
                change(cluster, "Pod", "shop", "many-%02d" % i, gets_node)
            if ("shop", "many-05") in cluster.items["Pod"]:
                cluster.drop("Pod", "shop", "many-05")
            change(cluster, "Pod", "shop", "many-06",
                   lambda o: o["status"].update(nominatedNodeName="worker-a1"))
    api.fault = fault
    r = w.ask(api, "-n", "shop")
    check("Pod shop/many-00 changed while the cluster was being read: it is no longer Pending, or "
          "deleted\n" in r.err, r)
    check("\nwarning: 4 more changed while the cluster was being read\n" in r.err, r)
    lists = [q for q in api.requests if q.path == "/api/v1/namespaces/shop/pods"]
    check(lists[-1].query["fieldSelector"] == "status.phase=Pending", lists[-1].target)


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


def wait_until(condition, seconds=60):
    until = time.monotonic() + seconds
    while not condition():
        check(time.monotonic() < until, "waited in vain")
        time.sleep(0.02)


def interrupted(w):
    api = w.api()
    for args, delay in ((("-w",), 0), ((), 5)):
        api.reset()
        api.delay = delay
        env = {"PATH": os.environ["PATH"], "KUBECONFIG": w.kubeconfig(api.url)}
        p = subprocess.Popen(TOOL + list(STUCK + args), env=env, stdout=subprocess.PIPE,
                             stderr=subprocess.PIPE, text=True)
        if delay:
            wait_until(lambda: api.requests)
        else:
            p.stdout.readline()  # the first report
        p.send_signal(signal.SIGINT)
        out, err = p.communicate(timeout=60)
        if delay:
            check(p.returncode == 3 and err == "error: interrupted\n", (p.returncode, out, err))
        else:
            check(p.returncode == 1 and err == "", (p.returncode, out, err))


# ---- as a plugin

def plugin(w):
    """A real kubectl finds the program by its name, runs it, and passes on what it says and returns."""
    kubectl = shutil.which("kubectl")
    if not kubectl:
        raise Skip("there is no kubectl on PATH")
    if len(TOOL) != 1 or os.path.basename(TOOL[0]) != "kubectl-whypending":
        raise Skip("kubectl cannot run it under another program")
    api = w.api()
    env = {"PATH": os.path.dirname(os.path.abspath(TOOL[0])) + ":" + os.environ["PATH"]}
    config = w.kubeconfig(api.url)

    def run(*args):
        return w.run(*args, kubeconfig=config, env=env, tool=[kubectl])
    check_run(run("plugin", "list"), 0, None, "/kubectl-whypending")
    api.reset()
    check_run(run("whypending", *STUCK), 1, r"^$", "no node fits")
    check(api.requests, "the plugin has asked for nothing")
    check_run(run("whypending", "no-such-pod", "-n", "shop"), 3, "not found in namespace shop")
    check_run(run("whypending", "--context=none", *STUCK), 2, 'context "none" does not exist')


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
    r = w.run("-A", "web-6b7f9c4d5-zr5bk", kubeconfig=w.kubeconfig(api.url))
    check_run(r, 1, r"^$", "shop/web-6b7f9c4d5-zr5bk has waited")
    check(any(r.query.get("fieldSelector") == "metadata.name=web-6b7f9c4d5-zr5bk" for r in api.requests),
          "the name is not looked for on the server")
    check_run(w.run("-A", "no-such-pod", kubeconfig=w.kubeconfig(api.url)), 3, 'pod "no-such-pod" not found')


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
    yield "versions of resource.k8s.io", device_versions
    yield "the cluster autoscaler's status", autoscaler
    yield "headers", headers
    yield "compression", compression
    yield "no credentials over plain HTTP", plain_http
    yield "-v", verbosity
    yield "tls-server-name", server_name
    yield "insecure-skip-tls-verify", insecure
    yield "proxies", proxies
    yield "HTTP/2: one connection", http2
    yield "HTTP/2: large answers", http2_large
    yield "HTTP/2: GOAWAY", http2_fault("go away", 1, (2,))
    yield "HTTP/2: a stream is refused", http2_fault("refuse", 2, (1, 2, 3))
    yield "HTTP/2: a stream is reset", http2_fault("reset", 2, (1, 2, 3))
    yield "HTTP/2: the connection is lost", http2_fault("end", 2, (3,))
    yield "pods change meanwhile", changes_meanwhile
    yield "a workload changes meanwhile", workload_changes_meanwhile
    yield "many pods change meanwhile", many_change_meanwhile
    yield "--watch", watching
    yield "Ctrl-C", interrupted
    yield "kubectl finds the plugin", plugin
    yield "namespaces", context_namespace
    yield "no /version", no_version
    yield "-f", manifest
