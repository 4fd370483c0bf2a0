"""What the writers share: where things are, runs of the tool, Markdown."""
import os
import shlex
import subprocess

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
COMMAND = shlex.split(os.environ.get("WHYPENDING", os.path.join(ROOT, "kubectl-whypending")))
STAGES = [("not-created", "the object is there, its pods are not: quota, admission, suspended, paused"),
          ("gated", "scheduling gates hold the pod back"),
          ("queue-wait", "the scheduler has not decided yet, or will try again"),
          ("filter-failure", "no node passes the scheduler's filters"),
          ("fragmentation", "enough is free in all, but on no node in one piece"),
          ("preempting", "other pods are being evicted for it"),
          ("bind-wait", "a node is chosen; a volume is made, bound or attached"),
          ("post-bind", "it has a node, and the kubelet does not get it running"),
          ("running-not-ready", "it runs, and its readiness probes or gates do not pass")]


def read(*path):
    with open(os.path.join(ROOT, *path), encoding="utf-8") as f:
        return f.read()


def load_yaml(*path):
    return yaml.safe_load(read(*path))


def run(*args):
    """What the tool prints; no clock, terminal or locale of this machine is in it."""
    done = subprocess.run(COMMAND + list(args), cwd=ROOT, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                          stderr=subprocess.PIPE, env={"LC_ALL": "C"})
    if done.returncode not in (0, 1) or not done.stdout:
        raise RuntimeError("%s: exit status %d: %s" % (" ".join(args), done.returncode, done.stderr.decode()))
    return done.stdout.decode("utf-8")


def cell(text):
    """A text of ours in a table of Markdown."""
    return " ".join(text.split()).replace("|", "\\|").replace("<", "&lt;")


def table(head, rows):
    lines = ["| %s |" % " | ".join(head), "|%s|" % "|".join("---" for _ in head)]
    return "\n".join(lines + ["| %s |" % " | ".join(row) for row in rows]) + "\n"


def made_from(what):
    return "<!-- Made from %s by `make docs`; edit that instead. -->\n" % what
