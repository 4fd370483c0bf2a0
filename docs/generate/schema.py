"""docs/json.md from docs/schema.json: every field with its type and meaning."""
import json

from common import cell, made_from, read, table

INTRODUCTION = """
# The JSON report

`-o json` prints one `PodDiagnosis`, or with `-A`, `-l` or several subjects a `PodDiagnosisList`; `-o yaml` is the same
data. [schema.json](schema.json) (draft 2020-12) is what tests hold each report against.

- Fields are only ever added. Readers tolerate fields and enum values that they do not know.
- Arrays are never null; a scalar that is not set is null and not missing.
- Always English; the order of everything is fixed, so two reports of the same cluster are the same bytes.
- Quantities are canonical Kubernetes strings; where they are compared the exact integer stands beside them.

```
kubectl whypending -A -o json | jq -r '.items[] | [.stage, .cause.code, .subject.namespace, .subject.name] | @tsv'
kubectl whypending web-0 -o json | jq '.replay.nodes[] | {name, verdict, plugins: [.rejections[].plugin]}'
kubectl whypending web-0 -o json | jq -r '.fixes[] | select(.safety == "low") | .apply.command'
```
"""
ORDER = ["PodDiagnosis", "PodDiagnosisList", "finding", "evidence", "replay", "node", "rejection", "statusAlone",
         "uncheckedPlugin", "message", "preemption", "detail", "clause", "conjunction", "fragmentation", "fix",
         "patch", "objectRef"]


def type_of(s):
    if "$ref" in s:
        name = s["$ref"].rsplit("/", 1)[1]
        return "[%s](#%s)" % (name, name.lower()) if name in ORDER else name
    if "const" in s:
        return "`%s`" % json.dumps(s["const"]).strip('"')
    if "enum" in s:
        return " ".join("`%s`" % v for v in s["enum"])
    for key in ("oneOf", "anyOf"):
        if key in s:
            return " or ".join(type_of(x) for x in s[key])
    kind = s.get("type", "any")
    if kind == "array":
        return "[] of " + type_of(s["items"])
    return " or ".join(kind) if isinstance(kind, list) else kind


def inner(s):
    """Where the fields of a value are, if it has any that have no name of their own."""
    if "properties" in s:
        return s, ""
    if isinstance(s.get("items"), dict) and "properties" in s["items"]:
        return s["items"], "[]"
    for alternative in s.get("oneOf", []) + s.get("anyOf", []):
        if "properties" in alternative:
            return alternative, ""
    return None, ""


def rows_of(schema, prefix=""):
    rows = []
    for name, s in schema.get("properties", {}).items():
        if not s.get("description"):
            raise RuntimeError("docs/schema.json: %s%s has no description" % (prefix, name))
        rows.append(["`%s%s`" % (prefix, name), type_of(s).replace("|", "\\|"), cell(s["description"])])
        more, suffix = inner(s)
        if more:
            rows += rows_of(more, prefix + name + suffix + ".")
    return rows


def groups(schema):
    """The fields that a detail has by its type."""
    rows = []
    for rule in schema.get("allOf", []):
        kind = rule["if"]["properties"]["type"]["const"]
        rows.append(["`%s`" % kind, " ".join("`%s`" % f for f in rule["then"]["required"])])
    return table(["type", "its fields"], rows)


def write():
    schema = json.loads(read("docs", "schema.json"))
    defs = schema["$defs"]
    scalars = [n for n in defs if n not in ORDER]
    text = made_from("docs/schema.json") + INTRODUCTION
    for name in ORDER:
        text += "\n## %s\n\n" % name
        if defs[name].get("description"):
            text += cell(defs[name]["description"]) + "\n\n"
        text += table(["field", "type", "meaning"], rows_of(defs[name]))
        if name == "detail":
            text += "\n" + groups(defs[name])
    text += "\n## Scalars\n\n" + table(["type", "meaning"], [
        ["`%s`" % n, cell(defs[n].get("description") or type_of(defs[n]))] for n in scalars])
    return text
