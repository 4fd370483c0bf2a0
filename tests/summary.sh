#!/bin/sh
# The logs of run-one.sh as one result: each runner's closing lines with what it skipped and why,
# all of a log that failed, and the sum as the last line.  A program that ends badly without naming
# a failed test counts as one, and so does one that ran nothing.
passed=0 failed=0 skipped=0 bad=
[ $# -gt 0 ] || { echo 'no tests'; exit 1; }

for log; do
	name=${log##*/}
	result=$(awk '
		/^\[  PASSED  \]/            { p += $4 }
		/^\[  FAILED  \].*test\(s\), listed/ { for (i = 4; i <= NF; i++) if ($i ~ /^test\(s\)/) f += $(i - 1) }
		/^[a-z_-]+: [0-9]+ passed, [0-9]+ failed$/ { p += $2; f += $4 }
		/^[a-z_-]+: SKIPPED /        { s++ }
		/^\[  SKIPPED \].*test\(s\), listed/ { for (i = 4; i <= NF; i++) if ($i ~ /^test\(s\)/) s += $(i - 1) }
		/^exit status/               { status = $3 }
		END {
			if (f == 0 && (status != 0 || p == 0))
				f = 1
			print p + 0, f + 0, s + 0
		}' "$log")
	p=${result%% *} f=${result#* } s=${result##* }
	f=${f% *}
	passed=$((passed + p))
	failed=$((failed + f))
	skipped=$((skipped + s))
	echo "-- $name"
	if [ "$f" -gt 0 ]; then
		cat "$log"
		bad="$bad $name"
	else
		grep -E '^\[==========\]|^\[  (PASSED|SKIPPED) +\]|^[a-z_-]+: ([0-9]+ passed|SKIPPED )' "$log"
	fi
done
[ -z "$bad" ] || echo "failed:$bad"
also=
[ "$skipped" -eq 0 ] || also=", $skipped skipped"
echo "$passed passed, $failed failed$also"
[ "$failed" -eq 0 ]
