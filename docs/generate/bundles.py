"""docs/bundles.md from src/bundle/keep.def."""
import re

from common import made_from, read

TEXT = """
# Bundles

A bundle is one file with everything that the program read. Somebody else replays it, on another machine and without
access to the cluster, and gets the same report:

```
kubectl whypending -n shop web-7d9f --capture web.json            # where the cluster is
kubectl whypending web-7d9f --snapshot web.json                   # anywhere else
kubectl whypending -n shop web-7d9f --capture web.json --redact   # with pseudonyms instead of names
```

`--capture FILE` works with a live cluster, with `--snapshot` and with `--demo`. The report is printed as ever; the file
is written before it, so that it is there whatever comes out. FILE is replaced if it exists, only once the new one is
complete, and only its owner may read it (mode 0600). What is no regular file is not replaced, and `-` is refused: the
report is on standard output.

## What is in a bundle

Two JSON documents, one after the other. The first, on one line, is the head (`kind: Bundle` of `whypending/v1`):

| field | what it says |
|---|---|
| `tool` | name and version of the program that wrote it |
| `source` | `cluster`, `snapshot` or `demo`; no context, no address, no user |
| `serverVersion` | the API server's version, if it was asked |
| `namespace` | the one that was asked about: `--snapshot` looks there unless `-n` or `-A` says otherwise |
| `now` | the moment of the reading: `--snapshot` measures ages against it unless `--now` says otherwise |
| `redacted` | true: names are pseudonyms |
| `coverage` | for each kind: `read`, `absent` (the snapshot had none), `namespace` (only that of the subject could be read) or `none`, and `why`; how many objects follow, and how many were lost |
| `lostPods`, `lostParts`, `notes` | what could not be read, and the warnings about it |
| `finishedPodsLeftOut` | finished pods were not asked for |

What was forbidden or unreachable stays unknown in the replay; it is not taken for empty. If objects are missing, because
the file was cut or edited, that is told and counts as lost.

The second is a `v1` `List` of the objects, in the format of the Kubernetes API, with the fields that the program reads
and no others: the tables in `src/load/tables_*.c` are the list of them. So there is no environment of containers, no
`managedFields`, no annotation but those of `src/load/annotations.def`, no Secret, and of ConfigMaps only what the cluster
autoscaler's status says. Of the command lines of containers only the names of Services are kept: which one an init
container waits for. What events, conditions and states of containers say is in it, word for word.

## --redact

Names become pseudonyms before anything looks at them, so that all output is redacted by the same means: tables, `-o wide`,
`json`, `yaml`, `markdown`, `prometheus`, `name`, the explorer, the bundle, errors and warnings. What was asked for
(`-n`, names, `-l`, `--what-if`, `-f`, `--scheduler-config`) may be given by its real name.

No verdict, stage, cause, number or amount changes: what is decided with the names is decided with the pseudonyms.

- One text has one pseudonym in one bundle, wherever it stands: `node-3` is the node, its hostname label, the `nodeName`
  of its pods and the word in an event. Another bundle has other ones.
- They are numbered in the order of the texts they stand for (`node-1` to `node-8`), which is all that they tell: there
  is no key and no hash that could be tried. Same input, same pseudonyms. `a-ns-2` is a namespace in front of `default`,
  `e-ns-4` one between `default` and `kube-node-lease`, which keep their names. Where the cluster has a `node-1` of its own,
  the pseudonym is `node-1x`.
- Where syntax means something it stays: `domain-1.example/key-2` for a key with a domain, `pod-4-0` for the first pod of
  a StatefulSet, `claim-2`, `region-1-zone2` for a zone of a region, `00000000-0000-4000-8000-000000000012` for a uid,
  `198.18.0.1` for an address. What is no valid label stays invalid (`value-3!`), and integers that `Gt` and `Lt` compare
  stay integers in the same order (`1007`).
- A text that a rule of `rules/` knows, or that Kubernetes itself writes, keeps the words that the rules look for, its
  amounts and its times; names in it become their pseudonyms and all other words `word-1`, `word-2`. Any other text becomes
  `(redacted)`. Whichever rule the text matched, it matches still. A number of seven digits or more is an amount where a
  unit or a word such as `used:` says so; any other, and numbers in hosts and paths, are words. A key, resource or driver
  of a domain below stays where an object has it, or where the domain is one of them itself; a host never does.
- Warnings about the input are counted, not shown; messages from before anything was read are in English, and of them stay
  the words that messages of this program have, outside of quotes: no number, path or address.

It does not go together with `--watch`, nor with `-v=6` and more, which show requests.

### What it does not hide

How many objects there are, which belong together, their order by name, when things happened, amounts, priorities,
ports, exit codes, images being equal, versions of Kubernetes, schedules of CronJobs, enumerations of the API, and
everything below. Words of your own rule files count as words of rules. Look a bundle over before you publish it.

## What is kept

{lists}
Kept besides: the kinds of `src/model/kinds.def`, the reasons and types that rules name (`where:` in `rules/*.yaml`), the
plain words of their patterns, `hugepages-SIZE`, and the tag of an image called `kube-scheduler`.
"""

LISTS = {
    "VALUE": "Names and values of labels",
    "DOMAIN": "Domains of keys, resources, drivers and finalizers (and domains that end in them)",
    "OPEN": "but of these only the domain",
    "KEY": "Keys",
    "RESOURCE": "Resources",
    "KIND": "Kinds",
    "WORD": "Reasons and types",
    "CEL": "Words in expressions of device selectors",
    "FRAME": "Beginnings of texts that are kept although no rule knows them",
    "TEXT": "Words of texts",
}


def keep_lists():
    lists = {name: [] for name in LISTS}
    for name, text in re.findall(r'^KEEP\((\w+), "((?:[^"\\]|\\.)*)"\)', read("src", "bundle", "keep.def"), re.M):
        lists[name].append(text.replace('\\"', '"'))
    return lists


def one_list(name, texts):
    if name == "TEXT":
        texts = sorted(set(" ".join(texts).split()))
        return "**%s**:\n\n```\n%s\n```\n" % (LISTS[name], fill(texts))
    return "**%s**: %s\n" % (LISTS[name], ", ".join("`%s`" % t for t in texts))


def fill(words):
    lines, line = [], ""
    for word in words:
        if line and len(line) + len(word) > 110:
            lines.append(line)
            line = ""
        line += (" " if line else "") + word
    return "\n".join(lines + [line])


def write():
    lists = keep_lists()
    return made_from("src/bundle/keep.def") + TEXT.format(
        lists="\n".join(one_list(name, lists[name]) for name in LISTS))
