"""Positions of the play, solved double dummy and held to a plain search or to laws.

Up to four cards each, every card's tricks are those of the plain search. Larger positions have
laws: exchanged suits and turned hands change nothing but names, equal cards take the same tricks, a
goal is reached exactly if there are so many tricks, and what was solved before changes no answer.
"""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache

import numpy as np
from tools.fuzzing._cards import SEATS, hand_text, mask_of

from dealwright.base.kernels.double_dummy import DoubleDummySearch

__all__ = ["draw", "fault", "smaller"]

_MOST_PLAIN = 4  # cards each of a position that is searched by every card
_STRAINS = ("clubs", "diamonds", "hearts", "spades", "notrump")


@dataclass(frozen=True)
class Case:
    """Hands from north, as masks; who leads; a goal; and suits and a turn for the laws."""

    hands: tuple[int, ...]
    strain: int
    leader: int
    goal: int
    suits: tuple[int, ...]
    turn: int

    def __str__(self) -> str:
        hands = " ".join(hand_text(hand) for hand in self.hands)
        return f"N:{hands}, {SEATS[self.leader]} leads, {_STRAINS[self.strain]}, goal {self.goal}"


@cache
def _shared() -> DoubleDummySearch:
    """Return the search that all cases use, with a small table."""
    return DoubleDummySearch(2 << 20)


def draw(r: random.Random) -> Case:
    """Draw a position, often of few suits or with long trumps."""
    count = r.choice([2, 3, 3, 4, 4, 5, 6, 7, 9, 11])
    pool = [13 * suit + rank for suit in r.sample(range(4), r.randint(2, 4)) for rank in range(13)]
    if len(pool) < 4 * count or r.random() < 0.3:
        pool = list(range(52))
    cards = r.sample(pool, 4 * count)
    if r.random() < 0.4:  # long suits
        cards.sort(key=lambda card: card // 13 + r.random() * 2)
    hands = tuple(mask_of(cards[count * place : count * (place + 1)]) for place in range(4))
    return Case(
        hands, r.randrange(5), r.randrange(4), r.randint(1, count),
        tuple(r.sample(range(4), 4)), r.randint(1, 3),
    )  # fmt: skip


def _tricks(case: Case, search: DoubleDummySearch) -> dict[int, int]:
    found = search.cards(case.hands, case.strain, case.leader).tolist()
    return {card: tricks for card, tricks in enumerate(found) if tricks >= 0}


def _moved(case: Case) -> tuple[Case, dict[int, int]]:
    """Return the case with suits exchanged and hands turned, and where each card is then."""
    place = {card: 13 * case.suits[card // 13] + card % 13 for card in range(52)}
    hands = [
        mask_of([place[card] for card in range(52) if hand >> card & 1]) for hand in case.hands
    ]
    turned = tuple(hands[(seat - case.turn) % 4] for seat in range(4))
    strain = 4 if case.strain == 4 else case.suits[case.strain]
    return replace(case, hands=turned, strain=strain, leader=(case.leader + case.turn) % 4), place


def fault(case: Case) -> str | None:
    """Return what is wrong, or None."""
    tricks = _tricks(case, _shared())
    count = case.hands[0].bit_count()
    if count <= _MOST_PLAIN:
        from tests.oracles.double_dummy import card_tricks

        north, east, south, west = case.hands
        plain = card_tricks((north, east, south, west), case.strain, case.leader)
        if tricks != plain:
            return f"{tricks}, and a plain search finds {plain}"
    if (alone := _tricks(case, DoubleDummySearch(8 << 20))) != tricks:
        return f"{tricks}, and {alone} with a table of its own"
    moved, place = _moved(case)
    expected = {place[card]: number for card, number in tricks.items()}
    if (found := _tricks(moved, _shared())) != expected:
        return f"{expected} with suits and hands exchanged, and {found} was found"
    declarer, best = (case.leader - 1) % 4, max(tricks.values())
    deal = np.array([case.hands], np.uint64)
    for goal in {case.goal, best, best + 1}:
        makes = bool(_shared().contracts(deal, declarer, case.strain, count - goal + 1)[0])
        if makes != (best < goal):
            return f"defenders take {best}; that they take {goal}: {not makes}"
        reached = _shared().leads(deal, declarer, case.strain, goal)[0]
        if {card for card in tricks if reached[card]} != {c for c in tricks if tricks[c] >= goal}:
            return f"{tricks}, but other leads reach {goal}"
    return None


def smaller(case: Case) -> Iterator[Case]:
    """Yield simpler cases: a card less in each hand, notrump, no exchange."""
    count = case.hands[0].bit_count()
    for number in range(count if count > 1 else 0):
        hands = []
        for hand in case.hands:
            cards = [card for card in range(52) if hand >> card & 1]
            hands.append(mask_of(cards[:number] + cards[number + 1 :]))
        yield replace(case, hands=tuple(hands), goal=min(case.goal, count - 1))
    simpler = replace(case, strain=4), replace(case, suits=(0, 1, 2, 3)), replace(case, turn=1)
    yield from (each for each in simpler if each != case)
