"""Calls, contracts and tricks: the contract of an auction, and the order of play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Sequence
from dataclasses import replace
from typing import NamedTuple

from dealwright.bridge.auction import DeclaredContract, contract_so_far, passes_to_end
from dealwright.cards import Card, Seat
from dealwright.errors import CardError
from dealwright.formats.records import Board, Turn

__all__ = [
    "CALL",
    "CLOSING",
    "Calls",
    "board_contract",
    "by_columns",
    "calls_or_text",
    "cards_in_a_row",
    "closing_passes",
    "contract_of",
    "contract_tags",
    "in_order",
    "with_play",
]

# Patterns of the spellings of a call, longer ones first, and of the passes at the end.
CALL = (
    r"PASS|NB|REDOUBLE|RE?DBL|DOUBLE|DBL|XX|X|P|D|R"
    r"|[1-7](?:NT|N|[SHDC\u2660\u2665\u2666\u2663])"
)
CLOSING = r"ALL\s*PASS|AP"
_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(XX?)?")
_PLAYED = re.compile(r"[SHDC][2-9TJQKA]")


class Calls(NamedTuple):
    """An auction as it was read; if that failed, its text as a comment and the reason."""

    turns: tuple[Turn, ...] = ()
    comments: tuple[str, ...] = ()
    fault: str = ""


def calls_or_text(read: Callable[[], Iterable[Turn]], text: str) -> Calls:
    """Return the auction that ``read`` returns; if it raises CardError, keep the text.

    >>> from dealwright.formats.lin import read_calls
    >>> calls_or_text(lambda: read_calls("1C8S"), "1C 8S")
    Calls(turns=(), comments=('auction as written: 1C 8S',), fault="'8S' is not a call")
    """
    try:
        return Calls(tuple(read()))
    except CardError as error:
        return Calls((), (f"auction as written: {' '.join(text.split())}",), str(error))


def _calls(auction: Iterable[Turn]) -> list[str]:
    """Return the calls without PBN's other signs."""
    return [turn.text for turn in auction if turn.text[0] not in "^-*+"]


def closing_passes(auction: Sequence[Turn]) -> int:
    """Return how many passes are missing at the end of an auction.

    >>> closing_passes([]), closing_passes([Turn("1C"), Turn("Pass")])
    (4, 2)
    """
    return passes_to_end(_calls(auction))


def contract_of(auction: Sequence[Turn], dealer: Seat | None) -> DeclaredContract | None:
    """Return the contract of an auction so far, or None.

    >>> contract_of([Turn(call) for call in ("1S", "X", "2S", "Pass")], Seat.WEST)
    DeclaredContract(level=2, strain='S', risk='', declarer=<Seat.WEST: 3>)
    """
    return None if dealer is None else contract_so_far(_calls(auction), dealer)


def contract_tags(auction: Sequence[Turn], dealer: Seat | None) -> dict[str, str]:
    """Return PBN's tags ``Contract`` and ``Declarer`` of an auction that has ended."""
    if dealer is None or closing_passes(auction):
        return {}
    contract = contract_of(auction, dealer)
    if contract is None:
        return {"Contract": "Pass", "Declarer": ""}
    return {"Contract": contract.text, "Declarer": contract.declarer.letter}


def board_contract(board: Board) -> DeclaredContract | None:
    """Return the contract that the tags name, or else the one of the auction."""
    named = _CONTRACT.fullmatch(board.tags.get("Contract", "").upper())
    declarer = board.tags.get("Declarer", "").lstrip("^").upper()
    if named and declarer in ("N", "E", "S", "W"):
        strain = "NT" if named[2].startswith("N") else named[2]
        return DeclaredContract(int(named[1]), strain, named[3] or "", Seat.of(declarer))
    return contract_of(board.auction, board.dealer)


def _winner(cards: Sequence[tuple[Seat, Card]], trump: str) -> Seat:
    """Return the winner of a trick, given in the order of play."""
    led = cards[0][1].suit

    def strength(played: tuple[Seat, Card]) -> int:
        card = played[1]
        return card.rank + (26 if card.suit.letter == trump else 13 if card.suit == led else 0)

    return max(cards, key=strength)[0]


def in_order(board: Board) -> list[tuple[Seat, Turn]]:
    """Return the cards of a board in the order in which they were played, with their players.

    The order after the first trick depends on the contract; without one the list ends after that
    trick. It also ends before an unknown card.
    """
    if board.leader is None:
        return []
    turns = [turn for turn in board.play if turn.text[0] not in "^*+"]
    contract, lead, order = board_contract(board), board.leader, list[tuple[Seat, Turn]]()
    for start in range(0, len(turns), 4):
        by_seat = {
            Seat((board.leader + k) % 4): turn for k, turn in enumerate(turns[start : start + 4])
        }
        trick = list[tuple[Seat, Turn]]()
        for k in range(4):
            seat = Seat((lead + k) % 4)
            if seat not in by_seat or not _PLAYED.fullmatch(by_seat[seat].text):
                return order + trick
            trick.append((seat, by_seat[seat]))
        order += trick
        if contract is None:
            return order
        lead = _winner([(seat, Card(turn.text)) for seat, turn in trick], contract.strain)
    return order


def by_columns(
    turns: Sequence[Turn],
    leader: Seat,
    contract: DeclaredContract | None,
    hands: Sequence[int | None],
) -> tuple[Turn, ...]:
    """Return cards in the order of play as rows of PBN: a trick each, by seats from the leader.

    The player of a card is found from the hands, or else from the winners of the previous tricks.

    :raises CardError: if two cards of a trick are from one hand
    """
    columns: list[Turn] = []
    lead = leader
    for start in range(0, len(turns), 4):
        trick = []
        for k, turn in enumerate(turns[start : start + 4]):
            card = Card(turn.text)
            owner = next((s for s in Seat if (hands[s] or 0) & card.mask), Seat((lead + k) % 4))
            trick.append((owner, turn))
        row = dict(trick)
        if len(row) != len(trick):
            raise CardError(f"the cards of trick {start // 4 + 1} are not of different hands")
        columns += [row.get(Seat((leader + k) % 4), Turn("-")) for k in range(4)]
        played = [(seat, Card(turn.text)) for seat, turn in trick]
        lead = _winner(played, contract.strain if contract else "")
    while columns and columns[-1] == Turn("-"):
        columns.pop()
    return tuple(columns)


def with_play(board: Board, cards: Sequence[Turn]) -> Board:
    """Return a board with cards that are given in the order of play.

    :raises CardError: if the first leader is unknown, or two cards of a trick are from one hand
    """
    if not cards:
        return board
    contract = board_contract(board)
    led = Card(cards[0].text).mask
    holder = next((seat for seat in Seat if (board.hands[seat] or 0) & led), None)
    leader = holder if contract is None else contract.declarer.left
    if leader is None:
        raise CardError("the opening leader is not known")
    return replace(board, leader=leader, play=by_columns(cards, leader, contract, board.hands))


def cards_in_a_row(text: str) -> list[Turn]:
    """Read cards that are run together, as in ``SAh10``.

    >>> [turn.text for turn in cards_in_a_row("SAh10")]
    ['SA', 'HT']

    :raises CardError: if there is anything else
    """
    word = "".join(text.split()).replace("10", "T")
    return [Turn(str(Card(word[start : start + 2]))) for start in range(0, len(word), 2)]
