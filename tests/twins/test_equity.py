"""Equity: every compiled body against the plain twin, bit for bit, and the tables of picks.

The twin lists every deal, so most cards are known or dead here: a few thousand deals a case.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import cache
from itertools import permutations

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from dealwright import Stream
from dealwright.base import kernels
from dealwright.base.errors import KernelError, PokerError
from dealwright.base.kernels.equity import PlayerHands, WeightedHands, player_hands
from dealwright.poker import card_ids
from dealwright.poker.equity_exact import _exchanged
from dealwright.poker.games import GAMES, Game, game_named
from tests.twins.plain import equity as twin

PLAYED = [name for name, game in GAMES.items() if not game.half]
COMPILED = kernels.bodies()
KEYS = [Stream("twins", domain="equity").split(f"key {i}").key for i in range(12)]


@pytest.fixture(params=COMPILED)
def compiled(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test once for each compiled body."""
    before = kernels.body()
    kernels.use_body(request.param)
    yield request.param
    kernels.use_body(before)


def mask_of(cards: Sequence[int]) -> int:
    return sum(1 << int(card) for card in cards)


def text_mask(text: str) -> int:
    return mask_of(card_ids(text).tolist())


def shuffled(game: Game, name: str) -> list[int]:
    """The pack of a game in an order that depends on a name."""
    pack = twin.cards_of(game.equity_kernels.pack)
    order = np.argsort(Stream(name, domain="shuffled").words(0, len(pack)))
    return [pack[at] for at in order.tolist()]


def row_of(game: Game, cards: list[int], missing: Sequence[int]) -> list[int]:
    """Deal the cards known of each player off the end of ``cards``."""
    return [mask_of([cards.pop() for _ in range(game.hole - fewer)]) for fewer in missing]


# ---- every completion

# game, cards missing to each player, cards missing to the board, dead cards
ENUMERATED = [
    ("holdem", (0, 0), 0, 0),
    ("holdem", (0, 0, 0), 2, 3),
    ("holdem", (0, 1), 1, 2),
    ("holdem", (2, 0), 0, 7),
    ("holdem", (0,) * 10, 2, 0),
    ("holdem", (1, 1), 0, 0),
    ("short-deck", (0, 0, 0), 2, 0),
    ("short-deck", (0, 1), 1, 4),
    ("short-deck-trips", (0, 0, 0, 0), 2, 1),
    ("omaha", (0, 0, 0), 1, 2),
    ("omaha", (0, 1), 1, 20),
    ("omaha5", (0, 0), 1, 0),
    ("omaha6", (0, 1), 0, 5),
    ("omaha6", (0,) * 7, 1, 0),
    ("omaha-hilo", (0, 0, 0), 1, 0),
    ("omaha5-hilo", (1, 0), 0, 0),
    ("omaha6-hilo", (0, 0), 1, 3),
    ("stud", (1, 0), 0, 0),
    ("stud", (2, 0, 0), 0, 4),
    ("holdem-hilo", (0, 0, 0), 2, 1),
    ("holdem-hilo", (1, 0), 1, 2),
    ("stud-hilo", (1, 1, 0), 0, 1),
    ("stud-hilo", (0,) * 7, 0, 0),
    ("razz", (1, 1), 0, 3),
    ("razz", (2, 0), 0, 0),
    ("deuce-to-seven", (1, 1), 0, 5),
    ("deuce-to-seven", (0, 2), 0, 2),
    ("badugi", (1, 1), 0, 6),
    ("badugi", (2, 0, 0), 0, 0),
    ("badugi", (0,) * 10, 0, 0),
]
# a game that has no row of its own
ENUMERATED += [
    (name, (0, 0), min(1, game_named(name).board), 0)
    for name in PLAYED
    if name not in {row[0] for row in ENUMERATED}
]


