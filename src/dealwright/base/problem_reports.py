"""What a report of a problem needs, kept in a folder if the program asks for it.

The library keeps nothing: only a program that chooses a folder does. There are at most 20 files of
20 kB; the oldest gives way. Nothing is sent anywhere.
"""

from __future__ import annotations

import hashlib
import traceback
from dataclasses import dataclass, field
from pathlib import Path

from dealwright import __version__
from dealwright.base.context_values import Scoped
from dealwright.base.files import replacing

__all__ = ["ReportFolder", "keep_report", "report_folder", "unexpected"]

MOST_FILES = 20
MOST_BYTES = 20_000


@dataclass
class ReportFolder:
    """A folder for reports (None: only what happened is noted), and what this program kept there.

    ``problems`` are the kinds of problems so far.
    """

    path: Path | None
    problems: list[str] = field(default_factory=list)
    kept: list[Path] = field(default_factory=list)

    def keep(self, kind: str, text: str) -> None:
        """Write a report, unless there is one with the same text.

        A folder that cannot be written to is no error: the answer matters more.
        """
        self.problems.append(kind)
        if self.path is None:
            return
        data = text.encode("utf-8", "backslashreplace")[:MOST_BYTES]
        path = self.path / f"{kind}-{hashlib.sha256(data).hexdigest()[:12]}.txt"
        try:
            self.path.mkdir(parents=True, exist_ok=True)
            if not path.exists():
                reports = sorted(self.path.glob("*-*.txt"), key=lambda file: file.stat().st_mtime)
                for oldest in reports[: max(0, len(reports) - MOST_FILES + 1)]:
                    oldest.unlink()
                with replacing(path) as part:
                    part.write_bytes(data)
        except OSError:
            return
        if path not in self.kept:
            self.kept.append(path)


report_folder = Scoped[ReportFolder]("report_folder")


def keep_report(kind: str, text: str) -> None:
    """Keep what a report of a problem needs, with the version, if a folder is chosen.

    >>> from tempfile import TemporaryDirectory
    >>> with TemporaryDirectory() as name, report_folder.using(ReportFolder(Path(name))) as folder:
    ...     keep_report("count", "condition: hcp(north) >= 20")
    ...     folder.kept[0].read_text().splitlines()[1]
    'condition: hcp(north) >= 20'
    """
    folder = report_folder.current
    if folder is not None:
        folder.keep(kind, f"dealwright {__version__}\n{text}\n")


_SHOWN_CHARACTERS = 60  # characters of a text that an error shows


def unexpected(error: Exception, text: str) -> str:
    """Return a line about an exception that no text may cause; keep what its report needs.

    >>> unexpected(KeyError("x"), "north: opens ?")
    "a bug in Dealwright (KeyError: 'x') in 'north: opens ?'; please report it"
    """
    frames = "".join(traceback.format_exception(error))
    keep_report("fault", f"text: {text}\n{frames}")
    shown = " ".join(text.split())
    shown = shown if len(shown) <= _SHOWN_CHARACTERS else f"{shown[:_SHOWN_CHARACTERS]}..."
    what = f"{type(error).__name__}: {error}" if str(error) else type(error).__name__
    return f"a bug in Dealwright ({' '.join(what.split())}) in '{shown}'; please report it"
