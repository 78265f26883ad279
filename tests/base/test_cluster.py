"""Clusters: the same answers from any number of workers, whatever happens to them."""

from __future__ import annotations

import gc
import json
import os
import signal
import socket
import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import AbstractContextManager, nullcontext
from functools import partial
from itertools import count
from pathlib import Path
from threading import Event, Thread, Timer
from time import monotonic, sleep
from types import SimpleNamespace
from typing import TYPE_CHECKING, Any

import numpy as np
import pytest

import dealwright
from dealwright.analysis.census import making
from dealwright.analysis.contract_comparison import comparing_contracts
from dealwright.analysis.lead_comparison import comparing_leads
from dealwright.answers.records import write_record
from dealwright.ask import counting as counting_module
from dealwright.ask.condition import question_of
from dealwright.ask.counting import Counting, counted_share
from dealwright.ask.resources import Resources
from dealwright.base import cluster as module
from dealwright.base.cluster import Cluster
from dealwright.base.current_cluster import joined_cluster, joining
from dealwright.base.errors import ArgumentError, CardError, ClusterError, Stopped
from dealwright.base.kernels.stopping import StopFlag
from dealwright.cards import Seat, Strain
from dealwright.cli.cluster import on_cluster
from dealwright.cli.messages import say
from dealwright.double_dummy.asks import Cards, Leads, Position, Tables, Tricks
from dealwright.double_dummy.cluster import ClusterSolver
from dealwright.double_dummy.core_solver import CoreSolver, core_solver
from dealwright.double_dummy.current_solver import current_solver
from dealwright.numbering.drawing.simulation import simulate
from dealwright.poker.chances import odds
from dealwright.poker.equities import equity
from tests.oracles.slow_solver import Slow, not_installed
from tests.oracles.stand_in_solver import StandIn
from tests.processes import PATIENCE, wait_until

if TYPE_CHECKING:
    from numpy.typing import NDArray

MASKS = dealwright.deal(300, seed="cluster").masks
SOUTH, SPADES = Seat.SOUTH, Strain.SPADES


def processes(cluster: Cluster) -> set[int]:
    """Return the process of each worker."""
    found = set[int]()
    while len(found) < 2:
        found |= set(cluster.in_order(os.getpid, [()] * 20))
    return found


def on(cluster: Cluster | None) -> AbstractContextManager[object]:
    """Work on a cluster, or here."""
    return nullcontext() if cluster is None else joining(cluster)


def both(two: Cluster, ask: Callable[[], Any]) -> tuple[Any, Any]:
    """Return what a function returns here, and on a cluster."""
    found = []
    for cluster in (None, two):
        with on(cluster):
            found.append(ask())
    return found[0], found[1]


def test_every_method_answers_as_without_a_cluster(two: Cluster) -> None:
    here, there = StandIn(), ClusterSolver(two, StandIn)
    assert there.batch_factor == 2
    asked = (SOUTH, SPADES)
    assert np.array_equal(there.solve(Tables(MASKS)), here.solve(Tables(MASKS)))
    some = there.solve(Tables(MASKS[:3], [SPADES]))
    assert np.array_equal(some, here.solve(Tables(MASKS[:3], [SPADES])))
    assert np.array_equal(there.solve(Tricks(MASKS, *asked)), here.solve(Tricks(MASKS, *asked)))
    assert np.array_equal(
        there.solve(Tricks(MASKS, *asked, 9)), here.solve(Tricks(MASKS, *asked, 9))
    )
    assert np.array_equal(there.solve(Leads(MASKS, *asked)), here.solve(Leads(MASKS, *asked)))
    assert np.array_equal(there.solve(Leads(MASKS, *asked, 4)), here.solve(Leads(MASKS, *asked, 4)))
    none = MASKS[:0]
    for found, expected in (
        (there.solve(Tables(none)), here.solve(Tables(none))),
        (there.solve(Tricks(none, *asked, 9)), here.solve(Tricks(none, *asked, 9))),
        (there.solve(Leads(none, *asked)), here.solve(Leads(none, *asked))),
    ):
        assert (found.shape, found.dtype) == (expected.shape, expected.dtype)
    with pytest.raises(CardError):
        there.solve(Tricks(MASKS[:, ::-1] | np.uint64(1), *asked))


