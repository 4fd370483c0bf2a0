"""docs/pictures/*.svg: what a terminal shows, drawn from the coloured output of the sample cluster."""
import re
import unicodedata
from xml.sax.saxutils import escape

from common import run

WIDTH = 100
CELL, LINE, MARGIN, BAR = 7.8, 17, 14, 30
BASIC = {31: "#ff7b72", 32: "#7ee787", 33: "#e3b341", 36: "#79c0ff"}
PLAIN, DIM, BOLD = "#d0d7de", "#8b949e", "#ffffff"
PICTURES = {
    "list.svg": ("kubectl whypending --demo -A", ["--demo", "-A"]),
    "fragmentation.svg": ("kubectl whypending --demo -n payments ledger-0", ["--demo", "-n", "payments", "ledger-0"]),
    "taint.svg": ("kubectl whypending --demo -n ml notebook-ines", ["--demo", "-n", "ml", "notebook-ines"]),
    "image.svg": ("kubectl whypending --demo -n shop catalog-84d6f5c9b7-w9trc",
                  ["--demo", "-n", "shop", "catalog-84d6f5c9b7-w9trc"]),
}


def columns(text):
    return sum(0 if unicodedata.combining(c) else 2 if unicodedata.east_asian_width(c) in "WF" else 1
               for c in text)


def palette(n):
    """A colour of the 256, beyond the first 16."""
    if n >= 232:
        return "#%02x%02x%02x" % ((8 + 10 * (n - 232),) * 3)
    levels = (0, 95, 135, 175, 215, 255)
    n -= 16
    return "#%02x%02x%02x" % (levels[n // 36], levels[n // 6 % 6], levels[n % 6])


class Pen:
    """What escape sequences have set; it lasts from line to line."""

    def __init__(self):
        self.reset()

    def reset(self):
        self.front = self.back = None
        self.bold = self.dim = False

    def set(self, numbers):
        while numbers:
            n = numbers.pop(0)
            if n == 0:
                self.reset()
            elif n in (1, 2):
                self.bold, self.dim = n == 1, n == 2
            elif n in (38, 48):
                color = palette(numbers[1])
                del numbers[:2]
                self.front, self.back = (color, self.back) if n == 38 else (self.front, color)
            elif n == 39:
                self.front = None
            elif n == 49:
                self.back = None
            else:
                self.front = BASIC[n]

    def color(self):
        return self.front or (DIM if self.dim else BOLD if self.bold else PLAIN)


def runs(line, pen):
    """(colour, background, bold, text) by the escape sequences of a line."""
    for part in re.split(r"(\x1b\[[0-9;]*m)", line):
        if part.startswith("\x1b["):
            pen.set([int(n or 0) for n in part[2:-1].split(";")])
        elif part:
            yield pen.color(), pen.back, pen.bold, part


def draw_line(line, y, pen):
    """Each word at its own place, so that a font of another width moves nothing."""
    column, out, back = 0, [], []
    for color, behind, bold, text in runs(line, pen):
        if behind:
            back.append('<rect x="%.1f" y="%d" width="%.1f" height="%d" fill="%s"/>' %
                        (MARGIN + column * CELL, y - LINE + 4, columns(text) * CELL, LINE, behind))
        for word in re.findall(r" +|[^ ]+", text):
            if word[0] != " ":
                out.append('<tspan x="%.1f" fill="%s"%s textLength="%.1f">%s</tspan>' %
                           (MARGIN + column * CELL, color, ' font-weight="bold"' if bold else "",
                            columns(word) * CELL, escape(word)))
            column += columns(word)
    return "".join(back) + ('<text y="%d">%s</text>\n' % (y, "".join(out)) if out else "")


def draw(command, text):
    lines = ["\x1b[2m$\x1b[0m " + command] + text.rstrip("\n").split("\n")
    width, height = 2 * MARGIN + WIDTH * CELL, BAR + len(lines) * LINE + MARGIN
    pen = Pen()
    body = "".join(draw_line(line, BAR + (i + 1) * LINE - 4, pen) for i, line in enumerate(lines))
    dots = "".join('<circle cx="%d" cy="15" r="5" fill="%s"/>' % (18 + i * 18, color)
                   for i, color in enumerate(("#ff5f57", "#febc2e", "#28c840")))
    return ('<svg xmlns="http://www.w3.org/2000/svg" width="%d" height="%d" viewBox="0 0 %d %d" role="img">\n'
            "<title>%s</title>\n"
            '<rect width="100%%" height="100%%" rx="8" fill="#0d1117"/>%s\n'
            '<g font-family="ui-monospace,SFMono-Regular,Menlo,Consolas,DejaVu Sans Mono,monospace" '
            'font-size="13" lengthAdjust="spacingAndGlyphs">\n%s</g>\n</svg>\n'
            % (width, height, width, height, escape(command), dots, body))


def writer(name):
    command, args = PICTURES[name]
    return lambda: draw(command, run(*args, "--color=always", "--width=%d" % WIDTH))
