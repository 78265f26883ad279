"""Evidence: the likelihood of what was seen in each layout, by models of how defenders choose.

A model gives each layout a weight: the product of the chances of what was seen, given the layout.
The odds are exact under the model. Only the ratios of weights matter.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import gcd, lcm

from dealwright.base.errors import ArgumentError, naming
from dealwright.cards import Card, Rank, Seat, cards_from_mask
from dealwright.conditions.nodes import Binary, Choice, HasCard, Node, Number
from dealwright.deals.workspace import Workspace
from dealwright.play.at_table.events import VisibleCards

__all__ = ["CHOICES", "Evidence", "read_evidence"]

CHOICES = {
    "random": "at random",
    "honours": "at random",
    "lowest": "as the lowest",
    "highest": "as the highest",
}
_NUMBER = r"\d+\s*/\s*\d+|\d+(?:\.\d+)?\s*%?"
_LIKELY = re.compile(
    rf"\s*(?P<then>{_NUMBER})\s+if\s+(?P<condition>.+?)(?:\s+else\s+(?P<other>{_NUMBER}))?\s*",
    re.I | re.S,
)
_HOW = "write 9/10 if hearts(west) in {2, 4, 6} else 1/10, or 1/2 if west SJ"


@dataclass(frozen=True)
class Evidence:
    """The weights of layouts (None: all equal), and a sentence for each piece of evidence."""

    weight: Node | None = None
    sentences: tuple[str, ...] = ()


@dataclass(frozen=True)
class _Pick:
    """A card with which an unseen hand followed suit, and the other cards it may have had.

    ``above`` and ``below`` are the neighbouring cards, nearest first: those the hand held without a
    gap were equals of the card. ``lower`` are all lower cards, if the card did not beat the best
    card of the trick so far: a hand that does not try to win plays low.
    """

    card: Card
    above: tuple[Card, ...]
    below: tuple[Card, ...]
    lower: tuple[Card, ...]

    def chance(self, choice: str, held: frozenset[Card]) -> Fraction:
        """Return the chance that a hand with the card and these other cards plays the card."""
        above, below = _run(self.above, held), _run(self.below, held)
        if not held.isdisjoint(set(self.lower) - set(self.below[:below])):
            return Fraction(0)
        if choice in ("lowest", "highest"):
            return Fraction(not (below if choice == "lowest" else above))
        return Fraction(1, 1 + above + below)

    @property
    def beside(self) -> set[Card]:
        """The cards on which the chance depends."""
        return {*self.above, *self.below, *self.lower}


def read_evidence(
    seen: VisibleCards,
    known: Sequence[int],
    choice: str = "",
    likely: Sequence[str] = (),
    workspace: Workspace | None = None,
) -> Evidence:
    """Return the weights of layouts by how defenders choose, and by stated chances.

    ``choice`` is one of ``CHOICES``: how each unseen hand picks among equal cards when it follows
    suit; or names a choice for some hands: ``west random, east lowest``. A hand whose card does not
    beat the earlier ones is assumed to play low. With ``honours`` both rules apply where it played
    a ten or a higher card; its equals may be lower. ``known`` are the masks of cards known at each
    seat. ``likely`` are texts such as ``9/10 if hearts(west) in {2, 4} else 1/10``: the chances of
    what was seen.

    :raises ArgumentError: if a choice or a chance cannot be read
    :raises ConditionError: if the condition of a chance cannot be read
    """
    weight, sentences = None, list[str]()
    with naming("choice"):
        chosen = [*_choices(choice, seen)]
    for seat, rule in chosen:
        known_cards = seen.play.played[seat] | known[seat]
        picks = list(_picks(seen, known, seat, least=Rank.TEN if rule == "honours" else Rank.TWO))
        for suit in sorted({pick.card.suit for pick in picks}, reverse=True):
            of_suit = [pick for pick in picks if pick.card.suit is suit]
            weight = _product(weight, _weight_of_picks(seat, rule, of_suit, known_cards))
            sentences += [f"{seat.name.lower()}: {_sentence(pick, rule)}" for pick in of_suit]
    for text in likely:
        with naming("likely"):
            weight = _product(weight, _weight_of_text(text, seen, workspace))
        sentences.append(" ".join(text.split()))
    return Evidence(weight, tuple(sentences))


def _choices(text: str, seen: VisibleCards) -> Iterator[tuple[Seat, str]]:
    """Yield the seats whose choices are evidence, and the rule by which each picks among equals."""
    for part in text.lower().replace(";", ",").split(","):
        words = part.split()
        if not words:
            continue
        seats = seen.unseen
        if len(words) == 2 and words[0] in {seat.name.lower() for seat in seen.unseen}:
            seats = (Seat.of(words.pop(0)),)
        if len(words) != 1 or words[0] not in CHOICES:
            raise ArgumentError(
                f"'{part.strip()}' is not a way to choose among equal cards: write "
                f"{', '.join(CHOICES)}, "
                "or one for each hand, as 'west random, east lowest'"
            )
        for seat in seats:
            yield seat, words[0]


def _sentence(pick: _Pick, how: str) -> str:
    """Return a sentence on what a model assumes about a card that was played."""
    equal = sorted((*pick.above, *pick.below), reverse=True)
    words = f"{pick.card} was picked {CHOICES[how]} of equals" if equal else f"{pick.card} was low"
    words += f" ({' '.join(map(str, equal))} if held)" if equal else ""
    return words + (", no other lower card was held" if pick.lower else "")


def _picks(seen: VisibleCards, known: Sequence[int], seat: Seat, *, least: Rank) -> Iterator[_Pick]:
    """Yield the cards, of a rank or higher, with which an unseen hand followed if it had a choice.

    Cards are equal if every card between them is in the same hand, or was played to an earlier
    trick. Leads and discards are chosen by other rules, and are no evidence here.
    """
    quitted = 0
    elsewhere = sum(seen.hands)
    for other in seen.unseen:
        if other is not seat:
            elsewhere |= seen.play.played[other] | known[other]
    for trick in seen.play.tricks:
        led = trick[0][1].suit
        for index, (player, card) in enumerate(trick):
            if index == 0 or player is not seat or card.suit is not led or card.rank < least:
                continue
            before = [earlier_card for _, earlier_card in trick[:index]]
            strength = seen.play.strength(card, led)
            wins = all(seen.play.strength(earlier_card, led) < strength for earlier_card in before)
            played = quitted | sum(earlier_card.mask for earlier_card in before)
            pick = _Pick(
                card,
                _neighbours(card, 1, elsewhere, quitted),
                _neighbours(card, -1, elsewhere, quitted),
                () if wins else _lower(card, elsewhere | played),
            )
            if pick.beside:
                yield pick
        quitted |= sum(card.mask for _, card in trick)


def _lower(card: Card, elsewhere: int) -> tuple[Card, ...]:
    """Return the lower cards of a suit that may be in the hand of a card."""
    lower = (card.mask - 1) & 8191 << 13 * card.suit
    return tuple(cards_from_mask(lower & ~elsewhere))


def _neighbours(card: Card, step: int, elsewhere: int, quitted: int) -> tuple[Card, ...]:
    """Return the cards on one side that may be equals, up to one that is known to be elsewhere."""
    neighbours = list[Card]()
    rank = card.rank + step
    while Rank.TWO <= rank <= Rank.ACE:
        other = Card(13 * card.suit + rank)
        if not quitted & other.mask:
            if elsewhere & other.mask:
                break
            neighbours.append(other)
        rank += step
    return tuple(neighbours)


def _run(cards: Sequence[Card], held: frozenset[Card]) -> int:
    """Return the number of leading cards that are all held."""
    return next((index for index, card in enumerate(cards) if card not in held), len(cards))


def _weight_of_picks(seat: Seat, rule: str, picks: Sequence[_Pick], known_cards: int) -> Node:
    """Return the product of the chances of some picks of a hand in a suit, as whole numbers.

    ``known_cards`` is the mask of the cards that the hand is known to have been dealt.
    """
    relevant = {card for pick in picks for card in pick.beside}
    certain = frozenset(card for card in relevant if known_cards & card.mask)
    cards = sorted(relevant - certain, reverse=True)

    def chance(held: frozenset[Card]) -> Fraction:
        product_ = Fraction(1)
        for pick in picks:
            product_ *= pick.chance(rule, held | certain)
        return product_

    chances = {held: chance(held) for held in _subsets(cards)}
    return _decided(seat, cards, _whole(chances).__getitem__, frozenset())


def _subsets(cards: Sequence[Card]) -> Iterator[frozenset[Card]]:
    for bits in range(1 << len(cards)):
        yield frozenset(card for index, card in enumerate(cards) if bits >> index & 1)


def _whole(chances: dict[frozenset[Card], Fraction]) -> dict[frozenset[Card], int]:
    """Return the smallest whole numbers in proportion to the chances."""
    scale = lcm(*(chance.denominator for chance in chances.values()))
    integers = {held: int(chance * scale) for held, chance in chances.items()}
    common = gcd(*integers.values()) or 1
    return {held: number // common for held, number in integers.items()}


def _decided(
    seat: Seat, cards: Sequence[Card], weights: Callable[[frozenset[Card]], int],
    held: frozenset[Card],
) -> Node:  # fmt: skip
    """Return a weight that depends on a hand's cards, as a decision tree card by card."""
    if not cards:
        return Number(weights(held))
    first, rest = cards[0], cards[1:]
    then = _decided(seat, rest, weights, held | {first})
    other = _decided(seat, rest, weights, held)
    return then if then == other else Choice(HasCard(seat, first.index), then, other)


def _weight_of_text(text: str, seen: VisibleCards, workspace: Workspace | None) -> Node:
    """Return the weight of a stated chance."""
    match = _LIKELY.fullmatch(text)
    if not match:
        raise ArgumentError(f"'{text}' does not say how likely what you saw was: {_HOW}")
    then, other = _chance(match["then"]), _chance(match["other"] or "1")
    if not then and not other:
        raise ArgumentError(f"'{text}' says that what you saw is impossible")
    condition = seen.condition(match["condition"], workspace)
    scale = lcm(then.denominator, other.denominator)
    low, high = int(then * scale), int(other * scale)
    common = gcd(low, high)
    return Choice(condition.tree, Number(low // common), Number(high // common))


def _chance(text: str) -> Fraction:
    try:
        chance = Fraction(text.rstrip("% ").replace(" ", "")) / (100 if "%" in text else 1)
    except ZeroDivisionError:
        raise ArgumentError(f"'{text}' is not a chance: {_HOW}") from None
    if chance > 1:
        raise ArgumentError(f"a chance must be at most 1, not {text}: {_HOW}")
    return chance


def _product(weight: Node | None, factor: Node) -> Node:
    return factor if weight is None else Binary("*", weight, factor)
