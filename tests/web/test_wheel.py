"""The wheel for Pyodide, installed there from a file, counts as Python here does.

``tools/browser/wheel.sh OUT`` builds it; ``DEALWRIGHT_BROWSER_WHEEL`` names it for this test, and
``DEALWRIGHT_BROWSER_NUMPY`` numpy for Pyodide.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import zipfile
from pathlib import Path

import pytest

import dealwright

WHEEL = os.environ.get("DEALWRIGHT_BROWSER_WHEEL", "")
NUMPY = os.environ.get("DEALWRIGHT_BROWSER_NUMPY", "")
CACHE = Path(os.environ.get("DEALWRIGHT_BROWSER_CACHE", Path.home() / ".cache/dealwright-browser"))

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(not (WHEEL and NUMPY), reason="build it: tools/browser/wheel.sh OUT"),
    pytest.mark.skipif(shutil.which("node") is None, reason="needs Node"),
]


def test_it_counts_in_pyodide() -> None:
    condition = "hcp(north) in 15..17 && balanced(north) && spades(south) >= 5"
    driver = Path(__file__).with_name("wheel.mjs")
    command = ["node", str(driver), str(CACHE / "pyodide"), WHEEL, NUMPY, condition]
    said = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    assert said == [dealwright.__version__, str(dealwright.parse(condition).count())]


def test_its_tag_names_the_emscripten_that_compiled_it() -> None:
    """Only the version that Pyodide pins, 5.0.3, has a platform that an index takes."""
    tag = Path(WHEEL).stem.split("-", 2)[2]
    assert re.fullmatch(
        r"cp312-abi3-(pyemscripten_2026_0|emscripten_(?!5_0_3)\d+_\d+_\d+)_wasm32", tag
    )
    with zipfile.ZipFile(WHEEL) as wheel:
        (text,) = (wheel.read(name) for name in wheel.namelist() if name.endswith("/WHEEL"))
        assert f"Tag: {tag}\n" in text.decode()
        modules = [name for name in wheel.namelist() if name.endswith((".so", ".pyd"))]
        assert modules == ["dealwright/base/kernels/_native.abi3.so"]
        assert wheel.read(modules[0])[:4] == b"\0asm"
