#!/bin/bash
# Compile numpy in /build/numpy; runs inside the unpacked Debian. Only the modules that Dealwright reaches are linked.
set -euo pipefail
cd /build
export PATH=/build/wrapped:/usr/bin:/bin HOME=/build EM_CACHE=/build/cache
wrap() { printf '#!/bin/sh\n%s\n' "$2" > "wrapped/$1"; chmod +x "wrapped/$1"; }
for name in emcc em++; do  # Meson asks the linker for its version, and emcc would build its whole libc to tell
  wrap "$name" 'case " $* " in *" -Wl,--version "*) echo "LLD 21.1.8 (compatible with GNU linkers)"; exit 1;; esac
exec /usr/bin/'"$name"' "$@"'
done
wrap cython 'PYTHONPATH=/build/cython exec python3 -m cython "$@"'
wrap python 'exec python3 "$@"'
cp pyinc/pyconfig.h /usr/include/python3.14/pyconfig.h  # Debian's knows no such processor

cd numpy
rm -rf made installed
python3 vendored-meson/meson/meson.py setup made --cross-file /build/numpy.ini -Dbuildtype=release -Dblas=none -Dlapack=none \
  -Dallow-noblas=true -Dcpu-baseline=none -Dcpu-dispatch=none -Dpython.allow_limited_api=false
cd made
# emcc drops what nothing asks for: each module must export its first function, and numpy names a function that is not there
echo 'int backtrace(void **b, int n) { (void)b; (void)n; return 0; }' > stub.c
emcc -O2 -fPIC -c stub.c -o stub.o
mkdir -p ../installed
for module in numpy/_core/_multiarray_umath numpy/linalg/_umath_linalg numpy/fft/_pocketfft_umath; do
  file=$(ninja -t targets all | sed -n "s#^\($module\.[^:/]*\.so\):.*#\1#p" | head -1)
  ninja "$file" || true
  name=PyInit_$(basename "$module")
  link=$(ninja -t commands "$file" | tail -1)
  eval "${link/-sSIDE_MODULE=2/$PWD/stub.o -sSIDE_MODULE=2 -sEXPORTED_FUNCTIONS=_$name}"
  mkdir -p "../installed/$(dirname "$module")"
  cp "$file" "../installed/$module.cpython-314-wasm32-emscripten.so"
done
cd ..
cp -a numpy/. installed/numpy/
cp made/numpy/__config__.py installed/numpy/
