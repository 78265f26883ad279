"""The second implementation: checks a tournament from its published files alone.

It is plain Python with nothing but the standard library, and shares no line with the rest of the
package: copy this one file, and it runs. ``python verifier.py PUBLIC SECRET VALUE FILES...``
"""

import hashlib
import hmac
import json
import re
import sys
import tomllib
from collections.abc import Iterator, Sequence
from math import comb
from pathlib import Path
from typing import Any, NamedTuple

__all__ = ["Finding", "check_tournament", "hkdf", "keystream", "main"]

ALGORITHM = (
    "dealwright tournament 1: HKDF-SHA256 (RFC 5869), ChaCha20 (RFC 8439), "
    "96-bit candidates below 52!/13!^4, colexicographic hands"
)
DEALS = comb(52, 13) * comb(39, 13) * comb(26, 13)
MOST_BOARDS = 50_000  # of all sets: two minutes
CARDS = [suit + rank for suit in "SHDC" for rank in "AKQJT98765432"]
Board = tuple[str, ...]  # the hands of north, east, south and west, as S.H.D.C
Boards = dict[int, Board]


class Finding(NamedTuple):
    """Something that was checked: whether it holds, and what it is."""

    holds: bool
    what: str


class _Expected(NamedTuple):
    """A set as the plan names it: its files' name, and its boards."""

    name: str
    file: str
    boards: Boards


# ------------------------------------------------------------------------------- from key to cards


def keystream(key: bytes, nonce: int, blocks: int) -> bytes:
    """Return blocks of the ChaCha20 keystream; the nonce is 4 bytes of 0 and 8 of the number."""
    words = [0x61707865, 0x3320646E, 0x79622D32, 0x6B206574]
    words += [int.from_bytes(key[at : at + 4], "little") for at in range(0, 32, 4)]
    words += [0, 0, nonce & 0xFFFFFFFF, nonce >> 32]
    out = b""
    for counter in range(blocks):
        words[12] = counter
        state = list(words)
        for _ in range(10):
            for shift in (0, 1):  # columns, then diagonals
                for a in range(4):
                    _quarter(state, a, *(4 * row + (a + shift * row) % 4 for row in (1, 2, 3)))
        sums = ((one + other) & 0xFFFFFFFF for one, other in zip(state, words, strict=True))
        out += b"".join(word.to_bytes(4, "little") for word in sums)
    return out


def _quarter(state: list[int], a: int, b: int, c: int, d: int) -> None:
    """Do the quarter round of ChaCha on four words of a state."""
    for to, add, mix, bits in ((a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)):
        state[to] = (state[to] + state[add]) & 0xFFFFFFFF
        mixed = state[mix] ^ state[to]
        state[mix] = (mixed << bits | mixed >> (32 - bits)) & 0xFFFFFFFF


def hkdf(salt: bytes, secret: bytes, info: bytes) -> bytes:
    """Return 32 bytes by HKDF with SHA-256."""
    extracted = hmac.new(salt, secret, hashlib.sha256).digest()
    return hmac.new(extracted, info + b"\x01", hashlib.sha256).digest()


def _deal_of(key: bytes, board: int) -> Board:
    """Return the deal of a board: the first 12 bytes of the keystream below the number of deals."""
    blocks = 3
    while True:
        stream = keystream(key, board, blocks)
        for at in range(0, 48 * blocks, 12):
            number = int.from_bytes(stream[at : at + 12], "big")
            if at + 12 <= len(stream) and number < DEALS:
                return _hands_of(number)
        blocks *= 2


def _hands_of(number: int) -> Board:
    """Return the hands of a number: N * C(39,13) * C(26,13) + E * C(26,13) + S."""
    number, south = divmod(number, comb(26, 13))
    north, east = divmod(number, comb(39, 13))
    left, hands = list(range(52)), []
    for rank in (north, east, south):
        places = []
        for size in range(13, 0, -1):  # the largest place with comb(place, size) <= rank
            place = size - 1
            while comb(place + 1, size) <= rank:
                place += 1
            rank -= comb(place, size)
            places.append(place)
        hands.append([left[place] for place in places])
        left = [card for card in left if card not in hands[-1]]
    return tuple(_written(CARDS[card] for card in hand) for hand in (*hands, left))


