"""Run the fast tests in random orders, perhaps beside other work, and each file of tests alone.

    python tools/orders.py 5                 five orders, with seeds from the clock
    python tools/orders.py 5 --seed 17       those of 17, 18, 19, 20 and 21
    python tools/orders.py 5 --load 12       beside twelve processes that keep the cores busy
    python tools/orders.py --alone           each file alone, in one process
    python tools/orders.py 2 -- -m "not slow"    other tests: what follows is pytest's

Each run is a line: its seed or file, what pytest says of it, and the most memory that one of its
processes took. The status is 1 if a test failed, or a process took more than 1.5 GB.
"""

from __future__ import annotations

import argparse
import re
import subprocess
import sys
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread

ROOT = Path(__file__).parents[1]
MOST = 1500  # MB of one process
_PAGE = 4096


def main(arguments: Sequence[str]) -> int:
    """Run what is asked for; return the exit status."""
    words = list(arguments)
    end = words.index("--") if "--" in words else len(words)
    ours, theirs = words[:end], words[end + 1 :]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("orders", type=int, nargs="?", default=0, metavar="N")
    parser.add_argument("--seed", type=int, default=None, metavar="S")
    parser.add_argument("--load", type=int, default=0, metavar="K")
    parser.add_argument("--alone", action="store_true")
    given = parser.parse_args(ours)
    first = int(time.time()) if given.seed is None else given.seed
    runs = [
        (f"seed {seed}", ["--randomly-seed", str(seed), *theirs])
        for seed in range(first, first + given.orders)
    ]
    if given.alone:
        files = sorted(path.relative_to(ROOT) for path in (ROOT / "tests").rglob("test_*.py"))
        runs += [(str(file), ["-n", "0", str(file), *theirs]) for file in files]
    good = True
    with _load(given.load):
        for name, words in runs:
            good &= _run(name, words)
    return 0 if good else 1


def _run(name: str, words: Sequence[str]) -> bool:
    """Run pytest and print its line; return whether all is well."""
    command = [sys.executable, "-m", "pytest", "-q", *words]
    process = subprocess.Popen(  # noqa: S603
        command, cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True
    )
    ended, most = Event(), [0]
    watcher = Thread(target=_watch, args=(process.pid, ended, most))
    watcher.start()
    output, _ = process.communicate()
    ended.set()
    watcher.join()
    memory = most[0] >> 20
    last = output.strip().splitlines()[-1].strip("= ")
    none = process.returncode == 5  # a file whose tests are all long
    print(f"{name:<50} {'no test' if none else last}, {memory:,} MB", flush=True)
    for line in re.findall(r"^(?:FAILED|ERROR|E  ) .*$", output, re.MULTILINE):
        print(f"    {line}", flush=True)
    return process.returncode in (0, 5) and memory <= MOST


def _watch(parent: int, ended: Event, most: list[int]) -> None:
    """Note the most memory that pytest or one of its workers has, four times a second."""
    while not ended.wait(0.25):
        for process in [parent, *_children(parent)]:
            most[0] = max(most[0], _resident(process))


def _children(parent: int) -> list[int]:
    try:
        tasks = Path(f"/proc/{parent}/task").iterdir()
        return [int(child) for task in tasks for child in (task / "children").read_text().split()]
    except OSError:
        return []


def _resident(process: int) -> int:
    try:
        return int(Path(f"/proc/{process}/statm").read_text().split()[1]) * _PAGE
    except (OSError, IndexError):
        return 0


@contextmanager
def _load(processes: int) -> Iterator[None]:
    """Keep so many processes busy meanwhile."""
    busy = [subprocess.Popen([sys.executable, "-c", "while True: pass"]) for _ in range(processes)]
    try:
        yield
    finally:
        for each in busy:
            each.kill()
            each.wait()


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
