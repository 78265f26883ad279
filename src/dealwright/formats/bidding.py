"""Calls, contracts and tricks: the contract of an auction, and the order of play."""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import replace
from functools import cache, lru_cache

from dealwright.base.errors import CardError
from dealwright.base.kernels.board_text import WordObjects, play_columns, play_order
from dealwright.cards import Card, Seat, Strain
from dealwright.cards.bridge.auction import (
    BIDS,
    DeclaredContract,
    call_word,
    contract_so_far,
    passes_to_end,
)
from dealwright.formats.records import Board, Turn

__all__ = [
    "CALL",
    "CALL_TURNS",
    "CARD_TURNS",
    "CLOSING",
    "NOTHING",
    "as_written",
    "board_contract",
    "by_columns",
    "call_words",
    "calls_of",
    "card_numbers",
    "card_words",
    "cards_in_a_row",
    "cards_in_order",
    "closing_passes",
    "contract_and_end",
    "contract_named",
    "contract_of",
    "in_order",
    "leader_and_play",
    "read_calls",
    "trump_of",
    "with_play",
]

# Patterns of the spellings of a call, longer ones first, and of the passes at the end.
CALL = (
    r"PASS|NB|REDOUBLE|RE?DBL|DOUBLE|DBL|XX|X|P|D|R"
    r"|[1-7](?:NT|N|[SHDC\u2660\u2665\u2666\u2663])"
)
CLOSING = r"ALL\s*PASS|AP"
_CALLS = re.compile(
    rf"(?P<end>{CLOSING})|(?P<call>{CALL})(?P<alert>[!*]?)(?:\((?P<note>[^)]*)\))?"
    r"|(?P<asked>\?\Z)|[-,/()]",
    re.IGNORECASE,
)
_CONTRACT = re.compile(r"([1-7])(NT?|[SHDC])(XX?)?")
_NUMBERS = {str(card): card.index for card in map(Card, range(52))}
# The cards and calls in PBN's words, which most turns of most files are.
CARD_TURNS = {text: Turn(text) for text in _NUMBERS}
CALL_TURNS = {text: Turn(text) for text in ("Pass", "X", "XX", *BIDS)}
NOTHING = Turn("-")


def as_written(what: str, text: str) -> str:
    r"""Return the comment that keeps the text of a field that cannot be read, or not be written.

    >>> as_written("play", "SA S2\nS3 S4")
    'play as written: SA S2 S3 S4'
    """
    return f"{what} as written: {' '.join(text.split())}"


def read_calls(text: str, before: Sequence[Turn] = ()) -> list[Turn]:
    """Read calls in the usual spellings, apart or run together; ``before`` are those before them.

    A ``!`` or ``*`` at a call is an alert, words in brackets behind it explain it, ``--`` is a
    pass, and a last ``?`` asks the reader for a call.

    >>> [turn.text for turn in read_calls("1\u2663 -- 4C*(weak), ap")]
    ['1C', 'Pass', '4C', 'Pass', 'Pass', 'Pass']

    :raises CardError: if there is anything else
    """
    turns = list[Turn]()
    for word in _words_of_calls(text):
        if word == "--":
            turns.append(CALL_TURNS["Pass"])
            continue
        position = 0
        while position < len(word):
            match = _CALLS.match(word, position)
            if match is None:
                raise CardError(f"'{word[position:]}' is not a call")
            if match["end"]:
                turns += [CALL_TURNS["Pass"]] * closing_passes([*before, *turns])
            elif match["asked"]:
                turns.append(Turn("+"))
            elif match["call"]:
                call = CALL_TURNS[call_word(match["call"]) or ""]
                note = (
                    match["note"] if match["note"] is not None else "" if match["alert"] else None
                )
                turns.append(call if note is None else replace(call, note=note))
            position = match.end()
    return turns


def _words_of_calls(text: str) -> list[str]:
    """Return words of a text; ``all pass`` is one, and so are words in brackets."""
    return re.findall(r"all\s+pass|(?:[^\s(]|\([^)]*\)|\()+", text, re.IGNORECASE)


