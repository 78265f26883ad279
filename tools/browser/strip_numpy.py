"""Make the small numpy for Pyodide: `strip_numpy.py FOLDER OUT.zip`, FOLDER has numpy as installed.

Without documentation, random numbers, polynomials and tests; masked arrays are a stub, because
`numpy.unique` asks for them; linear algebra is loaded when one of its functions is called.
"""

from __future__ import annotations

import ast
import re
import sys
import zipfile
from pathlib import Path

DROPPED = re.compile(
    r"numpy/(random|ma|polynomial|testing|f2py|distutils|tests|_pyinstaller|ctypeslib|doc|core)/|"
    r"numpy/(_build_utils|_core/(code_generators|src))/|"
    r"numpy/(linalg/lapack_lite|_core/(include|lib/|_simd|cversions)|lib/recfunctions|conftest)|"
    r".*/tests/|.*/__pycache__/|.*\.(pyi|pxd|pyx|h|c|cpp|typed|txt|build|in|a|src|ini|md|py\.in)$"
)
MASKED = """class MaskedArray: pass
masked = object()
def is_masked(x): return False
def isMaskedArray(x): return False
isMA = isMaskedArray
"""
LINALG = '''"""Linear algebra, loaded when first called."""
__all__ = {}
class LinAlgError(ValueError):
    """Raised by the functions of linear algebra."""
def _lazy(name):
    def call(*args, **keywords):
        import importlib
        return getattr(importlib.import_module("numpy.linalg._linalg"), name)(*args, **keywords)
    call.__name__ = name
    return call
for _name in __all__:
    if _name != "LinAlgError":
        globals()[_name] = _lazy(_name)
del _name
'''
ERROR = re.compile(
    r'@set_module\("numpy\.linalg"\)\s*\nclass LinAlgError\(ValueError\):'
    r".*?(?=\n\ndef|\n\n\ndef|\n_)",
    re.DOTALL,
)


def main(folder: Path, out: Path) -> None:
    """Write the archive."""
    linalg = (folder / "numpy/linalg/_linalg.py").read_text()
    listed = re.search(r"__all__ = (\[.*?\])", linalg, re.DOTALL)
    assert listed is not None
    changed = {
        "numpy/linalg/__init__.py": LINALG.format(ast.literal_eval(listed[1])),
        "numpy/linalg/_linalg.py": ERROR.sub(
            "from numpy.linalg import LinAlgError\n", linalg, count=1
        ),
        "numpy/_core/_add_newdocs.py": "",
        "numpy/_core/_add_newdocs_scalars.py": "",
        "numpy/ma/__init__.py": MASKED,
    }
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as archive:
        for path in sorted(folder.glob("numpy/**/*")):
            name = path.relative_to(folder).as_posix()
            if path.suffix in (".py", ".so") and name not in changed and not DROPPED.match(name):
                archive.writestr(zipfile.ZipInfo(name), path.read_bytes(), zipfile.ZIP_DEFLATED)
        for name, text in changed.items():
            archive.writestr(zipfile.ZipInfo(name), text, zipfile.ZIP_DEFLATED)
        print(f"{out}: {len(archive.namelist())} files, {out.stat().st_size:,} bytes")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
