"""Events at the table as text and by what they mean: breaks, holders, finesses and drops."""

from __future__ import annotations

import random
from dataclasses import dataclass
from typing import Any

from tools.fuzzing._cards import SEATS, card_text, cards_of

__all__ = ["Event", "Table", "event_text", "happens", "random_event"]

_NAMES = ("clubs", "diamonds", "hearts", "spades")

Event = tuple[Any, ...]  # its kind, and what the kind needs


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
    partners = len(table.seen) == 2 and abs(table.seen[0] - table.seen[1]) == 2
    kind = r.random()
    if kind < 0.3 and len(table.seen) == 2:
        out = 13 - _suit(table.ours, suit).bit_count()
        breaks = r.sample(range(out + 1), min(out + 1, r.choice([1, 1, 2])))
        return ("break", suit, *((one, out - one) for one in breaks))
    if kind < 0.5 or not partners:
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
    lower = {
        seat: _suit(table.dealt[seat], card // 13) & (1 << card % 13) - 1 for seat in table.seen
    }
    tenace = max(lower, key=lambda seat: lower[seat])
    before = holder == (tenace + 3) % 4
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
