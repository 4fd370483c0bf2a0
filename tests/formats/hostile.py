"""Clusters whose every text tries to be something else to the reader of a report."""

TEXTS = [
    "@octocat", "#1", "owner/repo#12", "GH-1", "!7", "https://evil.example/x", "www.evil.example",
    "mailto:me@evil.example", "me@evil.example", "a|b", "|---|", "a\\|b", "x\\", "`code`", "``", "`",
    "a``b`c", "```", "~~~", "*bold*", "**b**", "_em_", "~~gone~~", "<script>alert(1)</script>",
    "<img src=x onerror=alert(1)>", "</details>", "</code>", "<!-- x", "-->", "&lt;b&gt;", "&#64;octocat",
    "![x](https://evil.example/x.png)", "[a](javascript:alert(1))", "[a]: https://evil.example",
    "[^1]", "[ ] task", "[!WARNING]", "$x^2$", "$`x`$", ":smile:", "deadbeefdeadbeef", "1234567",
    "\u202eevil", "\u200b@octocat", "\u00a0@octocat", "\uff20octocat", "\u540d@octocat",
    "1. one", "1) one", "- item", "+ item", "* item", "> quote", "# heading", "---", "===",
    "    indented", "\ttab", "a\nb", "a\r\n\r\n# heading", "a\x1b[31mred", "a\x00b".replace("\x00", "\x01"),
    "a\u2028b", "\\@octocat", "\\#1", "(@octocat)", "\"@octocat\"", "@octocat:", "x@octocat,#1;",
    "http://x", "xmpp:a@b", "ftp://evil.example", "\"", "\\", "\"}", "a\"} 1\nevil 2", "{a=\"b\"}",
    "\u0662\u0663", "\U0001F600:x:", "e\u0301" * 40, "\u5bbd" * 60, "x" * 3000,
]


def cluster(text, nodes=3):
    """A pod that no node takes, with the text wherever a report may quote something."""
    def meta(name, **more):
        return dict({"name": name, "uid": name, "creationTimestamp": "2026-01-01T00:00:00Z"}, **more)
    items = []
    for i in range(nodes):
        items.append({
            "apiVersion": "v1", "kind": "Node",
            "metadata": meta("%s%s" % (text, i or ""), labels={"disk": text, text: "x"}),
            "spec": {"taints": [{"key": text, "value": text, "effect": "NoSchedule"}]} if i else {},
            "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "10", "evil.io/" + text: "1"}},
        })
    message = "0/%d nodes are available: %s" % (nodes, text)
    items.append({
        "apiVersion": "v1", "kind": "Pod",
        "metadata": meta(text, namespace=text, labels={"app": text}),
        "spec": {"nodeSelector": {"disk": text + "2"}, "schedulerName": "default-scheduler",
                 "containers": [{"name": text, "image": text,
                                 "resources": {"requests": {"cpu": "2", "evil.io/" + text: "7"}}}]},
        "status": {"phase": "Pending", "conditions": [
            {"type": "PodScheduled", "status": "False", "reason": "Unschedulable", "message": message,
             "lastTransitionTime": "2026-01-01T00:00:05Z"}]},
    })
    items.append({
        "apiVersion": "v1", "kind": "Pod", "metadata": meta("bound" + text, namespace=text),
        "spec": {"nodeName": text, "containers": [{"name": text, "image": text}]},
        "status": {"phase": "Pending", "containerStatuses": [
            {"name": text, "image": text, "imageID": "", "ready": False, "restartCount": 0,
             "state": {"waiting": {"reason": "ImagePullBackOff", "message": text}}}]},
    })
    items.append({
        "apiVersion": "v1", "kind": "Event", "metadata": meta("e1", namespace=text),
        "involvedObject": {"kind": "Pod", "namespace": text, "name": "bound" + text},
        "reason": "Failed", "type": "Warning", "message": "Failed to pull image \"%s\": %s" % (text, text),
        "source": {"component": "kubelet"}, "firstTimestamp": "2026-01-01T00:01:00Z",
        "lastTimestamp": "2026-01-01T00:02:00Z", "count": 3,
    })
    return {"apiVersion": "v1", "kind": "List", "items": items}


def clusters(size, nodes):
    """All texts, some in each cluster."""
    for i in range(0, len(TEXTS), size):
        items = [o for text in TEXTS[i:i + size] for o in cluster(text, nodes)["items"]]
        yield {"apiVersion": "v1", "kind": "List", "items": items}


def many(namespaces):
    """One stuck pod in each of many namespaces, each of another owner."""
    items = [{"apiVersion": "v1", "kind": "Node", "metadata": {"name": "n1"},
              "status": {"allocatable": {"cpu": "1", "memory": "1Gi", "pods": "10"}}}]
    for i in range(namespaces):
        items.append({
            "apiVersion": "v1", "kind": "Pod",
            "metadata": {"name": "web-%d" % i, "namespace": "ns-%d" % i,
                         "creationTimestamp": "2026-01-01T00:%02d:00Z" % (i % 60),
                         "ownerReferences": [{"apiVersion": "apps/v1", "kind": "ReplicaSet",
                                              "name": "web-%d" % i, "uid": "u%d" % i, "controller": True}]},
            "spec": {"containers": [{"name": "c", "resources": {"requests": {"cpu": "2"}}}]},
            "status": {"phase": "Pending"},
        })
    return {"apiVersion": "v1", "kind": "List", "items": items}
