"""The pages in Firefox: each does its first task on a phone's screen, without an error."""

from __future__ import annotations

import json
import shutil
import subprocess
from contextlib import ExitStack
from functools import partial
from pathlib import Path
from typing import Any
from urllib.parse import urlencode

import pytest

import dealwright
from dealwright import poker, suit_combination
from tests.processes import PATIENCE
from tests.web.browser_questions import ASK, asked, differing
from tests.web.conftest import Server
from tests.web.hosts import FAILURES, HOSTS, Host, acting, hosted
from tests.web.test_folder import FOLDER, needs_folder
from tests.web.test_hosts import COUNT, OTHER, STORED, VERSIONS, copied, dealing_at, other_version

FIREFOX = shutil.which("firefox-esr") or shutil.which("firefox")
NPM = shutil.which("npm")
DRIVER = Path(__file__).with_name("firefox.mjs")
KEPT = Path(__file__).parents[2] / ".cache" / "puppeteer"
VERSION = "25.16.0"

pytestmark = [
    pytest.mark.slow,
    pytest.mark.skipif(FIREFOX is None, reason="needs Firefox: apt-get install firefox-esr"),
    pytest.mark.skipif(NPM is None, reason="needs npm, for the driver of Firefox"),
]


@pytest.fixture(scope="module")
def puppeteer() -> Path:
    """Return the folder with the driver, which npm installs once."""
    KEPT.mkdir(parents=True, exist_ok=True)
    installed = KEPT / "node_modules" / "puppeteer-core" / "package.json"
    if not (installed.is_file() and json.loads(installed.read_text())["version"] == VERSION):
        assert NPM is not None
        command = [NPM, "install", "--silent", "--prefix", str(KEPT), f"puppeteer-core@{VERSION}"]
        subprocess.run(command, check=True)
    return KEPT


def pages(server: Server) -> dict[str, list[list[str | int]]]:
    """Return the steps of each page."""

    def at(page: str, **fields: str | list[str]) -> str:
        return f"{server.address}{page}.html#{urlencode(fields, doseq=True)}"

    condition = "hcp(north) in 15..17 && balanced(north)"
    winner = poker.equity("QQ+, AKs", "22", board="Qh Jh 2c").players[0]
    line = suit_combination("AQ965", "432").tricks[3]
    seeded = {"north.hcp": "15-17", "n": "4", "seed": "1"}
    return {
        server.address: [["says", "main", "1 deal in 122"]],
        at("deal", **{"north.hcp": "15-17", "north.shape": "balanced"}): [
            ["says", "#count", f"{dealwright.parse(condition).count():,} deals"],
            ["click", "#deal"],
            ["has", ".board", 8],
        ],
        at("bid", **seeded): [["has", "button.call-Pass", 1]],
        at("odds", hand="AKT32.432.432.AK", dummy="7654.AQ5.AKQ.765"): [["says", "main", "40.7"]],
        at("suit", dummy="AQ965", declarer="432"): [
            ["says", "#targets", f"{100 * float(line.probability):.1f}"],
        ],
        at("poker", player=["QQ+, AKs", "22"], board="Qh Jh 2c"): [
            ["says", "#equity", f"{100 * float(winner.equity):.2f} %"],
        ],
        at("systems"): [["says", "#tree", "1NT"]],
        at("simulate"): [["says", "main", "Opening leads"]],
        at("numbers", number="12345678901234567"): [["has", "#boards .board", 1]],
        at("fair"): [["says", "main", "fair"]],
    }


def driven(asked: dict[str, Any], puppeteer: Path, *answers: Path) -> dict[str, list[str]]:
    """Return what failed on each page; what functions returned goes to a file."""
    ended = subprocess.run(
        ["node", str(DRIVER), str(puppeteer), str(FIREFOX), str(PATIENCE), *map(str, answers)],
        input=json.dumps(asked), capture_output=True, text=True, check=True,
    )  # fmt: skip
    failures: dict[str, list[str]] = json.loads(ended.stdout)
    return failures


