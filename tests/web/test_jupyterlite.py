"""In JupyterLite a cell installs the wheel, counts and deals as Python here does.

``tools/browser/wheel.sh OUT`` builds the wheel; ``DEALWRIGHT_BROWSER_WHEEL`` names it, and
``DEALWRIGHT_BROWSER_NUMPY`` numpy for Pyodide. The site has all it needs: pip downloads the
pure packages that Pyodide names, once, into ``.cache``.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
import zipfile
from hashlib import sha256
from http.server import SimpleHTTPRequestHandler
from pathlib import Path
from typing import TYPE_CHECKING, Any
from urllib.parse import quote

import pytest

import dealwright
from tests.processes import PATIENCE
from tests.web.conftest import needs_browser
from tests.web.hosts import BELOW, Host, hosted

if TYPE_CHECKING:
    from playwright.sync_api import Browser

WHEEL = os.environ.get("DEALWRIGHT_BROWSER_WHEEL", "")
NUMPY = os.environ.get("DEALWRIGHT_BROWSER_NUMPY", "")
CACHE = Path(os.environ.get("DEALWRIGHT_BROWSER_CACHE", Path.home() / ".cache/dealwright-browser"))
PYODIDE = CACHE / "pyodide"
KEPT = Path(__file__).parents[2] / ".cache" / "jupyterlite"
JUPYTER_LITE = shutil.which("jupyter-lite")
CONDITION = "hcp(north) in 15..17 && balanced(north)"
CELL = f"""%pip install -q dealwright
import dealwright
print(dealwright.__version__, dealwright.parse("{CONDITION}").count())
print(dealwright.deal(2, seed=1))
dealwright.deal(1, seed=1)"""
LAST = ".jp-OutputArea-executeResult, [data-mime-type$='error'], [data-mime-type$='stderr']"

pytestmark = [
    pytest.mark.slow,
    needs_browser,
    pytest.mark.skipif(not (WHEEL and NUMPY), reason="build it: tools/browser/wheel.sh OUT"),
    pytest.mark.skipif(
        not PYODIDE.is_dir(), reason="needs Pyodide: tools/browser/wheel.sh OUT unpacks it"
    ),
    pytest.mark.skipif(
        JUPYTER_LITE is None,
        reason="needs JupyterLite: pip install jupyterlite-core jupyterlite-pyodide-kernel",
    ),
]


class Typed(Host):
    """A host that knows the types of modules and of WebAssembly."""

    extensions_map = SimpleHTTPRequestHandler.extensions_map


def needed(packages: dict[str, Any], *names: str) -> dict[str, Any]:
    """Return these packages of Pyodide's lock, and what they depend on."""
    found = dict[str, Any]()
    waiting = list(names)
    while waiting:
        name = waiting.pop().lower().replace("_", "-")
        if name not in found:
            found[name] = packages[name]
            waiting += packages[name]["depends"]
    return found


def write_numpy(target: Path) -> None:
    """Write a wheel with the files of numpy's archive, which has no metadata."""
    name, version, tag = target.stem.split("-", 2)
    about = f"{name}-{version}.dist-info"
    shutil.copyfile(NUMPY, target)
    with zipfile.ZipFile(target, "a") as wheel:
        wheel.writestr(
            f"{about}/METADATA", f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n"
        )
        wheel.writestr(
            f"{about}/WHEEL", f"Wheel-Version: 1.0\nRoot-Is-Purelib: false\nTag: {tag}\n"
        )
        wheel.writestr(f"{about}/RECORD", "")


def prepare(site: Path) -> list[Path]:
    """Write a site's own Pyodide; return the wheels that the site has beside it."""
    pyodide = site / "static" / "pyodide"
    shutil.copytree(PYODIDE, pyodide)
    lock = json.loads((pyodide / "pyodide-lock.json").read_text())
    found = needed(lock["packages"], "micropip", "ipython", "jedi", "rich", "numpy")
    pure = [f"{name}=={each['version']}" for name, each in found.items() if name != "numpy"]
    command = [sys.executable, "-m", "pip", "download", "--quiet", "--no-deps", "--dest", str(KEPT)]
    command += ["--find-links", str(KEPT), "--only-binary", ":all:", "--python-version", "3.14"]
    subprocess.run([*command, *pure, "comm==0.2.3"], check=True)
    write_numpy(pyodide / found["numpy"]["file_name"])
    for name, each in found.items():
        file = pyodide / each["file_name"]
        if name != "numpy":
            shutil.copyfile(KEPT / file.name, file)
        each["sha256"] = sha256(file.read_bytes()).hexdigest()
    (pyodide / "pyodide-lock.json").write_text(json.dumps(lock))
    # a wheel of another Emscripten has another name; JupyterLite takes only that of PEP 783
    platform = f"pyemscripten_{lock['info']['abi_version']}_wasm32"
    wheel = site / re.sub(r"-[^-]*$", f"-{platform}.whl", Path(WHEEL).name)
    shutil.copyfile(WHEEL, wheel)
    return [wheel, *KEPT.glob("comm-0.2.3-*.whl")]


def test_a_cell_counts_and_deals(browser: Browser, tmp_path: Path) -> None:
    assert JUPYTER_LITE is not None
    command = [JUPYTER_LITE, "build"]
    for wheel in prepare(tmp_path):
        command += ["--piplite-wheels", str(wheel)]
    subprocess.run(command, cwd=tmp_path, check=True, capture_output=True)
    with hosted(tmp_path / "_output", kind=Typed) as host, browser.new_context() as context:
        page = context.new_page()
        outside = list[str]()
        page.on("request", lambda each: outside.append(each.url))
        page.goto(f"{host.address}repl/index.html?kernel=python&code={quote(CELL)}")
        page.locator(LAST).first.wait_for(timeout=PATIENCE * 1000)
        said = page.locator(".jp-OutputArea-output").all_text_contents()
        assert len(said) == 2, said
        shown = page.locator(".jp-OutputArea-executeResult .jp-RenderedHTML pre").inner_html()
        here = (host.address.removesuffix(BELOW), "blob:", "data:")
    count = dealwright.parse(CONDITION).count()
    printed = f"{dealwright.__version__} {count}\n{dealwright.deal(2, seed=1)}"
    assert said[0].strip() == printed
    assert shown in dealwright.deal(1, seed=1)._repr_html_()
    assert shown.count("<span") > 4
    assert [url for url in outside if not url.startswith(here)] == []
