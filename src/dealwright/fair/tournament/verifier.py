"""The second implementation: checks a tournament from its published files alone.

It is plain Python that needs only the standard library, and shares no line with the rest of the
package: this one file runs by itself. ``python verifier.py PUBLIC SECRET VALUE FILES...``
"""

import hashlib
import hmac
import json
import os
import re
import sys
import tomllib
import unicodedata
from bisect import bisect_right
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence, Set
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Finding", "Report", "check_tournament", "hkdf", "keystream", "main", "public_value"]

ALGORITHM = (
    "dealwright tournament 1: HKDF-SHA256 (RFC 5869), ChaCha20 (RFC 8439), "
    "96-bit candidates below 52!/13!^4, colexicographic hands"
)
DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
MOST_BOARDS = 50_000  # of all sets: ten seconds
MOST_SESSIONS = 1000  # of a phase that leaves their number open, by the names of files
MOST_BYTES = 1 << 24  # of a file
MOST_PRINTED, MOST_HASHED = 1 << 28, 1 << 31  # bytes of a sheet, and of all files of a record
MOST_PLAN, MOST_LINE = 1 << 16, 1 << 14  # characters; keys with many dots take their square
MOST_BOARD = 9999
MOST_DIGITS = 18  # of a number in a file
MOST_RESERVES = 20
MOST_LINKS = 40  # from one to the next
MOST_FAULTS = 5  # reported for a file
MOST_VALUE = 1000  # characters of a public value
MOST_NAME = 60  # characters of a name that are printed: fewer than a verdict has
CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
COMBINATIONS = [[comb(n, size) for n in range(53)] for size in range(14)]
SEATS, SIDES = "NESW", ("None", "NS", "EW", "All")
# Formats of boards that this file cannot read.
UNREAD = {
    ".ber", ".csv", ".dat", ".ddline", ".dealer", ".deals", ".gib", ".goe", ".hrf", ".htm", ".html",
    ".lin", ".lines", ".parquet", ".rbn", ".rbx", ".url", ".urls", ".zrd",
}  # fmt: skip
# Invisible marks and letters. Format characters, such as U+200B, are not printable anyway.
INVISIBLE = {
    0x034F, 0x115F, 0x1160, 0x17B4, 0x17B5, 0x2800, 0x3164, 0xFFA0,
    *range(0x180B, 0x1810), *range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0),
}  # fmt: skip
LIKE_LATIN = (
    "\u0410\u0412\u0415\u0405\u0406\u0408\u041a\u041c\u041d\u041e\u0420\u0421\u0422\u0423\u0425"
    "\u0430\u0435\u0455\u0456\u0458\u043e\u0440\u0441\u0443\u0445"
    "\u0391\u0392\u0395\u0396\u0397\u0399\u039a\u039c\u039d\u039f\u03a1\u03a4\u03a5\u03a7\u03bd\u03bf"
)
Board = tuple[str, ...]  # the hands of north, east, south and west, as S.H.D.C
Boards = dict[int, Board]
Read = tuple[Boards, Sequence[str]]  # the boards of a file, and its faults


class Finding(NamedTuple):
    """A check: whether it holds, and what was checked."""

    holds: bool
    what: str


class Report(NamedTuple):
    """What was checked, and what was not.

    ``sets`` and ``files`` are the numbers checked, and of how many: the sets of the plan; the files
    of the records and the files of boards in their folders. ``unchecked`` names what is missing,
    ``others`` what needs no check, such as sheets and texts.
    """

    findings: Sequence[Finding]
    sets: tuple[int, int]
    files: tuple[int, int]
    unchecked: Sequence[str] = ()
    others: Sequence[str] = ()

    @property
    def holds(self) -> bool:
        """Whether there are sets, all are checked, nothing is wrong, and nothing is unchecked."""
        return (
            0 < self.sets[1] == self.sets[0]
            and not self.unchecked
            and all(finding.holds for finding in self.findings)
        )

    def lines(self) -> Iterator[str]:
        """Yield the report as text; the verdict is its last line."""
        for finding in self.findings:
            yield f"{'ok   ' if finding.holds else 'WRONG'}  {_on_one_line(finding.what)}"
        yield from (f"NOT CHECKED  {_on_one_line(what)}" for what in self.unchecked)
        yield from (f"       {_on_one_line(what)}" for what in self.others)
        yield self.verdict

    @property
    def verdict(self) -> str:
        """One line on whether everything holds, and how many sets and files were checked."""
        (sets, planned), (files, there) = self.sets, self.files
        of_sets, of_files = _count(planned, "set"), _count(there, "file")
        checked = f"{sets:,} of {of_sets} of the plan, {files:,} of {of_files} checked"
        wrong = sum(not finding.holds for finding in self.findings)
        if wrong:
            return f"{checked}: {_count(wrong, 'thing')} {'do' if wrong > 1 else 'does'} not hold"
        if self.unchecked or sets < planned:
            return f"{checked}: what was checked holds, but not everything was checked"
        if not planned:
            return f"{checked}: the plan has no set, so nothing holds"
        return f"{checked}: everything holds"


def _on_one_line(text: str) -> str:
    """Return a text with its invisible characters as escapes: a name of a file makes no line."""
    return "".join(
        letter if letter.isprintable() else letter.encode("unicode_escape").decode()
        for letter in text
    )


def _shown(name: Path | str) -> str:
    """Return a name, or that of a file, for print: a long one in part, so it holds no verdict."""
    text = name if isinstance(name, str) else name.name
    return text if len(text) <= MOST_NAME else f"{text[: MOST_NAME - 11]}…{text[-10:]}"


def _count(number: int, noun: str) -> str:
    return f"{number:,} {noun}{'' if number == 1 else 's'}"


class _Expected(NamedTuple):
    """A set of the plan: its name, the name of its files, and its boards."""

    name: str
    file: str
    boards: Boards
    is_reserve: bool = False


# ------------------------------------------------------------------------------- the public value


