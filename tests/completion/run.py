#!/usr/bin/env python3
"""Completion as the shells and kubectl ask for it, against API servers of our own.

WHYPENDING is the command to run; CASES a regular expression for names; with WHYPENDING_NO_SKIP=1 a
case that cannot run here (no zsh, no kubectl, ...) fails."""
import os
import re
import shutil
import subprocess
import sys
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
sys.path.insert(0, os.path.join(ROOT, "tests", "live"))

import shells  # noqa: E402
from world import TOOL, Failure, Skip, World, check  # noqa: E402
from server import Answer, status  # noqa: E402

SCRIPTS = os.path.join(ROOT, "completions")
SCRIPT = {"bash": "kubectl-whypending.bash", "zsh": "_kubectl-whypending",
          "fish": "kubectl-whypending.fish"}
PROXY_SCRIPT = os.path.join(SCRIPTS, "kubectl_complete-whypending")
WEB = "web-6b7f9c4d5-zr5bk"
FORMATS = ["wide", "json", "yaml", "name"]  # and whatever has been added

# Names that are code to a shell, or that would be taken for something else.
HOSTILE = ["$(touch PWNED)", "`touch PWNED`", "x;touch PWNED", "x&touch PWNED", "x|touch${IFS}PWNED",
           "x\ntouch PWNED", "x\tabout", "a b", "*", "?", "~root", "{a,b}", "x'y", 'x"y', "x\\y",
           "\x1b]0;title\x07", "<(touch PWNED)", "!!", "=ls", ":4", "", "w\u202eeb", "x#y", "x\x00y"]


class TooOld(Skip):
    """Debian 12 has nothing newer, so it is no failure anywhere."""


class Place:
    """A folder with the program and kubectl's helper on the PATH, and shells that know no one."""

    def __init__(self, w):
        self.w = w
        self.bin = os.path.join(w.folder, "bin")
        self.work = os.path.join(w.folder, "work")
        os.makedirs(self.bin)
        os.makedirs(self.work)
        program = os.path.join(self.bin, "kubectl-whypending")
        with open(program, "w", encoding="utf-8") as f:
            f.write('#!/bin/sh\nexec %s "$@"\n' % " ".join(TOOL))
        os.chmod(program, 0o755)
        shutil.copy(PROXY_SCRIPT, self.bin)

    def env(self, kubeconfig=None, **more):
        env = {"PATH": self.bin + ":" + os.environ["PATH"], "HOME": self.w.folder, "LC_ALL": "C.UTF-8",
               "TERM": "dumb", "KUBECONFIG": kubeconfig or "/nonexistent"}
        env.update(more)
        return env


def ask(w, *words, kubeconfig=None, program=None, env=None):
    """Candidates and directive of __complete; nothing else may come out."""
    begun = time.monotonic()
    p = subprocess.run((program or TOOL + ["__complete"]) + list(words), capture_output=True,
                       timeout=120, env=env or w.place.env(kubeconfig), stdin=subprocess.DEVNULL,
                       check=False)
    check(p.returncode == 0 and not p.stderr, "%s: exit %d\n%s" % (words, p.returncode, p.stderr))
    lines = p.stdout.decode().split("\n")
    check(lines.pop() == "", "the last line does not end: %s" % p.stdout)
    check(re.match(r"^:\d+$", lines[-1]), "no directive: %s" % p.stdout)
    names = [x.split("\t")[0] for x in lines[:-1]]
    return names, int(lines[-1][1:]), time.monotonic() - begun


# ---- the scripts that are kept in the source are those that the program makes

def fresh(shell):
    def case(w):
        made = subprocess.run(TOOL + ["__completion", shell], capture_output=True, check=True).stdout
        with open(os.path.join(SCRIPTS, SCRIPT[shell]), "rb") as f:
            check(f.read() == made, "completions/%s is old: make generate" % SCRIPT[shell])
    return case


