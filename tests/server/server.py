"""A small kube-apiserver for tests: reads only, TLS, pages, and faults on command.

Every request is recorded, whatever its method; anything but GET is answered 405.
"""
import email.utils
import gzip
import json
import socket
import ssl
import threading
import time
import urllib.parse
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

from objects import Target, discovery

GZIP_FROM = 128 * 1024  # as kube-apiserver


def status(code, reason, message):
    return {"kind": "Status", "apiVersion": "v1", "metadata": {}, "status": "Failure",
            "message": message, "reason": reason, "code": code}


class Request:
    """What came in, and when; `round` is 1 + the most rounds that were answered before it."""

    def __init__(self, method, path, headers, number, round_):
        self.method, self.target, self.headers = method, path, headers
        self.number, self.round = number, round_
        parts = urllib.parse.urlsplit(path)
        self.path = parts.path
        self.query = dict(urllib.parse.parse_qsl(parts.query, keep_blank_values=True))


class Answer:
    def __init__(self, code=200, body=b"", headers=None, content_type="application/json"):
        self.code, self.headers = code, dict(headers or {})
        self.body = json.dumps(body).encode() if isinstance(body, dict) else body
        self.content_type = content_type


class Handler(BaseHTTPRequestHandler):
    protocol_version = "HTTP/1.1"
    wbufsize = 65536

    def log_message(self, *args):
        pass

    def note(self):
        api = self.server.api
        with api.lock:
            r = Request(self.command, self.path, dict(self.headers.items()), len(api.requests) + 1,
                        api.answered_rounds + 1)
            api.requests.append(r)
        return r

    def answered(self, r):
        with self.server.api.lock:
            self.server.api.answered_rounds = max(self.server.api.answered_rounds, r.round)

    def refuse(self):
        self.note()
        self.send(Answer(405, status(405, "MethodNotAllowed", "only GET is served here")))
        self.close_connection = True

    do_POST = do_PUT = do_PATCH = do_DELETE = do_HEAD = do_OPTIONS = do_CONNECT = refuse

    def do_GET(self):
        api = self.server.api
        r = self.note()
        if api.delay:
            time.sleep(api.delay)
        fault = api.fault
        if fault:
            answer = fault(r, self)
            if answer is True:  # the fault has written what it wanted
                self.answered(r)
                return
        else:
            answer = None
        self.answered(r)
        self.send(answer or api.answer(r, self.identity()))

    def identity(self):
        """User name, from a client certificate or a token; None: refused."""
        api = self.server.api
        cert = self.connection.getpeercert() if isinstance(self.connection, ssl.SSLSocket) else None
        if cert:
            return dict(x[0] for x in cert["subject"]).get("commonName")
        token = self.headers.get("Authorization", "")
        if not token:
            return "system:anonymous"
        return api.tokens.get(token)

    def send(self, a):
        body = a.body
        self.send_response(a.code)
        if a.content_type:
            self.send_header("Content-Type", a.content_type)
        if len(body) > GZIP_FROM and "gzip" in self.headers.get("Accept-Encoding", ""):
            body = gzip.compress(body, 1)
            self.server.api.compressed += 1
            self.send_header("Content-Encoding", "gzip")
        for key, value in a.headers.items():
            self.send_header(key, value)
        self.send_header("Content-Length", str(len(body)))
        self.end_headers()
        self.wfile.write(body)

    def send_response(self, code, message=None):
        self.send_response_only(code, message)
        date = self.server.api.date
        self.send_header("Date", email.utils.formatdate(date or time.time(), usegmt=True))

    # -- tools for faults

    def raw(self, data):
        self.wfile.write(data)
        self.wfile.flush()

    def reset(self):
        """Ends the connection with an RST."""
        s = self.connection
        s.setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, b"\x01\0\0\0\0\0\0\0")
        self.close_connection = True
        s.close()


class Server(ThreadingHTTPServer):
    daemon_threads = True
    request_queue_size = 64

    def __init__(self, api, context, host):
        self.api = api
        self.context = context
        self.address_family = socket.AF_INET6 if ":" in host else socket.AF_INET
        super().__init__((host, 0), Handler)

    def finish_request(self, request, client_address):
        if self.context:
            request.settimeout(20)
            try:
                request = self.context.wrap_socket(request, server_side=True)
            except (ssl.SSLError, OSError):
                return
        try:
            self.api.talk(request, client_address)
        except (ssl.SSLError, OSError, ValueError):
            pass  # the client went away, or a fault did its work
        finally:
            request.close()

    def shutdown_request(self, request):
        try:
            request.close()
        except OSError:
            pass

    def handle_error(self, request, client_address):
        pass