def calls_of(auction: Iterable[Turn]) -> list[str]:
    """Return the calls without PBN's other signs."""
    return [turn.text for turn in auction if turn.text[0] not in "^-*+"]


def closing_passes(auction: Sequence[Turn]) -> int:
    """Return how many passes are missing at the end of an auction.

    >>> closing_passes([]), closing_passes([Turn("1C"), Turn("Pass")])
    (4, 2)
    """
    return passes_to_end(calls_of(auction))


def contract_of(auction: Sequence[Turn], dealer: Seat | None) -> DeclaredContract | None:
    """Return the contract of an auction so far, or None.

    >>> contract_of([Turn(call) for call in ("1S", "X", "2S", "Pass")], Seat.WEST)
    DeclaredContract(level=2, strain='S', risk='', declarer=<Seat.WEST: 3>)
    """
    return None if dealer is None else contract_so_far(calls_of(auction), dealer)


def contract_and_end(
    auction: Sequence[Turn], dealer: Seat | None
) -> tuple[DeclaredContract | None, bool]:
    """Return what ``contract_of`` returns, and whether the auction of a known dealer has ended.

    >>> contract_and_end([Turn("Pass")] * 4, Seat.WEST)
    (None, True)
    """
    if dealer is None:
        return None, False
    calls = calls_of(auction)
    return contract_so_far(calls, dealer), bool(calls) and not passes_to_end(calls)


def board_contract(board: Board) -> DeclaredContract | None:
    """Return the contract that the tags name, or else the one of the auction."""
    named = contract_named(board.tags)
    return contract_of(board.auction, board.dealer) if named is None else named


def contract_named(tags: Mapping[str, str]) -> DeclaredContract | None:
    """Return the contract that PBN's tags ``Contract`` and ``Declarer`` name, or None.

    >>> contract_named({"Contract": "4SX", "Declarer": "^N"}).declarer
    <Seat.NORTH: 0>
    """
    return _named_contract(tags.get("Contract", ""), tags.get("Declarer", ""))


@lru_cache(maxsize=1024)
def _named_contract(contract: str, declarer: str) -> DeclaredContract | None:
    """Return the contract of the values of two tags, or None if they name none."""
    named = _CONTRACT.fullmatch(contract.upper())
    seat = declarer.lstrip("^").upper()
    if named is None or seat not in ("N", "E", "S", "W"):
        return None
    strain = "NT" if named[2].startswith("N") else named[2]
    return DeclaredContract(int(named[1]), strain, named[3] or "", Seat.of(seat))


@cache
def card_words() -> WordObjects[Turn]:
    """Return the cards in PBN's words with their turns, for the kernels."""
    return WordObjects(CARD_TURNS)


@cache
def call_words() -> WordObjects[Turn]:
    """Return the calls in PBN's words with their turns, for the kernels."""
    return WordObjects(CALL_TURNS)


def card_numbers(turns: Sequence[Turn]) -> bytes:
    """Return the number of each card, 0 to 51; that of anything else is 255."""
    numbers = card_words().numbers(turns)
    if numbers is None:  # some are not those of CARD_TURNS: they have marks, or are no cards
        numbers = bytes([_NUMBERS.get(turn.text, 255) for turn in turns])
    return numbers


def cards_in_order(board: Board) -> tuple[list[Turn], list[int]]:
    """Return the cards of a board in the order of play, and the number of each trick's leader.

    The order after the first trick depends on the contract; without one the cards end after that
    trick. They also end before an unknown card.
    """
    if board.leader is None:
        return [], []
    turns, numbers = board.play, card_numbers(board.play)
    if 255 in numbers:
        turns = tuple([turn for turn in turns if turn.text[0] not in "^*+"])
        numbers = card_numbers(turns)
    contract = board_contract(board)
    tricks = 1 if contract is None else len(numbers)
    places, columns = play_order(numbers, trump_of(contract), tricks)
    leader = int(board.leader)
    return [turns[place] for place in places], [(leader + column) % 4 for column in columns]