# ---- the protocol, without a cluster

def offline(w):
    demo = ("--demo", "-n", "shop")
    for words, wanted, directive in (
            (demo + ("web-6b7f9c4d5-z",), [WEB], 4 + 32),
            (demo + ("pod/web-6b7f9c4d5-z",), ["pod/" + WEB], 4 + 32),
            (demo + ("po", "web-6b7f9c4d5-z"), [WEB], 4 + 32),
            (demo + ("sts", ""), [], 4),
            (demo + ("deploy/we",), ["deploy/web"], 4),
            (demo + ("deployments.v1.apps", "we"), ["web"], 4),
            (demo + ("deploy",), ["deployment/"], 2 + 4 + 32),
            (demo + ("no/worker-a",), ["no/worker-a1", "no/worker-a2"], 4),
            (demo + ("-A", ""), [], 4),
            (("--demo", "-n", "sh"), ["shop"], 4),
            (("--demo", "--namespace", "sh"), ["shop"], 4),
            (("--demo", "--namespace=sh"), ["shop"], 4),
            (("--demo", "-nsh"), ["-nshop"], 4),
            (("--demo", "-n=sh"), ["shop"], 4),
            (("--demo", "-An"), [], 4),
            (("--nodes", ""), ["all", "near", "none"], 4),
            (("--nodes=n",), ["near", "none"], 4),
            (("--color", "a"), ["auto", "always"], 4),
            (("--demo=",), ["true", "false"], 4),
            (("--kubernetes-version", "1.3"), ["1.%d" % i for i in range(30, 37)], 4),
            (("--all-n",), ["--all-namespaces"], 4),
            (demo + ("--", "--all-n"), [], 4 + 32),
            (("--explain", "ImageNotFoundO"), ["ImageNotFoundOrDenied"], 4),
            (("--demo", "--what-if", "uncordon=worker-b"), ["uncordon=worker-b1", "uncordon=worker-b2"], 4),
            (("--what-if", "prio"), ["priority="], 2 + 4),
            (("--snapshot", ""), [], 0),
            (("-f", ""), [], 0),
            (("--rules", ""), [], 4 + 16),
            (("--server", ""), [], 4),
            (("--unknown-option", "--nodes", "a"), ["all"], 4),
            (("--wid",), [], 4)):
        names, got, _ = ask(w, *words)
        check(names == wanted and got & ~1 == directive,
              "%s: %s :%d, wanted %s :%d" % (words, names, got, wanted, directive))
    for words in (("-o", ""), ("--output=",)):
        names, _, _ = ask(w, *words)
        check(set(FORMATS) <= set(names), names)
    names, _, _ = ask(w, "-")
    check({"-n", "--namespace", "-o", "--output", "--demo"} <= set(names), names)
    check("--width" not in names, "hidden options are offered")
    check(ask(w, *demo, "web-")[0][0] == WEB, "the pod that is stuck is not the first")
    snapshot = ask(w, "--snapshot", w.snapshot, "-n", "shop", "web-6b7f9c4d5-z")[0]
    check(snapshot == [WEB], snapshot)


def kubeconfig_names(w):
    path = w.write("""{"apiVersion": "v1", "kind": "Config", "contexts": [
        {"name": "arn:aws:eks:eu-1:1:cluster/a", "context": {"namespace": "team-a", "cluster": "c", "user": "u"}},
        {"name": "prod@eu", "context": {"cluster": "c", "user": "u"}},
        {"name": "$(touch PWNED)", "context": {"cluster": "c", "user": "u", "namespace": "`x`"}}],
        "clusters": [{"name": "c1", "cluster": {"server": "https://127.0.0.1:1"}}],
        "users": [{"name": "u1", "user": {}}, {"name": "a b", "user": {}}]}""", ".json")
    for words, wanted in ((("--context", ""), ["arn:aws:eks:eu-1:1:cluster/a", "prod@eu"]),
                          (("--context=prod",), ["prod@eu"]), (("--cluster", ""), ["c1"]),
                          (("--user", ""), ["u1"]), (("-n", ""), ["team-a"])):
        for more, env in (((), path), (("--kubeconfig", path), None)):
            names = ask(w, *more, *words, kubeconfig=env)[0]
            check(names == wanted, "%s: %s" % (words, names))
    names = ask(w, "--kubeconfig", "~/" + os.path.basename(path), "--cluster", "")[0]
    check(names == ["c1"], "~ is not the home: %s" % names)


