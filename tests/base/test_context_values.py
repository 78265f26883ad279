"""The solver, the cluster and the language belong to a context and to the jobs made in it."""

from __future__ import annotations

from collections.abc import Generator, Iterator
from concurrent.futures import ThreadPoolExecutor
from functools import partial
from itertools import count, zip_longest
from threading import Barrier, Event, Thread, get_ident
from typing import Any

import pytest

import dealwright
from dealwright import dealing
from dealwright.base import kernels
from dealwright.base.context_values import Scoped
from dealwright.base.current_cluster import joined_cluster, joining
from dealwright.base.jobs import Job
from dealwright.base.threads import can_start_threads, in_order, interruptibly
from dealwright.base.translation import choose_language, in_language, language
from dealwright.double_dummy.current_solver import current_solver, use_solver
from tests.oracles.recording_solver import RecordingSolver
from tests.processes import PATIENCE


@pytest.fixture
def scoped() -> Scoped[str]:
    return Scoped("test")


def seen_in_a_thread(scoped: Scoped[str]) -> str | None:
    found: list[str | None] = []
    thread = Thread(target=lambda: found.append(scoped.current))
    thread.start()
    thread.join()
    return found[0]


def test_the_innermost_choice_counts(scoped: Scoped[str]) -> None:
    with scoped.using("outer"):
        with scoped.using("inner") as inner:
            assert (inner, scoped.current) == ("inner", "inner")
        assert scoped.current == "outer"
    assert scoped.current is None


@pytest.mark.long
def test_a_thread_of_the_user_sees_defaults_alone(scoped: Scoped[str]) -> None:
    with scoped.using("mine"):
        assert seen_in_a_thread(scoped) is None
        with scoped.defaulting("everybody's"):
            assert seen_in_a_thread(scoped) == "everybody's"
            assert scoped.current == "mine"
    assert scoped.current is None


def test_two_threads_choose_at_the_same_time(scoped: Scoped[str]) -> None:
    both = Barrier(2)

    def choose(value: str) -> tuple[str | None, str | None]:
        with scoped.using(value):
            both.wait(PATIENCE)
            inside = scoped.current
            both.wait(PATIENCE)
        return inside, scoped.current

    with ThreadPoolExecutor(2) as pool:
        assert list(pool.map(choose, ["a", "b"])) == [("a", None), ("b", None)]


def test_tasks_on_threads_have_the_context_of_their_caller(scoped: Scoped[str]) -> None:
    with scoped.using("mine"):
        assert list(in_order([lambda: scoped.current] * 7, 3)) == ["mine"] * 7
        assert interruptibly(lambda: scoped.current, Job(steps).flag, 9.0) == "mine"


@pytest.mark.long
def test_where_no_thread_can_start_tasks_run_here(monkeypatch: pytest.MonkeyPatch) -> None:
    def refuse(thread: Thread) -> None:
        raise RuntimeError("can't start new thread")

    before = dealwright.deal(300_000, "hcp(north) > 12", seed=1, threads=3)
    count = dealwright.parse("hcp(north) + hcp(east) * 2 == 40 && spades(west) > 2").count()
    monkeypatch.setattr(Thread, "start", refuse)
    can_start_threads.cache_clear()
    try:
        assert not can_start_threads()
        assert list(in_order([get_ident] * 3, 3)) == [get_ident()] * 3
        assert interruptibly(get_ident, Job(steps).flag, 9.0) == get_ident()
        assert dealwright.deal(300_000, "hcp(north) > 12", seed=1, threads=3) == before
        dealwright.default_workspace().clear()
        again = dealwright.parse("hcp(north) + hcp(east) * 2 == 40 && spades(west) > 2").count()
        assert again == count
    finally:
        can_start_threads.cache_clear()


def steps(job: Job[Any, Any]) -> Generator[str | None, None, str | None]:
    yield language()
    yield language()
    return language()


def test_a_job_has_the_context_in_which_it_was_made() -> None:
    with in_language("nl"):
        job, started = Job(steps), Job(steps)
    assert (list(job), job.result()) == (["nl", "nl"], "nl")
    assert started.start().result() == "nl"
    assert language() == "en"


