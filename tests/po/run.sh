#!/bin/sh
# The catalogues of po/: run.sh RULE_TEXTS.  The template is what the sources say now; each catalogue
# has all of it, nothing fuzzy or left over, and formats that fit.
set -u
rule_texts=$1
cd "$(dirname "$0")/../.." || exit 1
work=$(mktemp -d) || exit 1
trap 'rm -rf "$work"' EXIT
passed=0 failed=0

check() { # what, command...
	what=$1
	shift
	if "$@" >"$work/out" 2>&1; then
		echo "ok   $what"
		passed=$((passed + 1))
	else
		cat "$work/out"
		echo "FAIL $what"
		failed=$((failed + 1))
	fi
}

ids() { # the messages of a catalogue, without their translations
	msgattrib --no-obsolete --no-wrap --sort-output "$1" |
		awk '/^#/ { next } /^msg(ctxt|id)/ { on = 1 } /^msgstr|^$/ { on = 0 } on && NR > 1'
}

same_ids() { # as those of the template
	ids "$1" >"$work/ids" && ids po/whypending.pot >"$work/template" && diff "$work/template" "$work/ids"
}

# Another gettext may write the same messages in another way.
fresh() {
	po/extract.sh "$rule_texts" >"$work/pot" && same_ids "$work/pot"
}

# "2300 translated messages, 1 fuzzy translation, 2 untranslated messages."
complete() {
	LC_ALL=C msgfmt --statistics --output-file=/dev/null "$1" 2>"$work/statistics"
	grep -Eq '^[0-9]+ translated messages\.$' "$work/statistics" && return
	cat "$work/statistics"
	msgattrib --no-obsolete --no-wrap --untranslated "$1"
	return 1
}

# Every message with a % is known to be a format, so that msgfmt compares its translation.
formats() {
	msgattrib --no-wrap po/whypending.pot | awk '
		/^#,/ { format = /c-format/ }
		/^msgid/ && /%([0-9.*]*)(l|ll|z)?[diuscx]/ && !format { print; bad = 1 }
		/^$/ { format = 0 }
		END { exit bad }'
}

if ! command -v msgattrib >/dev/null; then
	echo 'po: SKIPPED gettext is not installed'
	exit 0
fi
check 'po/whypending.pot is fresh (else: make po)' fresh
check 'formats are marked' formats
for po in po/*.po; do
	check "$po: formats, plurals" msgfmt --check --output-file=/dev/null "$po"
	check "$po: none untranslated, none fuzzy" complete "$po"
	check "$po: the messages of the template" same_ids "$po"
	sed "s|^|$po: |" "$work/statistics"
done
echo "po: $passed passed, $failed failed"
[ "$failed" -eq 0 ]
