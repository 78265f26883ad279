"""The facts of a board that follow from each other: calls, contract, leader, cards, result, score.

What a file states stays. What it leaves out is filled in from the rest; where two facts contradict
each other, both stay and a note names them. Irregularities of PBN (``^I ^S ^R ^L``, a declarer
``^N``, a result ``^9``) say that the facts do not follow as usual, and are no contradiction.
"""

from __future__ import annotations

import re
from collections.abc import Sequence
from dataclasses import replace
from functools import lru_cache
from typing import NamedTuple

from dealwright.base.errors import CardError
from dealwright.base.kernels.board_text import tricks_won
from dealwright.cards import Card, Seat
from dealwright.cards.bridge.auction import Auction, DeclaredContract, illegal_call
from dealwright.cards.bridge.scoring import Contract
from dealwright.formats.bidding import (
    as_written,
    by_columns,
    call_words,
    calls_of,
    card_numbers,
    card_words,
    contract_and_end,
    contract_named,
    trump_of,
)
from dealwright.formats.pbn_game import turn_text
from dealwright.formats.records import Board, Turn

__all__ = ["BARE_SCORE", "SCORE", "Disagreement", "Facts", "facts", "with_cards_in_order"]

_RESULT = re.compile(r"[0-9]{1,2}", re.ASCII)
SCORE = re.compile(r"(NS|EW) *([+-]?[0-9]{1,5})", re.ASCII)
BARE_SCORE = re.compile(r"([+-]?[0-9]{1,5})", re.ASCII)  # of declarer, or of the players of a sheet
# What the values of PBN's tags may be, and what they are.
_WORDS = {
    "Contract": (re.compile(r"(?i:pass|[1-7](?:NT?|[SHDC])X{0,2}|\?)"), "no contract"),
    "Declarer": (re.compile(r"(?i:\^?[NESW]|\?)"), "no player"),
    "Result": (
        re.compile(r"\^?(?:[0-9]|1[0-3])|(?:(?:NS|EW) ?(?:[0-9]|1[0-3]) ?){1,2}|\?", re.ASCII),
        "no number of tricks",
    ),
    "Score": (re.compile(r".*[0-9].*|(?i:ave?r?a?g?e?[+-]*|not played|\?)"), "no score"),
}
_PASSED = {"Contract": "Pass", "Declarer": "", "Result": ""}
_DUPLICATE = re.compile(r"(?:|IMPS?|MPS?|BAM|MATCHPOINTS?|CROSS-?IMPS?|BUTLER|CAVENDISH)(?:;.*)?")


class Disagreement(NamedTuple):
    """Two facts of a board that cannot both be true: what they are about, and both in words.

    ``what`` is ``hands``, ``calls``, ``contract``, ``leader``, ``cards``, ``revoke``, ``result``,
    ``score`` or ``word``.
    """

    what: str
    text: str


class Facts(NamedTuple):
    """A board with what follows from it, and its contradictions: one of a kind, in their order."""

    board: Board
    contradictions: tuple[Disagreement, ...]

    def contradict(self, *kinds: str) -> bool:
        """Return whether there is a contradiction of some kinds."""
        return any(found.what in kinds for found in self.contradictions)


