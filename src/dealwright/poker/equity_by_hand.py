"""The equity of each hand and class of a range against another range, counted exactly."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from dataclasses import dataclass
from fractions import Fraction
from functools import cached_property
from math import inf
from typing import TYPE_CHECKING, Any, NamedTuple

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import PokerError
from dealwright.base.jobs import Job
from dealwright.base.threads import thread_count
from dealwright.poker.cards import card_ids, card_list, card_mask, card_text
from dealwright.poker.equities import checked_players
from dealwright.poker.equity_exact import Sweep
from dealwright.poker.games import GAMES, game_named
from dealwright.poker.range_classes import class_of
from dealwright.poker.ranges import hand_name

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import EXACT, FLOAT
    from dealwright.poker.ranges import Range

__all__ = ["ClassEquity", "HandEquities", "HandEquity", "finding_hand_equities", "hand_equities"]


class HandEquity(NamedTuple):
    """One hand of a range: how many of its ``total`` showdowns it wins and ties.

    Showdowns count by the weights of the other range's hands; ``weight`` is the hand's own.
    """

    hand: str
    weight: Annotated[int, EXACT]
    wins: Annotated[int, EXACT]
    ties: Annotated[int, EXACT]
    total: Annotated[int, EXACT]

    json_keys = ("hand", "weight", "wins", "ties", "total", "equity")  # type: ignore[misc]

    @property
    def equity(self) -> Annotated[Fraction, FLOAT]:
        """The hand's share of the pot."""
        return Fraction(2 * self.wins + self.ties, 2 * self.total)


class ClassEquity(NamedTuple):
    """The hands of one class (``AKs``) that a range has: how many, and their share of the pot."""

    name: str
    hands: int
    equity: Annotated[Fraction, FLOAT]


@dataclass(frozen=True)
class HandEquities(Tabular):
    """The equities of a range's hands against another range, the best hand first.

    Hands that cannot meet any hand of the other range are left out.
    """

    table_rows = "hands"

    game: str
    board: str
    dead: str
    range: str
    against: str
    hands: tuple[HandEquity, ...]

    json_keys = ("game", "board", "dead", "range", "against", "equity", "classes", "hands")

    @property
    def equity(self) -> Annotated[Fraction, FLOAT]:
        """The share of the pot of the whole range, the same as ``poker.equity`` finds."""
        return _together(self.hands)

    @cached_property
    def classes(self) -> tuple[ClassEquity, ...]:
        """The classes of two cards that the range has, the best first."""
        by_class: dict[str, list[HandEquity]] = {}
        for item in self.hands:
            high, low = card_ids(item.hand).tolist()
            by_class.setdefault(class_of(high, low).name, []).append(item)
        classes = [
            ClassEquity(name, len(members), _together(members))
            for name, members in by_class.items()
        ]
        return tuple(sorted(classes, key=lambda item: -item.equity))

    def lines(self, *, colour: bool = False) -> Iterator[str]:
        """Yield the equities as text: the grid of the range, the best and the worst hands."""
        from dealwright.poker.reports import hand_equities_lines

        return hand_equities_lines(self, colour=colour)

    def of(self, hand: str) -> HandEquity:
        """Return the equity of one hand.

        :raises PokerError: if the range does not have it
        :raises CardError: if it is not cards
        """
        name = hand_name(card_ids(hand).tolist())
        for item in self.hands:
            if item.hand == name:
                return item
        raise PokerError(f"{hand} is not among the hands of '{self.range}' that can be dealt")


def _together(hands: tuple[HandEquity, ...] | list[HandEquity]) -> Fraction:
    halves = sum(item.weight * (2 * item.wins + item.ties) for item in hands)
    return Fraction(halves, 2 * sum(item.weight * item.total for item in hands))


def hand_equities(
    given: str | Range,
    against: str | Range,
    *,
    board: Any = "",
    dead: Any = "",
    game: str = "holdem",
    threads: int | None = None,
) -> HandEquities:
    """Return the equity of each hand of a range against another range of hold'em or short deck.

    Arguments are as for ``equity``. Every showdown is counted, in milliseconds from the flop on and
    in seconds before it. ``finding_hand_equities`` returns the same work as a job.

    >>> result = hand_equities("QQ, AKs", "22+ AQ+", board="Qh Jh 2c")
    >>> {kind.name: f"{kind.hands} hands, {float(kind.equity):.3f}" for kind in result.classes}
    {'QQ': '3 hands, 0.929', 'AKs': '4 hands, 0.402'}
    >>> result.hands[0].hand, result.of("AhKh").equity > result.of("AsKs").equity
    ('QdQc', True)

    :raises PokerError: if the ranges, cards and game do not fit together
    :raises CardError: if something is not a card
    """
    return finding_hand_equities(
        given, against, board=board, dead=dead, game=game, threads=threads
    ).result()


def finding_hand_equities(
    given: str | Range,
    against: str | Range,
    *,
    board: Any = "",
    dead: Any = "",
    game: str = "holdem",
    budget: float = inf,
    threads: int | None = None,
) -> Job[HandEquities, HandEquities]:
    """Return a job for ``hand_equities``; it has no partial results.

    Work estimated at more than ``budget`` seconds of one thread is an error.

    >>> finding_hand_equities("AA", "KK", board="Qh Jh 2c").result().equity
    Fraction(353, 396)

    :raises PokerError: if the ranges, cards and game do not fit together
    :raises CardError: if something is not a card
    """
    played = game_named(game)
    if not (played.has_ranges and played.has_one_value):
        choice = ", ".join(
            game.name for game in GAMES.values() if game.has_ranges and game.has_one_value
        )
        raise PokerError(f"{played.name} has no equities of each hand; choose {choice}")
    shared, dead_mask = card_mask(board), card_mask(dead)
    players = checked_players(played, (given, against), shared, dead_mask)
    workers = thread_count(threads)

    def work(job: Job[HandEquities, HandEquities]) -> Generator[HandEquities, None, HandEquities]:
        yield from ()
        sweep = Sweep.of(played, [player.hands for player in players], shared, dead_mask)
        if sweep is None:
            raise PokerError("the weights of these ranges are too large to be counted; round them")
        if sweep.cost > 1e9 * budget:
            raise PokerError(
                f"this would take about {1e-09 * sweep.cost:.0f} seconds; give a board, or ranges "
                "with all suits of each class"
            )
        wins, ties, met = sweep.of_each_hand(workers, job)
        own_hands = players[0].hands
        hands = [
            HandEquity(hand_name(card_list(mask)), weight, *counts)
            for mask, weight, *counts in zip(
                own_hands.masks.tolist(), own_hands.weights.tolist(), wins, ties, met, strict=True
            )
            if counts[2]
        ]
        if not hands:
            raise PokerError(
                "no hands of these ranges can be dealt together: they need the same cards"
            )
        return HandEquities(
            played.name, card_text(card_list(board)), card_text(card_list(dead)),
            players[0].text, players[1].text,
            tuple(sorted(hands, key=lambda item: -item.equity)),
        )  # fmt: skip

    return Job(work)
