#!/bin/bash
# Compile the extension for WebAssembly; runs inside the unpacked Debian, in /build, or, if EMSDK is set, with that
# Emscripten where this file lies. core/ and bind/ are those of native/, nanobind/ has sources, pyinc/ has Python's headers.
set -euo pipefail
cd "$(dirname "$0")"
[ -n "${EMSDK:-}" ] || export PATH=/usr/bin:/bin HOME=/build EM_CACHE=/build/cache
rm -rf objects && mkdir -p objects out
flags="-fPIC -fwasm-exceptions -sSUPPORT_LONGJMP=wasm"
include="-Ipyinc -Inanobind/include -Inanobind/ext/robin_map/include -Icore"

compile() {  # object, then the compiler's arguments: only what changed since last time
  local object=$1 key; shift
  key=$( (emcc --version; echo "$*"; cat "${@: -1}" core/*.hpp bind/*.hpp) | sha256sum | cut -c1-32)
  [ -f "kept/$key.o" ] || { em++ $flags "$@" -c -o "kept/$key.o.part" && mv "kept/$key.o.part" "kept/$key.o"; }
  cp "kept/$key.o" "objects/$object.o"
}
link() {  # file, then what it exports and its objects
  local file=$1 exports=$2; shift 2
  em++ -O3 $flags -sSIDE_MODULE=2 -sWASM_BIGINT "-sEXPORTED_FUNCTIONS=$exports" "$@" -o "out/$file"
}
mkdir -p kept

core="-O3 -std=gnu++20 -fvisibility=hidden -msimd128"
for file in core/*.cpp; do
  name=core_$(basename "$file" .cpp)
  body=plain
  [ "$name" != core_body ] || body=portable
  compile "$name" $core -ffp-contract=off -Wno-psabi -DDEALWRIGHT_BODY=$body $include "$file"
done
bind="-Os -std=gnu++20 -fvisibility=hidden -fno-strict-aliasing -include cstdio -DPy_LIMITED_API=0x030C0000 -DNDEBUG"
for file in bind/*.cpp nanobind/src/nb_combined.cpp; do
  compile "core_bind_$(basename "$file" .cpp)" $bind $include "$file"
done
link _native.so _PyInit__native objects/core_*.o

emcc --version | sed -n '1s/.*) \([0-9.]*\).*/\1/p' > out/version
