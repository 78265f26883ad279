"""The plan of a tournament: its phases, sessions and boards, read from a TOML file."""

from __future__ import annotations

import re
import tomllib
from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from typing import Any

from dealwright.base.errors import TournamentError

__all__ = ["DrandRound", "EventPlan", "Phase", "SetName", "check_names", "is_device", "read_plan"]

_MOST_BOARD = 9999
_MOST_SESSIONS = 1000
_MOST_RESERVES = 20
_RANGE = re.compile(r"\s*(\d{1,4})\s*(?:-\s*(\d{1,4})\s*)?")
_NAME = re.compile(r"[^\W_][\w .#()+-]{0,59}")
_FILE = re.compile(r"[A-Za-z0-9][A-Za-z0-9_.#-]{0,59}")
# What is added to the name of a set's files, see ``revealing.FORMATS``.
_ENDINGS = (
    ".pbn", ".dup", ".bri", ".dge", ".dlm", ".pdf", ".hands.pdf", ".envelope.pdf", ".label.txt",
)  # fmt: skip
_DEVICES = {
    "CON", "PRN", "AUX", "NUL", *(f"{port}{n}" for port in ("COM", "LPT") for n in range(1, 10)),
}  # fmt: skip
_MOST, _MOST_LINE = 1 << 16, 1 << 14  # characters; keys with many dots take their square
_LONG_NUMBER = re.compile(r"[0-9a-fA-F_]{100}")  # read in time with the square of its length
_LIKE_A_TAG = re.compile(r'\[\s*\w+\s*"')  # the title is a comment of PBN files
_REFUSED = {
    "seed": "a tournament is dealt from a secret of 256 bits that the operating system gives",
    "secret": "a tournament is dealt from a secret of 256 bits that the operating system gives",
    "condition": "in a tournament every deal is equally likely",
    "where": "in a tournament every deal is equally likely",
    "predeal": "in a tournament every deal is equally likely",
}


@dataclass(frozen=True)
class SetName:
    """The name of a set: its phase, the number of its session, 0 for the original or a reserve."""

    phase: str
    session: int
    reserve: int = 0

    @property
    def kind(self) -> str:
        """``original``, or ``reserve 1`` and so on."""
        return f"reserve {self.reserve}" if self.reserve else "original"

    def __str__(self) -> str:
        return f"{self.phase}, session {self.session}, {self.kind}"


@dataclass(frozen=True)
class Phase:
    """A phase: ``sessions`` of the same kind (None: not known in advance).

    ``boards`` are the first and last board numbers of a session; with several ranges, the sessions
    use them in turn. There are ``reserves`` reserve sets for each session. ``file`` is the name of
    the files, in which # stands for the session.
    """

    name: str
    sessions: int | None
    boards: tuple[tuple[int, int], ...]
    file: str
    reserves: int = 0

    def boards_of(self, session: int) -> range:
        """Return the numbers of the boards of a session."""
        first, last = self.boards[(session - 1) % len(self.boards)]
        return range(first, last + 1)

    def file_of(self, name: SetName) -> str:
        """Return the name of the files of a set, without an ending."""
        reserve = f"-reserve-{name.reserve}" if name.reserve else ""
        return self.file.replace("#", str(name.session)) + reserve

    def sets(self, sessions: int) -> Iterator[SetName]:
        """Yield the sets of the first sessions: each original, then its reserves."""
        for session in range(1, sessions + 1):
            for reserve in range(self.reserves + 1):
                yield SetName(self.name, session, reserve)


@dataclass(frozen=True)
class DrandRound:
    """A round of the public randomness beacon drand: the hash of its chain, and its number."""

    chain: str
    round: int


@dataclass(frozen=True)
class EventPlan:
    """A plan: a title, what the public value will be, and the phases.

    ``value`` describes in words which value will be used, and where it is published. If ``drand``
    is given, the value is the randomness of that round.
    """

    title: str
    value: str
    phases: tuple[Phase, ...]
    drand: DrandRound | None = None

    def phase(self, name: str) -> Phase:
        """Return the phase of a name.

        :raises TournamentError: if there is none
        """
        for phase in self.phases:
            if phase.name == name:
                return phase
        known = ", ".join(phase.name for phase in self.phases)
        raise TournamentError(f"the plan has no phase '{name}'; its phases are {known}")


def read_plan(text: str) -> EventPlan:
    """Return the plan of a TOML text.

    >>> plan = read_plan('''
    ... title = "Spring congress"
    ... value = "Closing value of the DAX on 2027-03-05, with two decimals"
    ... [[phase]]
    ... name = "Pairs"
    ... sessions = 2
    ... boards = "1-24, 25-48"
    ... reserves = 1
    ... ''')
    >>> [str(name) for name in plan.phases[0].sets(2)][:3]
    ['Pairs, session 1, original', 'Pairs, session 1, reserve 1', 'Pairs, session 2, original']
    >>> plan.phases[0].boards_of(2), plan.phases[0].file
    (range(25, 49), 'pairs-#')

    :raises TournamentError: if it is not TOML, lacks something, or has something that tournaments
    do not support
    """
    if len(text) > _MOST or max(map(len, text.split("\n"))) > _MOST_LINE:
        raise TournamentError(
            f"the plan has more than {_MOST:,} characters, or a line of more than {_MOST_LINE:,}"
        )
    if _LONG_NUMBER.search(text):
        raise TournamentError("the plan has a number of 100 digits or more")
    try:
        document = tomllib.loads(text)
    except RecursionError:
        raise TournamentError("the plan is not TOML: it is nested too deeply") from None
    except tomllib.TOMLDecodeError as error:
        raise TournamentError(f"the plan is not TOML: {error}") from None
    _known(document, {"title", "value", "drand", "phase"}, "the plan")
    title, value = _text(document, "title", "the plan"), _text(document, "value", "the plan")
    tables = document.get("phase")
    if not isinstance(tables, list) or not tables:
        raise TournamentError("the plan has no phase: write [[phase]] with name, sessions, boards")
    phases = tuple(_phase(table, number) for number, table in enumerate(tables, 1))
    for field, names in (
        ("name", [phase.name for phase in phases]),
        ("file", [phase.file for phase in phases]),
    ):
        if duplicates := [name for name, times in Counter(names).items() if times > 1]:
            raise TournamentError(f"two phases have the {field} '{duplicates[0]}'")
    return EventPlan(title, value, phases, _drand(document.get("drand")))


