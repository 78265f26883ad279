"""Hands and suits exchanged at random, deal by deal."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import dealwright
from dealwright import Deals
from dealwright.base.errors import ArgumentError
from dealwright.numbering.stream import Stream
from dealwright.requests.dealing import DealRequest, ExportRequest, MixtureRequest
from tests.conftest import Result

ONE_SUIT_EACH = ["N:AKQJT98765432... .AKQJT98765432.. ..AKQJT98765432. -"]


def hands_of(deal: dealwright.Deal) -> list[str]:
    """Return the four hands, north first."""
    return deal.text("N").removeprefix("N:").split()


def orders(deals: Deals) -> Counter[tuple[str, ...]]:
    """Return how often each order of four one-suited hands occurs."""
    return Counter(tuple(hands_of(deal)) for deal in deals)


@pytest.mark.parametrize(
    ("names", "number"),
    [("ew", 2), ("ns", 2), ("majors", 2), ("minors", 2), ("suits", 24), ("ew, ns", 4)],
)
def test_all_exchanges_are_equally_likely(names: str, number: int) -> None:
    """Each of 4,800 deals; a sound choice is refused for one seed in a million.

    An order of suits drawn twice as often as the others would exceed the bound 9 times.
    """
    found = orders(Deals.parse(ONE_SUIT_EACH * 4800).exchanged(names, seed=1))
    expected = 4800 / number
    assert len(found) == number
    chi_square = sum((times - expected) ** 2 / expected for times in found.values())
    assert chi_square < {2: 24, 4: 31, 24: 73}[number]


def test_deals_are_exchanged_by_themselves() -> None:
    """Each hand keeps its points and its pattern, and the deal is one exchange of the old one."""
    old = dealwright.deal(60, seed=2)
    new = old.exchanged("suits", seed=3)
    for before, after in zip(old, new, strict=True):
        texts = [hand.split(".") for hand in hands_of(before)]
        changed = [hand.split(".") for hand in hands_of(after)]
        assert any(
            [[hand[suit] for suit in order] for hand in texts] == changed
            for order in permutations(range(4))
        )


def test_the_choice_depends_on_the_index_alone() -> None:
    request = DealRequest(n=9000, condition="hcp(north) >= 15", seed="a", exchange="ew, suits")
    together = request.dealing().result()
    batches = list(request.dealing())
    assert len(batches) > 1
    assert Deals.concatenate(batches) == together
    plain = DealRequest(n=9000, condition="hcp(north) >= 15", seed="a").dealing().result()
    stream = Stream.of("a").split("exchange")
    assert plain.exchanged("ew, suits", stream) == together
    assert together.source is not None
    assert together.source.exchange == "ew, suits"


def test_hands_of_types_are_exchanged() -> None:
    types = ("weak 1: hcp(east) <= 3", "strong 1: hcp(east) >= 20")
    deals = MixtureRequest(n=40, types=types, seed="b", exchange="ew").dealing().result()
    fits = np.isin(deals.east.hcp, range(4)) | (deals.east.hcp >= 20)
    assert 0 < fits.sum() < 40
    assert (fits | (deals.west.hcp <= 3) | (deals.west.hcp >= 20)).all()


def test_an_exported_file_has_the_same_deals_and_says_so(tmp_path: Path) -> None:
    asked: dict[str, Any] = {"n": 3, "condition": "spades(east) >= 7", "seed": "c"}
    asked["exchange"] = "ew"
    content = ExportRequest(**asked, format="pbn").job().result().content
    assert b"% exchange: ew\n" in content
    (tmp_path / "file.pbn").write_bytes(content)
    deals = DealRequest(**asked).dealing().result()
    assert Deals.read(tmp_path / "file.pbn") == deals
    deals.write(tmp_path / "again.pbn")
    assert "% exchange: ew\n" in (tmp_path / "again.pbn").read_text()


@pytest.mark.parametrize(
    ("options", "said"),
    [
        ("--exchange x", "'x' cannot be exchanged; choose from ew, ns, majors, minors, suits"),
        ("--exchange ew --numbers", "--numbers cannot be combined with --exchange"),
        ("--exchange ew --weight hearts(west):5=3", "cannot be combined with --weight"),
    ],
)
def test_refused(cli: Callable[..., Result], options: str, said: str) -> None:
    ended = cli("deal", "2", *options.split())
    assert ended.status == 2
    assert said in ended.err


def test_unknown_names() -> None:
    with pytest.raises(ArgumentError, match="'clubs'"):
        Deals.parse(ONE_SUIT_EACH).exchanged("clubs")
