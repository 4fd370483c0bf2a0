#!/bin/sh
# The reviewed reports of tests/unit/render against the schema, and a few broken ones, which the
# schema has to refuse.
here=$(dirname "$0")
PYTHON=${PYTHON:-python3}

"$PYTHON" "$here/validate.py" "$here"/../unit/render/*.json "$here"/../unit/render/*.yaml || exit 1
"$PYTHON" "$here/refuses.py" "$here"/../unit/render/full.json || exit 1
