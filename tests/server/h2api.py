"""The same small API server over HTTP/2, by the h2 package; faults are those of HTTP/2."""
import selectors
import ssl
import threading
import time

import h2.config
import h2.connection
import h2.errors
import h2.events
from hyperframe.frame import GoAwayFrame

from server import Api, Request


class Connection:
    """One client: answers come in the order they are due, streams wait for the client's window."""

    def __init__(self, api, sock):
        self.api, self.sock = api, sock
        self.h2 = h2.connection.H2Connection(h2.config.H2Configuration(client_side=False))
        self.due, self.bodies = [], {}  # [(time, stream, answer)], {stream: bytes left}
        self.closing = False

    def serve(self):
        self.h2.initiate_connection()
        self.flush()
        self.sock.setblocking(False)
        waiting = selectors.DefaultSelector()
        waiting.register(self.sock, selectors.EVENT_READ)
        try:
            while not (self.closing and not self.due and not self.bodies):
                if not self.sock.pending():
                    waiting.select(0.01 if self.due else 0.2)
                if not self.receive():
                    return
                self.answer_due()
        except OSError:
            pass
        finally:
            self.sock.close()

    def flush(self):
        self.sock.setblocking(True)
        self.sock.sendall(self.h2.data_to_send())
        self.sock.setblocking(False)

    def receive(self):
        try:
            data = self.sock.recv(65536)
        except (ssl.SSLWantReadError, BlockingIOError):
            return True
        if not data:
            return False
        for event in self.h2.receive_data(data):
            if isinstance(event, h2.events.RequestReceived):
                self.request(event)
            elif isinstance(event, h2.events.WindowUpdated):
                self.send_bodies()
        self.flush()
        return True

    def request(self, event):
        api, stream = self.api, event.stream_id
        fields = {k.decode(): v.decode() for k, v in event.headers}
        names = {k.title(): v for k, v in fields.items() if k[0] != ":"}
        with api.lock:
            r = Request(fields[":method"], fields[":path"], names, len(api.requests) + 1, 1)
            api.requests.append(r)
        act = api.fault and api.fault(r, self)
        if act == "refuse":  # not processed, so that it may be sent again
            self.h2.reset_stream(stream, h2.errors.ErrorCodes.REFUSED_STREAM)
        elif act == "reset":
            self.h2.reset_stream(stream, h2.errors.ErrorCodes.INTERNAL_ERROR)
        elif act == "end":  # the connection is lost with all its streams
            raise OSError
        else:
            if act == "go away":  # as with kube-apiserver's --goaway-chance: what is here is answered
                self.sock.sendall(GoAwayFrame(0, last_stream_id=0x7fffffff).serialize())
                self.closing = True
            user = api.tokens.get(names.get("Authorization"))
            self.due.append((time.monotonic() + api.delay, stream, api.answer(r, user)))
        api.at_once = max(api.at_once, len(self.due))

    def answer_due(self):
        now = time.monotonic()
        ready = [d for d in self.due if d[0] <= now]
        self.due = [d for d in self.due if d[0] > now]
        for _, stream, a in ready:
            self.h2.send_headers(stream, [(":status", str(a.code)), ("content-type", a.content_type)])
            self.bodies[stream] = a.body
        if ready:
            self.send_bodies()
            self.flush()

    def send_bodies(self):
        for stream in list(self.bodies):
            while stream in self.bodies and self.send_piece(stream):
                pass

    def send_piece(self, stream):
        body = self.bodies[stream]
        n = min(self.h2.local_flow_control_window(stream), self.h2.max_outbound_frame_size, len(body))
        if not n and body:
            return False  # until the client opens its window
        self.h2.send_data(stream, body[:n], end_stream=n == len(body))
        self.bodies[stream] = body[n:]
        if n == len(body):
            del self.bodies[stream]
        return True


class Http2Api(Api):
    """connections: how many clients came; at_once: the most requests that were open on one."""

    def __init__(self, cluster, cert):
        super().__init__(cluster, cert)
        self.server.context.set_alpn_protocols(["h2"])

    def talk(self, sock, address):
        with self.lock:
            self.connections += 1
        Connection(self, sock).serve()

    def reset(self):
        super().reset()
        self.connections = self.at_once = 0
