"""RFC 6901 and RFC 6902 on plain Python values, strict, and the three kinds of patch of a fix."""

import copy


class PatchError(Exception):
    pass


def parts(pointer):
    if pointer == "":
        return []
    if not pointer.startswith("/"):
        raise PatchError("pointer %r does not begin with /" % pointer)
    out = []
    for part in pointer[1:].split("/"):
        if "~" in part.replace("~0", "").replace("~1", ""):
            raise PatchError("bad escape in %r" % pointer)
        out.append(part.replace("~1", "/").replace("~0", "~"))
    return out


def index(part, length, may_append):
    if part == "-" and may_append:
        return length
    if not part.isdigit() or (len(part) > 1 and part[0] == "0"):
        raise PatchError("%r is no index" % part)
    i = int(part)
    if i > length or (i == length and not may_append):
        raise PatchError("index %d of %d" % (i, length))
    return i


def walk(doc, path):
    for part in path:
        if isinstance(doc, dict):
            if part not in doc:
                raise PatchError("no %r" % part)
            doc = doc[part]
        elif isinstance(doc, list):
            doc = doc[index(part, len(doc), False)]
        else:
            raise PatchError("%r is inside a scalar" % part)
    return doc


def add(doc, pointer, value):
    *path, last = parts(pointer)
    parent = walk(doc, path)
    if isinstance(parent, dict):
        parent[last] = value
    elif isinstance(parent, list):
        parent.insert(index(last, len(parent), True), value)
    else:
        raise PatchError("%r is inside a scalar" % pointer)


def remove(doc, pointer):
    *path, last = parts(pointer)
    parent = walk(doc, path)
    if isinstance(parent, dict):
        if last not in parent:
            raise PatchError("no %r to remove" % pointer)
        return parent.pop(last)
    if isinstance(parent, list):
        return parent.pop(index(last, len(parent), False))
    raise PatchError("%r is inside a scalar" % pointer)


def replace(doc, pointer, value):
    *path, last = parts(pointer)
    parent = walk(doc, path)
    walk(parent, [last])
    if isinstance(parent, dict):
        parent[last] = value
    else:
        parent[index(last, len(parent), False)] = value


def json_patch(doc, ops):
    for op in ops:
        kind, path = op["op"], op["path"]
        if kind == "add":
            add(doc, path, copy.deepcopy(op["value"]))
        elif kind == "remove":
            remove(doc, path)
        elif kind == "replace":
            replace(doc, path, copy.deepcopy(op["value"]))
        elif kind == "test":
            if walk(doc, parts(path)) != op["value"]:
                raise PatchError("test of %r fails" % path)
        else:
            raise PatchError("unknown op %r" % kind)


def key_of(o):
    m = o["metadata"]
    return o["apiVersion"].split("/")[0] if "/" in o["apiVersion"] else "", o["kind"], \
        m.get("namespace"), m["name"]


def key_of_target(t):
    group = t["apiVersion"].split("/")[0] if "/" in t["apiVersion"] else ""
    return group, t["kind"], t["namespace"], t["name"]


FORBIDDEN = ("/status", "/metadata/uid", "/metadata/deletionTimestamp", "/metadata/finalizers")


def find(items, key):
    for i, o in enumerate(items):
        if key_of(o) == key:
            return i
    raise PatchError("no object %r" % (key,))


def apply_patches(items, patches):
    """A new list of items; objects that are not changed are the same ones."""
    items = list(items)
    for p in patches:
        key = key_of_target(p["target"])
        if p["type"] == "create":
            if key_of(p["object"]) != key:
                raise PatchError("object and target differ: %r" % (key,))
            if any(key_of(o) == key for o in items):
                raise PatchError("%r exists" % (key,))
            if "status" in p["object"] and key[1] != "Node":
                raise PatchError("%r comes with a status" % (key,))
            items.append(p["object"])
            continue
        at = find(items, key)
        if p["type"] == "delete":
            del items[at]
            continue
        for op in p["ops"]:
            if any(op["path"] == f or op["path"].startswith(f + "/") for f in FORBIDDEN):
                raise PatchError("%s is not to be touched" % op["path"])
        items[at] = copy.deepcopy(items[at])
        json_patch(items[at], p["ops"])
        if key_of(items[at]) != key:
            raise PatchError("the patch renames %r" % (key,))
    return items
