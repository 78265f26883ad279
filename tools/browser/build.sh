#!/usr/bin/env bash
# Build the folder that runs in any browser: tools/browser/build.sh OUT. What it downloads and compiles is kept in
# DEALWRIGHT_BROWSER_CACHE (~/.cache/dealwright-browser), so that a second build takes a minute.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
refuse() { echo "$*" >&2; exit 2; }
[ $# = 1 ] || refuse "say where the folder goes: tools/browser/build.sh OUT"
out=$(realpath -m "$1")
cache=${DEALWRIGHT_BROWSER_CACHE:-$HOME/.cache/dealwright-browser}
numpy=${DEALWRIGHT_BROWSER_NUMPY:-$root/../shared/browser/numpy-pyodide.zip}
[ -f "$numpy" ] || refuse "no numpy for Pyodide: set DEALWRIGHT_BROWSER_NUMPY to its archive; tools/browser/numpy.sh makes one, in some minutes"
command -v node >/dev/null && command -v npm >/dev/null || refuse "Node and npm are needed: apt-get install nodejs npm"
mkdir -p "$cache"
exec 9>"$cache/lock"
flock 9

bash "$here/prepare.sh" "$cache"
pyodide=$cache/pyodide
tools=$cache/toolchain
python=$(bash "$here/sources.sh" "$cache")

build=$tools/build
bash "$here/inside.sh" "$tools" /bin/bash /build/compile.sh >"$cache/compile.log" 2>&1 ||
  refuse "the core cannot be compiled; $cache/compile.log says why"

stage=$cache/stage
rm -rf "$stage"
mkdir -p "$stage/app" "$stage/packs" "$stage/licences"
cp -a "$root/src/dealwright" "$stage/app/"
find "$stage/app" -name __pycache__ -prune -exec rm -rf {} +
"$python" "$root/tools/grammar_tables.py" "$root/src/dealwright" "$stage/grammars"
cp -a "$stage/grammars/." "$stage/app/dealwright/"
python3 -m zipfile -e "$numpy" "$stage/app"
cp "$build/out/_native.so" "$stage/app/dealwright/base/kernels/"
node "$here/pack.mjs" "$pyodide" "$stage" "$stage/packs"
node "$here/memory.mjs" "$pyodide" "$stage/packs"

cp "$root/LICENSE" "$stage/licences/dealwright.txt"
cp "$root"/licenses/*.txt "$here"/licences/*.txt "$stage/licences/"
cp "$tools/usr/share/doc/python3.14/copyright" "$stage/licences/python.txt"
cp "$tools/usr/share/doc/emscripten/copyright" "$stage/licences/emscripten.txt"
"$python" "$here/folder.py" "$root/src/dealwright/web/static" "$here/page" "$stage/packs" "$pyodide" "$stage/licences" "$out"
