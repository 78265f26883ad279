"""Ranges of hold'em hole cards: the hands of two cards that a player can have, with weights."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from fractions import Fraction
from functools import cached_property, lru_cache
from math import gcd, lcm
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers.html import Shade, html_table
from dealwright.base.errors import PokerError
from dealwright.cards import RANK_LETTERS, Card
from dealwright.poker.cards import card_ids, card_text
from dealwright.poker.games import GAMES, game_named
from dealwright.poker.range_classes import NUMBER_OF, PAIRS, HandClass, lowest_rank, pack_hands
from dealwright.poker.range_text import fail, read_items

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import INLINE

    Written = list[tuple[str, int]]  # an item of the text, and its weight

__all__ = ["Range", "hand_name", "parse_range", "range_grid", "range_lines"]

_SHADES = (17, 18, 19, 20, 26, 32)  # blues of 256 colours, from the smallest weight to the largest
_UNITS = 10**8  # a weight has at most six decimals, also as a percentage
_NONE = Fraction(0)
_MOST_FACTOR = 1_000_000
_MOST_UNITS = 10**14  # largest weight, so that every weight can be written


class _Whole(NamedTuple):
    """A range as a document has it, for programs that cannot read ranges.

    ``written`` is its shortest text, ``hands`` how many of the pack's ``of`` hands it has,
    ``classes`` the average weight of each class, rows and columns as in ``matrix``.
    """

    written: str
    hands: int = 0
    of: int = 0
    classes: tuple[tuple[float, ...], ...] = ()


@dataclass(frozen=True, eq=False, repr=False)
class Range:
    """Hands of two cards with weights, as ``parse_range`` returns them; immutable.

    ``text`` is the given text, ``game`` the name of the game. ``cards`` uint8[m, 2] are card
    numbers ``13 * suit + rank``, the larger of each hand first, hands in colex order; ``weights``
    int64[m] are positive and have no common divisor. Comparing ranges ignores ``text``.

    >>> hands = parse_range("AA@0.5, KsKh KsKd")
    >>> hands.cards.tolist()[:3], hands.weights.tolist()
    ([[25, 12], [38, 12], [38, 25]], [1, 1, 1, 2, 2, 1, 1, 1])
    >>> len(hands), hands.share, "KdKs" in hands, str(hands)
    (8, Fraction(4, 663), True, 'AA@0.5, KsKh, KsKd')

    Ranges, or a range and a text, can be combined: ``a | b`` has the hands of either, with the
    larger weight; ``a & b`` those of both, with the smaller one; ``a - b`` those of ``a`` that
    ``b`` does not have. Weights are compared as shares of each range's largest. Iterating yields
    the hands as text.

    >>> union = parse_range("QQ+") | "AKs"
    >>> str(union), str(union - "AA"), str(union & "AA AK"), next(iter(union))
    ('QQ+, AKs', 'KK-QQ, AKs', 'AA, AKs', 'AcKc')

    :raises PokerError: if no hand is left, or the ranges are of packs with other ranks
    """

    text: str
    game: str
    cards: NDArray[np.uint8]
    weights: NDArray[np.int64]

    json_keys = ("text", "game", "_whole")

    @property
    def _whole(self) -> Annotated[_Whole, INLINE]:
        """The range as a document has it."""
        size = 13 - lowest_rank(self.game)
        rows = self.matrix()[:size, :size].round(6).tolist()
        return _Whole(str(self), len(self), len(pack_hands(self.game)), tuple(map(tuple, rows)))

    @classmethod
    def of_record(cls, *, text: str, game: str, whole: _Whole) -> Range:
        """Return the range of its document."""
        return replace(parse_range(whole.written, game), text=text)

    def __post_init__(self) -> None:
        self.cards.flags.writeable = False
        self.weights.flags.writeable = False

    @property
    def share(self) -> Fraction:
        """The number of hands as a fraction of all hands of two cards, without weights."""
        return Fraction(len(self), len(pack_hands(self.game)))

    @cached_property
    def is_random(self) -> bool:
        """Whether it has every hand, all with the same weight.

        >>> parse_range("random").is_random, parse_range("random !22").is_random
        (True, False)
        """
        all_hands = len(self) == len(pack_hands(self.game))
        return all_hands and bool((self.weights == self.weights[0]).all())

    @cached_property
    def masks(self) -> tuple[NDArray[np.uint64], NDArray[np.uint64]]:
        """The hands as masks and their weights, both uint64[m]."""
        bits = np.uint64(1) << self.cards.astype(np.uint64)
        return bits[:, 0] | bits[:, 1], self.weights.astype(np.uint64)

    def __or__(self, other: Range | str) -> Range:
        own, others = self._shared(other)
        return self._combined(
            {hand: max(own.get(hand, _NONE), others.get(hand, _NONE)) for hand in own | others}
        )

    def __and__(self, other: Range | str) -> Range:
        own, others = self._shared(other)
        return self._combined(
            {hand: min(own[hand], others[hand]) for hand in own if hand in others}
        )

    def __sub__(self, other: Range | str) -> Range:
        own, others = self._shared(other)
        return self._combined({hand: weight for hand, weight in own.items() if hand not in others})

    def weighted(self, weight: float | Fraction, hands: Range | str) -> Range:
        """Return the range with the weights of some of its hands multiplied; 0 removes them.

        Hands that the range does not have are not added. A float means the decimal number that it
        prints as.

        >>> str(parse_range("QQ+").weighted(0.5, "QQ AK"))
        'KK+, QQ@0.5'

        :raises PokerError: if the weight is negative, or no hand is left
        """
        try:
            factor = Fraction(str(weight))
        except ValueError:
            factor = Fraction(-1)
        if not 0 <= factor <= _MOST_FACTOR:
            raise PokerError(
                f"a weight must be a number from 0 to {_MOST_FACTOR:,}, not {weight!r}"
            )
        own, others = self._shared(hands)
        return self._combined({h: w * factor if h in others else w for h, w in own.items()})

    def weight(self, hand: str | Iterable[int] | Iterable[Card]) -> Fraction:
        """Return the weight of a hand as a share of the largest; 0 if the range does not have it.

        >>> parse_range("AA@0.5 KK").weight("AsAh")
        Fraction(1, 2)

        :raises PokerError: if it is not two cards
        :raises CardError: if something is not a card
        """
        indices = np.flatnonzero((self.cards == self._hand(hand)).all(axis=1))
        return Fraction(int(self.weights[indices].sum()), int(self.weights.max()))

    def _shared(self, other: object) -> tuple[dict[int, Fraction], dict[int, Fraction]]:
        """Return the weights of this range's hands and those of another, each at most 1."""
        if isinstance(other, str):
            other = parse_range(other, self.game)
        if not isinstance(other, Range):
            raise PokerError(f"{other!r} is not a range; write text, as in 'QQ+ AKs'")
        if lowest_rank(self.game) != lowest_rank(other.game):
            raise PokerError(f"a range of {other.game} cannot be combined with one of {self.game}")
        return self._shares(), other._shares()

    def _shares(self) -> dict[int, Fraction]:
        """Return the weight of each hand, by its index in ``PAIRS``, as a share of the largest."""
        largest = int(self.weights.max())
        weights = zip(self.cards.tolist(), self.weights.tolist(), strict=True)
        return {NUMBER_OF[a, b]: Fraction(weight, largest) for (a, b), weight in weights}

    def _combined(self, weights: Mapping[int, Fraction]) -> Range:
        """Return the range of some hands with weights above 0, written as text."""
        positive = {hand: weight for hand, weight in weights.items() if weight}
        if not positive:
            raise PokerError("no hand is left; a range has one hand or more")
        scale = lcm(*(weight.denominator for weight in positive.values()))
        integers = {hand: int(weight * scale) for hand, weight in positive.items()}
        if max(integers.values()) // gcd(*integers.values()) > _MOST_UNITS:
            raise PokerError("the weights of these ranges have too many digits to be combined")
        combined = _of_weights("", self.game, integers)
        return replace(combined, text=str(combined))

    def matrix(self) -> NDArray[np.float64]:
        """Return the average weight of each class, float64[13, 13], relative to the largest weight.

        Rows and columns are ranks, the ace first; pairs are on the diagonal, suited hands above it.
        Hands outside the range count as 0.

        >>> parse_range("AA AKs AsKh").matrix()[:2, :2].round(3).tolist()
        [[1.0, 1.0], [0.083, 0.0]]
        """
        ranks, suits = 12 - self.cards % 13, self.cards // 13
        ranks.sort(axis=1)
        suited = suits[:, 0] == suits[:, 1]
        ranks[~suited] = ranks[~suited, ::-1]
        grid = np.zeros((13, 13), dtype=np.float64)
        np.add.at(grid, (ranks[:, 0], ranks[:, 1]), self.weights / self.weights.max())
        hands = (
            np.full((13, 13), 12, dtype=np.int64)
            - 6 * np.eye(13)
            - 8 * np.triu(np.ones((13, 13), dtype=np.float64), 1)
        )
        return grid / hands

    def __len__(self) -> int:
        return len(self.cards)

    def __contains__(self, hand: str | Iterable[int] | Iterable[Card]) -> bool:
        """Return whether the range has a hand: two cards as text, numbers or ``Card`` objects.

        :raises PokerError: if it is not two cards
        :raises CardError: if something is not a card
        """
        return bool((self.cards == self._hand(hand)).all(axis=1).any())

    def _hand(self, hand: str | Iterable[int] | Iterable[Card]) -> list[int]:
        """Return the cards of one hand, the larger number first."""
        numbers = (
            card_ids(hand).tolist() if isinstance(hand, str) else [Card(c).index for c in hand]
        )
        if len(set(numbers)) != 2 or len(numbers) != 2:
            raise PokerError(f"{hand!r} is not a hand of two cards; write AsKd")
        return sorted(numbers, reverse=True)

    def __iter__(self) -> Iterator[str]:
        return (hand_name(cards) for cards in self.cards.tolist())

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Range):
            return NotImplemented
        return (
            self.game == other.game
            and np.array_equal(self.cards, other.cards)
            and np.array_equal(self.weights, other.weights)
        )

    def __hash__(self) -> int:
        return hash((self.game, self.cards.tobytes(), self.weights.tobytes()))

    def __str__(self) -> str:
        weights = self.weights.tolist()
        if self.is_random:
            return "random"
        numbers = [NUMBER_OF[above, below] for above, below in self.cards.tolist()]
        written = _written(dict(zip(numbers, weights, strict=True)))
        texts = _weight_texts(set(weights))
        return ", ".join(name + texts[weight] for name, weight in written)

    def lines(self, *, colour: bool = False) -> Iterator[str]:
        """Yield the range as text: its hands, their number, and the grid of 13 by 13 classes.

        >>> list(parse_range("AA, AKs").lines())[:2]
        ['holdem: AA, AKs', '10 hands, 0.75 % of all hands of two cards']
        """
        return range_lines(self, colour=colour)

    def _repr_html_(self) -> str:
        return range_grid(self)

    def __repr__(self) -> str:
        game = "" if self.game == "holdem" else f", {self.game!r}"
        return f"parse_range({self.text!r}{game})"

    def __reduce__(self) -> tuple[Any, ...]:
        return Range, (self.text, self.game, self.cards, self.weights)


