"""Calls, contracts and tricks: the contract of an auction, and the order of play."""

from __future__ import annotations

import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, partial
from itertools import takewhile
from typing import NamedTuple

from dealwright.bridge.auction import BIDS, DeclaredContract, contract_so_far, passes_to_end
from dealwright.cards import Card, Seat, Strain, Suit, trick_strength
from dealwright.errors import CardError
from dealwright.formats.records import Board, Turn

__all__ = [
    "CALL",
    "CALL_TURNS",
    "CARD_TURNS",
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
    "leader_and_play",
    "tricks_in_order",
    "with_play",
]

# Patterns of the spellings of a call, longer ones first, and of the passes at the end.
CALL = (
    r"PASS|NB|REDOUBLE|RE?DBL|DOUBLE|DBL|XX|X|P|D|R"
    r"|[1-7](?:NT|N|[SHDC\u2660\u2665\u2666\u2663])"
)
CLOSING = r"ALL\s*PASS|AP"
_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(XX?)?")
_MASKS = {str(card): card.mask for card in map(Card, range(52))}
# The cards and calls in PBN's words, which most turns of most files are.
CARD_TURNS = {text: Turn(text) for text in _MASKS}
CALL_TURNS = {text: Turn(text) for text in ("Pass", "X", "XX", *BIDS)}
_NOTHING = Turn("-")
_ROUNDS = [[0, 1, 2, 3], [1, 2, 3, 0], [2, 3, 0, 1], [3, 0, 1, 2]]


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


@cache
def _strengths(trump: str) -> Mapping[str, Mapping[str, int]]:
    """Return the strength of each card in a trick by the card led; cards are PBN's words."""
    strain, cards = Strain.of(trump or "NT"), [*map(Card, range(52))]
    tables = []
    for led in Suit:
        ranked = sorted(cards, key=partial(trick_strength, led=led, trump=strain))
        tables.append({str(card): place for place, card in enumerate(ranked)})
    return {str(card): tables[card.suit] for card in cards}


def _winner(trick: Sequence[Turn], strengths: Mapping[str, Mapping[str, int]]) -> int:
    """Return the index of the card that wins a trick, given in the order of play.

    :raises KeyError: if one is not a card
    """
    strength = strengths[trick[0].text]
    values = [strength[turn.text] for turn in trick]
    return values.index(max(values))


def tricks_in_order(board: Board) -> list[tuple[int, Sequence[Turn]]]:
    """Return each trick: the number of its leader, and the cards in the order of play.

    The order after the first trick depends on the contract; without one the list ends after that
    trick. It also ends before an unknown card.
    """
    if board.leader is None:
        return []
    turns = [turn for turn in board.play if turn.text[0] not in "^*+"]
    contract, leader, lead = board_contract(board), int(board.leader), 0
    strengths = _strengths(contract.strain if contract else "")
    tricks = list[tuple[int, Sequence[Turn]]]()
    for start in range(0, len(turns), 4):
        row = turns[start : start + 4]
        trick = row[lead:] + (row[:lead] if len(row) == 4 else [])
        try:
            winner = (lead + _winner(trick, strengths)) % 4 if len(trick) == 4 else None
        except KeyError:
            winner = None
        if winner is None:
            trick = [*takewhile(lambda turn: turn.text in strengths, trick)]
            return [*tricks, ((leader + lead) % 4, trick)] if trick else tricks
        tricks.append(((leader + lead) % 4, trick))
        if contract is None:
            break
        lead = winner
    return tricks


def in_order(board: Board) -> list[tuple[Seat, Turn]]:
    """Return the cards of a board in the order in which they were played, with their players.

    They end where those of ``tricks_in_order`` end.
    """
    return [
        (Seat((leader + k) % 4), turn)
        for leader, trick in tricks_in_order(board)
        for k, turn in enumerate(trick)
    ]


def by_columns(
    turns: list[Turn],
    leader: Seat,
    contract: DeclaredContract | None,
    hands: Sequence[int | None],
) -> tuple[Turn, ...]:
    """Return cards in the order of play as rows of PBN: a trick each, by seats from the leader.

    The player of a card is found from the hands, or else from the winners of the previous tricks.

    :raises CardError: if two cards of a trick are from one hand
    """
    columns, before = list[Turn](), _ROUNDS[0]
    strengths = _strengths(contract.strain if contract else "")
    # Seats are counted from the leader, so that they are columns.
    around = [hands[(leader + k) % 4] or 0 for k in range(4)] * 2
    masks = [_MASKS[turn.text] for turn in turns]
    for start in range(0, len(turns), 4):
        trick, cards = turns[start : start + 4], masks[start : start + 4]
        for seat in range(4 if len(cards) == 4 else 0):  # one after the other, as nearly always
            if (
                around[seat] & cards[0]
                and around[seat + 1] & cards[1]
                and around[seat + 2] & cards[2]
                and around[seat + 3] & cards[3]
            ):
                columns += trick[4 - seat :] + trick[: 4 - seat]
                before = _ROUNDS[seat]
                break
        else:
            lead = before[_winner(turns[start - 4 : start], strengths)] if start else 0
            before = [
                next((seat for seat in range(4) if around[seat] & card), (lead + k) % 4)
                for k, card in enumerate(cards)
            ]
            row = dict(zip(before, trick, strict=True))
            if len(row) < len(trick):
                raise CardError(f"the cards of trick {start // 4 + 1} are not of different hands")
            columns += [row.get(column, _NOTHING) for column in range(4)]
    while columns and columns[-1] == _NOTHING:
        columns.pop()
    return tuple(columns)


def leader_and_play(
    cards: list[Turn], contract: DeclaredContract | None, hands: Sequence[int | None]
) -> tuple[Seat | None, tuple[Turn, ...]]:
    """Return the leader and the rows of PBN of cards that are given in the order of play.

    :raises CardError: if the first leader is unknown, or two cards of a trick are from one hand
    """
    if not cards:
        return None, ()
    led = _MASKS[cards[0].text]
    holder = next((seat for seat in Seat if (hands[seat] or 0) & led), None)
    leader = holder if contract is None else contract.declarer.left
    if leader is None:
        raise CardError("the opening leader is not known")
    return leader, by_columns(cards, leader, contract, hands)


def with_play(board: Board, cards: list[Turn]) -> Board:
    """Return a board with cards that are given in the order of play.

    :raises CardError: if the first leader is unknown, or two cards of a trick are from one hand
    """
    leader, play = leader_and_play(cards, board_contract(board), board.hands)
    return replace(board, leader=leader, play=play) if cards else board


def cards_in_a_row(text: str) -> list[Turn]:
    """Read cards that are run together, as in ``SAh10``.

    >>> [turn.text for turn in cards_in_a_row("SAh10")]
    ['SA', 'HT']

    :raises CardError: if there is anything else
    """
    try:
        return [CARD_TURNS[word] for word in text.split()]
    except KeyError:
        word = "".join(text.split()).replace("10", "T")
    return [Turn(str(Card(word[start : start + 2]))) for start in range(0, len(word), 2)]
