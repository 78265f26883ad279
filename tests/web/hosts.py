"""Hosts of files, kind and unkind, for the folder that runs in browsers."""

from __future__ import annotations

import os
import shutil
import socket
import subprocess
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, contextmanager, suppress
from functools import partial
from http.server import BaseHTTPRequestHandler, SimpleHTTPRequestHandler, ThreadingHTTPServer
from io import BytesIO
from pathlib import Path
from threading import Event, Semaphore, Thread
from typing import Any, BinaryIO, ClassVar

import pytest

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

    @classmethod
    def opens(cls, is_open: bool) -> None:
        """Note that such a host begins or ends."""

    def translate_path(self, path: str) -> str:
        return super().translate_path("/" + path.removeprefix(BELOW))

    def send_head(self) -> BytesIO | BinaryIO | None:
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
    """A host that cuts one of its files once, says no length, and may be kept for a year."""

    part: ClassVar[str] = "pyodide.asm.wasm"
    cut: ClassVar[list[str]] = []

    def end_headers(self) -> None:
        self.send_header("Cache-Control", "public, max-age=31536000, immutable")
        super().end_headers()

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if self.part not in self.path or self.cut:
            super().copyfile(source, outputfile)
            return
        self.cut.append(self.path)
        data = source.read()
        super().copyfile(BytesIO(data[: len(data) // 2]), outputfile)


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
    """A host of which nothing more comes in the middle of a file, until it ends."""

    released: ClassVar[Event] = Event()

    @classmethod
    def opens(cls, is_open: bool) -> None:
        if is_open:
            cls.released.clear()
        else:
            cls.released.set()

    def rest(self) -> None:
        self.released.wait(PATIENCE)
        self.close_connection = True


class Pausing(Host):
    """A host that waits at each quarter of the largest file until it is told to go on."""

    on: ClassVar[Semaphore] = Semaphore(0)

    @classmethod
    def opens(cls, is_open: bool) -> None:
        if is_open:
            cls.on = Semaphore(0)
        else:
            cls.on.release(3)

    def copyfile(self, source: Any, outputfile: Any) -> None:
        if "pyodide.asm.wasm" not in self.path:
            super().copyfile(source, outputfile)
            return
        data = source.read()
        quarter = len(data) // 4
        with suppress(ConnectionError):
            for place in range(3):
                outputfile.write(data[place * quarter : (place + 1) * quarter])
                self.on.acquire()
            outputfile.write(data[3 * quarter :])


# What a page says of hosts from which the program does not come.
FAILURES: dict[type[Host], str] = {
    Strict: "the content policy of this host forbids WebAssembly",
    Cutting: "The program could not be loaded",
    Stalling: "Nothing has come for ten seconds",
}


@contextmanager
def hosted(
    folder: str | Path, address: str = "127.0.0.1", kind: type[Host] = Host
) -> Iterator[Server]:
    """Serve a folder by a kind of host."""
    kind.opens(True)
    with _Server((address, 0), partial(kind, directory=str(folder))) as host:
        Thread(target=host.serve_forever, daemon=True).start()
        try:
            yield Server(f"http://{address}:{host.server_port}{BELOW}", os.getpid())
        finally:
            kind.opens(False)
            host.gone = True  # also for who is connected
            host.shutdown()


class _Acting(BaseHTTPRequestHandler):
    """Does what an address stands for, and answers when it is done."""

    acts: ClassVar[dict[str, Callable[[], object]]] = {}

    def do_GET(self) -> None:
        self.acts[self.path]()
        self.send_response(204)
        self.end_headers()

    def log_message(self, format: str, *values: object) -> None:
        pass


@contextmanager
def acting(*acts: Callable[[], object]) -> Iterator[list[str]]:
    """Yield an address for each act: who asks for it has it done."""
    listed = {f"/{place}": act for place, act in enumerate(acts)}
    handler = type("_Acts", (_Acting,), {"acts": listed})
    with _Server(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, daemon=True).start()
        try:
            yield [f"http://127.0.0.1:{server.server_port}{path}" for path in listed]
        finally:
            server.shutdown()


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
    if not shutil.which("nginx"):
        pytest.skip("needs nginx: apt-get install nginx-light")
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


# How a folder is served, with a folder for the host's own files.
HOSTS: dict[str, Callable[[str, Path], AbstractContextManager[Server]]] = {
    "plain": lambda folder, work: hosted(folder),
    "elsewhere": lambda folder, work: hosted(folder, "127.0.0.2"),  # compressed files are asked for
    "308": lambda folder, work: hosted(folder, kind=Redirecting),
    "front page": lambda folder, work: hosted(folder, kind=FrontPage),
    "chunked": lambda folder, work: hosted(folder, kind=Chunked),
    "chunked elsewhere": lambda folder, work: hosted(folder, "127.0.0.2", Chunked),
    "nginx": nginx,
    "npx serve": npm_serve,
}
