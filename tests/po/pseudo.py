#!/usr/bin/env python3
"""A catalogue whose translations are the messages in full-width letters: template in, .po out.

What the program puts in (%s, {name}) and what a template leaves out ([ ]) stays as it is.
"""
import re
import sys

KEEP = re.compile(r'%(?:\d+\$)?[-+ #0]*[0-9*]*(?:\.[0-9*]+)?(?:hh|h|ll|l|z|j|t)?[a-zA-Z%]'
                  r'|\{[a-z_0-9]+\}|\\.')


def widen(text):
    """ASCII letters as U+FF21..., all else unchanged."""
    return "".join(chr(ord(c) + 0xFEE0) if c.isascii() and c.isalpha() else c for c in text)


def translate(text):
    out, at = [], 0
    for m in KEEP.finditer(text):
        out += [widen(text[at:m.start()]), m.group(0)]
        at = m.end()
    return "".join(out) + widen(text[at:])


def strings(lines):
    """The parts of an entry: {"msgid": [quoted text, ...], ...}."""
    parts, field = {}, None
    for line in lines:
        m = re.match(r'(msgctxt|msgid_plural|msgid|msgstr(?:\[\d\])?) (".*")$', line)
        if m:
            field = m.group(1)
            parts[field] = [m.group(2)]
        elif line.startswith('"'):
            parts[field].append(line)
    return parts


def main():
    head, *entries = sys.stdin.read().split("\n\n")
    print(head.replace('"MIME-Version', '"Plural-Forms: nplurals=2; plural=(n != 1);\\n"\n"MIME-Version'))
    for entry in entries:
        parts = strings(entry.splitlines())
        print()
        for field, lines in parts.items():
            if not field.startswith("msgstr"):
                print(field, "\n".join(lines))
        one = [translate(x) for x in parts["msgid"]]
        if "msgid_plural" in parts:
            print("msgstr[0]", "\n".join(one))
            print("msgstr[1]", "\n".join(translate(x) for x in parts["msgid_plural"]))
        else:
            print("msgstr", "\n".join(one))


main()
