"""The search for boards that a theme decides: dealt, solved, played to an ending, proved."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Sequence
from functools import partial, reduce
from itertools import combinations, count
from typing import TYPE_CHECKING

from tools.themed_boards.lines import handicap_of, themed_ending
from tools.themed_boards.proofs import proved_themes
from tools.themed_boards.table import NO_HANDICAP, Handicap, OpenTable

from dealwright.ask.condition import parse
from dealwright.base.errors import BudgetExceeded, Stopped
from dealwright.base.jobs import Job
from dealwright.base.threads import in_order, thread_count
from dealwright.cards import Card, Strain, cards_from_mask, mask_of
from dealwright.double_dummy.asks import Position as OpenPosition
from dealwright.double_dummy.asks import Tricks
from dealwright.double_dummy.current_solver import current_solver
from dealwright.numbering.stream import Stream
from dealwright.play.ending import Position
from dealwright.play.themes.boards import CONTRACT, DECLARER, ThemedBoard

if TYPE_CHECKING:
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.deals import Deal
    from dealwright.numbering.stream import Seed

__all__ = ["finding_boards", "position_at", "table_of"]

_BATCH = 16  # deals that are solved together
_BUDGET, _EXIT_BUDGET = 10_000_000, 40_000_000  # operations of a question about a whole deal
_ENDINGS = (6, 5)  # cards of each hand

_TRICKS = 12
_HANDS = (
    "balanced(north) && balanced(south) && hcp(north) + hcp(south) in 31..33 && hcp(south) >= 14"
)


def finding_boards(
    theme: str, n: int, *, seed: Seed | Stream | None = None
) -> Job[ThemedBoard, list[ThemedBoard]]:
    """Return a job that finds n boards of a theme; its partial results are the boards.

    If it is stopped, the result has the boards so far.
    """
    stream = Stream.of(seed)

    def work(job: Job[ThemedBoard, list[ThemedBoard]]) -> Generator[
        ThemedBoard, None, list[ThemedBoard]
    ]:  # fmt: skip
        boards = list[ThemedBoard]()
        job.report(0, n, "boards")
        try:
            tasks = (
                partial(_board, theme, deal, job.flag) for deal in _candidates(stream, job.flag)
            )
            for board in in_order(tasks, thread_count(), job.flag):
                if board is not None:
                    boards.append(board)
                    job.report(len(boards), n, "boards")
                    yield board
                if len(boards) == n:
                    break
        except Stopped:
            pass
        return boards

    return Job(work)


def _candidates(stream: Stream, stop: StopFlag) -> Iterator[Deal]:
    """Yield deals in which South makes the contract double dummy."""
    condition = parse(_HANDS)
    for number in count():
        deals = condition.deal(_BATCH, seed=stream.split(f"themes {number}"))
        ask = Tricks(deals.masks, DECLARER, Strain.NOTRUMP, _TRICKS)
        made = current_solver().solve(ask, stop=stop)
        yield from (deal for deal, makes in zip(deals, made, strict=True) if makes)


def table_of(board: ThemedBoard) -> OpenTable:
    """Return the four hands after the play of a board."""
    return reduce(OpenTable.after, board.play, _table(board.deal))


def _table(deal: Deal) -> OpenTable:
    return OpenTable.begin(deal.masks, DECLARER, Strain.NOTRUMP, DECLARER.left, _TRICKS)


def _board(theme: str, deal: Deal, stop: StopFlag) -> ThemedBoard | None:
    """Return the board if a theme decides it; None too if a search takes too long."""
    handicap = handicap_of(theme, DECLARER)
    table = _table(deal)
    try:
        budget = _EXIT_BUDGET if theme == "throw-in" else _BUDGET
        if handicap is not None and table.makes(handicap, stop=stop, most_operations=budget):
            return None
        for left in _ENDINGS:
            played = _played_to(table, left, handicap, budget, stop)
            if played is None:
                return None
            table = played
            board = _at_ending(theme, deal, table, stop)
            if board is not None:
                return board
    except BudgetExceeded:
        pass
    return None


def _played_to(
    table: OpenTable, left: int, handicap: Handicap | None, budget: int, stop: StopFlag
) -> OpenTable | None:
    """Return the table with so many cards left; with a handicap, where it beats the contract."""
    while table.left > left or table.trick:
        asked, wanted = (NO_HANDICAP, True) if table.ours or handicap is None else (handicap, False)
        for card in _ordered(table):
            after = table.after(card)
            if after.makes(asked, stop=stop, most_operations=budget) is wanted:
                break
        else:
            return None
        table = after
    return table


def _ordered(table: OpenTable) -> list[Card]:
    """Return the cards of who plays next, those that are played first if nothing speaks against.

    Declarer leads winners of long suits, and wins a trick as cheaply as he can; defenders lead low
    from long suits; else low cards.
    """
    cards, seat = table.legal(), table.turn
    if not table.trick:
        side = table.hands[seat] | (table.hands[seat.partner] if table.ours else 0)

        def lead(card: Card) -> tuple[bool, int, int]:
            suit = 8191 << 13 * card.suit
            beaten = (sum(table.hands) & ~table.hands[seat] & suit) > card.mask
            length = (side & suit).bit_count()
            return (beaten, -length, -card.rank) if table.ours else (False, -length, card.rank)

        return sorted(cards, key=lead)
    led = table.trick[0].suit
    theirs = sum(table.hands[(seat + step) % 4] for step in (1, 3) if len(table.trick) + step < 4)
    beat = max(card for card in table.trick if card.suit is led).mask
    partner = table.trick[-2] if len(table.trick) > 1 else None
    safe = partner and partner.mask == beat and (theirs & 8191 << 13 * led) < beat

    def follow(card: Card) -> tuple[bool, int]:
        wins = card.suit is led and card.mask > max(beat, theirs & 8191 << 13 * led)
        return (table.ours and not safe and not wins, card.rank)

    return sorted(cards, key=follow)


def _at_ending(theme: str, deal: Deal, table: OpenTable, stop: StopFlag) -> ThemedBoard | None:
    """Return the board if its ending is won by the theme."""
    if not table.ours:
        return None
    if handicap_of(theme, DECLARER) is not None:
        here = OpenPosition(_four(table.hands), table.strain, table.leader)
        proof = proved_themes(here, DECLARER, table.tricks, budget=_BUDGET, stop=stop)
        if (proof.squeeze, proof.throw_in) != (theme == "squeeze", theme == "throw-in"):
            return None
        victims = proof.squeezed or proof.thrown_in
    else:
        victims = ()
    position, first = position_at(table)
    ending = themed_ending(theme, position, first, stop)
    if ending is None:
        return None
    return ThemedBoard(
        theme, CONTRACT, deal, table.played, table.tricks, ending.best, ending.after, ending.chance,
        ending.rival, ending.seat, ending.card, ending.rival_card, victims,
    )  # fmt: skip


def position_at(table: OpenTable) -> tuple[Position, int]:
    """Return an ending as declarer sees it at the beginning of a trick, and the layout.

    The layouts are those of the unseen cards in which no defender has a suit that he has not
    followed to; all have the same weight.
    """
    seat = table.declarer
    left, right = seat.left, seat.right
    first = table.hands[left]
    unseen = first | table.hands[right]
    weights = {
        held: 1
        for held in map(mask_of, combinations(cards_from_mask(unseen), table.left))
        if not held & table.voids[left] and not (unseen ^ held) & table.voids[right]
    }
    hands = table.hands[seat], table.hands[seat.partner]
    position = Position(seat, hands, unseen, table.leader, (), table.strain, table.tricks, weights)
    return position, first


def _four(hands: Sequence[int]) -> tuple[int, int, int, int]:
    north, east, south, west = hands
    return north, east, south, west
