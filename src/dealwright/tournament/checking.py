"""Checking an event with the second implementation, and the answer as a report and a document."""

from __future__ import annotations

import os
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from dealwright.errors import TournamentError
from dealwright.tournament.commitment import read_public
from dealwright.tournament.values import public_value
from dealwright.tournament.verifier import Finding, check_tournament

__all__ = ["CheckedEvent", "check_event"]


@dataclass(frozen=True)
class CheckedEvent:
    """What was checked of an event, in order, and whether each of it holds."""

    findings: tuple[Finding, ...]

    @property
    def holds(self) -> bool:
        """Whether all of it holds."""
        return all(finding.holds for finding in self.findings)

    def to_dict(self) -> dict[str, Any]:
        """Return the findings as JSON values."""
        return {
            "holds": self.holds,
            "findings": [{"holds": each.holds, "what": each.what} for each in self.findings],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CheckedEvent:
        """Return the findings of JSON values; the inverse of ``to_dict``."""
        return cls(tuple(Finding(each["holds"], each["what"]) for each in values["findings"]))

    def lines(self) -> Iterator[str]:
        """Yield the findings as text, then the verdict."""
        for finding in self.findings:
            yield f"{'ok   ' if finding.holds else 'WRONG'}  {finding.what}"
        wrong = sum(not finding.holds for finding in self.findings)
        things = f"{wrong} thing{'s do' if wrong != 1 else ' does'} not hold"
        yield f"{len(self.findings)} checked: {'everything holds' if not wrong else things}"

    def __str__(self) -> str:
        return "\n".join(self.lines())


def check_event(
    public: str | os.PathLike[str],
    secret: str | os.PathLike[str],
    value: str,
    files: Sequence[str | os.PathLike[str]] = (),
) -> CheckedEvent:
    """Return what holds of an event, from the files that were published.

    ``value`` is the public value as it was found elsewhere, or the file of a round of drand. The
    files are the record, or files of boards.

    :raises TournamentError: if the public file is none, or the value is no value
    :raises OSError: if a file cannot be read
    """
    missing = [str(file) for file in files if not Path(file).is_file()]
    if missing:
        raise TournamentError("there is no file {missing}", missing=missing[0])
    plan = read_public(public).plan
    known = public_value(value, plan)
    found = check_tournament(Path(public), Path(secret), known, [Path(file) for file in files])
    return CheckedEvent(tuple(found))