# ---- live names, and what they cost

def live(w):
    api = w.api()
    config = w.kubeconfig(api.url, namespace="shop")
    check(ask(w, "web-6b7f9c4d5-z", kubeconfig=config)[0] == [WEB], "pods of the context's namespace")
    paths = sorted(r.target for r in api.requests)
    check(paths == ["/api/v1/namespaces/shop/pods?fieldSelector=status.phase%3DPending&limit=500",
                    "/api/v1/namespaces/shop/pods?limit=500"], paths)
    check(ask(w, "-n", "sh", kubeconfig=config)[0] == ["shop"], "namespaces")
    check(ask(w, "deploy/we", kubeconfig=config)[0] == ["deploy/web"], "TYPE/NAME")
    check(ask(w, "-n", "data", "sts", "pos", kubeconfig=config)[0] == ["postgres"], "TYPE NAME")
    check(ask(w, "node", "worker-a1", kubeconfig=config)[0] == ["worker-a1"], "nodes")


def first_page_only(w):
    cluster = w.copy_of_cluster()
    for i in range(1200):
        cluster.put({"kind": "Pod", "metadata": {"name": "p%04d" % i, "namespace": "big"},
                     "spec": {}, "status": {"phase": "Pending" if i == 1100 else "Running"}})
    api = w.api(cluster)
    names = ask(w, "-n", "big", "", kubeconfig=w.kubeconfig(api.url))[0]
    check(names[0] == "p1100", "the pod that waits is not the first: %s" % names[:3])
    check(len([n for n in names if n.startswith("p0")]) == 500, len(names))
    check(len(api.requests) == 2, [r.target for r in api.requests])


def failures(w):
    """Silent, soon over, and a directive all the same."""
    slow, refusing, forbidding, broken = w.api(), w.api(), w.api(), w.api()
    slow.delay = 20
    refusing.tokens = {}
    forbidding.may = lambda user, t: False
    broken.fault = lambda r, h: Answer(200, b'{"kind": "PodList", "items": [{"metadata": ')
    busy = w.api()
    busy.fault = lambda r, h: Answer(429, status(429, "TooManyRequests", "later"), {"Retry-After": "30"})
    hang = w.write("#!/bin/sh\nsleep 60\n", mode=0o755)
    user = {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": hang,
                     "interactiveMode": "Never"}}
    for name, config in (("slow", w.kubeconfig(slow.url)), ("401", w.kubeconfig(refusing.url)),
                         ("403", w.kubeconfig(forbidding.url)), ("broken", w.kubeconfig(broken.url)),
                         ("429", w.kubeconfig(busy.url)),
                         ("nobody", w.kubeconfig("https://127.0.0.1:1")),
                         ("exec", w.kubeconfig(slow.url, user)),
                         ("no kubeconfig", None), ("wrong kubeconfig", w.write("{"))):
        names, directive, seconds = ask(w, "pod/", kubeconfig=config)
        check(names == [] and directive & 5 == 5, "%s: %s :%d" % (name, names, directive))
        check(seconds < 18, "%s takes %.1f s" % (name, seconds))


def hostile_cluster(w):
    cluster = w.copy_of_cluster()
    for i, name in enumerate(HOSTILE):
        for kind, spec in (("Pod", {}), ("Deployment", {"selector": {}, "template": {}})):
            cluster.put({"kind": kind, "metadata": {"name": name or "-%d" % i, "namespace": "shop"},
                         "spec": spec, "status": {"phase": "$(touch PWNED)"} if kind == "Pod" else {}})
        cluster.put({"kind": "Namespace", "metadata": {"name": name}})
    return w.api(cluster)


