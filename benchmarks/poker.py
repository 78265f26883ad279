"""Poker hands: batches, all hands of seven, and single calls beside four other evaluators."""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence
from functools import partial
from itertools import pairwise
from math import comb
from typing import Any

import numpy as np
from numpy.typing import NDArray

from benchmarks.checks import require
from benchmarks.measuring import Budget, Contest, Runner, timed
from benchmarks.uniform import kernel_name, native_bodies, on_body
from dealwright import Card, Combinations, Stream, poker
from dealwright.base import kernels
from dealwright.numbering.sampling import integers_below

__all__ = [
    "ALL",
    "BATCH",
    "FIVE",
    "MASKS",
    "NAMED",
    "OMAHA",
    "OMAHA_ONE",
    "ONE",
    "ROWS",
    "SEVEN_CARD_HANDS",
    "TEXT",
    "VALUES",
    "runs",
]

BATCH, ALL, ONE, OMAHA = "poker batch", "poker all", "poker one", "poker omaha"
TEXT, OMAHA_ONE, NAMED, FIVE = "poker text", "poker omaha one", "poker category", "poker best five"
ROWS, MASKS = "evaluate(ids)", "evaluate(masks)"
_HANDS = 1 << 14
_FEW = 500
_VERY_FEW = 50  # for a peer that takes a fifth of a millisecond a hand
# Straight flush .. high card among all hands of seven (Wikipedia, "Poker probability")
SEVEN_CARD_HANDS = [41584, 224848, 3473184, 4047644, 6180020, 6461620, 31433400, 58627800, 23294460]
VALUES = [10, 156, 156, 1277, 10, 858, 858, 2860, 1277]  # in each category
Values = NDArray[np.uint16]


def _hands(k: int, n: int) -> NDArray[np.uint8]:
    rows = Combinations(52, k).unrank(integers_below(comb(52, k), n, Stream(f"poker {k}")))
    return rows.astype(np.uint8)


def _expected(rows: NDArray[np.uint8]) -> list[int]:
    """Return values by the slowest body, which the tests hold to a plain twin."""
    body = kernels.body()
    kernels.use_body("portable")
    try:
        return poker.evaluate(rows).tolist()
    finally:
        kernels.use_body(body)


