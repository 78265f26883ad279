"""What the calls of an auction show, and each call that may come next, in words and exactly."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dealwright.answers.tabular import Tabular
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.systems.robots.meaning import Meaning, meaning_of
from dealwright.systems.robots.place import Place
from dealwright.systems.robots.robot import place_at_table

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import WORD
    from dealwright.systems.system import System

__all__ = ["CallMeaning", "SystemMeanings", "meanings_of_calls", "system_meanings"]

_MOST_NOTES = 3


@dataclass(frozen=True)
class CallMeaning:
    """What a call of a seat shows: words of its rules, its hands, and its share.

    ``note`` has the notes of the rules that make the call; it is ``guessed`` if none of them stands
    in the file. ``shows`` are the points and lengths of their hands; ``share`` is that of the hands
    that made the caller's calls before, ``exact`` or seen in a sample. It is None for a call that
    few hands of the sample make.
    """

    seat: Annotated[Seat, WORD]
    call: str
    note: str
    guessed: bool
    shows: str
    share: Fraction | None
    exact: bool

    def __str__(self) -> str:
        shows = str(Meaning(self.shows, self.share, self.exact)) or "nothing: no hand makes it"
        words = ": ".join(part for part in ("guess" if self.guessed else "", self.note) if part)
        return f"{self.call:<5} {shows}" + (f"  ({words})" if words else "")


@dataclass(frozen=True)
class SystemMeanings(Tabular):
    """What the calls so far show (``made``), and each call that hands make next (``calls``).

    ``seat`` calls next; it is None after the last pass.
    """

    table_rows = "calls"

    system: str
    auction: tuple[str, ...]
    seat: Annotated[Seat, WORD] | None
    made: tuple[CallMeaning, ...]
    calls: tuple[CallMeaning, ...]

    def lines(self) -> Iterator[str]:
        """Yield the calls as text: those made with their seats, then those that may come next."""
        for made in self.made:
            yield f"{made.seat.name.lower():<6} {made}"
        if self.made and self.calls:
            yield ""
        for call in self.calls:
            yield str(call)


def system_meanings(
    system: System,
    calls: Sequence[str],
    dealer: Seat | str = Seat.NORTH,
    *,
    opponents: System | None = None,
) -> SystemMeanings:
    r"""Return what the calls of an auction show, from the dealer's on, and what may be called next.

    Both sides play the system, unless the opponents of who calls next have another one.

    >>> from dealwright.systems import read_system
    >>> answer = system_meanings(read_system("natural"), ["1NT", "Pass"])
    >>> print(*list(answer.lines())[:5], sep="\n")
    north  1NT   15-17 HCP, balanced; 1 hand in 21  (balanced)
    east   Pass  up to 14 HCP; 67 hands in 100  (guess: nothing to say)
    <BLANKLINE>
    2C    8+ HCP; 1 hand in 3  (Stayman)
    2D    5+ hearts; 1 hand in 7  (transfer)

    :raises CardError: if a call is illegal
    :raises ConditionError: if a rule cannot be read
    """
    auction = Auction.of(Seat.of(dealer), calls)
    place = place_at_table(system, auction, opponents)
    return SystemMeanings(
        system.name, auction.calls, auction.turn, tuple(meanings_of_calls(place)),
        tuple(_next_calls(place)),
    )  # fmt: skip


def meanings_of_calls(place: Place) -> list[CallMeaning]:
    """Return what the calls before a place show, of the seats that play a system."""
    steps = reversed(list(place.steps()))
    return [_meaning(before, call) for before, call in steps if before.robots.player(before.seat)]


def _next_calls(place: Place) -> Iterator[CallMeaning]:
    """Yield the calls that hands make at a place, in the order of its rules."""
    if place.turn is None:
        return
    for call in dict.fromkeys([*(rule.call for rule in place.rules), "Pass"]):
        meaning = _meaning(place, call)
        if meaning.share or meaning.shows:
            yield meaning


def _meaning(place: Place, call: str) -> CallMeaning:
    rules = [rule for rule in place.rules if rule.call == call]
    notes = {rule.note.lower().replace("-", ""): rule.note for rule in rules if rule.note}
    found = meaning_of(place, call)
    return CallMeaning(
        place.seat, call, ", or ".join(list(notes.values())[:_MOST_NOTES]),
        bool(rules) and not any(rule.line for rule in rules), found.text, found.share, found.exact,
    )  # fmt: skip