def hostile(w):
    config = w.kubeconfig(hostile_cluster(w).url, namespace="shop")
    plain = re.compile(r"^[A-Za-z0-9._:/@+=,%-]+$")
    for words in (("",), ("deployment/",), ("pod/",), ("-n", ""), ("--namespace=",)):
        p = subprocess.run(TOOL + ["__complete"] + list(words), capture_output=True, check=True,
                           env=w.place.env(config))
        for line in p.stdout.decode().split("\n")[:-2]:
            for part in line.split("\t"):
                check(plain.match(part) and part[0] != "-", "%s offers %r" % (words, line))
        check(b"PWNED" not in p.stdout, p.stdout)


# ---- kubectl

def plugin_helper(w):
    """As kubectl calls it: the words behind the plugin's name, the last one perhaps empty."""
    config = w.kubeconfig(w.api().url, namespace="shop")
    env = w.place.env(config)
    helper = [os.path.join(w.place.bin, "kubectl_complete-whypending")]
    for words, wanted in ((("",), None), (("web-6b7f9c4d5-z",), [WEB]), (("-n", "sh"), ["shop"]),
                          (("-n", "data", "statefulset/p"), ["statefulset/postgres"])):
        names = ask(w, *words, program=helper, env=env)[0]
        check(names == wanted or (wanted is None and WEB in names), "%s: %s" % (words, names))
    p = subprocess.run(helper + [""], env=dict(env, PATH="/usr/bin:/bin"), capture_output=True, check=False)
    check(p.returncode != 0 and not p.stdout or os.path.exists("/usr/bin/kubectl-whypending"),
          "without the program there are no names")


def kubectl_version(kubectl):
    p = subprocess.run([kubectl, "version", "--client"], capture_output=True, text=True, check=False)
    found = re.search(r"v1\.(\d+)", p.stdout)
    return int(found[1]) if found else 0


def need_kubectl():
    program = shutil.which("kubectl")
    if not program:
        raise Skip("there is no kubectl")
    if kubectl_version(program) < 26:
        raise TooOld("this kubectl is older than 1.26 and does not complete plugins")
    return program


def kubectl(w):
    """A real kubectl completes the plugin's words."""
    program = need_kubectl()
    config = w.kubeconfig(w.api().url, namespace="shop")
    for words, wanted, directive in (
            (("web-6b7f9c4d5-z",), [WEB], 36), (("-n", "sh"), ["shop"], 4),
            (("-n", "data", "sts/p"), ["sts/postgres"], 4), (("--nodes=n",), ["near", "none"], 4),
            (("--all-name",), ["--all-namespaces"], 4)):
        p = subprocess.run([program, "__complete", "whypending"] + list(words), capture_output=True,
                           text=True, env=w.place.env(config), timeout=120, check=False)
        lines = p.stdout.strip().split("\n")
        names = [x.split("\t")[0] for x in lines[:-1]]
        check(names == wanted and lines[-1] == ":%d" % directive, "%s: %s" % (words, p.stdout + p.stderr))


# ---- the shells

def need(shell):
    why = shells.missing(shell)
    if why:
        raise Skip(why)
    return os.path.join(SCRIPTS, SCRIPT[shell])


