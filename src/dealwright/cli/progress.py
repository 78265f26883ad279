"""A progress bar on standard error, for long work on a terminal."""

from __future__ import annotations

import sys
import time
from types import TracebackType
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from rich.progress import Progress as RichProgress
    from rich.progress import TaskID

    from dealwright.base import jobs

__all__ = ["ProgressBar"]

_PATIENCE = 0.5  # seconds before the bar appears


class ProgressBar:
    """A progress bar that appears after half a second, on a terminal only."""

    def __init__(self, action: str) -> None:
        self._action = action
        self._enabled = sys.stderr.isatty()
        self._start = time.monotonic()
        self._bar: RichProgress | None = None
        self._task: TaskID | None = None

    def __enter__(self) -> ProgressBar:
        return self

    def __exit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        if self._bar is not None:
            self._bar.stop()

    @property
    def elapsed(self) -> float:
        """Seconds since the work began."""
        return time.monotonic() - self._start

    def show(self, progress: jobs.Progress) -> None:
        """Update the bar."""
        if not self._enabled or (self._bar is None and self.elapsed < _PATIENCE):
            return
        if self._bar is None:
            self._bar = self._open()
        assert self._task is not None
        done = f"{progress.done:,} {progress.unit}".rstrip()
        note = f"{done}, {progress.note}" if progress.note else done
        self._bar.update(self._task, completed=progress.done, total=progress.total, note=note)

    def _open(self) -> RichProgress:
        from rich import progress as columns
        from rich.console import Console

        bar = columns.Progress(
            columns.TextColumn("{task.description}"),
            columns.BarColumn(),
            columns.TaskProgressColumn(),
            columns.TextColumn("{task.fields[note]}"),
            columns.TimeRemainingColumn(),
            console=Console(stderr=True),
            transient=True,
        )
        self._task = bar.add_task(self._action, total=None, note="")
        bar.start()
        return bar
