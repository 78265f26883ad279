"""Odds of poker hands: exact counts of each category by enumeration, and estimates."""

from __future__ import annotations

from collections.abc import Generator, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from functools import partial
from math import comb
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers import Estimate, proportion
from dealwright.answers.report import Report, Reported
from dealwright.answers.tabular import columns_of
from dealwright.base.errors import Stopped
from dealwright.base.jobs import Job
from dealwright.base.threads import thread_count
from dealwright.cards import Card
from dealwright.numbering.drawing.partial_shuffle import DOMAIN
from dealwright.numbering.stream import Seed, Stream
from dealwright.poker.cards import card_text
from dealwright.poker.categories import Category, category, describe
from dealwright.poker.known_hand import KnownHand, Part, known_hand
from dealwright.poker.strength import best_five

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import NDArray

    from dealwright.answers.records import INLINE, OR_NULL, Text, Through

__all__ = ["Made", "Odds", "Street", "finding_odds", "odds"]


def _words(cards: tuple[Card, ...]) -> list[str]:
    return card_text(cards).split()


def _cards(words: Iterable[str]) -> tuple[Card, ...]:
    return tuple(Card(word) for word in words)


@dataclass(frozen=True)
class Made:
    """The hand that the known cards make now: its value, category, name and five cards."""

    value: int
    category: Annotated[Category, Text("words", "parse")]
    name: str
    cards: Annotated[tuple[Card, ...], Through(tuple[str, ...], _words, _cards)]


class _Simulated(NamedTuple):
    """The share of a category in a simulation, with its interval."""

    share: float
    estimate: Annotated[Estimate, INLINE]


@dataclass(frozen=True)
class _Row:
    """A category as a document has it; see ``Street``."""

    category: Annotated[Category, Text("words", "parse")]
    count: int
    share: float
    or_better: float
    simulated: _Simulated | None


@dataclass(frozen=True)
class Street:
    """The possible hands once the cards of a street are dealt.

    ``cards`` is the number of cards of the hand then, hole cards and board together, ``to_come``
    the number of them that are still unknown. ``counts`` are exact: the number of equally likely
    ways to deal the unknown cards that lead to each category, best first. ``estimates`` are the
    same shares from a simulation; empty without one.
    """

    name: str
    cards: int
    to_come: int
    counts: dict[Category, int]
    estimates: dict[Category, Estimate] = field(default_factory=dict)

    json_keys = ("name", "cards", "to_come", "total", "_categories")

    @property
    def _categories(self) -> tuple[_Row, ...]:
        """Each category with its shares, exact and simulated."""
        return tuple(
            _Row(
                kind,
                count,
                float(self.share(kind)),
                float(self.or_better(kind)),
                _Simulated(float(self.estimates[kind]), self.estimates[kind])
                if kind in self.estimates
                else None,
            )
            for kind, count in self.counts.items()
        )

    @classmethod
    def of_record(cls, *, categories: tuple[_Row, ...], **fields: Any) -> Street:
        """Return the street of its document."""
        counts = {row.category: row.count for row in categories}
        estimates = {row.category: row.simulated.estimate for row in categories if row.simulated}
        return cls(counts=counts, estimates=estimates, **fields)

    @property
    def total(self) -> int:
        """The number of ways to deal the unknown cards."""
        return sum(self.counts.values())

    def share(self, category: Category) -> Fraction:
        """Return the probability of a category."""
        return Fraction(self.counts[category], self.total)

    def or_better(self, category: Category) -> Fraction:
        """Return the probability of a category or a better one."""
        kinds = list(self.counts)
        better = kinds[: kinds.index(category) + 1]
        return Fraction(sum(self.counts[kind] for kind in better), self.total)