def test_a_job_that_chooses_while_it_runs_changes_nothing_outside() -> None:
    """Not between its partial results, and not where it is ended by another thread."""

    def work(job: Job[Any, Any]) -> Generator[str, None, None]:
        with in_language("fr"):
            yield language()
            yield language()

    job = Job(work)
    results: Iterator[str] = iter(job)
    assert (next(results), language()) == ("fr", "en")
    with ThreadPoolExecutor(1) as pool:
        assert pool.submit(lambda: list(results)).result() == ["fr"]
    assert language() == "en"


def test_the_language_of_the_process_stays_beside_that_of_a_context() -> None:
    try:
        with in_language("fr"):
            choose_language("de")
            assert language() == "fr"
            with ThreadPoolExecutor(1) as pool:
                assert pool.submit(language).result() == "de"
        assert language() == "de"
    finally:
        choose_language("en")


def test_two_questions_at_once_ask_two_solvers(stand_in: RecordingSolver) -> None:
    """Their jobs are made in two contexts, and run in turn outside both."""
    solvers = [RecordingSolver(), RecordingSolver()]
    jobs = []
    for seed, solver in enumerate(solvers):
        with use_solver(lambda solver=solver: solver):
            jobs.append(dealing(40, "tricks(south, notrump) >= 7", seed=seed))
    numbers = [0, 0]
    for parts in zip_longest(*jobs, fillvalue=()):
        numbers = [number + len(part) for number, part in zip(numbers, parts, strict=True)]
    assert numbers == [40, 40]
    assert all(solver.asked for solver in solvers)
    assert not stand_in.asked


def test_a_cluster_belongs_to_its_context() -> None:
    cluster: Any = object()
    with joining(cluster):
        assert joined_cluster() is cluster
        assert list(in_order([joined_cluster] * 3, 2)) == [cluster] * 3
    assert joined_cluster() is None


def test_a_default_solver_serves_threads_that_were_told_of_none() -> None:
    solver: Any = RecordingSolver()
    with use_solver(lambda: solver, default=True), ThreadPoolExecutor(1) as pool:
        assert pool.submit(current_solver).result() is solver


def test_a_body_is_chosen_in_one_step(monkeypatch: pytest.MonkeyPatch) -> None:
    """A thread that chooses waits for another between the core's choice and Python's."""
    inside, second = Event(), Event()
    chosen = list[str]()

    class Core:
        def use_body(self, name: str) -> None:
            chosen.append(name)
            if name == "one":
                inside.set()
                second.wait(0.2)  # the other thread has had its chance

    monkeypatch.setattr(kernels, "native_module", Core)
    monkeypatch.setattr(kernels, "bodies", lambda: ("one", "two"))
    monkeypatch.setattr(kernels, "_chosen_body", ["one"])

    def choose_second() -> None:
        inside.wait(PATIENCE)
        kernels.use_body("two")
        second.set()

    with ThreadPoolExecutor(2) as pool:
        tasks = [pool.submit(kernels.use_body, "one"), pool.submit(choose_second)]
        for task in tasks:
            task.result()
    assert chosen == ["one", "two"]
    assert kernels._chosen_body == ["two"]


def test_bodies_are_chosen_as_a_whole() -> None:
    """While two threads choose, what Python calls the body is the one that the core uses."""
    before = kernels.body()
    native = kernels.native_module()
    names = kernels.bodies()

    def choose(name: str) -> None:
        for _ in range(200):
            kernels.use_body(name)

    try:
        with ThreadPoolExecutor(len(names)) as pool:
            list(pool.map(choose, names))
        assert native.body() == kernels.body()
    finally:
        kernels.use_body(before)


def test_a_closed_iterator_waits_for_no_task() -> None:
    """A collector may close it inside a lock of threading, which joining a thread needs too."""
    go, ended = Event(), list[int]()

    def task(number: int) -> int:
        if number > 1:
            go.wait(PATIENCE)
            ended.append(number)
        return number

    results = in_order((partial(task, number) for number in count()), 2)
    assert [next(results), next(results)] == [0, 1]
    results.close()  # type: ignore[attr-defined]
    assert ended == []
    go.set()
