"""WebKitGTK, the engine of Safari: `webkit2gtk-driver` and `xvfb` of Debian."""

from __future__ import annotations

import json
import os
import shutil
import subprocess
import tempfile
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from urllib.error import HTTPError, URLError
from urllib.request import Request, urlopen

from tests.processes import PATIENCE
from tests.web.hosts import free_port

DRIVER = shutil.which("WebKitWebDriver")
DISPLAY = shutil.which("Xvfb")
BROWSERS = sorted(Path("/usr/lib").glob("*/webkit2gtk-4.*/MiniBrowser"))


class WebKit:
    """A session of the browser: one page."""

    def __init__(self, port: int, process: int) -> None:
        self.root = f"http://127.0.0.1:{port}"
        self.process = process
        ends = monotonic() + PATIENCE
        while True:
            try:
                self.call("GET", "/status")
                break
            except URLError:
                assert monotonic() < ends, "the driver of WebKit does not answer"
                sleep(0.1)
        options = {"binary": str(BROWSERS[-1]), "args": ["--automation"]}
        wanted = {"capabilities": {"alwaysMatch": {"webkitgtk:browserOptions": options}}}
        self.root += f"/session/{self.call('POST', '/session', wanted)['sessionId']}"
        self.call("POST", "/timeouts", {"script": 1000 * PATIENCE, "pageLoad": 1000 * PATIENCE})

    def call(self, method: str, path: str, values: object = None) -> Any:
        """Send a command; return its value."""
        data = None if values is None else json.dumps(values).encode()
        request = Request(self.root + path, data, {"Content-Type": "application/json"})
        request.method = method
        try:
            with urlopen(request, timeout=PATIENCE) as response:
                return json.load(response)["value"]
        except HTTPError as error:
            raise AssertionError(error.read().decode()) from None

    def go(self, address: str) -> None:
        """Open an address anew, also where only its fragment differs."""
        self.call("POST", "/url", {"url": "about:blank"})
        self.call("POST", "/url", {"url": address})

    def run(self, program: str, *values: object) -> Any:
        """Return what the body of a function returns in the page."""
        return self.call("POST", "/execute/sync", {"script": program, "args": values})

    def promise(self, function: str, value: object) -> Any:
        """Return what an asynchronous function of a value returns in the page."""
        program = f"""const end = arguments[1];
            ({function})(arguments[0]).then(end, (error) => end({{ failed: String(error) }}));"""
        return self.call("POST", "/execute/async", {"script": program, "args": [value]})

    def until(self, holds: Callable[[], bool]) -> None:
        """Wait until a function returns true."""
        ends = monotonic() + PATIENCE
        while not holds():
            if monotonic() > ends:
                raise AssertionError(self.run("return document.body.innerText"))
            sleep(0.05)

    def wait(self, program: str, *values: object) -> None:
        """Wait until the body of a function returns true in the page."""
        self.until(lambda: self.run(program, *values) is True)

    def says(self, text: str) -> None:
        """Wait until the page shows a text."""
        self.wait("return document.body.innerText.includes(arguments[0])", text)


@contextmanager
def webkit() -> Iterator[WebKit]:
    """Start a display of its own, the driver and a browser with a new profile."""
    assert DRIVER
    assert DISPLAY
    read, write = os.pipe()
    screen = subprocess.Popen(
        [DISPLAY, "-displayfd", str(write), "-screen", "0", "800x900x24"],
        pass_fds=[write], stderr=subprocess.DEVNULL,
    )  # fmt: skip
    os.close(write)
    with open(read) as told, tempfile.TemporaryDirectory() as profile:
        number = told.readline().strip()
        surroundings = {
            **os.environ, "DISPLAY": f":{number}", "HOME": profile, "XDG_DATA_HOME": profile,
            "XDG_CACHE_HOME": profile, "LIBGL_ALWAYS_SOFTWARE": "1",
            "WEBKIT_DISABLE_SANDBOX_THIS_IS_DANGEROUS": "1", "WEBKIT_DISABLE_COMPOSITING_MODE": "1",
        }  # fmt: skip
        port = free_port()
        driver = subprocess.Popen(
            [DRIVER, f"--port={port}"], env=surroundings, stderr=subprocess.DEVNULL
        )
        try:
            found = WebKit(port, driver.pid)
            try:
                yield found
            finally:
                found.call("DELETE", "")
        finally:
            for process in (driver, screen):
                process.terminate()
                process.wait()
