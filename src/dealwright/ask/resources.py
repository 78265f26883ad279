"""What answering a question may use: a budget, a workspace, threads."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING

from dealwright.planning.budget import Budget
from dealwright.threads import thread_count

if TYPE_CHECKING:
    from dealwright.workspace import Workspace

__all__ = ["Resources"]


class Resources:
    """The resources for answering a question: a budget, a workspace, threads.

    If ``threads`` is None, it is the workspace's number, or else the number of cores.
    """

    def __init__(
        self,
        memory: int | None = None,
        workspace: Workspace | None = None,
        threads: int | None = None,
        seconds: float | None = None,
    ) -> None:
        limits = {"memory": memory, "seconds": seconds}
        self.budget = Budget(**{k: v for k, v in limits.items() if v is not None})  # type: ignore[arg-type]
        self._workspace = workspace
        self._threads = None if threads is None else thread_count(threads)

    @cached_property
    def workspace(self) -> Workspace:
        """The workspace: the one that was given, or the default."""
        from dealwright.workspace import default_workspace

        return default_workspace() if self._workspace is None else self._workspace

    @cached_property
    def threads(self) -> int:
        """The number of threads."""
        if self._threads is not None:
            return self._threads
        # nobody can have set the threads of a workspace that is not loaded
        known = self._workspace is not None or "dealwright.workspace" in sys.modules
        return thread_count(self.workspace.threads if known else None)
