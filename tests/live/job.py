"""A shell of one job: runs a command in the foreground of the terminal on standard input, tells on one
pipe when it stops and ends, and continues it when a byte comes on another.
job.py STATUS_FD COMMAND_FD STDIN COMMAND...    (STDIN: "-" is the terminal)"""
import fcntl
import os
import select
import signal
import sys
import termios


def run(stdin, command):
    os.setpgid(0, 0)
    os.tcsetpgrp(0, os.getpid())
    signal.signal(signal.SIGTTOU, signal.SIG_DFL)
    if stdin != "-":
        os.dup2(os.open(stdin, os.O_RDONLY), 0)
    os.execvp(command[0], command)


def main():
    status, commands, stdin, command = int(sys.argv[1]), int(sys.argv[2]), sys.argv[3], sys.argv[4:]
    fcntl.ioctl(0, termios.TIOCSCTTY, 0)
    signal.signal(signal.SIGTTOU, signal.SIG_IGN)  # else tcsetpgrp() stops us
    signal.signal(signal.SIGHUP, signal.SIG_IGN)
    child = os.fork()
    if child == 0:
        run(stdin, command)
    os.write(status, b"pid %d\n" % child)
    while True:
        _, how = os.waitpid(child, os.WUNTRACED)
        try:
            os.tcsetpgrp(0, os.getpgrp())
        except OSError:
            pass  # the terminal has hung up
        if not os.WIFSTOPPED(how):
            break
        os.write(status, b"stopped\n")
        select.select([commands], [], [])
        os.read(commands, 1)
        os.tcsetpgrp(0, child)
        os.kill(-child, signal.SIGCONT)
    if os.WIFSIGNALED(how):
        os.write(status, b"signal %d\n" % os.WTERMSIG(how))
    else:
        os.write(status, b"exit %d\n" % os.WEXITSTATUS(how))


main()