def facts(board: Board) -> Facts:
    """Return a board with the facts that follow from those it states, and its contradictions.

    Calls give contract and declarer; the declarer gives the leader; cards give the tricks of each
    side; contract, tricks and vulnerability give the score.

    >>> calls = tuple(Turn(call) for call in ("1NT", "Pass", "Pass", "Pass"))
    >>> found = facts(Board(7, Seat.EAST, auction=calls, tags={"Declarer": "N", "Contract": "1NT"}))
    >>> found.contradictions[0].text
    'the calls say 1NT by East, Contract and Declarer say 1NT by North'
    >>> facts(Board(7, Seat.EAST, auction=calls)).board.tags
    {'Contract': '1NT', 'Declarer': 'E'}
    """
    if not (board.auction or board.play or board.tags or board.leader is not None):
        return Facts(board, tuple(_missing_cards(board)))
    known = board.__dict__.get("_facts")
    if known is not None:
        return Facts(board, known)
    tags, found = dict(board.tags), _missing_cards(board)
    if tags:
        _words(tags, found)
    implied = _contract(board, tags, found)
    contradictory = any(each.what == "contract" for each in found)
    contract = contract_named(tags) or (None if contradictory else implied)
    leader, play = board.leader, board.play
    if contract is not None or play or leader is not None:
        numbers = card_words().numbers(play)  # None if there is anything but plain cards
        cards = () if numbers is not None else tuple(turn for turn in play if _is_card(turn))
        numbers = card_numbers(cards) if numbers is None else numbers
        irregular = bool(cards) and _irregular(play)
        leader = _leader(board, numbers, contract, found, irregular=irregular)
        if leader is not None and numbers:
            play = _tricks(board, numbers, leader, contract, tags, found, irregular=irregular)
    if contract is not None and tags.get("Result"):
        _score(board, contract, tags, found)
    if tags != board.tags or leader is not board.leader or play is not board.play:
        board = _settled(board, tags=tags, leader=leader, play=play)
    object.__setattr__(board, "_facts", tuple(found))  # to be found again
    return Facts(board, tuple(found))


def _missing_cards(board: Board) -> list[Disagreement]:
    """Return the fault that one of four known hands has fewer than the 13 cards of the others."""
    sizes = [0 if hand is None else hand.bit_count() for hand in board.hands]
    if sizes.count(13) != 3 or not 0 < min(sizes) < 13:
        return []
    seat = Seat(sizes.index(min(sizes))).name.title()
    return [Disagreement("hands", f"{seat} has {min(sizes)} cards, the other hands have 13")]


def with_cards_in_order(board: Board) -> Board:
    """Return a board for a format that has cards in their order and no columns of players.

    A play with cards that are not their players' becomes a comment.
    """
    if not facts(board).contradict("cards"):
        return board
    words = as_written("play", " ".join(map(turn_text, board.play)))
    return replace(board, play=(), comments=(*board.comments, words))


def _settled(board: Board, **changed: object) -> Board:
    """Return a board with other facts, without another look at its hands."""
    settled = object.__new__(Board)
    settled.__dict__.update(board.__dict__, **changed)
    return settled


def _words(tags: dict[str, str], found: list[Disagreement]) -> None:
    """Note the first value that is none of those that PBN has."""
    for name, (pattern, kind) in _WORDS.items():
        text = tags.get(name)
        if text and not pattern.fullmatch(text):
            found.append(Disagreement("word", f"{name} says {text[:40]}, which is {kind}"))
            return


def _is_card(turn: Turn) -> bool:
    return turn.text[0] not in "^*+"


def _irregular(turns: Sequence[Turn]) -> bool:
    return any(turn.text[0] == "^" for turn in turns)


def _by(contract: DeclaredContract) -> str:
    return f"{contract.text} by {contract.declarer.name.capitalize()}"


def _contract(
    board: Board, tags: dict[str, str], found: list[Disagreement]
) -> DeclaredContract | None:
    """Return the contract of the calls, if they say one; fill in ``Contract`` and ``Declarer``."""
    calls = board.auction
    if not calls or (call_words().numbers(calls) is None and _irregular(calls)):
        implied, is_over = None, False
    else:
        implied, is_over = contract_and_end(calls, board.dealer)
        _legal(board, found)
    stated = {name: tags.get(name, "") for name in ("Contract", "Declarer")}
    if not is_over:
        if not calls and stated["Contract"].upper() == "PASS":
            _passed_out(board, found)
        if stated["Contract"] and not stated["Declarer"] and board.leader is not None:
            right = {**stated, "Declarer": board.leader.right.letter}
            if not _irregular(board.play) and contract_named(right) is not None:
                tags["Declarer"] = right["Declarer"]
        return None
    if implied is None:
        passed = stated["Contract"].upper() == "PASS"  # some programs name a declarer even then
        if passed or not any(stated.values()):
            tags.update({**_PASSED, **{name: text for name, text in tags.items() if text}})
            _passed_out(board, found)
        else:
            found.append(Disagreement("contract", f"all players pass, {_stated(stated)}"))
        return None
    if _agree(implied, stated):
        tags["Contract"] = stated["Contract"] or implied.text
        tags["Declarer"] = stated["Declarer"] or implied.declarer.letter
        return implied
    text = f"the calls say {_by(implied)}, {_stated(stated)}"
    found.append(Disagreement("contract", text))
    return None


