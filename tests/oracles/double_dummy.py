"""A double-dummy solver for endings: alpha-beta search over every legal card, and a table.

It knows nothing of equal cards or of quick tricks, so it is slow (up to six cards a hand) and can
be checked by reading.
"""

from __future__ import annotations

from collections.abc import Iterator

NOTRUMP = 4
Hands = tuple[int, int, int, int]


def card_tricks(
    hands: Hands, strain: int, leader: int, trick: tuple[int, ...] = ()
) -> dict[int, int]:
    """Return the tricks that the player's side takes from here with each card it can play.

    ``hands`` are masks of the cards left, north first; ``trick`` the numbers of the cards already
    played to the trick that ``leader`` led.
    """
    player = (leader + len(trick)) % 4
    search = _Search(strain)
    found = dict[int, int]()
    for card in legal_cards(hands[player], trick):
        north_south = search.after(hands, leader, trick, card, -1, 14)
        left = hands[player].bit_count()
        found[card] = north_south if player % 2 == 0 else left - north_south
    return found


class _Search:
    """Counts the tricks of north and south; ``table`` has their bounds where a trick begins."""

    def __init__(self, strain: int) -> None:
        self.strain = strain
        self.table: dict[tuple[Hands, int], tuple[int, int]] = {}

    def value(self, hands: Hands, leader: int, trick: tuple[int, ...], low: int, high: int) -> int:
        """Return the tricks; only a bound of them where they are not between low and high."""
        left = hands[leader].bit_count()
        if not trick:
            if not left:
                return 0
            known = self.table.get((hands, leader), (0, left))
            if known[0] >= high or known[0] == known[1]:
                return known[0]
            if known[1] <= low:
                return known[1]
            low, high = max(low, known[0]), min(high, known[1])
        player = (leader + len(trick)) % 4
        maximise = player % 2 == 0
        best = -1 if maximise else 14
        bottom, top = low, high
        for card in legal_cards(hands[player], trick):
            value = self.after(hands, leader, trick, card, bottom, top)
            if maximise:
                best = max(best, value)
                bottom = max(bottom, best)
            else:
                best = min(best, value)
                top = min(top, best)
            if bottom >= top:
                break
        if not trick:
            least, most = self.table.get((hands, leader), (0, left))
            self.table[hands, leader] = (
                max(least, best) if best > low else least,
                min(most, best) if best < high else most,
            )
        return best

    def after(
        self, hands: Hands, leader: int, trick: tuple[int, ...], card: int, low: int, high: int
    ) -> int:
        """Return the tricks after a card has been played."""
        player = (leader + len(trick)) % 4
        rest = list(hands)
        rest[player] &= ~(1 << card)
        north, east, south, west = rest
        played = (*trick, card)
        if len(played) < 4:
            return self.value((north, east, south, west), leader, played, low, high)
        winner = (leader + _winning(played, self.strain)) % 4
        won = 1 - winner % 2
        return won + self.value((north, east, south, west), winner, (), low - won, high - won)


def legal_cards(hand: int, trick: tuple[int, ...]) -> Iterator[int]:
    """Yield the cards that may be played, the highest of each suit first."""
    if trick:
        suit = 0x1FFF << 13 * (trick[0] // 13)
        hand = hand & suit or hand
    while hand:
        card = hand.bit_length() - 1
        yield card
        hand ^= 1 << card


def _winning(trick: tuple[int, ...], strain: int) -> int:
    """Return the place of the card that wins a trick."""
    trumps = [card for card in trick if card // 13 == strain]
    followed = [card for card in trick if card // 13 == trick[0] // 13]
    return trick.index(max(trumps or followed))
