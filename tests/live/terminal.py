"""-i on a real (pseudo) terminal: modes, signals, suspending, what is and is not written to it."""
import fcntl
import json
import os
import re
import select
import signal
import struct
import subprocess
import sys
import termios
import threading
import time

from bundle import forbid
from world import HERE, ROOT, TOOL, check

ENTER, LEAVE = b"\x1b[?1049h", b"\x1b[?1049l"
COLOR = re.compile(rb"\x1b\[[0-9;]*[34][0-7]m|\x1b\[[0-9;]*[34]8;5;")
POD = "web-6b7f9c4d5-zr5bk"
# How long something may take on a busy machine; whoever waits goes on as soon as it is there.
PATIENCE = 120


class Terminal:
    """The tool in the foreground of a terminal of its own."""

    def __init__(self, w, *args, env=None, stdin="-", size=(80, 24), stderr=None):
        self.master, self.slave = os.openpty()
        self.resize(*size)
        self.modes = termios.tcgetattr(self.slave)
        status_read, status_write = os.pipe()
        command_read, self.command = os.pipe()
        self.status = os.fdopen(status_read, "r")
        environment = {"PATH": os.environ["PATH"], "HOME": w.folder, "TERM": "xterm-256color",
                       "LC_ALL": "C.UTF-8"}
        environment.update(env or {})
        self.helper = subprocess.Popen(
            [sys.executable, os.path.join(HERE, "job.py"), str(status_write), str(command_read),
             stdin] + TOOL + ["-i"] + list(args), env=environment, start_new_session=True,
            stdin=self.slave, stdout=self.slave, stderr=stderr or self.slave, cwd=ROOT,
            pass_fds=(status_write, command_read))
        os.close(status_write)
        os.close(command_read)
        self.seen, self.lock, self.open = b"", threading.Lock(), True
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        self.pid = int(self.tell("pid").split()[1])

    def read(self):
        """All that is written; when nothing more is to come, what is left of it."""
        while True:
            open_ = self.open
            ready, _, _ = select.select([self.master], [], [], 0.1)
            if not ready and not open_:
                return
            try:
                data = os.read(self.master, 65536) if ready else b""
            except OSError:
                return
            with self.lock:
                self.seen += data

    def redraw_until(self, text, seconds=PATIENCE):
        """All of the screen again and again: ncurses writes only what differs."""
        until = time.monotonic() + seconds
        while True:
            self.type("\x0c")
            try:
                return self.expect(text, 0.5)
            except AssertionError:
                if time.monotonic() > until:
                    raise

    def resize(self, width, height):
        fcntl.ioctl(self.master, termios.TIOCSWINSZ, struct.pack("HHHH", height, width, 0, 0))

    def tell(self, wanted, seconds=PATIENCE):
        """The next line of the helper, which has to be that."""
        ready, _, _ = select.select([self.status], [], [], seconds)
        check(ready, "waited in vain for: %s\n%r" % (wanted, self.seen[-2000:]))
        line = self.status.readline().strip()
        check(re.fullmatch(wanted + ".*", line), "%s, not %s\n%r" % (line, wanted, self.seen[-2000:]))
        return line

    def expect(self, text, seconds=PATIENCE):
        """Waits for it in what was written since the last time."""
        pattern = re.compile(text.encode() if isinstance(text, str) else text, re.S)
        until = time.monotonic() + seconds
        while time.monotonic() < until:
            with self.lock:
                found = pattern.search(self.seen)
                if found:
                    before, self.seen = self.seen[:found.end()], self.seen[found.end():]
                    return before
            time.sleep(0.02)
        raise AssertionError("waited in vain for %r in %r" % (text, self.seen[-3000:]))

    def type(self, keys):
        os.write(self.master, keys.encode())

    def continue_(self):
        os.write(self.command, b"c")

    def kill(self, number):
        os.kill(self.pid, number)

    def is_sane(self):
        return termios.tcgetattr(self.slave)[:4] == self.modes[:4]

    def hang_up(self):
        self.open = False
        self.reader.join()
        os.close(self.slave)
        os.close(self.master)

    def end(self, wanted="exit 0"):
        self.tell(wanted)
        self.open = False
        self.reader.join()
        with self.lock:
            rest = self.seen
        sane = self.is_sane()
        self.close()
        check(sane, "the terminal's modes are not as they were")
        return rest

    def close(self):
        self.helper.wait()
        for fd in (self.master, self.slave, self.command):
            os.close(fd)
        self.status.close()


