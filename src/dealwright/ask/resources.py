"""The resources for answering a question: a budget, a workspace, threads."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dealwright.base.threads import thread_count
from dealwright.planning.budget import Budget

if TYPE_CHECKING:
    from dealwright.deals.workspace import Workspace

__all__ = ["Resources", "workspace_of"]


class Resources:
    """A budget, a workspace and a number of threads for answering a question.

    ``memory`` is in bytes, ``seconds`` are of one core. Where ``memory`` or ``threads`` is None,
    the number of the workspace is used, or else 1 GiB and the number of cores.
    """

    def __init__(
        self,
        memory: int | None = None,
        workspace: Workspace | None = None,
        threads: int | None = None,
        seconds: float | None = None,
    ) -> None:
        held = workspace_of(workspace)
        memory = held.memory if held is not None and memory is None else memory
        limits = {"memory": memory, "seconds": seconds}
        self.budget = Budget(**{k: v for k, v in limits.items() if v is not None})  # type: ignore[arg-type]
        self._workspace = workspace
        self._threads = None if threads is None else thread_count(threads)

    def __getstate__(self) -> dict[str, Any]:
        """Return what is copied and pickled: a default workspace is found again.

        :raises TypeError: if the workspace is another
        """
        from dealwright.deals.workspace import default_workspace

        if self._workspace not in (None, default_workspace()):
            raise TypeError("only answers of the default workspace can be copied or pickled")
        state = {name: value for name, value in vars(self).items() if name != "workspace"}
        return state | {"_workspace": None}

    def lasting(self, seconds: float) -> Resources:
        """Return the same resources with another number of seconds."""
        return Resources(self.budget.memory, self._workspace, self._threads, seconds)

    @cached_property
    def workspace(self) -> Workspace:
        """The given workspace, or the default one."""
        from dealwright.deals.workspace import default_workspace

        return default_workspace() if self._workspace is None else self._workspace

    @cached_property
    def threads(self) -> int:
        """The number of threads."""
        if self._threads is not None:
            return self._threads
        held = workspace_of(self._workspace)
        return thread_count(None if held is None else held.threads)


def workspace_of(workspace: Workspace | None) -> Workspace | None:
    """Return the workspace, or the default one; None before its module is loaded: it is as new."""
    if workspace is None and "dealwright.deals.workspace" in sys.modules:
        from dealwright.deals.workspace import default_workspace

        return default_workspace()
    return workspace
