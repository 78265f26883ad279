"""Practice sets over the auctions of a system, each board with its auction as the answer."""

from __future__ import annotations

from collections.abc import Generator, Sequence
from dataclasses import dataclass
from typing import Any

from dealwright.ask.condition import Condition
from dealwright.base.errors import ConditionError
from dealwright.base.jobs import Job
from dealwright.cards.bridge.auction import Auction
from dealwright.formats import Board, Settings
from dealwright.formats.writing import boards_of_deals
from dealwright.numbering.stream import Seed, Stream
from dealwright.practice.mixtures import ShareLike
from dealwright.practice.practice_sets import PracticeSet, dealing_practice_set
from dealwright.systems.bidding import board_with_auction
from dealwright.systems.calls import auction_of
from dealwright.systems.system import System

__all__ = ["SystemPractice", "practising_system"]


@dataclass(frozen=True)
class SystemPractice:
    """Boards with their auctions by the rules; ``auctions`` are the auctions chosen for them."""

    boards: tuple[Board, ...]
    auctions: tuple[str, ...]


def practising_system(
    system: System,
    auctions: Sequence[tuple[str, ShareLike]],
    n: int,
    *,
    first: int = 1,
    seed: Seed | Stream | None = None,
) -> Job[Any, SystemPractice]:
    """Return a job that deals n boards over some auctions, in given shares and random order.

    Auctions begin with a call of the side. Hands are rotated so that the first of North and South
    to call makes it. The deals of an auction are uniform among all deals with that auction.

    >>> from dealwright.systems import read_system
    >>> wanted = [("1NT 2C", 2), ("1S 2S", 1)]
    >>> practice = practising_system(read_system("natural"), wanted, 6, seed=1).result()
    >>> sorted(practice.auctions), [turn.text for turn in practice.boards[0].auction[:3]]
    (['1NT 2C', '1NT 2C', '1NT 2C', '1NT 2C', '1S 2S', '1S 2S'], ['1NT', 'Pass', '2C'])

    :raises ConditionError: if an auction cannot occur, or gives no information
    """
    types = []
    for auction, share in auctions:
        parsed, tree = auction_of(auction), system.tree(auction)
        if tree is None or not _by_the_side(parsed):
            raise ConditionError(
                f"'{auction}' is not an auction to practise: it begins with a call of the side"
            )
        types.append((auction, Condition(tree), share))

    def practised(job: Job[Any, SystemPractice]) -> Generator[Any, None, SystemPractice]:
        part = dealing_practice_set(n, types, place="first", first=first, seed=seed)
        practice: PracticeSet = yield from job.run_part(part)
        boards = boards_of_deals(Settings(practice.first), practice.deals, 0)
        bid = tuple(board_with_auction(system, board) for board in boards)
        return SystemPractice(bid, practice.types)

    return Job(practised)


def _by_the_side(auction: Auction) -> bool:
    return bool(auction.calls) and auction.dealer % 2 == 0