def check_names(plan: EventPlan) -> None:
    """Check that the names of a plan are names of files that stay apart, on every system.

    A plan is read without this check, so that an event that was dealt can be checked.

    :raises TournamentError: if two sets would have one file, or a name can be no file
    """
    owners = dict[str, str]()
    phases = dict[str, str]()
    for phase in plan.phases:
        same = phases.setdefault(phase.name.casefold(), phase.name)
        if same != phase.name:
            raise TournamentError(f"the phases '{same}' and '{phase.name}' differ only in capitals")
        for name in phase.sets(phase.sessions or _MOST_SESSIONS):
            stem = phase.file_of(name)
            if is_device(stem):
                raise TournamentError(
                    f"'{stem}' of phase '{phase.name}' is the name of a device on Windows"
                )
            for ending in _ENDINGS:
                file = (stem + ending).casefold()
                owner = owners.setdefault(file, str(name))
                if owner != str(name):
                    raise TournamentError(
                        f"'{stem}{ending}' would be a file of both {owner} and {name}: give the "
                        "files of one phase another name"
                    )


def is_device(name: str) -> bool:
    """Return whether a name of a file is that of a device on Windows, whatever its ending.

    >>> is_device("con.public.json"), is_device("Lpt9 "), is_device("console")
    (True, True, False)
    """
    return name.split(".")[0].rstrip().upper() in _DEVICES


def _known(table: Mapping[str, Any], names: set[str], where: str) -> None:
    for name in table:
        if name in _REFUSED:
            raise TournamentError(f"{where} has '{name}', which is refused: {_REFUSED[name]}")
        if name not in names:
            raise TournamentError(f"{where} has '{name}'; it may have {', '.join(sorted(names))}")


def _text(table: Mapping[str, Any], name: str, where: str) -> str:
    value = table.get(name)
    if not isinstance(value, str) or not value.strip() or len(value) > 300 or "\n" in value:
        raise TournamentError(f"{where} needs '{name}', a line of text")
    if not value.isprintable() or _LIKE_A_TAG.search(value):
        raise TournamentError(
            f"{where}: '{name}' has a control character, or a [ as the tags of PBN begin with"
        )
    return value.strip()


def _phase(table: object, number: int) -> Phase:
    where = f"phase {number}"
    if not isinstance(table, dict):
        raise TournamentError(f"{where} is not a table: write [[phase]]")
    _known(table, {"name", "sessions", "boards", "file", "reserves"}, where)
    name = _text(table, "name", where)
    if not _NAME.fullmatch(name):
        raise TournamentError(
            f"{where}: '{name}' is not a name for a phase (letters, digits, spaces)"
        )
    where = f"phase '{name}'"
    sessions = table.get("sessions", 1)
    if sessions == "?":
        sessions = None
    elif not _is_number(sessions, 1, _MOST_SESSIONS):
        raise TournamentError(f"{where}: 'sessions' must be 1 to {_MOST_SESSIONS}, or \"?\"")
    reserves = table.get("reserves", 0)
    if not _is_number(reserves, 0, _MOST_RESERVES):
        raise TournamentError(f"{where}: 'reserves' must be 0 to {_MOST_RESERVES}")
    file = table.get("file", re.sub(r"[^a-z0-9]+", "-", name.lower()).strip("-") + "-#")
    if not isinstance(file, str) or not _FILE.fullmatch(file):
        raise TournamentError(f"{where}: 'file' must be a name of letters, digits, - and #")
    if "#" not in file and sessions != 1:
        raise TournamentError(f"{where}: 'file' needs a # for the number of the session")
    return Phase(name, sessions, _boards(table.get("boards"), where), file, reserves)


def _is_number(value: object, least: int, most: int) -> bool:
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _boards(text: object, where: str) -> tuple[tuple[int, int], ...]:
    parts = text.split(",") if isinstance(text, str) else [""]
    matches = [_RANGE.fullmatch(part) for part in parts]
    ranges = tuple((int(match[1]), int(match[2] or match[1])) for match in matches if match)
    if len(ranges) < len(parts) or any(not 1 <= a <= b <= _MOST_BOARD for a, b in ranges):
        raise TournamentError(
            f'{where}: \'boards\' is a range, as "1-24", or one for each session, "1-16, 17-32"'
        )
    return ranges


def _drand(table: object) -> DrandRound | None:
    if table is None:
        return None
    where = "the plan's [drand]"
    if not isinstance(table, dict):
        raise TournamentError(f"{where} must be a table with chain and round")
    _known(table, {"chain", "round"}, where)
    chain, number = table.get("chain"), table.get("round")
    if not isinstance(chain, str) or not re.fullmatch(r"[0-9a-f]{64}", chain):
        raise TournamentError(
            f"{where}: 'chain' must be the hash of a chain, 64 hexadecimal digits"
        )
    if not _is_number(number, 1, 2**62):
        raise TournamentError(f"{where}: 'round' must be the number of a round")
    assert isinstance(number, int)
    return DrandRound(chain, number)
