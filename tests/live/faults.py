"""The fault table: what goes wrong, the line that says so, the exit status, and no hang."""
import json
import os
import re
import socket
import time

from world import Failure, check, check_run, one_line, report  # first: it finds the others
from server import Answer, status

POD = ("web-6b7f9c4d5-zr5bk", "-n", "shop")
LIMIT = ("--request-timeout", "2s")
# For faults that are noticed long before: a busy machine may need a while to pass on megabytes.
PATIENT = ("--request-timeout", "60s")
TIMED = ("no answer", "slow body", "429 for long", "500", "503", "reset in mid-body", "reset at once")
POD_PATH = "/api/v1/namespaces/shop/pods/web-6b7f9c4d5-zr5bk"
NODES = "/api/v1/nodes"


def on(path, act, times=None):
    """A fault for one path, so many times; act(request, handler) gives an Answer, None or True."""
    left = [times]

    def fault(r, handler):
        if r.path != path or left[0] == 0:
            return None
        if left[0] is not None:
            left[0] -= 1
        return act(r, handler)
    return fault


def answer(code, reason, message="something", **headers):
    named = {k.replace("_", "-"): v for k, v in headers.items()}
    return lambda r, h: Answer(code, status(code, reason, message), named)


def head(length):
    return (b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\n%sConnection: close\r\n\r\n"
            % (b"Content-Length: %d\r\n" % length if length else b""))


