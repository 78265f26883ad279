"""Checking an event with the second implementation, and the answer as a report and a document."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealwright.defaults import with_defaults
from dealwright.errors import TournamentError
from dealwright.tournament.commitment import read_public
from dealwright.tournament.values import public_value
from dealwright.tournament.verifier import Finding, Report, check_tournament

__all__ = ["CheckedEvent", "check_event"]


@dataclass(frozen=True)
class CheckedEvent:
    """What was checked of an event, in order, and whether each of it holds.

    ``sets`` and ``files`` say how many of the plan's sets and of the event's files were checked,
    and of how many; None where only given files are checked. ``unchecked`` names what is missing,
    ``others`` the files that need no check.
    """

    findings: tuple[Finding, ...]
    sets: tuple[int, int] | None = None
    files: tuple[int, int] | None = None
    unchecked: tuple[str, ...] = ()
    others: tuple[str, ...] = ()

    @property
    def holds(self) -> bool:
        """Whether nothing is wrong, and nothing is unchecked."""
        return not self.unchecked and all(finding.holds for finding in self.findings)

    @property
    def verdict(self) -> str:
        """Whether everything holds, and what that is said of."""
        if self.sets is not None and self.files is not None:
            return Report(self.findings, self.sets, self.files, self.unchecked).verdict
        wrong = sum(not finding.holds for finding in self.findings)
        things = f"{wrong} thing{'s do' if wrong != 1 else ' does'} not hold"
        return f"{len(self.findings)} checked: {things if wrong else 'all of them hold'}"

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as JSON values."""
        return {
            "holds": self.holds,
            "verdict": self.verdict,
            "findings": [{"holds": each.holds, "what": each.what} for each in self.findings],
            "sets": _counted(self.sets),
            "files": _counted(self.files),
            "unchecked": list(self.unchecked),
            "others": list(self.others),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CheckedEvent:
        """Return the findings of JSON values; the inverse of ``to_dict``."""
        values = with_defaults(cls, values)
        findings = tuple(Finding(each["holds"], each["what"]) for each in values["findings"])
        sets, files = (
            None if each is None else (each["checked"], each["of"])
            for each in (values["sets"], values["files"])
        )
        return cls(findings, sets, files, tuple(values["unchecked"]), tuple(values["others"]))

    def lines(self) -> Iterator[str]:
        """Yield the findings as text, then the verdict."""
        report = Report(self.findings, (0, 0), (0, 0), self.unchecked, self.others)
        yield from list(report.lines())[:-1]
        yield self.verdict

    def __str__(self) -> str:
        return "\n".join(self.lines())


def _counted(counts: tuple[int, int] | None) -> dict[str, int] | None:
    return None if counts is None else {"checked": counts[0], "of": counts[1]}


def check_event(
    public: str | os.PathLike[str],
    secret: str | os.PathLike[str],
    value: str,
    files: Sequence[str | os.PathLike[str]] = (),
) -> CheckedEvent:
    """Return what holds of an event, from the files that were published.

    ``value`` is the public value as it was found elsewhere, or the file of a round of drand. The
    files are records, or files of boards; the folder of a record is looked through.

    :raises TournamentError: if the public file is none, or the value is no value
    :raises OSError: if a file cannot be read
    """
    missing = [str(file) for file in files if not Path(file).is_file()]
    if missing:
        raise TournamentError(f"there is no file {missing[0]}")
    public_value(value, read_public(public).plan)
    try:
        found = check_tournament(
            Path(public), Path(secret), value, [Path(file) for file in files], signed=True
        )
    except ValueError as error:
        raise TournamentError(str(error)) from None
    return CheckedEvent(
        tuple(found.findings), found.sets, found.files, tuple(found.unchecked), tuple(found.others)
    )