def public_value(given: str, plan: Mapping[str, Any]) -> str:
    r"""Return the public value of a plan: a line of text, or the randomness of its drand round.

    A round is a file of JSON. Its signature is not checked here, only that the randomness is its
    hash.

    >>> public_value("  24,311.07 ", {})
    '24,311.07'

    :raises ValueError: if it is not a valid value, with the reason
    :raises OSError: if the file of a round cannot be read
    """
    if "drand" in plan:
        values = _json(Path(given))
        if not isinstance(values, dict) or values.get("round") != plan["drand"]["round"]:
            raise ValueError(f"{given} is not the round of drand that the plan names")
        signature, randomness = values.get("signature"), values.get("randomness")
        if not isinstance(signature, str) or not re.fullmatch("([0-9a-f]{2}){32,96}", signature):
            raise ValueError("the round of drand needs 'signature' in hexadecimal digits")
        if hashlib.sha256(bytes.fromhex(signature)).hexdigest() != randomness:
            raise ValueError("the randomness of the round is not the hash of its signature")
        return str(randomness)
    text = " ".join(unicodedata.normalize("NFC", given).split())
    if not text or len(text) > MOST_VALUE:
        raise ValueError(f"the public value is a line of at most {MOST_VALUE:,} characters")
    for letter in text:
        hidden = not letter.isprintable() or ord(letter) in INVISIBLE
        if hidden or unicodedata.normalize("NFKC", letter) != letter:
            why = "cannot be seen" if hidden else "looks like another character"
            raise ValueError(f"the public value has U+{ord(letter):04X}, which {why}")
    _check_scripts(text)
    return text


def _check_scripts(text: str) -> None:
    """Check that a value is ASCII, but for letters of one script, so that it cannot be mistaken.

    The script of a letter is the first word of its name in Unicode.

    :raises ValueError: if it is not
    """
    met = dict[str, str]()
    alike = [letter for letter in text if letter.isalpha()]
    if alike and all(letter in LIKE_LATIN for letter in alike):
        raise ValueError(
            f"the public value has U+{ord(alike[0]):04X}, which looks like another character"
        )
    for letter in text:
        kind = unicodedata.category(letter)
        if ord(letter) > 127 and kind[0] not in "LM" and kind != "Nd":
            raise ValueError(
                f"the public value has U+{ord(letter):04X}, which looks like another character"
            )
        if kind[0] == "L":
            word = re.split("[ -]", unicodedata.name(letter, "UNNAMED"))[0]
            met.setdefault("HAN" if word in ("CJK", "HIRAGANA", "KATAKANA") else word, letter)
    if len(met) > 1:
        first, second, *_ = met.values()
        raise ValueError(
            f"the public value has U+{ord(first):04X} and U+{ord(second):04X}, letters of two "
            "scripts, which look alike"
        )


# ------------------------------------------------------------------------------- from key to cards


def keystream(key: bytes, nonce: int, blocks: int) -> bytes:
    """Return blocks of the ChaCha20 keystream; the nonce is 4 bytes of 0 and 8 of the number."""
    words = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    words += [int.from_bytes(key[start : start + 4], "little") for start in range(0, 32, 4)]
    words += [0, 0, nonce & 0xFFFFFFFF, nonce >> 32]
    out = b""
    for counter in range(blocks):
        words[12] = counter
        state = list(words)
        for _ in range(10):
            for shift in (0, 1):  # columns, then diagonals
                for a in range(4):
                    _quarter(state, a, *(4 * row + (a + shift * row) % 4 for row in (1, 2, 3)))
        sums = ((left + right) & 0xFFFFFFFF for left, right in zip(state, words, strict=True))
        out += b"".join(word.to_bytes(4, "little") for word in sums)
    return out


def _quarter(state: list[int], a: int, b: int, c: int, d: int) -> None:
    """Apply the quarter round of ChaCha to four words of a state."""
    for target, add, mix, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[target] = (state[target] + state[add]) & 0xFFFFFFFF
        mixed = state[mix] ^ state[target]
        state[mix] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF


