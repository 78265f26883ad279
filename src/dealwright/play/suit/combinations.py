"""Suit combinations: for each number of tricks the best line, its chance and winning layouts."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from itertools import combinations, product
from math import comb
from textwrap import wrap
from typing import TYPE_CHECKING

from dealwright.answers.html import html_table
from dealwright.answers.tabular import Tabular
from dealwright.base.errors import ArgumentError, BudgetExceeded, CardError, Stopped, naming
from dealwright.base.jobs import Job
from dealwright.cards import Suit, suit_bits, suit_text
from dealwright.play.suit.average import AverageGame
from dealwright.play.suit.game import SuitGame, splits_of
from dealwright.play.suit.lines import Step, View, short_line, steps_of

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import SHORT, Row
    from dealwright.ask.condition import Condition
    from dealwright.deals.predeal import Predeal
    from dealwright.play.suit.weights import Chances

__all__ = ["SuitAverage", "SuitCombination", "SuitTarget", "solving_suit", "suit_combination"]

BUDGET = 40_000_000  # pairs of sets of layouts; about 20 s

_SMALL_CARD = "X"
_SPOTS = 8  # ranks 2 to 9
_WIDTH = 100  # characters of a line of text

Layout = tuple[str, str, Fraction]


@dataclass(frozen=True)
class SuitTarget:
    """The best line for at least ``target`` tricks, its chance and its layouts.

    ``wins`` has West's cards, East's cards and the chance of each kind of layout that the line wins
    against, likeliest first. Equal cards that the defenders share are grouped: ``(Q/J)`` is one of
    the two, ``(Q-8)`` one of five, ``x`` one of the lowest cards. ``outline`` has the cases of
    ``line``: how deep each is in the others, after which outcome, and what to play. ``steps`` is
    the whole line as numbered steps, the first trick first; see ``lines.Step``.
    """

    target: int
    probability: Annotated[Fraction, SHORT]
    line: str
    wins: tuple[
        Annotated[
            tuple[str, str, Annotated[Fraction, SHORT]], Row(("west", "east", "probability"))
        ],
        ...,
    ]
    steps: tuple[Step, ...] = ()
    outline: tuple[Annotated[tuple[int, str, str], Row(("depth", "when", "play"))], ...] = ()


@dataclass(frozen=True)
class SuitAverage:
    """The line with the most tricks on average against best defence.

    ``chances`` has each number of tricks that it may take, and the chance that it takes so many or
    more. ``line``, ``steps`` and ``outline`` are as those of a ``SuitTarget``.
    """

    tricks: Annotated[Fraction, SHORT]
    chances: tuple[
        Annotated[tuple[int, Annotated[Fraction, SHORT]], Row(("target", "probability"))], ...
    ]
    line: str
    steps: tuple[Step, ...] = ()
    outline: tuple[Annotated[tuple[int, str, str], Row(("depth", "when", "play"))], ...] = ()

    def chances_text(self) -> str:
        """Return the chances as text."""
        return ", ".join(f"{target}: {100 * float(p):.4f} %" for target, p in self.chances)


@dataclass(frozen=True)
class SuitCombination(Tabular):
    """One suit of dummy and declarer: the best line for each number of tricks.

    ``vacant`` are the vacant places of West and East, ``entries`` how often declarer may enter
    dummy (None: any number), ``condition`` is what weighs the layouts in place of vacant places,
    "" for none. ``average`` is the line with the most tricks on average, None if there
    are too many lines to compare. If the job was stopped, ``tricks`` has the completed targets.

    >>> from dealwright import suit_combination
    >>> result = suit_combination("AQ", "32")
    >>> print(*(f"{best.target}: {best.probability}" for best in result.tricks))
    1: 1 2: 1/2
    """

    table_rows = "tricks"

    dummy: str
    declarer: str
    missing: str
    vacant: tuple[int, int]
    entries: int | None
    tricks: tuple[SuitTarget, ...]
    condition: str = ""
    average: SuitAverage | None = None

    def lines(self) -> Iterator[str]:
        """Yield the combination as text."""
        west, east = self.vacant
        entries = "" if self.entries is None else f", entries to dummy: {self.entries}"
        yield f"{self.dummy or '-'} opposite {self.declarer or '-'}, missing {self.missing or '-'}"
        weighed = f"given {self.condition}" if self.condition else f"vacant places {west}-{east}"
        yield f"{weighed}{entries}"
        for best in self.tricks:
            yield ""
            plural = "trick" if best.target == 1 else "tricks"
            chance = 100 * float(best.probability)
            yield f"{best.target} {plural}: {chance:.4f} % ({best.probability})"
            if not best.probability:
                yield "  no line wins"
                continue
            yield from wrap(best.line, _WIDTH, initial_indent="  ", subsequent_indent="    ")
            if best.probability < 1:
                wins = ", ".join(f"{w or '-'} {e or '-'}" for w, e, _ in best.wins)
                yield from wrap(
                    f"wins against (West East): {wins}", _WIDTH, initial_indent="  ",
                    subsequent_indent="    ",
                )  # fmt: skip

        if self.average:
            yield ""
            taken = self.average
            yield f"most tricks on average: {float(taken.tricks):.4f} ({taken.tricks})"
            yield f"  that many or more: {taken.chances_text()}"
            yield from wrap(taken.line, _WIDTH, initial_indent="  ", subsequent_indent="    ")

    def _repr_html_(self) -> str:
        lines = self.lines()
        caption = f"{next(lines)}; {next(lines)}"
        rows = [
            [
                str(best.target), f"{100 * float(best.probability):.4f} %", str(best.probability),
                best.line or "no line wins",
                ", ".join(f"{w or '-'} {e or '-'}" for w, e, _ in best.wins)
                if best.probability < 1
                else "every layout",
            ]
            for best in self.tricks
        ]  # fmt: skip
        if self.average:
            taken = self.average
            mean = f"{float(taken.tricks):.4f}"
            rows.append(["average", mean, str(taken.tricks), taken.line, taken.chances_text()])
        heads = ["tricks", "chance", "exact", "line", "wins against (West East)"]
        return html_table(caption, heads, rows, words=range(5))


def suit_combination(
    dummy: str,
    declarer: str,
    *,
    entries: int | None = None,
    vacant: tuple[int, int] = (13, 13),
    where: Condition | str | None = None,
    suit: Suit | str = Suit.SPADES,
    predeal: Predeal | None = None,
    budget: int = BUDGET,
) -> SuitCombination:
    """Return the best line in one suit for each number of tricks, with its exact chance.

    Declarer sees only the cards that are played; the defenders see all cards, know his line and
    play their best against it. Declarer leads to every trick, from his own hand or from dummy;
    ``entries`` bounds how often he may lead from dummy after a trick
    that dummy did not win. ``budget`` bounds the work (pairs of sets of layouts).

    Layouts are weighed by vacant places, or by ``where``: by the exact number of deals of this
    condition, in which dummy is North, declarer South, and the cards are those of ``suit``;
    ``predeal`` are other known cards. A condition that tells two cards apart splits equals.

    >>> weak = suit_combination("AQT", "432", where="hcp(west) <= 7")
    >>> f"{float(weak.tricks[1].probability):.4f} {float(weak.tricks[2].probability):.4f}"
    '0.6573 0.1366'

    >>> result = suit_combination("AQT", "432")
    >>> [(best.target, str(best.probability)) for best in result.tricks]
    [(1, '1'), (2, '19/25'), (3, '6/25')]
    >>> suit_combination("AQ", "32").tricks[1].line
    'small to the Q; then play from the top'

    :raises CardError: if the cards are not ranks, one occurs twice, or too many are small (x)
    :raises ArgumentError: if there is no card, or the vacant places do not hold the missing cards
    :raises BudgetExceeded: if there are too many lines to compare
    """
    job = solving_suit(
        dummy, declarer, entries=entries, vacant=vacant, where=where, suit=suit, predeal=predeal,
        budget=budget,
    )  # fmt: skip
    return job.result()


def _holdings(dummy: str, declarer: str) -> tuple[int, int]:
    """Read two holdings as bits; each x is the lowest spot card that neither has, nines at most."""
    bits = list[int]()
    for name, text in (("dummy", dummy), ("declarer", declarer)):
        with naming(name):
            bits.append(suit_bits(text, skipped=_SMALL_CARD))
    free = [1 << rank for rank in range(_SPOTS) if not (bits[0] | bits[1]) >> rank & 1]
    for hand, text in ((1, declarer), (0, dummy)):
        small = text.upper().count(_SMALL_CARD)
        if small > len(free):
            raise CardError(f"'{dummy}' and '{declarer}' have more small cards than a suit has")
        bits[hand] += sum(free[:small])
        free = free[small:]
    return bits[0], bits[1]


def solving_suit(
    dummy: str,
    declarer: str,
    *,
    entries: int | None = None,
    vacant: tuple[int, int] = (13, 13),
    where: Condition | str | None = None,
    suit: Suit | str = Suit.SPADES,
    predeal: Predeal | None = None,
    seconds: float | None = None,
    budget: int = BUDGET,
) -> Job[SuitTarget, SuitCombination]:
    """Return the job of ``suit_combination``; it yields each target when it is done.

    An x is a small card: the lowest spot card that neither hand has. ``seconds`` is the work that
    the exact weights of ``where`` may cost (2 by default).

    >>> [best.target for best in solving_suit("AQ", "32")]
    [1, 2]
    >>> solving_suit("AQ9xx", "xxx").result().dummy
    'AQ965'

    :raises CardError: if the cards are not ranks, or one occurs twice
    :raises ArgumentError: if there is no card, or the vacant places do not hold the missing cards
    """
    dummy, declarer, missing = _checked(dummy, declarer, entries, vacant)
    condition, chances, alike = "", None, tuple[str, ...]()
    if where is not None or predeal is not None:
        if vacant != (13, 13):
            raise ArgumentError("vacant places and a condition both weigh layouts; give one")
        from dealwright.ask.condition import as_condition
        from dealwright.play.suit.weights import alike_cards, counted_layouts

        with naming("where"):
            known = as_condition("1" if where is None else where)
            chances = counted_layouts(dummy, declarer, missing, known, suit, predeal, seconds)
        condition, alike = str(known), alike_cards(missing, chances)

    def work(job: Job[SuitTarget, SuitCombination]) -> Generator[SuitTarget, None, SuitCombination]:
        game = SuitGame(budget, job.flag)
        targets: list[SuitTarget] = []
        average = None
        most = max(len(dummy), len(declarer))
        try:
            for target in range(1, most + 1):
                view = View.first(dummy, declarer, missing, target, entries, alike)
                targets.append(_target(game, view, _layouts(view, vacant, chances)))
                job.report(target, most, "targets")
                yield targets[-1]
                if job.stopping:
                    break
            else:
                view = View.first(dummy, declarer, missing, 0, entries, alike)
                rest = AverageGame(budget - game.work, job.flag)
                average = _average(rest, view, _layouts(view, vacant, chances))
        except BudgetExceeded:
            if len(targets) == most:  # only the average has too many
                return found(targets)
            raise BudgetExceeded(
                f"{dummy or '-'} opposite {declarer or '-'} is too wide: its {len(missing)} "
                "missing "
                f"cards take more than {budget:,} pairs of sets of layouts; in Python, "
                "suit_combination(..., budget=) allows more"
            ) from None
        except Stopped:
            pass
        return found(targets, average)

    def found(targets: list[SuitTarget], average: SuitAverage | None = None) -> SuitCombination:
        return SuitCombination(
            dummy, declarer, missing, vacant, entries, tuple(targets), condition, average
        )

    return Job(work)


def _checked(
    dummy: str, declarer: str, entries: int | None, vacant: tuple[int, int]
) -> tuple[str, str, str]:
    """Return the cards of dummy, of declarer and those missing, from the top down."""
    with naming("declarer"):
        north, south = _holdings(dummy, declarer)
        if north & south:
            duplicates = suit_text(north & south)
            raise CardError(f"{' '.join(duplicates)} in both hands, '{dummy}' and '{declarer}'")
        if not north | south:
            raise ArgumentError(
                "both hands are void; give the cards of dummy and declarer, AQT9 432"
            )
    if entries is not None and entries < 0:
        raise ArgumentError(f"{entries} entries to dummy; give 0 or more")
    dummy, declarer = suit_text(north), suit_text(south)
    missing = suit_text(0b1_1111_1111_1111 & ~(north | south))
    if not (all(0 <= places <= 13 for places in vacant) and sum(vacant) >= len(missing)):
        raise ArgumentError(
            f"vacant places {vacant[0]}-{vacant[1]} for {len(missing)} missing cards; West and "
            "East have 0 to 13 each, together enough for these cards"
        )
    return dummy, declarer, missing


def _target(game: SuitGame, view: View, layouts: list[Layout]) -> SuitTarget:
    """Return the best line for the tricks that a position needs."""
    best = max(game.family(view.position), key=lambda wins: _weight(wins, layouts))
    chance = _weight(best, layouts)
    won = [layout for bit, layout in enumerate(layouts) if best >> bit & 1 and layout[2]]
    won.sort(key=lambda layout: -layout[2])
    if not chance:
        return SuitTarget(view.position.need, chance, "", tuple(won))
    line, steps = short_line(game, view, best), steps_of(game, view, best)
    return SuitTarget(
        view.position.need, chance, line.text(), tuple(won), steps, tuple(line.rows())
    )


def _average(game: AverageGame, view: View, layouts: list[Layout]) -> SuitAverage:
    """Return the line with the most tricks on average."""
    targets = range(1, view.position.tricks + 1)
    best = max(game.family(view.position), key=lambda taken: _weight(taken, layouts * len(targets)))
    chances = [_weight(best >> len(layouts) * (each - 1), layouts) for each in targets]
    line = short_line(game, view, best)
    return SuitAverage(
        sum(chances, Fraction(0)), tuple(zip(targets, chances, strict=True)), line.text(),
        steps_of(game, view, best), tuple(line.rows()),
    )  # fmt: skip


def _weight(bits: int, layouts: list[Layout]) -> Fraction:
    """Return the chance of some of the layouts."""
    return sum((layout[2] for bit, layout in enumerate(layouts) if bits >> bit & 1), Fraction(0))


def _layouts(view: View, vacant: tuple[int, int], chances: Chances | None) -> list[Layout]:
    """Return West's cards, East's cards and the chance of each split."""
    west, east = vacant
    count = len(view.missing)
    ways = comb(west + east, west)
    classes = view.classes()
    layouts_ = []
    for split in splits_of(view.position.missing):
        west_cards = sum(split)
        layouts = comb(west + east - count, west - west_cards) if west_cards <= west else 0
        texts = ["", ""]
        for class_, (ranks, west_count) in enumerate(zip(classes, split, strict=True)):
            layouts *= comb(len(ranks), west_count)
            for side, cards in enumerate((west_count, len(ranks) - west_count)):
                if view.small(class_):
                    texts[side] += "x" * cards
                elif cards == len(ranks):
                    texts[side] += ranks
                else:
                    texts[side] += f"({view.class_name(class_)})" * cards
        if chances is None:
            chance = Fraction(layouts, ways)
        else:
            chance = sum((chances[hand] for hand in _hands(classes, split)), Fraction(0))
        layouts_.append((texts[0], texts[1], chance))
    return layouts_


def _hands(classes: list[str], split: tuple[int, ...]) -> Iterator[str]:
    """Yield West's hands of a split, from the top down."""
    ways = (combinations(ranks, count) for ranks, count in zip(classes, split, strict=True))
    for parts in product(*ways):
        yield "".join("".join(part) for part in parts)
