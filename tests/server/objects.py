"""What a kube-apiserver would hold: objects by resource, lists with selectors and pages."""
import base64
import json
import re

# kind: (group, plural, namespaced)
RESOURCES = {
    "Pod": ("", "pods", True),
    "Node": ("", "nodes", False),
    "Namespace": ("", "namespaces", False),
    "PriorityClass": ("scheduling.k8s.io", "priorityclasses", False),
    "PersistentVolumeClaim": ("", "persistentvolumeclaims", True),
    "PersistentVolume": ("", "persistentvolumes", False),
    "StorageClass": ("storage.k8s.io", "storageclasses", False),
    "CSINode": ("storage.k8s.io", "csinodes", False),
    "CSIDriver": ("storage.k8s.io", "csidrivers", False),
    "CSIStorageCapacity": ("storage.k8s.io", "csistoragecapacities", True),
    "VolumeAttachment": ("storage.k8s.io", "volumeattachments", False),
    "PodDisruptionBudget": ("policy", "poddisruptionbudgets", True),
    "Lease": ("coordination.k8s.io", "leases", True),
    "Event": ("", "events", True),
    "Deployment": ("apps", "deployments", True),
    "ReplicaSet": ("apps", "replicasets", True),
    "StatefulSet": ("apps", "statefulsets", True),
    "DaemonSet": ("apps", "daemonsets", True),
    "Job": ("batch", "jobs", True),
    "CronJob": ("batch", "cronjobs", True),
    "ReplicationController": ("", "replicationcontrollers", True),
    "Service": ("", "services", True),
    "ConfigMap": ("", "configmaps", True),
    "ResourceQuota": ("", "resourcequotas", True),
    "LimitRange": ("", "limitranges", True),
    "ResourceClaim": ("resource.k8s.io", "resourceclaims", True),
    "DeviceClass": ("resource.k8s.io", "deviceclasses", False),
    "ResourceSlice": ("resource.k8s.io", "resourceslices", False),
}
KINDS = {(group, plural): kind for kind, (group, plural, _) in RESOURCES.items()}

PATH = re.compile(r"^/(?:api/v1|apis/(?P<group>[^/]+)/(?P<version>v1(?:(?:alpha|beta)[0-9])?))(?:/namespaces/(?P<namespace>[^/]+))?"
                  r"/(?P<plural>[a-z]+)(?:/(?P<name>[^/]+))?$")


def discovery(path):
    """What kubectl asks for before it can name a resource; None: another path."""
    groups = sorted({g for g, _, _ in RESOURCES.values() if g})
    if path == "/api":
        return {"kind": "APIVersions", "versions": ["v1"]}
    if path == "/apis":
        versions = [(g, {"groupVersion": g + "/v1", "version": "v1"}) for g in groups]
        return {"kind": "APIGroupList", "apiVersion": "v1", "groups": [
            {"name": g, "versions": [v], "preferredVersion": v} for g, v in versions]}
    m = re.match(r"^/(?:api|apis/([^/]+))/v1$", path)
    if not m:
        return None
    group = m[1] or ""
    return {"kind": "APIResourceList", "apiVersion": "v1",
            "groupVersion": group + "/v1" if group else "v1",
            "resources": [{"name": plural, "singularName": kind.lower(), "namespaced": namespaced,
                           "kind": kind, "verbs": ["get", "list"]}
                          for kind, (g, plural, namespaced) in RESOURCES.items() if g == group]}


class Target:
    """What a path asks for."""

    def __init__(self, path):
        self.version = "v1"
        m = PATH.match(path)
        if not m and re.match(r"^/api/v1/namespaces(/[^/]+)?$", path):
            parts = path.split("/")
            self.group, self.plural, self.namespace = "", "namespaces", None
            self.name = parts[4] if len(parts) > 4 else None
        elif m:
            self.group, self.plural = m["group"] or "", m["plural"]
            self.namespace, self.name = m["namespace"], m["name"]
            self.version = m["version"] or "v1"
        else:
            raise KeyError(path)
        self.kind = KINDS[self.group, self.plural]
        self.verb = "get" if self.name else "list"


def field(obj, path):
    at = obj
    for part in path.split("."):
        at = (at or {}).get(part)
    return "" if at is None else str(at)


def field_selector(text):
    """metadata.name=x,status.phase!=y as a function."""
    terms = []
    for term in filter(None, (text or "").split(",")):
        path, op, value = re.match(r"^([^=!]+)(!=|==|=)(.*)$", term).groups()
        terms.append((path, op == "!=", value))
    return lambda o: all((field(o, path) != value) == negated for path, negated, value in terms)


class Cluster:
    def __init__(self, objects=(), version="v1.36.2"):
        self.version = version
        self.absent_groups = set()
        self.versions = {}  # group: those that are served, if not v1 alone
        self.items = {kind: {} for kind in RESOURCES}
        self.selected = {}  # of earlier lists: keys by what was asked for
        for o in objects:
            self.put(o)

    def put(self, o):
        if o["kind"] not in RESOURCES:
            return
        meta = o["metadata"]
        body = {k: v for k, v in o.items() if k not in ("kind", "apiVersion")}
        key = (meta.get("namespace", ""), meta["name"])
        self.selected = {}
        self.items[o["kind"]][key] = (o, json.dumps(body, separators=(",", ":")).encode())

    def serves(self, t):
        return t.group not in self.absent_groups and t.version in self.versions.get(t.group, ("v1",))

    def drop(self, kind, namespace, name):
        self.selected = {}
        del self.items[kind][namespace, name]

    def get(self, t):
        entry = self.items[t.kind].get((t.namespace or "", t.name))
        if not entry:
            return None
        group = t.group + "/" + t.version if t.group else "v1"
        head = '{"kind":"%s","apiVersion":"%s",' % (t.kind, group)
        return head.encode() + entry[1][1:]

    def select(self, t, fields):
        asked = (t.kind, t.namespace, fields)
        if asked not in self.selected:
            keep = field_selector(fields)
            self.selected[asked] = [k for k in sorted(self.items[t.kind])
                                    if (t.namespace is None or k[0] == t.namespace)
                                    and keep(self.items[t.kind][k][0])]
        return self.selected[asked]

    def list(self, t, query):
        """The list as bytes."""
        keys = self.select(t, query.get("fieldSelector"))
        limit = int(query.get("limit") or 0)
        start = 0
        if "continue" in query:
            start = int(base64.urlsafe_b64decode(query["continue"]).decode())
        elif query.get("resourceVersion") == "0":
            limit = 0  # as the watch cache does
        end = start + limit if limit else len(keys)
        token = ""
        if end < len(keys):
            token = base64.urlsafe_b64encode(str(end).encode()).decode()
        meta = {"resourceVersion": "1000"}
        if token:
            meta.update({"continue": token, "remainingItemCount": len(keys) - end})
        group = t.group + "/" + t.version if t.group else "v1"
        head = '{"kind":"%sList","apiVersion":"%s","metadata":%s,"items":[' % (
            t.kind, group, json.dumps(meta, separators=(",", ":")))
        items = b",".join(self.items[t.kind][k][1] for k in keys[start:end])
        return head.encode() + items + b"]}\n"