def reset_in_body(r, h):
    body = h.server.api.answer(r, "admin").body
    h.raw(head(len(body)) + body[:len(body) // 2])
    h.reset()
    return True


def truncated(r, h):
    body = h.server.api.answer(r, "admin").body
    return Answer(200, body[:len(body) // 2])


def endless_spaces(r, h):
    h.raw(head(0))
    while True:
        h.raw(b" " * 65536)


def endless_items(r, h):
    h.raw(head(0) + b'{"kind":"NodeList","apiVersion":"v1","metadata":{},"items":[')
    item = b'{"metadata":{"name":"n"}},' * 4096
    while True:
        h.raw(item)


def endless_item(r, h):
    h.raw(head(0) + b'{"kind":"NodeList","apiVersion":"v1","metadata":{},"items":[{"x":"')
    while True:
        h.raw(b"x" * 65536)


def endless_string(r, h):
    h.raw(head(0) + b'{"kind":"Pod","metadata":{"name":"')
    while True:
        h.raw(b"x" * 65536)


def endless_refusal(r, h):
    h.raw(b"HTTP/1.1 500 Oh\r\nContent-Type: text/plain\r\nConnection: close\r\n\r\n")
    while True:
        h.raw(b"x" * 65536)


def slow(r, h):
    body = h.server.api.answer(r, "admin").body
    h.raw(head(len(body)))
    for i in range(len(body)):
        h.raw(body[i:i + 1])
        time.sleep(0.05)
    return True


def silent(r, h):
    time.sleep(8)
    return Answer(503, b"too late")


def nothing(r, h):
    h.reset()
    return True


def captive(r, h):
    return Answer(200, b"<html><body>Please log in</body></html>", content_type="text/html")


def same_token(r, h):
    return Answer(200, {"kind": "NodeList", "apiVersion": "v1",
                        "metadata": {"continue": "round-and-round"}, "items": []})


def growing_loop(r, h):
    n = int(r.query.get("continue", "0"))
    return Answer(200, {"kind": "NodeList", "apiVersion": "v1",
                        "metadata": {"continue": str((n + 1) % 7 + 1)}, "items": []})


# name, fault, exit status, stderr; the subject itself is hit, so that this is the end.
SUBJECT = [
    ("401", on(POD_PATH, answer(401, "Unauthorized", "Unauthorized")), 3,
     r"does not accept the credentials of context test \(401 Unauthorized\)"),
    ("403", on(POD_PATH, answer(403, "Forbidden", "no")), 3,
     r'you cannot get resource "pods" in API group "" in the namespace "shop"'),
    ("404 of no API server", on(POD_PATH, lambda r, h: Answer(404, b"<h1>404", content_type="text/html")),
     3, r"answers 404 Not Found to /api/v1"),
    ("409", on(POD_PATH, answer(409, "Conflict")), 3, r"something \(409 Conflict\)"),
    ("410", on(POD_PATH, answer(410, "Expired", "too old")), 3, r"too old \(410 Gone\)"),
    ("429 for long", on(POD_PATH, answer(429, "TooManyRequests", "slow down", Retry_After="60")), 3,
     r"pause of 60 s: slow down \(429 Too Many Requests\)"),
    ("500", on(POD_PATH, answer(500, "InternalError", "etcd is down")), 3,
     r"etcd is down \(500 Internal Server Error\)"),
    ("503", on(POD_PATH, answer(503, "ServiceUnavailable", "not now", Retry_After="1")), 3,
     r"not now \(503 Service Unavailable\)"),
    ("reset in mid-body", on(POD_PATH, reset_in_body), 3, r"the connection to 127.0.0.1:\d+ broke"),
    ("reset at once", on(POD_PATH, nothing), 3, r"the connection to 127.0.0.1:\d+ broke"),
    ("truncated JSON", on(POD_PATH, truncated), 3, r"the answer to /api/v1/namespaces/shop/pods"),
    ("wrong content type", on(POD_PATH, lambda r, h: Answer(200, b"{}", content_type="text/plain")), 3,
     r"is text/plain, not JSON"),
    ("endless body", on(POD_PATH, endless_spaces), 3, r"is longer than 16777216 bytes"),
    ("endless string", on(POD_PATH, endless_string), 3, r"the answer of 127.0.0.1:\d+ is longer than 16777216 bytes"),
    ("endless refusal", on(POD_PATH, endless_refusal), 3, r"answers 500 .* does not stop"),
    ("slow body", on(POD_PATH, slow), 3, r"no answer from 127.0.0.1:\d+ within 2 s"),
    ("no answer", on(POD_PATH, silent), 3, r"no answer from 127.0.0.1:\d+ within 2 s"),
    ("captive portal", on(POD_PATH, captive), 3, r"is text/html, not JSON: .*log-in page"),
    ("redirect", on(POD_PATH, lambda r, h: Answer(302, b"", {"Location": "https://evil.test/x?token=1"})),
     3, r"redirects to https://evil.test/x \(302\), which is not followed"),
    ("200 with a Status", on(POD_PATH, lambda r, h: Answer(200, status(500, "X", "surprise"))), 3,
     r"is no data: the server said: surprise"),
    ("another object", on(POD_PATH, lambda r, h: Answer(200, {
        "kind": "Pod", "apiVersion": "v1", "metadata": {"name": "other", "namespace": "shop"}})), 3,
     r"is not what was asked for"),
    ("another kind", on(POD_PATH, lambda r, h: Answer(200, {
        "kind": "Node", "apiVersion": "v1", "metadata": {"name": "web-6b7f9c4d5-zr5bk"}})), 3,
     r"is not what was asked for"),
]

# The nodes are hit: the stage is still told, and the report says what could not be read.
NODE_LIST = [
    ("403", answer(403, "Forbidden", "no"), '^cannot list resource "nodes" in API group "" at the cluster scope$'),
    ("404", lambda r, h: Answer(404, b"404 page not found", content_type="text/plain"), "404 Not Found"),
    ("500", answer(500, "InternalError", "etcd is down"), "etcd is down"),
    ("reset in mid-body", reset_in_body, "broke"),
    ("truncated JSON", truncated, "the answer to /api/v1/nodes"),
    ("continue token loop", same_token, "never end"),
    ("continue token circle", growing_loop, "never end"),
    ("endless items", endless_items, "more than 1000000 nodes|no answer .* within 6 s"),
    ("endless item", endless_item, "goes on without an object"),
    ("200 with a Status", lambda r, h: Answer(200, status(500, "X", "surprise")), "surprise"),
    ("no list", lambda r, h: Answer(200, {"kind": "Node", "metadata": {"name": "n"}}), "not what was asked"),
    ("another list", lambda r, h: Answer(200, {"kind": "PodList", "apiVersion": "v1", "items": []}),
     "it is a PodList"),
]

# Hit once or twice, then all is well: the same report as without.
PASSING = [
    ("429 with Retry-After", answer(429, "TooManyRequests", "slow down", Retry_After="1"), 1),
    ("503 twice", answer(503, "ServiceUnavailable"), 2),
    ("500 once", answer(500, "InternalError"), 1),
    ("reset in mid-body", reset_in_body, 2),
    ("reset at once", nothing, 1),
    ("401, then renewed", None, 1),
]


def subject_case(name, fault, code, err):
    def case(w):
        api = w.api()
        api.fault = fault
        r = w.ask(api, *POD, *(LIMIT if name in TIMED else PATIENT))
        check_run(r, code, err)
        one_line(r)
        check(r.seconds < 30, "took %.1f s" % r.seconds)
        check(not r.out, "something on stdout\n%s" % r)
    return case


def nodes_case(act, why):
    def case(w):
        api = w.api()
        api.fault = on(NODES, act)
        r = w.ask(api, *POD, "--request-timeout", "6s", "-o", "json")
        check_run(r, 1)
        o = report(r)
        check(o["stage"] == "filter-failure", o["stage"])
        whys = [u["why"] for u in o["unchecked"] if u["what"] == "nodes"]
        check(whys and re.search(why, whys[0]), "%r is not in %r\n%s" % (why, o["unchecked"], r.err))
    return case


def passing_case(act, times):
    def case(w):
        api = w.api()
        expected = report(w.ask(api, *POD, "-o", "json", "--now", "2026-06-10T08:30:00Z"))
        api.reset()
        api.fault = on(NODES, act, times)
        r = w.ask(api, *POD, "-o", "json", "--now", "2026-06-10T08:30:00Z")
        check_run(r, 1, r"^$")
        check(report(r) == expected, "another report than without the fault\n%s" % r)
        check(sum(q.path == NODES for q in api.requests) == times + 1, "wrong number of tries")
    return case


def closed_port():
    with socket.create_server(("127.0.0.1", 0)) as s:
        return s.getsockname()[1]


def refused(w):
    r = w.run(*POD, kubeconfig=w.kubeconfig("https://127.0.0.1:%d" % closed_port()))
    check_run(r, 3, r"cannot connect to 127.0.0.1:\d+: Connection refused")
    one_line(r)


def unknown_host(w):
    r = w.run(*POD, "--request-timeout", "5s", kubeconfig=w.kubeconfig("https://no-such-host.invalid:6443"))
    check_run(r, 3, r"unknown host no-such-host.invalid:6443|no connection to no-such-host")
    one_line(r)


def certificate_case(names, dates, err, ca=None, **kwargs):
    def case(w):
        issuer = w.other_ca if ca == "other" else w.ca
        with w.lock:
            name = "server-%d" % (len(os.listdir(issuer.folder)))
            cert = issuer.issue(name, names, subject="/CN=api server", **dates)
        api = w.api(cert=cert)
        r = w.ask(api, *POD, *LIMIT)
        check_run(r, 3, err)
        one_line(r)
    return case


def client_certificate(w):
    api = w.api(client_ca=w.ca.cert)
    with w.lock:
        good = w.ca.issue("client", subject="/O=team/CN=jane")
        bad = w.other_ca.issue("client", subject="/CN=mallory")

    def config(pair):
        user = {"client-certificate": pair[0], "client-key": pair[1]} if pair else {}
        return w.kubeconfig(api.url, user)
    check_run(w.run(*POD, kubeconfig=config(good)), 1, r"^$", "no node fits")
    r = w.run(*POD, *LIMIT, kubeconfig=config(bad))
    check_run(r, 3, r"does not accept the client certificate")
    one_line(r)
    r = w.run(*POD, *LIMIT, kubeconfig=config(None))
    check_run(r, 3, r"as with a server that wants a client certificate")
    one_line(r)


def proxy_down(w):
    api = w.api()
    url = "http://user:geheim@127.0.0.1:%d" % closed_port()
    r = w.run(*POD, kubeconfig=w.kubeconfig(api.url, **{"proxy-url": url}))
    check_run(r, 3, r"cannot connect to the proxy 127.0.0.1:\d+: Connection refused")
    one_line(r)
    check("geheim" not in r.err, "a password is shown")


def expired_token(w):
    """410 for the second page: from the first page on again, and the same report."""
    api = w.api()
    args = POD + ("-o", "json", "--chunk-size", "3", "--now", "2026-06-10T08:30:00Z")
    # before 1.33 pods are read in pages
    api.cluster = w.copy_of_cluster(version="v1.32.2")
    expected = report(w.ask(api, *args))
    for times in (1, 2, None):
        api.reset()
        left = [times]

        def gone(r, h, left=left):
            if r.path != "/api/v1/pods" or "continue" not in r.query or left[0] == 0:
                return None
            if left[0] is not None:
                left[0] -= 1
            return Answer(410, status(410, "Expired", "The provided continue parameter is too old"))
        api.fault = gone
        r = w.ask(api, *args)
        check_run(r, 1, r"^$")
        check(report(r) == expected, "another report after %s times 410" % times)


def exec_case(script, err, timeout=60):
    def case(w):
        api = w.api()
        command = script and w.write("#!/bin/sh\n" + script, ".sh", 0o700)
        user = {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command":
                         command or "no-such-credential-plugin", "interactiveMode": "Never",
                         "installHint": "install it from the shop"}}
        r = w.run(*POD, "--request-timeout", "2s", kubeconfig=w.kubeconfig(api.url, user),
                  timeout=timeout)
        check_run(r, 3, err)
        check(r.err.count("error: ") == 1, "not one line\n%s" % r)
        check(not api.requests, "something was sent without credentials")
    return case


def exec_good(w):
    """A plugin's token is sent, and renewed once after a 401."""
    api = w.api()
    api.tokens = {"Bearer second": "admin"}
    mark = w.path()
    answer_ = {"apiVersion": "client.authentication.k8s.io/v1", "kind": "ExecCredential",
               "status": {"token": "TOKEN"}}
    script = ("#!/bin/sh\nt=first; [ -e %s ] && t=second; : >%s\n"
              "printf '%%s' '%s' | sed \"s/TOKEN/$t/\"\n" % (mark, mark, json.dumps(answer_)))
    command = w.write(script, ".sh", 0o700)
    user = {"exec": {"apiVersion": "client.authentication.k8s.io/v1", "command": command,
                     "interactiveMode": "Never"}}
    r = w.run(*POD, kubeconfig=w.kubeconfig(api.url, user))
    check_run(r, 1, r"^$", "no node fits")
    sent = {q.headers.get("Authorization") for q in api.requests}
    check(sent == {"Bearer first", "Bearer second"}, sent)


def not_found(w):
    cluster = w.copy_of_cluster()
    cluster.drop("Pod", "shop", POD[0])
    r = w.ask(w.api(cluster), *POD)
    check_run(r, 3, r'pod "web-6b7f9c4d5-zr5bk" not found in namespace shop; did you mean')
    one_line(r)


def many_failures(w):
    """Everything but the subject is refused at random; there is always an answer."""
    for step in (2, 3, 5):
        api = w.api()

        def fault(r, h, step=step):
            if r.path in (POD_PATH, "/version") or r.number % step:
                return None
            return Answer(403, status(403, "Forbidden", "no"))
        api.fault = fault
        r = w.ask(api, *POD, "-o", "json")
        if r.code not in (1, 3):
            raise Failure("exit %d\n%s" % (r.code, r))
        report(r)


def cases():
    for name, fault, code, err in SUBJECT:
        yield "subject: " + name, subject_case(name, fault, code, err)
    for name, act, why in NODE_LIST:
        yield "nodes: " + name, nodes_case(act, why)
    for name, act, times in PASSING:
        if act:
            yield "passing: " + name, passing_case(act, times)
    yield "subject: 404", not_found
    yield "connection refused", refused
    yield "unknown host", unknown_host
    past = {"dates": ("20200101000000Z", "20200201000000Z")}
    future = {"dates": ("20480101000000Z", "20490101000000Z")}
    here = ["IP:127.0.0.1"]
    yield "expired certificate", certificate_case(here, past, r"is not accepted: it has expired")
    yield "certificate of the future", certificate_case(here, future, r"it is not valid yet")
    yield "wrong host name", certificate_case(["DNS:other.test"], {}, r"it is for another host name")
    yield "unknown CA", certificate_case(here, {}, r"signed by a CA that the kubeconfig does not trust",
                                         ca="other")
    yield "client certificate", client_certificate
    yield "proxy down", proxy_down
    yield "410 in mid-list", expired_token
    yield "exec plugin fails", exec_case("echo no luck >&2; exit 7\n", r"(exit code|exit status|failed|ended).*7")
    yield "exec plugin hangs", exec_case("sleep 100\n", r"error: .*within|time|hang")
    yield "exec plugin talks rubbish", exec_case("echo hello\n", r"error: ")
    yield "exec plugin says nothing", exec_case("exit 0\n", r"error: ")
    yield "exec plugin is missing", exec_case(None, r"install it from the shop|no-such-credential-plugin")
    yield "exec plugin works", exec_good
    yield "refusals at random", many_failures