def enumerated_case(at: int) -> tuple[Game, np.ndarray, int, int]:
    name, missing, board_missing, dead_cards = ENUMERATED[at]
    game = game_named(name)
    cards = shuffled(game, f"enumerate {at}")
    board = mask_of([cards.pop() for _ in range(game.board - board_missing)])
    dead = mask_of([cards.pop() for _ in range(dead_cards)])
    rows = [row_of(game, cards[turn:] + cards[:turn], missing) for turn in (0, 3, 11)]
    return game, np.array(rows, dtype=np.uint64), board, dead


@cache
def enumerated(at: int) -> np.ndarray:
    game, rows, board, dead = enumerated_case(at)
    return twin.enumerate_rows(game.equity_kernels, rows, board, dead)


def test_every_game_is_enumerated() -> None:
    assert {name for name, *_ in ENUMERATED} == set(PLAYED)


@pytest.mark.parametrize("at", range(len(ENUMERATED)))
def test_enumerate(at: int, compiled: str) -> None:
    game, rows, board, dead = enumerated_case(at)
    found = game.equity_kernels.enumerate(rows, board, dead)
    assert found.sum() > 0
    assert (found == enumerated(at)).all()


# Whole boards of hold'em go another way, by ranks first: few cards are left, so that boards with
# three, four and five of a suit, straights, and boards of few ranks all come.
LEFT = [
    ("holdem", "Ts 9s 8s 7s 6s 5s 2s Jh 9h Td 2c", ["AsKs", "QsQh"]),
    ("holdem", "Ah Kh Qh Jh Th 9h 2h 2d 3d 3c", ["8h7h", "3h3s", "AsAd"]),
    ("holdem", "4c 4d 4h 4s 5c 5d 5h 6c 6d 6h", ["5s6s", "7s7c", "AcKc", "AdKd"]),
    ("holdem", "Ac 2c 3c 4c 5c 6c Ad 2d 3d 4d", ["7c8c", "5d6d", "Ks9s", "KhQh", "7h8h", "AsAh"]),
    ("short-deck", "As Ks Qs Js 9s 8s 7s 6h 7h 8h", ["6s6d", "AhAd"]),
    ("short-deck", "Ac 6c 7c 8c 9c Tc Ad 6d 7d 8d", ["JcQc", "9d9h", "KhKs"]),
    ("short-deck-trips", "Ac 6c 7c 8c 9h Th Ad 6d 7d 8d", ["9c9d", "AsAh", "TdJd"]),
]


@cache
def boards_left(at: int) -> np.ndarray:
    game, row, dead = boards_case(at)
    return twin.enumerate_rows(game.equity_kernels, row, 0, dead)


def boards_case(at: int) -> tuple[Game, np.ndarray, int]:
    name, left, hands = LEFT[at]
    game = game_named(name)
    row = np.array([[text_mask(hand) for hand in hands]], dtype=np.uint64)
    used = text_mask(left) | int(np.bitwise_or.reduce(row[0]))
    return game, row, game.equity_kernels.pack & ~used


@pytest.mark.parametrize("at", range(len(LEFT)))
def test_enumerate_whole_boards(at: int, compiled: str) -> None:
    game, row, dead = boards_case(at)
    assert (game.equity_kernels.enumerate(row, 0, dead) == boards_left(at)).all()


def test_whole_boards_are_those_dealt_one_by_one(compiled: str) -> None:
    """The way by ranks against the way card by card, over all 1,712,304 boards (with no dead)."""
    game = game_named("holdem").equity_kernels
    row = np.array([[text_mask("9s8s"), text_mask("AsTd")]], dtype=np.uint64)
    one_by_one = np.zeros((1, 4), dtype=np.uint64)
    game.native.enumerate(row, 0, 0, one_by_one, None)
    assert one_by_one.sum() == 1_712_304
    assert (game.enumerate(row) == one_by_one).all()


# ---- two ranges, swept


def weighted(text: str) -> WeightedHands:
    """Hands with weights, ``AsKs@3 QdQh``."""
    items = [item.partition("@") for item in text.split()]
    return WeightedHands(
        np.array([text_mask(cards) for cards, _, _ in items], dtype=np.uint64),
        np.array([int(weight or 1) for _, _, weight in items], dtype=np.uint64),
    )


