"""The same kubeconfig files, flags and variables to a real kubectl and to the tool: who is asked, below
which path, as whom; or both refuse.  Not compared: kubectl prompts where there are no credentials."""
import json
import os
import re
import shutil
import socket

from world import Skip, check  # first: it finds the others

HEADERS = ("Authorization", "Impersonate-User", "Impersonate-Group", "Impersonate-Uid")
POD = "web-6b7f9c4d5-zr5bk"


def entry(kind, name, **fields):
    return {"name": name, kind: fields}


def config(current="", contexts=(), clusters=(), users=()):
    return {"apiVersion": "v1", "kind": "Config", "current-context": current, "preferences": {},
            "contexts": list(contexts), "clusters": list(clusters), "users": list(users)}


def context(name, cluster="c", user="u", **more):
    return entry("context", name, cluster=cluster, user=user, **more)


class Case:
    """What is laid out for one comparison; functions of SCENARIOS fill it."""

    def __init__(self, w, api):
        self.w, self.api, self.url = w, api, api.url
        self.folder = w.path()
        os.makedirs(self.folder)
        self.env, self.args, self.files = {}, [], []

    def cluster(self, name="c", **fields):
        fields.setdefault("certificate-authority", self.w.ca.cert)
        fields = {k: v for k, v in fields.items() if v is not None}
        return entry("cluster", name, **{"server": self.url, **fields})

    def user(self, name="u", **fields):
        return entry("user", name, **(fields or {"token": "good"}))

    def file(self, o, name=None):
        path = os.path.join(self.folder, name or "config%d" % len(self.files))
        with open(path, "w", encoding="utf-8") as f:
            f.write(o if isinstance(o, str) else json.dumps(o))
        self.files.append(path)
        return path

    def plain(self, **cluster):
        return config("x", [context("x")], [self.cluster(**cluster)], [self.user()])

    def use(self, *elements):
        self.env["KUBECONFIG"] = ":".join(elements)


# ---- files

def empty_elements(c):
    c.use("", "/no/such/file", c.file(c.plain()), "")


def home(c):
    os.makedirs(os.path.join(c.folder, ".kube"))
    c.file(c.plain(), ".kube/config")
    c.env["HOME"] = c.folder


def only_missing(c):
    c.use("/no/such/file")


def flag_missing(c):
    c.args = ["--kubeconfig", "/no/such/file"]


def flag_beats_variable(c):
    c.use(c.file(config("no", [context("no")], [c.cluster(server="https://127.0.0.1:1")], [c.user()])))
    c.args = ["--kubeconfig", c.file(c.plain())]


def first_wins(c):
    a = c.file(config("", [context("x")], [], [c.user(token="first")]))
    b = c.file(config("x", [context("x", user="other")], [c.cluster()],
                      [c.user(token="second"), c.user("other", token="third")]))
    c.api.tokens["Bearer first"] = "admin"
    c.use(a, b)


def second_current_context(c):
    a = c.file(config("x", [context("x")], [c.cluster()], [c.user()]))
    b = c.file(config("y", [context("y", user="n")], [], [c.user("n", token="bad")]))
    c.use(a, b)


def twice_in_a_file(c):
    c.use(c.file(config("x", [context("x"), context("x", user="v")], [c.cluster()],
                        [c.user(), c.user("v", token="bad")])))


def no_current(c):
    c.use(c.file(config("", [context("x")], [c.cluster()], [c.user()])))


def unknown_current(c):
    c.use(c.file(config("nope", [context("x")], [c.cluster()], [c.user()])))


def unknown_cluster(c):
    c.use(c.file(config("x", [context("x", cluster="none")], [c.cluster()], [c.user()])))


def not_yaml(c):
    c.use(c.file("{]"), c.file(c.plain()))


def yaml_file(c):
    c.use(c.file("apiVersion: v1\nkind: Config\ncurrent-context: x\nclusters:\n- name: c\n  cluster:\n"
                 "    server: %s\n    certificate-authority: %s\ncontexts:\n- {name: x, context: "
                 "{cluster: c, user: u}}\nusers:\n- name: u\n  user: {token: good}\n"
                 % (c.url, c.w.ca.cert)))


def relative_ca(c):
    shutil.copy(c.w.ca.cert, os.path.join(c.folder, "ca.crt"))
    c.use(c.file(c.plain(**{"certificate-authority": "ca.crt"})))


# ---- flags

def contexts(c):
    c.use(c.file(config("x", [context("x", user="no"), context("y")], [c.cluster()],
                        [c.user(), c.user("no", token="bad")])))


def flag_context(c):
    contexts(c)
    c.args = ["--context", "y"]


def flag_user(c):
    contexts(c)
    c.args = ["--user", "u"]


def flag_unknown_user(c):
    contexts(c)
    c.args = ["--user", "nobody"]


def flag_cluster(c):
    c.use(c.file(config("x", [context("x", cluster="far")], [
        c.cluster("far", server="https://127.0.0.1:1"), c.cluster()], [c.user()])))
    c.args = ["--cluster", "c"]


def flag_server(c):
    c.use(c.file(c.plain(server="https://127.0.0.1:1")))
    c.args = ["--server", c.url]


