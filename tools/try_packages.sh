#!/usr/bin/env bash
# Try the files of a release on this machine, as RELEASING.md says: the source package has what it should,
# makes the wheel without a network, and the wheel installs and works where there is no compiler.
#
#     tools/try_packages.sh FOLDER [STEP...]      source wheel tests runners chroot
#
# Without STEPs all but the last. `chroot` needs root, debootstrap and a Debian mirror: SUITES="trixie sid"
# are installed, minimal, with Python alone; the wheel must be one for their Pythons (stable ABI, 3.12 or
# later). Needs `pip install build`. All is written to FOLDER.
set -euo pipefail
folder=$(mkdir -p "$1" && cd "$1" && pwd)
shift
cd "$(dirname "$0")/.."
root=$PWD
steps=("$@")
((${#steps[@]})) || steps=(source wheel tests runners)
house=$folder/house                       # what pip downloads, so that the rest needs no network
wheel() { ls -t "$folder"/wheels/dealwright-*.whl | head -n 1; }
offline() { if [ "$(id -u)" = 0 ] && unshare -n true 2>/dev/null; then unshare -n "$@"; else "$@"; fi; }
works() { # PROGRAM...: what must work anywhere
    "$@" --version
    test "$("$@" deal 2 --seed friday --format line "hcp(north) >= 15" 2>/dev/null | wc -l)" = 2
    "$@" count "hcp(north) >= 20" | grep -q 775,210,323,410,809,268,643,158,400
    "$@" completion bash --word=sho -- poker equity --game | grep -q short-deck
}

source_package() {
    rm -rf "$folder/dist"
    python3 -m build --sdist --outdir "$folder/dist" . >"$folder/source.log" 2>&1 || { tail "$folder/source.log"; return 1; }
    tar tzf "$folder"/dist/*.tar.gz | sed 's|^[^/]*/||' | sort >"$folder/source.txt"
    git ls-files | grep -vE '^(\.ci/|\.github/|Containerfile|recipe/|tests/peers/)' | sort >"$folder/expected.txt"
    # PKG-INFO is made; files that git does not know must not come along
    diff <(grep -v '^PKG-INFO$' "$folder/source.txt") "$folder/expected.txt" || {
        echo "the source package differs from what git lists" >&2; return 1; }
    echo "source package: $(wc -l <"$folder/source.txt") files, $(du -k "$folder"/dist/*.tar.gz | cut -f1) kB"
}

wheel_offline() {
    python3 -m pip download -q -d "$house" lark scikit-build-core nanobind cmake ninja pip wheel 'numpy>=1.26' 'rich>=13'
    python3 -m venv --clear "$folder/build"
    offline env PIP_NO_INDEX=1 PIP_FIND_LINKS="$house" "$folder/build/bin/pip" wheel -q --no-deps -w "$folder/wheels" \
        "$folder"/dist/*.tar.gz
    echo "wheel: $(basename "$(wheel)"), $(du -k "$(wheel)" | cut -f1) kB"
    python3 -m venv --clear "$folder/audit"
    "$folder/audit/bin/pip" install -q abi3audit auditwheel
    case $(wheel) in *abi3*) "$folder/audit/bin/abi3audit" --strict "$(wheel)" ;; esac
    "$folder/audit/bin/auditwheel" show "$(wheel)" | grep -o '"many[^"]*"' | head -n 1
}

tests_of_the_wheel() {
    python3 -m venv --clear "$folder/tested"
    python3 - >"$folder/tests.txt" <<'EOF'
import tomllib
table = tomllib.load(open("pyproject.toml", "rb"))["tool"]["cibuildwheel"]
print("\n".join(table["test-requires"]))
print(table["test-command"], end="")
EOF
    head -n -1 "$folder/tests.txt" >"$folder/requirements.txt"
    "$folder/tested/bin/pip" install -q "$(wheel)" -r "$folder/requirements.txt"
    rm -rf "$folder/tree" && mkdir "$folder/tree" && cp -r conftest.py native pyproject.toml tests "$folder/tree"
    (cd "$folder/tree" && PATH="$folder/tested/bin:$PATH" bash -c "$(tail -n 1 "$folder/tests.txt") -q")
}

runners() {
    python3 -m venv --clear "$folder/runners"
    "$folder/runners/bin/pip" install -q pipx uv "$(wheel)"
    works "$folder/runners/bin/python" -m dealwright
    export PIPX_HOME=$folder/pipx UV_CACHE_DIR=$folder/uv
    works "$folder/runners/bin/pipx" run --spec "$(wheel)" dealwright
    works "$folder/runners/bin/uvx" -q --from "$(wheel)" dealwright
}

in_chroot() { # SUITE
    local place=$folder/$1
    [ -d "$place/usr/bin" ] || debootstrap --variant=minbase --include=python3-venv "$1" "$place" >"$folder/$1.log"
    for minor in 12 13 14; do
        python3 -m pip download -q -d "$house" --only-binary=:all: --python-version 3.$minor 'numpy>=1.26' 'rich>=13'
    done
    mkdir -p "$place/packages" && cp "$house"/*.whl "$(wheel)" "$place/packages"
    { declare -f works; cat <<'EOF'; } >"$place/packages/try.sh"
set -eu
! command -v cc c++ gcc g++ clang
cd && python3 --version && python3 -m venv --clear v
v/bin/pip install -q --no-index --find-links /packages dealwright
works v/bin/dealwright
test -f v/share/man/man1/dealwright-deal.1
EOF
    offline chroot "$place" /bin/bash /packages/try.sh
    echo "$1: installed without a compiler and without a network, deals and counts"
}

for step in "${steps[@]}"; do
    printf '\n--- %s\n' "$step"
    case $step in
        source) source_package ;;
        wheel) wheel_offline ;;
        tests) tests_of_the_wheel ;;
        runners) runners ;;
        chroot) for suite in ${SUITES:-trixie sid}; do in_chroot "$suite"; done ;;
        *) echo "unknown step $step" >&2; exit 2 ;;
    esac
done
cd "$root"