class Api:
    """One API server on a port of its own."""

    def __init__(self, cluster, cert=None, client_ca=None, host="127.0.0.1"):
        self.cluster = cluster
        self.lock = threading.Lock()
        self.delay = 0
        self.date = None
        self.tokens = {"Bearer good": "admin"}
        self.may = lambda user, t: user != "system:anonymous"
        self.recordings = {}
        self.prefix = ""  # of all paths, as behind a gateway
        context = None
        if cert:
            context = ssl.SSLContext(ssl.PROTOCOL_TLS_SERVER)
            context.load_cert_chain(*cert)
            if client_ca:
                context.verify_mode = ssl.CERT_REQUIRED
                context.load_verify_locations(client_ca)
        self.methods = set()
        self.reset()
        self.server = Server(self, context, host)
        self.port = self.server.server_address[1]
        self.url = "%s://%s:%d" % ("https" if cert else "http", "[%s]" % host if ":" in host else host,
                                   self.port)
        threading.Thread(target=self.server.serve_forever, args=(0.05,), daemon=True).start()

    def reset(self):
        """Forgets what was asked; methods are never forgotten."""
        with self.lock:
            old = getattr(self, "requests", [])
            self.methods |= {r.method for r in old}
            self.total = getattr(self, "total", 0) + len(old)
            self.requests = []
            self.answered_rounds = 0
            self.compressed = 0
        self.fault = None

    def talk(self, sock, address):
        """Serves one connection to its end."""
        Handler(sock, address, self.server)

    def close(self):
        self.reset()
        self.server.shutdown()
        self.server.server_close()

    def answer(self, r, user):
        if not r.path.startswith(self.prefix + "/"):
            return Answer(404, b"404 page not found\n", content_type="text/plain; charset=utf-8")
        r.path = r.path[len(self.prefix):]
        if r.target in self.recordings:
            return self.recordings[r.target]
        if user is None:
            return Answer(401, status(401, "Unauthorized", "Unauthorized"))
        if r.path == "/version":
            major, minor = self.cluster.version[1:].split(".")[:2]
            return Answer(200, {"major": major, "minor": minor, "gitVersion": self.cluster.version})
        found = discovery(r.path)
        if found:
            return Answer(200, found)
        try:
            t = Target(r.path)
        except KeyError:
            return Answer(404, b"404 page not found\n", content_type="text/plain; charset=utf-8")
        if not self.cluster.serves(t):
            return Answer(404, b"404 page not found\n", content_type="text/plain; charset=utf-8")
        if not self.may(user, t):
            return self.forbidden(user, t)
        if t.verb == "list":
            return Answer(200, self.cluster.list(t, r.query))
        body = self.cluster.get(t)
        if body is None:
            return Answer(404, status(404, "NotFound", '%s "%s" not found' % (t.plural, t.name)))
        return Answer(200, body)

    def forbidden(self, user, t):
        where = 'in the namespace "%s"' % t.namespace if t.namespace else "at the cluster scope"
        what = t.plural + (' "%s"' % t.name if t.name else "")
        return Answer(403, status(403, "Forbidden", (
            '%s is forbidden: User "%s" cannot %s resource "%s" in API group "%s" %s'
            % (what, user, t.verb, t.plural, t.group, where))))


class Proxy:
    """An HTTP proxy that knows CONNECT; `answer` other than 200 refuses."""

    def __init__(self):
        self.seen = []
        self.answer = 200
        self.socket = socket.create_server(("127.0.0.1", 0))
        self.port = self.socket.getsockname()[1]
        self.url = "http://127.0.0.1:%d" % self.port
        threading.Thread(target=self.serve, daemon=True).start()

    def serve(self):
        while True:
            try:
                client, _ = self.socket.accept()
            except OSError:
                return
            threading.Thread(target=self.tunnel, args=(client,), daemon=True).start()

    def tunnel(self, client):
        head = b""
        while b"\r\n\r\n" not in head:
            piece = client.recv(4096)
            if not piece:
                return
            head += piece
        self.seen.append(head.decode("latin-1"))
        method, target, _ = head.split(b"\r\n", 1)[0].split(b" ")
        if method != b"CONNECT" or self.answer != 200:
            client.sendall(b"HTTP/1.1 %d Refused\r\nContent-Length: 0\r\n\r\n" % self.answer)
            client.close()
            return
        host, port = target.decode().rsplit(":", 1)
        if host.endswith(".test"):
            host = "127.0.0.1"
        upstream = socket.create_connection((host, int(port)))
        client.sendall(b"HTTP/1.1 200 OK\r\n\r\n")
        threading.Thread(target=self.pump, args=(upstream, client), daemon=True).start()
        self.pump(client, upstream)

    @staticmethod
    def pump(a, b):
        try:
            while True:
                data = a.recv(65536)
                if not data:
                    break
                b.sendall(data)
        except OSError:
            pass
        for s in (a, b):
            try:
                s.shutdown(socket.SHUT_RDWR)
            except OSError:
                pass
