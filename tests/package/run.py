#!/usr/bin/env python3
"""What leaves the source folder: install, uninstall, the tarball, the packages.

MAKE is the make to call (it passes on what it was told); CASES a regular expression for names."""
import hashlib
import os
import re
import shutil
import stat
import subprocess
import sys
import tarfile
import tempfile

import yaml

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
MAKE = os.environ.get("MAKE", "make").split()

INSTALLED = {
    "bin/kubectl-whypending": 0o755,
    "bin/kubectl_complete-whypending": 0o755,
    "share/bash-completion/completions/kubectl-whypending": 0o644,
    "share/zsh/site-functions/_kubectl-whypending": 0o644,
    "share/fish/vendor_completions.d/kubectl-whypending.fish": 0o644,
    "share/man/man1/kubectl-whypending.1": 0o644,
    "share/man/man1/kubectl_complete-whypending.1": 0o644,
    "share/doc/kubectl-whypending/README.md": 0o644,
    "share/doc/kubectl-whypending/CHANGELOG.md": 0o644,
    "share/doc/kubectl-whypending/LICENSE": 0o644,
    "share/doc/kubectl-whypending/docs/schema.json": 0o644,
}


class Failure(Exception):
    pass


def check(condition, what):
    if not condition:
        raise Failure(str(what))


def make(*words, **env):
    p = subprocess.run(MAKE + ["--no-print-directory"] + list(words), cwd=ROOT, text=True,
                       env=dict(os.environ, **env), stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
                       check=False)
    check(p.returncode == 0, "make %s\n%s" % (" ".join(words), p.stdout[-3000:]))
    return p.stdout


def read(*parts):
    with open(os.path.join(ROOT, *parts), encoding="utf-8") as f:
        return f.read()


def version():
    return re.search(r"^VERSION := (.*)$", read("Makefile"), re.M)[1]


def tree(folder):
    return {os.path.relpath(os.path.join(d, f), folder): stat.S_IMODE(os.stat(os.path.join(d, f)).st_mode)
            for d, _, files in os.walk(folder) for f in files}


def install(work):
    for prefix, words in (("/usr/local", ()), ("/opt/a", ("PREFIX=/opt/a",))):
        root = os.path.join(work, "root" + prefix.replace("/", "-"))
        make("install", "DESTDIR=" + root, *words)
        found = tree(root + prefix)
        docs = {f for f in found if f.startswith("share/doc/kubectl-whypending/docs/")}
        check({f: m for f, m in found.items() if f in INSTALLED or f not in docs} == INSTALLED, found)
        check(len(tree(root)) == len(found), "outside of the prefix: %s" % tree(root))
        env = {"PATH": root + prefix + "/bin:" + os.environ["PATH"]}
        p = subprocess.run(["kubectl_complete-whypending", "--nodes", ""], capture_output=True,
                           text=True, env=env, check=False)
        check(p.stdout == "all\nnear\nnone\n:4\n", p.stdout + p.stderr)
        # What others have put there stays, and what is ours goes.
        other = os.path.join(root + prefix, "share", "man", "man1", "other.1")
        with open(other, "w", encoding="utf-8") as f:
            f.write("x")
        make("uninstall", "DESTDIR=" + root, *words)
        check(list(tree(root)) == [os.path.relpath(other, root)], tree(root))
        check(not os.path.exists(root + prefix + "/share/doc/kubectl-whypending"), "the doc folder stays")
        make("uninstall", "DESTDIR=" + root, *words)  # again: nothing to do


