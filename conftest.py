"""What every test and every example in the documents shares."""

from __future__ import annotations

import ctypes
import gc
import hashlib
import multiprocessing
import os
import signal
import subprocess
import sys
import threading
from collections.abc import Iterator
from functools import _lru_cache_wrapper
from importlib.util import find_spec
from pathlib import Path
from time import monotonic, sleep
from typing import Any
from weakref import WeakSet

import pytest
from tests.processes import KEPT, PATIENCE

from dealwright import default_workspace
from dealwright.base import kernels
from dealwright.base.translation import language
from dealwright.cli import user_settings
from dealwright.deals.features import default_features

# The examples of this page import endplay, which has no wheel for every Python.
collect_ignore = [] if find_spec("endplay") else ["docs/coming-from/endplay.md"]

LONG = ["docs/reference/questions.md", "docs/how-to/long-work.md"]  # more than 0.4 s of CPU

# Threads that Dask, Jupyter and Playwright start when they like, and keep.
_KEPT_BY_OTHERS = (
    "AsyncProcess", "Dask-", "IO loop", "MainThread - runner", "Profile", "QueueFeederThread",
    "TCP-Executor", "asyncio_",
)  # fmt: skip
_BOUND = 256 << 20  # bytes of plans that the default workspace keeps in tests
_TRIM = getattr(ctypes.CDLL(None), "malloc_trim", None) if sys.platform == "linux" else None
_SINGLE = {default_features, default_workspace}  # functions that return the one object there is


def pytest_addoption(parser: pytest.Parser) -> None:
    """Add the options that choose a share of the tests."""
    group = parser.getgroup("dealwright")
    group.addoption(
        "--share", type=float, default=1.0, metavar="X", help="run the share X of the tests"
    )
    group.addoption(
        "--share-of", default="", metavar="NAME",
        help="choose that share by this name: the same name, the same tests (a commit, say)",
    )  # fmt: skip


@pytest.hookimpl(tryfirst=True)  # before -m chooses
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark the long pages, and keep the share of the tests that the options ask for."""
    for item in items:
        if item.nodeid.startswith(tuple(LONG)):
            item.add_marker(pytest.mark.long)
    share, name = config.getoption("share"), config.getoption("share_of")
    if share < 1:
        left = [item for item in items if _place(f"{name} {item.nodeid}") >= share]
        config.hook.pytest_deselected(items=left)
        items[:] = [item for item in items if item not in {*left}]


def pytest_collection_finish() -> None:
    """Spare the garbage collector the tests themselves, which it would look at again and again."""
    gc.collect()
    gc.freeze()


def _place(text: str) -> float:
    """Return a number from 0 to 1 that only the text determines, each equally likely."""
    return int.from_bytes(hashlib.sha256(text.encode()).digest()[:7]) / 2**56


def _surroundings() -> dict[str, Any]:
    """Return what a test must leave as it was."""
    return {
        "the environment": {k: v for k, v in os.environ.items() if k != "PYTEST_CURRENT_TEST"},
        "the folder": str(Path.cwd()),
        "the search path of modules": list(sys.path),
        "the language": language(),
        "the settings": dict(user_settings._overrides),
        "the kernels' body": kernels.body(),
        "the handler of Ctrl-C": signal.getsignal(signal.SIGINT),
        "the longest integer that is read": sys.get_int_max_str_digits(),
        "the limit of nested calls": sys.getrecursionlimit(),
        "the registered features": dict(default_features()._named),
        "the definitions": default_workspace().definitions,
    }


def _others() -> dict[str, set[Any]]:
    """Return what runs beside the test: threads, and the processes that this one has started."""
    threads = {each for each in threading.enumerate() if not each.name.startswith(_KEPT_BY_OTHERS)}
    return {"threads": threads, "processes": _children()}


def _children() -> set[tuple[int, str]]:
    """Return the processes that this one has started and that have not ended, with what they do.

    Those of fixtures that serve several tests are kept on purpose.
    """
    kept = {process for processes in KEPT for process in processes()}
    started = {(each.pid, str(each.args)) for each in _started if each.poll() is None}
    for each in multiprocessing.active_children():
        started.add((each.pid or 0, each.name))
    return {each for each in started if each[0] not in kept}


_started: WeakSet[subprocess.Popen[Any]] = WeakSet()
_initialise = subprocess.Popen.__init__


def _recorded(process: subprocess.Popen[Any], *arguments: Any, **options: Any) -> None:
    _initialise(process, *arguments, **options)
    _started.add(process)


subprocess.Popen.__init__ = _recorded  # type: ignore[method-assign]


@pytest.fixture(autouse=True)
def _nothing_stays(request: pytest.FixtureRequest) -> Iterator[None]:
    """Fail a test that leaves its surroundings changed; take back what an example registered."""
    before, running = _surroundings(), _others()
    yield
    if isinstance(request.node, pytest.DoctestItem):
        default_features().clear()
        default_workspace().undefine()
    left = [name for name, value in _surroundings().items() if value != before[name]]
    end, pause = monotonic() + PATIENCE, 0.002
    while more := [name for name, value in _others().items() if value - running[name]]:
        if monotonic() > end:
            left += [f"{name} {_others()[name] - running[name]}" for name in more]
            break
        gc.collect()  # a job that nobody has read to its end holds its threads until then
        sleep(pause)  # longer each time: looking must not starve the thread that it waits for
        pause = min(2 * pause, 1.0)
    default_features().clear()
    assert not left, f"this test leaves changed: {', '.join(left)}"


@pytest.fixture(scope="module", autouse=True)
def _little_memory_is_kept(request: pytest.FixtureRequest) -> Iterator[None]:
    """Drop what the tests of a module have cached, and give the memory back to the system."""
    default_workspace().plans.bound = _BOUND
    yield
    tests = getattr(request.node, "obj", None)  # None for the examples of a document
    for value in [] if tests is None else list(vars(tests).values()):
        if isinstance(value, _lru_cache_wrapper) and value.__module__ == tests.__name__:
            value.cache_clear()
    default_workspace().clear()
    gc.collect()
    if _TRIM is not None:
        _TRIM(0)


def _clear_caches() -> None:
    """Drop what functions of the package have cached, and the plans of the workspace."""
    modules = [module for name, module in sys.modules.items() if name.startswith("dealwright")]
    for module in modules:
        for owner in [module, *(each for each in vars(module).values() if isinstance(each, type))]:
            for value in vars(owner).values():
                cached = getattr(value, "__func__", value)
                if isinstance(cached, _lru_cache_wrapper) and cached not in _SINGLE:
                    cached.cache_clear()
    default_workspace().clear()


class _MonkeyPatch(pytest.MonkeyPatch):
    """Patches; what was cached before a part of the package is patched is not used after it."""

    patched = False

    def setattr(self, target: Any, name: Any, *rest: Any, **options: Any) -> None:
        super().setattr(target, name, *rest, **options)
        owner = target if isinstance(target, str) else getattr(target, "__module__", None)
        if (owner or getattr(target, "__name__", "")).startswith("dealwright"):
            self.patched = True
            _clear_caches()

    def undo(self) -> None:
        super().undo()
        if self.patched:
            self.patched = False
            _clear_caches()


@pytest.fixture
def monkeypatch() -> Iterator[pytest.MonkeyPatch]:
    """Patch, and clear caches where parts of the package are patched."""
    patch = _MonkeyPatch()
    yield patch
    patch.undo()


@pytest.fixture
def own_features() -> Iterator[None]:
    """Let a test register features and definitions; they end with it."""
    yield
    default_features().clear()
    default_workspace().undefine()