def _legal(board: Board, found: list[Disagreement]) -> None:
    """Note the first call that the Laws do not allow."""
    calls = calls_of(board.auction)
    place = illegal_call(calls)
    if place >= 0 and board.dealer is not None:
        try:
            Auction(board.dealer, tuple(calls[:place])).with_call(calls[place])
        except CardError as error:
            found.append(Disagreement("calls", f"call {place + 1}: {error}"))


def _passed_out(board: Board, found: list[Disagreement]) -> None:
    """Note what a board that was not played cannot have; some programs write zeros."""
    result, score = board.tags.get("Result", ""), board.tags.get("Score", "")
    if board.play:
        found.append(Disagreement("cards", "all players pass, and cards are played"))
    if _RESULT.fullmatch(result) and int(result):
        found.append(Disagreement("result", f"all players pass, Result says {result}"))
    said = SCORE.fullmatch(score) or BARE_SCORE.fullmatch(score)
    if said is not None and int(said[said.lastindex or 0]):
        found.append(Disagreement("score", f"all players pass, Score says {score}"))


def _stated(stated: dict[str, str]) -> str:
    """Return the contract and the declarer that a file states, in words."""
    contract = contract_named(stated)
    if contract is not None:
        return f"Contract and Declarer say {_by(contract)}"
    said = [f"{name} says {text}" for name, text in stated.items() if text]
    return " and ".join(said)


def _agree(implied: DeclaredContract, stated: dict[str, str]) -> bool:
    """Return whether the tags that are stated name a contract; words of their own say nothing."""
    declarer = stated["Declarer"].upper()
    if declarer in ("N", "E", "S", "W") and declarer != implied.declarer.letter:
        return False
    if stated["Contract"].upper() == "PASS":
        return False
    named = contract_named({**stated, "Declarer": implied.declarer.letter})
    return named is None or named == implied


def _leader(
    board: Board, numbers: bytes, contract: DeclaredContract | None, found: list[Disagreement],
    *, irregular: bool,
) -> Seat | None:  # fmt: skip
    """Return who leads: who the board says, who holds the first card, or declarer's left."""
    leader = board.leader
    if leader is None and numbers and numbers[0] < 52:
        leader = _holder(numbers[0], board.hands)
    if contract is None:
        return leader
    left = contract.declarer.left
    if leader is None:
        return left
    if leader != left and not irregular and not board.tags.get("Declarer", "").startswith("^"):
        text = (
            f"{leader.name.capitalize()} leads, and {left.name.capitalize()} is on the left of the "
            f"declarer of {_by(contract)}"
        )
        found.append(Disagreement("leader", text))
    return leader


def _holder(card: int, hands: Sequence[int | None]) -> Seat | None:
    """Return the player who has a card, or None."""
    return next((seat for seat in Seat if (hands[seat] or 0) >> card & 1), None)


def _tricks(
    board: Board, numbers: bytes, leader: Seat, contract: DeclaredContract | None,
    tags: dict[str, str], found: list[Disagreement], *, irregular: bool,
) -> tuple[Turn, ...]:  # fmt: skip
    """Fill in the result of the cards; return the play in columns of players.

    Some programs write the cards of each trick in the order of play.
    """
    play, hands = board.play, board.hands
    columns = [hands[(leader + column) % 4] or 0 for column in range(4)]
    stranger, *won, revoke = tricks_won(numbers, trump_of(contract), columns)
    if stranger >= 0:
        reordered = _as_columns(play, numbers, leader, contract, hands)
        if reordered is None:
            found.append(Disagreement("cards", _misplaced(stranger, numbers, leader, hands)))
            return play
        play = reordered
        numbers = card_numbers([turn for turn in play if _is_card(turn)])
        _, *won, revoke = tricks_won(numbers, trump_of(contract), columns)
    if contract is not None and not irregular:
        if revoke >= 0:
            seat, trick = Seat((leader + revoke) % 4), revoke // 4 + 1
            text = (
                f"{seat.name.capitalize()} plays {Card(numbers[revoke])} in trick {trick}, and has "
                "a card of the suit that is led"
            )
            found.append(Disagreement("revoke", text))
        declaring = (contract.declarer - leader) % 2
        _result(won[declaring], won[1 - declaring], tags, found)
    return play


