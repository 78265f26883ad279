"""A partly known hand, and the distribution of its values, counted or sampled."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cached_property, partial
from math import comb
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.base.current_cluster import each_in_order
from dealwright.base.errors import PokerError
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.drawing.deck import Deck
from dealwright.numbering.drawing.partial_shuffle import check_draws, draws
from dealwright.poker.cards import card_list, card_text
from dealwright.poker.games import GAMES, Game, game_named

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.numbering.stream import Stream

__all__ = ["KnownHand", "Part", "known_hand"]

Part = tuple[int, "NDArray[np.int64]"]  # a number of hands, and the counts of their values

_BOARDS = {"flop": 3, "turn": 4, "river": 5}
_LEAST_CARDS = 5  # the least number of cards that make a hand
_CHUNK = 1 << 17  # hands at a time
_OF_TASK = 32  # parts that a worker of a cluster examines: half a second of one core


@dataclass(frozen=True)
class KnownHand:
    """A partly known hand.

    ``hole`` and ``board`` are its known cards; ``dead`` cards never come. ``size`` is the number of
    hole cards of the complete hand, and ``boards`` the number of board cards at each street. In a
    game without a board ``size`` is 0 and ``boards`` counts the cards of the hand.
    """

    game: Game
    hole: tuple[int, ...]
    board: tuple[int, ...]
    dead: tuple[int, ...]
    size: int
    boards: dict[str, int]

    @cached_property
    def unseen(self) -> list[int]:
        """The cards that may come, ascending."""
        seen = {*self.hole, *self.board, *self.dead}
        return [card for card in self.game.kernels.pack.tolist() if card not in seen]

    @property
    def complete(self) -> bool:
        """Whether the known cards make a hand."""
        return (
            len(self.board) >= 3 if self.game.kind == "omaha" else self.cards_known >= _LEAST_CARDS
        )

    @property
    def cards_known(self) -> int:
        """The number of known cards of the hand."""
        return len(self.hole) + len(self.board)

    def to_come(self) -> dict[str, int]:
        """Return the streets to come, with the number of cards dealt until each."""
        missing = {
            name: self.size + cards - self.cards_known
            for name, cards in self.boards.items()
            if cards >= len(self.board)
        }
        return {name: more for name, more in missing.items() if more > 0}

    def value_rows(self, rows: NDArray[np.uint8]) -> NDArray[np.uint16]:
        """Return the values with the additional cards of each row, uint16[n]."""
        kernels = self.game.kernels
        own, shared = (_repeated(cards, len(rows)) for cards in (self.hole, self.board))
        if self.game.kind == "omaha":
            return kernels.value_omaha(own, np.hstack([shared, rows]))
        return kernels.value_rows(np.hstack([own, shared, rows]))

    def counts(self, more: int, threads: int, flag: StopFlag) -> Iterator[Part]:
        """Yield the counts of values of all hands with ``more`` additional cards, in parts."""
        total = comb(len(self.unseen), more)
        if self.game.kind != "omaha":
            known = [*self.hole, *self.board]
            n = len(known) + more
            counts = self.game.kernels.count_completions(known, n, self.unseen, stop=flag)
            yield total, counts.astype(np.int64)
            return
        yield from self._parts(partial(self._counted, more), total, threads, flag)

    def samples(
        self, more: int, rounds: int, stream: Stream, threads: int, flag: StopFlag
    ) -> Iterator[Part]:
        """Yield the counts of values of random hands with ``more`` additional cards, in parts."""
        return self._parts(partial(self._drawn, more, stream), rounds, threads, flag)

    def _parts(
        self, examine: Callable[[int, int], Part], total: int, threads: int, flag: StopFlag
    ) -> Iterator[Part]:
        """Yield a function's results for each part of ``total`` hands, here or on a cluster."""
        parts = ((start, min(_CHUNK, total - start)) for start in range(0, total, _CHUNK))
        return each_in_order(lambda part: examine(*part), parts, threads, _OF_TASK, flag)

    def check_rounds(self, rounds: int) -> None:
        """Check a number of rounds.

        :raises ArgumentError: if it is negative or too large
        """
        check_draws(rounds, 0, Deck(), "masks")

    def _counted(self, more: int, start: int, n: int) -> Part:
        numbers = np.arange(start, start + n, dtype=np.uint64)
        places = Combinations(len(self.unseen), more).unrank(numbers, np.uint8)
        return n, self._count(self.value_rows(np.array(self.unseen, dtype=np.uint8)[places]))

    def _drawn(self, more: int, stream: Stream, start: int, n: int) -> Part:
        deck = Deck.of_cards(self.unseen)
        form = "cards" if self.game.kind == "omaha" else "masks"
        drawn = draws(n, more, stream, deck, form=form, first=start, threads=1)
        if self.game.kind == "omaha":
            return n, self._count(self.value_rows(drawn))
        known = sum(1 << card for card in (*self.hole, *self.board))
        return n, self._count(self.game.kernels.value_masks(drawn | np.uint64(known)))

    def _count(self, values: NDArray[np.uint16]) -> NDArray[np.int64]:
        return np.bincount(values, minlength=self.game.kernels.worst + 1)


