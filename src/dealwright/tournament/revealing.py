"""Dealing the sets once the public value is known: files, fingerprints, a log of what is out."""

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

from dealwright.deals import Deals
from dealwright.errors import TournamentError
from dealwright.files import append_private, json_once, locked, replacing
from dealwright.formats import Settings
from dealwright.formats.board_file import board_file
from dealwright.jobs import Job
from dealwright.tournament.commitment import Commitment, Secret
from dealwright.tournament.envelopes import envelope_sheet
from dealwright.tournament.plans import SetName
from dealwright.tournament.sets import deals_of_set, fingerprint

__all__ = [
    "FORMATS",
    "DealtSet",
    "Issue",
    "Log",
    "Record",
    "file_name",
    "grouped",
    "revealing",
    "sets_to_deal",
    "written_set",
]

FORMATS = ("pbn", "dup", "bri", "dge", "dlm", "pdf", "hands", "envelope")
_PAPERS = ("hands", "envelope")  # with two endings, as pairs-1.hands.pdf
_KIND = "dealwright tournament record"
_SHOWN = 16  # characters of a fingerprint on paper


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
        """What stands on the record and on the box."""
        first, last = self.boards[0], self.boards[-1]
        return f"{self.name}: boards {first} to {last}, fingerprint {grouped(self.fingerprint)}"


def grouped(digest: str) -> str:
    """Return the beginning of a fingerprint in groups of four, to be compared by eye.

    >>> grouped("0123456789abcdef" * 4)
    '0123 4567 89ab cdef'
    """
    return " ".join(digest[at : at + 4] for at in range(0, _SHOWN, 4))


@dataclass(frozen=True)
class Record:
    """The record of a tournament, which is published with its files: value, sets, digests.

    ``left`` is the number of sets that were asked for and not dealt, because the job was stopped.
    """

    commitment: str
    value: str
    sets: tuple[DealtSet, ...]
    left: int = 0

    def to_json(self, before: Sequence[Mapping[str, Any]] = ()) -> str:
        """Return the file of the record; ``before`` are sets that it had already."""
        values = {
            "kind": _KIND,
            "commitment": self.commitment,
            "value": self.value,
            "sets": [*before, *(each.to_dict() for each in self.sets)],
        }
        return json.dumps(values, indent=2, ensure_ascii=False) + "\n"


@dataclass(frozen=True)
class Issue:
    """A line of a log: which set was dealt, with which value, its fingerprint, and when."""

    name: str
    value: str
    fingerprint: str
    when: str


class Log:
    """The log of a tournament, beside its secret: a set is dealt once, with one public value.

    It has no secret and no card. Each line has a checksum, so that a damaged one cannot free a set.
    """

    def __init__(self, path: str | os.PathLike[str]) -> None:
        self.path = Path(path)

    def issues(self) -> list[Issue]:
        """Return what was dealt; a last line that was cut off when its writer was killed is none.

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
        """Add a set, readable by the owner alone."""
        if self.path.exists():
            data = self.path.read_bytes()
            last = data.rpartition(b"\n")[2]
            if last and _is_cut_off(last):
                os.truncate(self.path, len(data) - len(last))
            elif last:
                append_private(self.path, "")
        moment = when.astimezone(UTC).strftime("%Y-%m-%dT%H:%M:%SZ")
        issue = Issue(str(dealt.name), value, dealt.fingerprint, moment)
        values = {**vars(issue), "check": _checksum(issue)}
        append_private(self.path, json.dumps(values, ensure_ascii=False))

    @contextmanager
    def kept(self) -> Generator[None]:
        """Keep the log for this process, so that two of them do not deal at the same time.

        :raises TournamentError: if another one has it
        """
        with ExitStack() as stack:
            try:
                stack.enter_context(locked(self.path))
            except BlockingIOError:
                raise TournamentError(
                    f"{self.path} is in use: another reveal deals sets; run this one again after it"
                ) from None
            yield


def _checksum(issue: Issue) -> str:
    return hashlib.sha256("\n".join(vars(issue).values()).encode()).hexdigest()[:_SHOWN]


def _issue(line: bytes) -> Issue:
    """Return a line of a log; lines of 0.2.0 have no checksum.

    :raises TypeError: if it is damaged
    :raises ValueError: if it is damaged
    """
    values = json_once(line)
    if not isinstance(values, dict):
        raise TypeError
    check = values.pop("check", None)
    issue = Issue(**values)
    if check not in (None, _checksum(issue)):
        raise ValueError
    return issue


def _is_cut_off(line: bytes) -> bool:
    """Return whether the last line of a log, without a line end, is the beginning of one."""
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

    ``sessions`` has the numbers of sessions that the plan leaves open.

    :raises TournamentError: if there is no such set, or a number of sessions is missing
    """
    plan, given = public.plan, dict(sessions or {})
    for name in given:
        if plan.phase(name).sessions is not None:
            raise TournamentError(f"the plan says how many sessions '{name}' has")
    phases = plan.phases if phase is None else (plan.phase(phase),)
    found = list[SetName]()
    for each in phases:
        number = each.sessions or given.get(each.name) or session
        if number is None:
            raise TournamentError(
                f"the plan leaves the number of sessions of '{each.name}' open: --sessions "
                f"'{each.name}=3'"
            )
        found += each.sets(number)
    found = [
        name
        for name in found
        if (session is None or name.session == session) and (reserves or not name.reserve)
    ]
    if not found:
        raise TournamentError(f"there is no session {session} in that phase")
    return found


