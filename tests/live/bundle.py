"""--capture and --redact of a live cluster: what could not be read stays unknown on another machine."""
import json
import os
import re

from world import NOW, check, check_run, difference, report
from server import Answer, status

JSON = ("-o", "json", "--now", NOW)


def forbid(api, *paths):
    wanted = [re.compile(p) for p in paths]
    api.fault = lambda r, h: (Answer(403, status(403, "Forbidden", "no"))
                              if any(p.fullmatch(r.path) for p in wanted) else None)


def replays(w, api, *args, redact=False):
    """A live run with --capture, then the bundle alone: the same exit status and report."""
    bundle = w.path(".bundle")
    live = w.ask(api, *args, *JSON, "--capture", bundle, *(["--redact"] if redact else []))
    subject = args
    if redact and args[0] not in ("-A", "-n"):
        item = json.loads(live.out)
        subject = (item["subject"]["name"], "-n", item["subject"]["namespace"])
    again = w.run(*subject, *JSON, "--snapshot", bundle)
    check(live.code == again.code, "%s\n%s\n%s" % (args, live, again))
    check(report(live) == report(again), "%s:\n%s" % (args, difference(report(live), report(again))))
    return live, bundle


def everything(w):
    api = w.api()
    for redact in (False, True):
        replays(w, api, "-A", redact=redact)
        for name, namespace in (("web-6b7f9c4d5-zr5bk", "shop"), ("postgres-0", "data"),
                                ("ledger-0", "payments"), ("cart-6d9f7b5c48-hq2zl", "shop")):
            replays(w, api, name, "-n", namespace, redact=redact)


def forbidden_stays_unknown(w):
    for paths in (["/api/v1/persistentvolumes"], ["/api/v1/nodes"],
                  ["/api/v1/pods", "/apis/storage.k8s.io/v1/storageclasses"],
                  [r"/apis/(storage|scheduling).k8s.io/v1/.*", "/api/v1/namespaces", "/api/v1/persistentvolumes"]):
        for redact in (False, True):
            api = w.api()
            forbid(api, *paths)
            live, bundle = replays(w, api, "postgres-0", "-n", "data", redact=redact)
            item = json.loads(live.out)
            check(item["unchecked"] or item["stage"] == "filter-failure" and
                  any(n["unchecked"] for n in item["replay"]["nodes"]), "%s\n%s" % (paths, live))
            with open(bundle, encoding="utf-8") as f:
                head = json.loads(f.readline())
            left = [k for k in head["coverage"] if k["coverage"] in ("none", "namespace") and "why" in k]
            check(left, head)
            check(not redact or "data" not in json.dumps(left), left)


def nothing_of_the_connection(w):
    api = w.api()
    bundle = w.path(".bundle")
    config = w.kubeconfig(api.url, namespace="payments")
    for redact in ([], ["--redact"]):
        r = w.run("ledger-0", "-o", "json", "--capture", bundle, *redact, kubeconfig=config)
        check_run(r, 1)
        with open(bundle, encoding="utf-8") as f:
            text = f.read()
        check('"token"' not in text and "127.0.0.1" not in text, "the connection is in the bundle")
        check(not redact or "payments" not in text + r.out + r.err, "the context's namespace is told")
        check(not redact or json.loads(r.out)["source"]["context"] != "test", r.out[:500])
        name = json.loads(r.out)["subject"]["name"]
        again = w.run(name, "-o", "json", "--snapshot", bundle)
        check(report(again) == report(r), "the namespace is not that of the bundle\n%s" % again)
        check(os.stat(bundle).st_mode & 0o777 == 0o600, "others may read it")
    r = w.run("ledger-0", "-v", "-o", "wide", "--redact", kubeconfig=config)
    check(r.code == 1 and not re.search("127.0.0.1|localhost|ledger|payments", r.out + r.err), r)


def errors_name_nothing(w):
    api = w.api()
    config = w.kubeconfig("https://api.acme-corp.example:6443")
    r = w.run("web", "-n", "shop", "--redact", "--request-timeout", "2s", kubeconfig=config)
    check(r.code == 3 and "acme" not in r.err, r)
    r = w.run("web", "-n", "shop", "--redact", "--context", "acme-corp", kubeconfig=config)
    check(r.code in (2, 3) and "acme" not in r.err, r)
    forbid(api, r"/api/v1/(namespaces/shop/)?pods.*")
    r = w.ask(api, "web-6b7f9c4d5-zr5bk", "-n", "shop", "--redact")
    check("web-6b7f9c4d5" not in r.out + r.err and "shop" not in r.out + r.err, r)


def cases():
    for function in (everything, forbidden_stays_unknown, nothing_of_the_connection, errors_name_nothing):
        yield "bundle: " + function.__name__.replace("_", " "), function