def _as_columns(
    play: Sequence[Turn], numbers: bytes, leader: Seat, contract: DeclaredContract | None,
    hands: Sequence[int | None],
) -> tuple[Turn, ...] | None:  # fmt: skip
    """Return cards in the order of play as columns; None if they are not in that order.

    They are if all hands are known and the players of each trick follow each other round the table.
    """
    cards, after = play[: len(numbers)], play[len(numbers) :]  # after: signs, not amid the cards
    holders = [_holder(number, hands) for number in numbers if number < 52]
    in_turn = None not in hands and None not in holders and len(holders) == len(numbers)
    if not in_turn or not all(map(_is_card, cards)) or len({*numbers}) < len(numbers):
        return None
    for place, holder in enumerate(holders):
        first = holders[place - place % 4]
        if first is None or holder != (first + place % 4) % 4:
            return None
    try:
        return (*by_columns(cards, leader, contract, hands), *after)
    except CardError:  # two cards of a trick are from one hand
        return None


def _misplaced(place: int, numbers: bytes, leader: Seat, hands: Sequence[int | None]) -> str:
    """Return what is wrong with a card in the play, in words."""
    card, trick = Card(numbers[place]), place // 4 + 1
    before = numbers.index(numbers[place])
    if before < place:
        return f"{card} is played in trick {before // 4 + 1} and in trick {trick}"
    seat, holder = Seat((leader + place) % 4), _holder(numbers[place], hands)
    has = (
        "is not dealt to anybody" if holder is None else f"is in {holder.name.capitalize()}'s hand"
    )
    return f"{card} stands under {seat.name.capitalize()} in trick {trick}, and {has}"


def _result(won: int, lost: int, tags: dict[str, str], found: list[Disagreement]) -> None:
    """Fill in ``Result`` from the tricks that declarer won and lost."""
    stated = tags.get("Result", "")
    if not stated:
        if won + lost == 13:
            tags["Result"] = str(won)
    elif _RESULT.fullmatch(stated) and not won <= int(stated) <= 13 - lost:
        text = f"declarer wins {won} of {won + lost} tricks, Result says {stated}"
        found.append(Disagreement("result", text))


def _score(
    board: Board, contract: DeclaredContract, tags: dict[str, str], found: list[Disagreement]
) -> None:
    """Fill in ``Score`` from contract, result and vulnerability, at duplicate bridge."""
    result, stated = tags["Result"], tags.get("Score", "")
    if board.vulnerability is None or not _RESULT.fullmatch(result) or int(result) > 13:
        return
    if not _DUPLICATE.fullmatch(tags.get("Scoring", "").upper()):
        return
    vulnerable = board.vulnerability.includes(contract.declarer)
    points = _points(contract, int(result), vulnerable)
    said, alone = SCORE.fullmatch(stated), BARE_SCORE.fullmatch(stated)
    if not stated:
        tags["Score"] = f"NS {points}"
    elif (said is not None and (1 if said[1] == "NS" else -1) * int(said[2]) != points) or (
        alone is not None and abs(int(alone[1])) != abs(points)
    ):
        text = f"{_by(contract)} with {result} tricks is NS {points}, Score says {stated}"
        found.append(Disagreement("score", text))


@lru_cache(maxsize=1024)
def _points(contract: DeclaredContract, tricks: int, vulnerable: bool) -> int:
    """Return the score of North and South."""
    played = Contract(contract.level, contract.strain[0], len(contract.risk))
    points = played.score(tricks, vulnerable=vulnerable)
    return points if contract.declarer % 2 == Seat.NORTH else -points
