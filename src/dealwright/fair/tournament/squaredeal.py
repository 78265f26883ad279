"""Events of SquareDeal: the description (.sqd), the keys (.sqk), and the seeds they give."""

from __future__ import annotations

import hashlib
import os
import re
import secrets
import string
from base64 import b64encode
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import NoReturn

from dealwright.base.decoding import decoded
from dealwright.base.errors import TournamentError
from dealwright.base.files import bytes_within
from dealwright.fair.tournament.bigdeal import BigDealSeed
from dealwright.fair.tournament.plans import SetName
from dealwright.fair.tournament.ripemd160 import ripemd160

__all__ = [
    "SquareDealEvent",
    "SquareDealKeys",
    "SquareDealPhase",
    "delayed_value",
    "new_keys",
    "read_sqd",
    "read_sqk",
    "session_seed",
]

_MOST_BYTES = 1 << 20
_MOST_SESSIONS = 1000
_MOST_BOARD = 9999
_KEY_LENGTH = 60  # letters and digits, 357 bits
_SHORTEST = 40
_VERSION = (2, 6)  # of the files we write
_OPEN_VERSION = (2, 7)  # needed for phases without a fixed number of sessions
_UNNAMED = (2, 1)  # assumed for files that name no version
_VERSION_LINE = re.compile(r"#.*SquareDeal (\d{1,3})\.(\d{1,3})", re.IGNORECASE)
_FIELD = re.compile(r"(TN|DI|DV|SN|KH) *(.*)", re.ASCII)
_FILE = re.compile(r"[A-Za-z][A-Za-z0-9_-]*(?:#+[A-Za-z0-9_-]*)?")
_BOARDS = re.compile(r"(\d{1,4})(?:-(\d{1,4}))?", re.ASCII)
_KEY_LINE = re.compile(r"([1-9]\d{0,3}),(0|[1-9]\d{0,3}):([A-Za-z0-9]{40,200})", re.ASCII)
_UNSET = "Tbd"  # the program's placeholder for a missing name or value


@dataclass(frozen=True)
class SquareDealPhase:
    """A phase: the number of sessions, their boards, the name of their files, a description.

    ``sessions`` is 0 if the number of sessions is not fixed; then ``held`` is how many there were.
    ``boards`` are as in the file: ``16``, a range for each session in turn (``1-16,17-32``), or
    ``?`` for boards that are known only at dealing. A row of # in ``file`` and ``description``
    stands for the session number, with that many digits.
    """

    sessions: int
    boards: str
    file: str
    description: str
    held: int = 0

    @property
    def numbers(self) -> range:
        """The numbers of the sessions; none for an open phase until ``held`` is set."""
        return range(1, (self.sessions or self.held) + 1)

    def key_of(self, session: int) -> int:
        """Return the number of a session's key; an open phase has a single key, 0."""
        return session if self.sessions else 0

    @property
    def title(self) -> str:
        """The description without the number of the session.

        >>> SquareDealPhase(6, "16", "FIN#", "Finals #/6").title
        'Finals'
        """
        return re.sub(r"\s*#+(?:/\d+)?\s*$", "", self.description).strip() or self.file

    def boards_of(self, session: int) -> range:
        """Return the numbers of the boards of a session, from 1.

        >>> SquareDealPhase(6, "1-16,17-32", "FIN#", "Finals #/6").boards_of(4)
        range(17, 33)

        :raises TournamentError: if the boards are ``?``
        """
        if self.boards == "?":
            raise TournamentError(
                f"the description leaves the boards of '{self.title}' open: --boards "
                f"'{self.file}=1-16'"
            )
        ranges = [_boards(part) for part in self.boards.split(",")]
        return ranges[(session - 1) % len(ranges)]

    def file_of(self, session: int, *, reserve: bool = False) -> str:
        """Return the name of a session's files, without an ending.

        >>> SquareDealPhase(17, "16", "RR##", "Round Robin #/17").file_of(7, reserve=True)
        'RR07reserve'
        """
        name = re.sub("#+", lambda row: f"{session:0{len(row[0])}}", self.file, count=1)
        return name + "reserve" * reserve

    def line(self) -> str:
        """Return the text after SN."""
        return f"{self.sessions}:{self.boards}:{self.file}:{self.description}"