def trump_of(contract: DeclaredContract | None) -> int:
    """Return the suit of trumps of a contract, or 4; without a contract there is none."""
    return Strain.of(contract.strain) if contract else Strain.NOTRUMP


def in_order(board: Board) -> list[tuple[Seat, Turn]]:
    """Return the cards of a board in the order in which they were played, with their players.

    They end where those of ``cards_in_order`` end.
    """
    turns, leaders = cards_in_order(board)
    return [(Seat((leaders[index // 4] + index) % 4), turn) for index, turn in enumerate(turns)]


def by_columns(
    turns: Sequence[Turn],
    leader: Seat,
    contract: DeclaredContract | None,
    hands: Sequence[int | None],
) -> tuple[Turn, ...]:
    """Return cards in the order of play as rows of PBN: a trick each, by seats from the leader.

    The player of a card is found from the hands, or else from the winners of the previous tricks.

    :raises CardError: if two cards of a trick are from one hand, or its winner does not lead next
    """
    columns = [hands[(leader + column) % 4] or 0 for column in range(4)]
    places, fault = play_columns(card_numbers(turns), trump_of(contract), columns)
    if fault:
        raise CardError(f"the cards of trick {fault} are not of different hands")
    with_nothing = [*turns, NOTHING]  # at -1, which is the place of a card that is missing
    rows = tuple(map(with_nothing.__getitem__, places))
    if contract is not None:
        _check_leaders(turns, rows, contract)
    return rows


def _check_leaders(turns: Sequence[Turn], rows: Sequence[Turn], contract: DeclaredContract) -> None:
    """Check that the winner of each trick leads to the next, so that the order of play is kept.

    :raises CardError: if another hand does
    """
    numbers = card_numbers(rows)
    order, _ = play_order(numbers, trump_of(contract), len(numbers))
    for place in range(4, len(turns), 4):
        led = turns[place].text
        if place >= len(order) or led != rows[order[place]].text:
            trick = place // 4
            raise CardError(f"{led} leads trick {trick + 1}; another hand has won trick {trick}")


def leader_and_play(
    cards: Sequence[Turn],
    contract: DeclaredContract | None,
    hands: Sequence[int | None],
    leader: Seat | None = None,
) -> tuple[Seat | None, tuple[Turn, ...]]:
    """Return the leader and the rows of PBN of cards that are given in the order of play.

    The leader holds the first card. If nobody is known to hold it, it is the named one, or else the
    player on the declarer's left.

    :raises CardError: if the first leader is unknown, or two cards of a trick are from one hand
    """
    if not cards:
        return None, ()
    led = _NUMBERS[cards[0].text]
    holder = next((seat for seat in Seat if (hands[seat] or 0) >> led & 1), None)
    if holder is not None:
        leader = holder
    elif leader is None and contract is not None:
        leader = contract.declarer.left
    if leader is None:
        raise CardError("the opening leader is not known")
    return leader, by_columns(cards, leader, contract, hands)


def with_play(board: Board, cards: Sequence[Turn]) -> Board:
    """Return a board with cards that are given in the order of play.

    :raises CardError: if the first leader is unknown, or two cards of a trick are from one hand
    """
    if not cards:
        return board
    leader, play = leader_and_play(cards, board_contract(board), board.hands, board.leader)
    return replace(board, leader=leader, play=play)


def cards_in_a_row(text: str) -> Sequence[Turn]:
    """Read cards that are run together, as in ``SAh10``.

    >>> [turn.text for turn in cards_in_a_row("SAh10")]
    ['SA', 'HT']

    :raises CardError: if there is anything else
    """
    found = card_words().read(text)
    if found is not None and not found[1]:
        return found[0]
    word = "".join(text.split()).replace("10", "T")
    return [Turn(str(Card(word[start : start + 2]))) for start in range(0, len(word), 2)]
