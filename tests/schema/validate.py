#!/usr/bin/env python3
"""Checks reports against docs/schema.json: validate.py FILE... ("-": standard input).

A .yaml file is read as YAML, and if a .json file of the same name lies beside it, both have to
hold the same data.  Exits with 1 and a message if anything is wrong.
"""
import json
import os
import sys

import jsonschema

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
ERRORS_SHOWN = 10


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise ValueError("a key comes twice: %s" % keys)
    return dict(pairs)


def load_json(path):
    with (sys.stdin.buffer if path == "-" else open(path, "rb")) as f:
        return json.loads(f.read().decode("utf-8"), object_pairs_hook=unique)


def load_yaml(path):
    import yaml
    with open(path, "rb") as f:
        return yaml.load(f.read().decode("utf-8"), Loader=yaml.SafeLoader)


def complaints(validator, path):
    is_yaml = path.endswith(".yaml")
    try:
        report = load_yaml(path) if is_yaml else load_json(path)
    except Exception as e:  # whatever is wrong with the file is the verdict
        return ["cannot be read: %s" % e]
    twin = path[:-len(".yaml")] + ".json"
    if is_yaml and os.path.exists(twin) and load_json(twin) != report:
        return ["does not say the same as %s" % twin]
    errors = sorted(validator.iter_errors(report), key=lambda e: [str(p) for p in e.absolute_path])
    return ["%s: %s" % ("/".join(str(p) for p in e.absolute_path) or "(root)", e.message[:300])
            for e in errors[:ERRORS_SHOWN]]


def main(paths):
    if not paths:
        sys.exit("usage: validate.py FILE...")
    with open(os.path.join(ROOT, "docs/schema.json"), encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    bad = 0
    for path in paths:
        for text in complaints(validator, path):
            print("%s: %s" % (path, text.encode("unicode_escape").decode()), file=sys.stderr)
            bad = 1
    return bad


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