def parse_range(text: str, game: str = "holdem") -> Range:
    """Read a range: hands separated by spaces, commas or semicolons.

    Hands are ``AA``, ``AK`` (suited and offsuit), ``AKs``, ``AKo``, ``AsKs``, ``Ax`` (an ace and
    any card; ``A*s``: suited), ``random`` (all), ``15%`` (the best against a random hand;
    ``15%4h``: against three, the list of most equity programs) or ``5%-15%`` (between two shares).
    ``QQ+`` is a pair and all higher pairs; ``A9s+`` raises the lower card as long as it stays below
    the higher one. ``22-55``, ``A5s-A2s`` and ``T9s-76s`` are runs. ``@0.5``, ``:0.5`` or ``@50%``
    after hands is their weight, by default 1, as is ``50%(AA, KK)`` or ``[50]AA, KK[/50]``; if a
    hand has two weights, the last one counts, and hands of weight 0 are not in the range. ``!``
    before hands removes them from the whole range. Case does not matter; a ten is ``T`` or ``10``.

    >>> len(parse_range("QQ+ AKs, A5s-A2s")), len(parse_range("random !22+"))
    (38, 1248)
    >>> parse_range("KT+@2 KQs@0.5").weights.max()
    np.int64(4)
    >>> parse_range("A5s-A2o")
    Traceback (most recent call last):
    dealwright.base.errors.PokerError: A5s and A2o are not the ends of a run
      A5s-A2o
          ^
    the ends of a run are pairs (22-55), share the higher card (A5s-A2s) or lie as far apart
    (T9s-76s); both are suited, both offsuit, or neither

    :raises PokerError: if an item cannot be read, no hand is left, or the game is unknown or does
        not have hands of two cards
    """
    played = game_named(game)
    name = played.name
    if not played.has_ranges:
        choice = ", ".join(game.name for game in GAMES.values() if game.has_ranges)
        raise PokerError(f"{name} has no ranges of two cards; choose {choice}")
    if not isinstance(text, str):
        raise PokerError(f"{text!r} is not a range; write text, as in 'QQ+ AKs'")
    return _parsed(text.strip(), name)