def leaves(w):
    t = Terminal(w, "--demo", "-A")
    start = t.expect("reindex-products")
    check(ENTER in start, "there is no screen of its own: %r" % start)
    check(not t.is_sane(), "keys are still echoed")
    t.type("q")
    rest = t.end()
    check(LEAVE in rest, "the screen is not given back: %r" % rest)


def ends_with(number):
    def case(w):
        t = Terminal(w, "--demo", "-A")
        t.expect("reindex-products")
        t.kill(number)
        check(LEAVE in t.end(), "the screen is not given back")
    return case


def control_c(w):
    t = Terminal(w, "--demo", "-A")
    t.expect("reindex-products")
    t.type("\x03")
    check(LEAVE in t.end(), "the screen is not given back")


def hangs_up(w):
    t = Terminal(w, "--demo", "-A")
    t.expect("reindex-products")
    t.hang_up()
    t.tell("exit 0")
    t.helper.wait()


def suspends(w):
    t = Terminal(w, "--demo", "-A")
    t.expect("reindex-products")
    for _ in range(3):
        t.type("\x1a")
        t.tell("stopped")
        t.expect(re.escape(LEAVE))
        check(t.is_sane(), "a stopped explorer leaves the terminal as it was")
        t.resize(100, 30)  # while nobody listens
        t.continue_()
        back = t.expect("reindex-products")
        check(ENTER in back, "it does not come back: %r" % back)
        check(not t.is_sane(), "keys are echoed when it is back")
    t.type("q")
    t.end()


def resizes(w):
    t = Terminal(w, "--demo", "-A")
    t.expect("reindex-products")
    for size in ((300, 100), (20, 5), (1, 1), (7, 2), (200, 3), (3, 200), (80, 24)):
        t.resize(*size)
        t.kill(signal.SIGWINCH)
        time.sleep(0.05)
    t.type("j\x0c")  # all of it anew
    t.expect("reindex-products")
    t.type("q")
    t.end()


def is_stopped_in_a_prompt(w):
    t = Terminal(w, "--demo", "-A")
    t.redraw_until("1/2.{0,6}5")  # all are there to be searched
    t.type("/ledger\r\r")
    t.redraw_until("payments/ledger-0.*fragmentation")
    t.type("/work")
    t.kill(signal.SIGTERM)
    t.end()


def without_colors(w):
    for env in ({"NO_COLOR": "1"}, {"TERM": "vt100"}, {"TERM": "xterm-mono"}):
        t = Terminal(w, "--demo", "-A", env=env)
        text = t.expect("reindex-products")
        t.type("jjzq")
        text += t.end()
        check(not COLOR.search(text), "%s has colours: %r" % (env, COLOR.search(text)))
        check(re.search(rb"\x1b\[[0-9;]*7m", text), "%s: nothing shows what is selected" % env)
    for env in ({"TERM": "xterm"}, {"TERM": "xterm-256color"}):
        t = Terminal(w, "--demo", "-A", env=env)
        text = t.expect("reindex-products")
        t.type("jjzq")
        text += t.end()
        check(COLOR.search(text), "%s has no colours" % env)
    t = Terminal(w, "--demo", "-A", "--color=never")
    t.expect("reindex-products")
    t.type("jjzq")
    check(not COLOR.search(t.end()), "--color=never has colours")


def only_ascii(w):
    t = Terminal(w, "--demo", "-A", env={"LC_ALL": "C"})
    text = t.expect("reindex-products")
    for key in "\r1234567?q":
        t.type(key)
        text += t.redraw_until(r"\x1b\[2J")
    t.type("Q")
    text += t.end()
    check(all(c < 0x80 for c in text), "LC_ALL=C gets %r" % [c for c in text if c >= 0x80][:10])


def nothing_raw(w):
    """The bytes of a hostile cluster between those that ncurses itself writes."""
    t = Terminal(w, "--snapshot", os.path.join(ROOT, "tests", "tui", "hostile.json"), "-n", "shop",
                 "web", size=(120, 40))
    text = t.expect("filter-failure")
    t.type("8\r")
    text += t.expect("x1b")
    t.type("Q")
    text += t.end()
    check(b"\x1b]" not in text, "a title is set: %r" % text)
    check(b"\x07" not in text, "the bell rings")
    check("\u202e".encode() not in text, "text runs backwards")


def snapshot_on_stdin(w):
    t = Terminal(w, "--snapshot", "-", "-A", stdin=w.snapshot)
    t.expect("reindex-products")
    t.type("r")
    t.expect("cannot be read again")
    t.type("q")
    t.end()


