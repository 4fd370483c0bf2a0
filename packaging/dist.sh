#!/bin/sh
# dist.sh NAME FOLDER: FOLDER/NAME.tar.gz with the files that git knows, or would take, as they are in
# the working tree.  Neither the machine, the clock, the umask nor the language gets into it; from an
# unpacked tarball it makes the same one again.
set -eu
name=$1 folder=$2

files() {
	if [ "$(git rev-parse --show-toplevel 2>/dev/null)" = "$(pwd -P)" ]; then
		git ls-files -z --cached --others --exclude-standard
	else
		find . \( -path ./.git -o -path ./build -o -path ./kubectl-whypending -o -name __pycache__ \) -prune -o \
			! -type d -printf '%P\0'
	fi
}

# What git still lists may have been deleted.
existing() {
	xargs -0 sh -c 'for f; do [ ! -e "$f" ] || printf "%s\0" "$f"; done' sh
}

mkdir -p "$folder"
part=$folder/$name.tar.gz.part
files | existing | LC_ALL=C sort -z |
	tar --create --format=ustar --null --no-recursion --files-from=- --transform="s,^,$name/,S" \
		--mtime="@${SOURCE_DATE_EPOCH:-$(packaging/epoch.sh)}" --owner=0 --group=0 --numeric-owner \
		--mode='u=rwX,go=rX' |
	gzip -9n >"$part"
mv "$part" "$folder/$name.tar.gz"
echo "$folder/$name.tar.gz"
