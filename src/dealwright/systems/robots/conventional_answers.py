"""Answers: to a question for keycards and to its answer, and to a take-out double."""

from __future__ import annotations

import numpy as np

from dealwright.cards import Strain, Suit
from dealwright.planning.sampling.evaluation import values_of
from dealwright.systems.robots.kinds import CallKind, What
from dealwright.systems.robots.pool import pool
from dealwright.systems.robots.situation import (
    MAJORS,
    MINORS,
    Situation,
    at_least,
    at_most,
    points,
    support,
    word,
)  # fmt: skip
from dealwright.systems.robots.trees import tree_of

__all__ = ["after_keycards", "answer_keycards", "answer_takeout", "keycards_of"]

_KEYCARDS = 5
_GAME, _MINOR, _INVITES, _SLAM = 25, 28, 22, 37  # points of two hands
_DOUBLER = 9  # points that a take-out double promises at least, if the pool says no more


def answer_keycards(at: Situation) -> bool:
    """Write the answers to a question for keycards: 0 or 3, 1 or 4, 2, 2 with the queen."""
    suit = _suit_of(at, What.KEYCARDS)
    if suit is None:
        return False
    held, answer = keycards_of(suit), CallKind(What.ANSWER, suit)
    at.add("5C", f"{held} in {{0, 3}}", note="0 or 3 keycards", kind=answer)
    at.add("5D", f"{held} in {{1, 4}}", note="1 or 4 keycards", kind=answer)
    queen = f"!hascard({suit.letter}Q)"
    at.add("5H", queen, note="2 keycards without the queen", kind=answer)
    at.add("5S", note="2 keycards and the queen", kind=answer)
    return True


def _suit_of(at: Situation, what: What) -> Suit | None:
    """Return the suit of partner's last call if it is of that kind, and waits for this one."""
    kind = at.partners_kind
    waits = kind.what is what and at.partner_spoke and at.right_passed
    return kind.suit if waits else None


def keycards_of(suit: Suit) -> str:
    """Return the number of keycards of a suit as a quantity: the aces and its king."""
    return f"(aces + kings({word(suit)}))"


def after_keycards(at: Situation) -> bool:
    """Write what follows the answer: seven with all keycards, six with all but one, else five."""
    suit = _suit_of(at, What.ANSWER)
    if suit is None:
        return False
    has, held, trumps = _answered(at, suit), keycards_of(suit), suit.letter
    grand = at.supports(suit, _SLAM)
    at.add(f"7{trumps}", at_least(held, _KEYCARDS - has), grand, note="all keycards, to play")
    at.add(
        f"6{trumps}", at_least(held, _KEYCARDS - 1 - has),
        note="at most one keycard is missing, to play",
    )  # fmt: skip
    if at.strain == Strain(suit):
        at.add("Pass", note="two keycards are missing")
    elif at.cheapest(suit) <= 5:
        at.add(f"5{trumps}", note="two keycards are missing, to play")
    else:
        at.add(f"6{trumps}", note="to play")
    return True


def _answered(at: Situation, suit: Suit) -> int:
    """Return the keycards that partner has by the answer, of two numbers the likelier."""
    seat, masks = at.partner, pool().masks[at.place.hands[at.partner]]
    counts = values_of(tree_of(seat, keycards_of(suit), test=False), masks)
    low = {"5C": 0, "5D": 1}.get(at.last.call)
    if low is None:
        return 2
    return low + 3 if np.mean(counts == low + 3) > 0.5 else low


def answer_takeout(at: Situation) -> bool:
    """Write the answers to partner's take-out double, also over another bid."""
    calls = at.partners_calls
    doubled = bool(calls) and calls[-1][1] == "X" and at.partners_kind.what is What.TAKEOUT
    if not doubled or not at.partner_spoke or at.is_ours_last:
        return False
    least = at.partners.least_points
    promised = float(least) if least >= _DOUBLER else at.base
    if at.doubled == "XX" or (at.doubled == "X" and at.right_passed):
        _answer(at, promised)
    else:
        _answer_over_bid(at, promised)
    return True


def _penalty_pass(at: Situation) -> None:
    """Write the pass of a take-out double: four good trumps or five."""
    if at.strain == Strain.NOTRUMP:
        return
    trumps = Suit(at.strain)
    few = 5 if at.level <= 2 else 4
    honours = points(6) if at.level >= 4 else at_least(f"hcp({word(trumps)})", 3)
    good = at_least(f"top5({word(trumps)})", 2)
    at.add("Pass", at_least(trumps, few), good, honours, note="for penalties")