def _boards(text: str) -> range:
    """Return the boards of a number or a range.

    :raises TournamentError: if it is none, or empty
    """
    match = _BOARDS.fullmatch(text)
    if match:
        first, last = (int(match[1]), int(match[2])) if match[2] else (1, int(match[1]))
        if 1 <= first <= last <= _MOST_BOARD:
            return range(first, last + 1)
    raise TournamentError(
        f"'{text}' are not boards: write a number, as 16, ranges, as 1-16,17-32, or ?"
    )


def _further_phase(text: str, phases: Sequence[SquareDealPhase]) -> SquareDealPhase:
    """Return the phase of the text after SN.

    :raises TournamentError: if it is not a phase, or has the files of another phase
    """
    parts = text.split(":")
    if len(parts) != 4:
        raise TournamentError("write a phase as SESSIONS:BOARDS:FILE:DESCRIPTION")
    sessions, boards, file, description = (part.strip() for part in parts)
    if not re.fullmatch(r"\d{1,4}", sessions, re.ASCII) or int(sessions) > _MOST_SESSIONS:
        raise TournamentError(
            f"the sessions of a phase must be 1 to {_MOST_SESSIONS}, or 0 where they are not fixed"
        )
    if boards != "?":
        for part in boards.split(","):
            _boards(part)
    if len(file) > 60 or not _FILE.fullmatch(file):
        raise TournamentError("name a file with letters, digits, _ and -, and one row of #")
    if int(sessions) != 1 and "#" not in file:
        raise TournamentError("the name of the files needs a # for the number of the session")
    if any(file == phase.file for phase in phases):
        raise TournamentError(f"two phases have the files '{file}'")
    return SquareDealPhase(int(sessions), boards, file, description)


@dataclass(frozen=True)
class SquareDealEvent:
    """A description: the event, its phases, what the delayed value is, its value, the key hash.

    ``value`` and ``key_hash`` are None until they are set: the hash when the event is published,
    the value when it is known. ``version`` is that of the program that wrote the file.
    """

    title: str
    delayed: str
    phases: tuple[SquareDealPhase, ...]
    value: str | None = None
    key_hash: str | None = None
    version: tuple[int, int] = _VERSION

    def sets(self, *, reserve: bool = False) -> Iterator[tuple[int, SetName]]:
        """Yield the originals of all sessions, or the reserves, each with its phase's number."""
        for number, phase in enumerate(self.phases, 1):
            for session in phase.numbers:
                yield number, SetName(phase.title, session, int(reserve))

    def key_places(self) -> list[tuple[int, int]]:
        """Return the phase and the session of each key; the session of an open phase is 0."""
        return [
            (number, session)
            for number, phase in enumerate(self.phases, 1)
            for session in (range(1, phase.sessions + 1) if phase.sessions else (0,))
        ]

    def with_sessions(self, given: Mapping[str, int]) -> SquareDealEvent:
        """Return the event with the number of sessions set for phases that leave it open.

        :raises TournamentError: if there is no such phase, or its number is fixed
        """
        phases = list(self.phases)
        for name, held in given.items():
            index = self.phase_number(name) - 1
            if phases[index].sessions:
                raise TournamentError(
                    f"the description has the number of sessions of '{phases[index].title}'"
                )
            phases[index] = replace(phases[index], held=held)
        return replace(self, phases=tuple(phases))

    def with_boards(self, given: Mapping[str, str]) -> SquareDealEvent:
        """Return the event with boards for phases that leave them open, by number or file.

        :raises TournamentError: if there is no such phase, or its boards are fixed
        """
        phases = list(self.phases)
        for name, text in given.items():
            index = self.phase_number(name) - 1
            if phases[index].boards != "?":
                raise TournamentError(f"the description has the boards of '{phases[index].title}'")
            for part in text.split(","):
                _boards(part.strip())
            phases[index] = replace(phases[index], boards=text.replace(" ", ""))
        return replace(self, phases=tuple(phases))

    def phase_number(self, name: str) -> int:
        """Return the number of a phase, from 1, by its number, the name of its files or its title.

        :raises TournamentError: if there is none
        """
        for number, phase in enumerate(self.phases, 1):
            if name.strip() in (str(number), phase.file, phase.file.replace("#", ""), phase.title):
                return number
        files = ", ".join(f"{number} {phase.file}" for number, phase in enumerate(self.phases, 1))
        raise TournamentError(f"there is no phase '{name}'; the phases are {files}")

    def commits_to(self, keys: SquareDealKeys) -> bool:
        """Return whether the published hash KH matches the keys."""
        return self.key_hash == keys.hash

    def to_text(self) -> str:
        """Return the description as a file."""
        is_open = any(not phase.sessions for phase in self.phases)
        major, minor = max(self.version, _OPEN_VERSION) if is_open else self.version
        lines = [
            f"# Description file of tournament for program SquareDeal {major}.{minor}",
            "#",
            f"TN {self.title}",
            f"DI {self.delayed}",
            *([] if self.value is None else [f"DV {self.value}"]),
            "# Description of phases of tournament",
            "# Per phase a line with SN sessions:boards:filename:description",
            *(f"SN {phase.line()}" for phase in self.phases),
        ]
        if self.key_hash is None:
            lines += ["#", "# Until published this file may be edited if so wished"]
        else:
            lines.append(f"KH {self.key_hash}")
        return "\n".join(lines) + "\n"