# What is typed, and what is offered; the same in every shell but for what readline cuts off.
LINES = (
    ("--demo -n sh", ["shop"]),
    ("--demo --namespace=sh", ["shop"]),
    ("--demo -n shop web-6b7f9c4d5-z", [WEB]),
    ("--demo -n shop deploy/we", ["deploy/web"]),
    ("--demo -n shop deploy we", ["web"]),
    ("--nodes ", ["all", "near", "none"]),
    ("--nodes=n", ["near", "none"]),
    ("--color=al", ["always"]),
    ("--kubernetes-version 1.35", ["1.35"]),
    ("--all-n", ["--all-namespaces"]),
    ("--explain ImageNotFoundO", ["ImageNotFoundOrDenied"]),
    ("--what-if prior", ["priority="]),
    ("--snapshot some", ["some file.json"]),
    ("--rules else", ["elsewhere/"]),
    ("--context prod", ["prod@eu"]),
    ("--token x", []),
)


def shell_config(w):
    return w.write("""{"apiVersion": "v1", "kind": "Config", "contexts": [{"name": "prod@eu",
        "context": {}}, {"name": "arn:aws:x", "context": {}}]}""", ".json")


def prepared(w):
    with open(os.path.join(w.place.work, "some file.json"), "w", encoding="utf-8") as f:
        f.write("{}")
    os.makedirs(os.path.join(w.place.work, "elsewhere"), exist_ok=True)
    return w.place.env(shell_config(w))


def bash_lists(w):
    script, env = need("bash"), prepared(w)
    for typed, wanted in LINES + (("--context arn:aws:", ["x"]), ("--demo --what-if uncordon=worker-b",
                                                                  ["worker-b1", "worker-b2"])):
        got = shells.bash_offers(script, "kubectl-whypending " + typed, env, w.place.work)
        wanted = [x.rstrip("/") if "--rules" in typed else x for x in wanted]  # readline adds the slash
        check(sorted(got) == sorted(wanted), "bash: %s: %s, wanted %s" % (typed, got, wanted))


def fish_lists(w):
    script, env = need("fish"), prepared(w)
    for typed, wanted in LINES:
        got = shells.fish_offers(script, "kubectl-whypending " + typed, env, w.place.work)
        if "=" in typed.split()[-1]:  # fish offers the whole word
            got = [x.split("=", 1)[1] for x in got]
        check(sorted(got) == sorted(wanted), "fish: %s: %s, wanted %s" % (typed, got, wanted))


# What Tab makes of a line on a terminal.
TYPED = (
    ("--demo -n sh", "--demo -n shop "),
    ("--demo --namespace=sh", "--demo --namespace=shop "),
    ("--demo -nsh", "--demo -nshop "),
    ("--demo -n shop web-6b7f9c4d5-z", "--demo -n shop " + WEB + " "),
    ("--demo -n shop deploym", "--demo -n shop deployment/"),
    ("--demo -n shop deploy/we", "--demo -n shop deploy/web "),
    ("--color al", "--color always "),
    ("--all-n", "--all-namespaces "),
    ("--what-if prio", "--what-if priority="),
    ("--demo --what-if uncordon=gp", "--demo --what-if uncordon=gpu-c1 "),
    ("--context arn:aws:", "--context arn:aws:x "),
    ("--snapshot some\\ f", "--snapshot some\\ file.json "),
    ("--cache-dir else", "--cache-dir elsewhere/"),
    ("--token x", "--token x"),
)


def terminal(shell, w, env, more=""):
    script = need(shell)
    env["REPORT"] = w.path("report")
    if shell == "bash":
        start = shells.BASH_START % (shells.PROMPT, shells.BASH_COMPLETION, script)
        words = ["bash", "--norc", "--noprofile", "-i"]
    else:
        start = shells.ZSH_START % (shells.PROMPT, SCRIPTS)
        words = ["zsh", "-f", "-i"]
    cwd = os.getcwd()
    os.chdir(w.place.work)
    try:
        return shells.Terminal(words, start + more, env, env["REPORT"])
    finally:
        os.chdir(cwd)


