"""Put the folder for browsers together: `folder.py STATIC PAGE PACKS PYODIDE LICENCES OUT`.

STATIC has the pages of `dealwright serve`, PAGE what they need in a browser, PACKS what `pack.py`
wrote, PYODIDE its runtime, LICENCES texts. Pages keep their names, so that links hold; everything
else has the digest of its contents in its name, or lies in a folder that has.
"""

from __future__ import annotations

import base64
import gzip
import hashlib
import json
import re
import shutil
import sys
from pathlib import Path

from zopfli.gzip import compress

LOCK = {"abi_version": "2026_0", "arch": "wasm32", "platform": "emscripten_5_0_3"}
RUNTIME = ("pyodide.mjs", "pyodide.asm.mjs", "pyodide.asm.wasm")
# No module runs from a file, so this is none. Where a host forbids it, it is not needed.
FROM_FILE = """if (location.protocol === "file:") addEventListener("DOMContentLoaded", () => {
  const line = document.createElement("p");
  line.textContent = "A browser runs this page only from a web server. Put the folder on any host, "
    + "or type in it: python3 -m http.server 8080, and open http://localhost:8080/";
  document.body.prepend(line);
});"""
POLICY = (
    "default-src 'none'; script-src 'self' 'wasm-unsafe-eval' '{}'; style-src 'self'; "
    "img-src 'self' data:; connect-src 'self'; worker-src 'self'; manifest-src 'self'; "
    "base-uri 'none'; form-action 'none'"
)
COMPRESSED = {".wasm", ".js", ".css", ".html", ".json", ".pack", ".zip"}


def digest(*contents: bytes) -> str:
    """Return the first digits of the SHA-256 of contents."""
    return hashlib.sha256(b"\0".join(contents)).hexdigest()[:12]


def named(name: str) -> str:
    """Return a name of JavaScript that hosts know: Debian's nginx has no type for `.mjs`."""
    return name.replace(".mjs", ".js")


def imported(name: str, modules: dict[str, bytes]) -> list[str]:
    """Return the modules that a module needs before it runs, and those that they need."""
    found = [name]
    for each in found:
        text = modules[each].decode()
        wanted = re.findall(r'^(?:import|export)\b[^"]*"\./([\w.]+)"', text, re.MULTILINE)
        found += [other for other in dict.fromkeys(wanted) if other not in found]
    return found[1:]


def page(text: str, folder: str, modules: dict[str, bytes]) -> str:
    """Return a page whose files are in a folder, and are asked for at once."""
    scripts = re.findall(r'<script type="module" src="([\w.]+)"', text)
    early = dict.fromkeys(each for name in scripts for each in imported(name, modules))
    text = re.sub(r'(<script type="module" src=")', rf"\1{folder}/", text)
    text = re.sub(r'(<link rel="stylesheet" href=")', rf"\1{folder}/", text)
    inline = base64.b64encode(hashlib.sha256(FROM_FILE.encode()).digest()).decode()
    policy = POLICY.format(f"sha256-{inline}")
    head = [
        f'<meta http-equiv="content-security-policy" content="{policy}">',
        f'<meta name="dealwright-browser" content="{folder}/transport.js">',
        '<link rel="manifest" href="manifest.webmanifest">',
        '<link rel="apple-touch-icon" href="icon-192.png">',
        f'<link rel="stylesheet" href="{folder}/browser.css">',
        f"<script>{FROM_FILE}</script>",
        f'<script type="module" src="{folder}/transport.js"></script>',
        *(f'<link rel="modulepreload" href="{folder}/{name}">' for name in early),
    ]
    return text.replace("<title>", "\n".join([*head, "<title>"]), 1)


