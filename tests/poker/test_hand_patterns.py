"""Patterns of Omaha hands: against a reading by hand of every hand, and closed forms."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import combinations
from math import comb
from typing import Any

import pytest

from dealwright import PokerError
from dealwright.poker import equity
from dealwright.poker.games import game_named
from dealwright.poker.hand_patterns import pattern_hands
from dealwright.poker.players import read_player

OMAHA = game_named("omaha")
RANKS = "23456789TJQKA"


def hands_of(text: str, game: str = "omaha") -> set[int]:
    return set(pattern_hands(text, 0, len(text), game_named(game)).tolist())


def every_hand(test: Callable[[list[int], list[int]], bool]) -> set[int]:
    """Return the hands of four cards whose ranks and suits pass a test."""
    return {
        sum(1 << card for card in hand)
        for hand in combinations(range(52), 4)
        if test(sorted(card % 13 for card in hand), [card // 13 for card in hand])
    }


def at_least(times: int, counts: list[int]) -> int:
    return sum(n >= times for n in Counter(counts).values())


PATTERNS: list[tuple[str, Callable[[list[int], list[int]], bool]]] = [
    ("AAxx", lambda ranks, suits: ranks.count(12) >= 2),
    ("KQ", lambda ranks, suits: 11 in ranks and 10 in ranks),
    ("xxxx$ds", lambda ranks, suits: at_least(2, suits) == 2),
    ("AA$ss", lambda ranks, suits: ranks.count(12) >= 2 and at_least(2, suits) == 1),
    ("x$ns", lambda ranks, suits: len(set(suits)) == 4),
    ("x$tp", lambda ranks, suits: at_least(2, ranks) == 2),
    (
        "K*$op$ds",
        lambda ranks, suits: (
            11 in ranks
            and at_least(2, ranks) == 1
            and at_least(3, ranks) == 0
            and at_least(2, suits) == 2
        ),
    ),
    ("9876+", lambda ranks, suits: ranks in [list(range(a, a + 4)) for a in range(4, 10)]),
    ("JT98 - 7654", lambda ranks, suits: ranks in [list(range(a, a + 4)) for a in range(2, 7)]),
    ("random", lambda ranks, suits: True),
]
LONG = {"xxxx$ds", "x$tp", "9876+", "JT98 - 7654", "random"}


@pytest.mark.parametrize(
    ("text", "test"),
    [pytest.param(*each, marks=pytest.mark.long if each[0] in LONG else ()) for each in PATTERNS],
)
def test_every_hand_is_read_by_hand(
    text: str, test: Callable[[list[int], list[int]], bool]
) -> None:
    assert hands_of(text) == every_hand(test)


def test_cards_beside_ranks() -> None:
    assert len(hands_of("AsAx")) == comb(51, 3) - comb(48, 3)
    assert len(hands_of("AsKsxx")) == comb(50, 2)
    assert len(hands_of("KsKx")) == len(hands_of("AsAx"))
    assert hands_of("AsKsQsJs") == {0b1111 << 48}


@pytest.mark.long
def test_five_cards() -> None:
    assert len(hands_of("AA", "omaha5")) == comb(52, 5) - comb(48, 5) - 4 * comb(48, 4)
    # two suits of two cards and one other, or of three and two
    expected = 6 * 78**2 * 26 + 12 * 286 * 78
    assert len(hands_of("x$ds", "omaha5")) == expected


def test_lists_have_weights_and_removals() -> None:
    player = read_player("AAxx, KKxx@50%, !AAxx$ns, As Ah Kd Kc@3", OMAHA)
    weights = dict(zip(player.hands.masks.tolist(), player.hands.weights.tolist(), strict=True))
    aces, kings = hands_of("AA"), hands_of("KK")
    rainbow = hands_of("AA$ns")
    both = hands_of("AsAhKdKc")
    assert both <= rainbow
    assert set(weights) == (aces | kings) - rainbow
    for mask, weight in weights.items():
        assert weight == (1 if mask in kings else 2)


def test_a_pattern_is_the_list_of_its_hands() -> None:
    options: dict[str, Any] = {"game": "omaha", "board": "Qh 7c 2d 9s", "method": "exact"}
    found = equity("JT98$ds", "QsQd7h7s", **options)
    cards = [f"{rank}{suit}" for suit in "cdhs" for rank in RANKS]
    written = ", ".join(
        " ".join(cards[card] for card in range(52) if mask >> card & 1)
        for mask in sorted(hands_of("JT98$ds"))
    )
    same = equity(written, "QsQd7h7s", **options)
    assert found.shares == same.shares
    assert found.players[0].range == "JT98$ds"


def test_suits_first_are_cards_as_before() -> None:
    one, other = (read_player(text, OMAHA) for text in ("SA HA DK CK", "As Ah Kd Kc"))
    assert one.hands.masks.tolist() == other.hands.masks.tolist()


@pytest.mark.parametrize(
    ("text", "message"),
    [
        ("AAxxx", "has 4 cards, not 5"),
        ("AA$zz", r"'\$zz' is not a kind"),
        ("15%", "not a hand of omaha"),
        ("AAAA$ds", "no hand of omaha"),
        ("AsAsxx", "twice"),
        ("AA-T9", "equally far apart"),
        ("AxK+", "of ranks alone"),
        ("AA, , KK", "not a hand of omaha"),
        ("AA, !AA", "no hand"),
        ("AA@x", "not a weight"),
    ],
)
def test_refusals(text: str, message: str) -> None:
    with pytest.raises(PokerError, match=message):
        read_player(text, OMAHA)


def test_six_cards_are_too_many() -> None:
    with pytest.raises(PokerError, match="too many hands"):
        read_player("AAxx", game_named("omaha6"))