def typed_in(shell):
    def case(w):
        t = terminal(shell, w, prepared(w))
        for typed, wanted in TYPED:
            got = t.tab("kubectl-whypending " + typed)
            check(got == "kubectl-whypending " + wanted, "%s: %s: %r" % (shell, typed, got))
        t.tab("kubectl-whypending --demo -n shop web-", tabs=3)
        for _ in range(20):
            t.read(0.1)
        shown = t.seen.decode("utf-8", "replace")
        check(WEB in shown, "%s does not list the pods:\n%s" % (shell, shown))
        t.close()
    return case


def typed_through_kubectl(w):
    """Tab behind `kubectl whypending`, with kubectl's own script for bash."""
    need_kubectl()
    env = prepared(w)
    env["KUBECONFIG"] = w.kubeconfig(w.api().url, namespace="shop")
    t = terminal("bash", w, env, "source <(kubectl completion bash)\n")
    for typed, wanted in (("-n sh", "-n shop "), ("web-6b7f9c4d5-z", WEB + " "),
                          ("deploy/we", "deploy/web "), ("deploym", "deployment/"),
                          ("--nodes=al", "--nodes=all "), ("--all-n", "--all-namespaces ")):
        got = t.tab("kubectl whypending " + typed)
        check(got == "kubectl whypending " + wanted, "%s: %r" % (typed, got))
    t.close()


def hostile_in(shell):
    """Whatever the cluster calls its pods, Tab runs nothing."""
    def case(w):
        env = prepared(w)
        env["KUBECONFIG"] = w.kubeconfig(hostile_cluster(w).url, namespace="shop")
        if shell == "fish":
            for line in ("", "deployment/", "-n "):
                shells.fish_offers(need(shell), "kubectl-whypending " + line, env, w.place.work)
        else:
            t = terminal(shell, w, env)
            for line in ("", "x", "deployment/", "-n ", "--namespace="):
                t.tab("kubectl-whypending " + line, tabs=2)
            t.close()
        check(not os.path.exists(os.path.join(w.place.work, "PWNED")), "%s ran a name" % shell)
    return case


def cases():
    for shell in ("bash", "zsh", "fish"):
        yield "script of %s is fresh" % shell, fresh(shell)
    yield "offline", offline
    yield "kubeconfig", kubeconfig_names
    yield "live", live
    yield "first page only", first_page_only
    yield "failures", failures
    yield "hostile names", hostile
    yield "kubectl's helper", plugin_helper
    yield "kubectl", kubectl
    yield "bash offers", bash_lists
    yield "fish offers", fish_lists
    for shell in ("bash", "zsh"):
        yield "Tab in %s" % shell, typed_in(shell)
    yield "Tab in bash through kubectl", typed_through_kubectl
    for shell in ("bash", "zsh", "fish"):
        yield "hostile names in %s" % shell, hostile_in(shell)


def run(w):
    wanted = re.compile(os.environ.get("CASES", ""))
    no_skip = os.environ.get("WHYPENDING_NO_SKIP") == "1"
    passed, failed, skipped = 0, 0, []
    for name, function in cases():
        if not wanted.search(name):
            continue
        try:
            function(w)
        except Skip as e:
            if not no_skip or isinstance(e, TooOld):
                skipped.append("%s (%s)" % (name, e))
                continue
            print("FAIL %s\n%s" % (name, e))
            failed += 1
        except (Failure, AssertionError, subprocess.SubprocessError) as e:
            print("FAIL %s\n%s" % (name, e))
            failed += 1
        else:
            print("ok   %s" % name)
            passed += 1
    methods = {r.method for api in w.apis for r in api.requests} | {m for a in w.apis for m in a.methods}
    if methods - {"GET"}:
        print("FAIL other methods than GET: %s" % methods)
        failed += 1
    print("completion: %d passed, %d failed" % (passed, failed))
    for what in skipped:
        print("completion: SKIPPED %s" % what)
    return failed > 0


def main():
    w = World()
    w.place = Place(w)
    try:
        return run(w)
    finally:
        shutil.rmtree(w.folder, ignore_errors=True)


if __name__ == "__main__":
    sys.exit(main())
