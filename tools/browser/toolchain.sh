#!/usr/bin/env bash
# Unpack Emscripten of Debian sid: toolchain.sh CACHE. The packages stay in CACHE/packages; they must be those of
# toolchain.sha256, because sid moves. --pin writes that file anew, for the packages of today.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$1
root=$cache/toolchain
packages=$cache/packages
refuse() { echo "$*" >&2; exit 2; }

archive() {  # of Debian: what the environment says, else that of this machine's own sources
  if [ -n "${DEALWRIGHT_DEBIAN:-}" ]; then echo "$DEALWRIGHT_DEBIAN"; return; fi
  apt-cache policy | sed -n 's#.* \(https\?://[^ ]*/debian\)/\? .*#\1#p' | head -1
}

download() {
  local apt=$cache/apt url
  command -v apt-get >/dev/null || refuse "Emscripten is not in $packages, and there is no apt-get to fetch it with"
  url=$(archive)
  [ -n "$url" ] || refuse "Emscripten is not in $packages: set DEALWRIGHT_DEBIAN to an archive of Debian that has sid"
  mkdir -p "$apt/lists/partial" "$apt/etc" "$packages/partial"
  : > "$apt/status"
  echo "deb [signed-by=/usr/share/keyrings/debian-archive-keyring.gpg] $url sid main" > "$apt/etc/sources.list"
  local options=(-o "Dir::Etc::sourcelist=$apt/etc/sources.list" -o Dir::Etc::sourceparts=- -o "Dir::State::lists=$apt/lists"
    -o "Dir::State::status=$apt/status" -o "Dir::Cache=$apt" -o "Dir::Cache::archives=$packages"
    -o APT::Install-Recommends=false -o Acquire::Languages=none -o Acquire::Retries=2 -o APT::Sandbox::User=
    -o Acquire::Check-Valid-Until=false)  # lists of a dated archive are out of date; the checksums say what is meant
  apt-get "${options[@]}" -qq update >"$cache/apt.log" 2>&1 &&
    apt-get "${options[@]}" -y -qq --download-only install emscripten bash coreutils python3-dev ca-certificates \
      sed grep ninja-build >>"$cache/apt.log" 2>&1 ||
    refuse "Emscripten cannot be fetched from $url; $cache/apt.log says why"
}

good() { (cd "$packages" 2>/dev/null && sha256sum --check --status "$here/toolchain.sha256"); }

if [ "${2:-}" = --pin ]; then
  download
  (cd "$packages" && sha256sum ./*.deb | sed 's# \./# #') > "$here/toolchain.sha256"
fi
key=$(sha256sum < "$here/toolchain.sha256")
[ "$(cat "$root/.key" 2>/dev/null)" = "$key" ] && exit 0
good || download
good || refuse "Debian's sid has moved since toolchain.sha256: bring the packages of then to $packages, or run toolchain.sh $cache --pin"
rm -rf "$root"
mkdir -p "$root"/usr/{bin,sbin,lib,lib64} "$root"/{build,tmp,proc,dev}
for name in bin sbin lib lib64; do ln -s "usr/$name" "$root/$name"; done
(cd "$packages" && cut -c67- "$here/toolchain.sha256") | while read -r name; do
  dpkg-deb --fsys-tarfile "$packages/$name" | tar -x -C "$root" --keep-directory-symlink --no-same-owner
done
ln -sf bash "$root/usr/bin/sh"
if [ "$(id -u)" = 0 ]; then
  [ -e "$root/dev/null" ] || mknod -m 666 "$root/dev/null" c 1 3
  [ -e "$root/dev/urandom" ] || mknod -m 666 "$root/dev/urandom" c 1 9
fi
echo "$key" > "$root/.key"