def test_each_page_does_its_task(server: Server, puppeteer: Path) -> None:
    asked = pages(server)
    assert driven(asked, puppeteer) == {address: [] for address in asked}


Steps = list[list[str | int]]
LEFT = 36  # pages, so many that the fault is seen in nearly every run


DEALT: Steps = [
    ["says", "#count", COUNT],
    ["says", "#count", "exact"],
    ["has", "#boards .board", 3],
]


@needs_folder
@pytest.mark.parametrize("name", HOSTS)
def test_a_host_is_visited_twice_and_then_without_it(
    name: str, puppeteer: Path, tmp_path: Path
) -> None:
    with ExitStack() as stack:
        host = stack.enter_context(HOSTS[name](FOLDER, tmp_path))
        with acting(stack.close) as (gone,):
            first, second, third = (dealing_at(host, seed) for seed in (1, 2, 3))
            steps: Steps = [*DEALT, ["kept"], ["open", second], *DEALT]
            steps += [["fetch", gone], ["open", third], *DEALT]
            assert driven({first: steps}, puppeteer) == {first: []}


@needs_folder
def test_pages_are_left_while_their_program_starts(puppeteer: Path) -> None:
    """Where that was compiled while its files came, Firefox soon compiles nothing."""
    with ExitStack() as stack:
        host = stack.enter_context(hosted(FOLDER))
        with acting(stack.close) as (gone,):
            steps: Steps = [*DEALT, ["kept"], ["open", dealing_at(host, 2)], *DEALT]
            steps += [["fetch", gone], ["troubled"]]  # imports break off
            for place in range(LEFT):
                steps += [["open", dealing_at(host, place)], ["wait", 15 * place]]
            steps += [["open", dealing_at(host, 1)], *DEALT]
            assert driven({dealing_at(host, 1): steps}, puppeteer) == {dealing_at(host, 1): []}


@needs_folder
def test_an_update_is_taken_and_what_was_is_forgotten(puppeteer: Path, tmp_path: Path) -> None:
    folder = copied(tmp_path)
    with hosted(folder) as host, acting(partial(other_version, folder)) as (updated,):
        first, second, third = (dealing_at(host, seed) for seed in (1, 2, 3))
        steps: Steps = [*DEALT, ["kept"], ["fetch", updated], ["open", second]]
        steps += [["says", ".program", "A new version is here"], ["open", third]]
        steps += [
            ["holds", f"() => document.querySelector('script[src*={OTHER}]') !== null"],
            *DEALT,
        ]
        steps += [["holds", f"async () => await ({STORED})() < 60e6"]]
        steps += [["holds", f"async () => String(await ({VERSIONS})()) === 'new,run'"]]
        assert driven({first: steps}, puppeteer) == {first: []}


@needs_folder
@pytest.mark.parametrize("kind", FAILURES)
def test_what_fails_is_told(kind: type[Host], puppeteer: Path) -> None:
    with hosted(FOLDER, kind=kind) as host:
        first = dealing_at(host, 1)
        steps: Steps = [["troubled"], ["says", ".program", FAILURES[kind]]]
        steps += [["says", ".program", "Try again"], ["says", "#count", COUNT]]
        steps += [["says", "[data-count=tag]", "counted by this page"]]
        assert driven({first: steps}, puppeteer) == {first: []}


@needs_folder
def test_the_folder_gives_five_hundred_answers_as_python_does(
    puppeteer: Path, tmp_path: Path
) -> None:
    with hosted(FOLDER) as host:
        page, file = f"{host.address}numbers.html", tmp_path / "answers"
        steps = [["ask", ASK, [[name, given] for name, given, _ in asked()]]]
        assert driven({page: steps}, puppeteer, file) == {page: []}
    assert differing(json.loads(file.read_text())) == []
