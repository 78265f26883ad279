"""Requests about hands already dealt: audits, and checks of a commitment."""

from __future__ import annotations

import json
import os
from collections.abc import Generator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import TYPE_CHECKING, Annotated, Any, ClassVar

from dealwright.base.errors import ArgumentError, TournamentError, naming
from dealwright.requests.base import Limits, Request
from dealwright.requests.deals import SEED, DealsRequest
from dealwright.requests.fields import Option, all_conditions
from dealwright.requests.served import Served, UploadedFile

if TYPE_CHECKING:
    from dealwright.base.jobs import Job
    from dealwright.fair.audit.sessions import Session
    from dealwright.fair.tournament.checking import CheckedEvent

__all__ = ["AuditRequest", "CheckEventRequest"]

_MOST_AUDITED = 20_000  # boards over HTTP
_MOST_FILES = 400
_MOST_NOTES = 20
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


@dataclass(frozen=True, kw_only=True)
class AuditRequest(DealsRequest):
    """Whether boards were dealt fairly."""

    about: ClassVar[str] = (
        "Whether hands were dealt fairly: exact tests of the boards of files, each a session."
    )
    answer: ClassVar[str] = "audit"

    files: Annotated[
        tuple[UploadedFile, ...],
        Option(
            typed=False,
            served=Served(
                "Files of boards; each is a session in its order.", most=_MOST_FILES,
                example=_EXAMPLE, needed=True,
            ),
        ),
    ] = ()  # fmt: skip
    format: Annotated[
        str,
        Option(
            typed=False, served=Served("The format of all files (by their names).", most=20)
        ),
    ] = ""  # fmt: skip
    condition: Annotated[
        str | None,
        Option(
            "--where", metavar="COND", join=all_conditions,
            help="A condition that the deals satisfy.",
            served=Served(most=20_000, example="hcp(west) >= 18"),
        ),
    ] = None  # fmt: skip
    level: Annotated[
        float,
        Option(
            "--significance", metavar="P",
            help="How often fair hands may fail, all tests together.",
            served=Served(least=1e-9, most=0.5, example=0.01),
        ),
    ] = 0.01  # fmt: skip
    predeal: None = None
    seed: Annotated[str, SEED._replace(served=None)] = "audit"
    budget: None = None

    def auditing(
        self,
        sessions: Sequence[Session],
        notes: Sequence[str],
        limits: Limits = Limits(),  # noqa: B008 - a constant
    ) -> Job[Any, Any]:
        """Return the job that tests sessions; its answer has the ``notes``.

        :raises DealwrightError: naming the condition, if it cannot be read or tested
        """
        from dealwright.fair.audit import auditing
        from dealwright.fair.audit.auditing import SECONDS

        with naming("condition"):
            if self.where is None:  # the distributions of all deals: 0.5 s, 80 MB
                limits = limits._replace(memory=None, seconds=None)
            seconds = SECONDS if limits.seconds is None else limits.seconds
            return auditing(
                sessions, where=self.where, level=self.level, notes=notes, seed=self.seed,
                resources=self.resources(limits, seconds),
            )  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, Any]:  # noqa: B008
        """Return the job that reads the files and tests their boards.

        :raises DealwrightError: naming the argument that cannot be read
        """
        from dealwright.fair.audit import session_of
        from dealwright.formats import format_of_path, names
        from dealwright.formats import reading as reading_boards

        with naming("condition"):
            _ = self.where
        sessions, notes = [], list[str]()
        with naming("files"):
            for file in self.files:
                kind = self.format or format_of_path(file.name, reading=True)
                if kind is None:
                    listed = ", ".join(names(reading=True))
                    raise ArgumentError(
                        f"cannot tell the format from the name '{file.name}'; give 'format': "
                        f"{listed}"
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
                raise ArgumentError("no board in these files has all four hands")
            if boards > _MOST_AUDITED:
                raise ArgumentError(
                    f"{boards:,} boards are more than {_MOST_AUDITED:,}; run dealwright audit for "
                    "them"
                )
        if len(notes) > _MOST_NOTES:
            notes[_MOST_NOTES:] = [f"and {len(notes) - _MOST_NOTES:,} more notes"]
        return self.auditing(sessions, notes, limits)


@dataclass(frozen=True, kw_only=True)
class CheckEventRequest(Request):
    """Whether an event was dealt as committed."""

    about: ClassVar[str] = (
        "Checks of an event: commitment, public value, and the boards of each file."
    )
    answer: ClassVar[str] = "checked_event"

    public: Annotated[
        str,
        Option(
            served=Served(
                "The text of the public file.", most=1_000_000, example=json.dumps(_PUBLIC)
            )
        ),
    ]  # fmt: skip
    secret: Annotated[
        str,
        Option(
            served=Served(
                "The text of the secret file, as it was published.", most=10_000,
                example=json.dumps(_SECRET),
            )
        ),
    ]  # fmt: skip
    value: Annotated[
        str,
        Option(
            served=Served(
                "The public value; for drand, the text of the round.", most=60_000,
                example="6 1 3 3 2 5",
            )
        ),
    ]  # fmt: skip
    files: Annotated[
        tuple[UploadedFile, ...],
        Option(
            served=Served(
                "The record, and files of boards.", most=_MOST_FILES, example=_EXAMPLE
            )
        ),
    ] = ()  # fmt: skip

    def job(self, limits: Limits = Limits()) -> Job[Any, CheckedEvent]:  # noqa: B008
        """Return the job that checks the event.

        :raises ArgumentError: if two files have one name
        """
        from dealwright.base.jobs import one_call
        from dealwright.fair.tournament.checking import check_event
        from dealwright.fair.tournament.commitment import read_public
        from dealwright.fair.tournament.values import public_value

        names = [file.name for file in self.files]
        with naming("files"):
            if repeated := {name for name in names if names.count(name) > 1}:
                raise ArgumentError(f"two files have the name {min(repeated)}")

        def check(_: Job[Any, Any]) -> CheckedEvent:
            with TemporaryDirectory(prefix="dealwright-") as path:
                folder = Path(path)
                public, secret = folder / "public.json", folder / "secret.json"
                public.write_text(self.public, "utf-8")
                secret.write_text(self.secret, "utf-8")
                board_folder = folder / "files"
                board_folder.mkdir()
                for file in self.files:
                    (board_folder / file.name).write_bytes(file.data)
                with _reading("public", folder):
                    plan = read_public(public).plan
                value = self.value
                with _reading("value", folder):
                    if plan.drand is not None:  # then the value is the file of a round
                        value = str(folder / "value.json")
                        Path(value).write_text(self.value, "utf-8")
                    public_value(value, plan)
                return check_event(public, secret, value, [board_folder / name for name in names])

        return one_call(check)


@contextmanager
def _reading(field: str, folder: Path) -> Generator[None]:
    """Add the field to an error, and remove the folder of its file from the text."""
    with naming(field):
        try:
            yield
        except TournamentError as error:
            raise TournamentError(str(error).replace(f"{folder}{os.sep}", "")) from None
