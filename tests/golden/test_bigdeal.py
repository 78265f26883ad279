"""Big Deal and SquareDeal: published vectors of RIPEMD-160, and events regenerated from their keys.

The events are in ``data``; what cannot be built here, the program itself, is held by the hashes
that it wrote to its own log, by the boards that were played, and by a second port.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest

from dealwright.fair.tournament import ripemd160 as hashing
from dealwright.fair.tournament.bigdeal import BigDealSeed, dealing_bigdeal
from dealwright.fair.tournament.ripemd160 import plain_ripemd160, ripemd160
from dealwright.fair.tournament.squaredeal import read_sqd, read_sqk, session_seed
from dealwright.fair.tournament.squaredeal_sets import deals_of_session
from dealwright.formats import read
from dealwright.numbering.deals import masks_from_number
from dealwright.numbering.stream import Stream
from tests.oracles import bigdeal_by_hand
from tests.trials import trials

OWNER_LETTERS = "abcdefghijklmnopqrstuvwxyz ABCDEFGHIJKLMNOPQRSTUVWXYZ0123456789.-\u00e9\u4e2d"
DATA = Path(__file__).parent / "data"

# Bosselaers, https://homes.esat.kuleuven.be/~bosselae/ripemd160.html
VECTORS = [
    (b"", "9c1185a5c5e9fc54612808977ee8f548b2258d31"),
    (b"a", "0bdc9d2d256b3ee9daae347be6f4dc835a467ffe"),
    (b"abc", "8eb208f7e05d987a9b044a8e98c6b087f15a0bfc"),
    (b"message digest", "5d0689ef49d2fae572b881b123a85ffa21595f36"),
    (b"abcdefghijklmnopqrstuvwxyz", "f71c27109c692c1b56bbdceb5b9d2865b3708dbc"),
    (b"abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq",
     "12a053384a9c0c88e405a06c27dcf49ada62eb2b"),
    (b"ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789",
     "b0e20b6e3116640286ed3a87a5713079b21f5189"),
    (b"1234567890" * 8, "9b752e45573d4b39f4dbd3323cab82bf63326bfb"),
]  # fmt: skip
MILLION = "52783243c1697bdbe16d37f97f68f08325dc1528"


@pytest.mark.parametrize(("data", "digest"), VECTORS)
def test_ripemd160(data: bytes, digest: str) -> None:
    assert plain_ripemd160(data).hex() == digest
    assert ripemd160(data).hex() == digest


@pytest.mark.slow
def test_ripemd160_of_a_million() -> None:
    assert plain_ripemd160(b"a" * 1_000_000).hex() == MILLION


def test_without_the_hash_of_the_system(monkeypatch: pytest.MonkeyPatch) -> None:
    """What OpenSSL leaves out is made in plain Python, to the same boards."""
    before = [deals.masks.tolist() for deals in dealing_bigdeal(SEED, range(1, 4))]

    def missing(*_: object, **__: object) -> None:
        raise ValueError("unsupported hash type ripemd160")

    hashing._in_hashlib.cache_clear()
    monkeypatch.setattr(hashing.hashlib, "new", missing)
    try:
        assert [deals.masks.tolist() for deals in dealing_bigdeal(SEED, range(1, 4))] == before
    finally:
        monkeypatch.undo()
        hashing._in_hashlib.cache_clear()


SEED = BigDealSeed.parse(
    "648CC374641E68A57C20772F6ACF5D4565033E8F", "hrzkVbQb9F0QhgIYEwfBUwKjNHDoGZ"
)


def test_the_published_key_hashes() -> None:
    for name, sessions in (("WBG2024", 90), ("WC2025", 45)):
        event = read_sqd(DATA / f"{name}.sqd")
        keys = read_sqk(DATA / f"{name}.sqk", event)
        assert len(keys.keys) == sessions
        assert event.commits_to(keys)
        assert keys.to_text().encode() == (DATA / f"{name}.sqk").read_bytes()


def test_the_hashes_in_the_log_of_the_program() -> None:
    """Big Deal's log of the World Bridge Games has the hash of every session."""
    event = read_sqd(DATA / "WBG2024.sqd")
    keys = read_sqk(DATA / "WBG2024.sqk", event)
    assert event.value == "43275.91"
    found = {
        event.phases[number - 1].file_of(name.session): session_seed(
            keys.keys[number, name.session], event.value
        ).hash.hex().upper()
        for number, name in event.sets()
    }  # fmt: skip
    logged = dict(line.split() for line in (DATA / "seeds.txt").read_text().splitlines())
    assert len(logged) == 21
    assert {name: found[name] for name in logged} == logged


