"""Certificates made at test time by the openssl program: nothing secret lies in the repository."""
import os
import subprocess

CONFIG = """
[ca]
default_ca = here
[here]
dir = {dir}
database = {dir}/index
serial = {dir}/serial
new_certs_dir = {dir}
certificate = {dir}/ca.crt
private_key = {dir}/ca.key
default_md = sha256
policy = any
copy_extensions = copy
unique_subject = no
[any]
commonName = supplied
organizationName = optional
"""


def openssl(*args):
    subprocess.run(("openssl",) + args, check=True, stdout=subprocess.DEVNULL,
                   stderr=subprocess.DEVNULL)


class Authority:
    """A CA in a folder of its own."""

    def __init__(self, folder, name):
        self.folder = folder
        os.makedirs(folder)
        self.cert = os.path.join(folder, "ca.crt")
        key = os.path.join(folder, "ca.key")
        openssl("req", "-x509", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1",
                "-nodes", "-keyout", key, "-out", self.cert, "-days", "30", "-subj", "/CN=" + name)
        with open(os.path.join(folder, "openssl.cnf"), "w") as f:
            f.write(CONFIG.format(dir=folder))
        open(os.path.join(folder, "index"), "w").close()
        with open(os.path.join(folder, "serial"), "w") as f:
            f.write("01\n")

    def issue(self, name, names=(), subject=None, dates=("20200101000000Z", "20491231235959Z")):
        """A certificate and key; returns their paths."""
        base = os.path.join(self.folder, name)
        cert, key, request = base + ".crt", base + ".key", base + ".csr"
        args = ["req", "-new", "-newkey", "ec", "-pkeyopt", "ec_paramgen_curve:prime256v1", "-nodes",
                "-keyout", key, "-out", request, "-subj", subject or "/CN=" + name]
        if names:
            args += ["-addext", "subjectAltName=" + ",".join(names)]
        openssl(*args)
        openssl("ca", "-batch", "-notext", "-config", os.path.join(self.folder, "openssl.cnf"),
                "-in", request, "-out", cert, "-startdate", dates[0], "-enddate", dates[1])
        return cert, key
