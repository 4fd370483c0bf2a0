#!/bin/sh
# replace.sh MANUAL: puts standard input between the marks `.\" options` and `.\" end of options`.
set -eu
manual=$1
text=$(mktemp)
trap 'rm -f "$text" "$manual.part"' EXIT
cat >"$text"
[ -s "$text" ]
awk -v text="$text" '
	/^\.\\" end of options/ { inside = 0 }
	!inside { print }
	/^\.\\" options/ {
		inside = 1
		while ((getline line < text) > 0)
			print line
	}' "$manual" >"$manual.part"
cmp -s "$manual.part" "$manual" || cat "$manual.part" >"$manual"
