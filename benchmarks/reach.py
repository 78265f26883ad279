"""A hundred plausible conditions: which are counted exactly, in what time and memory.

``python -m benchmarks.reach`` prints the table of docs/reference/reach.md.
"""

from __future__ import annotations

import json
import os
import resource
import tomllib
from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction
from pathlib import Path
from time import process_time

from benchmarks.checks import require
from benchmarks.measuring import Budget, Contest, Timing, progress
from dealwright import parse

__all__ = ["CONDITIONS", "Counted", "counted", "lines", "run"]

CONDITIONS: dict[str, dict[str, str]] = tomllib.loads(
    (Path(__file__).parent / "conditions.toml").read_text("utf-8")
)
_SAMPLE = 100_000
_SIGMAS = 6  # all hundred together are wrong by chance once in five million runs


@dataclass(frozen=True)
class Counted:
    """How one condition was counted; ``price`` is how: in the usual budget, at any price, or not.

    ``seconds`` are of CPU time from the text on, ``memory`` is the most in use in MiB, with Python.
    """

    name: str
    price: str
    seconds: float
    memory: float
    share: float


def _count(text: str, price: str) -> dict[str, object]:
    """Count in this process, which ends afterwards."""
    start = process_time()
    condition = parse(text)
    share = condition.probability(method="exact" if price == "any price" else "auto")
    seconds = process_time() - start
    sample = condition.probability(method="filter", limit=_SAMPLE, seed="reach")
    spread = max(float(share) * (1 - float(share)) / _SAMPLE, 1 / _SAMPLE**2) ** 0.5
    return {
        "exact": isinstance(share, Fraction),
        "seconds": seconds,
        "memory": resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024,
        "share": float(share),
        "right": abs(float(sample) - float(share)) <= _SIGMAS * spread + 3 / _SAMPLE,
    }


def _in_a_child(text: str, price: str) -> dict[str, object] | None:
    """Count in a process of its own, so that its memory is known; None if it is refused."""
    reader, writer = os.pipe()
    child = os.fork()
    if child == 0:
        with os.fdopen(writer, "w") as pipe:
            try:
                json.dump(_count(text, price), pipe)
            finally:
                pipe.flush()
                os._exit(0)
    os.close(writer)
    with os.fdopen(reader) as pipe:
        told = pipe.read()
    os.waitpid(child, 0)
    found: dict[str, object] | None = json.loads(told) if told else None
    return found


def counted(name: str, text: str) -> Counted:
    """Count a condition as ``count()`` does, and where that estimates, with the method exact."""
    for price in ("usual", "any price"):
        found = _in_a_child(text, price)
        if found is None:
            break
        require(bool(found["right"]), f"{name} is {found['share']}, but not of a sample")
        if found["exact"]:
            figures = (float(str(found[key])) for key in ("seconds", "memory", "share"))
            return Counted(name, price, *figures)
        estimate = found
    figures = (float(str(estimate[key])) for key in ("seconds", "memory", "share"))
    return Counted(name, "estimated", *figures)


def everything() -> Iterator[tuple[str, str, Counted]]:
    """Count all conditions; yield the kind, the text and how it was counted."""
    for kind, conditions in CONDITIONS.items():
        progress(f"reach: {kind}")
        for name, text in conditions.items():
            yield kind, text, counted(name, text)


def lines() -> Iterator[str]:
    """Yield the table as Markdown, by kind, and how many are exact."""
    rows = list(everything())
    usual = sum(each.price == "usual" for _, _, each in rows)
    dear = sum(each.price == "any price" for _, _, each in rows)
    yield (
        f"Of {len(rows)} conditions {usual + dear} are counted exactly: {usual} within the two "
        f"seconds of work that `count` may cost unless told otherwise, {dear} more with "
        '`method="exact"`.'
    )
    for kind in CONDITIONS:
        yield from ("", f"### {kind.replace('_', ' ').capitalize()}", "")
        yield from ("| condition | counted | CPU, s | memory, MiB | probability |",)
        yield "|---|---|---:|---:|---:|"
        for _, text, each in (row for row in rows if row[0] == kind):
            how = {"usual": "exact", "any price": 'exact, `method="exact"`'}.get(each.price)
            shown = text.replace("|", "\\|")
            yield (
                f"| `{shown}` | {how or 'estimated'} | {each.seconds:.2f} | {each.memory:.0f} | "
                f"{each.share:.6g} |"
            )


def run(_: Budget) -> Contest:
    """Count each condition once."""
    timings = []
    prices = []
    memory = 0.0
    for _kind, _text, each in everything():
        prices.append(each.price)
        memory = max(memory, each.memory)
        timings.append(Timing(each.name, [1e3 * each.seconds]))
    notes = [
        f"{prices.count('usual')} of {len(prices)} exact as count() does it, "
        f"{prices.count('any price')} more with the method exact; at most {memory:.0f} MiB"
    ]
    return Contest("reach", "a hundred conditions, from the text on", timings, [], {}, "ms", notes)


if __name__ == "__main__":
    for line in lines():
        print(line)
