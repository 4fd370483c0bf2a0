"""docs/architecture.svg from the includes of src/: who knows whom."""
import glob
import os
import re
from xml.sax.saxutils import escape

from common import ROOT, read

WORDS = {
    "cli": "options, wiring, exit status",
    "tui": "screens on a terminal",
    "explore": "the explorer's questions",
    "diagnose": "stage, cause, findings",
    "fetch": "API server, GET only",
    "bundle": "capture, redact",
    "advice": "fixes, moves, what-if",
    "render": "text, JSON, Markdown \u2026",
    "load": "bytes into the model",
    "rules": "what texts mean",
    "admission": "would it be created?",
    "replay": "the scheduler's filters",
    "report": "the result as data",
    "model": "the cluster as data",
    "base": "arenas, text, errors",
}
W, H, GAP_X, GAP_Y, EDGE = 176, 50, 200, 104, 24


def allowed():
    """The arrows that tests/lint/layers.sh lets through."""
    rows = re.findall(r'may\["([a-z]+)"\] = "([^"]*)"', read("tests", "lint", "layers.sh"))
    return {name: set(words.split()) for name, words in rows}


def included():
    """The arrows that there are."""
    found = {}
    for path in glob.glob(os.path.join(ROOT, "src", "*", "**", "*.[ch]"), recursive=True):
        me = os.path.relpath(path, os.path.join(ROOT, "src")).split(os.sep)[0]
        with open(path, encoding="utf-8") as f:
            for to in re.findall(r'^#[ \t]*include "([a-z]+)/', f.read(), re.M):
                if to != me:
                    found.setdefault(me, set()).add(to)
    return found


def direct(arrows):
    """Without those that follow from others: a knows b through c."""
    def reach(start, seen):
        for to in arrows.get(start, ()):
            if to not in seen:
                seen.add(to)
                reach(to, seen)
        return seen
    for a, targets in sorted(arrows.items()):
        for b in sorted(targets):
            if not any(b in reach(c, set()) for c in targets if c != b):
                yield a, b


def levels(arrows):
    """How far each folder is above base: the longest way down."""
    found = {}

    def level(name):
        if name not in found:
            found[name] = 1 + max((level(to) for to in arrows.get(name, ())), default=-1)
        return found[name]
    for name in sorted(arrows):
        level(name)
    return found


def layout(arrows):
    """{folder: (x, y)}: rows by level, the top first; in a row, near what it includes."""
    level, x = levels(arrows), {}
    rows = [sorted(n for n in level if level[n] == i) for i in range(max(level.values()) + 1)]
    widest = max(len(row) for row in rows)
    for row in rows:
        def wish(name):
            below = [x[to] for to in arrows.get(name, ()) if to in x and to not in ("base", "model")]
            return (sum(below) / len(below) if below else widest / 2, name)
        row.sort(key=wish)
        for i, name in enumerate(row):
            x[name] = (widest - len(row)) / 2 + i
    return {n: (EDGE + x[n] * GAP_X, EDGE + (len(rows) - 1 - level[n]) * GAP_Y) for n in level}


def arrow(places, a, b):
    """From the bottom of a box; over several rows from its side, around what is between them."""
    (ax, ay), (bx, by) = places[a], places[b]
    x1, y1, x2, y2 = ax + W / 2, ay + H, bx + W / 2, by - 3
    side = (bx > ax) - (bx < ax)
    if by - ay > GAP_Y and side:
        x1, y1 = x1 + side * W / 2, ay + H / 2
        x2 += side * W / 4
        bends = (x1 + side * W * 0.7, y1, x2 + side * W / 8, y2 - GAP_Y)
    else:
        x2 += max(-W / 3, min(W / 3, (x1 - x2) / 5))
        bends = (x1, y1 + 30, x2, y2 - 30)
    return ('<path d="M%.0f %.0f C%.0f %.0f %.0f %.0f %.0f %.0f" fill="none" stroke="#768390" stroke-width="1.4" '
            'marker-end="url(#tip)"/>\n' % ((x1, y1) + bends + (x2, y2)))


def box(places, name):
    x, y = places[name]
    return ('<rect x="%.0f" y="%.0f" width="%d" height="%d" rx="6" fill="#f6f8fa" stroke="#57606a"/>'
            '<text x="%.0f" y="%.0f" font-weight="bold" font-size="15">%s</text>'
            '<text x="%.0f" y="%.0f" font-size="12" fill="#57606a">%s</text>\n'
            % (x, y, W, H, x + W / 2, y + 21, name, x + W / 2, y + 39, escape(WORDS[name])))


def write():
    arrows = included()
    for name in arrows:
        if name not in WORDS:
            raise RuntimeError("docs/generate/architecture.py has no words for src/" + name)
        extra = arrows[name] - allowed().get(name, set())
        if extra:
            raise RuntimeError("%s includes %s against tests/lint/layers.sh" % (name, sorted(extra)))
    places = layout(arrows)
    width = max(x for x, _ in places.values()) + W + EDGE
    height = max(y for _, y in places.values()) + H + EDGE
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">\n'
            "<title>The folders of src/ and what each of them includes</title>\n"
            '<defs><marker id="tip" markerWidth="9" markerHeight="9" refX="7" refY="4" orient="auto">'
            '<path d="M0 0L8 4L0 8z" fill="#768390"/></marker></defs>\n'
            '<rect width="100%%" height="100%%" fill="#ffffff"/>\n'
            '<g font-family="Helvetica,Arial,DejaVu Sans,sans-serif" text-anchor="middle">\n%s%s</g>\n</svg>\n'
            % (width, height, width, height, "".join(arrow(places, a, b) for a, b in direct(arrows)),
               "".join(box(places, n) for n in sorted(places))))
