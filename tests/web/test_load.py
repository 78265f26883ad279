"""The server under load, and requests that are damaged."""

from __future__ import annotations

import json
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from http.client import HTTPConnection
from mmap import PAGESIZE
from pathlib import Path
from time import monotonic, sleep

import numpy as np
import pytest

import dealwright
from dealwright.numbering.random_integers import Draws
from dealwright.numbering.stream import Stream
from tests.processes import PATIENCE, cpu_seconds, wait_until
from tests.trials import SOAK, soak
from tests.web.conftest import serving

JSON = {"content-type": "application/json"}
SEATS = ("north", "east", "south", "west")
SUITS = ("spades", "hearts", "diamonds", "clubs")
CONDITIONS, USERS = 200, 50


def conditions(n: int) -> list[str]:
    """Return different conditions as players type them."""
    found = dict[str, None]()
    for at in range(10 * n):
        draws = Draws(Stream.of("load"), at)
        (seat, other), suit = draws.shuffled(SEATS)[:2], SUITS[draws.below(4)]
        least, more = 8 + draws.below(9), 1 + draws.below(4)
        points = f"hcp({seat}) in {least}..{least + more}"
        kinds = (
            points,
            f"{points} && balanced({seat})",
            f"{suit}({seat}) >= {5 + draws.below(3)} && hcp({seat}) >= {least}",
            f"hcp({seat}) + hcp({other}) >= {least + 10}",
            f"{points} && balanced({seat}) && {suit}({other}) >= 5",
            f"shape({seat}, any 5431) && hcp({seat}) >= {least} && hcp({other}) >= 6",
            f"losers({seat}) <= {3 + more} && {suit}({other}) >= 3",
            f"{suit}({seat}) + {suit}({other}) >= 9 && hcp({seat}) + hcp({other}) >= {least + 8}",
        )
        found[kinds[draws.below(len(kinds))]] = None
    return list(found)[:n]


def posted(host: str, path: str, body: bytes) -> tuple[int, bytes, float]:
    """Return the status and the body of an answer, and the seconds that it took."""
    began = monotonic()
    connection = HTTPConnection(host, timeout=PATIENCE)
    connection.request("POST", f"/api/v1/{path}", body, JSON)
    response = connection.getresponse()
    found = response.status, response.read(), monotonic() - began
    connection.close()
    return found


@pytest.mark.slow  # a minute, or 15 s
@pytest.mark.parametrize("simulations", [0, 2])
def test_fifty_users(simulations: int) -> None:
    """Each counts limits every 3 s, with what each alone leaves, and deals 12 boards every 20 s.

    Of 200 sets of limits none is known before. Every count is right, and none is lost, alone and
    while others have leads simulated. A count costs the server and its workers less than
    30 ms of CPU on average: two cores keep up with fifty users.
    """
    asked = conditions(CONDITIONS)
    right = {text: str(dealwright.parse(text).count()) for text in asked}
    seconds = max(15.0, 60 * SOAK)

    def user(number: int) -> Iterator[float]:
        draws = Draws(Stream.of("users"), number)
        sleep(draws.below(3000) / 1000)
        end = monotonic() + seconds
        deals_at = monotonic() + draws.below(20_000) / 1000
        while monotonic() < end:
            text, began = asked[draws.below(CONDITIONS)], monotonic()
            given = json.dumps({"limits": text.split(" && ")}).encode()
            status, body, took = posted(server.host, "limits", given)
            assert status == 200
            assert json.loads(body)["count"] == right[text]
            yield took
            if monotonic() >= deals_at:
                deals_at += 20
                status, body, _ = posted(
                    server.host, "deal", json.dumps({"condition": text, "n": 12}).encode()
                )
                assert status == 200
                assert len(json.loads(body)["deals"]) == 12
            sleep(max(0.0, 3 - (monotonic() - began)))

    def simulating(number: int) -> int:
        """Return how many leads were simulated while the users were there."""
        end, done = monotonic() + seconds, 0
        while monotonic() < end:
            given = {"hand": "west AQ542.KJ87.32.43", "contract": "3NT-S", "seconds": 5}
            question = json.dumps(given | {"seed": f"{number}.{done}"}).encode()
            status, body, _ = posted(server.host, "lead", question)
            assert status == 200, body
            done += 1
        return done

    with (
        serving("--processes", "2") as server,
        ThreadPoolExecutor(USERS) as pool,
        ThreadPoolExecutor(max(1, simulations)) as others,
    ):
        wait_until(lambda: len(server.workers()) >= 2)
        processes = [server.process, *server.workers()]  # those of simulations start later
        before = sum(map(cpu_seconds, processes))
        done = others.map(simulating, range(simulations))
        took = np.array(
            [each for row in pool.map(lambda at: [*user(at)], range(USERS)) for each in row]
        )
        used = sum(map(cpu_seconds, processes)) - before
        assert all(number > 0 for number in done)
    assert len(took) >= USERS
    assert used / len(took) < 0.03