def _written(cards: Iterator[str]) -> str:
    """Return cards such as SA as a hand, suits from spades to clubs with dots between them."""
    held = sorted(cards, key=CARDS.index)
    return ".".join("".join(card[1] for card in held if card[0] == suit) for suit in "SHDC")


# ---------------------------------------------------------------------------------- reading files


def _read_boards(path: Path) -> Boards:
    """Return the boards of a file, by the ending of its name; empty if it cannot be read."""
    data = path.read_bytes()
    readers = {".pbn": _pbn, ".dlm": _dlm, ".dup": _dup, ".bri": _bri, ".dge": _dge}
    reader = readers.get(path.suffix.lower())
    try:
        return {} if reader is None else reader(data)
    except (ValueError, IndexError):
        return {}


def _pbn(data: bytes) -> Boards:
    """Return the boards of PBN, from its tags Board and Deal."""
    found: Boards = {}
    board = 0
    for tag, value in re.findall(r'^\[(\w+) "([^"]*)"\]', data.decode("latin-1"), re.MULTILINE):
        if tag == "Board":
            board = int(value)
        elif tag == "Deal":
            first, hands = "NESW".index(value[0]), value[2:].split()
            found[board] = tuple(hands[(seat - first) % 4] for seat in range(4))
    return found


def _dlm(data: bytes) -> Boards:
    """Return the boards of DLM: 26 letters with two cards each, ace of spades first."""
    found: Boards = {}
    text = data.decode("latin-1")
    first, last = (int(re.findall(rf"{end} board=(\d+)", text, re.I)[0]) for end in ("From", "To"))
    for number, letters in re.findall(r"^Board (\d+)=([a-p]{26})", text, re.MULTILINE):
        owners = [ord(letter) - 97 >> shift & 3 for letter in letters for shift in (2, 0)]
        if first <= int(number) <= last:  # the format fills up to 99 boards
            found[int(number)] = _by_owner(owners)
    return found


def _by_owner(owners: Sequence[int]) -> Board:
    """Return the hands where each card has an owner."""
    return tuple(
        _written(card for card, owner in zip(CARDS, owners, strict=True) if owner == seat)
        for seat in range(4)
    )


def _packed(record: str) -> Board:
    """Return the deal of 78 digits: two for each card of north, east and south, 01 for SA."""
    owners = [3] * 52
    for at in range(39):
        owners[int(record[2 * at : 2 * at + 2]) - 1] = at // 13
    return _by_owner(owners)