def main(static: Path, own: Path, packs: Path, pyodide: Path, licences: Path, out: Path) -> None:
    """Write the folder."""
    shutil.rmtree(out, ignore_errors=True)
    (out / "runtime").mkdir(parents=True)
    version = json.loads((pyodide / "package.json").read_text())["version"]

    def put(source: Path) -> str:
        name = f"{source.stem}.{digest(source.read_bytes())}{source.suffix}"
        shutil.copyfile(source, out / "runtime" / name)
        return f"../runtime/{name}"

    core = f"pyodide-{digest(*((pyodide / name).read_bytes() for name in RUNTIME))}"
    (out / "runtime" / core).mkdir()
    for name in RUNTIME:
        shutil.copyfile(pyodide / name, out / "runtime" / core / named(name))
    listed = json.loads((packs / "packs.json").read_text())
    memory = json.loads((packs / "memory.json").read_text())
    library = put(packs / "python_stdlib.zip")
    runtime = {
        "pyodide": f"../runtime/{core}/",
        "library": library,
        "lock": {"info": {**LOCK, "python": "3.14.2", "version": version}, "packages": {}},
        "packs": {
            name: {"url": put(packs / f"{name}.pack"), "files": files}
            for name, files in listed["packs"].items()
        },
        "libraries": [[name, put(packs / file)] for name, file in listed["libraries"]],
    }
    first = [f"../runtime/{core}/{RUNTIME[2]}", library]
    first += [runtime["packs"]["first"]["url"], *(url for _, url in runtime["libraries"])]
    sizes = {path: (out / "x" / path).resolve().stat().st_size for path in first}
    runtime["sizes"] = sizes
    size = (packs / "python_stdlib.zip").stat().st_size
    kept = packs / "memory.packed"  # half of what a browser keeps, if it were not compressed
    kept.write_bytes(gzip.compress((packs / "memory.bin").read_bytes(), 9, mtime=0))
    packed = kept.stat().st_size
    runtime["memory"] = {**memory, "url": put(kept), "packed": packed, "library": size}

    modules = {
        path.name: path.read_bytes()
        for path in sorted([*static.iterdir(), *own.iterdir()])
        if path.suffix in (".js", ".css") and path.name != "sw.js"
    }
    modules["runtime.js"] = b"export default " + json.dumps(runtime, separators=(",", ":")).encode()
    folder = f"page-{digest(*(name.encode() + data for name, data in modules.items()))}"
    (out / folder).mkdir()
    for name, data in modules.items():
        (out / folder / name).write_bytes(data)
    for path in static.glob("*.html"):
        text = page(path.read_text(encoding="utf-8"), folder, modules)
        (out / path.name).write_text(text, encoding="utf-8")
    for path in [*static.glob("*.svg"), *own.glob("*.png"), own / "manifest.webmanifest"]:
        shutil.copyfile(path, out / path.name)
    shutil.copytree(licences, out / "licences")

    listing = sorted(
        path for path in out.rglob("*") if path.is_file() and "licences" not in path.parts
    )
    digests = {
        path.relative_to(out).as_posix(): hashlib.sha256(path.read_bytes()).hexdigest()
        for path in listing
    }
    get = (own / "get.js").read_text().replace("export ", "")
    worker = (own / "sw.js").read_text().replace('import { get, made } from "./get.js";\n', get)
    whole = digest(json.dumps(digests).encode(), worker.encode())
    worker = worker.replace("@VERSION@", whole).replace("@FILES@", json.dumps(digests))
    worker = worker.replace("@MEMORY@", runtime["memory"]["url"].removeprefix("../"))
    (out / "sw.js").write_text(worker, encoding="utf-8")
    for path in listing:
        if path.suffix in COMPRESSED and path.stat().st_size > 1000 and "runtime" in path.parts:
            packed = compress(path.read_bytes(), numiterations=5)  # 3 % less than gzip's
            path.with_name(f"{path.name}.gz").write_bytes(packed)
    at_once = sum(
        (out / "x" / f"{path}.gz").resolve().stat().st_size
        for path in [f"../runtime/{core}/{named(RUNTIME[1])}", *first]
    )
    print(f"{out}: version {whole}, {len(digests)} files, first load {at_once:,} bytes as gzip")


if __name__ == "__main__":
    main(*map(Path, sys.argv[1:]))
