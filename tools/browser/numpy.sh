#!/usr/bin/env bash
# Build the small numpy for Pyodide: tools/browser/numpy.sh OUT.zip. It takes seven minutes of two busy cores; build.sh needs
# its result as DEALWRIGHT_BROWSER_NUMPY. The compiler is that of build.sh.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
refuse() { echo "$*" >&2; exit 2; }
[ $# = 1 ] || refuse "say where the archive goes: tools/browser/numpy.sh OUT.zip"
out=$(realpath -m "$1")
cache=${DEALWRIGHT_BROWSER_CACHE:-$HOME/.cache/dealwright-browser}
bash "$here/prepare.sh" "$cache"
tools=$cache/toolchain
build=$tools/build

rm -rf "$build/numpy" "$build/cython" "$cache/numpy.part"
mkdir -p "$cache/numpy.part" "$build/wrapped"
# pip checks the digest, unpacks, and finds that it cannot build: the sources are all we want
TMPDIR=$cache/numpy.part python3 -m pip download --quiet --no-deps --no-clean --no-build-isolation --no-binary :all: \
  --require-hashes -r "$here/numpy.txt" -d "$cache/numpy.part/out" >"$cache/pip.log" 2>&1 || true
found=$(echo "$cache"/numpy.part/pip-download-*/numpy_*)
[ -f "$found/meson.build" ] || refuse "the sources of numpy cannot be fetched by pip; $cache/pip.log says why"
mv "$found" "$build/numpy"
python3 -m pip install --quiet --no-deps --target "$build/cython" --only-binary=:all: --platform any --implementation py --abi none \
  --python-version 3.14 cython==3.2.9 2>"$cache/pip.log" || refuse "Cython cannot be fetched by pip; $cache/pip.log says why"
cp "$here/numpy_inside.sh" "$here/numpy.ini" "$build/"
bash "$here/inside.sh" "$tools" /bin/bash /build/numpy_inside.sh >"$cache/numpy.log" 2>&1 || refuse "numpy cannot be compiled; $cache/numpy.log says why"
python3 "$here/strip_numpy.py" "$build/numpy/installed" "$out"
