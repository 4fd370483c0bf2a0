#!/bin/sh
# krew.sh BINARY VERSION FOLDER: the archive that krew installs from, and the manifest with its checksum.
set -eu
binary=$1 version=$2 folder=$3

case $(uname -m) in
x86_64) arch=amd64 ;;
aarch64) arch=arm64 ;;
*) arch=$(uname -m) ;;
esac
archive=kubectl-whypending_v${version}_linux_$arch.tar.gz
work=$(mktemp -d)
trap 'rm -rf "$work"' EXIT
mkdir -p "$folder"
install -m 755 "$binary" "$work/kubectl-whypending"
strip "$work/kubectl-whypending"
install -m 755 completions/kubectl_complete-whypending "$work"
install -m 644 LICENSE man/kubectl-whypending.1 "$work"
tar --create --format=ustar --sort=name --directory="$work" --transform='s,^\./,,' \
	--mtime="@${SOURCE_DATE_EPOCH:-$(packaging/epoch.sh)}" \
	--owner=0 --group=0 --numeric-owner --no-recursion \
	./LICENSE ./kubectl-whypending ./kubectl-whypending.1 ./kubectl_complete-whypending |
	gzip -9n >"$folder/$archive"
sum=$(sha256sum "$folder/$archive")
sed -e "s|@VERSION@|$version|g" -e "s|@ARCH@|$arch|g" -e "s|@HOMEPAGE@|$HOMEPAGE|g" \
	-e "s|@SHA256@|${sum%% *}|g" packaging/krew/whypending.yaml >"$folder/whypending.yaml"
echo "$folder/$archive"
echo "$folder/whypending.yaml"
