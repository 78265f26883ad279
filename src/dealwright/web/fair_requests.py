"""What can be asked over HTTP about hands already dealt: whether they are fair and as committed."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Mapping
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Any

from dealwright.errors import ArgumentError, TournamentError
from dealwright.jobs import Job, one_call
from dealwright.requests.base import reading
from dealwright.web.fields import MOST_BYTES_OF_FILES, Field, GivenFile, Request

if TYPE_CHECKING:
    from dealwright.tournament.checking import CheckedEvent

__all__ = ["FAIR_REQUESTS"]

_MEMORY = 256 << 20  # bytes that the laws may take under a condition
_SECONDS = 3.0  # of work for them, by measured constants
_MOST_AUDITED = 20_000  # boards
_MOST_FILES = 400
_MOST_NOTES = 20
_SECONDS_OF_EVENT = 60.0  # 2.7 ms a board


def _auditing(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.ask.planning import Resources
    from dealwright.audit import auditing, session_of
    from dealwright.audit.answers import LEVEL
    from dealwright.audit.auditing import SECONDS
    from dealwright.condition import parse
    from dealwright.formats import format_of_path, names
    from dealwright.formats import reading as reading_boards

    where = None
    with reading("condition"):
        if given.get("condition", "").strip():
            where = parse(given["condition"])
    sessions, notes = [], list[str]()
    with reading("files"):
        for file in given["files"]:
            kind = given.get("format") or format_of_path(file.name, reading=True)
            if kind is None:
                listed = ", ".join(names(reading=True))
                raise ArgumentError(
                    f"the name '{file.name}' does not show a format; give 'format': {listed}"
                )
            job = reading_boards(file.data, kind, keep=False)
            session = session_of(file.name, job)
            if not session.numbers and not session.notes:
                raise ArgumentError(f"no board could be read from {file.name} as {kind}")
            sessions.append(session)
            notes += session.notes
            notes += [f"{file.name}: {problem}" for problem in job.result().problems]
        boards = sum(len(session.numbers) for session in sessions)
        if not boards:
            raise ArgumentError("no board of these files has all four hands")
        if boards > _MOST_AUDITED:
            raise ArgumentError(
                f"{boards:,} boards are more than {_MOST_AUDITED:,}; run dealwright audit for them"
            )
    if len(notes) > _MOST_NOTES:
        notes[_MOST_NOTES:] = [f"and {len(notes) - _MOST_NOTES:,} notes more"]
    resources = Resources(threads=1, seconds=SECONDS)  # the laws of all deals: 0.5 s, 80 MB
    if where is not None:
        resources = Resources(_MEMORY, threads=1, seconds=_SECONDS)
    with reading("condition"):
        return auditing(
            sessions, where=where, level=given.get("level", LEVEL), notes=notes,
            resources=resources,
        )  # fmt: skip


def _checking_event(given: Mapping[str, Any]) -> Job[Any, Any]:
    from dealwright.tournament.checking import check_event
    from dealwright.tournament.commitment import read_public
    from dealwright.tournament.values import public_value

    files: list[GivenFile] = given.get("files", [])
    names = [file.name for file in files]
    with reading("files"):
        if twice := {name for name in names if names.count(name) > 1}:
            raise ArgumentError(f"two files have the name {min(twice)}")

    def checked(_: Job[Any, Any]) -> CheckedEvent:
        with TemporaryDirectory(prefix="dealwright-") as name:
            folder = Path(name)
            public, secret, dealt = folder / "public.json", folder / "secret.json", folder / "files"
            public.write_text(given["public"], "utf-8")
            secret.write_text(given["secret"], "utf-8")
            dealt.mkdir()
            for file in files:
                (dealt / file.name).write_bytes(file.data)
            with _reading("public", folder):
                plan = read_public(public).plan
            value = given["value"]
            with _reading("value", folder):
                if plan.drand is not None:  # then a value is the file of a round
                    value = str(folder / "value.json")
                    Path(value).write_text(given["value"], "utf-8")
                public_value(value, plan)
            return check_event(public, secret, value, [dealt / each for each in names])

    return one_call(checked)


@contextmanager
def _reading(field: str, folder: Path) -> Generator[None]:
    """Name the field in an error, and not the folder in which its file is."""
    with reading(field):
        try:
            yield
        except TournamentError as error:
            raise TournamentError(str(error).replace(f"{folder}{os.sep}", "")) from None


_COMMITTED = "7ee78e6df6ad461556ac7e686c683a777427f6f8e3e369f89a4c57cd3f142b23"
_PUBLIC = {
    "kind": "dealwright tournament",
    "algorithm": "dealwright tournament 1: HKDF-SHA256 (RFC 5869), ChaCha20 (RFC 8439), "
    "96-bit candidates below 52!/13!^4, colexicographic hands",
    "created": "2027-03-01T12:00:00Z",
    "plan": 'title = "Club"\nvalue = "Six throws of a die"\n'
    '[[phase]]\nname = "Evening"\nboards = "1-2"\n',
    "commitment": _COMMITTED,
}
_SECRET = {
    "kind": "dealwright tournament secret",
    "commitment": _COMMITTED,
    "secret": bytes(range(32)).hex(),
}
_BOARDS = """[Board "1"]
[Deal "N:QJ98532.876.T5.4 .942.843.QJT9852 KT74.QJT.QJ76.A7 A6.AK53.AK92.K63"]

[Board "2"]
[Deal "N:K986.9876.53.765 J75..AT42.QJT832 T3.AJT3.QJ986.K9 AQ42.KQ542.K7.A4"]
"""
_EXAMPLE = [{"name": "evening-1.pbn", "text": _BOARDS}]

FAIR_REQUESTS: dict[str, Request] = {
    "audit": Request(
        "Whether hands were dealt fairly: exact tests of the boards of files, each a session.",
        "audit",
        {
            "files": Field(
                "files", "Files of boards; each is a session in its order.", most=_MOST_FILES,
                needed=True, example=_EXAMPLE,
            ),
            "format": Field("string", "The format of all files (by their names).", most=20),
            "condition": Field(
                "string", "The condition under which they were dealt; none without one.",
                most=20_000, example="hcp(west) >= 18",
            ),
            "level": Field(
                "number", "How often fair hands may fail, all tests together (0.01).",
                1e-9, 0.5, example=0.01,
            ),
        },
        _auditing, repeats=False, bytes=MOST_BYTES_OF_FILES,
    ),
    "checked_event": Request(
        "What holds of an event: commitment, public value, and the boards of each file.",
        "checked_event",
        {
            "public": Field(
                "string", "The text of the public file.", most=1_000_000, needed=True,
                example=json.dumps(_PUBLIC),
            ),
            "secret": Field(
                "string", "The text of the secret file, as it was published.", most=10_000,
                needed=True, example=json.dumps(_SECRET),
            ),
            "value": Field(
                "string", "The public value; of drand the text of the round.", most=60_000,
                needed=True, example="6 1 3 3 2 5",
            ),
            "files": Field(
                "files", "The record, and files of boards.", most=_MOST_FILES, example=_EXAMPLE
            ),
        },
        _checking_event, repeats=False, seconds=_SECONDS_OF_EVENT, bytes=MOST_BYTES_OF_FILES,
    ),
}  # fmt: skip
