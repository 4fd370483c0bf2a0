#!/bin/sh
# Includes go one way: each folder of src/ may include its own headers and those listed here; a
# third-party header has one home.  Arguments: the files to look at.
awk '
BEGIN {
	may["base"] = " "
	may["model"] = " base "
	may["report"] = " base model "
	may["load"] = " base model "
	may["fetch"] = " base model load "
	may["bundle"] = " base model load rules "
	may["rules"] = " base model load report "
	may["render"] = " base model report "
	may["tui"] = " base model report render explore "
	may["replay"] = " base model report "
	may["admission"] = " base model report "
	may["advice"] = " base model report replay "
	may["explore"] = " base model report render replay advice diagnose "
	may["diagnose"] = " base model report replay admission advice rules "
	may["cli"] = " base model report load fetch bundle rules render tui explore replay admission advice diagnose "
	home["cjson/cJSON.h"] = home["cJSON.h"] = home["yaml.h"] = " load "
	home["curl/curl.h"] = " fetch "
	home["curses.h"] = home["ncurses.h"] = home["term.h"] = home["locale.h"] = " tui "
	home["getopt.h"] = home["ctype.h"] = " "
}
FNR == 1 {
	split(FILENAME, part, "/")
	me = part[2]
	if (!(me in may))
		complain("folder " me " is not in tests/lint/layers.sh")
}
/^#include </ {
	split($0, part, /[<>]/)
	if (part[2] in home && !index(home[part[2]], " " me " "))
		complain("<" part[2] "> may not be included here")
}
/^#[ \t]*include "/ {
	split($0, part, "\"")
	if (!index(part[2], "/"))
		complain("\"" part[2] "\" is not written from src/")
	split(part[2], to, "/")
	if (to[1] != me && !index(may[me], " " to[1] " "))
		complain(me " may not include " part[2])
}
function complain(text) {
	print FILENAME ":" FNR ": " text
	bad = 1
}
END { exit bad }
' "$@"
