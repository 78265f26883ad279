"""Odds at the table, held to every layout of the unseen cards, each with the chance of its play.

A layout is a deal that agrees with the cards seen; it counts if the play was legal in it, by the
chance that its defenders choose the cards that they played, times the stated chances. All figures
and events are sums over layouts; once three cards are left, so are those of the best line.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations
from math import lcm, sqrt
from typing import TypeVar

from tools.fuzzing import NotCompared
from tools.fuzzing._cards import SEATS, card_text, cards_of, hand_text, winner
from tools.fuzzing._lines import Lines, Node
from tools.fuzzing._plain_conditions import satisfies
from tools.fuzzing._table_events import (
    Event,
    Line,
    Table,
    event_text,
    happens,
    line_text,
    random_event,
    random_line,
    succeeds,
)

import dealwright
from dealwright.base.errors import ConditionError
from dealwright.play.at_table import OddsAtTable, TableView

__all__ = ["draw", "fault", "smaller"]

_NAMES = ("clubs", "diamonds", "hearts", "spades")
_DEALT = 400  # layouts that are drawn
_ERRORS = 6.5  # standard errors that a share may be off
_MOST_LEFT = 3  # cards of each hand where the best line is compared
_TEN = 8  # the lowest rank of an honour

Part = TypeVar("Part")
Hands = tuple[int, ...]
Trick = tuple[tuple[int, int], ...]  # seats and their cards


@dataclass(frozen=True)
class Case:
    """A deal, its play, what is seen of it and known, and what the cards say."""

    dealt: Hands
    tricks: tuple[Trick, ...]
    trump: int | None
    seen: tuple[int, ...]
    known: Hands
    where: str | None = None
    choices: tuple[tuple[int, str], ...] = ()
    likely: tuple[tuple[Fraction, str, Fraction], ...] = ()
    events: tuple[Event, ...] = ()
    lines: tuple[Line, ...] = ()
    seed: int = 0

    @property
    def leader(self) -> int:
        """Who led to the first trick."""
        return self.tricks[0][0][0] if self.tricks else 3

    @property
    def table(self) -> Table:
        """What an event may ask for."""
        return Table(self.dealt, self.seen, self.tricks)

    def play_text(self) -> str:
        """Return the tricks as text."""
        return ", ".join(" ".join(card_text(card) for _, card in trick) for trick in self.tricks)

    def choice_text(self) -> str:
        """Return how the defenders choose as text."""
        return ", ".join(f"{SEATS[seat]} {choice}" for seat, choice in self.choices)

    def likely_texts(self) -> list[str]:
        """Return the stated chances as text."""
        return [f"{then} if {text} else {other}" for then, text, other in self.likely]

    def known_texts(self) -> list[str]:
        """Return the other cards that are known, by seat."""
        return [f"{SEATS[seat]} {hand_text(mask)}" for seat, mask in enumerate(self.known) if mask]

    def seen_texts(self) -> list[str]:
        """Return the hands that are seen."""
        return [f"{SEATS[seat]} {hand_text(self.dealt[seat])}" for seat in self.seen]

    def __str__(self) -> str:
        options = [*zip(("--hand", "--dummy"), self.seen_texts(), strict=False)]
        options += [("--play", self.play_text()), ("--leader", SEATS[self.leader])] * bool(
            self.tricks
        )
        options += [("--strain", _NAMES[self.trump])] if self.trump is not None else []
        options += [("--predeal", text) for text in self.known_texts()]
        options += [("--where", self.where)] if self.where is not None else []
        options += [("--choice", self.choice_text())] if self.choices else []
        options += [("--likely", text) for text in self.likely_texts()]
        options += [("--event", event_text(event)) for event in self.events]
        options += [("--line", line_text(line)) for line in self.lines]
        return "dealwright odds " + " ".join(f'{name} "{text}"' for name, text in options)


def draw(r: random.Random) -> Case:
    """Draw a deal, tricks of legal cards, and what is seen and known of them."""
    cards = r.sample(range(52), 52)
    dealt = tuple(sum(1 << card for card in cards[13 * seat : 13 * seat + 13]) for seat in range(4))
    trump = r.choice([None, None, r.randrange(4)])
    tricks = _played(r, dealt, trump, r.choice([0, 1, 2, 3, 4, 6, 8, 10, 11]))
    gone = sum(1 << card for trick in tricks for _, card in trick)
    seen = r.choice([(2, 0), (2, 0), (2, 0), (0, 2), (1, 3), (3, 0), (1, 2), (2,)])
    free = r.choice([2, 3, 4, 5]) if len(seen) == 2 else r.choice([1, 2])
    known = tuple(
        0 if seat in seen else _all_but(r, dealt[seat] & ~gone, free) for seat in range(4)
    )
    case = Case(dealt, tricks, trump, seen, known, seed=r.randrange(2**32))
    unseen = [seat for seat in range(4) if seat not in seen]
    if r.random() < 0.35:
        case = replace(case, where=_condition(r, case, unseen))
    if tricks and r.random() < 0.7:
        ways = ["random", "honours", "lowest", "highest"]
        choices = tuple((seat, r.choice(ways)) for seat in unseen if r.random() < 0.8)
        case = replace(case, choices=choices)
    likely = tuple(
        (Fraction(r.randint(1, 9), 10), _condition(r, case, unseen), Fraction(r.randint(0, 4), 5))
        for _ in range(r.choice([0, 0, 1, 1, 2]))
    )
    events = tuple(random_event(r, case.table) for _ in range(r.choice([0, 1, 2, 3])))
    lines = [random_line(r, case.table) for _ in range(r.choice([0, 1, 2]))]
    if not case.table.partners or trump is not None:
        lines = []
    kept = tuple(line for line in lines if line is not None)
    return replace(case, likely=likely, events=events, lines=kept)


def _all_but(r: random.Random, mask: int, free: int) -> int:
    cards = list(cards_of(mask))
    return mask & ~sum(1 << card for card in r.sample(cards, min(free, len(cards))))


def _played(r: random.Random, dealt: Hands, trump: int | None, number: int) -> tuple[Trick, ...]:
    """Return legal tricks; spots are played more often than honours."""
    hands, leader, tricks = [*dealt], r.randrange(4), list[Trick]()
    for _ in range(number):
        trick = list[tuple[int, int]]()
        for seat in ((leader + place) % 4 for place in range(4)):
            led = 8191 << 13 * (trick[0][1] // 13) if trick else 0
            legal = list(cards_of(hands[seat] & led or hands[seat]))
            card = r.choice(legal) if r.random() < 0.6 else legal[0]
            hands[seat] ^= 1 << card
            trick.append((seat, card))
        leader = trick[winner(tuple(card for _, card in trick), trump)][0]
        tricks.append(tuple(trick))
    return tuple(tricks)


def _condition(r: random.Random, case: Case, unseen: list[int]) -> str:
    """Return a plain condition on an unseen hand, which often holds of the deal itself."""
    seat, suit = r.choice(unseen), r.randrange(4)
    name, length = SEATS[seat], (case.dealt[seat] >> 13 * suit & 8191).bit_count()
    kind = r.random()
    if kind < 0.35:
        low = max(0, length - r.randint(0, 1))
        return f"{_NAMES[suit]}({name}) in {low}..{length + r.randint(0, 1)}"
    if kind < 0.6:
        points = sum(max(0, card % 13 - 8) for card in cards_of(case.dealt[seat]))
        return f"hcp({name}) {r.choice(['>=', '<='])} {max(0, points + r.randint(-1, 1))}"
    if kind < 0.8:
        card = r.choice(list(cards_of(sum(case.dealt[one] for one in unseen))))
        return f"hascard({name}, {card_text(card)})"
    other = _NAMES[(suit + 1) % 4]
    return f"({_NAMES[suit]}({name}) > {other}({name}) || controls({name}) >= {r.randint(1, 4)})"


def _view(case: Case) -> TableView:
    return dealwright.table_view(
        *case.seen_texts(), where=case.where, play=case.play_text(), leader=SEATS[case.leader],
        trump="NT" if case.trump is None else _NAMES[case.trump],
        known=" ".join(case.known_texts()) or None, choice=case.choice_text(),
        likely=case.likely_texts(),
    )  # fmt: skip


def _layouts(case: Case) -> Iterator[Hands]:
    """Yield every deal that agrees with the cards seen, known and played."""
    fixed = [case.dealt[seat] if seat in case.seen else case.known[seat] for seat in range(4)]
    for trick in case.tricks:
        for seat, card in trick:
            fixed[seat] |= 1 << card
    free = [card for card in range(52) if not any(mask >> card & 1 for mask in fixed)]
    yield from _shared(fixed, 0, free)


def _shared(hands: list[int], seat: int, free: list[int]) -> Iterator[Hands]:
    if seat == 4:
        yield tuple(hands)
        return
    for own in combinations(free, 13 - hands[seat].bit_count()):
        hand = hands[seat] | sum(1 << card for card in own)
        rest = [card for card in free if card not in own]
        yield from _shared([*hands[:seat], hand, *hands[seat + 1 :]], seat + 1, rest)


def _chance(case: Case, layout: Hands) -> Fraction:
    """Return the chance of the play in a layout: 0 if a card would not be played in it."""
    hands, gone, chance = [*layout], 0, Fraction(1)
    ways = dict(case.choices)
    for trick in case.tricks:
        led = trick[0][1] // 13
        for place, (seat, card) in enumerate(trick):
            if card // 13 != led and hands[seat] >> 13 * led & 8191:
                return Fraction(0)
            if place and card // 13 == led and seat in ways:
                before = tuple(other for _, other in trick[:place])
                beats = winner((*before, card), case.trump) == place
                chance *= _of_choice(ways[seat], hands[seat], card, gone, beats)
        for seat, card in trick:
            hands[seat] ^= 1 << card
            gone |= 1 << card
    for then, text, other in case.likely:
        chance *= then if satisfies(text, layout) else other
    return chance


def _of_choice(way: str, hand: int, card: int, gone: int, beats: bool) -> Fraction:
    """Return the chance that a hand follows with a card; ``gone`` were played to earlier tricks."""
    if way == "honours" and card % 13 < _TEN:
        return Fraction(1)
    suit, same = 13 * (card // 13), {card}
    for step in (1, -1):
        rank = card % 13 + step
        while 0 <= rank <= 12 and (hand | gone) >> suit + rank & 1:
            same |= {suit + rank} if hand >> suit + rank & 1 else set()
            rank += step
    lower = {other for other in range(suit, card) if hand >> other & 1}
    if not beats and lower - same:
        return Fraction(0)
    if way in ("lowest", "highest"):
        return Fraction(card == (min(same) if way == "lowest" else max(same)))
    return Fraction(1, len(same))


@dataclass
class _Layouts:
    """Layouts with whole weights."""

    weights: list[tuple[Hands, int]]

    @property
    def total(self) -> int:
        return sum(weight for _, weight in self.weights)

    def share(self, weight: int) -> Fraction:
        return Fraction(weight, self.total)

    def holders(self) -> dict[tuple[int, int], int]:
        """Return the weight in which each seat holds each card."""
        sums: dict[tuple[int, int], int] = {}
        for hands, weight in self.weights:
            for seat, hand in enumerate(hands):
                for card in cards_of(hand):
                    sums[card, seat] = sums.get((card, seat), 0) + weight
        return sums

    def chance(self, case: Case, event: Event) -> Fraction:
        """Return the chance of an event."""
        return self.share(sum(w for hands, w in self.weights if happens(event, hands, case.table)))

    def numbers(self, seat: int, name: str) -> dict[int, Fraction]:
        """Return the chances of a hand's lengths or points."""
        sums: dict[int, int] = {}
        for hands, weight in self.weights:
            if name == "hcp":
                number = sum(max(0, card % 13 - 8) for card in cards_of(hands[seat]))
            else:
                number = (hands[seat] >> 13 * _NAMES.index(name) & 8191).bit_count()
            sums[number] = sums.get(number, 0) + weight
        return {number: self.share(weight) for number, weight in sums.items()}


