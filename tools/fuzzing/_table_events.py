"""Events at the table as text and by what they mean: breaks, holders, finesses and drops."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tools.fuzzing._cards import SEATS, card_text, cards_of

__all__ = [
    "Event",
    "Line",
    "Table",
    "event_text",
    "happens",
    "line_text",
    "random_event",
    "random_line",
    "succeeds",
]

_NAMES = ("clubs", "diamonds", "hearts", "spades")

Event = tuple[Any, ...]  # its kind, and what the kind needs


@dataclass(frozen=True)
class Line:
    """Cards of a suit that are cashed from the top, and what the line needs for a card.

    It drops, or else is finessed; or it drops, or else another card is with a defender.
    """

    cashed: tuple[int, ...]
    card: int
    other: int | None = None
    seat: int = 0


@dataclass(frozen=True)
class Table:
    """The hands as dealt, the seats that are seen, and the play."""

    dealt: tuple[int, ...]
    seen: tuple[int, ...]
    tricks: tuple[tuple[tuple[int, int], ...], ...]

    @property
    def unseen(self) -> list[int]:
        """The seats that are not seen."""
        return [seat for seat in range(4) if seat not in self.seen]

    @property
    def partners(self) -> bool:
        """Whether the hands that are seen are declarer's and dummy's."""
        return len(self.seen) == 2 and abs(self.seen[0] - self.seen[1]) == 2

    @property
    def left(self) -> int:
        """The cards that were not played."""
        return (1 << 52) - 1 & ~sum(1 << card for trick in self.tricks for _, card in trick)

    @property
    def ours(self) -> int:
        """The cards that are seen, as dealt."""
        return sum(self.dealt[seat] for seat in self.seen)


def _suit(mask: int, suit: int) -> int:
    return mask >> 13 * suit & 8191


def random_event(r: random.Random, table: Table, deep: int = 2) -> Event:
    """Return an event of the cards that are not seen."""
    if deep and r.random() < 0.3:
        parts = [random_event(r, table, deep - 1) for _ in range(2)]
        return (r.choice(["all", "some"]), *parts)
    if deep and r.random() < 0.15:
        return ("none", random_event(r, table, deep - 1))
    hidden = list(cards_of((1 << 52) - 1 & ~table.ours))
    card, suit = r.choice(hidden), r.randrange(4)
    kind = r.random()
    if kind < 0.3 and len(table.seen) == 2:
        out = 13 - _suit(table.ours, suit).bit_count()
        breaks = r.sample(range(out + 1), min(out + 1, r.choice([1, 1, 2])))
        return ("break", suit, *((one, out - one) for one in breaks))
    if kind < 0.5 or not table.partners:
        return ("holds", r.choice(table.unseen), *r.sample(hidden, r.choice([1, 1, 2])))
    if kind < 0.75 and _suit(table.ours, card // 13) & (1 << card % 13) - 1:
        return (r.choice(["onside", "offside"]), card)
    return ("drop", card)


def event_text(event: Event) -> str:
    """Return an event as a person types it."""
    kind, *rest = event
    if kind == "break":
        suit, *breaks = rest
        return f"{_NAMES[suit]} {' or '.join(f'{one}-{other}' for one, other in breaks)}"
    if kind == "holds":
        seat, *cards = rest
        return f"{SEATS[seat]} {' '.join(map(card_text, cards))}"
    if kind == "none":
        return f"not ({event_text(rest[0])})"
    if kind in ("all", "some"):
        joined = " and " if kind == "all" else " or "
        return joined.join(f"({event_text(part)})" for part in rest)
    return f"{kind} {card_text(rest[0])}"


def happens(event: Event, hands: tuple[int, ...], table: Table) -> bool:
    """Return whether an event happens in a layout; lengths are as dealt."""
    kind, *rest = event
    if kind == "break":
        suit, *breaks = rest
        lengths = [_suit(hands[seat], suit).bit_count() for seat in table.unseen]
        return any(sorted(lengths) == sorted(one) for one in breaks)
    if kind == "holds":
        seat, *cards = rest
        return all(bool(hands[seat] >> card & 1) for card in cards)
    if kind == "none":
        return not happens(rest[0], hands, table)
    if kind in ("all", "some"):
        parts = [happens(part, hands, table) for part in rest]
        return all(parts) if kind == "all" else any(parts)
    card = rest[0]
    holder = next(seat for seat in range(4) if hands[seat] >> card & 1)
    if kind == "drop":
        return _suit(hands[holder], card // 13).bit_count() <= _rounds(card // 13, table)
    before = holder == (_tenace(card, table) + 3) % 4
    return before if kind == "onside" else not before


def _rounds(suit: int, table: Table) -> int:
    """Return after how many rounds of a suit our top cards have been cashed."""
    ours = _suit(table.ours, suit)
    tops = next(number for number in range(14) if number == 13 or not ours >> 12 - number & 1)
    without = 0
    for trick in table.tricks:
        cards = [card for seat, card in trick if seat in table.seen and card // 13 == suit]
        if trick[0][1] // 13 == suit and not any(card % 13 > 12 - tops for card in cards):
            without += 1
    longest = max(_suit(table.dealt[seat], suit).bit_count() for seat in table.seen)
    return min(tops + without, longest)


def _tenace(card: int, table: Table) -> int:
    """Return the hand with our highest card below a card."""
    lower = {
        seat: _suit(table.dealt[seat], card // 13) & (1 << card % 13) - 1 for seat in table.seen
    }
    return max(lower, key=lambda seat: lower[seat])


def random_line(r: random.Random, table: Table) -> Line | None:
    """Return a line in a suit of which we have the highest cards, or None."""
    suit = r.randrange(4)
    left = [card for card in range(13 * suit + 12, 13 * suit - 1, -1) if table.left >> card & 1]
    out = [card for card in left if not table.ours >> card & 1]
    tops = next((n for n, card in enumerate(left) if card in out), len(left))
    if not tops or not out:
        return None
    rounds = 1 if r.random() < 0.6 else r.randint(1, tops)
    cashed, card = tuple(left[:rounds]), out[0] if r.random() < 0.5 else r.choice(out)
    lower = _suit(table.ours, suit) & (1 << card % 13) - 1
    if lower and r.random() < 0.5:
        return Line(cashed, card)
    other = r.choice(list(cards_of(table.left & ~table.ours)))
    return Line(cashed, card, other, r.choice(table.unseen))


def line_text(line: Line) -> str:
    """Return a line as a person types it."""
    cash = f"cash {' '.join(map(card_text, line.cashed))}"
    if line.other is None:
        return f"{cash}; finesse {card_text(line.card)}"
    needs = f"{SEATS[line.seat]} {card_text(line.other)}"
    return f"{cash}; if {card_text(line.card)} drops then make else {needs}"


def succeeds(line: Line, hands: tuple[int, ...], table: Table) -> bool:
    """Return whether a line succeeds in a layout; defenders follow with their lowest cards."""
    holder = next(seat for seat in range(4) if hands[seat] >> line.card & 1)
    suit = 8191 << 13 * (line.card // 13)
    lower = hands[holder] & table.left & suit & (1 << line.card) - 1
    if lower.bit_count() < len(line.cashed):
        return True
    if line.other is None:
        return holder == (_tenace(line.card, table) + 3) % 4
    return bool(hands[line.seat] >> line.other & 1)
