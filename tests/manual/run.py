#!/usr/bin/env python3
"""The manual: it renders, names all there is, and its examples and those of --help run.

WHYPENDING is the command to run; CASES a regular expression for names; with WHYPENDING_NO_SKIP=1 a
case that cannot run here (no groff, no mandoc) fails."""
import glob
import os
import re
import shutil
import subprocess
import sys

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "live"))

from world import TOOL, Failure, Skip, World, check  # noqa: E402

MANUAL = os.path.join(ROOT, "man", "kubectl-whypending.1")

# What stands for kubectl: it passes the plugin on, and prints the sample cluster for `get`.
KUBECTL = """#!/bin/sh
case $1 in
whypending) shift; exec kubectl-whypending "$@" ;;
get) exec cat '%s' ;;
esac
exit 9
"""


def text():
    with open(MANUAL, encoding="utf-8") as f:
        return f.read()


def section(name):
    return re.search(r"^\.Sh %s\n(.*?)(?=^\.Sh |\Z)" % name, text(), re.M | re.S)[1]


def render(*words):
    if not shutil.which(words[0]):
        raise Skip("there is no %s" % words[0])
    return subprocess.run(list(words) + [MANUAL], capture_output=True, text=True, check=False,
                          env=dict(os.environ, LC_ALL="C.UTF-8"))


def groff(w):
    for device in ("utf8", "ascii"):
        p = render("groff", "-ww", "-mdoc", "-T" + device)
        check(p.returncode == 0 and not p.stderr, "groff -T%s:\n%s" % (device, p.stderr))


def mandoc(w):
    p = render("mandoc", "-T", "lint")
    check(p.returncode == 0 and not p.stdout, "mandoc:\n%s" % p.stdout)


def options(w):
    made = subprocess.run(TOOL + ["__manual"], capture_output=True, text=True, check=True).stdout
    kept = re.search(r'^\.\\" options[^\n]*\n(.*?)^\.\\" end of options', text(), re.M | re.S)[1]
    check(kept == made, "the options in the manual are old: make generate")


def exit_status(w):
    with open(os.path.join(ROOT, "src", "cli", "cli.h"), encoding="utf-8") as f:
        codes = re.search(r"enum exit_status \{(.*?)\}", f.read(), re.S)[1].count(",") + 1
    told = re.findall(r"^\.It (\d+)$", section("EXIT STATUS"), re.M)
    check(told == [str(i) for i in range(codes)], told)


def environment(w):
    read = set()
    for path in glob.glob(os.path.join(ROOT, "src", "*", "*.c")):
        with open(path, encoding="utf-8") as f:
            read |= set(re.findall(r'getenv\("([A-Z_]+)"\)', f.read()))
    told = set(re.findall(r"[A-Z_]{2,}", " ".join(re.findall(r"^\.It Ev (.*)$", section("ENVIRONMENT"),
                                                           re.M))))
    check(read and read <= told, "not in ENVIRONMENT: %s" % sorted(read - told))


def files(w):
    check("rules.d" in section("FILES") and ".kube/config" in section("FILES"), section("FILES"))


def examples_of_manual():
    part = section("EXAMPLES")
    for m in re.finditer(r"^\.Dl ([^\n]*)$|^\.Bd -literal[^\n]*\n(.*?)^\.Ed$", part, re.M | re.S):
        yield (m[1] or m[2]).replace("\\-", "-")


def examples_of_help():
    shown = subprocess.run(TOOL + ["--help"], capture_output=True, text=True, check=True,
                           env={"LC_ALL": "C"}).stdout
    name = re.search(r"^Usage:\n  (.*?) \[", shown, re.M)[1]
    for line in re.search(r"^Examples:\n(.*?)^\S", shown, re.M | re.S)[1].split("\n"):
        if line.strip() and not line.strip().startswith("#"):
            check(line.startswith("  %s " % name), "%r is not how it was called: %s" % (line, name))
            yield line.replace(name, "kubectl whypending", 1)


def examples(found):
    """Each runs, word by word, against the sample cluster; 1 means that something is stuck."""
    def case(w):
        bin_ = os.path.join(w.folder, "bin")
        os.makedirs(bin_, exist_ok=True)
        for name, program in (("kubectl-whypending", '#!/bin/sh\nexec %s "$@"\n' % " ".join(TOOL)),
                              ("kubectl", KUBECTL % w.snapshot)):
            with open(os.path.join(bin_, name), "w", encoding="utf-8") as f:
                f.write(program)
            os.chmod(os.path.join(bin_, name), 0o755)
        env = {"PATH": bin_ + ":" + os.environ["PATH"], "HOME": w.folder, "LC_ALL": "C",
               "KUBECONFIG": w.kubeconfig(w.api().url)}
        n = 0
        for example in found():
            for command in [example] if "=$" in example else example.strip().split("\n"):
                p = subprocess.run(["sh", "-euc", command], env=env, cwd=w.folder, text=True,
                                   capture_output=True, timeout=60, check=False)
                check(p.returncode in (0, 1) and p.stdout and "error" not in p.stderr,
                      "%s\nexit %d\n%s" % (command, p.returncode, p.stderr))
                n += 1
        check(n >= 5, "there are %d examples" % n)
    return case


def program_name(w):
    """--help speaks of the program as it was called."""
    for name, called in (("kubectl-whypending", "kubectl whypending"), ("why", "why"),
                         ("kubectl-why_pending", "kubectl why-pending")):
        p = subprocess.run(["bash", "-c", 'exec -a "$0" "$@"', name] + TOOL + ["--help"],
                           capture_output=True, text=True, check=False, env={"LC_ALL": "C"})
        if len(TOOL) == 1 and os.access(TOOL[0], os.X_OK) and open(TOOL[0], "rb").read(4) == b"\x7fELF":
            check("Usage:\n  %s [" % called in p.stdout and "\n  %s --demo -A\n" % called in p.stdout,
                  p.stdout[-500:] + p.stderr)
    for words in (("--help",), ("-h",), ("help",)):
        check(subprocess.run(TOOL + list(words), capture_output=True, text=True, check=True,
                             env={"LC_ALL": "C"}).stdout.startswith("Says why"), words)
    for words in (("--version",), ("version",)):
        shown = subprocess.run(TOOL + list(words), capture_output=True, text=True, check=True).stdout
        check(re.match(r"^kubectl-whypending \d+\.\d+\.\d+\S*\n$", shown), shown)


CASES = (("groff", groff), ("mandoc", mandoc), ("options", options), ("exit status", exit_status),
         ("environment", environment), ("files", files),
         ("examples of the manual", examples(examples_of_manual)),
         ("examples of --help", examples(examples_of_help)), ("program name", program_name))


def main():
    w = World()
    wanted = re.compile(os.environ.get("CASES", ""))
    passed, failed, skipped = 0, 0, []
    for name, function in CASES:
        if not wanted.search(name):
            continue
        try:
            function(w)
        except Skip as e:
            if os.environ.get("WHYPENDING_NO_SKIP") != "1":
                skipped.append("%s (%s)" % (name, e))
                continue
            print("FAIL %s\n%s" % (name, e))
            failed += 1
        except (Failure, subprocess.SubprocessError) as e:
            print("FAIL %s\n%s" % (name, e))
            failed += 1
        else:
            print("ok   %s" % name)
            passed += 1
    shutil.rmtree(w.folder, ignore_errors=True)
    print("manual: %d passed, %d failed" % (passed, failed))
    for what in skipped:
        print("manual: SKIPPED %s" % what)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
