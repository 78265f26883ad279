#!/usr/bin/env bash
# What build.sh and numpy.sh both need, in CACHE: Pyodide, the compiler, and Python's headers for it. prepare.sh CACHE
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$1
refuse() { echo "$*" >&2; exit 2; }
mkdir -p "$cache"

version=314.0.7 sha256=66b7949e5a0cba2250b586d7e368bf12fb482800748d182c4618254b685ffaa0
if ! grep -qs "\"version\": \"$version\"" "$cache/pyodide/package.json"; then
  command -v npm >/dev/null || refuse "npm is needed to fetch Pyodide: apt-get install npm"
  (cd "$cache" && npm pack --silent "pyodide@$version" >/dev/null 2>&1) || refuse "Pyodide $version is not in $cache and cannot be fetched by npm"
  echo "$sha256  $cache/pyodide-$version.tgz" | sha256sum --check --status || refuse "$cache/pyodide-$version.tgz has another checksum than here"
  rm -rf "$cache/pyodide" "$cache/pyodide.part"
  mkdir "$cache/pyodide.part"
  tar -xzf "$cache/pyodide-$version.tgz" -C "$cache/pyodide.part"
  mv "$cache/pyodide.part/package" "$cache/pyodide"
  rmdir "$cache/pyodide.part"
fi

bash "$here/toolchain.sh" "$cache"
tools=$cache/toolchain
rm -rf "$tools/build/pyinc"
mkdir -p "$tools/build"
cp -a "$tools/usr/include/python3.14" "$tools/build/pyinc"
rm "$tools/build/pyinc/pyconfig.h"
python3 "$here/pyconfig.py" "$tools/usr/include/x86_64-linux-gnu/python3.14/pyconfig.h" "$cache/pyodide/python_stdlib.zip" > "$tools/build/pyinc/pyconfig.h"