def fault(case: Case) -> str | None:
    """Return the first figure that is not the sum over layouts."""
    chances = [(layout, _chance(case, layout)) for layout in _layouts(case)]
    scale = lcm(*(chance.denominator for _, chance in chances))
    weights = [(layout, int(chance * scale)) for layout, chance in chances if chance]
    before = _Layouts(weights)
    after = _Layouts([
        (layout, weight) for layout, weight in weights
        if case.where is None or satisfies(case.where, layout)
    ])  # fmt: skip
    dealwright.default_workspace().clear()
    try:
        view = _view(case)
        lines = [line for line in case.lines if _can_be_led(view, line)]
        odds = view.odds(list(map(event_text, case.events)), lines=list(map(line_text, lines)))
    except ConditionError as error:
        if "no deal" in str(error) and not after.weights:
            return None
        if "factor" in str(error) or "exact" in str(error):
            raise NotCompared(str(error)) from None
        raise
    if not after.weights:
        return "there are odds, but no layout agrees"
    wrong = next(_wrong_lines(case, lines, odds, after), None)
    return wrong or next(_wrong(case, view, odds, before, after), None)


def _can_be_led(view: TableView, line: Line) -> bool:
    """Return whether a line has the entries that it needs."""
    try:
        view.line(line_text(line))
    except ConditionError as error:
        if "there is no entry" in str(error):
            return False
        raise
    return True