@dataclass(frozen=True)
class SquareDealKeys:
    """The keys of an event's sessions, by phase and session from 1, hidden in ``repr``."""

    keys: Mapping[tuple[int, int], str] = field(repr=False)

    @property
    def hash(self) -> str:
        """The key hash KH: SHA-256 of the file of keys, in hexadecimal."""
        return hashlib.sha256(self.to_text().encode()).hexdigest()

    def to_text(self) -> str:
        """Return the file of keys, with CR LF line ends on every system."""
        lines = (f"{phase},{session}:{key}\r\n" for (phase, session), key in self.keys.items())
        return "".join(lines)


def session_seed(
    key: str, value: str, *, reserve: bool = False, session: int | None = None
) -> BigDealSeed:
    """Return the seed of a session, as SquareDeal gives it to Big Deal.

    The left half of the key is the owner; the right half, the delayed value as Base64, and
    ``original`` or ``reserve`` are the entropy. ``session`` adds ``ses`` and the number of the
    session, as version 2.7 does if the sessions of a phase share a key.

    >>> session_seed("abcd", "1").hash == ripemd160(b"cdMQ==original")
    True
    """
    half = len(key) // 2
    parts = [key[half:], b64encode(value.encode()).decode(), "reserve" if reserve else "original"]
    if session is not None:
        parts.append(f"ses{session}")
    return BigDealSeed(ripemd160("".join(parts).encode()), key[:half])


def delayed_value(text: str, version: tuple[int, int] = _VERSION) -> str:
    """Return a delayed value as a version of SquareDeal writes it in the description.

    Version 2.5 strips spaces at the ends. Version 2.6 also collapses spaces, and removes points and
    commas between digits, so that "43,275.91" and "43275.91" are the same value.

    >>> delayed_value(" 43,275.91 "), delayed_value(" 43,275.91 ", (2, 5))
    ('4327591', '43,275.91')

    :raises TournamentError: if it is empty, or not a line of text
    """
    value = text.strip()
    if version >= (2, 6):
        value = re.sub(r"([0-9])[,.]([0-9])", r"\1\2", " ".join(value.split()))
    if not value or len(value) > 200 or not value.isprintable():
        raise TournamentError("the delayed value must be a line of at most 200 characters")
    return value


def new_keys(event: SquareDealEvent) -> SquareDealKeys:
    """Return a new key for each session, 60 letters and digits from the operating system.

    >>> event = SquareDealEvent("Club", "DAX", (SquareDealPhase(2, "16", "A#", "Pairs #/2"),))
    >>> {place: len(key) for place, key in new_keys(event).keys.items()}
    {(1, 1): 60, (1, 2): 60}
    """
    letters = string.ascii_letters + string.digits
    return SquareDealKeys(
        {
            place: "".join(secrets.choice(letters) for _ in range(_KEY_LENGTH))
            for place in event.key_places()
        }
    )


