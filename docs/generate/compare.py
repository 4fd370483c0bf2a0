"""docs/comparison.md: counts from the sample cluster, and what was read in the source of other tools."""
import json
import re

from common import load_yaml, made_from, read, run, table
from describe import nodes_in

INTRODUCTION = """
# Compared with what there is

## Measured on the sample cluster

All numbers are counted by a program (`docs/generate/compare.py`) in what three tools print about the same {pods} pods
of the sample cluster (`--demo`, {nodes} nodes): the message that kube-scheduler wrote into the pod's condition;
`kubectl describe pod`, run for real ({kubectl}) against an API server that serves that cluster; and this program. The
sample cluster is made up, but each message in it is what kube-scheduler writes for such a cluster, which the replay
confirms word for word.

### Pods that have no node

*Nodes named*: of the cluster's {nodes} nodes, how many the text names. *Reasons*: how many reasons against a node the text
accounts for; the scheduler counts those of the first filter that rejects each node, the replay lists those of every
filter. *Fixes*: changes that were replayed and make a node fit.

"""
AFTER = """
Sums: the scheduler's messages name {scheduler_nodes} nodes, `kubectl describe` {describe_nodes}, this program {our_nodes}.
The messages account for {scheduler_reasons} reasons, the replay for {our_reasons}, and it proves {fixes} fixes.

### Pods that have a node

Lines to read: all of `kubectl describe pod` ({kubectl}), and all that this program prints at 100 columns. That the
cause is among the lines of the former is up to the reader to find; the latter begins with it.

"""
WORKLOADS = """
### Pods that do not exist

{workloads} workloads of the sample cluster lack pods that were never created. There is no pod to describe and nothing the
scheduler could write; `kubectl whypending -A` lists each with its cause:

"""


def counted_reasons(message):
    """The sum of the counts in "0/8 nodes are available: 4 Insufficient memory, ..."."""
    reasons = message.split(": ", 1)[1] if ": " in message else ""
    reasons = reasons.split("preemption:")[0]
    return sum(int(n) for n in re.findall(r"(?:^|, )([0-9]+) ", reasons))


def waiting_row(item, text, describe):
    observed = item["replay"]["message"]["observed"] or ""
    ours = sum(len(r["reasons"]) for n in item["replay"]["nodes"] for r in n["rejections"])
    if observed and item["replay"]["message"]["agreement"] != "exact":
        raise RuntimeError("the replay does not explain " + item["subject"]["name"])
    return {"scheduler_nodes": nodes_in(observed), "describe_nodes": describe["nodes"],
            "our_nodes": nodes_in(text), "scheduler_reasons": counted_reasons(observed),
            "our_reasons": ours, "fixes": len(item["fixes"])}


def ask(subject):
    """The report with its fixes, which a list does not look for, and what people see."""
    args = ["--demo", "-n", subject["namespace"], subject["name"]]
    return json.loads(run(*args, "-o", "json")), run(*args, "--width=100")


def write():
    described = json.loads(read("docs", "generate", "describe.json"))
    items = json.loads(run("--demo", "-A", "-o", "json"))["items"]
    sums, waiting, bound, missing = {}, [], [], []
    for item in items:
        s = item["subject"]
        name = s["namespace"] + "/" + s["name"]
        if s["kind"] != "Pod":
            missing.append([name, s["kind"], "`%s`" % item["cause"]["code"]])
            continue
        item, text = ask(s)
        if item["replay"]:
            row = waiting_row(item, text, described["pods"][name])
            sums = {k: sums.get(k, 0) + v for k, v in row.items()}
            waiting.append([name, "`%s`" % item["cause"]["code"]] + [str(v) for v in row.values()])
        else:
            bound.append([name, "`%s`" % item["cause"]["code"], str(described["pods"][name]["lines"]),
                          str(text.count("\n"))])
    nodes = max(len(i["replay"]["nodes"]) for i in items if i["replay"])
    text = made_from("the sample cluster and docs/generate/peers.yaml")
    text += INTRODUCTION.format(pods=len(waiting) + len(bound), nodes=nodes, kubectl=described["kubectl"])
    text += table(["pod", "cause", "nodes named: scheduler", "describe", "here", "reasons: scheduler", "here",
                   "fixes here"], waiting)
    text += AFTER.format(kubectl=described["kubectl"], **sums)
    text += table(["pod", "cause", "lines: describe", "here"], bound)
    text += WORKLOADS.format(workloads=len(missing)) + table(["workload", "kind", "cause"], missing)
    return text + peers()


def link(tool):
    if "repository" not in tool:
        return tool["name"]
    return "[%s](https://github.com/%s)" % (tool["name"], tool["repository"])


def peers():
    page = load_yaml("docs", "generate", "peers.yaml")
    rows = [[link(t), t["seen"], t["answers"], t["engine"], t["filters"], t["nodes"], t["offline"]]
            for t in page["tools"]]
    return "\n## Read in the source of others\n\n" + page["how"].strip() + "\n\n" + table(
        ["tool", "last commit seen", "what is asked", "how it decides", "failing filters told", "per node", "offline"],
        rows) + "\n" + page["notes"].strip() + "\n"