def _wrong_lines(
    case: Case, lines: list[Line], odds: OddsAtTable, after: _Layouts
) -> Iterator[str]:
    """Yield chances of lines, and of the layouts that tell them apart, that are wrong."""
    won = [[succeeds(line, hands, case.table) for line in lines] for hands, _ in after.weights]
    weights = [weight for _, weight in after.weights]
    for place, answer in enumerate(odds.lines_of_play):
        rows = zip(won, weights, strict=True)
        right = after.share(sum(weight for row, weight in rows if row[place]))
        if answer.probability != right:
            yield f"{answer.event}: {answer.probability}, right {right}"
    rows = zip(won, weights, strict=True)
    apart = after.share(sum(weight for row, weight in rows if len(set(row)) > 1))
    listed = sum((layout.probability for layout in odds.apart), Fraction(0))
    if listed != apart:
        yield f"the layouts that tell the lines apart have {listed}, right {apart}"


def _wrong(
    case: Case, view: TableView, odds: OddsAtTable, before: _Layouts, after: _Layouts
) -> Iterator[str]:
    yield from _wrong_hands(odds, after)
    events = list(case.events)
    if len(events) > 1:
        events.append(("all", *events))
    for event, answer in zip(events, odds.events, strict=True):
        right = after.chance(case, event)
        if answer.probability != right:
            yield f"{answer.event}: {answer.probability}, right {right}"
        if case.where is not None and answer.without_auction != before.chance(case, event):
            right = before.chance(case, event)
            yield f"{answer.event} without the auction: {answer.without_auction}, right {right}"
    yield from _wrong_layouts(case, view, after)
    if sorted(case.seen) in ([0, 2], [1, 3]) and 13 - _MOST_LEFT <= len(case.tricks) < 13:
        yield from _wrong_line(case, view, after)


