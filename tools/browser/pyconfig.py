"""Write Python's pyconfig.h for WebAssembly: `pyconfig.py HEADER STDLIB`.

HEADER is that of the same Python for another machine; STDLIB is Pyodide's python_stdlib.zip, whose
`_sysconfigdata` knows the values here.
"""

from __future__ import annotations

import re
import sys
from pathlib import Path
from zipfile import ZipFile


def main(header: str, stdlib: str) -> None:
    """Print the header with the values of WebAssembly."""
    archive = ZipFile(stdlib)
    (name,) = (each for each in archive.namelist() if each.startswith("_sysconfigdata"))
    scope: dict[str, dict[str, object]] = {}
    exec(archive.read(name), scope)  # noqa: S102 - a module of Python itself
    values = scope["build_time_vars"]
    for line in Path(header).read_text(encoding="utf-8").splitlines(keepends=True):
        found = re.match(r"(?:/\* #undef|#\s*define) (\w+)", line)
        if not found or found[1] not in values or found[1].startswith("Py_PYCONFIG"):
            print(line, end="")
        elif values[found[1]] in (0, "", None):
            print(f"/* #undef {found[1]} */")
        else:
            print(f"#define {found[1]} {values[found[1]]}")


if __name__ == "__main__":
    main(*sys.argv[1:])