class _Lines:
    """The lines of a file, and errors that name the file and line but never quote the contents."""

    def __init__(self, path: str | os.PathLike[str]) -> None:
        data = bytes_within(path, _MOST_BYTES)
        if data is None:
            raise TournamentError(f"{path} is too long for a file of SquareDeal")
        self.path, self.number = path, 0
        text = decoded(data).text.replace("\r\n", "\n")
        self._lines = text.removesuffix("\n").split("\n")

    def __iter__(self) -> Iterator[str]:
        for number, line in enumerate(self._lines, 1):
            self.number = number
            yield line

    def fail(self, message: str) -> NoReturn:
        raise TournamentError(f"{self.path}, line {self.number}: {message}") from None


def read_sqd(path: str | os.PathLike[str]) -> SquareDealEvent:
    """Return the event of a description, a file NAME.sqd.

    :raises TournamentError: if a line cannot be read, with its number, or something is missing
    :raises OSError: if the file cannot be read
    """
    lines = _Lines(path)
    fields = dict[str, str]()
    phases, version = list[SquareDealPhase](), _UNNAMED
    for line in lines:
        if version_match := _VERSION_LINE.match(line):
            version = int(version_match[1]), int(version_match[2])
        if line.startswith("#") or not line.strip():
            continue
        match = _FIELD.fullmatch(line.rstrip())
        if match is None or not line.isprintable():
            lines.fail("a line must begin with TN, DI, DV, SN, KH or #")
        name, text = match.groups()
        try:
            if name == "SN":
                phases.append(_further_phase(text, phases))
            else:
                fields[name] = _further_field(name, text, fields)
        except TournamentError as error:
            lines.fail(str(error))
    for name, what in (("TN", "the name of the event"), ("DI", "what the delayed value will be")):
        if fields.get(name, _UNSET) in ("", _UNSET):
            lines.fail(f"the file ends without {name}, {what}")
    if not phases:
        lines.fail("the file ends without a phase, SN")
    return SquareDealEvent(
        fields["TN"], fields["DI"], tuple(phases), fields.get("DV") or None, fields.get("KH"),
        version,
    )  # fmt: skip


def _further_field(name: str, text: str, fields: Mapping[str, str]) -> str:
    """Return the text of a new field.

    :raises TournamentError: if the field occurs twice, or KH is not a key hash
    """
    if name in fields:
        raise TournamentError(f"a second {name}")
    if name == "KH" and not re.fullmatch("[0-9a-f]{64}", text):
        raise TournamentError("the key hash KH must be 64 hexadecimal digits")
    return text


def read_sqk(path: str | os.PathLike[str], event: SquareDealEvent) -> SquareDealKeys:
    """Return the keys of an event, from a file NAME.sqk.

    ``event.commits_to`` checks whether they are the published keys. Error messages never quote file
    contents.

    :raises TournamentError: if a line is not a key of a session, with its number; if a session has
    no key or two keys, or two sessions share a key
    :raises OSError: if the file cannot be read
    """
    lines = _Lines(path)
    needed_keys = set(event.key_places())
    keys, places = dict[tuple[int, int], str](), dict[str, int]()
    for line in lines:
        match = _KEY_LINE.fullmatch(line)
        if match is None:
            lines.fail(f"not PHASE,SESSION:KEY with a key of {_SHORTEST} to 200 letters and digits")
        place, key = (int(match[1]), int(match[2])), match[3]
        where = f"phase {place[0]}, session {place[1]}"
        if place not in needed_keys:
            lines.fail(f"the description has no {where}")
        if place in keys:
            lines.fail(f"a second key of {where}")
        if key in places:
            lines.fail(f"the same key as in line {places[key]}")
        keys[place], places[key] = key, lines.number
    for phase, session in sorted(needed_keys - keys.keys()):
        lines.fail(f"the file ends without a key of phase {phase}, session {session}")
    return SquareDealKeys(keys)
