r"""The report of a board, as rows to print: players, auction, contract, play, comments.

Suits are the symbols ♠ ♥ ♦ ♣; formats may replace them by their own.
"""

from __future__ import annotations

import re
from dataclasses import dataclass

from dealwright.base.translation import translated
from dealwright.cards import RANK_LETTERS, Seat, Suit
from dealwright.cards.bridge.auction import DeclaredContract
from dealwright.cards.card_letters import ENGLISH, CardLetters
from dealwright.formats.bidding import board_contract, in_order
from dealwright.formats.board_words import seat_text
from dealwright.formats.double_dummy_tags import (
    PAR_CONTRACTS,
    PAR_SCORE,
    STRAINS,
    tricks_of,
)
from dealwright.formats.records import Board, Turn

__all__ = ["COLUMNS", "Story", "contract_line", "makeable_of", "par_line", "story_of"]

COLUMNS = (Seat.WEST, Seat.NORTH, Seat.EAST, Seat.SOUTH)
_SYMBOLS = {suit.letter: suit.symbol for suit in Suit}


@dataclass(frozen=True)
class Story:
    """The information of a board apart from its cards; what is unknown is empty.

    ``auction`` are rows of four calls, west first; a call with an explanation ends in its number,
    ``explanations`` begin with it. ``play`` has a row for each trick: the leader, and the cards in
    the order of play. ``makeable`` are rows of the contracts that make, after a head; ``par`` is
    the par score with its contracts.
    """

    players: str = ""
    auction: tuple[tuple[str, str, str, str], ...] = ()
    explanations: tuple[str, ...] = ()
    contract: str = ""
    play: tuple[tuple[str, ...], ...] = ()
    comments: tuple[str, ...] = ()
    makeable: tuple[tuple[str, ...], ...] = ()
    par: str = ""

    def __bool__(self) -> bool:
        return self != Story()


def story_of(board: Board, letters: CardLetters = ENGLISH) -> Story:
    """Return the report of a board, its cards in the letters of a language.

    >>> calls = tuple(Turn(call) for call in ("1NT", "Pass", "4S", "X"))
    >>> story = story_of(Board(dealer=Seat.NORTH, auction=calls))
    >>> story.auction
    (('', '1NT', 'Pass', '4♠'), ('X', '', '', ''))
    """
    if not (board.tags or board.auction or board.play or board.comments):
        return Story()  # a bare deal; there may be very many
    auction, explanations = _auction(board)
    return Story(
        players=_players(board),
        auction=auction,
        explanations=explanations,
        contract=contract_line(board),
        play=_play(board, letters),
        comments=tuple(
            _with_symbols(comment) for comment in board.comments if not comment.startswith("%")
        ),
        makeable=makeable_of(board),
        par=par_line(board),
    )


def makeable_of(board: Board) -> tuple[tuple[str, ...], ...]:
    """Return the highest contracts that make: a head, and a row for each declarer or side.

    A dash is a strain in which not even seven tricks are made. Without all tricks there is no row.

    >>> from dealwright.formats.double_dummy_tags import with_tricks
    >>> tricks = {(seat, word): 5 + 3 * (seat % 2) for seat in Seat for word in STRAINS}
    >>> makeable_of(with_tricks(Board(), tricks))[1:]
    (('NS', '-', '-', '-', '-', '-'), ('EW', '2', '2', '2', '2', '2'))
    """
    tricks = tricks_of(board)
    if len(tricks) < 20:
        return ()
    head = ("", *(_SYMBOLS.get(strain, strain) for strain in STRAINS))
    levels = {key: f"{count - 6}" if count > 6 else "-" for key, count in tricks.items()}
    rows = {seat: tuple(levels[seat, strain] for strain in STRAINS) for seat in Seat}
    table_rows: list[tuple[str, ...]] = [head]
    for first_seat, second_seat in ((Seat.NORTH, Seat.SOUTH), (Seat.EAST, Seat.WEST)):
        if rows[first_seat] == rows[second_seat]:
            table_rows.append((first_seat.letter + second_seat.letter, *rows[first_seat]))
        else:
            table_rows += [
                (first_seat.letter, *rows[first_seat]),
                (second_seat.letter, *rows[second_seat]),
            ]
    return tuple(table_rows)


def par_line(board: Board) -> str:
    """Return the par score and its contracts in words, or "" if it is not known.

    >>> par_line(Board(tags={"OptimumScore": "NS 420", "ParContract": "NS 4S="}))
    'Par NS 420: NS 4♠='
    """
    score = board.tags.get(PAR_SCORE, "")
    if not score:
        return ""
    contracts = re.sub(
        r"([1-7])([SHDC])", lambda match: match[1] + _SYMBOLS[match[2]],
        board.tags.get(PAR_CONTRACTS, ""),
    )  # fmt: skip
    return translated("Par {score}", score=score) + (f": {contracts}" if contracts else "")


