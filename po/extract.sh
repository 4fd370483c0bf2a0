#!/bin/sh
# All messages of the program as a template on standard output.  Argument: the program that prints
# the texts of the rules.  Sorted and without places, so that it changes only when a message does.
set -eu
rule_texts=$("$1")
cd "$(dirname "$0")/.."

{
	cat <<'END'
# Messages of kubectl-whypending.  Made by `make po`; do not edit.
msgid ""
msgstr ""
"Project-Id-Version: kubectl-whypending\n"
"MIME-Version: 1.0\n"
"Content-Type: text/plain; charset=UTF-8\n"
"Content-Transfer-Encoding: 8bit\n"

END
	{
		cat src/cli/options.def src/tui/keys.def src/tui/screens.def
		printf '%s\n' "$rule_texts"
		find src -name '*.[ch]' | LC_ALL=C sort | xargs cat
	} | LC_ALL=C xgettext --language=C --from-code=UTF-8 --omit-header --no-location --sort-output \
		--no-wrap --add-comments=TRANSLATORS: --keyword --keyword=_ --keyword=N_ --keyword=tr \
		--keyword=tr_n:1,2 --keyword=C_:1c,2 --keyword=OPTION:8 \
		--flag=_:1:pass-c-format --flag=tr_n:1:pass-c-format --flag=tr_n:2:pass-c-format \
		--flag=C_:2:pass-c-format \
		--flag=strbuf_addf:2:c-format --flag=error_set:3:c-format --flag=error_wrap:2:c-format \
		--flag=error_add:2:c-format --flag=arena_printf:2:c-format --flag=inked_addf:3:c-format --flag=ui_say:3:c-format --flag=cause_set:4:c-format \
		--flag=finding_add:5:c-format --flag=cluster_note:3:c-format --flag=tell:4:c-format \
		--flag=problems_add:2:c-format --flag=connection_warn:2:c-format --flag=fprintf:2:c-format \
		--output=- -
}
