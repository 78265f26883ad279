"""What an auction shows: the points, lengths and controls of each hand and of the pair."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dealwright.answers import Histogram
from dealwright.answers.tabular import Tabular
from dealwright.ask.resources import Resources
from dealwright.base.errors import ConditionError
from dealwright.base.jobs import Job
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.conditions import derived_words
from dealwright.conditions.nodes import Binary, Measure, Node
from dealwright.conditions.unparse import to_text
from dealwright.deals.features import built_in
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.question import Question
from dealwright.systems.calls import auction_of
from dealwright.systems.counting import Counts
from dealwright.systems.meanings import CallMeaning, meanings_of_calls
from dealwright.systems.robots.robot import robots_of
from dealwright.systems.shapes import commonest, pattern, patterns_of, shape, with_texts_seen
from dealwright.systems.system import System

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import DIGITS

__all__ = ["Shown", "showing"]

_SHAPES = 4.0  # seconds of work for exact shapes; patterns cost a tenth of that
_SUITS = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True)
class Shown(Tabular):
    """What is known after an auction: ``total`` deals have it, of ``of`` with the visible cards.

    ``condition`` is the meaning of the calls as text. ``hands`` has the distributions of each hand
    of the side that called, by name, ``pair`` those of both together, and ``shapes`` each hand's
    shape: exact shapes, or patterns if exact shapes are too many to count. Distributions that
    cannot be counted come from a sample, and are not ``exact``. ``calls`` has what each call
    showed of the caller's hand, of all seats that play a system, whatever cards are seen.
    """

    system: str
    auction: str
    condition: str
    total: Annotated[int, DIGITS]
    of: Annotated[int, DIGITS]
    hands: Mapping[str, Mapping[str, Histogram]]
    pair: Mapping[str, Histogram]
    shapes: Mapping[str, Histogram]
    calls: tuple[CallMeaning, ...] = ()

    def lines(self) -> Iterator[str]:
        """Yield what is shown as text."""
        share = Fraction(self.total, self.of)
        yield f"{self.auction or 'no call'}: {self.total:,} deals, {float(share):.4%}"
        yield self.condition
        for meaning in self.calls:
            yield f"  {meaning.seat.name.lower():<13}{meaning}"
        for seat, numbers in self.hands.items():
            yield ""
            yield from _lines(seat, numbers)
            yield from _shape_lines(self.shapes[seat])
        if self.pair:
            yield ""
            yield from _lines("together", self.pair)
        histograms = [*self.pair.values(), *self.shapes.values()]
        histograms += [
            histogram for numbers in self.hands.values() for histogram in numbers.values()
        ]
        sampled = next((histogram for histogram in histograms if not histogram.exact), None)
        if sampled is not None:
            yield ""
            yield f"~ beyond exact counting: shares of a sample of {sampled.total:,} deals"


def _lines(title: str, numbers: Mapping[str, Histogram]) -> Iterator[str]:
    yield title
    for name, histogram in numbers.items():
        values = list(histogram.column())
        ends = f"{values[0]}-{values[-1]}" if len(values) > 1 else str(values[0])
        most_frequent = sorted(histogram.column().items(), key=lambda item: -item[1])[:4]
        shares = ", ".join(
            f"{value}: {n / histogram.total:.1%}" for value, n in sorted(most_frequent)
        )
        mean = f"mean {float(histogram.mean()):5.2f}"
        yield f"  {name:<13}{ends:>6}  {mean}  {shares}{_of_sample(histogram)}"


def _shape_lines(shapes_: Histogram) -> Iterator[str]:
    exact_shapes = shapes_.names[0].startswith("shape")
    patterns = patterns_of(shapes_) if exact_shapes else shapes_
    yield f"  {'patterns':<13}{commonest(patterns)}{_of_sample(shapes_)}"
    if exact_shapes:
        yield f"  {'shapes':<13}{commonest(shapes_)}{_of_sample(shapes_)}"


def _of_sample(histogram: Histogram) -> str:
    return "" if histogram.exact else "  ~"


def showing(
    system: System,
    auction: str,
    *,
    fixed: Sequence[int] = (0, 0, 0, 0),
    in_parts: bool = False,
    resources: Resources | None = None,
    seed: Seed | Stream | None = None,
) -> Job[Shown, Shown]:
    """Return a job that computes what an auction shows; ``fixed`` are the visible cards.

    Distributions that are too large to count are estimated from deals drawn with ``seed``, or, with
    ``in_parts``, counted by ranges of the points of both hands, which takes longer.

    >>> from dealwright.systems import read_system
    >>> answer = showing(read_system("natural"), "1NT 2C 2H").result()
    >>> answer.hands["north"]["hearts"].column().keys(), answer.pair["hcp"].quantile(0.5)
    (dict_keys([4, 5]), 26)

    :raises ConditionError: in the result, if the auction cannot occur
    """
    used_resources = resources or Resources(seconds=60.0)
    budget = used_resources.budget
    cheap = Resources(
        budget.memory,
        used_resources.workspace,
        used_resources.threads,
        min(_SHAPES, budget.seconds),
    )
    stream = Stream.of(seed)
    counts, cheap_counts = Counts(used_resources, stream, in_parts), Counts(cheap, stream)
    calls = auction_of(auction)

    def shown(job: Job[Shown, Shown]) -> Generator[Shown, None, Shown]:
        tree = system.tree(calls)
        seats = _seats(calls)
        groups = {(seat.name.lower(), name): node for seat in seats for name, node in _of(seat)}
        if len(seats) == 2:
            groups |= {("", name): node for name, node in _together(seats)}
        question = Question(tree, (fixed[0], fixed[1], fixed[2], fixed[3]))
        histograms = dict(zip(groups, counts.exact(question, _each(groups), job), strict=True))
        total = next(
            (histogram.total for histogram in histograms.values() if histogram is not None), None
        )
        if total is None:
            raise ConditionError("what this auction shows cannot be counted exactly")
        if not total:
            raise ConditionError(f"no deal is bid {auction}")
        for seat in seats:
            (exact,) = cheap_counts.exact(question, [[shape(seat)]], job)
            groups[seat.name.lower(), ""] = pattern(seat)
            histograms[seat.name.lower(), ""] = (
                exact or counts.exact(question, [[pattern(seat)]], job)[0]
            )
        missing = {key: groups[key] for key, histogram in histograms.items() if histogram is None}
        if missing:
            histograms |= zip(missing, counts.sampled(question, _each(missing), job), strict=True)
        complete = {
            key: histogram for key, histogram in histograms.items() if histogram is not None
        }
        result = Shown(
            system.name, auction.strip(),
            "1" if tree is None else to_text(tree, decimals=True), total,
            question.deals,
            {
                seat.name.lower(): {
                    name: histogram
                    for (hand, name), histogram in complete.items()
                    if hand == seat.name.lower() and name
                }
                for seat in seats
            },
            {name: histogram for (hand, name), histogram in complete.items() if not hand},
            {
                hand: with_texts_seen(histogram)
                for (hand, name), histogram in complete.items()
                if not name
            },
            tuple(meanings_of_calls(robots_of(system).place(calls))),
        )  # fmt: skip
        yield result
        return result

    return Job(shown)


def _each(groups: Mapping[tuple[str, str], Node]) -> list[list[Node]]:
    return [[node] for node in groups.values()]


def _seats(auction: Auction) -> list[Seat]:
    """Return North and South, or the only one of them that has called."""
    callers = {Seat((auction.dealer + number) % 4) for number in range(len(auction.calls))}
    return [seat for seat in (Seat.NORTH, Seat.SOUTH) if seat in callers] or [Seat.NORTH]


def _of(seat: Seat) -> list[tuple[str, Node]]:
    length = built_in()["length"]
    suits = [(name, Measure(length, seat, 3 - index)) for index, name in enumerate(_SUITS)]
    points = [(name, Measure(built_in()[name], seat)) for name in ("hcp", "controls")]
    return [*points[:1], *suits, *points[1:]]


def _together(seats: Sequence[Seat]) -> list[tuple[str, Node]]:
    """Return the quantities of two hands together: their sums, and the longest fit."""
    pairs = zip(*(_of(seat) for seat in seats), strict=True)
    sums: list[tuple[str, Node]] = [
        (name, Binary("+", first, second)) for (name, first), (_, second) in pairs
    ]
    return [*sums, ("longest fit", derived_words.of_side("longest_fit", "ns"))]
