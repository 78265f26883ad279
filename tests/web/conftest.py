"""The server as users start it, and a browser."""

from __future__ import annotations

import asyncio
import json
import os
import re
import shutil
import subprocess
import sys
from collections.abc import Coroutine, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from dataclasses import replace
from http.client import HTTPConnection
from pathlib import Path
from tempfile import TemporaryDirectory, TemporaryFile
from typing import TYPE_CHECKING, Any, TypeVar
from urllib.parse import urlencode, urlsplit

import pytest

from dealwright.analysis.decisions.finding import Decisions, finding_decisions
from dealwright.double_dummy.current_solver import use_solver
from dealwright.requests.documents import write_json
from tests.oracles.stand_in_solver import StandIn
from tests.processes import PATIENCE, cpu_seconds, wait_until

if TYPE_CHECKING:
    from playwright.sync_api import Browser, Locator, Page

T = TypeVar("T")
CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
needs_browser = pytest.mark.skipif(
    CHROMIUM is None, reason="needs a browser: apt-get install chromium"
)
ENDING = {  # the fields of the page of the odds; four cards are left in each hand
    "hand": "AQ2.AKQ.AKQ.5432", "dummy": "543.JT9.JT9.AKQJ", "leader": "north",
    "play": "CA C6 C2 C7, CK C8 C3 C9, CQ CT C4 D2, CJ D3 C5 D4, HJ H2 HA H3, DA D5 D9 D6, "
    "DK D7 DT D8, DQ H4 DJ H5, HK H6 H9 H7",
}  # fmt: skip


class Server:
    """A running ``dealwright serve``."""

    def __init__(self, address: str, process: int) -> None:
        self.address = address
        self.process = process
        self.host = urlsplit(address).netloc

    def connect(self) -> HTTPConnection:
        return HTTPConnection(self.host, timeout=PATIENCE)

    def workers(self) -> list[int]:
        """Return its worker processes."""
        found = list[int]()
        for path in Path(f"/proc/{self.process}/task").glob("*/children"):
            found += map(int, path.read_text().split())
        return found

    def busy_worker(self, seconds: float = 0.3) -> int:
        """Wait until a worker has used so much more CPU time than now; return its process."""
        before = {each: cpu_seconds(each) for each in self.workers()}

        def busy() -> list[int]:
            return [
                each
                for each in self.workers()
                if cpu_seconds(each) >= before.setdefault(each, 0.0) + seconds
            ]

        wait_until(busy)
        return busy()[0]

    def send(
        self, method: str, path: str, body: str | None = None, **headers: str
    ) -> tuple[int, dict[str, str], bytes]:
        """Return the status, the headers and the body of an answer."""
        given = {name.replace("_", "-"): value for name, value in headers.items()}
        connection = self.connect()
        with suppress(BrokenPipeError, ConnectionResetError):  # refused before it was sent whole
            connection.request(method, path, body, given)
        response = connection.getresponse()
        found = response.read()
        connection.close()
        return response.status, {k.lower(): v for k, v in response.getheaders()}, found

    def ask(self, name: str, **given: Any) -> tuple[int, dict[str, Any]]:
        """Return the status and the document that answers a request."""
        status, _, body = self.send(
            "POST", f"/api/v1/{name}", json.dumps(given), content_type="application/json"
        )
        return status, json.loads(body)