def revealing(
    public: Commitment,
    secret: Secret,
    value: str,
    names: Sequence[SetName],
    folder: str | os.PathLike[str],
    log: Log,
    formats: Sequence[str] = FORMATS,
) -> Job[DealtSet, Record]:
    """Return a job that deals sets into files of a folder, and writes the record of all of them.

    No card is shown: what is yielded and returned are fingerprints. Each set is noted in the log
    when its files are there, then in the record. Sets that the record of the folder has are passed
    over, if others are missing in it; so after a kill the same call completes the folder.

    :raises TournamentError: if the log has one of the sets elsewhere, or another value; if all sets
        are in the folder; if a format is not one of a tournament, or the secret is not that of the
        tournament
    """
    if not public.fits(secret):
        raise TournamentError("the secret is not that of this tournament")
    for kind in formats:
        if kind not in FORMATS:
            raise TournamentError(
                f"the files of a tournament are {', '.join(FORMATS)}, which can be checked; not "
                f"'{kind}'"
            )
    place = Path(folder)
    record = place / "record.json"
    _missing_sets(public, value, names, place, log, formats)

    def work(job: Job[DealtSet, Record]) -> Generator[DealtSet, None, Record]:
        place.mkdir(parents=True, exist_ok=True)
        made = list[DealtSet]()
        with log.kept():
            before = _sets_before(record, public, value)
            missing = _missing_sets(public, value, names, place, log, formats)
            logged = {issue.name: issue.fingerprint for issue in log.issues()}
            for at, name in enumerate(missing):
                job.report(at, len(missing), "sets")
                if job.stopping:
                    break
                dealt = _dealt(public, secret, value, name, place, formats)
                if logged.get(str(name), dealt.fingerprint) != dealt.fingerprint:
                    raise TournamentError(f"{log.path} has another fingerprint for {name}")
                if str(name) not in logged:
                    log.add(dealt, value, datetime.now(UTC))
                made.append(dealt)
                found = Record(public.digest, value, tuple(made))
                with replacing(record) as part:
                    part.write_text(found.to_json(before), "utf-8")
                yield dealt
        return Record(public.digest, value, tuple(made), len(missing) - len(made))

    return Job(work)


def _missing_sets(
    public: Commitment,
    value: str,
    names: Sequence[SetName],
    place: Path,
    log: Log,
    formats: Sequence[str],
) -> list[SetName]:
    """Return the sets that the record of a folder lacks.

    A set that the log has and the record lacks was interrupted, if files of it are in the folder.

    :raises TournamentError: if there is none, or a set was dealt elsewhere or with another value
    """
    before = _sets_before(place / "record.json", public, value)
    log.check_value(value)
    logged = {issue.name: issue for issue in log.issues()}
    listed = {(each["phase"], each["session"], each["set"]) for each in before}
    missing = [name for name in names if (name.phase, name.session, name.kind) not in listed]
    for name in missing or names:
        issue = logged.get(str(name))
        there = [file for file in _file_names(public, name, formats) if (place / file).exists()]
        if issue is not None and not (missing and there):
            raise TournamentError(
                f"{issue.name} was dealt on {issue.when}, fingerprint "
                f"{grouped(issue.fingerprint)}: a "
                "set is dealt once; copy its files, or take the next reserve"
            )
        if not missing:
            file = place / (there[0] if there else "record.json")
            raise TournamentError(f"{file} is there already")
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
    settings = Settings(boards[0], title=f"{title} - {dealt.label}")
    printed, which = grouped(dealt.fingerprint), f"Boards {boards[0]} to {boards[-1]}"
    for kind in formats:
        content = (
            envelope_sheet(title, str(name), which, printed)
            if kind == "envelope"
            else board_file(deals, kind, settings).content
        )
        file = file_name(stem, kind)
        _write(folder / file, content)
        files[file] = hashlib.sha256(content).hexdigest()
    return dealt


def _write(path: Path, content: bytes) -> None:
    """Write a file, unless it is there: then it was written before an interruption.

    :raises TournamentError: if it is there and has other content
    """
    if path.exists():
        if path.read_bytes() != content:
            raise TournamentError(f"{path} is there already, with other content")
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
    """Return the sets of a record that is there already.

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
        if not all({"phase", "session", "set"} <= each.keys() for each in sets):
            raise ValueError
    except (AttributeError, KeyError, TypeError, ValueError):
        raise TournamentError(f"{path} is no record of a tournament") from None
    if not same:
        raise TournamentError(f"{path} is the record of another tournament or value")
    return sets
