"""Conditions of deals in which lines of play win and others lose, for hands that may have an x.

The two hands are written whole, or with an x for each small card: a nine or lower, and lower than
every card of its suit that is named, in the hands or in a line. So no line depends on an x.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import reduce
from operator import and_

from dealwright.ask.condition import Condition, parse
from dealwright.base.errors import CardError, ConditionError, PredealError, naming
from dealwright.cards import Card, Rank, Seat, Suit
from dealwright.deals.workspace import Workspace
from dealwright.play.at_table.events import CARD, VisibleCards
from dealwright.play.at_table.lines import read_line

__all__ = ["Template", "line_conditions"]

Masks = tuple[int, int, int, int]
_HAND = re.compile(r"(north|east|south|west|[nesw])[\s:]+([^\s,;]+)[\s,;]*", re.IGNORECASE)
_NAMED = re.compile(rf"\b{CARD}\b", re.IGNORECASE)
_EXAMPLE = "write both hands of a side, as south AKT9.432.Kxx.AQ2, north xxxx.AQ5.Axx.xxx"


@dataclass(frozen=True)
class Template:
    """Two hands of a side: the cards that are named, and how many cards each has in each suit.

    >>> hands = Template.read("south AKT9.xxx.xxx.AKx, north xxxx.AQx.AKx.xxx")
    >>> hands.named[Seat.SOUTH].bit_count(), hands.lengths[Seat.NORTH]
    (6, (4, 3, 3, 3))
    """

    named: Masks
    lengths: dict[Seat, tuple[int, ...]]

    @classmethod
    def read(cls, text: str) -> Template:
        """Read two hands, each with its seat.

        :raises PredealError: if they are not the two hands of a side with 13 cards each
        """
        hands, end = dict[Seat, str](), 0
        for match in _HAND.finditer(text.strip()):
            if match.start() != end:
                break
            hands[Seat.of(match[1])], end = match[2], match.end()
        if end != len(text.strip()) or len(hands) != 2 or next(iter(hands)).partner not in hands:
            raise PredealError(f"cannot read the hands '{text}'; {_EXAMPLE}")
        named, lengths = [0, 0, 0, 0], dict[Seat, tuple[int, ...]]()
        for seat, hand in hands.items():
            suits = hand.upper().replace("10", "T").split(".")
            if len(suits) != 4 or sum(len(each.strip("-")) for each in suits) != 13:
                raise PredealError(f"'{hand}' is not a hand of 13 cards in four suits; {_EXAMPLE}")
            lengths[seat] = tuple(len(each.strip("-")) for each in suits)
            for suit, ranks in zip(reversed(Suit), suits, strict=True):
                for rank in ranks.replace("X", "").replace("-", ""):
                    try:
                        mask = Card(suit.letter + rank).mask
                    except CardError:
                        raise PredealError(
                            f"'{rank}' is not a rank in '{hand}'; {_EXAMPLE}"
                        ) from None
                    if mask & sum(named):
                        raise PredealError(f"{suit.letter}{rank} occurs twice in '{text}'")
                    named[seat] |= mask
        return cls((named[0], named[1], named[2], named[3]), lengths)

    def seen(self, lines: Sequence[str]) -> tuple[VisibleCards, str]:
        """Return the hands with the lowest cards for each x, and what an x may be, as a condition.

        :raises PredealError: if there are not so many cards below those that are named
        """
        mentioned = sum(self.named)
        for word in (word for line in lines for word in _NAMED.findall(line)):
            mentioned |= Card(word).mask
        masks, small, tests = [*self.named], 0, list[str]()
        for suit in Suit:
            for_x = {
                seat: lengths[3 - suit] - (self.named[seat] >> 13 * suit & 8191).bit_count()
                for seat, lengths in self.lengths.items()
            }
            if not any(for_x.values()):
                continue
            names = mentioned >> 13 * suit & 8191
            below = min((names & -names).bit_length() - 1 if names else 13, Rank.TEN)
            if sum(for_x.values()) > below:
                raise PredealError(
                    f"{sum(for_x.values())} small {suit.name.lower()} do not fit below the cards "
                    "that are named; write x for the low ones too"
                )
            free = 0
            for seat, count in for_x.items():
                cards = ((1 << count) - 1) << 13 * suit + free
                masks[seat] |= cards
                small |= cards
                free += count
            tests += self._tests(suit, below)
        seen = VisibleCards((masks[0], masks[1], masks[2], masks[3]), small=small)
        return seen, " && ".join(tests)

    def _tests(self, suit: Suit, below: int) -> Iterator[str]:
        """Yield the lengths of a suit, and that both hands have no card but an x and the named."""
        for seat, lengths in self.lengths.items():
            yield f"{suit.name.lower()}({seat.name.lower()}) == {lengths[3 - suit]}"
            for rank in range(below, 13):
                if not self.named[seat] >> 13 * suit + rank & 1:
                    yield f"!hascard({seat.name.lower()}, {suit.letter}{Rank(rank).letter})"


def line_conditions(
    hands: str, wins: Sequence[str], loses: Sequence[str], workspace: Workspace | None = None
) -> tuple[Masks, Condition]:
    """Return the cards that are fixed, and the condition that some lines win and others lose.

    >>> hands = "south AKT9.xxx.xxx.AKx, north xxxx.AQx.AKx.xxx"
    >>> fixed, found = line_conditions(hands, ["cash SA; finesse SQ"], ["cash SA SK; drop QS"])
    >>> sum(fixed).bit_count(), str(found)[:43]
    (10, 'clubs(south) == 3 && not hascard(south, TC)')

    :raises PredealError: if the hands cannot be read
    :raises ConditionError: if a line cannot be read, or an x could win a trick in it
    """
    template = Template.read(hands)
    try:
        seen, smalls = template.seen([*wins, *loses])
    except CardError as error:
        raise ConditionError(str(error)) from None
    found = [parse(smalls, workspace)] if smalls else []
    with naming("line_wins"):
        found += [read_line(line, seen, workspace) for line in wins]
    with naming("line_loses"):
        found += [~read_line(line, seen, workspace) for line in loses]
    return template.named, reduce(and_, found)
