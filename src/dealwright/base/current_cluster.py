"""The cluster that does long work: the one that the caller has joined, if any."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from contextlib import AbstractContextManager
from functools import partial
from typing import TYPE_CHECKING, TypeVar

from dealwright.base.context_values import Scoped

if TYPE_CHECKING:
    from dealwright.base.cluster import Cluster
    from dealwright.base.kernels.stopping import StopFlag

__all__ = ["each_in_order", "joined_cluster", "joining"]

Item = TypeVar("Item")
Result = TypeVar("Result")

_CLUSTER: Scoped[Cluster] = Scoped("cluster")


def joining(cluster: Cluster) -> AbstractContextManager[Cluster]:
    """Return a context manager in which work is sent to a cluster; see ``Cluster``."""
    return _CLUSTER.using(cluster)


def joined_cluster() -> Cluster | None:
    """Return the cluster that this context joined last and has not left, or None.

    >>> joined_cluster() is None
    True
    """
    return _CLUSTER.current


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
    from dealwright.base.threads import in_order  # the command line always loads this file

    cluster = joined_cluster()
    if cluster is None:
        return in_order((partial(function, item) for item in items), threads, flag)
    return cluster.each(function, iter(items), of_task, flag)