def in_git():
    """The names that git has; None: this is no clone of the repository."""
    def git(*words):
        return subprocess.run(("git",) + words, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    if not shutil.which("git") or git("rev-parse", "--show-toplevel").strip() != os.path.realpath(ROOT):
        return None
    return git("ls-files", "-z", "--cached", "--others", "--exclude-standard").split("\0")


def sha256(path):
    with open(path, "rb") as f:
        return hashlib.sha256(f.read()).hexdigest()


def dist(work):
    name = "kubectl-whypending-" + version()
    sums = []
    for i, env in enumerate(({"TZ": "UTC", "LC_ALL": "C"}, {"TZ": "Asia/Tokyo", "LC_ALL": "C.UTF-8"})):
        old = os.umask((0o022, 0o077)[i])
        try:
            make("dist", "PACKAGES=%s/dist%d" % (work, i), **env)
        finally:
            os.umask(old)
        sums.append(sha256("%s/dist%d/%s.tar.gz" % (work, i, name)))
    check(sums[0] == sums[1], "two tarballs differ")
    with tarfile.open("%s/dist0/%s.tar.gz" % (work, name)) as tar:
        members = tar.getmembers()
        tar.extractall(work)
    names, wanted = {m.name for m in members}, in_git()
    if wanted:
        wanted = {name + "/" + f for f in wanted if f and os.path.lexists(os.path.join(ROOT, f))}
        check(names == wanted, "differs from what git has: %s" % sorted(names ^ wanted)[:10])
    check(not [n for n in names if "/.git/" in n or n.startswith(name + "/build/")], "more than the source")
    subprocess.run(["packaging/dist.sh", name, work + "/dist2"], cwd=work + "/" + name, check=True,
                   stdout=subprocess.DEVNULL)
    check(sha256("%s/dist2/%s.tar.gz" % (work, name)) == sums[0], "the tarball does not make itself")
    for m in members:
        check(m.uid == m.gid == 0 and not m.uname and m.mode & 0o7022 == 0, "%s %o" % (m.name, m.mode))
    check(names == {m.name for m in members if m.isfile()}, "something is no plain file")


# What the program is linked with, and how the caveats call it; "": every system has it.
LIBRARIES = {"libc": "", "ld-linux-x86-64": "", "ld-linux-aarch64": "", "libcurl": "libcurl",
             "libcjson": "cJSON", "libyaml-0": "libyaml", "libncursesw": "ncurses", "libtinfo": "ncurses"}


def needed(archive, work):
    with tarfile.open(archive) as tar:
        tar.extract("kubectl-whypending", work)
    p = subprocess.run(["readelf", "-d", work + "/kubectl-whypending"], capture_output=True, text=True,
                       check=True, env=dict(os.environ, LC_ALL="C"))
    return {x for x in re.findall(r"\(NEEDED\).*\[(.*?)\.so", p.stdout)
            if not re.match(r"lib(asan|ubsan|gcc_s|m|pthread|dl)$", x)}


def krew(work):
    """The archive has what the manifest names, and the manifest keeps krew's rules."""
    sums = []
    for i in range(2):
        make("krew", "PACKAGES=%s/krew%d" % (work, i), SOURCE_DATE_EPOCH="1700000000",
             TZ=("UTC", "Asia/Tokyo")[i])
        archive = [f for f in os.listdir("%s/krew%d" % (work, i)) if f.endswith(".tar.gz")]
        check(len(archive) == 1, archive)
        sums.append(sha256("%s/krew%d/%s" % (work, i, archive[0])))
    check(sums[0] == sums[1], "two archives differ")
    with open("%s/krew0/whypending.yaml" % work, encoding="utf-8") as f:
        m = yaml.safe_load(f)
    check(m["apiVersion"] == "krew.googlecontainertools.github.com/v1alpha2" and m["kind"] == "Plugin", m)
    check(m["metadata"]["name"] == "whypending", m["metadata"])
    spec = m["spec"]
    check("\n" not in spec["shortDescription"] and spec["version"] == "v" + version() and re.match(r"^https://", spec["homepage"]), spec)
    check(len(spec["shortDescription"]) <= 60 and not spec["shortDescription"].endswith("."), spec)
    check("kubectl" not in spec["shortDescription"].lower(), spec["shortDescription"])
    check("--" not in spec["description"], "a description does not list options")
    for library in needed("%s/krew0/%s" % (work, archive[0]), work):
        check(LIBRARIES[library] in spec["caveats"], "%s is no caveat" % library)
    platform, = spec["platforms"]
    check(set(platform["selector"]["matchLabels"]) == {"os", "arch"}, platform)
    check(platform["selector"]["matchLabels"]["os"] == "linux", platform)
    check(all(f["from"] and f["to"] for f in platform["files"]), platform)
    check(platform["uri"].endswith("/" + archive[0]) and platform["sha256"] == sums[0], platform)
    with tarfile.open("%s/krew0/%s" % (work, archive[0])) as tar:
        names = {t.name for t in tar.getmembers()}
    check({f["from"] for f in platform["files"]} == names, names)
    check({"LICENSE", platform["bin"], "kubectl_complete-whypending"} <= names, names)


def debian(_work):
    """What the package says of itself agrees with the Makefile."""
    makefile, control = read("Makefile"), read("packaging", "debian", "control")
    packages = re.search(r"^PKGS\s*:= (.*)$", makefile, re.M)[1].split()
    for library in packages:
        package = re.search(r"^DEBIAN_%s\s*:= (.*)$" % re.escape(library), makefile, re.M)[1]
        check(re.search(r"\b%s\b" % re.escape(package), control), "%s is no Build-Depends" % package)
    check(re.match(r"kubectl-whypending \(%s-\d+\) " % re.escape(version()),
                   read("packaging", "debian", "changelog")), "the changelog has another version")
    homepage = re.search(r"^HOMEPAGE \?= (.*)$", read("packaging", "package.mk"), re.M)[1]
    check("Homepage: %s\n" % homepage in control, "another homepage")


CASES = (("install and uninstall", install), ("dist", dist), ("krew", krew), ("debian", debian))


def main():
    wanted = re.compile(os.environ.get("CASES", ""))
    passed = failed = 0
    for name, function in CASES:
        if not wanted.search(name):
            continue
        work = tempfile.mkdtemp(prefix="whypending-package-")
        try:
            function(work)
        except (Failure, subprocess.SubprocessError) as e:
            print("FAIL %s\n%s" % (name, e))
            failed += 1
        else:
            print("ok   %s" % name)
            passed += 1
        shutil.rmtree(work, ignore_errors=True)
    print("package: %d passed, %d failed" % (passed, failed))
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