@dataclass(frozen=True)
class Odds(Reported):
    """The odds of one hand, as ``odds`` returns them.

    ``now`` is the hand that the known cards make, None with fewer than five. ``streets`` are the
    streets still to come, in order. ``outs`` are the next cards that lead to a better category, by
    the category they make, best first; empty with fewer than five cards, and once all cards are
    dealt. ``unseen`` is the number of cards that may come; ``rounds`` and ``seed`` are those of the
    simulation.
    """

    game: str
    hole: Annotated[tuple[Card, ...], Through(tuple[str, ...], _words, _cards)]
    board: Annotated[tuple[Card, ...], Through(tuple[str, ...], _words, _cards)]
    dead: Annotated[tuple[Card, ...], Through(tuple[str, ...], _words, _cards)]
    unseen: int
    now: Made | None
    outs: dict[
        Annotated[Category, Text("words", "parse")],
        Annotated[tuple[Card, ...], Through(tuple[str, ...], _words, _cards)],
    ]
    streets: tuple[Street, ...]
    rounds: int = 0
    seed: Annotated[str, OR_NULL] = ""

    json_keys = (
        "game", "hole", "board", "dead", "unseen", "now", "number_of_outs", "outs",
        "streets", "rounds", "seed",
    )  # fmt: skip

    @property
    def number_of_outs(self) -> int:
        """The number of next cards that lead to a better category."""
        return sum(len(cards) for cards in self.outs.values())

    def table_columns(self) -> dict[str, list[Any]]:
        """Return a row for each category of each street."""
        return columns_of(
            {"street": street.name, "to_come": street.to_come, "": row}
            for street in self.streets
            for row in street._categories
        )

    def report(self, *, symbols: bool = True, colours: Sequence[str] = ("",) * 4) -> Report:
        """Return the odds, a row for each category.

        ``colours`` are escape sequences for the suits, clubs first.
        """
        from dealwright.poker.reports import odds_report

        return odds_report(self, symbols=symbols, colours=colours)

    def lines(self, *, symbols: bool = True, colours: Sequence[str] = ("",) * 4) -> Iterator[str]:
        """Yield the lines of the text."""
        return self.report(symbols=symbols, colours=colours).lines(symbols=symbols)


def odds(
    hole: Any = "",
    board: Any = "",
    dead: Any = "",
    *,
    game: str = "holdem",
    rounds: int = 0,
    seed: Seed | Stream | None = None,
    threads: int | None = None,
) -> Odds:
    """Return the odds of every category for a partly known hand.

    ``hole``, ``board`` and ``dead`` are text, card numbers, ``Card`` objects or masks; cards not
    given are unknown, and ``dead`` cards never come. The odds of a street are those of the hand's
    category at that street: a pair that becomes a full house counts as a full house. Games are
    ``holdem``, ``short-deck``, ``short-deck-trips``, ``stud`` (up to seven cards, no board),
    ``omaha``, ``omaha5`` and ``omaha6`` (all hole cards known). Every way to deal the unknown cards
    is counted; with ``rounds`` each street is also simulated, from a seed. The result does not
    depend on ``threads``. ``finding_odds`` returns the same work as a job, which shows progress and
    can be stopped.

    >>> result = odds("As Kd", "Qh Jh 2c", rounds=100_000, seed=1)
    >>> result.now.name, result.number_of_outs, card_text(result.outs[Category.STRAIGHT])
    ('ace high', 19, 'Ts Th Td Tc')
    >>> river = result.streets[-1]
    >>> river.name, river.total, river.share(Category.STRAIGHT), river.or_better(Category.STRAIGHT)
    ('river', 1081, Fraction(178, 1081), Fraction(178, 1081))
    >>> f"{float(river.share(Category.PAIR)):.4f}", f"{float(river.estimates[Category.PAIR]):.4f}"
    ('0.4274', '0.4271')

    :raises PokerError: if a card occurs twice or is not in the pack, there are too many or (of
        Omaha hole cards) too few, or the game has no such odds
    :raises CardError: if something is not a card
    :raises ArgumentError: if the rounds or the threads are not valid
    """
    return finding_odds(
        hole, board, dead, game=game, rounds=rounds, seed=seed, threads=threads
    ).result()


def finding_odds(
    hole: Any = "",
    board: Any = "",
    dead: Any = "",
    *,
    game: str = "holdem",
    rounds: int = 0,
    seed: Seed | Stream | None = None,
    threads: int | None = None,
) -> Job[Street, Odds]:
    """Return a job for ``odds``; its partial results are the streets.

    If it is stopped, the result has the streets done so far, the last perhaps with fewer rounds of
    the simulation; before the first street is done, ``result()`` raises ``Stopped``.

    >>> job = finding_odds("As Kd", "Qh Jh 2c")
    >>> [street.name for street in job], job.result().unseen, job.progress.unit
    (['turn', 'river'], 47, 'hands')

    :raises PokerError: if a card occurs twice or is not in the pack, there are too many or (of
        Omaha hole cards) too few, or the game has no such odds
    :raises CardError: if something is not a card
    :raises ArgumentError: if the rounds or the threads are not valid
    """
    known = known_hand(hole, board, dead, game)
    known.check_rounds(rounds)
    workers = thread_count(threads)
    stream = Stream.of(seed, DOMAIN) if rounds else None
    return Job(partial(_found, known=known, rounds=rounds, stream=stream, threads=workers))