def hkdf(salt: bytes, secret: bytes, info: bytes) -> bytes:
    """Return 32 bytes by HKDF with SHA-256."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()


def _deal_of(key: bytes, board: int) -> Board:
    """Return the deal of a board: the first 12 bytes of the keystream below the number of deals."""
    blocks = 1
    while True:
        stream = keystream(key, board, blocks)
        for start in range(0, 48 * blocks, 12):
            number = int.from_bytes(stream[start : start + 12], "big")
            if start + 12 <= len(stream) and number < DEALS:
                return _hands_of(number)
        blocks *= 2


def _hands_of(number: int) -> Board:
    """Return the hands of a number: N * C(39,13) * C(26,13) + E * C(26,13) + S."""
    number, south = divmod(number, comb(26, 13))
    north, east = divmod(number, comb(39, 13))
    remaining, hands = list(range(52)), []
    for rank in (north, east, south):
        hand = []
        for size in range(13, 0, -1):  # the largest place with comb(place, size) <= rank
            place = bisect_right(COMBINATIONS[size], rank) - 1
            rank -= COMBINATIONS[size][place]
            hand.append(remaining[place])
        hands.append(hand)
        remaining = [card for card in remaining if card not in hand]
    return tuple(map(_hand, (*hands, remaining)))


def _hand(cards: Sequence[int]) -> str:
    """Return cards by their places in the pack as a hand."""
    suits = ["", "", "", ""]
    for card in sorted(cards):
        suits[card // 13] += CARDS[card][1]
    return ".".join(suits)


def _written(cards: Iterator[str]) -> str:
    """Return cards such as SA as a hand, suits from spades to clubs with dots between them."""
    in_order = sorted(cards, key=CARDS.index)
    return ".".join("".join(card[1] for card in in_order if card[0] == suit) for suit in "SHDC")


# ---------------------------------------------------------------------------------- reading files
# Each reader returns the boards of a file, and every fault: anything else in the file. A file holds
# only if it has no fault, so that no program can find other boards in it.

_TAG = re.compile(r'\[([A-Za-z][A-Za-z0-9_]*) "([^"\\\[\]{};\x00-\x1f\x7f]*)"\]')
_HEAD = re.compile(r"%[^\x00-\x1f\x7f]*")
_LIKE_A_TAG = re.compile(r'\[\s*\w+\s*"')
_SUIT = "A?K?Q?J?T?9?8?7?6?5?4?3?2?"
_HAND = rf"{_SUIT}\.{_SUIT}\.{_SUIT}\.{_SUIT}"
_DEAL = re.compile(rf"[NESW]:{_HAND} {_HAND} {_HAND} {_HAND}")
_LONGEST = 255  # characters of a line of PBN


def _pbn(data: bytes) -> Read:
    """Read PBN that has only tags: one on a line, games between empty lines, % lines before them.

    A game has one board tag and one deal tag after it; other tags may not occur twice, and dealer
    and vulnerability must be those of the board.
    """
    boards, faults, started = Boards(), list[str](), False
    game, names = dict[str, str](), set[str]()
    for number, line in enumerate([*data.decode("latin-1").split("\n"), ""], 1):
        line = line.removesuffix("\r")
        tag = _TAG.fullmatch(line)
        if not line:
            if game:
                faults += _take_game(game, boards)
            game, names = {}, set()
        elif tag is not None and len(line) <= _LONGEST:
            name, value = tag.groups()
            started = True
            if name.lower() in names:
                faults.append(f"line {number}: the tag {name} occurs twice")
            elif name == "Deal" and "Board" not in game:
                faults.append(f"line {number}: the deal comes before its board")
            game.setdefault(name, value)
            names.add(name.lower())
        elif started or not _HEAD.fullmatch(line) or _LIKE_A_TAG.search(line):
            faults.append(f"line {number} is not one tag: {line[:40]!r}")
    return boards, faults


def _take_game(game: Mapping[str, str], boards: Boards) -> Iterator[str]:
    """Add the board of a game of PBN; yield what is wrong with the game."""
    names = {name.lower(): name for name in ("Board", "Deal", "Dealer", "Vulnerable")}
    for tag in game:
        if names.get(tag.lower(), tag) != tag:
            yield f"the tag {tag} is written {names[tag.lower()]}"
    number_text, deal = game.get("Board", ""), game.get("Deal", "")
    if not re.fullmatch("[1-9][0-9]{0,3}", number_text) or not _DEAL.fullmatch(deal):
        yield f"board {number_text!r}: no number, or no deal as PBN's export form has it"
        return
    number, first, hands = int(number_text), SEATS.index(deal[0]), deal[2:].split(" ")
    if number in boards:
        yield f"board {number} is in the file twice"
        return
    if boards and number < max(boards):
        yield f"board {number} comes after board {max(boards)}"
    boards[number] = tuple(hands[(seat - first) % 4] for seat in range(4))
    dealer, sides = SEATS[(number - 1) % 4], SIDES[(number - 1 + (number - 1) // 4) % 4]
    for name, expected in (("Dealer", dealer), ("Vulnerable", sides)):
        if game.get(name, "?") not in (expected, "?"):
            yield f"board {number}: {name} is {expected}, not {game[name]!r}"


def _same_bytes(data: bytes, expected: bytes, boards: Boards) -> Read:
    """Return boards, with a fault at the first byte that differs from the expected file."""
    position = 0
    while data[position : position + 1] == expected[position : position + 1] and position < len(
        data
    ):
        position += 1
    return boards, [f"byte {position + 1} is not as its boards make it"] * (data != expected)


def _dlm(data: bytes) -> Read:
    """Read DLM: 26 letters with two cards each, ace of spades first; the headline is free text."""
    boards, text = Boards(), data.decode("latin-1")
    first, last = (
        int(re.findall(rf"{end} board=([0-9]{{1,4}})\b", text, re.I)[0]) for end in ("From", "To")
    )
    for number, letters in re.findall(r"^Board ([0-9]{1,4})=([a-p]{26})", text, re.MULTILINE):
        owners = [ord(letter) - 97 >> shift & 3 for letter in letters for shift in (2, 0)]
        if first <= int(number) <= last:  # the format fills up to 99 boards
            boards.setdefault(int(number), _by_owner(owners))
    headline = re.search(r"^Headline=[ -~]{0,80}(?=\r\n)", text, re.MULTILINE)
    lines = [
        "[Document]", headline[0] if headline else "", "Status=Show", "Duplicates=0",
        f"From board={first}", f"To board={last}", "Next board to duplimate=0", "PrintOuts=0",
        "Crypto key=0", f"Checksum={first ^ last ^ 1}",
    ]  # fmt: skip
    for number in range(1, 100):
        letters = "aaaaaabffffffkkkkkklpppppp"  # of a board that is not used
        if number in boards:
            owners = _owners(boards[number])
            pairs = zip(owners[::2], owners[1::2], strict=True)
            letters = "".join(
                chr(97 + 4 * first_owner + second_owner) for first_owner, second_owner in pairs
            )
        check = number
        for letter in letters:
            check ^= ord(letter)
        lines += [f"Duplicates {number:02}=0", f"Board {number:02}={letters}{check:03}"]
    expected = "".join(f"{line}\r\n" for line in lines)
    return _same_bytes(data, expected.encode("latin-1"), boards)


def _by_owner(owners: Sequence[int]) -> Board:
    """Return the hands, given the owner of each card."""
    return tuple(
        _written(card for card, owner in zip(CARDS, owners, strict=True) if owner == seat)
        for seat in range(4)
    )


def _owners(board: Board) -> list[int]:
    """Return the owner of each card, the inverse of ``_by_owner``."""
    hands = [
        {suit + rank for suit, ranks in zip("SHDC", hand.split("."), strict=True) for rank in ranks}
        for hand in board
    ]
    return [next(seat for seat in range(4) if card in hands[seat]) for card in CARDS]


def _packed(record: str) -> Board:
    """Return the deal of 78 digits: two for each card of north, east and south, 01 for SA."""
    owners = [3] * 52
    for index in range(39):
        owners[int(record[2 * index : 2 * index + 2]) - 1] = index // 13
    return _by_owner(owners)


def _digits(board: Board) -> str:
    """Return the 78 digits of a deal."""
    owners = _owners(board)
    return "".join(
        f"{card + 1:02}" for seat in range(3) for card in range(52) if owners[card] == seat
    )


def _symbols(board: Board) -> str:
    """Return the 68 characters of a deal in DGE."""
    return "".join("\x06{}\x03{}\x04{}\x05{}".format(*hand.split(".")) for hand in board)


def _check_length(data: bytes, record: int) -> None:
    """Check that a file has no more records than a set can have boards.

    :raises ValueError: if it has
    """
    if len(data) > record * MOST_BOARD:
        raise ValueError


def _bri(data: bytes) -> Read:
    """Read BRI, whose boards are numbered from 1: the file has no numbers."""
    _check_length(data, 78)
    text = data.decode("ascii")
    boards = {
        start // 78 + 1: _packed(text[start : start + 78]) for start in range(0, len(text), 78)
    }
    return _same_bytes(data, "".join(map(_digits, boards.values())).encode(), boards)


def _dup(data: bytes) -> Read:
    """Read DUP: each deal as in BRI and as in DGE, and the range of boards."""
    _check_length(data, 156)
    text = data.decode("latin-1")
    records = [text[index : index + 156] for index in range(0, len(text), 156)]
    first = int(records[0][148:151])
    boards = {first + index: _packed(board[:78]) for index, board in enumerate(records)}
    about = f"YN{first:<3}1 {first + len(records) - 1:<3}"
    expected = "".join(_digits(board) + _symbols(board) + about for board in boards.values())
    return _same_bytes(data, expected.encode("latin-1"), boards)


def _dge(data: bytes) -> Read:
    """Read DGE, whose boards are numbered from 1: the file has no numbers."""
    _check_length(data, 68)
    boards: Boards = {}
    for start in range(0, len(data), 68):
        record, hands = data[start : start + 68].decode("latin-1"), []
        for seat in range(4):
            part = record[17 * seat : 17 * seat + 17]
            hands.append(".".join(re.split("[\x03-\x06]", part)[1:]))
        boards[start // 68 + 1] = tuple(hands)
    return _same_bytes(data, "".join(map(_symbols, boards.values())).encode("latin-1"), boards)


UNREADABLE = "boards in this format are not read here"
READERS = {".pbn": _pbn, ".dlm": _dlm, ".dup": _dup, ".bri": _bri, ".dge": _dge}
BOARD_FILES = READERS.keys() | UNREAD
LABEL, SHEETS = ".label.txt", (".hands.pdf", ".envelope.pdf", ".pdf")


def _place(path: Path) -> Path:
    """Return the real path of a file, without following a link in its last part."""
    return Path(os.path.realpath(path.parent), path.name)


def _steps_of(path: Path) -> list[Path]:
    """Return the real path of a file, and those of the files that it leads to if it is a link."""
    steps = dict[Path, None]()
    for _ in range(MOST_LINKS):
        place = _place(path)
        steps[place] = None
        if not place.is_symlink():
            break
        path = place.parent / place.readlink()
    return [*steps]


def _folders_of(path: Path) -> list[Path]:
    """Return the folder of a file, and of each file that it leads to if it is a link."""
    return [*dict.fromkeys(step.parent for step in _steps_of(path))]


def _ending(path: Path) -> str:
    """Return the ending of a file in small letters, as the most tolerant system sees it."""
    name = path.name.rstrip(". ").lower()
    return name[name.rfind(".") :] if "." in name else ""


def _is_file(path: Path) -> bool:
    """Return whether there is a regular file; no name is too odd to ask for."""
    try:
        return path.is_file()
    except (OSError, ValueError):
        return False


def _is_folder(path: Path) -> bool:
    try:
        return path.is_dir()
    except (OSError, ValueError):
        return False


def _bytes(path: Path, most: int = MOST_BYTES) -> bytes:
    """Return the bytes of a regular file, at most the first ``most + 1``.

    :raises OSError: if it cannot be read, or is no regular file, which may never end
    """
    if path.exists() and not path.is_file():
        raise OSError(f"{path} is not a regular file")
    with path.open("rb") as file:
        return file.read(most + 1)


def _sha256(path: Path) -> str:
    """Return the SHA-256 of a file as digits; no digits if it is too long to be read."""
    with path.open("rb") as file:
        if os.fstat(file.fileno()).st_size > MOST_PRINTED:
            return ""
        return hashlib.file_digest(file, "sha256").hexdigest()


# -------------------------------------------------------------------------------- the JSON files

PUBLIC, SECRET, RECORD = (f"dealwright tournament{kind}" for kind in ("", " secret", " record"))
MEMBERS: dict[str, dict[str, type]] = {
    PUBLIC: {"kind": str, "algorithm": str, "created": str, "plan": str, "commitment": str},
    SECRET: {"kind": str, "commitment": str, "secret": str},
    RECORD: {"kind": str, "commitment": str, "value": str, "sets": list},
}
SET = {"phase": str, "session": int, "set": str, "boards": str, "fingerprint": str, "files": dict}


def _json(path: Path) -> Any:
    """Return the values of a JSON file without duplicate members.

    :raises ValueError: if it is not such a file
    """

    def once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
        values = dict[str, Any]()
        for name, value in pairs:
            if name in values:
                raise ValueError(f"it says {name[:40]!r} twice")
            values[name] = value
        return values

    def number(digits: str) -> int:
        if len(digits) > MOST_DIGITS:
            raise ValueError(f"it has a number of more than {MOST_DIGITS} digits")
        return int(digits)

    data = _bytes(path)
    if len(data) > MOST_BYTES:
        raise ValueError("it is too long")
    try:
        values = json.loads(data.decode(), object_pairs_hook=once, parse_int=number)
        json.dumps(values, ensure_ascii=False).encode()  # texts are Unicode
    except RecursionError:
        raise ValueError("it is nested too deeply") from None
    return values


def _document(path: Path, kind: str) -> dict[str, Any]:
    """Return the values of a file of a kind, with exactly its members.

    :raises ValueError: if it is not such a file
    """
    try:
        values = _json(path)
    except ValueError as error:
        why = f": {error}" if "twice" in str(error) else ""
        raise ValueError(
            f"{_shown(path)} is damaged, or no such file of a tournament{why}"
        ) from None
    if not isinstance(values, dict) or values.get("kind") != kind:
        raise ValueError(f"{_shown(path)} is damaged, or no such file of a tournament")
    _check_members(path, values, MEMBERS[kind])
    if kind == RECORD:
        for entry in values["sets"]:
            _check_members(path, entry, SET)
            _check_members(path, entry["files"], dict.fromkeys(entry["files"], str))
    return values


# Members of documents with boards: a deal, or the hands of the players.
_BOARDS_IN_JSON = re.compile(r'"(?:deals?|hands?|north|n)"\s*:\s*["\[{]', re.IGNORECASE)


def _what_json_may_be(path: Path) -> str:
    """Return what a JSON file may be that should be checked, whole or damaged; "" for nothing."""
    try:
        data = _bytes(path)
    except OSError:
        return "it cannot be read"
    if len(data) > MOST_BYTES:
        return "it is too long to be read"
    text = data.replace(b"\0", b"").decode("latin-1")  # ASCII remains, whatever the encoding
    text = re.sub(r"\\u00([0-7][0-9a-fA-F])", lambda code: chr(int(code[1], 16)), text)
    if RECORD in text or '"fingerprint"' in text:
        return "a record that was not given"
    return UNREADABLE if _BOARDS_IN_JSON.search(text) else ""


def _key(secret: str) -> bytes:
    """Return the secret of a tournament.

    :raises ValueError: if it is not 64 hexadecimal digits
    """
    if not re.fullmatch("[0-9a-f]{64}", secret):
        raise ValueError("the secret is not 64 hexadecimal digits")
    return bytes.fromhex(secret)


def _check_members(path: Path, values: object, members: Mapping[str, type]) -> None:
    """Check that values are an object with exactly these members.

    :raises ValueError: if they are not
    """
    values = values if isinstance(values, dict) else {}
    for name, kind in members.items():
        if type(values.get(name)) is not kind:
            raise ValueError(f"{_shown(path)}: a file lacks what it should have: {name!r}")
    for name in values.keys() - members.keys():
        raise ValueError(f"{_shown(path)} says more than such a file does: {name[:40]!r}")


# ------------------------------------------------------------------------------------ the checks


def check_tournament(
    public: Path, secret: Path, value: str, files: Sequence[Path], *, signed: bool = False
) -> Report:
    """Return what was checked of a tournament, and whether it holds.

    ``value`` is the public value as published; for drand, it is the file of the round, whose
    signature the caller has checked if ``signed``. ``files`` are the dealt files, or the records
    that name them. All files of boards in the folder of a record are checked, whether the record
    names them or not.

    :raises ValueError: if the value is not valid
    :raises OSError: if a file cannot be read
    """
    findings: list[Finding] = []
    try:
        plan_file, secret_file = _document(public, PUBLIC), _document(secret, SECRET)
        plan = _plan(plan_file["plan"])
        phases, key = list(_phases(plan)), _key(secret_file["secret"])
    except ValueError as error:
        return Report([Finding(False, str(error))], (0, 0), (0, len(files)))
    value_text = public_value(value, plan)
    findings += _check_commitment(plan_file, secret_file, key)
    records: dict[Path, dict[str, Any]] = {}
    for path in {_place(path): path for path in files}.values():
        try:
            if _ending(path) == ".json":
                records[path] = _document(path, RECORD)
        except ValueError as error:
            findings.append(Finding(False, str(error)))
    tournament_files = _Files([public, secret, *([Path(value)] if "drand" in plan else [])])
    tournament_files.give([path for path in files if _ending(path) != ".json"])
    tournament_files.know(records)
    for path, record in records.items():
        tournament_files.add_record(path, record)
    try:
        open_sessions = _open_sessions(phases, records.values(), tournament_files.of_sets())
        expected = list(_sets_of(phases, open_sessions, plan_file["commitment"], key, value_text))
    except ValueError as error:
        return Report(
            [*findings, Finding(False, str(error))], (0, 0), (0, len(tournament_files.paths))
        )
    for name, record in records.items():
        findings += _check_record(name, record, plan_file, value_text, expected)
    stems = {_stem(path) for path in tournament_files.of_sets()}
    reached = {entry.name for entry in expected if entry.file in stems}
    findings += _check_listed(records.values(), expected, reached)
    findings += tournament_files.digests()
    findings += tournament_files.labels(str(plan.get("title")).strip(), expected)
    by_file = {entry.file: entry for entry in expected}
    places = {hands: (entry, board) for entry in expected for board, hands in entry.boards.items()}
    sets_reached = set[str]()
    for path in tournament_files.of_boards():
        stem = path.stem if path.suffix.lower() == _ending(path) else path.name
        expected_set = by_file.get(stem)
        findings += _check_file(path, expected_set, places)
        sets_reached |= {expected_set.name} if expected_set is not None else set()
    missing = [candidate.name for candidate in expected if candidate.name not in sets_reached]
    unchecked = [
        f"{name}: no file of its boards was given" for name in missing
    ] + tournament_files.unread({entry.file for entry in expected})
    others = tournament_files.links + tournament_files.others()
    if "drand" in plan and not signed:
        others.append("the signature of the round of drand: compare the round with drand's own")
    others += [
        f"{name}: the plan leaves the number of sessions open; {_count(number, 'session')} counted"
        for name, number in open_sessions.items()
    ]
    return Report(
        findings, (len(sets_reached), len(expected)), tournament_files.count(), unchecked, others
    )


class _Files:
    """The files of a tournament: those given, those that records name, those beside records."""

    def __init__(self, known: Iterable[Path]) -> None:
        self._known = {_place(path) for path in known}
        self._paths: dict[Path, Path] = {}
        self._given: set[Path] = set()
        self._recorded: list[tuple[Path, str, str]] = []
        self._places_of_record = set[Path]()
        self.links: list[str] = []

    @property
    def paths(self) -> list[Path]:
        """The files, each once."""
        return list(self._paths.values())

    def give(self, paths: Sequence[Path]) -> None:
        """Add files that are to be checked."""
        self._given |= {_place(path) for path in paths}
        self.add(paths)

    def add(self, paths: Iterable[Path]) -> None:
        """Add files."""
        for path in paths:
            if _place(path) not in self._known:
                self._paths.setdefault(_place(path), path)

    def know(self, records: Iterable[Path]) -> None:
        """Take the records that are given, and the files they lead to, for no files to check."""
        for record in records:
            self._known |= {*_steps_of(record), Path(os.path.realpath(record))}

    def add_record(self, record: Path, values: Mapping[str, Any]) -> None:
        """Add the files that a record names, and those in its folder."""
        folders = _folders_of(record)
        listed = {
            folder: {path.name: path for path in sorted(folder.iterdir())} for folder in folders
        }
        for entry in values["sets"]:
            for file, digest in entry["files"].items():
                found = [paths[file] for paths in listed.values() if file in paths]
                there = [path for path in found if _is_file(path)]
                missing = [] if there else [folders[0] / "\ufffd"]
                self._recorded += [(path, file, digest) for path in there + missing]
                self._places_of_record |= {_place(path) for path in there}
                self.add(there)
        for paths in listed.values():
            self.add(paths.values())
        if len(folders) > 1:
            self.links.append(
                f"{_shown(record)} is a link: the folders of all links are read, up to "
                f"{Path(*map(_shown, folders[-1].parts))}"
            )

    def digests(self) -> Iterator[Finding]:
        """Yield whether each file of a record exists, and is as recorded."""
        digests, left = dict[Path, str](), MOST_HASHED
        for path, file, digest in self._recorded:
            exists = _is_file(path)
            if exists and path not in digests:
                left -= path.stat().st_size
                digests[path] = _sha256(path) if left >= 0 else ""
            same = exists and digests[path] == digest
            yield Finding(same, f"{_shown(file)}: {'as recorded' if exists else 'is there'}")

    def labels(self, title: str, expected: Sequence[_Expected]) -> Iterator[Finding]:
        """Yield whether each label has the boards and the fingerprint of its set."""
        by_name = {expected_set.file + LABEL: expected_set for expected_set in expected}
        for path in filter(_is_label, self.paths):
            expected_set = by_name.get(path.name)
            same = expected_set is not None and _bytes(path, 1 << 12) == _label(title, expected_set)
            yield Finding(same, f"{_shown(path)}: the label says what its set is")

    def of_sets(self) -> list[Path]:
        """Return the files whose names may be those of sets: boards in any format, and sheets."""
        endings = BOARD_FILES | {".pdf"}
        return [path for path in self.paths if _ending(path) in endings and _is_boards(path)]

    def of_boards(self) -> list[Path]:
        """Return the files of boards that can be read here."""
        return [path for path in self.paths if _ending(path) in READERS and _is_boards(path)]

    def unread(self, sets: Collection[str]) -> list[str]:
        """Return what should be checked but cannot be: other formats, other records, own sheets.

        ``sets`` are the names of the files of all sets.
        """
        texts, names = list[str](), {name.casefold() for name in sets}
        for place, path in self._paths.items():
            ending = _ending(path)
            parts = path.name.casefold().split(".")
            of_set = any(".".join(parts[:n]) in names for n in range(1, len(parts)))
            why = ""
            if _is_folder(path) or _is_hidden(path):
                continue
            if ending in UNREAD:
                why = UNREADABLE
            elif ending in READERS:
                why = "" if _is_file(path) else "no file"
            elif ending == ".json":
                why = _what_json_may_be(path) if _is_file(path) else "no file that can be read"
            elif of_set and place not in self._places_of_record and not _is_label(path):
                why = "a file named as a set's, which no record names"
            if why:
                texts.append(f"{_shown(path)}: {why}")
        return texts + self._other_files(given=True)

    def _other_files(self, *, given: bool) -> list[str]:
        """Return the files that are not read, those given by name or those beside a record."""
        recorded = self._places_of_record
        return [
            f"{_shown(path)}: {'a folder' if _is_folder(path) else 'no file of boards'}, not read"
            for place, path in self._paths.items()
            if (_ending(path) not in BOARD_FILES or _is_hidden(path) or _is_folder(path))
            and place not in recorded
            and (place in self._given) == given
            and not _is_label(path)
        ]

    def others(self) -> list[str]:
        """Return the other files, and how many sheets were compared with the record."""
        texts = self._other_files(given=False)
        sheets = sum(place.name.endswith(SHEETS) for place in self._places_of_record)
        of_sheets = f"{_count(sheets, 'sheet')}: as recorded; printed cards are not read"
        return texts + [of_sheets] * (sheets > 0)

    def count(self) -> tuple[int, int]:
        """Return the number of files checked, and the number of files of records and of boards."""
        files = {
            place
            for place in self._paths
            if _ending(place) in BOARD_FILES and not (_is_hidden(place) or _is_folder(place))
        }
        files |= self._places_of_record
        checked = [path for path in files if _is_file(path) and _ending(path) not in UNREAD]
        return len(checked), len(files)


def _is_label(path: Path) -> bool:
    return path.name.lower().endswith(LABEL) and _is_file(path) and not _is_hidden(path)


def _is_hidden(path: Path) -> bool:
    """Return whether a file holds what macOS keeps beside another: its name and first bytes."""
    hidden = path.name.startswith("._") and _is_file(path)
    return hidden and _bytes(path, 3) == b"\0\x05\x16\7"


def _is_boards(path: Path) -> bool:
    return _is_file(path) and not _is_hidden(path)


def _check_commitment(public: Any, secret: Any, key: bytes) -> Iterator[Finding]:
    """Yield whether the commitment covers plan, date, algorithm and secret."""
    yield Finding(public["algorithm"] == ALGORITHM, "the algorithm is the one described")
    if not re.fullmatch(
        r"[0-9]{4}-[01][0-9]-[0-3][0-9]T[0-2][0-9](:[0-5][0-9]){2}Z", public["created"]
    ):
        yield Finding(
            False, f"{public['created'][:40]!r} is not a date, such as 2027-03-05T18:30:00Z"
        )
    parts = [*(public[name].encode() for name in ("algorithm", "created", "plan")), key]
    digest = hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts))
    same = digest.hexdigest() == public["commitment"]
    yield Finding(same, "the commitment is that of this plan, date, algorithm and secret")
    same = secret["commitment"] == public["commitment"]
    yield Finding(same, "the secret names this tournament")


class _Phase(NamedTuple):
    """A phase of the plan; ``sessions`` is None if the plan leaves their number open."""

    name: str
    sessions: int | None
    ranges: Sequence[range]
    file: str
    reserves: int


def _plan(text: str) -> dict[str, Any]:
    """Return the plan of a text, with its title and what it says of the public value.

    :raises ValueError: if it is no TOML, has more than a plan, or lacks these lines
    """
    if len(text) > MOST_PLAN or max(map(len, text.split("\n"))) > MOST_LINE:
        raise ValueError(f"the plan has more than {MOST_PLAN:,} characters, or a very long line")
    if re.search("[0-9a-fA-F_]{100}", text):
        raise ValueError("the plan has a number of 100 digits or more")
    try:
        plan = tomllib.loads(text)
    except RecursionError:
        raise ValueError("the plan is nested too deeply") from None
    _check_names(plan, {"title", "value", "drand", "phase"}, "the plan")
    for name in ("title", "value"):
        line = plan.get(name)
        text = line if isinstance(line, str) and line.isprintable() and len(line) <= 300 else ""
        if not text.strip() or _LIKE_A_TAG.search(text):
            raise ValueError(f"the plan has no line of text as its {name}")
    if "drand" in plan:
        drand = plan["drand"] if isinstance(plan["drand"], dict) else {}
        _check_names(drand, {"chain", "round"}, "the plan's round of drand")
        if not isinstance(drand.get("chain"), str) or type(drand.get("round")) is not int:
            raise ValueError("the plan names no round of drand")
    phases = plan.get("phase")
    if not isinstance(phases, list) or not phases or not all(isinstance(x, dict) for x in phases):
        raise ValueError("the plan has no phases")
    return plan


def _check_names(table: Mapping[str, Any], known: Set[str], where: str) -> None:
    """Check that a table of a plan says nothing but what plans say.

    :raises ValueError: if it says more
    """
    for name in table.keys() - known:
        raise ValueError(f"{where} says more than such a thing does: {name[:40]!r}")


def _phases(plan: Mapping[str, Any]) -> Iterator[_Phase]:
    """Yield the phases of a plan.

    :raises ValueError: if something is missing, or cannot be read, or a name or a file occurs twice
    """
    met = set[tuple[str, str]]()
    for phase in map(_phase, plan["phase"]):
        for field in ("name", "file"):
            if (field, getattr(phase, field)) in met:
                raise ValueError(f"two phases have the {field} {getattr(phase, field)!r}")
            met.add((field, getattr(phase, field)))
        yield phase


def _phase(phase: Mapping[str, Any]) -> _Phase:
    """Return a phase of a plan.

    :raises ValueError: if something is missing, or cannot be read
    """
    if not all(isinstance(phase.get(text), str) for text in ("name", "boards")):
        raise ValueError("a phase has no text as its name, or as its boards")
    name = phase["name"].strip()
    if not re.fullmatch(r"[^\W_][\w .#()+-]{0,59}", name):
        raise ValueError(f"{name[:80]!r} is not the name of a phase")
    where = f"the phase {name!r}"
    _check_names(phase, {"name", "sessions", "boards", "file", "reserves"}, where)
    sessions, reserves = phase.get("sessions", 1), phase.get("reserves", 0)
    ranges = []
    for part in phase["boards"].split(","):
        ends = re.fullmatch(r"\s*([0-9]{1,4})\s*(?:-\s*([0-9]{1,4})\s*)?", part)
        ranges.append(range(int(ends[1]), int(ends[2] or ends[1]) + 1) if ends else range(0))
    if not all(numbers and numbers.start for numbers in ranges):
        raise ValueError(f"{where} has no boards")
    if sessions != "?" and not (type(sessions) is int and 1 <= sessions <= MOST_SESSIONS):
        raise ValueError(f"{where} has no sessions, or more than {MOST_SESSIONS:,}")
    if type(reserves) is not int or not 0 <= reserves <= MOST_RESERVES:
        raise ValueError(f"{where} has {str(reserves)[:20]} reserves, not 0 to {MOST_RESERVES}")
    file = phase.get("file", re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + "-#")
    if not isinstance(file, str) or not re.fullmatch("[A-Za-z0-9][A-Za-z0-9_.#-]{0,59}", file):
        raise ValueError(f"{where} has no file names")
    if "#" not in file and sessions != 1:
        raise ValueError(f"{where} has one file name for all sessions")
    return _Phase(name, None if sessions == "?" else sessions, ranges, file, reserves)


def _stem(path: Path) -> str:
    """Return the name of a file without what is added to the name of a set."""
    for ending in SHEETS:
        if path.name.lower().endswith(ending):
            return path.name[: -len(ending)]
    return path.stem


def _open_sessions(
    phases: Sequence[_Phase], records: Iterable[Mapping[str, Any]], paths: Iterable[Path]
) -> dict[str, int]:
    """Return the number of sessions of each phase that leaves it open: at least 1.

    It is the highest session in a record or in the name of a file.
    """
    by_phase = dict[str, int]()
    dealt = [entry for record in records for entry in record["sets"]]
    for phase in phases:
        if phase.sessions is None:
            first, *rest = map(re.escape, phase.file.split("#"))
            last = r"(?:\1)".join(rest)
            name = re.compile(rf"{first}([1-9][0-9]{{0,3}}){last}(?:-reserve-[0-9]+)?")
            numbers_in_names = [
                int(match[1]) for path in paths if (match := name.fullmatch(_stem(path)))
            ]
            sessions = [entry["session"] for entry in dealt if entry["phase"] == phase.name]
            by_phase[phase.name] = max(
                1, *sessions, *(n for n in numbers_in_names if n <= MOST_SESSIONS), 1
            )
    return by_phase


def _sets_of(
    phases: Sequence[_Phase], open_sessions: Mapping[str, int], commitment: str, secret: bytes,
    value: str,
) -> Iterator[_Expected]:  # fmt: skip
    """Yield every set of the plan, dealt again.

    :raises ValueError: if there are too many
    """
    salt = hashlib.sha256(value.encode()).digest()
    session_counts = {phase.name: phase.sessions or open_sessions[phase.name] for phase in phases}
    boards_of_all = sum(
        len(phase.ranges[index % len(phase.ranges)]) * (phase.reserves + 1)
        for phase in phases
        for index in range(min(session_counts[phase.name], MOST_BOARDS + 1))
    )
    if boards_of_all > MOST_BOARDS:
        raise ValueError(f"the plan has more than {MOST_BOARDS:,} boards")
    for phase in phases:
        for session in range(1, session_counts[phase.name] + 1):
            numbers = phase.ranges[(session - 1) % len(phase.ranges)]
            for reserve in range(phase.reserves + 1):
                kind = f"reserve {reserve}" if reserve else "original"
                info = "\n".join([commitment, phase.name, str(session), kind]).encode()
                key = hkdf(salt, secret, info)
                file = phase.file.replace("#", str(session))
                file += f"-reserve-{reserve}" if reserve else ""
                boards = {number: _deal_of(key, number) for number in numbers}
                name = f"{phase.name}, session {session}, {kind}"
                yield _Expected(name, file, boards, reserve > 0)


def _fingerprint(boards: Boards) -> str:
    """Return the fingerprint of a set: SHA-256 of its boards as lines."""
    lines = (f"{number} N:{' '.join(boards[number])}\n" for number in sorted(boards))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _label(title: str, expected_set: _Expected) -> bytes:
    """Return the label of the box of a set."""
    digest = _fingerprint(expected_set.boards)
    printed = " ".join(digest[start : start + 4] for start in range(0, 16, 4))
    first, last = min(expected_set.boards), max(expected_set.boards)
    return (
        f"{title}\n{expected_set.name}: boards {first} to {last}, fingerprint {printed}\n".encode()
    )


def _name_of(entry: Mapping[str, Any]) -> str:
    return f"{_shown(entry['phase'])}, session {entry['session']}, {_shown(entry['set'])}"


def _check_listed(
    records: Iterable[Any], expected: Sequence[_Expected], reached: Set[str]
) -> Iterator[Finding]:
    """Yield the sets that are in no record, and those that are there more than once.

    Reserves need not be dealt; without a file they are not checked.
    """
    listed = [record["sets"] for record in records]
    names = Counter(_name_of(entry) for sets in listed for entry in sets)
    for name in [name for name, times in names.items() if times > 1]:
        yield Finding(False, f"{name} is in the record more than once")
    for entry in expected if listed else ():
        if entry.name not in names and (entry.name in reached or not entry.is_reserve):
            yield Finding(False, f"{entry.name} of the plan is not in the record")


def _check_record(
    path: Path, record: Mapping[str, Any], public: Mapping[str, Any], value: str,
    expected: Sequence[_Expected],
) -> Iterator[Finding]:  # fmt: skip
    """Yield whether a record fits the plan, the value and the sets."""
    same = record["commitment"] == public["commitment"]
    yield Finding(same, "the record is of this tournament")
    yield Finding(record["value"] == value, "the record has the public value")
    by_name = {expected_set.name: expected_set for expected_set in expected}
    prints = {_fingerprint(expected_set.boards): expected_set.name for expected_set in expected}
    for entry in record["sets"]:
        name = _name_of(entry)
        if name not in by_name:
            yield Finding(False, f"{name} of the record is not in the plan")
            continue
        named_set = by_name[name]
        same = entry["fingerprint"] == _fingerprint(named_set.boards)
        other_name = prints.get(entry["fingerprint"])
        note = f"; it is that of {other_name}" if other_name and not same else ""
        yield Finding(same, f"{name}: the fingerprint is that of the deals{note}")
        boards = f"{min(named_set.boards)}-{max(named_set.boards)}"
        if entry["boards"] != boards:
            yield Finding(False, f"{name}: its boards are {boards}, not {entry['boards'][:40]}")
        names = {named_set.file + ending for ending in (*BOARD_FILES, LABEL, *SHEETS)}
        for file in entry["files"]:
            if file not in names:
                yield Finding(
                    False, f"{_shown(file)!r} in {_shown(path)} is not the name of a file of {name}"
                )


Places = Mapping[Board, tuple[_Expected, int]]  # of each deal of the plan: its set and its board


def _check_file(path: Path, own_set: _Expected | None, places: Places) -> Iterator[Finding]:
    """Yield whether a file has exactly the boards of its set, and if not, what it has."""
    data = _bytes(path)
    if len(data) > MOST_BYTES:
        yield Finding(
            False, f"{_shown(path)}: it is longer than {MOST_BYTES >> 20} MB, and not read"
        )
        return
    try:
        boards, faults = READERS[_ending(path)](data)
    except (ValueError, IndexError, StopIteration):
        boards, faults = {}, ()
    further = [f"{len(faults) - MOST_FAULTS} more of that kind"] * (len(faults) > MOST_FAULTS)
    for fault in [*faults[:MOST_FAULTS], *further]:
        yield Finding(False, f"{_shown(path)}: {fault}")
    if not boards:
        yield Finding(False, f"{_shown(path)}: no board can be read")
        return
    if own_set is None:
        names = {places[hands][0].name for hands in boards.values() if hands in places}
        note = f"its boards are those of {min(names)}" if names else "its boards are of no set"
        yield Finding(False, f"{_shown(path)} is not a file of the plan; {note}")
        return
    if _ending(path) in (".bri", ".dge"):  # they count from 1
        first = min(own_set.boards)
        boards = {number + first - 1: hands for number, hands in boards.items()}
    differences = [
        Finding(False, f"{_shown(path)}: {x}") for x in _differences(boards, own_set, places)
    ]
    yield from differences
    if not differences and not faults:
        yield Finding(
            True, f"{_shown(path)} has the {_count(len(boards), 'board')} of {own_set.name}"
        )


def _differences(boards: Boards, own_set: _Expected, places: Places) -> Iterator[str]:
    """Yield what is wrong with the boards of a file."""
    sets_met = {places[hands][0].name for hands in boards.values() if hands in places}
    if sets_met and own_set.name not in sets_met:
        yield f"its boards are those of {min(sets_met)}, not of {own_set.name}"
        return
    for number in sorted(own_set.boards.keys() | boards.keys()):
        hands, right_hands = boards.get(number), own_set.boards.get(number)
        if hands == right_hands:
            continue
        if hands is None:
            yield f"board {number} is missing"
        elif right_hands is None:
            yield f"board {number} is not in the plan"
        elif hands in places:
            expected_set, board = places[hands]
            yield f"board {number} is board {board} of {expected_set.name}"
        else:
            yield f"board {number} is not the deal of {own_set.name}"


def main(words: Sequence[str]) -> int:
    """Check a tournament and print the report; the exit status is 1 unless everything holds."""
    if len(words) < 3:
        print(__doc__)
        return 2
    try:
        files = [Path(word) for word in words[3:]]
        report = check_tournament(Path(words[0]), Path(words[1]), words[2], files)
    except (OSError, ValueError) as error:
        print(f"verifier.py: {_on_one_line(str(error))}", file=sys.stderr)
        return 2
    try:
        encoding = sys.stdout.encoding or "ascii"  # may lack a letter of a name of a file
        for line in report.lines():
            print(line.encode(encoding, "backslashreplace").decode(encoding))
        sys.stdout.flush()
    except BrokenPipeError:  # the verdict outlives its reader
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
    return 0 if report.holds else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
