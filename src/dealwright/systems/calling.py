"""The next call of one hand after an auction: as a robot makes it, with what it shows."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import TYPE_CHECKING

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import CardError
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals.hand import hand_mask, hand_text
from dealwright.systems.bidding import called
from dealwright.systems.robots.meaning import Meaning, meaning_of
from dealwright.systems.robots.place import Place, with_hands
from dealwright.systems.robots.robot import place_at_table

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import WORD
    from dealwright.systems.system import System

__all__ = ["OtherCall", "SystemCall", "system_call"]

_OTHER_CALLS = 3  # other calls that are told


@dataclass(frozen=True)
class OtherCall:
    """A call that the hand does not make, and the rule for it that the hand fits."""

    call: str
    rule: str


@dataclass(frozen=True)
class SystemCall(Tabular):
    """The call of a hand after an auction, and why.

    ``rule`` is that of the file at its ``line``, or ``guess`` past the rules, with the reason as
    the ``note``. ``shows`` is what the call shows in words, ``share`` the share of the hands that
    made the caller's calls before, ``exact`` or seen in a sample; None if it is too rare for that.
    ``others`` are calls whose rules the hand also fits.
    """

    table_rows = "others"

    call: str
    seat: Annotated[Seat, WORD]
    auction: tuple[str, ...]
    hand: str
    system: str
    rule: str
    line: int
    note: str
    shows: str
    share: Fraction | None
    exact: bool
    others: tuple[OtherCall, ...]

    def lines(self) -> Iterator[str]:
        """Yield the call as text: the call first, then its rule, what it shows, what else fits."""
        why = f"line {self.line}: {self.rule}" if self.line else self.rule or "no rule"
        yield f"{self.call:<5} {why}" + (f"  ({self.note})" if self.note else "")
        if meaning := str(Meaning(self.shows, self.share, self.exact)):
            yield f"shows {meaning}"
        for other in self.others:
            yield f"not {other.call:<4} {other.rule}".rstrip()


def system_call(
    system: System,
    calls: Sequence[str],
    hand: str | int,
    dealer: Seat | str = Seat.NORTH,
    *,
    vulnerable: Vulnerability = Vulnerability.NONE,
    opponents: System | None = None,
) -> SystemCall:
    r"""Return the next call of a hand, from its cards and all calls so far, from the dealer's on.

    Both sides play the system, unless the opponents have another one. The robots of the page make
    the same call.

    >>> from dealwright.systems import read_system
    >>> natural = read_system("natural")
    >>> answer = system_call(natural, ["1NT", "Pass"], "AQ42.KJ83.Q32.54")
    >>> print(*answer.lines(), sep="\n")
    2C    line 25: hcp >= 8 && (spades == 4 || hearts == 4)  (Stayman)
    shows 8+ HCP; 1 hand in 3
    not 3NT  hcp in 10..15

    :raises CardError: if a call is illegal, the auction is over, or the hand is not 13 cards
    :raises ConditionError: if a rule cannot be read
    """
    mask = hand if isinstance(hand, int) else hand_mask(hand)
    if mask.bit_count() != 13:
        raise CardError(f"a hand has 13 cards, not {mask.bit_count()}")
    auction = Auction.of(Seat.of(dealer), calls)
    if auction.turn is None:
        raise CardError("the auction is over; leave the last pass out")
    place = place_at_table(system, auction, opponents)
    made = called(place, mask, vulnerable)
    meaning = meaning_of(place, made.call)
    return SystemCall(
        made.call, auction.turn, auction.calls, hand_text(mask), system.name, made.rule, made.line,
        made.note, meaning.text, meaning.share, meaning.exact,
        tuple(_others(place, mask, made.call)),
    )  # fmt: skip


def _others(place: Place, hand: int, call: str) -> Iterator[OtherCall]:
    """Yield other calls whose rules the hand fits, each once; a rule for any hand says nothing."""
    masks = with_hands(place.seat, [hand])
    told = {call}
    for rule in place.rules:
        is_other = rule.condition and rule.call not in told and len(told) <= _OTHER_CALLS
        if is_other and rule.fits(masks)[0]:
            told.add(rule.call)
            yield OtherCall(rule.call, " ".join(rule.condition.split()))
