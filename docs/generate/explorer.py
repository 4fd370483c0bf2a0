"""docs/pictures/explorer.svg: the explorer on a terminal of tmux, after some keys."""
import os
import re
import shutil
import subprocess
import time

import pictures
from common import COMMAND, ROOT

ARGS = ["-i", "--demo", "-n", "payments", "ledger-0"]
# The screen of what-if, and its second change ticked; what shows that a key has been heard.
KEYS = [("4", "SUPPOSE"), ("Down", " 2/"), ("Space", "[x]")]
HEIGHT = 26
WAIT = 20  # seconds at most


def tmux(*args):
    return subprocess.run(["tmux", "-L", "whypending-docs-%d" % os.getpid(), "-f", "/dev/null"] + list(args),
                          cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, check=True,
                          env={"PATH": os.environ["PATH"], "HOME": "/nonexistent", "LC_ALL": "C.UTF-8",
                               "TERM": "xterm-256color", "SHELL": "/bin/sh"}).stdout.decode()


def settled(wanted):
    """The screen once it has the text and does not change any more."""
    before, since = None, time.monotonic()
    while time.monotonic() - since < WAIT:
        now = tmux("capture-pane", "-p", "-e", "-t", "picture")
        if now == before and wanted in re.sub(r"\x1b\[[0-9;]*m", "", now):
            return now
        before = now
        time.sleep(0.3)
    raise RuntimeError("the explorer does not come to rest")


def write():
    if not shutil.which("tmux"):
        return None
    tmux("new-session", "-d", "-s", "picture", "-x", str(pictures.WIDTH), "-y", str(HEIGHT), *COMMAND, *ARGS)
    try:
        settled("ledger-0")
        for key, wanted in KEYS:
            tmux("send-keys", "-t", "picture", key)
            screen = settled(wanted)
    finally:
        tmux("kill-server")
    return pictures.draw("kubectl whypending " + " ".join(ARGS), screen)