class Listing:
    """A cluster of a thousand threads that answers at once, and lists how much each task has."""

    threads = 1000
    cost = 0.0  # nanoseconds of a deal; 0: what was assumed

    def __init__(self) -> None:
        self.deals = list[int]()

    def in_order(
        self, work: Callable[..., Any], tasks: Iterator[tuple[Any, ...]], stop: object
    ) -> Iterator[Any]:
        for make, part in tasks:
            self.deals.append(len(part))
            yield work(make, part)[0], self.cost or part.cost


def test_a_task_has_deals_for_two_seconds_and_fewer_where_workers_would_wait() -> None:
    """So docs/reference/cluster.md: 200 of one contract, 1,428 of whether it makes, 25 tables."""

    def largest(threads: int, deals: int, ask: Callable[[ClusterSolver, Any], object]) -> int:
        cluster = Listing()
        cluster.threads = threads
        ask(ClusterSolver(cluster, StandIn), np.tile(MASKS[:20], (deals // 20, 1)))  # type: ignore[arg-type]
        assert sum(cluster.deals) == deals
        return max(cluster.deals)

    assert largest(1, 2000, lambda solver, masks: solver.solve(Tricks(masks, SOUTH, SPADES))) == 200
    assert (
        largest(1, 4000, lambda solver, masks: solver.solve(Tricks(masks, SOUTH, SPADES, 9)))
        == 1428
    )
    assert largest(1, 100, lambda solver, masks: solver.solve(Tables(masks))) == 25
    assert largest(10, 800, lambda solver, masks: solver.solve(Tricks(masks, SOUTH, SPADES))) == 40
    assert (
        largest(1000, 400, lambda solver, masks: solver.solve(Tricks(masks, SOUTH, SPADES))) == 25
    )


def test_tasks_become_smaller_where_deals_take_longer_than_was_thought() -> None:
    """A goal costs 1.4 ms on average, and 20 ms where a contract is contested."""
    cluster = Listing()
    cluster.threads, cluster.cost = 1, 2e7
    solver = ClusterSolver(cluster, StandIn)  # type: ignore[arg-type]
    ask = Tricks(np.tile(MASKS[:20], (200, 1)), SOUTH, SPADES, 9)
    solver.solve(ask)
    assert cluster.deals[:2] == [1428, 186]
    assert cluster.deals == sorted(cluster.deals, reverse=True)
    assert cluster.deals[-2] in (100, 101)


@pytest.mark.long
def test_questions_have_the_same_answer_to_the_last_bit(two: Cluster) -> None:
    there = ClusterSolver(two, StandIn)
    both = (StandIn(), there)
    contracts = [
        comparing_contracts("hcp(north) >= 14", "3NT 4S", solver=solver, seed=1, deals=400)
        for solver in both
    ]
    leads = [
        comparing_leads("south AQ542.KJ87.32.AK", "3NT-E", solver=solver, seed=1, deals=200)
        for solver in both
    ]
    makes = [
        making(
            "north AQ4.AJ92.Q5.K964", "south K95.QT4.KJ762.83", "3NT-S", solver=solver, seed=1,
            deals=1000,
        )
        for solver in both
    ]  # fmt: skip
    for jobs in (contracts, leads, makes):
        first, other = (write_record(job.result()) for job in jobs)
        assert first == other


def test_workers_have_solvers_of_their_own(two: Cluster) -> None:
    here, there = core_solver(), ClusterSolver(two)
    goal = (MASKS[:40], SOUTH, SPADES, 8)
    assert np.array_equal(there.solve(Tricks(*goal)), here.solve(Tricks(*goal)))
    position = Position((1 << 51, 1 << 38, 1 << 25, 1 << 12), Strain.NOTRUMP, Seat.NORTH)
    assert there.solve(Cards([position])).tolist() == here.solve(Cards([position])).tolist()


@pytest.mark.long
@pytest.mark.parametrize("game", ["holdem", "omaha-hilo"])
def test_poker_equities_are_the_same(two: Cluster, game: str) -> None:
    """They stop in the same block of rounds, in the middle of what one worker does."""
    hands = ("AhKh", "QsQd", "random") if game == "holdem" else ("As2s3dKd", "QhQd4c5c")
    for options in ({"rounds": 1_000_000}, {"within": 0.0007}):
        asked = partial(equity, *hands, game=game, method="simulate", seed=1, **options)
        here, there = both(two, asked)
        assert here == there
        assert here.total % 1_000_000 == 0 or "within" in options


@pytest.mark.parametrize(
    ("hands", "options"),
    [
        (("AA", "KK", "QJs"), {}),
        (("22+,A2s+", "15%"), {}),
        (("As2s3dKd", "QhQd4c5c"), {"game": "omaha", "board": "Kh 7d 2c"}),
    ],
)
def test_counted_equities_are_the_same(
    two: Cluster, hands: tuple[str, ...], options: dict[str, str]
) -> None:
    here, there = both(two, partial(equity, *hands, method="exact", **options))
    assert here == there
    assert here.exact


@pytest.mark.long
def test_simulated_draws_are_the_same(two: Cluster) -> None:
    """Tallies and means, also where the width of an interval ends them."""

    def analyze(masks: NDArray[np.uint64]) -> dict[str, NDArray[Any]]:
        return {"low": masks & np.uint64(1), "sum": (masks & np.uint64(255)).astype(float)}

    for options in ({}, {"within": 0.3}):
        here, there = both(two, partial(simulate, 9_000_000, analyze, 5, seed=1, **options))
        assert here == there


@pytest.mark.long
def test_estimated_counts_are_the_same(two: Cluster) -> None:
    """Tested deals, and draws of an exact part: they stop after the same deals."""
    for text, method in (
        ("cccc(north) > 1900 && hcp(south) > 12", "auto"),
        ("hcp(north) + hcp(south) > 27", "filter"),
    ):
        asked = partial(
            counted_share, question_of(text), Resources(), seed=3, limit=30_000_000, hits=40_000,
            method=method,
        )  # fmt: skip
        here, there = both(two, asked)
        assert here == there
        assert not here.estimate.exact


@pytest.mark.long
@pytest.mark.parametrize(
    ("condition", "method"),
    [
        ("hcp(north) == 4 && hcp(south) == 21 && spades(east) * hearts(west) == 30", "filter"),
        ("cccc(north) > 1900 && hcp(south) > 12", "mixed"),
        ("hcp(north) + hcp(south) in 20..21", "exact"),
    ],
)
def test_deals_that_are_searched_for_are_the_same(
    two: Cluster, condition: str, method: str
) -> None:
    def dealt() -> Any:
        job = dealwright.dealing(300, condition, method=method, seed=5)
        found = job.result()
        return found.masks.tolist(), job.tried, found.source

    here, there = both(two, dealt)
    assert here == there


def test_conditions_with_results_are_solved_by_workers(two: Cluster, tmp_path: Path) -> None:
    asked = partial(dealwright.deal, 3, "tricks(south, spades) >= 9", seed=2)
    with on(two):
        assert isinstance(current_solver(), ClusterSolver)
        there = asked()
    assert isinstance(current_solver(), CoreSolver)
    assert np.array_equal(asked().masks, there.masks)


@pytest.mark.long
@pytest.mark.parametrize("game", ["holdem", "omaha"])
def test_odds_are_the_same(two: Cluster, game: str) -> None:
    hole = "As Kd" if game == "holdem" else "As Kd 7c 6c"
    here, there = both(two, partial(odds, hole, "Qh", game=game, rounds=500_000, seed=1))
    assert here == there


@pytest.mark.long
@pytest.mark.parametrize("condition", ["hcp(north) >= 15", "spades(n) * hearts(s) == 36"])
def test_a_sample_does_not_depend_on_who_searches(two: Cluster, condition: str) -> None:
    """Neither do shares and means that come from dealt deals, on one thread, on two, elsewhere."""

    def compared(threads: int) -> Any:
        found = comparing_contracts(
            condition, "3NT 4S", solver=StandIn(), seed=1, deals=100,
            resources=Resources(threads=threads),
        )  # fmt: skip
        return write_record(found.result())

    here, there = both(two, partial(compared, 1))
    assert here == there
    assert compared(2) == here


def test_methods_are_compared_on_a_cluster(two: Cluster) -> None:
    where = dealwright.parse("hcp(north) in 15..17")
    asked = partial(where.compare, ["exact", "filter"], deals=5000, seed=1)
    here, there = both(two, asked)
    assert here == there


def test_with_joins_and_leaves(monkeypatch: pytest.MonkeyPatch) -> None:
    class Client:
        status = "running"

        def __init__(self, *_: Any, **__: Any) -> None: ...

        def wait_for_workers(self, *_: Any, **__: Any) -> None: ...

        def nthreads(self) -> dict[str, int]:
            return {}

        def close(self, **_: Any) -> None: ...

    monkeypatch.setattr("distributed.Client", Client)
    assert joined_cluster() is None
    with Cluster("tcp://one:1") as one:
        assert joined_cluster() is one
        with Cluster("tcp://two:1") as other:
            assert joined_cluster() is other
        assert joined_cluster() is one
    assert joined_cluster() is None


def test_results_come_in_order_and_tasks_are_taken_as_they_are_needed(two: Cluster) -> None:
    taken = list[int]()

    def tasks() -> Iterator[tuple[int, int]]:
        for at in count():
            taken.append(at)
            yield at, 2

    results = two.in_order(pow, tasks())
    assert [next(results) for _ in range(50)] == [at * at for at in range(50)]
    assert len(taken) < 50 + 2 * 32
    results.close()  # type: ignore[attr-defined]
    assert list(two.in_order(pow, [])) == []


@pytest.mark.long
def test_tasks_are_dropped_in_any_thread(two: Cluster) -> None:
    """Python's garbage collector may close the iterator in the thread of Dask's client."""
    results = two.in_order(pow, ((at, 2) for at in count()))
    assert next(results) == 0
    closed = Event()

    def close() -> None:
        results.close()  # type: ignore[attr-defined]
        closed.set()

    two._client.loop.add_callback(close)
    assert closed.wait(PATIENCE)
    gc.collect()
    assert list(two.in_order(pow, [(3, 2)])) == [9]


@pytest.mark.long
def test_a_killed_worker_changes_nothing(two: Cluster) -> None:
    victim = min(processes(two))
    solver = ClusterSolver(two, Slow)
    killed = list[int]()

    def kill() -> None:
        wait_until(lambda: any(two._client.processing().values()))
        os.kill(victim, signal.SIGKILL)
        killed.append(victim)

    killer = Thread(target=kill)
    killer.start()
    found = solver.solve(Tricks(MASKS, SOUTH, SPADES))
    killer.join()
    assert killed
    assert np.array_equal(found, StandIn().solve(Tricks(MASKS, SOUTH, SPADES)))
    assert victim not in processes(two)


@pytest.mark.long
def test_a_stop_flag_ends_the_call_and_not_the_cluster(two: Cluster) -> None:
    stop = StopFlag()

    def set_flag() -> None:
        wait_until(lambda: any(two._client.processing().values()))
        stop.set()

    stopper = Thread(target=set_flag)
    stopper.start()
    many = np.concatenate([MASKS] * 1000)  # more than an hour of work
    with pytest.raises(Stopped):
        ClusterSolver(two, Slow).solve(Tricks(many, SOUTH, SPADES), stop=stop)
    stopper.join()
    assert list(two.in_order(pow, [(3, 2)])) == [9]


def test_what_a_worker_refuses_is_said_in_one_line(
    two: Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    with pytest.raises(ClusterError, match=r"^\S+: no libdds is installed$"):
        ClusterSolver(two, not_installed).solve(Tricks(MASKS, SOUTH, SPADES))
    with pytest.raises(ClusterError, match=r"^a worker cannot do a task: ZeroDivisionError: .*$"):
        list(two.in_order(divmod, [(1, 0)]))


class Versions:
    """Workers of a cluster told that they have another version, until the end of a test."""

    def __init__(self, cluster: Cluster, monkeypatch: pytest.MonkeyPatch) -> None:
        self.cluster, self.notes = cluster, list[str]()
        self.workers = sorted(cluster._client.nthreads())
        monkeypatch.setattr(cluster, "left_out", {})
        monkeypatch.setattr(cluster, "_note", self.notes.append)

    def set(self, version: str, *workers: str) -> None:
        self.cluster._client.run(_be, version, workers=list(workers))


def _be(version: str) -> None:
    module.__version__ = version  # type: ignore[attr-defined]


@pytest.fixture
def versions(two: Cluster, monkeypatch: pytest.MonkeyPatch) -> Iterator[Versions]:
    found = Versions(two, monkeypatch)
    yield found
    found.set(dealwright.__version__, *found.workers)
    two._asked = -100.0


@pytest.mark.long
def test_a_worker_of_another_version_is_left_out(two: Cluster, versions: Versions) -> None:
    first, second = versions.workers
    other = two._client.run(os.getpid, workers=[second])[second]
    versions.set("0.1.0", first)
    found = list(two.in_order(_process_and_square, [(n,) for n in range(200)]))
    assert [square for _, square in found] == [n * n for n in range(200)]
    assert {process for process, _ in found} == {other}
    here = dealwright.__version__
    host = first.rpartition("/")[2]
    assert versions.notes == [f"{host} has Dealwright 0.1.0, and this is {here}: it is left out"]
    assert two.threads == 1
    versions.set("0.1.0", second)
    message = f"no worker of local:2 has Dealwright {here}: {host} has Dealwright 0.1.0; .* 0.1.0$"
    with pytest.raises(ClusterError, match=message):
        list(two.in_order(pow, [(1, 1)]))


def _process_and_square(n: int) -> tuple[int, int]:
    return os.getpid(), n * n


def _be_without_package() -> None:
    def version(name: str) -> str:
        raise module.metadata.PackageNotFoundError(name)

    version.__module__, version.__qualname__ = "importlib.metadata", "version"
    module.metadata.version = version


def _have_package() -> None:
    import importlib

    importlib.reload(module.metadata)


@pytest.mark.long
def test_a_worker_without_dealwright_is_left_out_before_it_gets_a_task(
    two: Cluster, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    first, _ = versions.workers
    process = two._client.run(os.getpid, workers=[first])[first]
    two._client.run(_be_without_package, workers=[first])
    monkeypatch.setattr(two, "_versions", {})
    try:
        two._check_versions(versions.workers, PATIENCE)
    finally:
        two._client.run(_have_package, workers=[first])
    assert [note.partition(" ")[2][:22] for note in versions.notes] == ["has no Dealwright, and"]
    assert process not in {found for found, _ in two.in_order(_process_and_square, [(1,)] * 50)}


@pytest.mark.long
def test_a_lost_scheduler_leaves_the_answer_so_far(
    two: Cluster, versions: Versions, monkeypatch: pytest.MonkeyPatch
) -> None:
    """As Ctrl-C does, where the command line asks for it; else the work raises an error."""
    values, jobs = two._values, list[Counting]()

    def lost(futures: list[Any]) -> Any:
        if jobs[-1].progress.done > 0:  # answers come in any order, and are given out in theirs
            raise module._Lost("the cluster no longer answers")
        return values(futures)

    monkeypatch.setattr(two, "_values", lost)
    monkeypatch.setattr(counting_module, "_OF_TASK", 1)
    where = question_of("hcp(north) * spades(east) > hcp(west) * hearts(south) + 20")
    resources = Resources(threads=1, seconds=0.0)

    def counting() -> Counting:
        jobs.append(Counting(where, resources, seed=1, method="filter", limit=10**12, hits=10**12))
        return jobs[-1]

    with joining(two):
        with pytest.raises(ClusterError, match="no longer answers"):
            counting().result()
        monkeypatch.setattr(two, "_stops_when_lost", True)
        job = counting()
        share = job.result().estimate
    assert job.state == "stopped"
    assert share.samples > 0
    assert share.low < share < share.high
    assert versions.notes == ["the cluster no longer answers"]


@pytest.mark.long
def test_addresses_that_are_none_or_do_not_answer(monkeypatch: pytest.MonkeyPatch) -> None:
    for text in ("", "local", "local:0", "local:x", "localhost:8786"):
        with pytest.raises(ArgumentError, match=r"write a cluster as tcp://HOST:PORT"):
            Cluster(text)
    for address in ("tcp://127.0.0.1:1", "tcp://127.0.0.1", "nothing://here:1"):
        with pytest.raises(ClusterError, match=f"no cluster answers at {address}"):
            Cluster(address, seconds=0.5)
        # a client that is collected later could wait for one that starts then, and that for it
        clients = [each for each in gc.get_objects() if type(each).__name__ == "Client"]
        assert {each.status for each in clients} <= {"running"}
    monkeypatch.setitem(sys.modules, "distributed", None)
    with pytest.raises(ArgumentError, match=r"pip install 'dealwright\[cluster\]'"):
        Cluster("local:2")


def test_the_command_stops_when_its_cluster_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """As Ctrl-C does: what was answered so far is printed."""
    made = list[dict[str, Any]]()

    class Made(nullcontext[Any]):
        def __init__(self, address: str, **options: Any) -> None:
            super().__init__(SimpleNamespace(used=True))
            made.append({"address": address, **options})

    monkeypatch.setattr(module, "Cluster", Made)
    with on_cluster("local:2", "contracts"), on_cluster(None, "serve"):
        pass
    assert made == [{"address": "local:2", "stops_when_lost": True, "on_note": say}]
    with pytest.raises(ArgumentError, match="leave out --cluster"), on_cluster("local:2", "serve"):
        pass


def run(*arguments: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "-m", "dealwright", *arguments]
    return subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, check=False)


def test_the_command_says_that_no_cluster_answers() -> None:
    done = run("contracts", "1", "--try", "3NT", "--cluster", "local:none")
    assert done.returncode == 2
    assert done.stderr.count("\n") == 1
    assert "local:2" in done.stderr


@pytest.mark.slow  # 40 s, of which Dask tries for 30 to reach the scheduler again
def test_a_scheduler_without_workers_and_one_that_ends() -> None:
    dask = [sys.executable, "-m", "dask"]
    with socket.create_server(("127.0.0.1", 0)) as taken:  # a port that nobody has
        port = taken.getsockname()[1]
    place = ("--host", "127.0.0.1", "--port", str(port), "--no-dashboard")
    address = f"tcp://127.0.0.1:{port}"
    scheduler = subprocess.Popen([*dask, "scheduler", *place], stderr=subprocess.DEVNULL)
    worker = None
    try:
        with pytest.raises(ClusterError, match="has no workers; start 'dask worker tcp://"):
            Cluster(address, seconds=8)
        worker = subprocess.Popen(
            [*dask, "worker", address, "--nthreads", "1"], stderr=subprocess.DEVNULL
        )
        with Cluster(address, seconds=60) as cluster:
            Timer(1, scheduler.kill).start()
            with pytest.raises(ClusterError, match="no longer answers"):
                list(cluster.in_order(sleep, [(0.5,)] * 20))
    finally:
        for process in (scheduler, worker):
            if process is not None:
                process.terminate()
                process.wait()


@pytest.mark.slow  # 20 s: three processes of the command, three of workers
def test_a_question_on_real_solvers() -> None:
    """Without a cluster, with one worker and with two: the same document."""
    asked = ("contracts", "hcp(north) >= 15", "--try", "3NT 4S", "--deals", "24", "--seed", "1")
    found = [
        run(*asked, "--json", "--no-cache", *more)
        for more in ((), ("--cluster", "local:1"), ("--cluster", "local:2"))
    ]
    assert [done.stderr for done in found] == [""] * 3
    assert len({done.stdout for done in found}) == 1
    assert json.loads(found[0].stdout)["deals"] == 24


@pytest.mark.slow  # 30 s
def test_a_killed_question_goes_on_from_the_cache(tmp_path: Path) -> None:
    kept = tmp_path / "cache.sqlite"
    asked = ("contracts", "hcp(north) >= 15", "--try", "4S", "--deals", "600", "--seed", "1")
    asked = (*asked, "--json", "--cluster", "local:2")
    whole = run(*asked, "--no-cache")
    command = [sys.executable, "-m", "dealwright", *asked, "--cache", str(kept)]
    with subprocess.Popen(command, stdout=subprocess.DEVNULL, start_new_session=True) as process:
        until = monotonic() + 60
        while monotonic() < until and process.poll() is None:
            if kept.exists() and "rows: 0" not in _rows(kept):
                break
        os.killpg(process.pid, signal.SIGKILL)
    again = run(*asked, "--cache", str(kept))
    assert again.stdout == whole.stdout
    assert "results from the cache" in again.stderr


def _rows(path: Path) -> str:
    found = json.loads(run("cache", "info", "--cache", str(path), "--json").stdout)
    return f"rows: {found['rows']}"


@pytest.mark.parametrize("status", ["error", "finished"])
def test_a_worker_that_cannot_say_its_version_is_left_out(status: str) -> None:
    """Mutant: one whose answer is an error is given tasks, which all fail."""
    notes = list[str]()
    cluster = object.__new__(Cluster)
    cluster.left_out, cluster._note = {}, notes.append  # type: ignore[method-assign]
    answer = SimpleNamespace(status=status, result=lambda: "0.0.1")
    cluster._versions = {"tcp://one:1": answer, "tcp://two:2": SimpleNamespace(status="pending")}
    cluster._check_versions(["tcp://one:1", "tcp://two:2"])
    has = "no Dealwright" if status == "error" else "Dealwright 0.0.1"
    assert cluster.left_out == {"tcp://one:1": f"one:1 has {has}"}
    assert [note.split(",")[0] for note in notes] == [f"one:1 has {has}"]


class _Ends:
    """What a cluster starts or joins, which notes that it was ended."""

    scheduler_address = "tcp://here:1"

    def __init__(self) -> None:
        self.times = 0

    def wait_for_workers(self, number: int, timeout: float) -> None:
        raise TimeoutError

    def close(self, timeout: float) -> None:
        self.times += 1


def _refused(*given: object, **options: object) -> None:
    raise OSError


@pytest.mark.parametrize("answers", [True, False])
def test_processes_that_were_started_here_end(
    answers: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Mutants: they run on when the cluster is closed, or when no client can join it."""
    local, client = _Ends(), _Ends()
    library = SimpleNamespace(Client=(lambda *given, **options: client) if answers else _refused)
    monkeypatch.setattr(module, "_distributed", lambda: library)
    monkeypatch.setattr(Cluster, "_started", lambda self, number: local)
    with pytest.raises(ClusterError, match="has no workers" if answers else "no cluster answers"):
        Cluster("local:2")
    assert (local.times, client.times) == (1, int(answers))


def test_tasks_of_workers_that_have_ended_are_taken_back() -> None:
    """Mutant: the scheduler keeps them, and a worker that comes later does them again."""
    released = list[str]()
    flight = object.__new__(module._Flight)
    client = SimpleNamespace(nthreads=lambda: {"tcp://two:2": 1})
    flight._cluster = SimpleNamespace(_client=client)  # type: ignore[assignment]
    flight._looked, flight.tasks, flight._workers = -1e9, {}, {}
    for at, name in enumerate(("one", "two")):
        future = type("Future", (), {"status": "pending"})()
        future.release = partial(released.append, name)
        flight.tasks[future] = module._Task(at, ())
        flight._workers[future] = [f"tcp://{name}:{at + 1}"]
    assert [task.at for task in flight.without_workers()] == [0]
    assert released == ["one"]
    assert [task.at for task in flight.tasks.values()] == [1]
