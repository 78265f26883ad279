"""Fixtures that all tests share."""

from __future__ import annotations

import multiprocessing
import os
import shutil
import signal
import subprocess
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import NamedTuple

import pytest
from hypothesis import HealthCheck, settings

from dealwright.base import kernels
from dealwright.base.cluster import Cluster
from dealwright.double_dummy import columns
from dealwright.double_dummy.current_solver import use_solver
from tests.oracles.recording_solver import RecordingSolver
from tests.processes import KEPT, PATIENCE
from tests.trials import FULL
from tests.twins.plain import reference

# Machines that run tests are shared, so nothing has a deadline, and examples may come slowly.
settings.register_profile(
    "dealwright",
    deadline=None,
    max_examples=100 if FULL else 30,
    suppress_health_check=[HealthCheck.too_slow],
)
settings.load_profile("dealwright")
# A shell starts what runs in its background without SIGINT, which tests of Ctrl-C need.
if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
DEAL = shutil.which("deal") or shutil.which("deal", path="/usr/games")
DEAL_HOME = Path("/usr/share/deal")
DEALER = shutil.which("dealer") or shutil.which("dealer", path="/usr/games")


kernels.register_reference(reference)


@pytest.fixture(params=[kernels.REFERENCE, *kernels.bodies()])
def body(request: pytest.FixtureRequest) -> Iterator[str]:
    """Run the test once for each kernel body that this processor can run."""
    before = kernels.body()
    kernels.use_body(request.param)
    yield request.param
    kernels.use_body(before)


@pytest.fixture
def stand_in() -> Iterator[RecordingSolver]:
    """Ask a stand-in wherever a column asks a solver, and remember nothing of other tests."""
    solver = RecordingSolver()
    columns.forget()
    with use_solver(lambda: solver):
        yield solver
    columns.forget()


@pytest.fixture(scope="session")
def two() -> Iterator[Cluster]:
    """A cluster of two worker processes here."""
    pytest.importorskip("distributed", reason="needs Dask: pip install 'dealwright[cluster]'")
    cluster = Cluster("local:2", seconds=PATIENCE)

    def processes() -> set[int]:  # Dask starts another one for one that ends
        return {each.pid for each in multiprocessing.active_children() if each.pid is not None}

    KEPT.append(processes)
    yield cluster
    KEPT.remove(processes)
    cluster.close()


@pytest.fixture(scope="session")
def dealer() -> object:
    """Return a function that runs Debian's dealer on a script and returns its output lines."""
    if DEALER is None:
        pytest.skip("dealer is not installed (apt-get install dealer)")

    def run(script: str, seed: int = 1) -> list[str]:
        done = subprocess.run(
            [DEALER, "-s", str(seed)],
            input=script,
            capture_output=True,
            text=True,
            timeout=PATIENCE,
        )
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


@pytest.fixture(scope="session")
def deal_program(tmp_path_factory: pytest.TempPathFactory) -> object:
    """Return a function that runs Andrews's Deal on a script and returns its output lines.

    The script defines ``write_deal``; it runs in Deal's own folder, as its libraries expect.
    """
    if DEAL is None or not DEAL_HOME.is_dir():
        pytest.skip("Deal is not installed (apt-get install deal)")

    def run(script: str, deals: int, seed: int = 1) -> list[str]:
        path = tmp_path_factory.mktemp("deal") / "script.tcl"
        path.write_text(script, "utf-8")
        done = subprocess.run(
            [DEAL, "-i", str(path), "-s", str(seed), str(deals)],
            capture_output=True, text=True, timeout=PATIENCE, cwd=DEAL_HOME,
        )  # fmt: skip
        assert done.returncode == 0, done.stderr
        return done.stdout.splitlines()

    return run


@pytest.fixture(autouse=True)
def _plain_environment(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("NO_COLOR", "FORCE_COLOR", "DEALWRIGHT_THREADS", "DEALWRIGHT_CACHE_SIZE"):
        if name in os.environ:
            monkeypatch.delenv(name)
    monkeypatch.setenv("DEALWRIGHT_SETTINGS", "off")
    monkeypatch.setenv("DEALWRIGHT_CACHE", "off")  # what a test solves is solved in it


class Result(NamedTuple):
    """What a command ended with and printed."""

    status: int
    out: str
    err: str


@pytest.fixture
def cli(capsys: pytest.CaptureFixture[str]) -> Callable[..., Result]:
    """Return a function that runs the command line in this process."""
    from dealwright.cli import status_of

    def call(*arguments: str) -> Result:
        capsys.readouterr()
        status = status_of(list(arguments))
        return Result(status, *capsys.readouterr())

    return call