def _repeated(
    name: str, cost: float, hands: int, work: Callable[[], Any], right: Callable[[Any], bool]
) -> Runner:
    """Do the same hands again and again; the last answer is checked."""

    def run(wanted: int, at: int) -> float:
        times = max(1, wanted // hands)

        def again() -> Any:
            for _ in range(times - 1):
                work()
            return work()

        taken, answer = timed(again)
        require(right(answer), f"{name}: a wrong value")
        return taken / (times * hands)

    return Runner(name, cost, run)


def _their_cards(rows: NDArray[np.uint8]) -> list[list[int]]:
    cards: list[list[int]] = (rows % 13 * 4 + rows // 13).tolist()
    return cards


def _names(rows: NDArray[np.uint8]) -> list[list[str]]:
    """Return hands of cards such as "As"."""
    return [["23456789TJQKA"[card % 13] + "cdhs"[card // 13] for card in row] for row in rows]


def _missing(module: str) -> str:
    return f"{module} is not installed (pip install {module})"


def _peer(
    name: str, rows: NDArray[np.uint8], expected: list[int], function: str, cost: float
) -> Runner | str:
    """Return phevaluator, whose values are ours."""
    try:
        evaluate = getattr(importlib.import_module("phevaluator"), function)
    except ImportError:
        return _missing("phevaluator")
    cards = _their_cards(rows)

    def work() -> list[int]:
        return [evaluate(*hand) for hand in cards]

    return _repeated(name, cost, len(rows), work, lambda found: found == expected)


def _same_order(found: list[Any], expected: list[int]) -> bool:
    """Return whether hands that are bigger when better are ordered, and tied, as ours are."""
    order = sorted(range(len(found)), key=found.__getitem__)
    return all(
        (found[a] < found[b], False) == (expected[a] > expected[b], expected[a] < expected[b])
        for a, b in pairwise(order)
    )


def _eval7(rows: NDArray[np.uint8], expected: list[int]) -> Runner | str:
    """Return eval7, whose values are another scale."""
    try:
        module = importlib.import_module("eval7")
    except ImportError:
        return _missing("eval7")
    evaluate, hands = module.evaluate, [list(map(module.Card, hand)) for hand in _names(rows)]

    def work() -> list[int]:
        return [evaluate(hand) for hand in hands]

    return _repeated("eval7", 500, len(rows), work, lambda found: _same_order(found, expected))


def _treys(rows: NDArray[np.uint8], expected: list[int]) -> Runner | str:
    """Return treys, whose values are ours."""
    try:
        module = importlib.import_module("treys")
    except ImportError:
        return _missing("treys")
    evaluate = module.Evaluator().evaluate
    hands = [list(map(module.Card.new, hand)) for hand in _names(rows)]
    dealt = [(hand[:2], hand[2:]) for hand in hands]

    def work() -> list[int]:
        return [evaluate(hole, board) for hole, board in dealt]

    return _repeated("treys", 10_000, len(rows), work, lambda found: found == expected)


def _pokerkit(rows: NDArray[np.uint8], expected: list[int]) -> Runner | str:
    """Return pokerkit, whose hands are objects to compare; few of them once, whatever is wanted."""
    try:
        module = importlib.import_module("pokerkit")
    except ImportError:
        return _missing("pokerkit")
    evaluate = module.StandardHighHand.from_game
    hands = [list(module.Card.parse("".join(hand))) for hand in _names(rows[:_VERY_FEW])]
    dealt = [(hand[:2], hand[2:]) for hand in hands]

    def work() -> list[Any]:
        return [evaluate(hole, board) for hole, board in dealt]

    once = _repeated(
        "pokerkit", 200_000, len(hands), work, lambda found: _same_order(found, expected)
    )
    return Runner(once.name, once.cost, lambda _, at: once.run(0, at))


def _peers(rows: NDArray[np.uint8], expected: list[int]) -> list[Runner | str]:
    """Return everybody who evaluates hands of seven."""
    return [
        _peer("phevaluator", rows, expected, "evaluate_cards", 700),
        _eval7(rows, expected),
        _treys(rows, expected),
        _pokerkit(rows, expected),
    ]


def run_batch(budget: Budget) -> Contest:
    """Evaluate random hands of seven, given as card numbers and as masks."""
    rows = _hands(7, _HANDS)
    masks = Combinations(52, 7).unrank_masks(Combinations(52, 7).rank(rows))
    expected = np.array(_expected(rows), dtype=np.uint16)
    native, tables = kernels.native_module(), poker.game_named("holdem").kernels.native
    out = np.empty(_HANDS, dtype=np.uint16)

    def kernel() -> Values:
        native.poker_value_rows(tables, rows, out)
        return out

    def same(found: Values) -> bool:
        return bool(np.array_equal(found, expected))

    few = rows[:_FEW]
    return Contest.held(
        BATCH,
        "values of random hands of seven",
        [
            *(
                on_body(_repeated(kernel_name(b), 5, _HANDS, kernel, same), b)
                for b in native_bodies()
            ),
            _repeated(ROWS, 5, _HANDS, partial(poker.evaluate, rows), same),
            _repeated(MASKS, 5, _HANDS, partial(poker.evaluate, masks), same),
        ],
        _peers(few, expected[:_FEW].tolist()),
        budget,
    )


def run_all(budget: Budget) -> Contest:
    """Count all 133,784,560 hands of seven by value."""
    size = comb(52, 7)
    ends = np.cumsum([1, *VALUES])

    def right(counts: NDArray[np.uint64]) -> bool:
        found = [int(counts[a:b].sum()) for a, b in pairwise(ends.tolist())]
        return found == SEVEN_CARD_HANDS

    count = _repeated("count_values(7)", 2, size, partial(poker.count_values, 7), right)
    return Contest.held(ALL, "all hands of seven, counted by value", [count], [], budget)


def run_one(budget: Budget) -> Contest:
    """Evaluate one hand of seven a call, from Python."""
    rows = _hands(7, _FEW)
    expected = _expected(rows)
    forms: dict[str, list[Any]] = {
        "evaluate(hand)": list(map(tuple, rows.tolist())),
        "evaluate(Card objects)": [list(map(Card, row)) for row in rows.tolist()],
    }
    ours = [
        _repeated(name, 500, _FEW, partial(_each, hands), lambda found: found == expected)
        for name, hands in forms.items()
    ]
    return Contest.held(ONE, "one hand of seven a call", ours, _peers(rows, expected), budget)


def _each(hands: Sequence[Any]) -> list[int]:
    evaluate = poker.evaluate
    return [evaluate(hand) for hand in hands]


def run_text(budget: Budget) -> Contest:
    """Evaluate one hand of seven a call, given as text; reading it is part of the work."""
    rows = _hands(7, _FEW)
    expected, names = _expected(rows), _names(rows)
    texts = [" ".join(hand) for hand in names]
    peers: list[Runner | str] = []
    for module, cost in (("eval7", 3000), ("phevaluator", 3000)):
        try:
            found = importlib.import_module(module)
        except ImportError:
            peers.append(_missing(module))
            continue
        if module == "eval7":
            card, value = found.Card, found.evaluate

            def work(card: Any = card, value: Any = value) -> list[int]:
                return [value([card(name) for name in text.split()]) for text in texts]

            peers.append(_repeated(module, cost, _FEW, work, lambda v: _same_order(v, expected)))
        else:
            value = found.evaluate_cards

            def their(value: Any = value) -> list[int]:
                return [value(*text.split()) for text in texts]

            peers.append(_repeated(module, cost, _FEW, their, lambda v: v == expected))
    ours = _repeated("evaluate(text)", 500, _FEW, partial(_each, texts), lambda v: v == expected)
    return Contest.held(TEXT, "one hand of seven a call, as text", [ours], peers, budget)


def run_omaha_one(budget: Budget) -> Contest:
    """Evaluate one Omaha hand a call, from Python."""
    rows = _hands(9, _FEW)
    turned = np.hstack([rows[:, 4:], rows[:, :4]])  # the board first
    expected = poker.evaluate(rows[:, :4], "omaha", board=rows[:, 4:]).tolist()
    hands = [(row[:4], row[4:]) for row in rows.tolist()]

    def work() -> list[int]:
        evaluate = poker.evaluate
        return [evaluate(own, "omaha", board=board) for own, board in hands]

    ours = _repeated("evaluate(hole, board)", 900, _FEW, work, lambda found: found == expected)
    peer = _peer("phevaluator", turned, expected, "evaluate_omaha_cards", 1100)
    return Contest.held(OMAHA_ONE, "one Omaha hand a call", [ours], [peer], budget)


def run_category(budget: Budget) -> Contest:
    """Find the category of one value a call."""
    values = list(range(1, 7463, 10))
    expected = poker.category(np.array(values)).tolist()

    def work() -> list[Any]:
        category = poker.category
        return [category(value) for value in values]

    ours = _repeated("category(value)", 150, len(values), work, lambda found: found == expected)
    return Contest.held(NAMED, "the category of one value a call", [ours], [_treys_class()], budget)


def _treys_class() -> Runner | str:
    """Return treys, whose values are ours, and whose classes are numbered from the best, 1."""
    try:
        module = importlib.import_module("treys")
    except ImportError:
        return _missing("treys")
    values = list(range(1, 7463, 10))
    expected = poker.category(np.array(values)).tolist()
    rank_class = module.Evaluator().get_rank_class

    def work() -> list[int]:
        return [rank_class(value) for value in values]

    def right(found: list[int]) -> bool:  # a royal flush is a class of its own, 0
        return [8 if kind == 0 else 9 - kind for kind in found] == expected

    return _repeated("treys", 300, len(values), work, right)


def run_five(budget: Budget) -> Contest:
    """Find the best five cards of one hand of seven a call."""
    rows = _hands(7, _FEW)
    expected = poker.best_five(rows).tolist()
    hands = list(map(tuple, rows.tolist()))

    def work() -> list[Any]:
        best_five = poker.best_five
        return [best_five(hand) for hand in hands]

    def right(found: list[Any]) -> bool:
        return [[card.index for card in five] for five in found] == expected

    note = "eval7, phevaluator and treys do not say which five cards make a hand"
    peers = [_pokerkit_five(rows, expected), note]
    ours = _repeated("best_five(hand)", 2000, _FEW, work, right)
    return Contest.held(FIVE, "the best five cards of one hand a call", [ours], peers, budget)


def _pokerkit_five(rows: NDArray[np.uint8], expected: list[list[int]]) -> Runner | str:
    """Return pokerkit, whose hands keep their cards, in an order of its own."""
    try:
        module = importlib.import_module("pokerkit")
    except ImportError:
        return _missing("pokerkit")
    evaluate = module.StandardHighHand.from_game
    hands = [list(module.Card.parse("".join(hand))) for hand in _names(rows[:_VERY_FEW])]

    def work() -> list[Any]:
        return [evaluate(hand[:2], hand[2:]).cards for hand in hands]

    def right(found: list[Any]) -> bool:  # of equally good fives it may take others
        best = np.array([[_number(repr(card)) for card in five] for five in found], np.uint8)
        same = poker.evaluate(best) == poker.evaluate(np.array(expected[: len(best)], np.uint8))
        return bool(same.all())

    once = _repeated("pokerkit", 200_000, len(hands), work, right)
    return Runner(once.name, once.cost, lambda _, at: once.run(0, at))


def _number(card: str) -> int:
    """Return the number of a card such as "As"."""
    return 13 * "cdhs".index(card[1]) + "23456789TJQKA".index(card[0])


def run_omaha(budget: Budget) -> Contest:
    """Evaluate Omaha hands of four hole cards on boards of five."""
    rows = _hands(9, _HANDS // 4)
    turned = np.hstack([rows[:, 2:7], rows[:, :2], rows[:, 7:]])  # the board first
    few = turned[:_FEW]
    body = kernels.body()
    kernels.use_body("portable")
    expected = poker.evaluate(turned[:, 5:], "omaha", board=turned[:, :5])
    kernels.use_body(body)
    return Contest.held(
        OMAHA,
        "values of Omaha hands",
        [
            _repeated(
                "evaluate(hole, board)",
                150,
                len(turned),
                partial(poker.evaluate, turned[:, 5:], "omaha", board=turned[:, :5]),
                lambda found: bool(np.array_equal(found, expected)),
            )
        ],
        [_peer("phevaluator", few, expected[:_FEW].tolist(), "evaluate_omaha_cards", 1100)],
        budget,
    )


def runs() -> dict[str, Callable[[Budget], Contest]]:
    """Return the contests by name."""
    return {
        BATCH: run_batch,
        ALL: run_all,
        ONE: run_one,
        TEXT: run_text,
        OMAHA: run_omaha,
        OMAHA_ONE: run_omaha_one,
        NAMED: run_category,
        FIVE: run_five,
    }