def flag_server_alone(c):
    c.use("/no/such/file")
    c.args = ["--server", c.url, "--certificate-authority", c.w.ca.cert, "--token", "good"]


def flag_insecure(c):
    c.use(c.file(c.plain(**{"certificate-authority": None})))
    c.args = ["--insecure-skip-tls-verify"]


def flag_insecure_with_ca(c):
    c.use(c.file(c.plain()))
    c.args = ["--insecure-skip-tls-verify"]


def file_insecure_with_ca(c):
    c.use(c.file(c.plain(**{"insecure-skip-tls-verify": True})))


def flag_token(c):
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(token="bad")])))
    c.args = ["--token", "good"]


def flag_token_over_password(c):
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(username="a", password="b")])))
    c.args = ["--token", "good"]


def flag_as(c):
    c.use(c.file(c.plain()))
    c.args = ["--as", "jane", "--as-group", "dev"]


def as_in_file(c):
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(**{"token": "good", "as": "jane"})])))


# ---- users

def password(c):
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(username="a", password="b:c")])))
    c.api.tokens["Basic YTpiOmM="] = "admin"


def token_file(c):
    with open(os.path.join(c.folder, "token"), "w", encoding="utf-8") as f:
        f.write("good\n")
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(tokenFile="token")])))


def token_and_file(c):
    with open(os.path.join(c.folder, "token"), "w", encoding="utf-8") as f:
        f.write(" good \n")
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(token="other", tokenFile="token")])))
    c.api.tokens["Bearer other"] = "admin"


def token_file_missing(c):
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(tokenFile="nothing")])))


def token_with_newline(c):
    c.use(c.file(config("x", [context("x")], [c.cluster()], [c.user(token="good\n")])))


# ---- servers

def path_prefix(c):
    c.api.prefix = "/k8s/clusters/c-xyz"
    c.use(c.file(c.plain(server=c.url + "/k8s/clusters/c-xyz")))


def path_prefix_slash(c):
    c.api.prefix = "/k8s/clusters/c-xyz"
    c.use(c.file(c.plain(server=c.url + "/k8s/clusters/c-xyz/")))


def trailing_slash(c):
    c.use(c.file(c.plain(server=c.url + "/")))


def upper_case_scheme(c):
    c.use(c.file(c.plain(server=c.url.replace("https", "HTTPS"))))


def query_in_server(c):
    c.use(c.file(c.plain(server=c.url + "?x=1")))


def no_such_scheme(c):
    c.use(c.file(c.plain(server="ftp://127.0.0.1:1")))


def name_in_server(c):
    c.use(c.file(c.plain(server="https://localhost:%d" % c.api.port)))


def service_host(c):
    """In a cluster, but without a service account."""
    c.env.update(KUBERNETES_SERVICE_HOST="127.0.0.1", KUBERNETES_SERVICE_PORT=str(c.api.port))


def ipv6(c):
    c.api = c.w.api(host="::1")
    c.use(c.file(c.plain(server="https://[::1]:%d" % c.api.port)))


SCENARIOS = [
    empty_elements, home, only_missing, flag_missing, flag_beats_variable, first_wins,
    second_current_context, twice_in_a_file, no_current, unknown_current, 
    unknown_cluster, not_yaml, yaml_file, relative_ca,
    flag_context, flag_user, flag_unknown_user, flag_cluster, flag_server, flag_server_alone,
    flag_insecure, flag_insecure_with_ca, file_insecure_with_ca, flag_token, flag_token_over_password,
    flag_as, as_in_file, password, token_file, token_and_file, token_file_missing, token_with_newline,
    path_prefix, path_prefix_slash, trailing_slash, upper_case_scheme,
    query_in_server, no_such_scheme, service_host,
]


def seen(api):
    """What came: the path before that of the API, and who."""
    return {(re.split("/(?:api|apis|version|openapi)(?=[/?]|$)", r.target)[0],) +
            tuple(r.headers.get(h) for h in HEADERS) for r in api.requests}


def compare(scenario):
    def case(w):
        kubectl = shutil.which("kubectl")
        if not kubectl:
            raise Skip("there is no kubectl on PATH")
        api = w.api()
        c = Case(w, api)
        scenario(c)
        api = c.api
        env = dict({"HOME": c.folder}, **c.env)
        theirs = w.run("get", "pod", POD, "-n", "shop", "-o", "name", *c.args, env=env, tool=[kubectl])
        theirs.seen = seen(api)
        api.reset()
        ours = w.run(POD, "-n", "shop", *c.args, env=env)
        ours.seen = seen(api)
        both = "kubectl:\n%s\n%s\nwe:\n%s\n%s" % (theirs.seen, theirs, ours.seen, ours)
        check(ours.seen == theirs.seen, both)
        check((theirs.code != 0) == (ours.code > 1), both)
    return case


def works(function, *args, **kwargs):
    try:
        function(*args, **kwargs)
        return True
    except OSError:
        return False


def cases():
    scenarios = list(SCENARIOS)
    if works(socket.create_server, ("::1", 0), family=socket.AF_INET6):
        scenarios.append(ipv6)
    if works(socket.gethostbyname, "localhost"):
        scenarios.append(name_in_server)
    for scenario in scenarios:
        yield "as kubectl: " + scenario.__name__.replace("_", " "), compare(scenario)
