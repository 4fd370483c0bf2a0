"""Writes the pages and pictures that are made from something else:  python3 docs/generate
--check: writes nothing, and fails if one of them is not what it would be.
What cannot be made here, for want of a program, stays as it is.
WHYPENDING is the command to run."""
import os
import sys

import architecture
import bundles
import causes
import compare
import explorer
import pictures
import rbac
import rules
import schema
from common import ROOT

PAGES = {
    "bundles.md": bundles.write,
    "causes.md": causes.write,
    "rules.md": rules.write,
    "rbac.md": rbac.write,
    "json.md": schema.write,
    "architecture.svg": architecture.write,
    "comparison.md": compare.write,
    "pictures/explorer.svg": explorer.write,
}
PAGES.update({os.path.join("pictures", name): pictures.writer(name) for name in pictures.PICTURES})


def stale():
    """Pages that are not fresh, and pictures that nobody draws any more."""
    for name, write in sorted(PAGES.items()):
        path = os.path.join(ROOT, "docs", name)
        try:
            with open(path, encoding="utf-8") as f:
                wanted = write()
                if wanted is None or f.read() == wanted:
                    continue
        except OSError:
            pass
        yield name
    for name in sorted(os.listdir(os.path.join(ROOT, "docs", "pictures"))):
        if os.path.join("pictures", name) not in PAGES:
            yield os.path.join("pictures", name)


def main():
    if "--check" in sys.argv[1:]:
        bad = list(stale())
        for name in bad:
            print("docs/%s is stale: run `make docs`" % name)
        return bool(bad)
    for name, write in sorted(PAGES.items()):
        path = os.path.join(ROOT, "docs", name)
        os.makedirs(os.path.dirname(path), exist_ok=True)
        text = write()
        if text is None:
            print("docs/%s stays as it is: a program is missing that draws it" % name)
            continue
        with open(path, "w", encoding="utf-8") as f:
            f.write(text)
    return 0


if __name__ == "__main__":
    sys.exit(main())
