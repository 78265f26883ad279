"""Endings of two to four cards, held to a plain search of all lines and to laws.

Up to three cards each, the four figures are those of the plain search. With four cards there are
laws: an ending is worth as much with equal cards merged as with separate cards, and with suits or
hands exchanged; and some layouts alone are what the plain search says.
"""

from __future__ import annotations

import random
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from fractions import Fraction
from itertools import combinations

from tools.fuzzing import NotCompared
from tools.fuzzing._cards import SEATS, card_text, cards_of, hand_text, mask_of
from tools.fuzzing._lines import Lines, Node

import dealwright
from dealwright.base.errors import BudgetExceeded
from dealwright.cards import Card, Seat, Strain
from dealwright.play.ending import Position
from dealwright.play.ending.solving import sampled_chance

__all__ = ["draw", "fault", "smaller"]

_BUDGET = 300_000_000  # operations: about half a second
_STRAINS = ("clubs", "diamonds", "hearts", "spades")
_MOST_PLAIN = 3  # cards each of an ending that is searched by every line
_LAYOUTS = 3  # of a larger ending, each played alone


@dataclass(frozen=True)
class Case:
    """An ending: hands are masks, and the leader is counted from declarer."""

    seat: int
    hands: tuple[int, int]
    unseen: int
    leader: int
    trick: tuple[int, ...]
    trump: int | None
    need: int
    card: int | None = None
    weights: tuple[
        tuple[int, int], ...
    ] = ()  # of the cards of the seat after declarer; () all alike
    exchanged: tuple[int, ...] = (1, 2, 3, 0)  # suits, for a law

    @property
    def cards(self) -> int:
        """How many tricks are to be played, with that on the table."""
        return (sum(map(int.bit_count, (*self.hands, self.unseen))) + len(self.trick)) // 4

    def seat_of(self, place: int) -> str:
        """Return the name of a seat that is counted from declarer."""
        return SEATS[(self.seat + place) % 4]

    def layouts(self) -> dict[int, int]:
        """Return the weights of the layouts, by the cards of the seat after declarer."""
        if self.weights:
            return dict(self.weights)
        size = self.cards - ((1 - self.leader) % 4 < len(self.trick))
        layouts = [mask_of(held) for held in combinations(cards_of(self.unseen), size)]
        for number, card in enumerate(self.trick):
            seat = (self.leader + number) % 4
            if seat % 2 and card // 13 != self.trick[0] // 13:  # he has none of the suit led
                suit = 8191 << 13 * (self.trick[0] // 13)
                layouts = [
                    held
                    for held in layouts
                    if not (held if seat == 1 else self.unseen ^ held) & suit
                ]
        return dict.fromkeys(layouts, 1)

    def named_weights(self) -> dict[str, int] | None:
        """Return the weights as ``endgame`` takes them: by west's cards, or north's."""
        if not self.weights:
            return None
        first = self.seat_of(1) in ("west", "north")
        return {
            hand_text(held if first else self.unseen ^ held): weight
            for held, weight in self.weights
        }

    def __str__(self) -> str:
        hands = [f'"{self.seat_of(2 * i)} {hand_text(hand)}"' for i, hand in enumerate(self.hands)]
        lead, unseen = self.seat_of(self.leader), hand_text(self.unseen)
        strain = "NT" if self.trump is None else _STRAINS[self.trump]
        trick = " ".join(map(card_text, self.trick))
        if self.weights:
            return (
                f"endgame({', '.join(hands)}, unseen={unseen!r}, lead={lead!r}, "
                f"tricks={self.need}, "
                f"strain={strain!r}, trick={trick!r}, weights={self.named_weights()})"
            )
        texts = [f'dealwright endgame {" ".join(hands)} --unseen "{unseen}" --lead {lead}']
        texts += [f"--tricks {self.need}"]
        texts += [f"--strain {strain}"] if self.trump is not None else []
        texts += [f'--trick "{trick}"'] if trick else []
        texts += [f"--card {card_text(self.card)}"] if self.card is not None else []
        return " ".join(texts)


@dataclass(frozen=True)
class _Figures:
    """Chances: double dummy, of the best line, and of the player who samples."""

    double_dummy: Fraction
    best: Fraction
    sampling: Fraction | None
    card: Fraction | None = None


def draw(r: random.Random) -> Case:
    """Draw an ending, often of few suits and of high cards, where cards are equal and rivals."""
    count = r.choice([2, 2, 3, 3, 3, 3, 4])
    pool = [13 * suit + rank for suit in r.sample(range(4), r.randint(1, 4)) for rank in range(13)]
    if r.random() < 0.4 or len(pool) < 4 * count:
        pool = list(range(52))
    elif r.random() < 0.4:
        pool = [card for card in pool if card % 13 >= 5]
    cards = r.sample(pool, min(4 * count, len(pool)))
    if len(cards) < 4 * count:
        cards += r.sample([card for card in range(52) if card not in cards], 4 * count - len(cards))
    hands = [cards[count * place : count * (place + 1)] for place in range(4)]
    leader, trick = r.randrange(4), list[int]()
    for number in range(r.choice([0, 0, 0, 1, 2, 3])):
        hand = hands[(leader + number) % 4]
        follow = [card for card in hand if trick and card // 13 == trick[0] // 13]
        trick.append(r.choice(follow or hand))
        hand.remove(trick[-1])
    unseen = mask_of(hands[1] + hands[3])
    case = Case(
        r.randrange(4), (mask_of(hands[0]), mask_of(hands[2])), unseen, leader, tuple(trick),
        r.choice([None, None, None, r.randrange(4)]), r.randint(1, count),
        exchanged=tuple(r.sample(range(4), 4)),
    )  # fmt: skip
    turn = (leader + len(trick)) % 4
    if turn % 2 == 0 and r.random() < 0.3:
        case = replace(case, card=r.choice(list(cards_of(_legal(case, turn)))))
    if r.random() < 0.15:
        layouts = list(case.layouts())
        kept = r.sample(layouts, r.randint(1, len(layouts)))
        case = replace(case, weights=tuple((held, r.choice([1, 1, 2, 5])) for held in kept))
    return case


def _legal(case: Case, turn: int) -> int:
    hand = case.hands[turn // 2]
    return hand & 8191 << 13 * (case.trick[0] // 13) or hand if case.trick else hand


def _figures(case: Case) -> _Figures:
    """Return what Dealwright says of a case."""
    ending = dealwright.endgame(
        f"{case.seat_of(0)} {hand_text(case.hands[0])}",
        f"{case.seat_of(2)} {hand_text(case.hands[1])}",
        unseen=hand_text(case.unseen), lead=case.seat_of(case.leader), tricks=case.need,
        strain="NT" if case.trump is None else _STRAINS[case.trump],
        trick=" ".join(map(card_text, case.trick)),
        card=None if case.card is None else card_text(case.card),
        weights=case.named_weights(), budget=_BUDGET,
    )  # fmt: skip
    if not ending.best.exact or (ending.card is not None and not ending.card.exact):
        raise NotCompared("the best line is not finished")
    sampling = ending.sampling
    if ending.apart is not None and ending.card is not None:
        more = ending.best.probability - ending.card.probability
        assert ending.apart.best - ending.apart.card == more, "layouts apart do not add up"
    return _Figures(
        ending.double_dummy.probability, ending.best.probability,
        None if sampling is None else sampling.probability,
        None if ending.card is None else ending.card.probability,
    )  # fmt: skip


def _separate(case: Case) -> _Figures:
    """Return what Dealwright says with every card by itself."""
    weights, total = case.layouts(), sum(case.layouts().values())
    strain = Strain.NOTRUMP if case.trump is None else Strain(case.trump)
    position = Position(
        Seat(case.seat), case.hands, case.unseen, Seat((case.seat + case.leader) % 4),
        tuple(map(Card, case.trick)), strain, case.need, weights,
    )  # fmt: skip
    search = position.search(merging=False)
    try:
        dummy = search.double_dummy()
        while not search.narrow_bounds(most_operations=_BUDGET):
            pass
        low, _ = search.bounds
        sampling = sampled_chance(position, merging=False, most_operations=_BUDGET)
    except BudgetExceeded:
        raise NotCompared("the ending of separate cards is not finished") from None
    return _Figures(Fraction(dummy, total), Fraction(low, total), sampling)


def _plain(case: Case) -> _Figures:
    """Return what the plain search finds."""
    weights = case.layouts()
    total = sum(weights.values())
    layouts = [(1 << place, held, case.unseen ^ held) for place, held in enumerate(weights)]
    lines = Lines(case.trump, {1 << place: w for place, w in enumerate(weights.values())})
    node = Node(case.hands, tuple(layouts), case.leader, case.trick, case.need)
    card = None if case.card is None else lines.best(lines.after(node, case.card))
    return _Figures(
        Fraction(lines.double_dummy(node), total), Fraction(lines.best(node), total),
        lines.sampling(node),
        None if card is None else Fraction(card, total),
    )  # fmt: skip


def fault(case: Case) -> str | None:
    """Return the first figure that is not what the plain search or a law says."""
    return next(_wrong(case), None)


def _wrong(case: Case) -> Iterator[str]:
    merged = _figures(case)
    separate = _separate(case)
    if case.cards <= _MOST_PLAIN:
        plain = _plain(case)
        yield from _apart("right", plain, merged)
        yield from _apart("right", plain, separate, "with separate cards ")
    yield from _apart("with separate cards", separate, merged)
    for name, other in (("suits", _exchanged(case)), ("hands", _turned(case))):
        figures = _figures(other)
        yield from (
            f"{wrong}: {other}" for wrong in _apart(f"with {name} exchanged", figures, merged)
        )
    if case.cards > _MOST_PLAIN:
        for held in list(case.layouts())[:: max(1, len(case.layouts()) // _LAYOUTS)]:
            alone = replace(case, weights=((held, 1),), card=None)
            found, plain = _figures(alone), _plain(alone)
            if found != plain:
                yield f"one layout: {found}, right {plain}: {alone}"


def _apart(name: str, right: _Figures, figures: _Figures, which: str = "") -> Iterator[str]:
    """Yield figures that are not the right ones."""
    for label in ("double_dummy", "best", "sampling", "card"):
        is_ours, is_right = getattr(figures, label), getattr(right, label)
        if None not in (is_ours, is_right) and is_ours != is_right:
            yield f"{label.replace('_', ' ')}: {which}{is_ours}, {name} {is_right}"


def _exchanged(case: Case) -> Case:
    """Return the case with its suits exchanged."""

    def changed(mask: int) -> int:
        return mask_of(13 * case.exchanged[card // 13] + card % 13 for card in cards_of(mask))

    def one(card: int) -> int:
        return next(cards_of(changed(1 << card)))

    return replace(
        case, hands=(changed(case.hands[0]), changed(case.hands[1])), unseen=changed(case.unseen),
        trick=tuple(map(one, case.trick)),
        trump=None if case.trump is None else case.exchanged[case.trump],
        card=None if case.card is None else one(case.card),
        weights=tuple((changed(held), weight) for held, weight in case.weights),
    )  # fmt: skip


def _turned(case: Case) -> Case:
    """Return the case with declarer's hand and dummy's exchanged, and so the defenders'."""
    return replace(
        case, seat=(case.seat + 2) % 4, hands=case.hands[::-1], leader=(case.leader + 2) % 4,
        weights=tuple((case.unseen ^ held, weight) for held, weight in case.weights),
    )  # fmt: skip


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without weights, a card or trumps, and with a card less in each hand."""
    if case.weights:
        yield replace(case, weights=())
        for place in range(len(case.weights)):
            kept = case.weights[:place] + case.weights[place + 1 :]
            yield from [replace(case, weights=kept)] if kept else []
    if case.card is not None:
        yield replace(case, card=None)
    if case.trump is not None:
        yield replace(case, trump=None)
    if min(hand.bit_count() for hand in case.hands) > 1 and not case.weights:
        needs = sorted({max(1, case.need - 1), min(case.need, case.cards - 1)})
        for ours in cards_of(case.hands[0]):
            for dummys in cards_of(case.hands[1]):
                hands = (case.hands[0] ^ 1 << ours, case.hands[1] ^ 1 << dummys)
                for pair in combinations(cards_of(case.unseen), 2):
                    unseen = case.unseen & ~mask_of(pair)
                    for need in needs:
                        yield replace(case, hands=hands, unseen=unseen, need=need, card=None)
