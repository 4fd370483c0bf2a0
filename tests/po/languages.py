#!/usr/bin/env python3
"""Runs the program in other languages: languages.py PSEUDO (WHYPENDING is the program itself).

PSEUDO is the program with one catalogue, "zz", in which each letter of a message is a full-width
one (pseudo.py).  Every word that is still ASCII there has to be data: a word of the input, of the
scheduler, of a command or of an API object, else it belongs to a text that nobody marked with _().
Data formats have to be the same in every language.
"""
import concurrent.futures
import json
import os
import re
import shlex
import subprocess
import sys
import tempfile
import unicodedata

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
PROGRAM = shlex.split(os.environ["WHYPENDING"])
PSEUDO = [sys.argv[1]]
STEP = int(os.environ.get("LANGUAGES_STEP", "1"))
CORPUS_STEP = 40 * STEP
WORD = re.compile(r"[A-Za-z][A-Za-z']*[A-Za-z]|[A-Za-z]")
# What is called so in every language: API objects and fields, programs, protocols, units.
NAMES = set("""
    kubectl whypending Kubernetes API HTTP TCP True False in notin yaml
    default scheduler Karpenter QuotaReserved
    ns us ms s m h d y Ki Mi Gi Ti Pi Ei
""".split())
WORDS_OF_FILES = {}
failures = []
runs = []


def run(program, args, lang=None):
    argv = program + (["--lang", lang] if lang else []) + list(args)
    runs.append(argv)
    env = {"PATH": os.environ["PATH"], "LC_ALL": "C.UTF-8"}
    done = subprocess.run(argv, cwd=ROOT, env=env, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE)
    if done.returncode not in (0, 1, 2, 3):
        failures.append(f"{shlex.join(argv)}: ended with {done.returncode}")
    return done.stdout.decode(), done.stderr.decode()


def at_once(function, jobs):
    with concurrent.futures.ThreadPoolExecutor(os.cpu_count() or 1) as pool:
        list(pool.map(function, jobs))


def words_of(text):
    return set(WORD.findall(text.replace("\\n", " ")))


def words_of_file(path):
    if path not in WORDS_OF_FILES:
        with open(os.path.join(ROOT, path), encoding="utf-8") as f:
            WORDS_OF_FILES[path] = words_of(f.read())
    return WORDS_OF_FILES[path]


def words_of_data(value, key=""):
    """Words of a JSON report that are no message: not its sentences for people."""
    messages = ("summary", "next", "why", "difference", "suggestion", "requirement", "requirements",
                "observed", "wanted", "rule", "what")
    if isinstance(value, dict):
        found = set()
        for k, v in value.items():
            if k in messages and not (k == "observed" and "predicted" in value):
                continue
            found |= words_of(k) | words_of_data(v, k)
        return found
    if isinstance(value, list):
        return set().union(*[words_of_data(v, key) for v in value]) if value else set()
    return words_of(value) if isinstance(value, str) else set()


def fields_of(schema):
    """The names of a JSON schema's properties and the values of its enumerations."""
    if isinstance(schema, list):
        return set().union(*[fields_of(v) for v in schema]) if schema else set()
    if not isinstance(schema, dict):
        return set()
    found = words_of(" ".join(str(v) for v in schema.get("enum", [])))
    found |= words_of(" ".join(schema.get("properties", {})))
    return found.union(*[fields_of(v) for v in schema.values()])


def names_of_the_program():
    """Codes, kinds, plugins, options, and the words of rules that are patterns or commands."""
    words = set(NAMES)
    words |= words_of_file("src/model/kinds.def")
    for file in os.listdir(os.path.join(ROOT, "rules")): # evidence is called as in the patterns
        with open(os.path.join(ROOT, "rules", file), encoding="utf-8") as f:
            words |= words_of(" ".join(re.findall(r"\(\?<(\w+)>", f.read())).replace("_", " "))
    folder = os.path.join(ROOT, "src/replay/predicates")
    for file in os.listdir(folder):
        with open(os.path.join(folder, file), encoding="utf-8") as f:
            words |= set(re.findall(r'\.name = "(\w+)",', f.read()))
    with open(os.path.join(ROOT, "docs/schema.json"), encoding="utf-8") as f:
        words |= fields_of(json.load(f))
    with open(os.path.join(ROOT, "rules/codes.yaml"), encoding="utf-8") as f:
        for row in yaml.safe_load(f)["codes"]:
            words |= words_of(row["code"])
    return words