def _wrong_hands(odds: OddsAtTable, after: _Layouts) -> Iterator[str]:
    """Yield holders of cards, and lengths and points of hands, that are wrong."""
    holders = after.holders()
    for card in range(52):
        for seat in range(4):
            right = after.share(holders.get((card, seat), 0))
            chance = odds.unseen.cards.chance(card, SEATS[seat])
            if chance != right:
                yield f"{SEATS[seat]} has {card_text(card)}: {chance}, right {right}"
    for name, histograms in odds.unseen.hands.items():
        for quantity, histogram in histograms.items():
            right_numbers = after.numbers(SEATS.index(name), quantity)
            numbers = {value[0]: histogram.probability(value[0]) for value, _ in histogram.items()}
            if {number: chance for number, chance in numbers.items() if chance} != right_numbers:
                yield f"{quantity} of {name}: {numbers}, right {right_numbers}"


def _wrong_layouts(case: Case, view: TableView, after: _Layouts) -> Iterator[str]:
    """Yield layouts that cannot be dealt, and cards that are dealt too often or seldom."""
    dealt = view.deal(_DEALT, seed=case.seed).masks
    possible = {layout for layout, _ in after.weights}
    for row in dealt.tolist():
        if tuple(row) not in possible:
            yield f"a layout was dealt that does not agree: {' '.join(map(hand_text, row))}"
    for (card, seat), weight in after.holders().items():
        share = float(after.share(weight))
        held = int((dealt[:, seat] >> card & 1).sum())
        error = sqrt(_DEALT * share * (1 - share))
        if abs(held - _DEALT * share) > _ERRORS * error + (8 if 0 < share < 1 else 0):
            times = f"in {held} of {_DEALT} layouts"
            yield f"{SEATS[seat]} has {card_text(card)} {times}, its chance is {share:.4f}"


