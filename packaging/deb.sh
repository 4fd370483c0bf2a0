#!/bin/sh
# deb.sh NAME VERSION FOLDER: builds the Debian package from FOLDER/NAME-VERSION.tar.gz and lets lintian
# look at it.
set -eu
name=$1 version=$2 folder=$3

for tool in dpkg-buildpackage dh lintian; do
	command -v $tool >/dev/null && continue
	echo "make deb: $tool not found: apt-get install build-essential debhelper lintian" >&2
	exit 1
done
rm -rf "$folder/deb"
mkdir -p "$folder/deb"
cd "$folder/deb"
cp "../$name-$version.tar.gz" "${name}_$version.orig.tar.gz"
tar -xzf "${name}_$version.orig.tar.gz"
cp -r "$name-$version/packaging/debian" "$name-$version/debian"
# What the make that calls this was told is not for the package.
(cd "$name-$version" &&
	env -u MAKEFLAGS -u MFLAGS -u MAKELEVEL -u MAKEOVERRIDES dpkg-buildpackage --no-sign --build=full) >build.log 2>&1 ||
	{ tail -n 100 build.log >&2; exit 1; }
lintian --fail-on error --tag-display-limit 0 ./*.changes
cp ./*.deb ..
ls "$folder"/*.deb