def _players(board: Board) -> str:
    named = ((seat, board.tags.get(seat.name.capitalize(), "")) for seat in COLUMNS)
    return ", ".join(f"{seat_text(seat)}: {name}" for seat, name in named if name)


def _with_symbols(text: str) -> str:
    r"""Return a comment with symbols for PBN's ``\S \H \D \C`` and BBO's ``!S !H !D !C``."""
    return re.sub(r"[\\!]([SHDC])(?![a-z])", lambda match: _SYMBOLS[match[1]], text)


def _call(turn: Turn) -> str:
    text = turn.text
    if text[0] in "1234567" and text[1:] in _SYMBOLS:
        text = text[0] + _SYMBOLS[text[1:]]
    return text + _judged(turn)


def _card(turn: Turn, letters: CardLetters) -> str:
    suit, rank = turn.text[:1], turn.text[1:]
    is_plain = suit in _SYMBOLS and rank in RANK_LETTERS
    shown = _SYMBOLS[suit] + letters.rank(rank) if is_plain else turn.text
    return shown + _judged(turn)


def _judged(turn: Turn) -> str:
    """Return the mark of a turn, without PBN's numbers."""
    return "".join(mark for mark in turn.mark.split() if mark[0] != "$")


def _auction(board: Board) -> tuple[tuple[tuple[str, str, str, str], ...], tuple[str, ...]]:
    """Return rows of calls, and the explanations; irregularities are left out."""
    calls = [turn for turn in board.auction if turn.text[0] not in "^*+"]
    if not calls:
        return (), ()
    numbers: dict[str, int] = {}
    if board.dealer is None:
        line = translated("Auction: {calls}", calls=" ".join(_call(turn) for turn in calls))
        return (), (line,)
    texts = [""] * COLUMNS.index(board.dealer)
    for turn in calls:
        text = _call(turn)
        if turn.note:
            text += f" ({numbers.setdefault(_with_symbols(turn.note), len(numbers) + 1)})"
        elif turn.note is not None:
            text += " *"
        texts.append(text)
    texts += [""] * (-len(texts) % 4)
    fours = zip(*[iter(texts)] * 4, strict=True)
    return tuple(fours), tuple(f"({number}) {note}" for note, number in numbers.items())


def contract_line(board: Board) -> str:
    """Return contract, declarer and result in words, or "" if nothing is known.

    >>> contract_line(Board(tags={"Contract": "4SX", "Declarer": "W", "Result": "9"}))
    '4♠X by West, 9 tricks (1 down)'
    """
    result = board.tags.get("Result", "").lstrip("^")
    if board.tags.get("Contract", "").upper() == "PASS":
        return translated("Passed out")
    contract = board_contract(board)
    if contract is None:
        return translated("Result {result}", result=result) if result else ""
    strain = _SYMBOLS.get(contract.strain, contract.strain)
    line = translated(
        "{contract} by {declarer}",
        contract=f"{contract.level}{strain}{contract.risk}",
        declarer=seat_text(contract.declarer),
    )
    if not result:
        return line
    tricks = _declarer_tricks(result, contract)
    if tricks is None:
        return translated("{line}, result {result}", line=line, result=result)
    overtricks = tricks - contract.level - 6
    over = (
        translated("made") if not overtricks
        else translated("{n} over", n=overtricks) if overtricks > 0
        else translated("{n} down", n=-overtricks)
    )  # fmt: skip
    if tricks == 1:
        return translated("{line}, 1 trick ({over})", line=line, over=over)
    return translated("{line}, {n} tricks ({over})", line=line, n=tricks, over=over)


def _declarer_tricks(result: str, contract: DeclaredContract) -> int | None:
    """Return the tricks of declarer's side from PBN's ``9``, ``NS 9`` or ``EW 4 NS 9``."""
    if re.fullmatch(r"\d{1,2}", result, re.ASCII):
        return int(result) if int(result) <= 13 else None
    side = "NS" if contract.declarer in (Seat.NORTH, Seat.SOUTH) else "EW"
    named = {match[1]: int(match[2]) for match in re.finditer(r"(NS|EW) *([0-9]|1[0-3])\b", result)}
    return named.get(side)


def _play(board: Board, letters: CardLetters) -> tuple[tuple[str, ...], ...]:
    """Return the tricks as far as their order is known."""
    rows: list[tuple[str, ...]] = []
    played = in_order(board)
    for start in range(0, len(played), 4):
        trick = played[start : start + 4]
        rows.append((trick[0][0].letter, *(_card(turn, letters) for _, turn in trick)))
    return tuple(rows)
