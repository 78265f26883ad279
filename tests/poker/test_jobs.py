"""Long work of poker, drawing and tables as jobs: stopped from threads and by Ctrl-C, so far."""

from __future__ import annotations

import _thread
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

from dealwright import CombinationTable, Job, NumberingError, Stopped, poker, simulate, simulating
from dealwright.poker import (
    building_table,
    checking_table,
    equity,
    finding_equity,
    finding_odds,
    odds,
)
from tests.processes import PATIENCE, wait_until_busy

COMMAND = [sys.executable, "-c", "from dealwright.cli import main; main()"]
SOON = 0.5  # seconds of CPU until a stop is heard; on an idle machine a tenth of them

# Each takes minutes or more of one core.
LONG: dict[str, Callable[[], Job[Any, Any]]] = {
    "exact by rows": lambda: finding_equity("22+", "A2s+", "K2s+", method="exact", threads=1),
    "exact by boards": lambda: finding_equity("random", "22+,A2+", method="exact", threads=1),
    "omaha": lambda: finding_equity(
        "As Ks Qs Js", "random", game="omaha", board="2c 3c 4d", method="exact", threads=1
    ),
    "simulated": lambda: finding_equity("22+", "AK", method="simulate", within=1e-7, threads=1),
    "odds": lambda: finding_odds(rounds=10**9, threads=1),
    "draws": lambda: simulating(10**12, lambda masks: masks & 1 > 0, threads=1),
    "two threads": lambda: finding_equity("22+", "A2s+", "K2s+", method="exact", threads=2),
}
COUNTS = {"exact by rows", "exact by boards", "omaha", "two threads"}


@pytest.mark.parametrize("name", LONG)
def test_a_job_is_stopped_from_another_thread(name: str) -> None:
    job = LONG[name]().start()
    while job.progress.total is None:  # the way to count is being chosen
        time.sleep(0.01)
    begun = time.process_time()
    while not job.progress.done and time.process_time() < begun + 0.3 and job.state == "running":
        time.sleep(0.01)  # a job whose partial results nobody reads waits after the first few
    assert job.state == "running"
    begun = time.process_time()
    job.stop()
    if name in COUNTS:
        with pytest.raises(Stopped):
            job.result()
    else:
        assert job.result() is not None
        assert 0 < job.progress.done < (job.progress.total or 0)
    assert time.process_time() - begun < SOON
    assert job.state == "stopped"


# Python reports an interrupt that came inside a callback (Hypothesis has one in the garbage
# collector) and drops it; the library still has to end and to raise it.
@pytest.mark.long
@pytest.mark.filterwarnings("ignore::pytest.PytestUnraisableExceptionWarning")
@pytest.mark.parametrize("name", LONG)
def test_ctrl_c_in_a_library_call_is_raised(name: str) -> None:
    job = LONG[name]()
    timer = threading.Timer(0.6, _thread.interrupt_main)
    timer.start()
    with pytest.raises(KeyboardInterrupt):
        job.result()
    timer.join()


def test_jobs_give_what_the_functions_give() -> None:
    def aces(masks: Any) -> Any:
        return masks & 1 > 0

    job = simulating(300_000, aces, seed=1)
    rounds = [found.rounds for found in job]
    assert rounds == [131_072, 262_144, 300_000]
    assert job.result().result.counts == simulate(300_000, aces, seed=1).result.counts
    assert finding_equity("AA", "KK").result() == equity("AA", "KK")
    assert finding_odds("As Kd", seed=1, rounds=9).result() == odds("As Kd", seed=1, rounds=9)


def test_partial_results_stay_as_they_were() -> None:
    found = list(simulating(400_000, lambda masks: masks % 5, seed=1, threads=2))
    assert [each.result.total for each in found] == [each.rounds for each in found]
    assert [each.rounds for each in found] == [131_072, 262_144, 393_216, 400_000]


def test_errors_of_arguments_come_before_the_work() -> None:
    with pytest.raises(poker.equities.PokerError):
        finding_equity("AA")
    with pytest.raises(poker.equities.ArgumentError):
        finding_equity("AA", "KK", within=-1)
    with pytest.raises(poker.equities.PokerError):
        finding_odds("As As")
    with pytest.raises(NumberingError):
        CombinationTable(5, 2).filling(lambda each: each, masks=True, numbers=True)


def test_odds_stopped_after_a_street_have_that_street() -> None:
    job = finding_odds("As Kd", rounds=1000, seed=1)
    for street in job:
        assert street.name == "flop"
        job.stop()
    found = job.result()
    assert [street.name for street in found.streets] == ["flop"]
    assert found.streets[0] == odds("As Kd", rounds=1000, seed=1).streets[0]
    assert job.state == "stopped"


def test_odds_stopped_at_once_have_nothing() -> None:
    job = finding_odds("As Kd Qd Jd", game="omaha")
    job.stop()
    with pytest.raises(Stopped):
        job.result()


@pytest.mark.parametrize("threads", [1, 2])
def test_a_stopped_build_goes_on(tmp_path: Path, threads: int, monkeypatch: Any) -> None:
    monkeypatch.setattr("dealwright.poker.hand_tables._IN_A_FILE", 100_000)
    job = building_table(tmp_path / "five", k=5, threads=threads)
    for numbers in job:
        if numbers.stop == 300_000:
            job.stop()
    with job.result() as table:
        assert (table.filled, job.state) == (300_000, "stopped")
    again = building_table(tmp_path / "five", k=5, threads=threads, mode="a")
    assert next(iter(again)).start == 300_000
    with again.result() as table:
        assert np.array_equal(np.asarray(table), poker.evaluate_numbers(5, 0, table.entries))


def test_verifying_and_checking_can_be_stopped(tmp_path: Path) -> None:
    poker.build_table(tmp_path / "five", k=5).close()
    with poker.open_table(tmp_path / "five") as table:
        for job, unit in ((table.verifying(), "entries"), (checking_table(table), "hands")):
            seen = []
            job.watch(seen.append)
            assert list(job)
            assert job.result() is None
            assert seen[-1] == (2_598_960, 2_598_960, unit, "")
        checking = checking_table(table)
        next(iter(checking))
        checking.stop()
        with pytest.raises(Stopped, match="was not checked to its end"):
            checking.result()
        assert checking.state == "stopped"


@pytest.mark.long
@pytest.mark.parametrize(
    ("arguments", "out", "err"),
    [
        (["equity", "22+", "AK", "-m", "simulate", "--within", "0.0000001"], "simulated:",
         "interrupted; the shares are from the rounds so far"),
        (["equity", "22+", "A2s+", "K2s+", "-m", "exact"], "", "interrupted"),
        (["odds", "--rounds", "1e10"], "flop",
         "interrupted: only the finished streets are shown"),
    ],
)  # fmt: skip
def test_ctrl_c_on_the_command_line(arguments: list[str], out: str, err: str) -> None:
    work = subprocess.Popen(
        [*COMMAND, "poker", *arguments], stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True
    )
    wait_until_busy(work, 1.5)
    work.send_signal(signal.SIGINT)
    found = work.communicate(timeout=PATIENCE)
    assert work.returncode == 1
    assert out in found[0]
    assert found[1] == f"dealwright: {err}\n"
