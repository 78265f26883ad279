"""Put a module for WebAssembly into a wheel: `wheel.py WHEEL MODULE EMSCRIPTEN LOCK OUT`.

WHEEL is one of this machine, EMSCRIPTEN the version that compiled MODULE, and LOCK the file of
Pyodide that says which one it pins.
"""

from __future__ import annotations

import base64
import hashlib
import json
import re
import sys
import zipfile
from pathlib import Path

MODULE = "dealwright/base/kernels/_native"
MOMENT = (2020, 1, 1, 0, 0, 0)  # of every file, so that the same files make the same wheel


def platform_tag(emscripten: str, lock: Path) -> str:
    """Return the platform of a module; that of PEP 783 if Pyodide has the same Emscripten."""
    pinned = json.loads(lock.read_text())["info"]
    version = emscripten.replace(".", "_")
    if pinned["platform"] == f"emscripten_{version}":
        return f"pyemscripten_{pinned['abi_version']}_wasm32"
    return f"emscripten_{version}_wasm32"


def main(wheel: Path, module: Path, emscripten: str, lock: Path, out: Path) -> None:
    """Write the wheel."""
    name, version = wheel.stem.split("-")[:2]
    tag = f"cp312-abi3-{platform_tag(emscripten, lock)}"
    record = f"{name}-{version}.dist-info/RECORD"
    files = dict[str, bytes]()
    with zipfile.ZipFile(wheel) as given:
        for path in sorted(given.namelist()):
            if path == record or (path.startswith(MODULE) and path.endswith((".so", ".pyd"))):
                continue
            data = given.read(path)
            if path.endswith("/WHEEL"):
                data = re.sub(rb"(?m)^Tag: .*$", f"Tag: {tag}".encode(), data)
            files[path] = data
    files[f"{MODULE}.abi3.so"] = module.read_bytes()
    rows = []
    for path, data in files.items():
        digest = base64.urlsafe_b64encode(hashlib.sha256(data).digest()).rstrip(b"=").decode()
        rows.append(f"{path},sha256={digest},{len(data)}\n")
    files[record] = "".join([*rows, f"{record},,\n"]).encode()
    target = out / f"{name}-{version}-{tag}.whl"
    with zipfile.ZipFile(target, "w", zipfile.ZIP_DEFLATED) as made:
        for path, data in files.items():
            info = zipfile.ZipInfo(path, MOMENT)
            info.external_attr = 0o644 << 16
            made.writestr(info, data, zipfile.ZIP_DEFLATED)
    print(target)


if __name__ == "__main__":
    given, module, emscripten, lock, out = sys.argv[1:]
    main(Path(given), Path(module), emscripten, Path(lock), Path(out))