def _bri(data: bytes) -> Boards:
    """Return the boards of BRI, numbered from 1: the file has no numbers."""
    text = re.sub(r"\s", "", data.decode("ascii"))
    return {at // 78 + 1: _packed(text[at : at + 78]) for at in range(0, len(text), 78)}


def _dup(data: bytes) -> Boards:
    """Return the boards of DUP; the lowest number is in each record."""
    text = data.decode("latin-1")
    records = [text[at : at + 156] for at in range(0, len(text), 156)]
    return {int(each[148:151]) + at: _packed(each[:78]) for at, each in enumerate(records)}


def _dge(data: bytes) -> Boards:
    """Return the boards of DGE, numbered from 1: the file has no numbers."""
    found: Boards = {}
    for at in range(0, len(data), 68):
        record, hands = data[at : at + 68].decode("latin-1"), []
        for seat in range(4):
            part = record[17 * seat : 17 * seat + 17]
            suits = re.split("[\x03-\x06]", part)[1:]
            hands.append(".".join(suit.strip() for suit in suits))
        found[at // 68 + 1] = tuple(hands)
    return found


# ------------------------------------------------------------------------------------ the checks


def check_tournament(
    public: Path, secret: Path, value: str, files: Sequence[Path]
) -> list[Finding]:
    """Return what was checked of a tournament, and whether it holds.

    ``value`` is the public value as it was published. ``files`` are the files that were dealt, with
    the record that names them all, or some of them.
    """
    plan_file = _document(public, "dealwright tournament")
    secret_file = _document(secret, "dealwright tournament secret")
    if plan_file is None or secret_file is None:
        wrong = public if plan_file is None else secret
        return [Finding(False, f"{wrong.name} is damaged, or no such file of a tournament")]
    found = list(_check_commitment(plan_file, secret_file))
    records = [path for path in files if path.suffix.lower() == ".json"]
    others = [path for path in files if path not in records]
    record = _document(records[0], "dealwright tournament record") if records else None
    if records and record is None:
        found.append(Finding(False, f"{records[0].name} is damaged, or no record"))
    try:
        key = bytes.fromhex(secret_file["secret"])
        plan = tomllib.loads(plan_file["plan"])
        expected = list(_sets_of(plan, plan_file["commitment"], key, value, record))
        if record is not None:
            folder = records[0].parent
            found += _check_record(record, plan_file, value, expected, folder, plan)
            if not others:
                named = [
                    folder / Path(name).name for each in record["sets"] for name in each["files"]
                ]
                others = [path for path in named if path.is_file()]
    except (AttributeError, KeyError, OSError, TypeError, ValueError) as error:
        return [*found, Finding(False, f"a file lacks what it should have: {error!r}")]
    for path in others:
        found += _check_file(path, expected)
    return found


def _document(path: Path, kind: str) -> dict[str, Any] | None:
    """Return the JSON of a file of a kind, None where it is not."""
    try:
        values = json.loads(path.read_bytes())
    except (ValueError, RecursionError):
        return None
    return values if isinstance(values, dict) and values.get("kind") == kind else None


def _check_commitment(public: dict[str, Any], secret: dict[str, Any]) -> Iterator[Finding]:
    """Yield whether the commitment covers plan, date, algorithm and secret."""
    yield Finding(public.get("algorithm") == ALGORITHM, "the algorithm is the one described")
    parts = [str(public.get(name, "")).encode() for name in ("algorithm", "created", "plan")]
    try:
        parts.append(bytes.fromhex(secret.get("secret", "")))
    except (TypeError, ValueError):
        parts.append(b"")
    digest = hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts))
    same = digest.hexdigest() == public.get("commitment")
    yield Finding(same, "the commitment is that of this plan, date, algorithm and secret")
    same = secret.get("commitment") == public.get("commitment")
    yield Finding(same, "the secret names this tournament")


def _sets_of(
    plan: dict[str, Any], commitment: str, secret: bytes, value: str, record: dict[str, Any] | None
) -> Iterator[_Expected]:
    """Yield every set of the plan, dealt again."""
    salt = hashlib.sha256(value.encode()).digest()
    for phase, session, kind, numbers, file in list(_named_sets(plan, record)):
        info = "\n".join([commitment, phase, str(session), kind]).encode()
        key = hkdf(salt, secret, info)
        boards = {number: _deal_of(key, number) for number in numbers}
        yield _Expected(f"{phase}, session {session}, {kind}", file, boards)


def _named_sets(
    plan: dict[str, Any], record: dict[str, Any] | None
) -> Iterator[tuple[str, int, str, range, str]]:
    """Yield the phase, session, kind, boards and file of every set.

    Open numbers of sessions come from the record.
    """
    left = MOST_BOARDS
    for phase in plan["phase"]:
        name, sessions = phase["name"].strip(), phase.get("sessions", 1)
        if sessions == "?":
            dealt = [] if record is None else record["sets"]
            sessions = max((each["session"] for each in dealt if each["phase"] == name), default=0)
        ranges = [
            [int(number) for number in re.findall(r"\d+", part)]
            for part in phase["boards"].split(",")
        ]
        default = re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + "-#"
        for session in range(1, sessions + 1):
            ends = ranges[(session - 1) % len(ranges)]
            boards = range(ends[0], ends[-1] + 1)
            for reserve in range(phase.get("reserves", 0) + 1):
                left -= len(boards)
                if left < 0:
                    raise ValueError(f"the plan has more than {MOST_BOARDS:,} boards")
                file = phase.get("file", default).replace("#", str(session))
                file += f"-reserve-{reserve}" if reserve else ""
                yield name, session, f"reserve {reserve}" if reserve else "original", boards, file


def _fingerprint(boards: Boards) -> str:
    """Return the fingerprint of a set: SHA-256 of its boards as lines."""
    lines = (f"{number} N:{' '.join(boards[number])}\n" for number in sorted(boards))
    return hashlib.sha256("".join(lines).encode()).hexdigest()


