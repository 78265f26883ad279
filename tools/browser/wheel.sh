#!/usr/bin/env bash
# Build a wheel for Pyodide: tools/browser/wheel.sh OUT. If EMSDK is set, with its Emscripten, else with that of toolchain.sh. The
# platform tag of PEP 783, which an index takes, is for the version that Pyodide pins; others get a tag that names their version.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
root=$(cd "$here/../.." && pwd)
refuse() { echo "$*" >&2; exit 2; }
[ $# = 1 ] || refuse "say where the wheel goes: tools/browser/wheel.sh OUT"
out=$(realpath -m "$1")
cache=${DEALWRIGHT_BROWSER_CACHE:-$HOME/.cache/dealwright-browser}
mkdir -p "$cache" "$out"
exec 9>"$cache/lock"
flock 9

bash "$here/prepare.sh" "$cache"
python=$(bash "$here/sources.sh" "$cache")
build=$cache/toolchain/build
if [ -n "${EMSDK:-}" ]; then
  command -v em++ >/dev/null || refuse "EMSDK is set, but em++ is not on the path: source emsdk_env.sh"
  bash "$build/compile.sh" >"$cache/compile.log" 2>&1 || refuse "the core cannot be compiled; $cache/compile.log says why"
else
  bash "$here/inside.sh" "$cache/toolchain" /bin/bash /build/compile.sh >"$cache/compile.log" 2>&1 ||
    refuse "the core cannot be compiled; $cache/compile.log says why"
fi
rm -rf "$cache/wheel"
"$python" -m pip wheel --quiet --no-deps -w "$cache/wheel" "$root" 2>"$cache/pip.log" ||
  refuse "the wheel of this machine cannot be built; $cache/pip.log says why"
python3 "$here/wheel.py" "$cache"/wheel/*.whl "$build/out/_native.so" "$(cat "$build/out/version")" "$cache/pyodide/pyodide-lock.json" "$out"
