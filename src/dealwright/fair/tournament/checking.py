"""Checking an event with the second implementation, with the answer as text and document."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import TYPE_CHECKING

from dealwright.answers.tabular import Tabular
from dealwright.base.errors import TournamentError
from dealwright.fair.tournament.commitment import read_public
from dealwright.fair.tournament.values import public_value
from dealwright.fair.tournament.verifier import Finding, Report, check_tournament

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import Row

__all__ = ["CheckedEvent", "check_event"]


@dataclass(frozen=True)
class CheckedEvent(Tabular):
    """The checks of an event, in order, and whether each holds.

    ``sets`` and ``files`` are how many of the plan's sets and of the event's files were checked,
    and of how many; None if only given files are checked. ``unchecked`` names what is missing,
    ``others`` the files that need no check.
    """

    table_rows = "findings"

    findings: tuple[Finding, ...]
    sets: Annotated[tuple[int, int] | None, Row(("checked", "of"))] = None
    files: Annotated[tuple[int, int] | None, Row(("checked", "of"))] = None
    unchecked: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    json_keys = ("holds", "verdict", "findings", "sets", "files", "unchecked", "others")

    @property
    def holds(self) -> bool:
        """Whether there is something to check, nothing is wrong, and nothing is unchecked."""
        things = len(self.findings)
        return Report(self.findings, self.sets or (things, things), (0, 0), self.unchecked).holds

    @property
    def verdict(self) -> str:
        """One line on whether everything holds, and what was checked."""
        if self.sets is not None and self.files is not None:
            return Report(self.findings, self.sets, self.files, self.unchecked).verdict
        wrong = sum(not finding.holds for finding in self.findings)
        things = f"{wrong} thing{'s do' if wrong != 1 else ' does'} not hold"
        return f"{len(self.findings)} checked: {things if wrong else 'all of them hold'}"

    def lines(self) -> Iterator[str]:
        """Yield the findings as text, then the verdict."""
        report = Report(self.findings, (0, 0), (0, 0), self.unchecked, self.others)
        yield from list(report.lines())[:-1]
        yield self.verdict


def check_event(
    public: str | os.PathLike[str],
    secret: str | os.PathLike[str],
    value: str,
    files: Sequence[str | os.PathLike[str]] = (),
) -> CheckedEvent:
    """Return the checks of an event, from the published files.

    ``value`` is the public value, obtained independently, or the file of a round of drand. The
    files are records, or files of boards; all files in the folder of a record are included.

    :raises TournamentError: if the public file is not valid, or the value is not
    :raises OSError: if a file cannot be read
    """
    missing = [str(file) for file in (public, secret, *files) if not Path(file).is_file()]
    if missing:
        raise TournamentError(f"there is no file {missing[0]}")
    public_value(value, read_public(public).plan)
    try:
        report = check_tournament(
            Path(public), Path(secret), value, [Path(file) for file in files], signed=True
        )
    except ValueError as error:
        raise TournamentError(str(error)) from None
    return CheckedEvent(
        tuple(report.findings),
        report.sets,
        report.files,
        tuple(report.unchecked),
        tuple(report.others),
    )
