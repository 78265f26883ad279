"""Contests and targets as text, as a Markdown table and as JSON values."""

from __future__ import annotations

import os
import platform
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any

import numpy as np

import dealwright
from benchmarks.measuring import Contest
from benchmarks.targets import Target
from benchmarks.uniform import kernel_name, native_bodies
from dealwright.base.kernels import bodies, body, native_module

__all__ = ["as_json", "contest_lines", "machine", "markdown", "stale", "target_lines"]


def machine() -> dict[str, Any]:
    """Return what the figures depend on."""
    return {
        "processor": _processor(),
        "cores": len(os.sched_getaffinity(0)),
        "load": round(os.getloadavg()[0], 2),
        "python": platform.python_version(),
        "numpy": np.__version__,
        "dealwright": dealwright.__version__,
        "bodies": bodies(),
        "body": body(),
        "warning": stale(),
    }


def stale() -> str:
    """Return a warning if the compiled module is older than its sources here, else ""."""
    built = Path(native_module().__file__).stat().st_mtime
    sources = (Path(__file__).parent.parent / "native").glob("*.[ch]pp")
    newer = sorted(source.name for source in sources if source.stat().st_mtime > built)
    if not newer:
        return ""
    return f"the compiled module is older than {', '.join(newer)}: rebuild it (pip install .)"


def _processor() -> str:
    try:
        lines = Path("/proc/cpuinfo").read_text(encoding="utf-8").splitlines()
    except OSError:
        lines = []
    named = [line.partition(":")[2].strip() for line in lines if line.startswith("model name")]
    return named[0] if named else platform.machine()


def number(value: float) -> str:
    """Return three significant digits, without an exponent.

    >>> number(10.913), number(432.81), number(10061.2), number(0.91)
    ('10.9', '433', '10,100', '0.91')
    """
    if value >= 1000:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.0f}" if value >= 100 else f"{value:.1f}" if value >= 10 else f"{value:.2f}"


def contest_lines(contest: Contest) -> Iterator[str]:
    """Yield a contest as a table: best, median, and the ratios to each of ours."""
    yield f"{contest.title} ({contest.unit})"
    heads = [f"x {timing.name}" for timing in contest.ours] if contest.peers else []
    wide = max((len(t.name) for t in (*contest.ours, *contest.peers)), default=0) + 11
    yield " " * (wide + 2) + f"{'best':>12}{'median':>12}" + "".join(f"  {h:>16}" for h in heads)
    for timing in contest.ours:
        name = f"dealwright {timing.name}" if contest.peers else timing.name
        yield f"  {name:<{wide}}{number(timing.best):>12}{number(timing.median):>12}"
    for timing in contest.peers:
        ratios = [contest.ratio(own.name, timing.name) for own in contest.ours]
        shown = "".join(f"{number(r):>18}" for r in ratios if r is not None)
        yield f"  {timing.name:<{wide}}{number(timing.best):>12}{number(timing.median):>12}{shown}"
    for note in contest.notes:
        yield f"  {note}"


def target_lines(targets: Sequence[Target]) -> Iterator[str]:
    """Yield the targets as a table."""
    yield "targets (medians)"
    for target in targets:
        figure = "" if target.figure is None else f"{number(target.figure)} {target.unit}"
        yield f"  {target.text:<50}{figure:>10}  {target.verdict}"


def markdown(contests: Sequence[Contest]) -> Iterator[str]:
    """Yield the tables of the most asked jobs: the jobs with a peer, then the others.

    Of the kernel bodies only the fastest is shown.
    """
    slower = [kernel_name(name) for name in native_bodies()[:-1]]
    yield "| job | peer | ours, ns | peer, ns | ratio |"
    yield "|---|---|---:|---:|---:|"
    for contest in contests:
        if contest.unit != "ns a deal":
            continue
        for own in contest.ours:
            if own.name in slower:
                continue
            for peer in contest.peers:
                ratio = contest.ratio(own.name, peer.name)
                yield (
                    f"| {contest.title}: {own.name} | {peer.name} | {number(own.median)} | "
                    f"{number(peer.median)} | {number(ratio or 0)} |"
                )
    others = [contest for contest in contests if contest.unit != "ns a deal"]
    if others:
        yield ""
        yield "| start-up and threads | |"
        yield "|---|---:|"
    for contest in others:
        for timing in (*contest.ours, *contest.peers):
            title = "" if contest.name == "startup" else f"{contest.title}: "
            small = contest.unit == "ms" and timing.median < 1
            shown = "under 1" if small else number(timing.median)
            yield f"| {title}{timing.name} | {shown} {contest.unit} |"
    yield ""
    facts = machine()
    yield from (note for contest in contests for note in contest.notes)
    yield (
        f"Medians on one core of {facts['processor']}, Python {facts['python']}, numpy "
        f"{facts['numpy']}; CPU time, ratios taken round by round."
    )


def as_json(contests: Sequence[Contest], targets: Sequence[Target]) -> dict[str, Any]:
    """Return everything that was measured."""
    return {
        "machine": machine(),
        "contests": {
            contest.name: {
                "title": contest.title,
                "unit": contest.unit,
                "ours": {timing.name: timing.values for timing in contest.ours},
                "peers": {timing.name: timing.values for timing in contest.peers},
                "ratios": [
                    {"ours": own, "peer": peer, "median": contest.ratio(own, peer), "rounds": found}
                    for (own, peer), found in contest.ratios.items()
                ],
                "notes": contest.notes,
            }
            for contest in contests
        },
        "targets": [
            {"text": t.text, "figure": t.figure, "unit": t.unit, "verdict": t.verdict}
            for t in targets
        ],
    }