@lru_cache(maxsize=256)  # ranges are immutable
def _parsed(text: str, game: str) -> Range:
    return _of_weights(text, game, _weights_of_hands(text, game))


def _weights_of_hands(text: str, game: str) -> dict[int, int]:
    """Return the weight of each hand of a text, by its index in ``PAIRS``."""
    items = read_items(text, game)
    if not items:
        raise PokerError("an empty text is not a range; write hands, as in QQ+ AKs, or random")
    weights: dict[int, int] = {}
    removed: set[int] = set()
    for item in items:
        if item.weight is None:
            removed.update(item.hands)
        else:
            weights.update(dict.fromkeys(item.hands, int(item.weight * _UNITS)))
    if not weights:
        hint = f"write random {' '.join(text.split())}"
        fail(text, items[0].at, "there is nothing to remove from", hint)
    kept = {hand: weight for hand, weight in weights.items() if weight and hand not in removed}
    if not kept:
        position = next(item.at for item in items if not item.weight)
        fail(text, position, "no hand is left", "remove fewer hands, or give some a weight above 0")
    return kept


def _of_weights(text: str, game: str, weights: dict[int, int]) -> Range:
    hands = sorted(weights)
    common = gcd(*weights.values())
    return Range(
        text,
        game,
        np.array([PAIRS[hand] for hand in hands], dtype=np.uint8),
        np.array([weights[hand] // common for hand in hands], dtype=np.int64),
    )


def _written(remaining: dict[int, int]) -> Written:
    """Return items for hands (indices into ``PAIRS``) with weights: runs, classes, hands."""
    items: Written = []
    items += _runs([HandClass(rank, rank) for rank in range(12, -1, -1)], remaining)
    for high in range(12, 0, -1):
        for kind in ("", "s", "o"):
            items += _runs(
                [HandClass(high, low, kind) for low in range(high - 1, -1, -1)], remaining
            )
    hands = [sorted(PAIRS[number], key=_highest_first) for number in remaining]
    by_hand = zip(hands, remaining.values(), strict=True)
    order = sorted(by_hand, key=lambda item: [_highest_first(card) for card in item[0]])
    return items + [(hand_name(hand), weight) for hand, weight in order]


def _highest_first(card: int) -> tuple[int, int]:
    return -(card % 13), -card


def hand_name(cards: Iterable[int]) -> str:
    """Return a hand of two cards as text, the higher rank first.

    >>> hand_name([11, 51])
    'AsKc'
    """
    return card_text(sorted(cards, key=_highest_first)).replace(" ", "")


def _runs(classes: list[HandClass], remaining: dict[int, int]) -> Iterator[tuple[str, int]]:
    """Remove complete classes of one weight from the hands, and yield their runs."""
    run: list[HandClass] = []
    weight = 0
    for class_ in classes:
        weights = {remaining.get(hand, 0) for hand in class_.hands}
        class_weight = weights.pop() if len(weights) == 1 else 0
        if run and class_weight != weight:
            yield _run_name(run, classes[0]), weight
            run = []
        weight = class_weight
        if class_weight:
            run.append(class_)
            for hand in class_.hands:
                del remaining[hand]
    if run:
        yield _run_name(run, classes[0]), weight


def _run_name(run: list[HandClass], highest: HandClass) -> str:
    if len(run) == 1:
        return run[0].name
    return run[-1].name + "+" if run[0] == highest else f"{run[0].name}-{run[-1].name}"


def _weight_texts(weights: set[int]) -> dict[int, str]:
    """Return the text of weights: shares of the largest if six decimals suffice, or integers.

    >>> _weight_texts({1, 2}), _weight_texts({1, 3})
    ({1: '@0.5', 2: ''}, {1: '', 3: '@3'})
    """
    largest = max(weights)
    if all(weight * 10**6 % largest == 0 for weight in weights):
        return {weight: _weight_text(weight * 10**6 // largest, 6) for weight in weights}
    places = max(0, len(str(largest - 1)) - 6)  # a weight is at most 10^6
    return {weight: _weight_text(weight, places) for weight in weights}


def _weight_text(number: int, places: int) -> str:
    """Write a number of units of 10^-places as a weight; more than six places as a percentage."""
    if number == 10**places:
        return ""
    while places > 6 and number % 10 == 0:
        number, places = number // 10, places - 1
    percent = places > 6
    places -= 2 * percent
    digits = str(number).zfill(places + 1)
    point = len(digits) - places
    text = f"{digits[:point]}.{digits[point:]}".rstrip("0").rstrip(".")
    return f"@{text}%" if percent else f"@{text}"


def range_grid(found: Range) -> str:
    """Return a range as a table of HTML, shaded by the average weight of each class.

    Short deck has 9 by 9 classes.

    >>> from dealwright.poker import parse_range
    >>> range_grid(parse_range("AKs, AKo@0.5")).count("rgba(74, 134, 216, ")
    2
    """
    size = 13 - lowest_rank(found.game)
    weights = found.matrix()[:size, :size].tolist()
    rows = [
        [_cell(row, column, weight) for column, weight in enumerate(line)]
        for row, line in enumerate(weights)
    ]
    game = "" if found.game == "holdem" else f"{found.game}: "
    return html_table(f"{game}{found.text}: {_size_text(found)}", [], rows)


def _size_text(found: Range) -> str:
    """Return the number of hands, and their share of all hands of two cards."""
    hands = f"{len(found):,} hand{'' if len(found) == 1 else 's'}"
    return f"{hands}, {100 * float(found.share):.2f} % of all hands of two cards"


def _cell(row: int, column: int, weight: float) -> Shade:
    high, low = 12 - min(row, column), 12 - max(row, column)
    kind = "" if row == column else "s" if row < column else "o"
    name = HandClass(high, low, kind).name
    return Shade(name, weight, f"{name}: {weight:.3g} of 1")


def range_lines(
    hand_range: Range, *, shares: Mapping[str, float] | None = None, colour: bool = False
) -> Iterator[str]:
    """Yield a range and its grid: names and weights of the classes, or their ``shares``."""
    yield f"{hand_range.game}: {hand_range}"
    yield _size_text(hand_range)
    yield ""
    yield from _grid(hand_range, shares or {}, colour)


def _grid(hand_range: Range, shares: Mapping[str, float], colour: bool) -> Iterator[str]:
    size = 13 - lowest_rank(hand_range.game)
    letters = RANK_LETTERS[::-1][:size]
    yield "   " + "".join(f"{letter:^5}" for letter in letters).rstrip()
    for row, weights in enumerate(hand_range.matrix()[:size, :size].tolist()):
        line = f" {letters[row]} "
        for column, weight in enumerate(weights):
            high, low = 12 - min(row, column), 12 - max(row, column)
            name = HandClass(high, low, "" if row == column else "so"[row > column]).name
            text = "."
            if weight:
                text = f"{100 * shares[name]:.0f}" if name in shares else name
                text = "-" if shares and name not in shares else text
                if not shares and weight < 0.9995:
                    text = f"{max(100 * weight, 1):.0f}%"
            cell = f"{text:^5}"
            if colour and weight:
                depth = shares.get(name, 0) if shares else weight
                shade = _SHADES[min(int(depth * len(_SHADES)), len(_SHADES) - 1)]
                cell = f"\x1b[48;5;{shade}m\x1b[38;5;255m{cell}\x1b[0m"
            line += cell
        yield line.rstrip()