@contextmanager
def serving(*options: str, said: str = "") -> Iterator[Server]:
    """Run ``dealwright serve`` with options until the context ends.

    It must say nothing but its address, and lines that are ``said``.
    """
    pytest.importorskip("uvicorn", reason="needs a server: pip install 'dealwright[web]'")
    if "--port" not in options:
        options += ("--port", "0")
    command = [sys.executable, "-m", "dealwright", "serve", "--no-open", "--patience", "100"]
    with (
        TemporaryFile("w+") as errors,
        TemporaryDirectory() as folder,  # of its open rooms
        subprocess.Popen(
            [*command, *options], stdout=subprocess.PIPE, stderr=errors, text=True,
            env={**os.environ, "DEALWRIGHT_ROOMS": f"{folder}/rooms.sqlite"},
        ) as process,
    ):  # fmt: skip
        assert process.stdout is not None
        try:
            address = process.stdout.readline().strip()
            if not address:  # it says why
                errors.seek(0)
                raise AssertionError(errors.read())
            yield Server(address, process.pid)
        finally:
            process.terminate()
            process.wait()
        errors.seek(0)
        assert [line for line in errors.read().splitlines() if line != said] == []


@pytest.fixture(scope="session")
def server() -> Iterator[Server]:
    with serving("--processes", "2") as found:
        yield found


@pytest.fixture(scope="session")
def browser() -> Iterator[Browser]:
    sync = pytest.importorskip("playwright.sync_api", reason="needs Playwright from PyPI")
    with sync.sync_playwright() as playwright:
        found = playwright.chromium.launch(
            executable_path=CHROMIUM, args=["--no-sandbox"], timeout=PATIENCE * 1000
        )
        sync.expect.set_options(timeout=PATIENCE * 1000)
        yield found
        found.close()


@pytest.fixture
def page(browser: Browser, server: Server) -> Iterator[Page]:
    """The page Deal; whatever it logs or throws fails the test."""
    context = browser.new_context(viewport={"width": 1200, "height": 900})
    context.set_default_timeout(PATIENCE * 1000)
    found = context.new_page()
    problems = list[str]()
    found.on("pageerror", lambda error: problems.append(str(error)))
    found.on("console", lambda line: problems.append(line.text))
    found.goto(f"{server.address}deal.html")
    yield found
    context.close()
    # the browser's own lines about answers that are refusals
    assert [each for each in problems if "status of 422" not in each] == []


def run(coroutine: Coroutine[Any, Any, T]) -> T:
    """Return the result of a coroutine, run in a thread: Playwright's loop runs in this one."""
    with ThreadPoolExecutor(1) as pool:
        return pool.submit(asyncio.run, coroutine).result()


def fill(page: Page, limits: dict[str, str]) -> None:
    for name, value in limits.items():
        page.locator(f'[id="{name}"]').fill(value)


def says(page: Page, selector: str, text: str | re.Pattern[str]) -> None:
    from playwright.sync_api import expect

    expect(page.locator(selector)).to_contain_text(text, timeout=PATIENCE * 1000)


def opened(page: Page, server: Server, name: str, fragment: object = ()) -> None:
    page.goto("about:blank")
    page.goto(f"{server.address}{name}.html#{urlencode(fragment, doseq=True)}")  # type: ignore[call-overload]


def with_decisions(page: Page, kind: str) -> Decisions:
    """Answer requests for decisions with two boards, one after the other; return them.

    They are found in this process by a stand-in for the solver, in a second.
    """
    with use_solver(StandIn):
        found = finding_decisions(kind, 2, seed="page").result()
    first = replace(found, tried=1, boards=found.boards[:1])
    events = ("partial", first), ("partial", found), ("answer", found)
    body = "".join(f"event: {name}\ndata: {write_json(each)}\n\n" for name, each in events)
    page.route(
        "**/api/v1/decisions",
        lambda route: route.fulfill(content_type="text/event-stream", body=body),
    )
    return found


def value(page: Page, name: str) -> str:
    return page.locator(f'[id="{name}"]').input_value()


def has(locator: Locator, number: int) -> None:
    """Wait until there are so many elements."""
    from playwright.sync_api import expect

    expect(locator).to_have_count(number, timeout=PATIENCE * 1000)


def holds(page: Page, name: str, text: str) -> None:
    from playwright.sync_api import expect

    expect(page.locator(f'[id="{name}"]')).to_have_value(text, timeout=PATIENCE * 1000)
