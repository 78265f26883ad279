"""The odds at the table against every deal of a small pack, played as the tricks were."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from fractions import Fraction

import pytest

from dealwright import deal, table_view
from dealwright.cards import Card, Seat, cards_from_mask
from dealwright.deals.hand import hand_text
from dealwright.numbering.stream import Stream
from tests.oracles.small_packs import deals

Deal = list[int]
Words = Iterator[int]  # random ones
Tricks = list[list[tuple[int, int]]]  # of a player and a card


def length(mask: int, suit: int) -> int:
    return (mask >> 13 * suit & 8191).bit_count()


def played(words: Words, dealt: Deal, tricks: int) -> Tricks:
    """Return tricks of random legal cards at notrump."""
    hands, leader, found = list(dealt), 3, Tricks()
    for _ in range(tricks):
        trick = list[tuple[int, int]]()
        for player in ((leader + at) % 4 for at in range(4)):
            own = [card.index for card in cards_from_mask(hands[player])]
            follow = [card for card in own if trick and card // 13 == trick[0][1] // 13]
            card = (follow or own)[next(words) % len(follow or own)]
            hands[player] &= ~(1 << card)
            trick.append((player, card))
        led = trick[0][1] // 13
        leader = max((card // 13 == led, card, player) for player, card in trick)[2]
        found.append(trick)
    return found


def is_legal(dealt: Deal, tricks: Tricks) -> bool:
    """Tell whether every player has the cards and followed suit."""
    hands = list(dealt)
    for trick in tricks:
        led = trick[0][1] // 13
        for player, card in trick:
            if not hands[player] >> card & 1:
                return False
            if card // 13 != led and length(hands[player], led):
                return False
            hands[player] &= ~(1 << card)
    return True


def small_pack(words: Words, tricks: int) -> tuple[Deal, Tricks, Deal]:
    """Return a deal, its play, and the cards that are known: all but ten of the defenders'."""
    dealt = list(deal(1, seed=next(words))[0].masks)
    play = played(words, dealt, tricks)
    gone = sum(1 << card for trick in play for _, card in trick)
    known = [0, 0, 0, 0]
    for seat in (1, 3):
        left = [card.index for card in cards_from_mask(dealt[seat] & ~gone)]
        known[seat] = sum(1 << card for card in left[5:])
    return dealt, play, known


def events_of(words: Words, dealt: Deal) -> Iterator[tuple[str, Callable[[Deal], bool]]]:
    """Yield events, and what they mean by definition."""
    suit = next(words) % 4
    names = ("clubs", "diamonds", "hearts", "spades")
    out = length(dealt[1], suit) + length(dealt[3], suit)
    long = (out + 1) // 2
    yield (
        f"{names[suit]} {long}-{out - long}",
        lambda one: sorted((length(one[1], suit), length(one[3], suit))) == [out - long, long],
    )
    cards = cards_from_mask(dealt[1] | dealt[3])
    card = cards[next(words) % 26].index
    yield f"west {Card(card)}", lambda one: bool(one[3] >> card & 1)
    below = [each for each in cards_from_mask(dealt[0] | dealt[2]) if each.index < card]
    below = [each for each in below if each.suit is Card(card).suit]
    if below:
        tenace = 0 if dealt[0] >> below[0].index & 1 else 2
        yield f"onside {Card(card)}", lambda one: bool(one[(tenace + 3) % 4] >> card & 1)
        yield (
            f"{names[suit]} {long}-{out - long} and not offside {Card(card)}",
            lambda one: (
                long in (length(one[1], suit), length(one[3], suit))
                and bool(one[(tenace + 3) % 4] >> card & 1)
            ),
        )


@pytest.mark.long
@pytest.mark.parametrize("number", range(12))
def test_every_deal_of_a_small_pack(number: int) -> None:
    words = iter(Stream(f"odds at the table {number}").words(0, 1000).tolist())
    dealt, play, known = small_pack(words, number % 6)
    events = list(events_of(words, dealt))
    least = next(words) % 4
    seen = table_view(
        f"south {hand_text(dealt[2])}", f"north {hand_text(dealt[0])}",
        known={seat: cards_from_mask(known[seat]) for seat in Seat},
        play=", ".join(" ".join(str(Card(card)) for _, card in trick) for trick in play),
        where=f"hearts(east) >= {least}",
    )  # fmt: skip
    found = seen.odds([text for text, _ in events])
    fixed = [
        known[seat] | sum(1 << card for trick in play for player, card in trick if player == seat)
        for seat in range(4)
    ]
    fixed[0], fixed[2] = dealt[0], dealt[2]
    plain = [one for one in deals(fixed) if is_legal(one, play)]
    kept = [one for one in plain if length(one[1], 2) >= least]
    assert plain
    assert found.without_auction is not None
    assert (found.unseen.cards.total, found.without_auction.cards.total) == (len(kept), len(plain))
    for card in range(52):
        for seat in Seat:
            there = sum(one[seat] >> card & 1 for one in kept)
            assert found.unseen.cards.count(card, seat) == there
    for (_, holds), event in zip(events, found.events, strict=False):
        assert event.probability == share(kept, holds)
        assert event.without_auction == share(plain, holds)
    together = share(kept, lambda one: all(holds(one) for _, holds in events))
    assert found.events[-1].probability == together
    for suit, name in enumerate(("clubs", "diamonds", "hearts", "spades")):
        for (west, _), chance in found.unseen.breaks(name).items():
            assert chance == share(kept, lambda one: length(one[3], suit) == west)  # noqa: B023


def share(found: list[Deal], holds: Callable[[Deal], bool]) -> Fraction:
    return Fraction(sum(map(holds, found)), len(found))
