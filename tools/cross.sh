#!/usr/bin/env bash
# Compile the core for Windows and macOS with Zig's Clang (pip install ziglang cmake ninja): no warning is
# allowed. Where wine is installed, the Windows program of the core's checks must print what the one for
# this machine prints.
#
#     tools/cross.sh FOLDER [TARGET...]        x86_64-windows-gnu aarch64-windows-gnu x86_64-macos aarch64-macos
#
# A target takes two minutes on two slow cores.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
targets=("$@")
((${#targets[@]})) || targets=(x86_64-windows-gnu aarch64-windows-gnu x86_64-macos aarch64-macos)
export ZIG_GLOBAL_CACHE_DIR=$folder/zig ZIG_LOCAL_CACHE_DIR=$folder/zig

build() { # TARGET SYSTEM PROCESSOR
    for tool in c++ ar ranlib; do
        # clang of Zig checks for undefined behaviour unless it optimises
        flags=; [ $tool = c++ ] && flags="-target $1 -fno-sanitize=undefined"
        printf '#!/bin/sh\nexec python3 -m ziglang %s %s "$@"\n' "$tool" "$flags" > "$folder/$1-$tool"
        chmod +x "$folder/$1-$tool"
    done
    cmake -G Ninja -S . -B "$folder/$1" -DDEALWRIGHT_CORE_ONLY=ON -DDEALWRIGHT_WARNINGS='-Wall;-Wextra;-Werror' \
        -DCMAKE_SYSTEM_NAME="$2" -DCMAKE_SYSTEM_PROCESSOR="$3" -DCMAKE_CXX_COMPILER="$folder/$1-c++" \
        -DCMAKE_AR="$folder/$1-ar" -DCMAKE_RANLIB="$folder/$1-ranlib" -DCMAKE_CXX_COMPILER_WORKS=ON \
        -DCMAKE_CXX_ABI_COMPILED=ON -DCMAKE_SIZEOF_VOID_P=8 >"$folder/$1.log"
    cmake --build "$folder/$1" -j 2 >>"$folder/$1.log" || { cat "$folder/$1.log"; return 1; }
    echo "$1: compiled without a warning"
}

for target in "${targets[@]}"; do
    case $target in
        x86_64-windows-gnu) build $target Windows AMD64 ;;
        aarch64-windows-gnu) build $target Windows ARM64 ;;
        x86_64-macos) build $target Darwin x86_64 ;;
        aarch64-macos) build $target Darwin arm64 ;;
        *) echo "unknown target $target" >&2; exit 2 ;;
    esac
done

checks=$folder/x86_64-windows-gnu/dealwright_checks.exe
if command -v wine >/dev/null && [ -f "$checks" ]; then
    cmake -G Ninja -S . -B "$folder/here" -DDEALWRIGHT_CORE_ONLY=ON >"$folder/here.log"
    cmake --build "$folder/here" >>"$folder/here.log"
    "$folder/here/dealwright_checks" >"$folder/here.txt"
    WINEPREFIX=$folder/wine WINEDEBUG=-all timeout 300 wine "$checks" | tr -d '\r' >"$folder/windows.txt"
    diff "$folder/here.txt" "$folder/windows.txt"
    if grep -v ' 1$' "$folder/here.txt"; then echo "these laws do not hold" >&2; exit 1; fi
    echo "under wine: the same $(wc -l <"$folder/here.txt") results"
fi