def all_of(ranks: str, weight: int = 1) -> str:
    """All pairs and unpaired hands of some ranks, whose suits nothing tells apart."""
    cards = [rank + suit for rank in ranks for suit in "cdhs"]
    return " ".join(f"{a}{b}@{weight}" for i, a in enumerate(cards) for b in cards[:i])


THREE_RANKS = "".join(rank + suit for rank in "AKQ" for suit in "cdhs")
# game, the two ranges, the board, the cards that may come, suits that cannot be told apart
COMPARED = [
    ("holdem", all_of("AK"), all_of("AK"), "", THREE_RANKS, [-1, 0, 1, 2]),
    ("holdem", all_of("A") + " " + all_of("K", 3), all_of("AQ", 7), "", THREE_RANKS, [-1, 0, 1, 2]),
    # clubs told from the rest by the ranges
    ("holdem", all_of("A") + " AcKc@5", all_of("K"), "", THREE_RANKS, [-1, -1, 1, 2]),
    # two classes of two suits, neighbours or not
    ("holdem", "AcAd@2 KhKs QcQd", "AhAs KcKd QcQd@9", "", THREE_RANKS, [-1, 0, -1, 2]),
    ("holdem", "AcAh@2 KdKs QcQh", "AdAs KcKh QcQh@9", "", THREE_RANKS, [-1, -1, 0, 1]),
    # ranges that overlap in part; a board, flushes
    ("holdem", "AsKs AhKh@2 9s8s 2c2d", "AhKh@5 AsAh 9s8s@1000 7h7s 2c2d", "Ts 7s 2s",
     "Js 6s 5s 9h Th 7c 7d 2h", [-1, -1, -1, -1]),
    ("holdem", "AsKs AhKh", "QcQd AsKs", "Ts 9s 2h 2c 3d", "4d", [-1, -1, -1, -1]),
    ("short-deck", all_of("AK"), all_of("AK"), "", THREE_RANKS, [-1, 0, 1, 2]),
    ("short-deck", "AsKs 9h8h@3 7c7d", "QsJs 9c9d@2 AsKs", "Ts 9s 6h",
     "8s 7s 6s 8d 7h 6d Ah", [-1, -1, -1, -1]),
    ("short-deck-trips", "AcAd AhKh", "KcKd TdTc", "", "Ah 6h 7h 8h 9h Ts Th 9s 8s",
     [-1, -1, -1, -1]),
]  # fmt: skip


def compared_case(at: int) -> tuple[Game, list[WeightedHands], int, int, list[int]]:
    name, ours, theirs, board, left, alike = COMPARED[at]
    game = game_named(name)
    first = weighted(ours)
    second = first if ours == theirs else weighted(theirs)
    known = text_mask(board)
    hands = int(np.bitwise_or.reduce(np.concatenate([first.masks, second.masks])))
    # cards of hands may come too: another hand of the range is then meant
    dead = game.equity_kernels.pack & ~(text_mask(left) | known | hands)
    return game, [first, second], known, dead, alike


@cache
def compared(at: int) -> np.ndarray:
    game, hands, board, dead, _ = compared_case(at)
    return twin.compare(game.equity_kernels, *hands, board, dead)


def by_likeness(results: np.ndarray, masks: np.ndarray, alike: list[int]) -> np.ndarray:
    """Add up the columns of hands that an exchange of alike suits turns into each other.

    Of boards that such exchanges turn into each other only one is looked at, and counts for all: a
    single hand's results are then right only together with those of the hands like it.
    """
    roots = [0, 1, 2, 3]
    for suit, before in enumerate(alike):
        roots[suit] = roots[before] if before >= 0 else suit  # of its class the first
    orders = [
        order
        for order in permutations(range(4))
        if all(roots[suit] == roots[place] for suit, place in enumerate(order))
    ]
    least = np.min([_exchanged(masks, order) for order in orders], axis=0)
    _, place = np.unique(least, return_inverse=True)
    added = np.zeros((3, place.max() + 1), dtype=np.uint64)
    for row, out in zip(results, added, strict=True):
        np.add.at(out, place, row)
    return added


