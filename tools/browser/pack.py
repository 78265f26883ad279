"""Pack Python, numpy and Dealwright for the browser; `pack.mjs` runs this inside Pyodide.

What the first pages ask for goes into one pack, which is loaded at once. The rest goes into packs
that are loaded when one of their files is first read. A pack is the plain bytes of its files, one
after another; `packs.json` says where each begins.
"""

from __future__ import annotations

import contextlib
import importlib
import importlib.util
import json
import marshal
import os
import re
import struct
import sys
import zipfile

sys.path.insert(0, "/app")
sys.dont_write_bytecode = True

from dealwright.web.in_browser import answer  # noqa: E402

CONDITION = "hcp(west) in 11..15 && spades(west) in 5..6 && hearts(west)==4 && hcp(east)==10"
FIRST: list[tuple[str, dict[str, object]]] = [  # what the pack that is loaded at once answers
    ("count", {"condition": CONDITION}),
    ("count", {"condition": "cccc(north) > 1500 && shape(north, 5431) && losers(south) <= 7"}),
    ("count", {"condition": "hcp("}),
    ("explain", {"condition": CONDITION}),
    ("limits", {"limits": ["hcp(north) in 15..17", "balanced(north)", "hearts(south) >= 5"]}),
    ("deal", {"condition": CONDITION, "n": 8, "seed": "1"}),
    ("deal", {"n": 8, "seed": "1"}),
]
# Modules of Python that are asked for by name at run time, or in rare cases.
MODULES = (
    "array base64 bisect calendar codecs colorsys csv ctypes ctypes.util datetime decimal "
    "difflib encodings.ascii encodings.charmap encodings.cp1250 encodings.cp1252 encodings.idna "
    "encodings.latin_1 encodings.utf_16 encodings.utf_8_sig fractions gettext gzip hashlib hmac "
    "html html.parser importlib.metadata importlib.resources json linecache locale pprint queue "
    "secrets shlex shutil statistics string stringprep tempfile textwrap tokenize tomllib "
    "traceback unicodedata urllib.parse uuid xml.etree.ElementTree zipfile zoneinfo "
    "concurrent.futures concurrent.futures.thread importlib.resources._adapters _strptime "
    "importlib.resources._functional importlib.resources.readers importlib.readers signal "
)
NOT_PACKED = re.compile(
    r"dealwright/(cli|web/static)/|dealwright/web/(app|clients|messages|openapi|room.*|serving|"
    r"streams|workers?)\.py|.*\.(pyi|lark|typed|toml\.in)$|.*/__pycache__/|numpy/typing/mypy_plugin"
)
LIBRARY = next(path for path in sys.path if path.endswith(".zip"))
MAGIC = importlib.util.MAGIC_NUMBER


def compiled(source: bytes, name: str, optimize: int = 2) -> bytes:
    """Return a module as a .pyc file that is never checked against its source."""
    code = compile(source, name, "exec", dont_inherit=True, optimize=optimize)
    return MAGIC + struct.pack("<III", 1, 0, 0) + marshal.dumps(code)


def ask(name: str, fields: dict[str, object]) -> None:
    """Answer a request, for the modules that it loads."""
    answer(name, json.dumps(fields), lambda kind, text: None)


def loaded() -> set[str]:
    """Return the files of the modules that are loaded now."""
    return {getattr(module, "__file__", None) or "" for module in list(sys.modules.values())}


def files(root: str) -> dict[str, bytes]:
    """Return the files to pack below a folder, modules compiled."""
    found = {}
    for folder, _, names in sorted(os.walk(root)):
        for name in sorted(names):
            path = f"{folder}/{name}"
            inside = path.removeprefix("/app/")
            if NOT_PACKED.match(inside):
                continue
            with open(path, "rb") as file:
                data = file.read()
            if name.endswith(".py"):
                inside, data = f"{inside}c", compiled(data, inside)
            found[inside] = data
    return found


def pack_of(name: str, first: set[str]) -> str:
    """Return the pack of a file."""
    if f"/app/{name.removesuffix('c')}" in first or f"/app/{name}" in first:
        return "first"
    if name.startswith(("numpy/linalg/", "numpy/fft/")) and name.endswith((".so", "_linalg.pyc")):
        return "linalg"
    return "numpy" if name.startswith("numpy/") else "rest"


def first_files(app: dict[str, bytes]) -> set[str]:
    """Return the files that the first requests read."""
    for name, fields in FIRST:
        ask(name, fields)
    for name in ("scenarios", "functions"):
        ask(name, {})
    data = {
        f"/app/{name}" for name in app if re.match(r"dealwright/practice/.*\.(toml|json)", name)
    }
    return loaded() | data


def imported_later(app: dict[str, bytes]) -> None:
    """Import everything that any module of ours or of numpy's imports."""
    modules = [
        name.removesuffix(".pyc").removesuffix("/__init__").replace("/", ".")
        for name in sorted(app)
        if name.endswith(".pyc") and not name.startswith("numpy/ma")
    ]
    for name in [*modules, *MODULES.split()]:
        with contextlib.suppress(ImportError, AttributeError):
            importlib.import_module(name)


def library(first: set[str], later: set[str]) -> dict[str, bytes]:
    """Write Python's library with the modules of the first requests; return the later ones."""
    rest = {}
    packages = {path.split("/")[-2] for path in first if path.startswith(LIBRARY)}  # stay whole
    standard = zipfile.ZipFile("/pyodide/python_stdlib.zip")
    with zipfile.ZipFile("/out/python_stdlib.zip", "w", zipfile.ZIP_STORED) as small:
        for name in sorted(standard.namelist()):
            data, path = standard.read(name), f"{LIBRARY}/{name}"
            if name.startswith(("_pyodide", "pyodide", "_sysconfigdata")):  # Pyodide reads its own
                small.writestr(zipfile.ZipInfo(f"{name}c"), compiled(data, name, 0))
            elif name.endswith(".json"):
                small.writestr(zipfile.ZipInfo(name), data)
            elif path in first or (path in later and name.split("/")[0] in packages):
                small.writestr(zipfile.ZipInfo(f"{name}c"), compiled(data, name))
            elif path in later:
                rest[f"python/{name}c"] = compiled(data, name)
    return rest


def main() -> None:
    """Write the packs, the smaller library of Python, and what each pack holds."""
    app = files("/app")
    first = first_files(app)
    modules = [name for name in sys.modules if name != "__main__"]
    packs: dict[str, dict[str, bytes]] = {}
    for name, data in app.items():
        packs.setdefault(pack_of(name, first), {})[name] = data
    imported_later(app)
    packs["python"] = library(first, loaded())
    libraries = []
    for name in [name for name in packs["first"] if name.endswith(".so")]:  # compiled as they come
        stem = name.rsplit("/", 1)[1].split(".")[0].lstrip("_")
        libraries.append((name, f"{stem}.wasm"))
        with open(f"/out/{stem}.wasm", "wb") as file:
            file.write(packs["first"].pop(name))
    listed = {}
    for name, contents in sorted(packs.items()):
        with open(f"/out/{name}.pack", "wb") as file:
            file.write(b"".join(contents.values()))
        listed[name] = [[path, len(data)] for path, data in contents.items()]
        print(name, len(contents), "files", sum(map(len, contents.values())), "bytes")
    with open("/out/packs.json", "w") as text:
        found = {"packs": listed, "libraries": libraries, "modules": modules, "warm": FIRST[:5]}
        json.dump(found, text, separators=(",", ":"))


main()