def check_text(label, text, known):
    """Fails for each word that is in ASCII and not known."""
    for line in text.splitlines():
        unknown = [w for w in WORD.findall(line.replace("\\n", " ")) if w not in known]
        if unknown:
            failures.append(f"{label}: not translated: {' '.join(unknown)}\n    {line[:300]}")


def check_run(args, known, blank=None):
    out, err = run(PSEUDO, args, "zz")
    if blank:
        out = re.sub(blank, "", out)
    if "markdown" in args:
        out = re.sub(r"</?[a-z]+>|^ *```sh$", "", out, flags=re.M)
    check_text(shlex.join(args), out + err, known | words_of(" ".join(args)))
    return out


def report_of(args):
    out, err = run(PROGRAM, args + ["-o", "json"])
    if not out:
        failures.append(f"{shlex.join(args)}: {err}")
    return json.loads(out or '{"items": []}')


def name_of(report):
    s = report["subject"]
    return ["-n", s["namespace"], s["name"] if s["kind"] == "Pod" else f"{s['kind'].lower()}/{s['name']}"]


def check_source(source, known, most=None):
    """The list, and of the first `most` subjects (None: of all) the whole report."""
    report = report_of(source + ["-A"])
    items = report.get("items", [report])
    words = known | words_of_data(report)
    check_run(source + ["-A", "--width", "0"], words)
    check_run(source + ["-A", "-o", "wide", "-v"], words)
    check_run(source + ["-A", "-o", "markdown"], words)
    for name in map(name_of, items[:most]):
        words = known | words_of_data(report_of(source + name))
        check_run(source + name + ["--width", "0"], words)
        check_run(source + name + ["-o", "wide", "-v"], words)
        check_run(source + name + ["-o", "markdown"], words)


def check_causes(known):
    """Each case of tests/causes is a small cluster."""
    jobs = []
    for file in sorted(os.listdir(os.path.join(ROOT, "tests/causes"))):
        with open(os.path.join(ROOT, "tests/causes", file), encoding="utf-8") as f:
            cases = json.load(f)
        jobs += [cases.get("shared", []) + case["items"] for case in cases["cases"][::STEP]]

    def check_case(items):
        with tempfile.NamedTemporaryFile("w", suffix=".json") as f:
            json.dump({"apiVersion": "v1", "kind": "List", "items": items}, f)
            f.flush()
            check_source(["--snapshot", f.name], known | words_of(json.dumps(items)), 0)
    at_once(check_case, jobs)


def check_data(source, lang):
    for form in ("json", "yaml", "name", "prometheus"):
        english = run(PROGRAM, source + ["-A", "-o", form])
        if run(PROGRAM, source + ["-A", "-o", form], lang) != english:
            failures.append(f"-o {form} {' '.join(source)}: another text with --lang {lang}")


def check_errors(known):
    for args in (
            ["--nonsense"], ["--output", "xml", "--demo"], ["--demo", "--snapshot", "x"],
            ["--demo", "-l", "a=b", "web"], ["--demo", "-A", "web"], ["--demo", "--now", "soon"],
            ["--demo", "--watch"], ["--watch"], ["--demo", "nothing-like-this"],
            ["--demo", "-n", "shop", "web-6b7f9c4d5-zr5bl"], ["--demo", "-n", "no-such"],
            ["--demo", "-l", "a=("], ["--demo", "-l", "a=b"], ["--demo", "deploy"], ["--demo", "frob/x"],
            ["--demo", "deploy", "a/b"], ["--snapshot", "/nonexistent"], ["--snapshot", "/dev/null"],
            ["--demo", "--kubernetes-version", "x"], ["--demo", "--kubernetes-version", "1.99", "-A"],
            ["--demo", "--scheduler-config", "/nonexistent", "-A"], ["--demo", "--width", "x"],
            ["--demo", "--what-if", "frob=1", "-n", "data", "postgres-0"], ["--demo", "--color", "x"],
            ["--demo", "-f", "/nonexistent"], ["--explain", "NoSuchThing"], ["--demo", "--verbose=x"],
            ["--kubeconfig", "/nonexistent"], ["--check-rules"], ["--demo", "-n"],
            ["--server", "https://127.0.0.1:1", "--kubeconfig", "/dev/null"]):
        check_run(args, known)