def _check_record(
    record: dict[str, Any], public: dict[str, Any], value: str, expected: Sequence[_Expected],
    folder: Path, plan: dict[str, Any],
) -> Iterator[Finding]:  # fmt: skip
    """Yield whether the record fits the plan, the value, the sets and the files."""
    same = record.get("commitment") == public.get("commitment")
    yield Finding(same, "the record is of this tournament")
    yield Finding(record.get("value") == value, "the record has the public value")
    by_name = {each.name: each for each in expected}
    listed = [
        f"{each['phase']}, session {each['session']}, {each['set']}" for each in record["sets"]
    ]
    for name in {name for name in listed if listed.count(name) > 1}:
        yield Finding(False, f"{name} is in the record more than once")
    fixed = {phase["name"].strip() for phase in plan["phase"] if phase.get("sessions") != "?"}
    for each in expected:
        if each.name.split(", session")[0] in fixed and each.name not in listed:
            yield Finding(False, f"{each.name} of the plan is not in the record")
    prints = {_fingerprint(each.boards): each.name for each in expected}
    for name, entry in zip(listed, record["sets"], strict=True):
        if name not in by_name:
            yield Finding(False, f"{name} of the record is not in the plan")
            continue
        same = entry["fingerprint"] == _fingerprint(by_name[name].boards)
        other = prints.get(entry["fingerprint"])
        told = f"; it is that of {other}" if other and not same else ""
        yield Finding(same, f"{name}: the fingerprint is that of the deals{told}")
        for file, digest in entry["files"].items():
            path = folder / Path(file).name
            there = path.is_file()
            same = there and hashlib.sha256(path.read_bytes()).hexdigest() == digest
            yield Finding(same, f"{file}: {'as recorded' if there else 'is there'}")


def _check_file(path: Path, expected: Sequence[_Expected]) -> Iterator[Finding]:
    """Yield whether a file has the boards of its set, and if not, what it has."""
    if path.suffix.lower() not in (".pbn", ".dlm", ".dup", ".bri", ".dge"):
        return
    boards = _read_boards(path)
    if not boards:
        yield Finding(False, f"{path.name}: no board can be read")
        return
    own = next((each for each in expected if each.file == path.stem), None)
    if own is None:
        names = {each.name for each in expected if set(boards.values()) & set(each.boards.values())}
        told = f"its boards are those of {min(names)}" if names else "its boards are of no set"
        yield Finding(False, f"{path.name} is no file of the plan; {told}")
        return
    if path.suffix.lower() in (".bri", ".dge"):  # they count from 1
        first = min(own.boards)
        boards = {number + first - 1: hands for number, hands in boards.items()}
    wrong = list(_differences(boards, own, expected))
    for what in wrong:
        yield Finding(False, f"{path.name}: {what}")
    if not wrong:
        yield Finding(True, f"{path.name} has the {len(boards)} boards of {own.name}")


def _differences(boards: Boards, own: _Expected, expected: Sequence[_Expected]) -> Iterator[str]:
    """Yield what is wrong with the boards of a file."""
    places = {hands: (each, at) for each in expected for at, hands in each.boards.items()}
    others = {places[hands][0].name for hands in boards.values() if hands in places}
    if others and own.name not in others:
        yield f"its boards are those of {min(others)}, not of {own.name}"
        return
    for number in sorted(own.boards.keys() | boards.keys()):
        hands, wanted = boards.get(number), own.boards.get(number)
        if hands == wanted:
            continue
        if hands is None:
            yield f"board {number} is missing"
        elif wanted is None:
            yield f"board {number} is not in the plan"
        elif hands in places:
            each, at = places[hands]
            yield f"board {number} is board {at} of {each.name}"
        else:
            yield f"board {number} is not the deal of {own.name}"


def main(words: Sequence[str]) -> int:
    """Check a tournament and print what was found; the exit status is 1 if something is wrong."""
    if len(words) < 3:
        print(__doc__)
        return 2
    found = check_tournament(
        Path(words[0]), Path(words[1]), words[2], [Path(word) for word in words[3:]]
    )
    for finding in found:
        print("ok    " if finding.holds else "WRONG ", finding.what)
    return 0 if all(finding.holds for finding in found) else 1


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
