"""docs/causes.md from rules/codes.yaml and rules/pages.yaml."""
from common import STAGES, cell, load_yaml, made_from


def page(code, pages):
    text = "### %s\n\n%s%s.\n" % (code["code"], code["meaning"][0].upper(), code["meaning"][1:])
    more = pages.get(code["code"])
    if more:
        text += "\n- **How to tell:** %s\n- **What to do:** %s\n" % (cell(more["tell"]), cell(more["do"]))
    return text


def write():
    codes = load_yaml("rules", "codes.yaml")["codes"]
    pages = {p["code"]: p for p in load_yaml("rules", "pages.yaml")["pages"]}
    text = made_from("rules/codes.yaml and rules/pages.yaml") + """
# Causes

Each report has one stage and one cause. A cause belongs to one stage, and its code is never renamed.
`kubectl whypending --explain CODE` prints its page, `--explain` alone the list.

Stages, in the order in which a pod meets them:

"""
    for stage, meaning in STAGES:
        text += "- [`%s`](#%s): %s\n" % (stage, stage, meaning)
    text += "- [any stage](#any-stage): findings that can stand beside every cause\n"
    for stage in [s for s, _ in STAGES] + ["ready", "finished", "unknown", "any"]:
        some = [c for c in codes if c["stage"] == stage]
        if some:
            text += "\n## %s\n" % ("any stage" if stage == "any" else stage)
        for code in some:
            text += "\n" + page(code, pages)
    known = {s for s, _ in STAGES} | {"ready", "finished", "unknown", "any"}
    lost = [c["code"] for c in codes if c["stage"] not in known]
    if lost:
        raise RuntimeError("stages that docs/generate does not know: %s" % lost)
    return text
