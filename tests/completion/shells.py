"""Real shells that complete: what Tab makes of a line, and what they would offer."""
import os
import pty
import select
import shutil
import subprocess
import time

BASH_COMPLETION = "/usr/share/bash-completion/bash_completion"
PROMPT = "ready>"

# COMP_WORDS is split at = and :, as readline does it.
BASH_OFFERS = r"""
. "$1"; . "$2"; line=$3
COMP_LINE=$line COMP_POINT=${#line} COMP_WORDS=()
word=
for ((i = 0; i < ${#line}; i++)); do
	c=${line:i:1}
	case $c in
	' ') [[ $word ]] && COMP_WORDS+=("$word"); word= ;;
	[=:]) [[ $word && $word != [=:] ]] && COMP_WORDS+=("$word"); word=; COMP_WORDS+=("$c") ;;
	*) word+=$c ;;
	esac
done
COMP_WORDS+=("$word")
COMP_CWORD=$((${#COMP_WORDS[@]} - 1))
_kubectl_whypending kubectl-whypending "$word" "${COMP_WORDS[COMP_CWORD-1]}"
printf '%s\n' "${COMPREPLY[@]}"
"""

BASH_START = r"""
PS1='%s'
. %s
. %s
report() { printf '%%s' "$READLINE_LINE" >"$REPORT.part"; mv "$REPORT.part" "$REPORT"; }
bind 'set bell-style none'
bind -x '"\C-xr": report'
"""

ZSH_START = r"""
PS1='%s'
fpath=(%s $fpath)
autoload -Uz compinit && compinit -u -d "$HOME/zcompdump"
report() { print -rn -- "$BUFFER" >"$REPORT.part"; mv "$REPORT.part" "$REPORT" }
zle -N report
bindkey '^Xr' report
unsetopt beep list_beep
LISTMAX=1000
setopt no_always_last_prompt
"""


class Terminal:
    """An interactive shell on a terminal of its own."""

    def __init__(self, words, start, env, report):
        self.report, self.seen = report, b""
        pid, self.fd = pty.fork()
        if pid == 0:
            try:
                os.execvpe(words[0], words, env)
            finally:
                os._exit(127)
        self.pid = pid
        with open(report + ".start", "w", encoding="utf-8") as f:
            f.write(start)
        self.send(". '%s'\r" % (report + ".start"))
        self.wait_for(lambda: self.seen.count(PROMPT.encode()) >= 1, "no prompt")

    def send(self, text):
        os.write(self.fd, text.encode())

    def read(self, seconds):
        ready, _, _ = select.select([self.fd], [], [], seconds)
        if ready:
            try:
                self.seen += os.read(self.fd, 65536)
            except OSError:
                pass

    def wait_for(self, condition, what, seconds=120):
        end = time.monotonic() + seconds
        while not condition():
            if time.monotonic() > end:
                raise AssertionError("%s\n%s" % (what, self.seen.decode("utf-8", "replace")))
            self.read(0.1)

    def tab(self, line, tabs=1):
        """The line after Tab, as the shell's editor has it."""
        self.seen = b""
        self.send(line + "\t" * tabs)
        return self.line()

    def line(self):
        if os.path.exists(self.report):
            os.unlink(self.report)
        self.send("\x18r")
        self.wait_for(lambda: os.path.exists(self.report), "the shell does not answer")
        with open(self.report, encoding="utf-8") as f:
            text = f.read()
        self.send("\x15")  # the line is not run
        return text

    def close(self):
        os.close(self.fd)
        os.waitpid(self.pid, 0)


def bash_offers(script, line, env, cwd):
    p = subprocess.run(["bash", "--norc", "-c", BASH_OFFERS, "bash", BASH_COMPLETION, script, line],
                       env=env, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)
    return [x for x in p.stdout.split("\n") if x]


def fish_offers(script, line, env, cwd):
    p = subprocess.run(["fish", "--no-config", "-c",
                        "source $argv[1]; complete -C $argv[2]", script, line],
                       env=env, cwd=cwd, capture_output=True, text=True, timeout=120, check=False)
    if p.stderr:
        raise AssertionError(p.stderr)
    return [x.split("\t")[0] for x in p.stdout.split("\n") if x]


def missing(shell):
    """Why the shell cannot be tried here; None: it can."""
    if not shutil.which(shell):
        return "there is no %s" % shell
    if shell == "bash" and not os.path.exists(BASH_COMPLETION):
        return "there is no bash-completion"
    return None