def limited_scenarios(n: int) -> list[str]:
    """Return conditions of scenarios, each with one more limit of a hand."""
    library = dealwright.scenarios()
    found = dict[str, None]()
    for at in range(10 * n):
        draws = Draws(Stream.of("limited"), at)
        scenario, (seat, *_) = library[draws.below(len(library))], draws.shuffled(SEATS)
        kinds = (
            f"hcp({seat}) >= {draws.below(12)}", f"controls({seat}) >= {draws.below(5)}",
            f"{SUITS[draws.below(4)]}({seat}) <= {3 + draws.below(6)}",
            f"{SUITS[draws.below(4)]}({seat}) >= {draws.below(4)}",
            f"losers({seat}) <= {5 + draws.below(5)}",
        )  # fmt: skip
        found[str(scenario.condition & dealwright.parse(kinds[draws.below(5)]))] = None
    return list(found)[:n]


@pytest.mark.slow  # half an hour, or a minute
@pytest.mark.skipif(sys.platform != "linux", reason="other systems tell the memory otherwise")
def test_memory_of_many_counts() -> None:
    """Different counts: no worker grows on and on, none refuses, and one in 1,000 is replaced."""
    asked = limited_scenarios(soak(10_000))
    memory, seen = list[int](), set[int]()

    def count(text: str) -> int:
        given = json.dumps({"condition": text, "seconds": 2}).encode()
        return posted(server.host, "count", given)[0]

    with serving("--processes", "2") as server, ThreadPoolExecutor(2) as pool:
        for fifth in range(5):
            part = asked[fifth * len(asked) // 5 : (fifth + 1) * len(asked) // 5]
            assert set(pool.map(count, part)) == {200}
            workers = server.workers()
            seen.update(workers)
            memory.append(max(resident(each) for each in workers))
        before = sum(map(cpu_seconds, workers))
        assert set(pool.map(count, asked[-20:])) == {200}
        assert sum(map(cpu_seconds, workers)) < before + 0.1
    assert len(seen) - 2 <= len(asked) / 1000
    assert max(memory) < 600 << 20
    assert SOAK < 1 or memory[-1] < 1.1 * memory[0]


def resident(process: int) -> int:
    """Return the bytes of a process in memory."""
    return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * PAGESIZE


@pytest.mark.slow  # two minutes, or 10 s
def test_damaged_requests() -> None:
    """Characters left out, changed, doubled and moved: an answer or a refusal, never a fault."""
    whole = [
        ("count", '{"condition": "hcp(n) in 15..17 && shape(s, any 5431)", "seconds": 0.01}'),
        ("count", '{"condition": "x = spades(n) x > 6", "predeal": "south AKQ2.T98.543.A72"}'),
        ("deal", '{"condition": "hascard(west, AS)", "n": 2, "seed": "friday"}'),
        ("explain", '{"condition": "losers(n) < 4 || hcp(e) == 12", "seconds": 0.01}'),
        ("limits", '{"limits": ["losers(n) < 4", "hcp(e) == 12"], "seconds": 0.01}'),
        ("distribution", '{"condition": "1", "quantities": ["hcp(west)"], "seconds": 0.01}'),
    ]  # fmt: skip
    letters = '{}[]",:()0129.-+&|!=<>\\ \u2660\u0000nsewxk"'

    def damaged(number: int) -> tuple[int, str]:
        draws = Draws(Stream.of("damage"), number)
        path, text = whole[draws.below(len(whole))]
        for _ in range(1 + draws.below(4)):
            at, what = draws.below(len(text) + 1), draws.below(4)
            end = at + 1 + draws.below(6)
            part = (
                text[at:end] * 2 if what == 0
                else "" if what == 1
                else letters[draws.below(len(letters))] if what == 2
                else text[: draws.below(12)]
            )  # fmt: skip
            text = text[:at] + part + text[end if what < 3 else at :]
        status, body, _ = posted(server.host, path, text.encode("utf-8", "replace"))
        if status != 200:
            assert json.loads(body)["error"]["message"], text
        return status, text

    with serving("--processes", "2") as server, ThreadPoolExecutor(8) as pool:
        found = list(pool.map(damaged, range(soak(100_000))))
        assert posted(server.host, "count", b"{}")[0] == 200
    faults = [text for status, text in found if status not in (200, 400, 422)]
    assert faults == []
    assert {status for status, _ in found} == {200, 400, 422}