def words_of_examples():
    with open(os.path.join(ROOT, "src/cli/help.c"), encoding="utf-8") as f:
        return words_of(" ".join(re.findall(r'"(-.*)"', f.read())))


def check_pages(known):
    """--explain: beside the page the rules of the code, by their ids."""
    ids = set()
    for file in os.listdir(os.path.join(ROOT, "rules")):
        with open(os.path.join(ROOT, "rules", file), encoding="utf-8") as f:
            text = f.read()
        ids |= words_of(" ".join(re.findall(r"id: ([\w-]+)", text)))
    codes = [line.split()[0] for line in run(PROGRAM, ["--explain"])[0].splitlines()[1:]]
    if len(codes) < 200:
        failures.append(f"--explain lists {len(codes)} codes")

    def check_page(code):
        if check_run(["--explain", code], known | ids, "<[a-z_]+>").count("\n") < 3:
            failures.append(f"--explain {code}: no page")
    at_once(check_page, codes[::STEP])


def check_columns(args):
    """Chinese columns are two wide: the second cell of each row of the list begins in one column."""
    out, _ = run(PROGRAM, args, "zh")
    starts = set()
    for line in out.splitlines():
        m = re.match(r"[✗✓…?]  \S.*?  (?=\S)|^ {3}POD +(?=\S)", line)
        if m:
            starts.add(sum(2 if unicodedata.east_asian_width(c) in "WF" else 1 for c in m.group(0)))
    if len(starts) != 1:
        failures.append(f"{' '.join(args)}: columns begin at {sorted(starts)}")


def main():
    known = names_of_the_program()
    demo = words_of_file("src/demo/cluster.json")
    check_source(["--demo"], known | demo)
    check_causes(known)
    for folder, step in (("tests/snapshots", 1), ("tests/corpus", CORPUS_STEP)):
        files = sorted(f for f in os.listdir(os.path.join(ROOT, folder))
                       if f.endswith(".json") and "verdict" not in f and "expect" not in f)
        most = None if step == 1 else 2
        at_once(lambda path, most=most: check_source(["--snapshot", path], known | words_of_file(path), most),
                [f"{folder}/{f}" for f in files[::step]])
    for extra in (["--what-if", "uncordon=worker-b2"], ["--what-if", "cpu=100m"], ["--nodes", "near"]):
        args = ["--demo", "-n", "data", "postgres-0"] + extra
        check_run(args, known | demo | words_of_data(report_of(args)))
    check_run(["--demo", "node/worker-b2"], known | demo)
    words_of_options = words_of_file("src/cli/options.def") | words_of(PSEUDO[0])
    with open(os.path.join(ROOT, "src/advice/what_if.c"), encoding="utf-8") as f:
        words_of_options |= words_of(" ".join(re.findall(r'\{ "(-?[a-z-]+)",', f.read())))
    words_of_options |= words_of("always auto never wide json yaml markdown prometheus name bash zsh fish en zz all near none")
    check_run(["--help"], known | words_of_options | words_of_examples())
    check_pages(known)
    check_errors(known | demo | words_of_options)
    for lang in ("zh",):
        check_data(["--demo"], lang)
        check_data(["--snapshot", "tests/snapshots/live-v1.36.json"], lang)
    check_columns(["--demo", "-A"])
    for f in sorted(failures)[:int(os.environ.get("FAILURES", "40"))]:
        print(f)
    print(f"languages: {len(runs) - len(failures)} passed, {len(failures)} failed")
    sys.exit(1 if failures else 0)


main()
