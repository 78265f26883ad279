#!/usr/bin/env bash
# Dealwright on 64-bit ARM: cross-compiles the module, and runs tests with Debian's Python for ARM under
# emulation.
#
#     tools/arm.sh FOLDER [arguments of pytest]     by default all of tests/twins and tests/golden
#
# FOLDER keeps what is downloaded (27 MB of packages, 25 MB of wheels) and built for the next time. Root is
# needed only to install what runs here: apt-get install g++-aarch64-linux-gnu qemu-user
set -euo pipefail

[ $# -ge 1 ] || { echo "usage: tools/arm.sh FOLDER [arguments of pytest]" >&2; exit 2; }
for program in aarch64-linux-gnu-g++ qemu-aarch64 apt-get dpkg-deb python3; do
  command -v "$program" >/dev/null ||
    { echo "tools/arm.sh: no $program here (apt-get install g++-aarch64-linux-gnu qemu-user)" >&2; exit 2; }
done
mkdir -p "$1"
folder=$(cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
root=$folder/root python=$folder/root/usr/bin/python3
unset PYTHONPATH PYTHONHOME

if [ ! -x "$python" ]; then
  # A package list of its own, so that this machine's stays as it is.
  apt=$folder/apt
  mkdir -p "$apt/state/lists/partial" "$apt/cache/archives/partial" "$root"
  touch "$apt/status"
  options=(-qq -o APT::Architecture=arm64 -o APT::Architectures=arm64 -o Dir::State="$apt/state"
           -o Dir::State::status="$apt/status" -o Dir::Cache="$apt/cache" -o APT::Sandbox::User=)
  apt-get "${options[@]}" update
  apt-get "${options[@]}" install --yes --no-install-recommends --download-only \
    python3-minimal libpython3-stdlib libpython3-dev libstdc++6
  for package in "$apt"/cache/archives/*.deb; do dpkg-deb --extract "$package" "$root"; done
  interpreter=$(readlink -f "$python")
  # What sys.executable names can be started again, by tests and by pytest.
  rm "$python"
  printf '#!/bin/sh\nexec qemu-aarch64 -L "%s" -0 "%s" "%s" "$@"\n' "$root" "$python" "$interpreter" >"$python"
  chmod +x "$python"
fi
version=$("$python" -c 'import sys; print("%d.%d" % sys.version_info[:2])')

if [ ! -d "$folder/packages" ]; then
  python3 -m venv "$folder/host"
  "$folder/host/bin/pip" install --quiet cmake nanobind
  { python3 -c 'import tomllib; print(*tomllib.load(open("pyproject.toml", "rb"))["project"]["dependencies"], sep="\n")'
    printf '%s\n' hypothesis jsonschema lark pytest pytest-randomly pytest-xdist
  } >"$folder/requirements.txt"
  "$folder/host/bin/pip" install --quiet --target "$folder/packages" --requirement "$folder/requirements.txt" \
    --platform manylinux_2_28_aarch64 --platform manylinux_2_17_aarch64 --platform manylinux2014_aarch64 \
    --implementation cp --python-version "$version" --only-binary=:all:
fi

export PYTHONPATH=$folder/packages
env --unset=PYTHONPATH "$folder/host/bin/cmake" -S . -B "$folder/build" --log-level=WARNING \
  -DCMAKE_BUILD_TYPE=Release -DCMAKE_SYSTEM_NAME=Linux -DCMAKE_SYSTEM_PROCESSOR=aarch64 \
  -DCMAKE_CXX_COMPILER=aarch64-linux-gnu-g++ -DCMAKE_CXX_FLAGS="-idirafter $root/usr/include" \
  -DDEALWRIGHT_WARNINGS='-Wall;-Wextra;-Werror' -DPython_EXECUTABLE="$python" \
  -DPython_INCLUDE_DIR="$root/usr/include/python$version" \
  -Dnanobind_DIR="$("$folder/host/bin/python" -I -m nanobind --cmake_dir)" >/dev/null
"$folder/host/bin/cmake" --build "$folder/build" --parallel 2 >"$folder/build.log" || { cat "$folder/build.log"; exit 1; }
rm -rf "$folder/packages/dealwright"
cp -r src/dealwright "$folder/packages/"
"$folder/host/bin/cmake" --install "$folder/build" --prefix "$folder/packages" >/dev/null

[ $# -gt 0 ] || set -- tests/twins tests/golden
exec "$python" -m pytest -q -n 2 -p no:cacheprovider "$@"
