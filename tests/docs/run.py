#!/usr/bin/env python3
"""The documentation: what is made from something else is fresh, links lead somewhere, commands are
real, and the README tells what the sample cluster shows.  WHYPENDING is the command to run."""
import glob
import json
import os
import re
import shutil
import subprocess
import sys
import traceback

HERE = os.path.dirname(os.path.abspath(__file__))
ROOT = os.path.dirname(os.path.dirname(HERE))
sys.path.insert(0, os.path.join(ROOT, "docs", "generate"))

import common  # noqa: E402
import describe  # noqa: E402

LINK = re.compile(r"!?\[[^\]]*\]\(([^)\s]+)\)|<img[^>]* src=\"([^\"]+)\"")


class Skip(Exception):
    """The case cannot run here; it says why."""


def pages():
    names = [os.path.basename(p) for p in glob.glob(os.path.join(ROOT, "*.md"))]
    for folder in ("docs", "rules"):
        for path in glob.glob(os.path.join(ROOT, folder, "**", "*.md"), recursive=True):
            names.append(os.path.relpath(path, ROOT))
    return sorted(names)


def anchors(text):
    """What a heading is called in links, as GitHub does it."""
    for line in re.sub(r"(?ms)^```.*?^```", "", text).split("\n"):
        if line.startswith("#"):
            title = re.sub(r"[`*]|\]\([^)]*\)|\[", "", line.lstrip("#").strip()).lower()
            yield re.sub(r"[^\w\- ]", "", title).replace(" ", "-")


def what_is_made_is_fresh():
    done = subprocess.run([sys.executable, os.path.join(ROOT, "docs", "generate"), "--check"],
                          stdout=subprocess.PIPE, stderr=subprocess.STDOUT)
    assert done.returncode == 0, done.stdout.decode()


def kubectl_says_what_was_measured():
    if not shutil.which("kubectl"):
        raise Skip("there is no kubectl on PATH")
    with open(describe.FILE, encoding="utf-8") as f:
        known = json.load(f)
    found = describe.measure()
    for name, numbers in found["pods"].items():
        if found["kubectl"] != known["kubectl"]:
            known["pods"][name]["lines"] = numbers["lines"]  # other versions print other lines
        assert numbers == known["pods"][name], "%s: %s; run docs/generate/describe.py" % (name, numbers)
    assert len(found["pods"]) == len(known["pods"])


def links_lead_somewhere():
    for page in pages():
        text = re.sub(r"(?ms)^```.*?^```|`[^`\n]*`", "", common.read(page))
        for groups in LINK.findall(text):
            target = groups[0] or groups[1]
            if re.match(r"[a-z]+:", target):
                continue
            path, _, anchor = target.partition("#")
            path = os.path.normpath(os.path.join(os.path.dirname(page), path)) if path else page
            assert os.path.exists(os.path.join(ROOT, path)), "%s: there is no %s" % (page, target)
            if anchor:
                assert anchor in set(anchors(common.read(path))), "%s: no heading for %s" % (page, target)


def options_exist():
    known = set(re.findall(r"--[a-z][a-z-]+", common.run("--help")))
    for page in pages():
        for command in re.findall(r"kubectl[- ]whypending[^\n`|]*", common.read(page)):
            for option in re.findall(r"(?<![\w-])--[a-z][a-z-]+", command):
                assert option in known, "%s: %s has no %s" % (page, command, option)


def pictures_are_shown():
    shown = "".join(common.read(p) for p in pages())
    for path in glob.glob(os.path.join(ROOT, "docs", "**", "*.svg"), recursive=True):
        assert os.path.basename(path) in shown, "no page shows " + path


def readme_begins_as_it_has_to():
    blocks = re.findall(r"(?ms)^```\n(.*?)^```", common.read("README.md"))
    assert blocks[0].startswith("$ kubectl whypending --demo"), "it has to open with what no other tool prints"
    commands = [line.split("#")[0].strip() for line in blocks[1].strip().split("\n")]
    assert commands == ["./bootstrap demo", "./bootstrap check"], "then the two set-up commands: %s" % commands


def readme_explains_the_demo():
    """Each stage that the sample cluster has is explained there; each of its subjects has a sentence."""
    readme, listed = common.read("README.md"), common.run("--demo", "-A")
    for item in json.loads(common.run("--demo", "-A", "-o", "json"))["items"]:
        assert "`%s`" % item["stage"] in readme, "README.md does not explain " + item["stage"]
        code = item["cause"]["code"]
        assert code[:20] in listed, code
        assert code in common.run("--explain", code)
    for command in re.findall(r"^(?:kubectl whypending|\./kubectl-whypending) (--demo[^\n#|]*)", readme, re.M):
        assert common.run(*command.split()), command


def readme_counts_as_the_comparison_does():
    sums = re.search(r"Sums:.*?fixes\.", common.read("docs", "comparison.md"), re.S).group()
    told = common.read("README.md").split("## Compared with what there is")[1].split("\n## ")[0]
    for number in re.findall(r"\b[0-9]+\b", sums)[:1] + re.findall(r"([0-9]+) reasons|replay for ([0-9]+)", sums):
        number = number if isinstance(number, str) else "".join(number)
        assert re.search(r"\b%s\b" % number, told), "README.md does not say " + number
    waiting = common.read("docs", "comparison.md").split("### Pods that have no node")[1].split("###")[0]
    assert "%d pods" % waiting.count("| `") in told


CASES = [readme_counts_as_the_comparison_does, what_is_made_is_fresh, kubectl_says_what_was_measured, links_lead_somewhere, options_exist,
         pictures_are_shown, readme_begins_as_it_has_to, readme_explains_the_demo]


def main():
    wanted = re.compile(os.environ.get("CASES", ""))
    passed = failed = 0
    for case in CASES:
        if not wanted.search(case.__name__):
            continue
        try:
            case()
            print("ok   %s" % case.__name__)
            passed += 1
        except Skip as e:
            if os.environ.get("WHYPENDING_NO_SKIP") == "1":
                print("FAIL %s: %s" % (case.__name__, e))
                failed += 1
            else:
                print("docs: SKIPPED %s: %s" % (case.__name__, e))
        except Exception:  # pylint: disable=broad-except
            print("FAIL %s\n%s" % (case.__name__, traceback.format_exc()))
            failed += 1
    print("docs: %d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