@pytest.mark.parametrize("at", range(len(COMPARED)))
def test_compare(at: int, compiled: str) -> None:
    """Suits told apart, and those alike exchanged; equal ranges given twice; in parts."""
    game, hands, board, dead, alike = compared_case(at)
    expected = compared(at)
    assert expected[2].sum() > 0
    compare = game.equity_kernels.compare
    again = [hands[0], WeightedHands(*(column.copy() for column in hands[1]))]
    assert (compare(hands, board, dead, [-1] * 4, 0, 1) == expected).all()
    assert (compare(again, board, dead, [-1] * 4, 0, 1) == expected).all()
    for parts in (1, 2, 7):
        each = [compare(hands, board, dead, alike, part, parts) for part in range(parts)]
        found = by_likeness(np.sum(each, axis=0), hands[0].masks, alike)
        assert (found == by_likeness(expected, hands[0].masks, alike)).all()


def test_suits_wrongly_taken_as_alike_are_seen(compiled: str) -> None:
    """The cases tell suits apart: taking all as alike changes even the sums of those that do."""
    seen = 0
    for at, (*_, alike) in enumerate(COMPARED):
        if alike == [-1] * 4:
            game, hands, board, dead, _ = compared_case(at)
            found = game.equity_kernels.compare(hands, board, dead, [-1, 0, 1, 2], 0, 1)
            seen += bool((found.sum(axis=1) != compared(at).sum(axis=1)).any())
    assert seen >= 2


# ---- random rounds


def equal(*hands: str) -> PlayerHands:
    return player_hands(weighted(" ".join(hands)))


UNKNOWN = player_hands(WeightedHands(np.zeros(1, np.uint64), np.ones(1, np.uint64)))
HALF, WORD = 1 << 30, 1 << 62  # three of them: one in four numbers drawn is rejected
# game, players, board, dead
SIMULATED = {
    "known hands": ("holdem", [equal("AsKs"), equal("QdQh")], "", ""),
    "equal ranges": ("holdem", [equal("AsAh", "AcAd", "AsAd"), equal("AhAd", "KsKd")], "2c 2d", ""),
    "weights": ("holdem", [equal("AsAh@3", "KcKd"), equal("AsKs@7", "QcQd@2")], "", "2c 3d"),
    "weights of 32 bits": (
        "holdem", [equal(f"AsAh@{HALF}", f"KcKd@{2 * HALF}"), equal("QcQd")], "", ""),
    "weights of 64 bits": (
        "holdem", [equal(f"AsAh@{WORD}", f"KcKd@{2 * WORD}"), equal("AsKd", "QcQd@9")], "", ""),
    "unknown": ("holdem", [UNKNOWN, UNKNOWN, equal("AsKs", "AhKh@2")], "Ts 9s 8d", "2c"),
    "one card known": ("holdem", [equal("As", "Ah@2"), UNKNOWN], "", ""),
    "ten": ("holdem", [UNKNOWN] * 10, "", ""),
    "board dealt": ("holdem", [equal("AsKs", "2c2d"), equal("AsAh", "KdKc")], "Ts 9s 8d 3c 4h", ""),
    "short deck": ("short-deck", [equal("AsKs", "6h6d@3"), UNKNOWN, equal("9s8s")], "Ts", "Qs"),
    "trips": ("short-deck-trips", [equal("AsKs"), UNKNOWN], "", ""),
    "omaha": ("omaha", [equal("AsKsQdJd", "AhKh2c2d@2"), equal("AsKs"), UNKNOWN], "Ts 9s 8d", ""),
    "omaha5": ("omaha5", [equal("AsKsQdJd9c"), UNKNOWN], "2c", ""),
    "omaha6": ("omaha6", [equal("AsKsQdJd9c8c"), UNKNOWN], "", "2c"),
    "holdem-hilo": ("holdem-hilo", [equal("As2s", "KcKd@2"), equal("AhAd"), UNKNOWN], "3c 4h", ""),
    "omaha-hilo": ("omaha-hilo", [equal("As2s3dKd"), equal("AhAd"), UNKNOWN], "3c 4h", ""),
    "omaha6-hilo": ("omaha6-hilo", [equal("As2s3dKd"), UNKNOWN], "", ""),
    "stud": ("stud", [equal("AsKsQs", "2c2d2h@4"), equal("AdAhAc"), UNKNOWN], "", "3c"),
    "stud-hilo": ("stud-hilo", [equal("As2s3s4s"), equal("8c8d8h"), UNKNOWN], "", "3c"),
    "razz": ("razz", [equal("As2s3s"), equal("8c8d"), UNKNOWN], "", "3c"),
    "deuce-to-seven": ("deuce-to-seven", [equal("7s5s4s", "8c7c6d@2"), UNKNOWN], "", "2c"),
    "badugi": ("badugi", [equal("As2d", "4c4d@3"), UNKNOWN, equal("Kc")], "", "As"),
}  # fmt: skip
ROUNDS = [(0, 300), (512, 256), (256, 77)]


