"""Jobs on the command line: a progress bar, and Ctrl-C stops the job."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager
from typing import TYPE_CHECKING, Any

from dealwright.cli.progress import ProgressBar

if TYPE_CHECKING:
    from dealwright.base.jobs import Job  # loads numpy, which the list of commands does not need

__all__ = ["show_progress"]


@contextmanager
def show_progress(job: Job[Any, Any], action: str) -> Generator[ProgressBar]:
    """Show a job's progress while it runs; ``action`` labels the bar.

    The first Ctrl-C stops the job, which then ends with its results so far; the second raises
    ``KeyboardInterrupt`` at once.
    """
    from dealwright.base.threads import Interruptible

    with ProgressBar(action) as bar:
        job.watch(bar.show)
        with Interruptible(job.flag, gently=True):
            yield bar
