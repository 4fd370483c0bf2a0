#!/bin/sh
# Functions that have a safer one of ours, or that follow the locale or the clock.  time, getenv and
# isatty belong to cli; ncurses, in its one home, needs the character set of the locale.  Comments and strings are not looked at.  Arguments: the files to look at.
awk '
BEGIN {
	always = "strcpy|strcat|strncpy|strncat|sprintf|vsprintf|gets|strtok|strtok_r|atoi|atol|atoll|atof|" \
		"strtol|strtoll|strtoul|strtoull|strtod|strtof|sscanf|scanf|fscanf|localtime|localtime_r|" \
		"gmtime|ctime|asctime|mktime|isalpha|isdigit|isalnum|isspace|isupper|islower|isprint|ispunct|" \
		"iscntrl|toupper|tolower|strcasecmp|strncasecmp|strcoll|alloca|system|popen|rand|srand|tmpnam"
	cli_only = "time|clock_gettime|gettimeofday|getenv|isatty"
	memory = "malloc|calloc|realloc|strdup|strndup"
}
{
	line = $0
	gsub(/"([^"\\]|\\.)*"/, "\"\"", line)
	gsub(/\/\*([^*]|\*[^\/])*\*\//, "", line)
	sub(/\/\/.*/, "", line)
	if (comment) {
		if (!index(line, "*/"))
			next
		sub(/.*\*\//, "", line)
		comment = 0
	}
	if (index(line, "/*")) {
		sub(/\/\*.*/, "", line)
		comment = 1
	}
	find(always)
	if (FILENAME !~ /^src\/cli\//)
		find(cli_only)
	if (FILENAME !~ /^src\/base\//)
		find(memory)
	if (FILENAME != "src/tui/term.c")
		find("setlocale")
}
function find(names) {
	if (match(line, "(^|[^A-Za-z0-9_.>])(" names ")[ \t]*\\(")) {
		print FILENAME ":" FNR ": banned: " $0
		bad = 1
	}
}
END { exit bad }
' "$@"
