#!/usr/bin/env bash
# Run tests on an extension built with AddressSanitizer and UndefinedBehaviorSanitizer.
#
#     tools/sanitized.sh FOLDER [arguments of pytest]     by default tests/twins
#
# FOLDER keeps the environment and what is compiled for the next time. Any report ends the run.
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: tools/sanitized.sh FOLDER [arguments of pytest]" >&2; exit 2; }
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
[ -x "$folder/venv/bin/python" ] || python3 -m venv "$folder/venv"
. "$folder/venv/bin/activate"
flags="-fsanitize=address,undefined -fno-sanitize-recover=all -fno-omit-frame-pointer -g1"
CXX=g++ CXXFLAGS="$flags" LDFLAGS="$flags" pip install --quiet '.[test]' \
  --config-settings=build-dir="$folder/build" --config-settings=install.strip=false
# Python itself is not built so, which is why the library comes first; it never frees everything.
export LD_PRELOAD="$(g++ -print-file-name=libasan.so) $(g++ -print-file-name=libstdc++.so.6)"
export ASAN_OPTIONS=detect_leaks=0:abort_on_error=1 UBSAN_OPTIONS=print_stacktrace=1
python - <<'CHECK'
from pathlib import Path
from dealwright.base.kernels import native_module
assert b"__asan_report_load" in Path(native_module().__file__).read_bytes(), "not sanitized"
CHECK
exec python -m pytest -q -n 2 -m "not slow" "${@:-tests/twins}"