def _wrong_line(case: Case, view: TableView, after: _Layouts) -> Iterator[str]:
    """Yield figures of the best line from here on that are not those of a plain search."""
    last = case.tricks[-1]
    declarer = case.seen[0]
    leader = last[winner(tuple(card for _, card in last), case.trump)][0]
    gone = sum(1 << card for trick in case.tricks for _, card in trick)
    need = 1 + case.seed % (13 - len(case.tricks))
    ending = view.best_play(tricks=need)
    first, second = (declarer + 1) % 4, (declarer + 3) % 4
    layouts = [
        (1 << place, hands[first] & ~gone, hands[second] & ~gone)
        for place, (hands, _) in enumerate(after.weights)
    ]
    weights = {1 << place: weight for place, (_, weight) in enumerate(after.weights)}
    lines = Lines(case.trump, weights)
    hands = (case.dealt[declarer] & ~gone, case.dealt[(declarer + 2) % 4] & ~gone)
    node = Node(hands, tuple(layouts), (leader - declarer) % 4, (), need)
    right = after.share(lines.double_dummy(node)), after.share(lines.best(node))
    found = ending.double_dummy.probability, ending.best.probability
    if found != right:
        yield f"{need} more tricks double dummy and by the best line: {found}, right {right}"


def _without_one(parts: tuple[Part, ...]) -> Iterator[tuple[Part, ...]]:
    yield from (parts[:place] + parts[place + 1 :] for place in range(len(parts)))


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without an event, a chance, a choice or a condition, and with less play."""
    yield from (replace(case, events=fewer) for fewer in _without_one(case.events))
    yield from (replace(case, lines=fewer) for fewer in _without_one(case.lines))
    yield from (replace(case, likely=fewer) for fewer in _without_one(case.likely))
    yield from (replace(case, choices=fewer) for fewer in _without_one(case.choices))
    if case.where is not None:
        yield replace(case, where=None)
    if case.trump is not None:
        yield replace(case, trump=None)
    if case.tricks:
        yield replace(case, tricks=case.tricks[:-1])
    gone = sum(1 << card for trick in case.tricks for _, card in trick)
    for seat in range(4):
        if seat not in case.seen:
            for card in cards_of(case.dealt[seat] & ~gone & ~case.known[seat]):
                known = [*case.known]
                known[seat] |= 1 << card
                yield replace(case, known=tuple(known))
