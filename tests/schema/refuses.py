#!/usr/bin/env python3
"""The schema has to notice: each change to a right report is one it must refuse.

refuses.py FULL_REPORT.json: first removes each field of the report in turn, then gives each a value
of another type.
"""
import copy
import json
import os
import sys

import jsonschema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ANY_KEY = ["requests"]  # maps with keys of the cluster's choice: nothing in them is required
# What may be null or text as well in the schema is another type as a list of numbers.
WRONG = [0.5]


def fields(value, path=()):
    """The path of every member of every object."""
    if isinstance(value, dict):
        for key, child in value.items():
            yield path + (key,)
            yield from fields(child, path + (key,))
    elif isinstance(value, list):
        for i, child in enumerate(value):
            yield from fields(child, path + (i,))


def changed(report, path, wrong):
    report = copy.deepcopy(report)
    at = report
    for key in path[:-1]:
        at = at[key]
    if wrong is None:
        del at[path[-1]]
    else:
        at[path[-1]] = wrong
    return report


def main(path):
    with open(os.path.join(ROOT, "docs/schema.json"), encoding="utf-8") as f:
        validator = jsonschema.Draft202012Validator(json.load(f))
    with open(path, encoding="utf-8") as f:
        report = json.load(f)
    bad = tried = 0
    for field in fields(report):
        for wrong in (None, WRONG):
            if wrong is None and len(field) > 1 and field[-2] in ANY_KEY:
                continue
            tried += 1
            if validator.is_valid(changed(report, field, wrong)):
                print("not noticed: %s %s" % ("/".join(map(str, field)), wrong or "missing"))
                bad = 1
    print("schema: %d changes tried" % tried)
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1]))
