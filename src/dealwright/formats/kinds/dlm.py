"""DLM, an INI file of duplicating machines: a letter for every two cards, and a checksum."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping, Sequence

from dealwright import __version__
from dealwright.base.decoding import lines_of
from dealwright.base.errors import ArgumentError, CardError
from dealwright.formats.fixed_records import first_and_last, numbered
from dealwright.formats.records import Board, Problem, whole_deal
from dealwright.formats.registry import Format
from dealwright.formats.writing import all_boards

__all__ = ["FORMAT", "checksum"]

_LINE = re.compile(r"\s*Board\s*(\d{1,9})\s*=\s*(\S*)\s*", re.IGNORECASE | re.ASCII)
_CODE = re.compile(r"([a-p]{26})(\d{0,3})", re.IGNORECASE | re.ASCII)
_NEARLY = re.compile(r"^\s*Board\s*\d|[a-p]{20}|=\s*[a-p]{10}", re.IGNORECASE)
_UNUSED = re.compile(r"=\s*aaaaaabfff", re.IGNORECASE)
_RANGE = re.compile(r"\s*(From|To)\s+board\s*=\s*(\d{1,9})\s*", re.IGNORECASE | re.ASCII)
_LAST_BOARD = 99  # the machine's files always have this many boards, used or not
# The hands of unused boards: north has the spades, the next seat the hearts, and so on.
_FILLER = "aaaaaabffffffkkkkkklpppppp"


def checksum(number: int, letters: str) -> int:
    """Return the exclusive or of the number of a board and the codes of its letters.

    >>> checksum(1, "jlifaelnecgmoldfjmcflinlap")
    23
    """
    for letter in letters.lower():
        number ^= ord(letter)
    return number


def _hands(letters: str) -> list[int]:
    """Return the hands of 26 letters: a is 0 to p is 15, two cards each, the higher bits first."""
    hands, index = [0] * 4, 51
    for letter in letters.lower():
        value = ord(letter) - ord("a")
        for seat in (value >> 2, value & 3):
            hands[seat] |= 1 << index
            index -= 1
    return hands


def _letters(masks: Sequence[int]) -> str:
    """Return the 26 letters of a deal, the inverse of ``_hands``."""
    owners = [
        next(seat for seat, hand in enumerate(masks) if hand >> index & 1)
        for index in range(51, -1, -1)
    ]
    pairs = zip(owners[::2], owners[1::2], strict=True)
    return "".join(chr(ord("a") + 4 * first + second) for first, second in pairs)


def _file(boards: Sequence[Board]) -> str:
    """Return a file of boards.

    :raises ArgumentError: if a number would be over 99
    """
    first, last = first_and_last(boards)
    if last > _LAST_BOARD or first < 1:
        raise ArgumentError(f"DLM numbers boards from 1 to {_LAST_BOARD}, not {first} to {last}")
    codes = dict.fromkeys(range(1, _LAST_BOARD + 1), _FILLER)
    codes |= {number: _letters(whole_deal(board)) for number, board in enumerate(boards, first)}
    head = (
        f"[Document]\nHeadline=Dealwright {__version__}\nStatus=Show\nDuplicates=0\n"
        f"From board={first}\nTo board={last}\nNext board to duplimate=0\nPrintOuts=0\n"
        f"Crypto key=0\nChecksum={first ^ last ^ 1}\n"
    )
    lines = (
        f"Duplicates {number:02}=0\nBoard {number:02}={code}{checksum(number, code):03}\n"
        for number, code in codes.items()
    )
    return (head + "".join(lines)).replace("\n", "\r\n")


def _board(number: int, code: str) -> tuple[Board, str]:
    """Return a board, and a message if its checksum is wrong.

    :raises CardError: if it is not a board
    """
    match = _CODE.fullmatch(code)
    if match is None:
        raise CardError(f"'{code[:40]}' is not 26 letters from a to p and a checksum")
    board = numbered(number, _hands(match[1]))
    whole_deal(board)
    right = checksum(number, match[1])
    if match[2] and int(match[2]) != right:
        return board, f"the checksum of board {number} is {right:03}, not {match[2]}"
    return board, ""


def _numbered(
    match: re.Match[str], line: int, ends: Mapping[str, int]
) -> Iterator[Board | Problem]:
    """Yield the board of a line, if it is in use, and its problems."""
    number = int(match[1])
    if not ends.get("from", number) <= number <= ends.get("to", number):
        if not match[2].lower().startswith(_FILLER[:10]):
            yield Problem(line, 1, f"board {number} is outside From board to To board", False)
        return
    try:
        board, note = _board(number, match[2])
        yield board
        if note:
            yield Problem(line, match.start(2) + 27, note, False)
    except CardError as error:
        yield Problem(line, match.start(2) + 1, str(error))


def _read(text: str) -> Iterator[Board | Problem]:
    """Read the boards of a file from the first to the last in use.

    A wrong checksum is a note, because the board itself is complete.
    """
    ends: dict[str, int] = {}
    met, number = set[int](), 0
    for number, line in enumerate(lines_of(text), 1):
        end = _RANGE.fullmatch(line)
        if end is not None:
            ends[end[1].lower()] = int(end[2])
        match = _LINE.fullmatch(line)
        if match is not None:
            met.add(int(match[1]))
            yield from _numbered(match, number, ends)
        elif _NEARLY.search(line) and not _UNUSED.search(line):
            message = f"this is not a number and 26 letters: {line[:40].strip()}"
            yield Problem(number, 1, message)
    if "from" in ends and "to" in ends:
        for missing in range(ends["from"], min(ends["to"], _LAST_BOARD) + 1):
            if missing not in met:
                yield Problem(number, 1, f"board {missing} is missing, up to board {ends['to']}")


FORMAT = Format(
    "up to 99 boards, for duplicating machines",
    (".dlm",),
    _read,
    all_boards(_file, _LAST_BOARD),
    whole=True,
    results=False,
)
