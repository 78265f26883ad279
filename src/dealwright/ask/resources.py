"""The resources for answering a question: a budget, a workspace, threads."""

from __future__ import annotations

import sys
from functools import cached_property
from typing import TYPE_CHECKING, Any

from dealwright.base.errors import ArgumentError
from dealwright.base.threads import thread_count
from dealwright.planning.budget import Budget

if TYPE_CHECKING:
    from dealwright.deals.workspace import Workspace

__all__ = ["Resources", "resources_of", "workspace_of"]


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
        from dealwright.deals.workspace import checked_workspace

        return checked_workspace(self._workspace)

    @cached_property
    def threads(self) -> int:
        """The number of threads."""
        if self._threads is not None:
            return self._threads
        held = workspace_of(self._workspace)
        return thread_count(None if held is None else held.threads)


def workspace_of(workspace: Workspace | None) -> Workspace | None:
    """Return the workspace, or the default one; None before its module is loaded: it is as new.

    :raises ArgumentError: if it is something else
    """
    if workspace is None and "dealwright.deals.workspace" not in sys.modules:
        return None
    from dealwright.deals.workspace import checked_workspace

    return checked_workspace(workspace)


def resources_of(
    resources: Resources | None, workspace: Workspace | None, seconds: float | None = None
) -> Resources:
    """Return the resources given to a call, or those of its workspace with ``seconds`` of work.

    :raises ArgumentError: if both are given, or one is something else
    """
    if resources is None:
        return Resources(workspace=workspace, seconds=seconds)
    if not isinstance(resources, Resources):
        raise ArgumentError(
            f"{resources!r} are no resources; write workspace=Workspace(threads=2, budget=5)"
        )
    if workspace is not None:
        raise ArgumentError("give workspace or resources, not both")
    return resources