def no_terminal(w):
    r = w.run("-i", "--demo", "-A")
    check(r.code == 2 and "needs a terminal" in r.err, r)
    for args in (("-i", "--demo", "-o", "json"), ("-i", "--demo", "-f", w.snapshot),
                 ("-i", "--demo", "node/worker-a1")):
        r = w.run(*args)
        check(r.code == 2 and "-i" in r.err, r)
    for term, why in (("dumb", "cannot place text"), ("no-such", "is not known")):
        t = Terminal(w, "--demo", "-A", env={"TERM": term})
        t.expect(why)
        t.end("exit 2")


def wrong_names(w):
    t = Terminal(w, "--demo", "no-such-pod")
    text = t.expect('error: pod "no-such-pod" not found')
    check(ENTER not in text, "a screen is opened for nothing")
    t.end("exit 3")


def reads_again(w):
    cluster = w.copy_of_cluster()
    api = w.api(cluster)
    t = Terminal(w, "-n", "shop", POD, env={"KUBECONFIG": w.kubeconfig(api.url)}, size=(130, 30))
    t.expect("0 of 8 nodes fit")
    before = api.total + len(api.requests)
    node = json.loads(json.dumps(cluster.items["Node"]["", "worker-a1"][0])
                      .replace("worker-a1", "worker-a0"))
    cluster.put(node)
    t.type("jr")
    t.redraw_until("1 of 9 nodes fit")
    check(api.total + len(api.requests) > before, "nothing was asked for")
    t.type("Q")
    t.end()


def reading_fails(w):
    cluster = w.copy_of_cluster()
    api = w.api(cluster)
    t = Terminal(w, "-n", "shop", POD, env={"KUBECONFIG": w.kubeconfig(api.url)})
    t.expect("0 of 8 nodes fit")
    cluster.drop("Pod", "shop", POD)
    t.type("r")
    t.expect("not found")
    t.type("j3")  # what was known is still there
    t.expect("REQUIREMENT")
    t.type("Q")
    t.end()


def unknown(w):
    """What may not be read is marked, and is no pass."""
    api = w.api()
    forbid(api, r"/api/v1/persistentvolumes")
    t = Terminal(w, "-n", "data", "postgres-0", env={"KUBECONFIG": w.kubeconfig(api.url)},
                 size=(130, 30))
    t.expect(r"\?.{1,60}unknown")
    t.type("Q")
    t.end()


def gives_up(w):
    """Ctrl-C while the cluster is being read ends the reading, not the explorer."""
    api, slow = w.api(), threading.Event()

    def fault(_request, _handler):
        if slow.is_set():
            time.sleep(3)
    api.fault = fault
    t = Terminal(w, "-n", "shop", POD, env={"KUBECONFIG": w.kubeconfig(api.url)})
    t.expect("0 of 8 nodes fit")
    slow.set()
    t.type("r")
    t.expect("reading")
    t.type("\x03")
    t.expect("interrupted")
    slow.clear()
    t.type("3")
    t.expect("REQUIREMENT")
    slow.set()
    t.type("r")
    t.expect("reading")
    t.kill(signal.SIGTERM)
    t.end()


def follows(w):
    """--watch reads again by itself, and the place is kept."""
    cluster = w.copy_of_cluster()
    api = w.api(cluster)
    t = Terminal(w, "-w", "-n", "shop", POD, env={"KUBECONFIG": w.kubeconfig(api.url)},
                 size=(130, 30))
    t.expect("0 of 8 nodes fit")
    node = json.loads(json.dumps(cluster.items["Node"]["", "worker-a1"][0])
                      .replace("worker-a1", "worker-a0"))
    cluster.put(node)
    t.redraw_until("1 of 9 nodes fit")
    t.type("Q")
    t.end()


def cases():
    yield "-i: leaves the terminal as it was", leaves
    for name in ("SIGTERM", "SIGINT", "SIGHUP", "SIGQUIT", "SIGABRT", "SIGALRM", "SIGUSR1", "SIGUSR2"):
        yield "-i: " + name, ends_with(getattr(signal, name))
    yield "-i: Ctrl-C", control_c
    yield "-i: the terminal is gone", hangs_up
    yield "-i: suspended and continued", suspends
    yield "-i: sizes", resizes
    yield "-i: a signal while typing", is_stopped_in_a_prompt
    yield "-i: without colours", without_colors
    yield "-i: ASCII only", only_ascii
    yield "-i: nothing raw", nothing_raw
    yield "-i: a snapshot on standard input", snapshot_on_stdin
    yield "-i: no terminal", no_terminal
    yield "-i: a name that does not exist", wrong_names
    yield "-i: reads the cluster again", reads_again
    yield "-i: the pod is gone", reading_fails
    yield "-i: unknown", unknown
    yield "-i: a slow reading is given up", gives_up
    yield "-i: --watch", follows