@pytest.mark.parametrize(
    ("event", "phase", "session", "file", "value"),
    [
        ("WBG2024", 7, 1, "FIN1", None),
        ("WBG2024", 3, 2, "MXRR02", None),
        ("WC2025", 1, 1, "SWISS01", "44,882.13"),
        ("WC2025", 9, 1, "BAMFIN1", "44,882.13"),
    ],
)
def test_boards_that_were_played(
    event: str, phase: int, session: int, file: str, value: str | None
) -> None:
    found = read_sqd(DATA / f"{event}.sqd")
    if value is not None:
        found = replace(found, value=value).with_boards({"BAMFIN#": "1-15"})
    keys = read_sqk(DATA / f"{event}.sqk", found)
    boards = found.phases[phase - 1].boards_of(session)
    deals = deals_of_session(found, keys, phase, session)
    lines = [f"{board} {deal.text()}" for board, deal in zip(boards, deals, strict=True)]
    assert lines == (DATA / f"{file}.txt").read_text().splitlines()


def test_numbers_that_were_published() -> None:
    """The format ``goedel`` lists numbers of deals, which are those of the system ``bigdeal``."""
    event = read_sqd(DATA / "WBG2024.sqd")
    keys = read_sqk(DATA / "WBG2024.sqk", event)
    numbers = [int(line.replace(",", "")) for line in (DATA / "FIN2.goe").read_text().splitlines()]
    assert len(numbers) == 16
    deals = deals_of_session(event, keys, 7, 2)
    assert [masks_from_number(number, "bigdeal") for number in numbers] == [
        tuple(row) for row in deals.masks.tolist()
    ]


def test_a_second_port_deals_the_same() -> None:
    for at in range(trials(200)):
        words = Stream("a second port").words(32 * at, 32)
        owner = "".join(OWNER_LETTERS[word % len(OWNER_LETTERS)] for word in words[4:].tolist())
        seed = BigDealSeed(words[:4].tobytes()[:20], owner[: at % 29])
        (deals,) = dealing_bigdeal(seed, range(1, 6))
        other = bigdeal_by_hand.boards(plain_ripemd160, seed.hash, seed.owner)
        assert [deal.text() for deal in deals] == [next(other) for _ in range(5)]


def test_a_second_port_deals_reserves() -> None:
    event = read_sqd(DATA / "WBG2024.sqd")
    keys = read_sqk(DATA / "WBG2024.sqk", event)
    other = bigdeal_by_hand.session(ripemd160, keys.keys[5, 6], "43275.91", "reserve")
    deals = deals_of_session(event, keys, 5, 6, reserve=True)
    assert [deal.text() for deal in deals] == [next(other) for _ in range(16)]


def test_the_command_of_a_hash(cli: Callable[..., Any]) -> None:
    """A hash of the log and the left half of the key deal that session."""
    words = ("--hash", SEED.hash.hex(), "--owner", SEED.owner, "-n", "4", "--format", "line")
    done = cli("tournament", "bigdeal", *words)
    other = bigdeal_by_hand.boards(ripemd160, SEED.hash, SEED.owner)
    assert done.status == 0
    assert done.out.splitlines() == [next(other) for _ in range(4)]


@pytest.mark.long
def test_a_whole_championship_on_the_command_line(cli: Callable[..., Any], tmp_path: Path) -> None:
    """The World Bridge Games 2024: 90 sessions, 1,186 boards; those kept here are among them."""
    event, keys = str(DATA / "WBG2024.sqd"), str(DATA / "WBG2024.sqk")
    words = ("tournament", "squaredeal", event, "--keys", keys)
    done = cli(*words, "--format", "pbn", "--output", str(tmp_path / "sets"))
    assert done.status == 0, done.err
    assert "the published key hash KH matches the keys" in done.err
    files = sorted((tmp_path / "sets").iterdir())
    boards = {file.stem: read(file.read_bytes(), "pbn").boards for file in files}
    assert (len(files), sum(map(len, boards.values()))) == (90, 1186)
    for name in ("FIN1", "MXRR02"):
        lines = [f"{board.number} {board.deal.text()}" for board in boards[name] if board.deal]
        assert lines == (DATA / f"{name}.txt").read_text().splitlines()
    checked = cli(*words, *(word for file in files for word in ("--check", str(file))))
    assert checked.out.endswith("91 checked: all of them hold\n")
