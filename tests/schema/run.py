#!/usr/bin/env python3
"""The JSON report against its schema: the sample cluster and a part of the corpus.

Also: YAML says the same as JSON, no key comes twice, two runs give the same bytes.
WHYPENDING is the command to run; WHYPENDING_CORPUS_STEP=N takes every Nth corpus cluster (default 8).
"""
import glob
import json
import os
import shlex
import subprocess
import sys

import jsonschema
import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMAND = shlex.split(os.environ.get("WHYPENDING", os.path.join(ROOT, "kubectl-whypending")))
Loader = getattr(yaml, "CSafeLoader", yaml.SafeLoader)


def run(*args):
    done = subprocess.run(COMMAND + list(args), cwd=ROOT, stdin=subprocess.DEVNULL,
                          stdout=subprocess.PIPE, stderr=subprocess.PIPE, env={"LC_ALL": "C"})
    if done.returncode not in (0, 1) or not done.stdout:
        raise AssertionError("exit status %d: %s" % (done.returncode, done.stderr.decode()))
    return done.stdout


def unique(pairs):
    keys = [key for key, _ in pairs]
    if len(set(keys)) != len(keys):
        raise AssertionError("a key comes twice: %s" % keys)
    return dict(pairs)


def check(validator, args):
    text = run(*args, "-o", "json")
    if text != run(*args, "-o", "json"):
        raise AssertionError("two runs differ")
    report = json.loads(text.decode("utf-8"), object_pairs_hook=unique)
    errors = sorted(validator.iter_errors(report), key=lambda e: str(e.path))
    if errors:
        raise AssertionError("; ".join("%s: %s" % (e.json_path, e.message[:300]) for e in errors[:5]))
    if yaml.load(run(*args, "-o", "yaml"), Loader=Loader) != report:
        raise AssertionError("yaml differs from json")
    return report


def cases():
    yield ["--demo", "-A"]
    yield ["--demo", "-A", "--nodes=near"]
    yield ["--demo", "-A", "--nodes=none"]
    yield ["--demo", "node/worker-a2"]
    for namespace, name in (("ml", "notebook-ines"), ("payments", "ledger-0"), ("data", "postgres-0"),
                            ("shop", "report-export"), ("batch", "embeddings-x6tnr")):
        yield ["--demo", "-n", namespace, name]
        yield ["--demo", "-n", namespace, name, "--what-if", "cpu=100m", "--what-if", "-affinity"]
    clusters = sorted(p for p in glob.glob(os.path.join(ROOT, "tests/corpus/*.json")) if ".verdict" not in p)
    for path in clusters[::int(os.environ.get("WHYPENDING_CORPUS_STEP", "8"))]:
        yield ["--snapshot", os.path.relpath(path, ROOT), "-A"]


def main():
    with open(os.path.join(ROOT, "docs/schema.json"), encoding="utf-8") as f:
        schema = json.load(f)
    jsonschema.Draft202012Validator.check_schema(schema)
    validator = jsonschema.Draft202012Validator(schema)
    passed = failed = 0

    def attempt(args):
        nonlocal passed, failed
        try:
            report = check(validator, args)
            passed += 1
            return report
        except Exception as e:  # each case is its own verdict
            failed += 1
            print("FAIL %s: %s" % (" ".join(args), e))
            return None

    for args in cases():
        attempt(args)
    for item in (attempt(["--demo", "-A", "--nodes=all"]) or {"items": []})["items"]:
        subject = item["subject"]
        attempt(["--demo", "-n", subject["namespace"], "%s/%s" % (subject["kind"], subject["name"])])
    print("schema: %d passed, %d failed" % (passed, failed))
    return 1 if failed else 0


if __name__ == "__main__":
    sys.exit(main())
