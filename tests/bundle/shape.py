"""What --redact must not change in a report: everything but names and sentences."""
import json
import re


def many(things):
    return sorted(json.dumps(t, sort_keys=True) for t in things)


def rejection(r):
    return [r["plugin"], r["code"], len(r["reasons"]),
            many([d["type"], d.get("wanted") if d["type"] == "resource" else None]
                 for d in r.get("detail", []))]


def node(n):
    first = n["first"] and [n["first"]["plugin"], n["first"]["code"], len(n["first"]["reasons"])]
    return [n["verdict"], first, len(n["nominated"]), many(map(rejection, n["rejections"])),
            many(u["plugin"] for u in n["unchecked"])]


def replay(r):
    if not r:
        return r
    p = r["preemption"]
    return {
        "total": r["totalNodes"],
        "feasible": len(r["feasibleNodes"]),
        "preEnqueue": many([x["plugin"], x["code"]] for x in r["preEnqueue"]),
        "preFilter": many([x["plugin"], x["code"]] for x in r["preFilter"]),
        "nodes": [node(n) for n in r["nodes"]],  # by name: in the same order
        "agreement": r["message"]["agreement"],
        "difference": len(r["message"]["difference"]),
        "predicted": r["message"]["predicted"] is None,
        "observed": r["message"]["observed"] is None,
        "preemption": p and [p["helps"], p["node"] is None, len(p["victims"]), p["pdbViolations"]],
    }


def pointer(text):
    """Without the key of a map at its end, which may be a name."""
    return text and re.sub(r"/(labels|annotations|allocatable|capacity|requests|limits|hard|used)/.*", r"/\1/*", text)


def finding(f):
    return [f["code"], f["severity"], f["plugin"], len(f["evidence"]),
            many([e["object"] and e["object"]["kind"], pointer(e["pointer"])] for e in f["evidence"])]


def fix(f):
    return [f["safety"], f["verified"], len(f["unlocks"]),
            [[p["target"]["kind"], p["type"]] for p in f["patches"]]]


def item(i):
    s = i["subject"]
    frag = i["fragmentation"]
    return {
        "subject": [s["kind"], s["phase"], s["priority"], s["createdAt"], s["pendingSeconds"]],
        "stage": i["stage"],
        "cause": [i["cause"]["code"], i["cause"]["certainty"]],
        "findings": many(map(finding, i["findings"])),
        "replay": replay(i["replay"]),
        "clauses": many([c["plugin"], c["nodesMatching"], c["nodesMatchingAlone"]]
                        for c in i["clauses"]),
        "conjunctions": many([c["nodesMatching"], c["exact"]] for c in i["conjunctions"]),
        "fragmentation": frag and [many([r["wanted"], r["freeTotal"], r["largestHole"]]
                                        for r in frag["resources"]), len(frag["moves"])],
        "fixes": many(map(fix, i["fixes"])),
        "timeline": many([t["stage"], t["at"], t["seconds"]] for t in i["timeline"]),
        "unchecked": len(i["unchecked"]),
    }


def shape(text):
    report = json.loads(text or '{"kind": "PodDiagnosisList", "items": []}')
    items = report["items"] if report["kind"] == "PodDiagnosisList" else [report]
    return [json.dumps(item(i), sort_keys=True) for i in items]  # in the same order


def difference(a, b):
    """The first things that one has and the other has not."""
    left, right = [x for x in a if x not in b], [x for x in b if x not in a]
    out = []
    for x, y in list(zip(left, right))[:2]:
        x, y = json.loads(x), json.loads(y)
        for k in x:
            if x[k] != y[k]:
                out.append("%s %s: %.600s\n      now %.600s" % (x["subject"][0], k, x[k], y[k]))
    return "\n    ".join(out) or "%d items, now %d" % (len(a), len(b))
