"""Dealing the sets once the public value is known: files, fingerprints and a log."""

from __future__ import annotations

import hashlib
import json
import os
from collections.abc import Generator, Iterator, Mapping, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from dealwright.base.errors import TournamentError
from dealwright.base.files import append_private, json_once, locked, replacing
from dealwright.base.jobs import Job
from dealwright.deals import Deals
from dealwright.fair.tournament.commitment import Commitment, Secret
from dealwright.fair.tournament.envelopes import envelope_sheet
from dealwright.fair.tournament.plans import SetName
from dealwright.fair.tournament.sets import deals_of_set, fingerprint
from dealwright.formats import Settings
from dealwright.formats.board_file import board_file

__all__ = [
    "FORMATS",
    "DealtSet",
    "Issue",
    "Log",
    "RevealRecord",
    "file_name",
    "grouped",
    "revealing",
    "sets_to_deal",
    "written_set",
]

FORMATS = ("pbn", "dup", "bri", "dge", "dlm", "pdf", "hands", "envelope")
_PAPERS = ("hands", "envelope")  # with a double ending, as pairs-1.hands.pdf
_KIND = "dealwright tournament record"
_SHOWN_CHARACTERS = 16  # characters of a fingerprint on paper


@dataclass(frozen=True)
class DealtSet:
    """A set that was dealt: its boards, its fingerprint, and the SHA-256 of each of its files."""

    name: SetName
    boards: range
    fingerprint: str
    files: Mapping[str, str]

    def to_dict(self) -> dict[str, Any]:
        """Return the set as JSON values."""
        return {
            "phase": self.name.phase,
            "session": self.name.session,
            "set": self.name.kind,
            "boards": f"{self.boards[0]}-{self.boards[-1]}",
            "fingerprint": self.fingerprint,
            "files": dict(self.files),
        }

    @property
    def label(self) -> str:
        """The text on the hand record and on the box."""
        first, last = self.boards[0], self.boards[-1]
        return f"{self.name}: boards {first} to {last}, fingerprint {grouped(self.fingerprint)}"


def grouped(digest: str) -> str:
    """Return the beginning of a fingerprint in groups of four, for comparison by eye.

    >>> grouped("0123456789abcdef" * 4)
    '0123 4567 89ab cdef'
    """
    return " ".join(digest[start : start + 4] for start in range(0, _SHOWN_CHARACTERS, 4))


