"""``--cluster``: the cluster that does the long work of a command."""

from __future__ import annotations

from collections.abc import Generator
from contextlib import contextmanager

from dealwright.base.errors import ArgumentError

__all__ = ["WITHOUT_CLUSTER", "on_cluster"]

WITHOUT_CLUSTER = ("serve",)  # commands with processes of their own


@contextmanager
def on_cluster(address: str | None, command: str) -> Generator[None]:
    """Use a cluster of Dask, if there is an address; at last, say so if nothing needed it.

    :raises ArgumentError: if the address is wrong, the extra ``cluster`` is not installed, or the
        command has processes of its own
    :raises ClusterError: if no cluster answers
    """
    if address is None:
        yield
        return
    if command in WITHOUT_CLUSTER:
        raise ArgumentError(f"{command} has worker processes of its own: leave out --cluster")
    from dealwright.base.cluster import Cluster
    from dealwright.cli.messages import say

    with Cluster(address, stops_when_lost=True, on_note=say) as cluster:
        yield
        if not cluster.used:
            say("note: the cluster was not used; this command had no work for it")