def known_hand(hole: Any, board: Any, dead: Any, game: str) -> KnownHand:
    """Read the known cards of a hand.

    >>> known_hand("As Kd", "Qh Jh 2c", "", "holdem").to_come()
    {'turn': 1, 'river': 2}

    :raises PokerError: if a card occurs twice or is not in the pack, there are too many or (of
        Omaha hole cards) too few, or the game has no odds here
    :raises CardError: if something is not a card
    """
    played = game_named(game)
    if not played.has_odds:
        choice = ", ".join(game_.name for game_ in GAMES.values() if game_.has_odds)
        raise PokerError(f"{played.name} has no odds by category; choose {choice}")
    parts = {
        "hole cards": card_list(hole),
        "board": card_list(board),
        "dead cards": card_list(dead),
    }
    _check_cards(parts, played)
    hole_cards, shared, never = (tuple(cards) for cards in parts.values())
    size, boards = played.hole, _BOARDS
    if not played.board:
        size, boards = 0, {f"{n} cards": n for n in range(_LEAST_CARDS, played.hole + 1)}
    known = KnownHand(played, hole_cards, shared, never, size, boards)
    _check_numbers(known)
    return known


def _check_cards(parts: dict[str, list[int]], game: Game) -> None:
    """Raise an error for a repeated card, or a card that is not in the pack."""
    pack = set(game.kernels.pack.tolist())
    place_of: dict[int, str] = {}
    for where, cards in parts.items():
        for card in cards:
            if card in place_of:
                places = where if place_of[card] == where else f"{place_of[card]} and the {where}"
                raise PokerError(f"{card_text([card])} occurs twice, in the {places}")
            if card not in pack:
                raise PokerError(f"{card_text([card])} is not in the pack of {game.name}")
            place_of[card] = where


def _check_numbers(known: KnownHand) -> None:
    """Raise an error for numbers of cards that the game cannot have."""
    game, name, n = known.game, known.game.name, len(known.hole)
    most = max(known.boards.values())
    if not game.board:
        if known.board:
            raise PokerError(f"{name} has no board; give all cards of the hand together")
        if n > most:
            raise PokerError(f"a hand of {name} has at most {most} cards, not {n}")
    elif n > known.size or (game.kind == "omaha" and n < known.size):
        hint = "; stud takes up to seven without a board" if name == "holdem" else ""
        raise PokerError(f"{name} has {known.size} hole cards, not {n}{hint}")
    if game.board and len(known.board) > most:
        raise PokerError(f"a board has at most {most} cards, not {len(known.board)}")
    needed = max(known.to_come().values(), default=0)
    if needed > len(known.unseen):
        raise PokerError(f"{needed} cards are to come, and only {len(known.unseen)} are left")


def _repeated(cards: tuple[int, ...], n: int) -> NDArray[np.uint8]:
    """Return n rows of the same cards."""
    return np.tile(np.array(cards, dtype=np.uint8), (n, 1))
