"""docs/rules.md: every built-in rule, from rules/*.yaml."""
import glob
import os

from common import ROOT, cell, load_yaml, made_from, read, table

INTRODUCTION = """
# Rules

What the events, conditions and container states of a cluster mean is written down in rules: {n} of them are built
in, for {texts} texts. A rule says where it looks, which texts it knows, which [cause](causes.md) they come to, one
sentence about it and the next step. [rules/README.md](../rules/README.md) is the reference for writing them.

Rules of your own go to `~/.config/kubectl-whypending/rules.d/*.yaml`, or to a folder given with `--rules DIR`;
`--check-rules` tells what is wrong with them. One with the id of a rule below takes its place. Which one wins where
several match: the rank (90 is the kubelet's last word, 50 a plausible wrapper, below 30 never a cause), then the phase.
"""


def heading(path):
    """The comment that a file begins with."""
    lines = []
    for line in read(path).split("\n"):
        if not line.startswith("#"):
            break
        lines.append(line[1:].strip())
    return " ".join(lines)


def write():
    n = texts = 0
    parts = []
    for path in sorted(glob.glob(os.path.join(ROOT, "rules", "*.yaml"))):
        name = os.path.relpath(path, ROOT)
        rules = load_yaml(name).get("rules", [])
        rows = []
        for r in rules:
            n += 1
            texts += len(r.get("text", []))
            rows.append([r["id"], "[%s](causes.md#%s)" % (r["code"], r["code"].lower()), str(r["rank"]),
                         cell(", ".join(r["where"])), cell(r["says"])])
        if rows:
            parts.append("\n## %s\n\n%s\n\n%s" % (os.path.basename(name), cell(heading(name)),
                                                 table(["id", "cause", "rank", "looks at", "says"], rows)))
    return made_from("rules/*.yaml") + INTRODUCTION.format(n=n, texts=texts) + "".join(parts)
