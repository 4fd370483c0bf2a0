#!/usr/bin/env python3
"""The whole tool against live API servers of our own: every request that ever reaches one of them
has to be a GET.  WHYPENDING is the command to run; CASES a regular expression for names; with
WHYPENDING_NO_SKIP=1 a case that cannot run here (no kubectl, no python3-h2) fails."""
import concurrent.futures
import os
import re
import shutil
import sys
import traceback

import bundle
import faults
import features
import parity
import terminal
from world import Failure, Skip, World


def main():
    w = World()
    wanted = re.compile(os.environ.get("CASES", ""))
    cases = [c for part in (faults, features, parity, terminal, bundle) for c in part.cases() if wanted.search(c[0])]
    no_skip = os.environ.get("WHYPENDING_NO_SKIP") == "1"
    failed, skipped = 0, []

    def one(case):
        name, function = case
        try:
            function(w)
            return name, "ok  ", None
        except Skip as e:
            return name, "FAIL" if no_skip else "skip", str(e)
        except Failure as e:
            return name, "FAIL", str(e)
        except Exception:  # pylint: disable=broad-except
            return name, "FAIL", traceback.format_exc()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for name, result, why in pool.map(one, cases):
            print("%s %s" % (result, name))
            if why:
                print(why)
            failed += result == "FAIL"
            if result == "skip":
                skipped.append("%s (%s)" % (name, why))
    methods, requests = set(), 0
    for api in w.apis:
        requests += api.total + len(api.requests)
        api.reset()
        methods |= api.methods
    shutil.rmtree(w.folder, ignore_errors=True)
    if methods - {"GET"}:
        print("FAIL other methods than GET have left the program: %s" % methods)
        failed += 1
    else:
        print("ok   %d requests on %d servers, all GET" % (requests, len(w.apis)))
    print("live: %d passed, %d failed" % (len(cases) + 1 - failed - len(skipped), failed))
    for what in skipped:
        print("live: SKIPPED %s" % what)
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
