#!/usr/bin/env bash
# What build.sh and wheel.sh both compile, in CACHE/toolchain/build: the core, its binding and nanobind. sources.sh CACHE; prints
# the Python that has nanobind, Lark and zopfli.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=$1
refuse() { echo "$*" >&2; exit 2; }
venv=$cache/venv-$(sha256sum "$here/requirements.txt" | cut -c1-12)
if [ ! -d "$venv" ]; then
  rm -rf "$venv.part"
  python3 -m venv "$venv.part"
  "$venv.part/bin/pip" install --quiet --require-hashes -r "$here/requirements.txt" 2>"$cache/pip.log" ||
    refuse "nanobind, Lark and zopfli cannot be fetched by pip; $cache/pip.log says why"
  mv "$venv.part" "$venv"
fi
build=$cache/toolchain/build
rm -rf "$build"/{core,bind,nanobind,out}
mkdir -p "$build"
cp -a "$here/../../native/core" "$here/../../native/bind" "$build/"
cp -a "$venv"/lib/python3*/site-packages/nanobind "$build/nanobind"
cp "$here/compile.sh" "$build/"
echo "$venv/bin/python"