def _found(
    job: Job[Street, Odds], known: KnownHand, rounds: int, stream: Stream | None, threads: int
) -> Generator[Street, None, Odds]:
    streets_to_come = known.to_come()
    total = sum(comb(len(known.unseen), missing) + rounds for missing in streets_to_come.values())
    job.report(0, total, "hands")
    streets: list[Street] = []
    for name, missing in streets_to_come.items():
        if job.stopping:
            break
        counted = _added(job, known.counts(missing, threads, job.flag))
        if counted.sum() < comb(len(known.unseen), missing):
            break
        counts, estimates = _by_category(known, counted), {}
        if stream is not None:
            drawn = known.samples(missing, rounds, stream.split(name), threads, job.flag)
            hits = _added(job, drawn)
            if hits.any():
                estimates = _estimates(_by_category(known, hits), stream)
        streets.append(Street(name, known.cards_known + missing, missing, counts, estimates))
        yield streets[-1]
    if streets_to_come and not streets:
        raise Stopped("the odds were stopped before the first street was counted")
    now = _made(known) if known.complete else None
    return Odds(
        game=known.game.name,
        hole=_objects(known.hole),
        board=_objects(known.board),
        dead=_objects(known.dead),
        unseen=len(known.unseen),
        now=now,
        outs=_outs(known, now) if now is not None and streets_to_come else {},
        streets=tuple(streets),
        rounds=rounds,
        seed=stream.seed if stream is not None else "",
    )


def _added(job: Job[Street, Odds], parts: Iterable[Part]) -> NDArray[np.int64]:
    """Return the sum of the counts of several parts; if the job is stopped, of the parts so far."""
    total: NDArray[np.int64] = np.zeros(1, dtype=np.int64)
    for n, counts in parts:
        total = total + counts
        job.report(job.progress.done + n, job.progress.total, "hands")
        if job.stopping:
            break
    return total


def _by_category(known: KnownHand, counts: NDArray[np.int64]) -> dict[Category, int]:
    """Return counts of values as counts of categories, best first."""
    rules = known.game.rules
    assert rules is not None
    kinds = category(np.arange(1, len(counts), dtype=np.int64), known.game.name)
    return {Category(kind): int(counts[1:][kinds == kind].sum()) for kind in rules.order}


def _estimates(hits: dict[Category, int], stream: Stream) -> dict[Category, Estimate]:
    rounds = sum(hits.values())
    return {
        kind: proportion(n, rounds, method="simulation", seed=stream.seed)
        for kind, n in hits.items()
    }


def _made(known: KnownHand) -> Made:
    """Return the hand that the known cards make."""
    name = known.game.name
    value = int(known.value_rows(np.empty((1, 0), dtype=np.uint8))[0])
    if known.game.kind == "omaha":
        cards = best_five(list(known.hole), name, board=list(known.board))
    else:
        cards = best_five([*known.hole, *known.board], name)
    return Made(value, category(value, name), describe(value, name), cards)


def _outs(known: KnownHand, now: Made) -> dict[Category, tuple[Card, ...]]:
    """Return the next cards that improve the category; high ranks first, spades before clubs."""
    rules = known.game.rules
    assert rules is not None
    cards = sorted(known.unseen, key=lambda card: (-(card % 13), -card))
    values = known.value_rows(np.array(cards, dtype=np.uint8)[:, None])
    kinds = category(values, known.game.name).tolist()
    better = rules.order[: rules.order.index(now.category)]
    outs = {
        Category(kind_): tuple(
            Card(card) for card, kind in zip(cards, kinds, strict=True) if kind == kind_
        )
        for kind_ in better
    }
    return {kind: cards_ for kind, cards_ in outs.items() if cards_}


def _objects(cards: tuple[int, ...]) -> tuple[Card, ...]:
    return tuple(Card(card) for card in cards)
