"""The play of a contract: the position after some cards, and the result of each next card."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import CardError
from dealwright.cards import Card, Seat, Strain
from dealwright.double_dummy.asks import Cards, CardTricks, Position
from dealwright.double_dummy.solver import Solver

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import LETTER, TEXT
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.deals import Deal

__all__ = ["SolvedPlay", "play_out", "solved_play"]


@dataclass(frozen=True)
class SolvedPlay(Tabular):
    """The cards that a player may play next, with declarer's total number of tricks after each.

    ``won`` is declarer's number of tricks so far; ``cards`` are groups of equivalent cards, those
    that are best for the player first.
    """

    table_rows = "cards"

    contract: str
    played: tuple[Annotated[Card, TEXT], ...]
    player: Annotated[Seat, LETTER]
    won: int
    cards: tuple[CardTricks, ...]

    def lines(self) -> list[str]:
        """Return a line for each number of tricks: the cards that lead to it."""
        names_by_tricks = dict[int, list[str]]()
        for group in self.cards:
            names = [str(card) for card in group.cards]
            names_by_tricks.setdefault(group.tricks, []).append(
                names[0][0] + "".join(n[1] for n in names)
            )
        return [
            f"{self.contract}, {self.player.name.lower()} to play; declarer takes",
            *(f"{tricks:>4}  {' '.join(groups)}" for tricks, groups in names_by_tricks.items()),
        ]


def play_out(
    deal: Deal, strain: Strain, declarer: Seat, played: Sequence[Card] = ()
) -> tuple[Position, int]:
    """Return the position after some cards, and the tricks that declarer's side has won.

    Cards are in the order in which they were played, from the lead on; the winner of a trick leads
    to the next.

    >>> from dealwright.deals import Deal
    >>> deal = Deal("N:AKQJ.AKQ.AKQ.AKQ T98.JT9.JT98.JT9 765.876.765.8765 -")
    >>> position, won = play_out(deal, Strain.SPADES, Seat.NORTH, [Card("ST")])
    >>> position.player, won
    (<Seat.SOUTH: 2>, 0)

    :raises CardError: if a card is not the player's, or does not follow suit, or none is left
    """
    hands, leader, trick, won = list(deal.masks), declarer.left, list[Card](), 0
    for card in played:
        player = Seat((leader + len(trick)) % 4)
        player_name = player.name.lower()
        if not hands[player] & card.mask:
            raise CardError(f"{player_name} plays next, and does not have {card}")
        led = trick[0].suit if trick else card.suit
        if card.suit is not led and hands[player] >> 13 * led & 8191:
            raise CardError(
                f"{player_name} cannot play {card}: a hand with {led.name.lower()} follows suit"
            )
        hands[player] &= ~card.mask
        trick.append(card)
        if len(trick) == 4:
            order = [
                (int(played_card.suit) == int(strain), played_card.suit is led, played_card.rank)
                for played_card in trick
            ]
            leader = Seat((leader + order.index(max(order))) % 4)
            won += leader % 2 == declarer % 2
            trick = []
    if not any(hands):
        raise CardError("all cards have been played")
    north, east, south, west = hands
    return Position((north, east, south, west), strain, leader, tuple(trick)), won


def solved_play(
    deal: Deal,
    strain: Strain,
    declarer: Seat,
    played: Sequence[Card] = (),
    *,
    contract: str,
    solver: Solver,
    stop: StopFlag | None = None,
) -> SolvedPlay:
    """Return the result of each card that can be played next; ``contract`` is used as a title.

    :raises CardError: if the cards cannot have been played so
    :raises SolverError: if the solver fails
    """
    position, won = play_out(deal, strain, declarer, played)
    player = position.player
    cards_left = position.hands[player].bit_count()
    ours = player % 2 == declarer % 2
    cards = tuple(
        CardTricks(group.cards, won + (group.tricks if ours else cards_left - group.tricks))
        for group in solver.solve(Cards([position]), stop=stop)[0]
    )
    return SolvedPlay(contract, tuple(played), player, won, cards)
