#!/usr/bin/env python3
"""The whole tool against live API servers of our own: every request that ever reaches one of them
has to be a GET.  WHYPENDING is the command to run; CASES a regular expression for names."""
import concurrent.futures
import os
import re
import shutil
import sys
import traceback

import faults
import features
from world import Failure, World


def main():
    w = World()
    wanted = re.compile(os.environ.get("CASES", ""))
    cases = [c for part in (faults, features) for c in part.cases() if wanted.search(c[0])]
    failed = 0

    def one(case):
        name, function = case
        try:
            function(w)
            return name, None
        except Failure as e:
            return name, str(e)
        except Exception:  # pylint: disable=broad-except
            return name, traceback.format_exc()
    with concurrent.futures.ThreadPoolExecutor(4) as pool:
        for name, problem in pool.map(one, cases):
            print("%s %s" % ("FAIL" if problem else "ok  ", name))
            if problem:
                print(problem)
                failed += 1
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
    print("live: %d passed, %d failed" % (len(cases) + 1 - failed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
