#!/usr/bin/env bash
# Run golden, law and twin tests inside Pyodide: tools/browser/test.sh [PYTEST ARGUMENTS], after build.sh. It takes two
# minutes of CPU. left_out.py lists the tests that cannot run there.
set -euo pipefail
here=$(cd "$(dirname "$0")" && pwd)
cache=${DEALWRIGHT_BROWSER_CACHE:-$HOME/.cache/dealwright-browser}
[ -d "$cache/stage/app" ] || { echo "nothing is built yet: tools/browser/build.sh OUT" >&2; exit 2; }
if [ ! -d "$cache/pytest" ]; then
  rm -rf "$cache/pytest.part"
  python3 -m pip install --quiet --target "$cache/pytest.part" --only-binary=:all: --platform any --implementation py --abi none \
    --python-version 3.14 pytest==8.4.2 hypothesis==6.155.7 more-itertools==11.2.1 2>"$cache/pip.log" ||
    { echo "pytest cannot be fetched by pip; $cache/pip.log says why" >&2; exit 2; }
  mv "$cache/pytest.part" "$cache/pytest"
fi
exec node "$here/tests.mjs" "$cache" "$@"