def _answer(at: Situation, promised: float) -> None:
    """Write the answers to a double that stands: strength first, then the best suit."""
    _penalty_pass(at)
    if at.level >= 4:
        _answer_high(at, promised)
        return
    _games(at, promised)
    suits = [suit for suit in at.unbid if at.cheapest(suit) <= 4]
    if at.cheapest(at.strain) <= 4 and at.strain != Strain.NOTRUMP and not at.my_calls:
        at.bid(
            at.strain, points(_GAME - promised), note="strong, forces to game",
            kind=CallKind(What.GAME),
        )  # fmt: skip
    for suit in MAJORS:
        if suit in suits and at.cheapest(suit) <= 2:
            jump = f"{at.cheapest(suit) + 1}{suit.letter}"
            enough = support(suit, 4, _INVITES + 0.5 - promised)
            at.add(jump, at_least(suit, 4), enough, points(8), note="invites")
    if at.cheapest(Strain.NOTRUMP) == 2 and at.level == 2:
        invites = f"hcp in {max(0, round(_INVITES - promised))}..{max(0, round(24 - promised))}"
        at.add("2NT", at.stop, invites, note="invites")
    _longer(at, [suit for suit in MAJORS if suit in suits])
    if at.cheapest(Strain.NOTRUMP) == 1 and at.stop:
        at.add("1NT", at.stop, points(6), note="answers the double")
    _longer(at, [suit for suit in MINORS if suit in suits])
    cheap = sorted(suits, key=lambda suit: (at.cheapest(suit), -suit))
    for suit in cheap:
        few = 2 if at.partners.least[suit] >= 5 else max(3, at.for_fit(suit) - 1)
        at.bid(suit, at_least(suit, few), note="answers the double")
    for suit in cheap[:1]:
        at.bid(suit, note="answers the double")


def _answer_high(at: Situation, promised: float) -> None:
    """Write the answers to a double of a bid at the four level or above."""
    for suit in at.unbid:
        if at.cheapest(suit) <= 5:
            few = 6 if suit in MINORS else 5
            strong = at_least("long_points", 20 - promised)
            longest = f"longest == {word(suit)}"
            at.bid(suit, at_least(suit, few), longest, strong, note="a long suit")
    at.add("Pass", note="nothing to say over a high double")


def _longer(at: Situation, suits: list[Suit]) -> None:
    """Write the cheapest bids in two suits, or one: the longer one with four cards or more."""
    for suit in suits:
        others = [f"{word(suit)} >= {word(other)}" for other in suits if other != suit]
        at.bid(suit, at_least(suit, 4), *others, note="answers the double")


def _games(at: Situation, promised: float) -> None:
    """Write the games opposite a take-out double."""
    for suit in at.unbid:
        if at.partners.least[suit] >= 5 and at.cheapest(suit) <= 4:
            at.bid(suit, at_least(suit, at.for_fit(suit)), note="partner's suit")
    _major_games(at, promised)
    if at.cheapest(Strain.NOTRUMP) <= 3 and at.stop:
        at.add("3NT", at.stop, points(_GAME - promised), note="to play")
    for suit in MINORS:
        if suit in at.unbid:
            enough = at_least("long_points", _MINOR - promised)
            at.add(f"5{suit.letter}", at_least(suit, 6), enough, note="a long suit, to play")


def _major_games(at: Situation, promised: float) -> None:
    for suit in MAJORS:
        if suit in at.unbid and at.cheapest(suit) <= 4:
            for few, total in ((5, 23.0), (4, 25.5)):
                enough = support(suit, few, total - promised)
                at.add(f"4{suit.letter}", at_least(suit, few), enough, note="to play")


def _answer_over_bid(at: Situation, promised: float) -> None:
    """Write free bids and doubles after the opponents bid over partner's double."""
    _major_games(at, promised)
    if at.cheapest(Strain.NOTRUMP) <= 3 and at.stop:
        at.add("3NT", at.stop, points(_GAME - promised), note="to play")
    for suit in at.unbid:
        level = at.cheapest(suit)
        if level <= 3:
            total = 16 + 2.5 * (level - 1) - promised
            if suit in MAJORS:
                five = support(suit, 5, total - 1.5)
                at.bid(suit, at_least(suit, 5), five, note="a free bid")
            enough = support(suit, 4, total + 0.5) if suit in MAJORS else points(total)
            at.bid(suit, at_least(suit, 4 if suit in MAJORS else 5), enough, note="a free bid")
    if at.level <= 3 and at.strain != Strain.NOTRUMP:
        enough = points(20 - promised + 1.5 * (at.level - 2))
        short = at_most(Suit(at.strain), 3)
        at.add("X", enough, short, note="responsive", kind=CallKind(What.TAKEOUT))
    at.add("X", points(_INVITES - promised), note="points", kind=CallKind(What.PENALTY))
    at.add("Pass", note="nothing to say")
