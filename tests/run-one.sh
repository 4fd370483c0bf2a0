#!/bin/sh
# Runs one test program and keeps what it says: run-one.sh LOG COMMAND...
# Never fails itself; the last line of LOG is the exit status, read by summary.sh.
log=$1
shift
mkdir -p "${log%/*}"
"$@" >"$log.part" 2>&1
echo "exit status $?" >>"$log.part"
mv "$log.part" "$log"
