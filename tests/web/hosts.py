"""Hosts of files, kind and unkind, for the folder that runs in browsers."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from functools import partial
from http.server import SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Event, Thread
from typing import Any, BinaryIO, ClassVar

from tests.processes import PATIENCE, wait_until
from tests.web.conftest import Server

BELOW = "/club/dealwright/"  # any path below a host will do
KEPT = Path(__file__).parents[2] / ".cache" / "serve"
SERVE = "14.2.5"  # of npm, which sends `x.html` on to `x`
NGINX = """daemon off;
master_process off;
pid {folder}/pid;
error_log stderr;
events {{}}
http {{
    access_log off;
    client_body_temp_path {folder}/bodies;
    proxy_temp_path {folder}/answers;
    fastcgi_temp_path {folder}/1;
    uwsgi_temp_path {folder}/2;
    scgi_temp_path {folder}/3;
    {server}
}}
"""
FILES = """include /etc/nginx/mime.types;
    default_type application/octet-stream;
    sendfile on;
    gzip on;
    server {{ listen 127.0.0.1:{port}; root {root}; index index.html; }}"""


class _Server(ThreadingHTTPServer):
    daemon_threads = True
    block_on_close = False
    gone = False  # it answers no more


class Host(SimpleHTTPRequestHandler):
    """A host that knows no type of WebAssembly and compresses nothing."""

    protocol_version = "HTTP/1.1"
    extensions_map = {  # noqa: RUF012
        **SimpleHTTPRequestHandler.extensions_map, ".mjs": "text/plain", ".wasm": "text/plain",
    }  # fmt: skip
    server: _Server
    asked: ClassVar[list[str]] = []

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(BELOW))

    def send_head(self) -> BytesIO | BinaryIO | None:
        """Open a file; after `/gone` was asked for there is no host any more."""
        if self.path == "/gone":
            self.server.gone = True
        if self.server.gone:
            self.close_connection = True
            return None
        return super().send_head()

    def log_message(self, format: str, *values: object) -> None:
        self.asked.append(self.path)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        data = source.read()
        with suppress(ConnectionError):  # the browser has gone, or takes the smaller file
            outputfile.write(data)


class Redirecting(Host):
    """A host that sends `x.html` on to `x`, for good."""

    def do_GET(self) -> None:
        path, _, query = self.path.partition("?")
        if path.endswith(".html") and not self.server.gone:
            self.send_response(308)
            short = path.removesuffix("index.html").removesuffix(".html")
            self.send_header("Location", short + (f"?{query}" if query else ""))
            self.send_header("Content-Length", "0")
            self.end_headers()
            return
        if os.path.isfile(f"{self.translate_path(path)}.html"):
            self.path = f"{path}.html"
        super().do_GET()


class Strict(Host):
    """A host with a content policy of its own."""

    def end_headers(self) -> None:
        self.send_header("Content-Security-Policy", "default-src 'self'")
        super().end_headers()


class FrontPage(Host):
    """A host that answers with its front page whatever it does not have."""

    def send_head(self) -> BytesIO | BinaryIO | None:
        if not os.path.exists(self.translate_path(self.path.partition("?")[0])):
            self.path = f"{BELOW}index.html"
        return super().send_head()


class Chunked(FrontPage):
    """A host that says the length of nothing."""

    def send_header(self, keyword: str, value: str) -> None:
        if keyword == "Content-Length":
            keyword, value = "Transfer-Encoding", "chunked"
        super().send_header(keyword, value)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        with suppress(ConnectionError):
            while data := source.read(1 << 14):
                outputfile.write(b"%x\r\n%s\r\n" % (len(data), data))
            outputfile.write(b"0\r\n\r\n")


class Cutting(Host):
    """A host that ends in the middle of the largest file, as one whose upload was cut."""

    def copyfile(self, source: Any, outputfile: Any) -> None:
        data = source.read()
        with suppress(ConnectionError):
            if "pyodide.asm.wasm" not in self.path:
                outputfile.write(data)
                return
            outputfile.write(data[: len(data) // 2])
            self.rest()

    def rest(self) -> None:
        self.close_connection = True


class CutOnce(Chunked):
    """A host that cuts its largest file once, says no length, and may be kept for a year."""

    cut: ClassVar[list[str]] = []

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "public, max-age=31536000, immutable")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if "pyodide.asm.wasm" not in self.path or self.cut:
            super().copyfile(source, outputfile)
            return
        self.cut.append(self.path)
        super().copyfile(BytesIO(source.read(1 << 20)), outputfile)


class CuttingPacks(Host):
    """A host that cuts each part of the program once that Python asks for when it needs it."""

    cut: ClassVar[list[str]] = []

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if not self.path.endswith(".pack") or "/first." in self.path or self.path in self.cut:
            super().copyfile(source, outputfile)
            return
        self.cut.append(self.path)
        outputfile.write(source.read(1000))
        self.close_connection = True


class Stalling(Cutting):
    """A host of which nothing more comes in the middle of a file, until `released` is set."""

    released: ClassVar[Event] = Event()

    def rest(self) -> None:
        self.released.wait(PATIENCE)
        self.close_connection = True


@contextmanager
def hosted(
    folder: str | Path, address: str = "127.0.0.1", kind: type[Host] = Host
) -> Iterator[Server]:
    """Serve a folder by a kind of host."""
    with _Server((address, 0), partial(kind, directory=str(folder))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        try:
            yield Server(f"http://{address}:{host.server_port}{BELOW}", os.getpid())
        finally:
            host.shutdown()


def free_port() -> int:
    """Return a port that nobody listens at."""
    with socket.create_server(("127.0.0.1", 0)) as free:
        return int(free.getsockname()[1])


def _answers(port: int) -> bool:
    with suppress(OSError), socket.create_connection(("127.0.0.1", port), 1):
        return True
    return False


@contextmanager
def _running(command: list[str], port: int, folder: Path) -> Iterator[Server]:
    with (folder / "log").open("w") as log:
        process = subprocess.Popen(command, cwd=folder, stdout=log, stderr=log)
        try:
            wait_until(lambda: _answers(port))
            yield Server(f"http://127.0.0.1:{port}/", process.pid)
        finally:
            process.terminate()
            process.wait()


@contextmanager
def nginx(folder: str | Path, work: Path) -> Iterator[Server]:
    """Serve a folder by Debian's nginx, with its table of types and its defaults."""
    port, file = free_port(), work / "nginx.conf"
    files = FILES.format(port=port, root=Path(folder).absolute())
    file.write_text(NGINX.format(folder=work, server=files))
    command = ["nginx", "-e", "stderr", "-p", str(work), "-c", str(file)]
    with _running(command, port, work) as found:
        yield found


@contextmanager
def npm_serve(folder: str | Path, work: Path) -> Iterator[Server]:
    """Serve a folder by `npx serve`; npm installs it once."""
    npm = shutil.which("npm")
    assert npm
    program = KEPT / "node_modules" / "serve" / "build" / "main.js"
    if not program.is_file():
        KEPT.mkdir(parents=True, exist_ok=True)
        command = [npm, "install", "--silent", "--prefix", str(KEPT), f"serve@{SERVE}"]
        subprocess.run(command, check=True)
    port = free_port()
    command = ["node", str(program), "--no-clipboard", "-l", f"tcp://127.0.0.1:{port}"]
    with _running([*command, str(Path(folder).absolute())], port, work) as found:
        yield found