@cache
def simulated(name: str, first: int, rounds: int) -> np.ndarray:
    game, players, board, dead = SIMULATED[name]
    kernels_ = game_named(game).equity_kernels
    counts = np.zeros(kernels_.sets(len(players)), dtype=np.uint64)
    known = text_mask(board), text_mask(dead)
    keys = [*KEYS[: len(players) + 1], KEYS[11]]
    assert twin.simulate(kernels_, players, *known, keys, first, rounds, counts)
    return counts


@pytest.mark.parametrize("name", SIMULATED)
def test_simulate(name: str, compiled: str) -> None:
    game, players, board, dead = SIMULATED[name]
    keys = [*KEYS[: len(players) + 1], KEYS[11]]
    for first, rounds in ROUNDS:
        found = game_named(game).equity_kernels.simulate(
            players, text_mask(board), text_mask(dead), keys, first, rounds
        )
        assert found.sum() == rounds
        assert (found == simulated(name, first, rounds)).all()


def test_rounds_add_up(compiled: str) -> None:
    """A round is a function of its number: blocks add up to the whole."""
    game, players, board, _ = SIMULATED["unknown"]
    keys = [*KEYS[:4], KEYS[11]]
    simulate = game_named(game).equity_kernels.simulate
    whole = simulate(players, text_mask(board), 0, keys, 0, 10_000)
    parts = [(0, 256), (256, 4096), (4352, 5648)]
    each = [simulate(players, text_mask(board), 0, keys, *part) for part in parts]
    assert (sum(each) == whole).all()


def test_rounds_begin_with_blocks() -> None:
    game, players, *_ = SIMULATED["known hands"]
    with pytest.raises(KernelError, match="multiples of 256, not at 100"):
        game_named(game).equity_kernels.simulate(players, 0, 0, [*KEYS[:3], KEYS[11]], 100, 5)


def test_hands_that_never_go_together(compiled: str) -> None:
    players = [equal("AsAh"), equal("AsKs", "AhKh")]
    with pytest.raises(PokerError, match="nearly always need the same cards"):
        game_named("holdem").equity_kernels.simulate(players, 0, 0, [*KEYS[:3], KEYS[11]], 0, 5)


# ---- what picks are made by


@given(st.lists(st.integers(1, 10**14), min_size=1, max_size=40))
def test_each_hand_has_exactly_its_weight(weights: list[int]) -> None:
    n = len(weights)
    masks = np.arange(1, n + 1, dtype=np.uint64)
    held = player_hands(WeightedHands(masks, np.array(weights, dtype=np.uint64)))
    assert (held.masks == masks).all()
    if len(set(weights)) == 1:
        assert held.level == 0  # each column as likely as any other, and nothing else drawn
        return
    assert held.level == sum(weights)
    chances = [0] * n
    for column, (keep, alias) in enumerate(
        zip(held.keep.tolist(), held.alias.tolist(), strict=True)
    ):
        assert 0 <= keep <= held.level
        chances[column] += keep
        chances[alias] += held.level - keep
    assert chances == [n * weight for weight in weights]
