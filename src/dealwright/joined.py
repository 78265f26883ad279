"""The cluster that long work goes to: the one that the caller has joined, if any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from functools import partial
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    from dealwright.cluster import Cluster
    from dealwright.kernels.stopping import StopFlag

__all__ = ["each_in_order", "join", "joined_cluster", "leave"]

Item = TypeVar("Item")
Result = TypeVar("Result")

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


def each_in_order(
    function: Callable[[Item], Result],
    items: Iterable[Item],
    threads: int,
    of_task: int,
    flag: StopFlag | None = None,
) -> Iterator[Result]:
    """Call a function with each item, on threads or on the joined cluster; yield values in order.

    ``of_task`` items make a task of the cluster, which needs a function that can be pickled.

    >>> list(each_in_order(abs, [-1, 2, -3], 2, 10))
    [1, 2, 3]

    :raises ClusterError: if the cluster ended, or a worker refuses a task
    :raises Stopped: if the flag is set
    """
    from dealwright.threads import in_order  # the command line loads this file always

    cluster = joined_cluster()
    if cluster is None:
        return in_order((partial(function, item) for item in items), threads, flag)
    return cluster.each(function, iter(items), of_task, flag)
