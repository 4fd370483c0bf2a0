"""What GitHub's own Markdown parser (cmark-gfm) makes of a report: only what we put there."""
import re
import subprocess
import xml.etree.ElementTree

NAMESPACE = "{http://commonmark.org/xml/1.0}"
# <emph> and <strong> are ours as well: their texts are fixed words, checked below.
ALLOWED = {"document", "heading", "paragraph", "list", "item", "text", "code", "code_block", "softbreak",
           "strong", "emph", "table", "table_header", "table_row", "table_cell", "html_block",
           "thematic_break"}
FOLD = re.compile(r"<details><summary>(?:[^<>]|<code>[A-Za-z0-9\-./ \u0080-\U0010ffff]*(?:&#[0-9]+;"
                  r"[A-Za-z0-9\-./ \u0080-\U0010ffff]*)*</code>)*</summary>\n|</details>\n")
# What a site may act on in a text outside of code: mentions, references, links, commits, emoji, maths.
ACTIVE = re.compile(r"[@#$!~^<>\[\]`*_\\|]|&(?!$)|https?:|www\.|:[a-z0-9_+]+:|[A-Za-z]\.[A-Za-z]|GH-[0-9]|"
                    r"\b[0-9a-f]{7,}\b|[\x00-\x1f\x7f-\x9f\u202a-\u202e\u2066-\u2069\u200b\u2028]")
OUR_PIPE = "|"


class Broken(Exception):
    pass


def parse(text):
    done = subprocess.run(["cmark-gfm", "-t", "xml", "-e", "table", "-e", "autolink", "-e", "strikethrough",
                           "-e", "tasklist", "-e", "footnotes"], input=text.encode(),
                          stdout=subprocess.PIPE, check=True)
    return xml.etree.ElementTree.fromstring(done.stdout.decode())


def texts(node):
    """The text of each block outside of code, code being a blank."""
    parts = []
    for child in node.iter():
        kind = child.tag.replace(NAMESPACE, "")
        if kind == "text":
            parts.append(child.text or "")
        elif kind == "code":
            parts.append(" ")
    return "".join(parts)


def check(text):
    if not text.endswith("\n") or text.endswith("\n\n"):
        raise Broken("not one newline at the end")
    root = parse(text)
    folds = 0
    for node in root.iter():
        kind = node.tag.replace(NAMESPACE, "")
        if kind not in ALLOWED:
            raise Broken("<%s> in the report: %r" % (kind, node.text or node.attrib))
        if kind == "html_block":
            if not FOLD.fullmatch(node.text):
                raise Broken("HTML: %r" % node.text)
            folds += -1 if node.text.startswith("</") else 1
        if kind in ("paragraph", "heading", "table_cell"):
            active = ACTIVE.search(texts(node).replace(OUR_PIPE, " "))
            if active:
                raise Broken("%r is open to the site in %r" % (active.group(), texts(node)[:300]))
        if kind in ("strong", "emph") and len(texts(node)) > 40:
            raise Broken("emphasis: %r" % texts(node))
        if kind == "table":
            widths = {len(row) for row in node}
            if len(widths) != 1:
                raise Broken("rows of different length: %s" % widths)
        if folds not in (0, 1, 2):
            raise Broken("a fold is not closed")
    if folds:
        raise Broken("a fold is not closed")
    return root