@dataclass(frozen=True)
class RevealRecord:
    """The record of a tournament, published with its files: value, sets, digests.

    ``left`` is the number of requested sets that were not dealt, because the job was stopped.
    """

    commitment: str
    value: str
    sets: tuple[DealtSet, ...]
    left: int = 0

    def to_json(self, before: Sequence[Mapping[str, Any]] = ()) -> str:
        """Return the file of the record; ``before`` are the sets already in it."""
        values = {
            "kind": _KIND,
            "commitment": self.commitment,
            "value": self.value,
            "sets": [*before, *(dealt.to_dict() for dealt in self.sets)],
        }
        return json.dumps(values, indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Issue:
    """A line of a log: the set that was dealt, the public value, the fingerprint, and the time."""

    name: str
    value: str
    fingerprint: str
    when: str

    @property
    def checksum(self) -> str:
        """What shows that the line was damaged."""
        return hashlib.sha256("\n".join(vars(self).values()).encode()).hexdigest()[
            :_SHOWN_CHARACTERS
        ]


class Log:
    """The log of a tournament, stored with its secret: a set is dealt once, with one public value.

    It has neither the secret nor cards. Each line has a checksum, so that a damaged line cannot
    allow a set to be dealt again.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def issues(self) -> list[Issue]:
        """Return the sets that were dealt, ignoring a last line cut off when its writer was killed.

        :raises TournamentError: if a line is damaged
        """
        if not self.path.exists():
            return []
        try:
            *lines, last = self.path.read_bytes().split(b"\n")
            if not _is_cut_off(last):
                lines += [last] * (last != b"")
            return [_issue(line) for line in lines]
        except (TypeError, ValueError):
            raise TournamentError(
                f"{self.path} is damaged; it says which sets were dealt"
            ) from None

    def check_value(self, value: str) -> None:
        """Check that no set was dealt with another value.

        :raises TournamentError: if one was
        """
        for issue in self.issues():
            if issue.value != value:
                raise TournamentError(
                    f"{issue.name} was dealt on {issue.when} with the public value "
                    f"'{issue.value}', not '{value}'"
                )

    def add(self, dealt: DealtSet, value: str, when: datetime) -> None:
        """Add a set; the file is readable only by its owner."""
        if self.path.exists():
            data = self.path.read_bytes()
            last = data.rpartition(b"\n")[2]
            if last and _is_cut_off(last):
                os.truncate(self.path, len(data) - len(last))
            elif last:
                append_private(self.path, "")
        moment = when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        issue = Issue(str(dealt.name), value, dealt.fingerprint, moment)
        values = {**vars(issue), "check": issue.checksum}
        append_private(self.path, json.dumps(values, ensure_ascii=False))

    @contextmanager
    def kept(self) -> Generator[None]:
        """Lock the log for this process, so that no two processes deal at the same time.

        :raises TournamentError: if another process has the lock
        """
        with ExitStack() as stack:
            try:
                stack.enter_context(locked(self.path))
            except BlockingIOError:
                raise TournamentError(
                    f"{self.path} is in use: another reveal deals sets; run this one again after it"
                ) from None
            yield


def _issue(line: bytes) -> Issue:
    """Return the issue of a line of a log.

    :raises TypeError: if it is damaged
    :raises ValueError: if it is damaged
    """
    values = json_once(line)
    if not isinstance(values, dict):
        raise TypeError
    check = values.pop("check", None)
    issue = Issue(**values)
    if check != issue.checksum:
        raise ValueError
    return issue


def _is_cut_off(line: bytes) -> bool:
    """Return whether the last line of a log, without a line end, is an incomplete line."""
    try:
        json.JSONDecoder().raw_decode(line.decode("utf-8", "replace"))
    except (RecursionError, ValueError):
        return True
    return False


def sets_to_deal(
    public: Commitment,
    *,
    phase: str | None = None,
    session: int | None = None,
    reserves: bool = True,
    sessions: Mapping[str, int] | None = None,
) -> list[SetName]:
    """Return the sets of a plan: all, or those of a phase or a session.

    ``sessions`` has the numbers of sessions of phases that the plan leaves open.

    :raises TournamentError: if there is no such set, or a number of sessions is missing
    """
    plan, open_sessions = public.plan, dict(sessions or {})
    for name in open_sessions:
        if plan.phase(name).sessions is not None:
            raise TournamentError(f"the plan says how many sessions '{name}' has")
    phases = plan.phases if phase is None else (plan.phase(phase),)
    names = list[SetName]()
    for phase_ in phases:
        number = phase_.sessions or open_sessions.get(phase_.name) or session
        if number is None:
            raise TournamentError(
                f"the plan leaves the number of sessions of '{phase_.name}' open: --sessions "
                f"'{phase_.name}=3'"
            )
        names += phase_.sets(number)
    names = [
        name
        for name in names
        if (session is None or name.session == session) and (reserves or not name.reserve)
    ]
    if not names:
        raise TournamentError(f"there is no session {session} in that phase")
    return names


def revealing(
    public: Commitment,
    secret: Secret,
    value: str,
    names: Sequence[SetName],
    folder: str | os.PathLike[str],
    log: Log,
    formats: Sequence[str] = FORMATS,
) -> Job[DealtSet, RevealRecord]:
    """Return a job that deals sets into files of a folder, and writes their record.

    No card is shown: only fingerprints are yielded and returned. Each set is added to the log when
    its files are written, then to the record. Sets already in the record of the folder are skipped
    if others are missing; so after a kill the same call completes the folder.

    :raises TournamentError: if one of the sets was dealt elsewhere, or with another value; if all
    sets are in the folder; if a format is not one of a tournament, or the secret is not that of the
    tournament
    """
    if not public.fits(secret):
        raise TournamentError("the secret belongs to another tournament")
    for kind in formats:
        if kind not in FORMATS:
            raise TournamentError(
                f"the files of a tournament are {', '.join(FORMATS)}, which can be checked; not "
                f"'{kind}'"
            )
    place = Path(folder)
    record = place / "record.json"
    _missing_sets(public, value, names, place, log, formats)

    def work(job: Job[DealtSet, RevealRecord]) -> Generator[DealtSet, None, RevealRecord]:
        place.mkdir(parents=True, exist_ok=True)
        dealt_sets = list[DealtSet]()
        with log.kept():
            before = _sets_before(record, public, value)
            missing = _missing_sets(public, value, names, place, log, formats)
            logged = {issue.name: issue.fingerprint for issue in log.issues()}
            for index, name in enumerate(missing):
                job.report(index, len(missing), "sets")
                if job.stopping:
                    break
                dealt = _dealt(public, secret, value, name, place, formats)
                if logged.get(str(name), dealt.fingerprint) != dealt.fingerprint:
                    raise TournamentError(f"{log.path} has another fingerprint for {name}")
                if str(name) not in logged:
                    log.add(dealt, value, datetime.now(UTC))
                dealt_sets.append(dealt)
                result = RevealRecord(public.digest, value, tuple(dealt_sets))
                with replacing(record) as part:
                    part.write_text(result.to_json(before), "utf-8")
                yield dealt
        return RevealRecord(public.digest, value, tuple(dealt_sets), len(missing) - len(dealt_sets))

    return Job(work)


def _missing_sets(
    public: Commitment,
    value: str,
    names: Sequence[SetName],
    place: Path,
    log: Log,
    formats: Sequence[str],
) -> list[SetName]:
    """Return the sets that are missing in the record of a folder.

    A set that is in the log but not in the record was interrupted, if some of its files are in the
    folder.

    :raises TournamentError: if none is missing, one was dealt elsewhere or with another value, or a
    pipe is in the place of the record or the log
    """
    record = place / "record.json"
    for path in (record, log.path):
        if path.exists() and not path.is_file():  # it may never end
            raise TournamentError(f"{path} is not a regular file: move it away")
    before = _sets_before(record, public, value)
    log.check_value(value)
    logged = {issue.name: issue for issue in log.issues()}
    listed = {(entry["phase"], entry["session"], entry["set"]) for entry in before}
    missing = [name for name in names if (name.phase, name.session, name.kind) not in listed]
    for name in missing or names:
        issue = logged.get(str(name))
        files_there = [
            file for file in _file_names(public, name, formats) if (place / file).exists()
        ]
        if issue is not None and not (missing and files_there):
            raise TournamentError(
                f"{issue.name} was dealt on {issue.when}, fingerprint "
                f"{grouped(issue.fingerprint)}: a "
                "set is dealt once; copy its files, or take the next reserve"
            )
        if not missing:
            file = place / (files_there[0] if files_there else "record.json")
            raise TournamentError(f"{file} already exists")
    return missing


def _file_names(public: Commitment, name: SetName, formats: Sequence[str]) -> Iterator[str]:
    stem = public.plan.phase(name.phase).file_of(name)
    for kind in formats:
        yield file_name(stem, kind)
    yield _label_file(stem)


def _label_file(stem: str) -> str:
    return f"{stem}.label.txt"


def file_name(stem: str, kind: str) -> str:
    """Return the name of a file of boards in a format.

    >>> file_name("pairs-1", "pbn"), file_name("pairs-1", "hands")
    ('pairs-1.pbn', 'pairs-1.hands.pdf')
    """
    return f"{stem}.{kind}{'.pdf' if kind in _PAPERS else ''}"


def written_set(
    name: SetName,
    deals: Deals,
    boards: range,
    stem: str,
    folder: Path,
    formats: Sequence[str],
    title: str,
) -> DealtSet:
    """Write the files of a set into a folder, one for each format; return the set.

    The format ``envelope`` is a sheet for a sealed envelope.

    :raises ArgumentError: if there is no such format, or it is not written
    :raises OSError: if a file cannot be written
    """
    files = dict[str, str]()
    dealt = DealtSet(name, boards, fingerprint(deals, boards), files)
    settings = Settings(boards[0], title=f"{title} – {dealt.label}")
    short_fingerprint, boards_text = (
        grouped(dealt.fingerprint),
        f"Boards {boards[0]} to {boards[-1]}",
    )
    contents = {  # all of them before a file: what is missing for one shows no card of another
        kind: envelope_sheet(title, str(name), boards_text, short_fingerprint)
        if kind == "envelope"
        else board_file(deals, kind, settings).content
        for kind in formats
    }
    for kind, content in contents.items():
        file = file_name(stem, kind)
        _write(folder / file, content)
        files[file] = hashlib.sha256(content).hexdigest()
    return dealt


def _write(path: Path, content: bytes) -> None:
    """Write a file, unless it was already written before an interruption.

    :raises TournamentError: if it exists with other content
    """
    if path.exists():
        if path.read_bytes() != content:
            raise TournamentError(f"{path} already exists, with other content")
        return
    with replacing(path) as part:
        part.write_bytes(content)


def _dealt(
    public: Commitment,
    secret: Secret,
    value: str,
    name: SetName,
    folder: Path,
    formats: Sequence[str],
) -> DealtSet:
    """Deal a set and write its files and its label."""
    plan = public.plan
    phase = plan.phase(name.phase)
    boards, stem = phase.boards_of(name.session), phase.file_of(name)
    deals = deals_of_set(public, secret, value, name, boards)
    dealt = written_set(name, deals, boards, stem, folder, formats, plan.title)
    label, file = f"{plan.title}\n{dealt.label}\n".encode(), _label_file(stem)
    _write(folder / file, label)
    return replace(dealt, files={**dealt.files, file: hashlib.sha256(label).hexdigest()})


def _sets_before(path: Path, public: Commitment, value: str) -> list[Mapping[str, Any]]:
    """Return the sets of an existing record, or [] if there is none.

    :raises TournamentError: if it is the record of something else
    """
    if not path.exists():
        return []
    try:
        values = json_once(path.read_bytes())
        if values["kind"] != _KIND:
            raise ValueError
        same = values["commitment"] == public.digest and values["value"] == value
        sets: list[Mapping[str, Any]] = values["sets"]
        if not all({"phase", "session", "set"} <= entry.keys() for entry in sets):
            raise ValueError
    except (AttributeError, KeyError, TypeError, ValueError):
        raise TournamentError(f"{path} is not the record of a tournament") from None
    if not same:
        raise TournamentError(f"{path} is the record of another tournament or value")
    return sets
