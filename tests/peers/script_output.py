"""What `dealer` printed, read again and compared with what a script gives here."""

from __future__ import annotations

import gzip
import re
from collections.abc import Iterator
from math import sqrt
from pathlib import Path

from dealwright import Hand, Seat
from dealwright.scripts import Run, run_script
from dealwright.scripts.reading import Average
from dealwright.scripts.statistics import Statistic

__all__ = [
    "LIMIT",
    "assert_near",
    "assert_statistics_agree",
    "averages_of",
    "deals_of",
    "exact_share",
    "predealt",
    "produced_by",
    "run_quietly",
    "tables_of",
    "text_of",
]

LIMIT = 5.5


def text_of(path: Path) -> str:
    """Return the text of a script, also of one that Debian has packed."""
    data = path.read_bytes()
    return (gzip.decompress(data) if data[:2] == b"\x1f\x8b" else data).decode("latin-1")


def run_quietly(text: str, **options: object) -> Run:
    """Return the run of a script whose notes do not matter."""
    return run_script(text, **options)


def averages_of(lines: list[str]) -> list[float]:
    """Return the averages of an output, in their order."""
    found = [re.fullmatch(r"(?:.*: )?(-?[\d.]+(?:e[-+]\d+)?)", line) for line in lines]
    return [float(match[1]) for match in found if match]


def tables_of(lines: list[str]) -> list[dict[str, int]]:
    """Return the one-dimensional frequency tables of an output."""
    tables: list[dict[str, int]] = []
    for line in lines:
        if line.startswith("Frequency "):
            tables.append({})
        row = re.fullmatch(r" *(-?\d+|Low|High)\t *(\d+)", line)
        if row and tables:
            tables[-1][row[1]] = int(row[2])
    return tables


def produced_by(lines: list[str]) -> int:
    """Return how many deals `dealer` produced."""
    return next(int(line.split()[1]) for line in lines if line.startswith("Produced"))


def deals_of(lines: list[str]) -> Iterator[list[int]]:
    """Yield the deals that printoneline printed, as masks of north, east, south, west."""
    for line in lines:
        found = re.match(r"n (\S+) e (\S+) s (\S+) w (\S+)", line)
        if found:
            yield [Hand(hand).mask for hand in found.groups()]


def predealt(hands: list[str]) -> str:
    """Return a predeal of four whole hands, given in dotted form."""
    return "predeal " + " ".join(
        f"{seat.name.lower()} "
        + ", ".join(s + r for s, r in zip("SHDC", hand.split("."), strict=True) if r)
        for seat, hand in zip(Seat, hands, strict=True)
    )


def exact_share(found: Statistic, name: str) -> float:
    """Return the share of a row of a frequency table."""
    (low, high) = found.action.bounds[0]
    tests = {"Low": lambda v: v < low, "High": lambda v: v > high}
    test = tests.get(name) or (lambda v: v == int(name))
    return sum(n for (v,), n in found.histogram.items() if test(v)) / found.histogram.total


def assert_near(sampled: float, exact: float, variance: float, n: float) -> None:
    """Assert that a mean of n deals lies near the mean of all of them."""
    assert abs(sampled - exact) <= LIMIT * sqrt(variance / n) + 1e-5 * max(1, abs(exact)) + 1 / n


def assert_statistics_agree(ours: Run, lines: list[str]) -> int:
    """Assert that statistics agree with an output of `dealer`; return how many numbers did.

    What was sampled here too is allowed the error of both samples.
    """
    theirs, compared = produced_by(lines), 0
    averages, tables = iter(averages_of(lines)), iter(tables_of(lines))
    for found in ours.statistics:
        n = theirs if found.exact else 1 / (1 / theirs + 1 / found.histogram.total)
        if isinstance(found.action, Average):
            assert_near(
                next(averages), float(found.histogram.mean()), found.histogram.deviation() ** 2, n
            )
            compared += 1
        elif len(found.action.values) == 1:
            for name, count in next(tables).items():
                share = exact_share(found, name)
                assert_near(count / theirs, share, share * (1 - share), n)
                compared += 1
        else:
            next(tables)  # crossed tables have a test of their own
    return compared
