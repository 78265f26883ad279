"""The cluster that long work goes to: the one that the caller has joined, if any."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from dealwright.cluster import Cluster

__all__ = ["join", "joined_cluster", "leave"]

_JOINED: list[Cluster] = []


def join(cluster: Cluster) -> None:
    """Send work to a cluster until it is left; see ``Cluster``."""
    _JOINED.append(cluster)


def leave(cluster: Cluster) -> None:
    """Send work to the cluster joined before again, or do it here."""
    _JOINED.remove(cluster)


def joined_cluster() -> Cluster | None:
    """Return the cluster that was joined last and is not left, or None.

    >>> joined_cluster() is None
    True
    """
    return _JOINED[-1] if _JOINED else None
