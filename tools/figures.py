"""The figures in the pages, from the stored run of the benchmark: tables, and times in sentences.

    python -m benchmarks --json benchmarks/stored.json      the run: all figures, on one machine
    python tools/regenerate.py figures                      the tables, between marks in the pages

A mark is ``<!-- figures: NAME -->``; the table ends at ``<!-- end of figures -->``. One time stands
between ``<!-- figure: CONTEST: OURS -->`` and ``<!-- end of figure -->``.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence
from pathlib import Path
from statistics import median
from typing import Any, NamedTuple

__all__ = ["marked_pages", "with_figures", "without_marked"]

ROOT = Path(__file__).parents[1]
STORED = ROOT / "benchmarks" / "stored.json"
_MARK = re.compile(r"(<!-- figures: (?P<name>[\w ]+) -->\n).*?(<!-- end of figures -->)", re.DOTALL)
_ONE = re.compile(
    r"(<!-- figure: (?P<contest>[^:>]+): (?P<ours>[^>]+) -->).*?(<!-- end of figure -->)"
)


class Row(NamedTuple):
    """A job in words, with its contest, our contestant, and the peers that are shown (all)."""

    job: str
    contest: str
    ours: str
    peers: Sequence[str] = ()


GLANCE = [
    Row("deal 52 cards uniformly", "uniform", "deal()"),
    Row("test a deal: North 15 to 17, 4333, 4432 or 5332", "filter", "deal()"),
    Row(
        "deal 1 in 2,030, once counted: West 11-15, 5-6 spades, 4 hearts; East 10, 4+ diamonds",
        "seed 004", "two hands",
    ),
    Row("deal 1 in 245,356, once counted: North 25+; South 0-2, 6+ spades", "rare", "rare"),
    Row(
        "tricks of all declarers in all strains",
        "double dummy", "a table", ["DDS, a table", "bridge-solver"],
    ),
    Row(
        "how often do 3NT and 4S make, for the same standard error",
        "solving", "contracts --make-only", ["endplay solve_all_boards, 3NT and 4S"],
    ),
    Row("13 of 52 cards to their number", "rank 52,13", "rank_masks()"),
    Row("number to 13 of 52 cards", "unrank 52,13", "unrank_masks()"),
    Row(
        "draw seven cards",
        "draw 7", "draws()", ["numpy Floyd", "numpy partial shuffle", "tuned Python loop"],
    ),
    Row("value of seven cards, in batches", "poker batch", "evaluate(ids)"),
    Row("value of seven cards, one call", "poker one", "evaluate(hand)"),
    Row("AA against KK, a random showdown", "equity pairs", "equity()"),
]  # fmt: skip
# Jobs in which another program may be faster: the page lists those in which it was, and is not
# written if one was faster in a job that is not here.
SLOWER = [
    Row(
        "a teacher's script, 20 deals, the whole process",
        "teaching",
        "dealwright run -p 20",
        ["dealer -p 20"],
    ),
    Row(
        "AA against KK, 1,000 random rounds in one call",
        "equity rounds",
        "AA against KK",
        ["eval7, AA against KK"],
    ),
    Row("walk the 4-subsets of 52, one by one", "walk", "colex", ["itertools"]),
    Row(
        "look up random hands in a table of all",
        "table sample",
        "sample_values()",
        ["numpy integers and take"],
    ),
    Row(
        "walk five of 13 with replacement, one by one",
        "walks",
        "CombinationsWithReplacement",
        ["itertools, combinations_with_replacement"],
    ),
    Row(
        "walk permutations, one by one",
        "walks",
        "Permutations",
        ["itertools, permutations"],
    ),
]
# measured for scale: what the start of Python takes, and the same table in memory
SCALES = {("teaching", "python -c 'import numpy'"), ("table", "array in memory")}  # fmt: skip
_UNITS = {"ns a deal": "ns", "us": "µs"}


def number(value: float) -> str:
    """Return two significant digits below 100, three above, without an exponent."""
    if value >= 100:
        return f"{float(f'{value:.3g}'):,.0f}"
    return f"{value:.0f}" if value >= 10 else f"{value:.1f}"


def time_text(value: float, unit: str) -> str:
    """Return a time with the unit that keeps it short.

    >>> time_text(2.4e8, "ns"), time_text(17.2, "ns"), time_text(0.4, "ms")
    ('0.24 s', '17 ns', '400 µs')
    """
    names = ["ns", "µs", "ms", "s"]
    at = names.index(unit)
    while value >= 1000 and at < 3:
        value, at = value / 1000, at + 1
    while value < 0.95 and at > 0:
        value, at = value * 1000, at - 1
    if at == 2 and value >= 200:
        return f"{value / 1000:.2g} s"
    return f"{number(value)} {names[at]}"


def ratio_of(contest: dict[str, Any], ours: str, peer: str) -> float:
    """Return how many times our time a peer took."""
    return next(
        float(found["median"])
        for found in contest["ratios"]
        if (found["ours"], found["peer"]) == (ours, peer)
    )


def slower_rows(stored: dict[str, Any]) -> list[Row]:
    """Return the jobs in which another program was faster.

    :raises ValueError: if one was faster than all our ways of a contest that has no row
    """
    contests = stored["contests"]
    rows = [
        row
        for row in SLOWER
        if any(ratio_of(contests[row.contest], row.ours, peer) < 1 for peer in row.peers)
    ]
    named = {(row.contest, peer) for row in rows for peer in row.peers}
    for name, contest in contests.items():
        for peer in contest["peers"]:
            ratios = [found["median"] for found in contest["ratios"] if found["peer"] == peer]
            if ratios and max(ratios) < 1 and (name, peer) not in named | SCALES:
                raise ValueError(f"{peer} was faster in '{name}', which SLOWER does not name")
    return rows


def rows_of(stored: dict[str, Any], rows: Sequence[Row], *, slower: bool) -> Iterator[str]:
    """Yield a table: a job, our time, each peer's with its ratio."""
    yield "| job | Dealwright | other programs (time relative to Dealwright) |"
    yield "|---|---:|---|"
    for row in rows:
        contest = stored["contests"][row.contest]
        unit = _UNITS.get(contest["unit"], contest["unit"])
        peers = []
        for name in row.peers or contest["peers"]:
            ratio = ratio_of(contest, row.ours, name)
            taken = median(contest["peers"][name])
            times = f"{ratio:.2f}" if slower else number(ratio)
            shown = "Deal" if name == "deal" else name
            peers.append(f"{shown} {time_text(taken, unit)} ({times})")
        ours = time_text(median(contest["ours"][row.ours]), unit)
        yield f"| {row.job} | {ours} | {', '.join(peers)} |"


def machine_text(stored: dict[str, Any]) -> str:
    """Return what the figures were measured on."""
    facts = stored["machine"]
    return (
        f"{facts['processor']}, {facts['cores']} cores, Python {facts['python']}, "
        f"numpy {facts['numpy']}, Dealwright {facts['dealwright']}"
    )


def glance_lines(stored: dict[str, Any]) -> Iterator[str]:
    """Yield the tables of the most asked jobs."""
    yield from rows_of(stored, GLANCE, slower=False)
    yield ""
    yield "Where others are faster:"
    yield ""
    yield from rows_of(stored, slower_rows(stored), slower=True)
    yield ""
    yield "All from `python -m benchmarks` on one machine; CPU time of one core,"
    yield f"medians: {machine_text(stored)}."


def all_lines(stored: dict[str, Any]) -> Iterator[str]:
    """Yield a table of each contest that has peers."""
    yield f"Measured on {machine_text(stored)}."
    for contest in stored["contests"].values():
        if not contest["ratios"]:
            continue
        unit = _UNITS.get(contest["unit"], contest["unit"])
        yield ""
        yield f"## {contest['title'][0].upper()}{contest['title'][1:]}"
        yield ""
        compared = {found["ours"] for found in contest["ratios"]}
        names = [name for name in contest["ours"] if name in compared]
        yield "| | median | " + " | ".join(f"times as long as {name}" for name in names) + " |"
        yield "|---|---:|" + "---:|" * len(names)
        for name, values in contest["ours"].items():
            text = time_text(median(values), unit)
            if name.endswith(", MB"):
                name, text = name.removesuffix(", MB"), f"{median(values):.0f} MB"
            yield f"| **{name}** | {text} |" + " |" * len(names)
        for name, values in contest["peers"].items():
            ratios = {
                found["ours"]: found["median"]
                for found in contest["ratios"]
                if found["peer"] == name
            }
            cells = [
                ""
                if own not in ratios
                else f"{ratios[own]:.2f}"
                if ratios[own] < 2
                else number(ratios[own])
                for own in names
            ]
            yield f"| {name} | {time_text(median(values), unit)} | " + " | ".join(cells) + " |"


TABLES = {"glance": glance_lines, "all": all_lines}


def marked_pages() -> list[Path]:
    """Return the pages that hold figures of the stored run."""
    found = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
    return [path for path in found if without_marked(text := path.read_text("utf-8")) != text]


def without_marked(text: str) -> str:
    """Return a page without what stands between marks."""
    return _ONE.sub("", _MARK.sub("", text))


def with_figures(text: str) -> str:
    """Return a page with its figures as the stored run has them.

    :raises KeyError: if a mark names no contest or contestant of the run
    """
    stored = json.loads(STORED.read_text("utf-8"))

    def filled(match: re.Match[str]) -> str:
        lines = TABLES[match["name"]](stored)
        return match[1] + "\n" + "\n".join(lines) + "\n\n" + match[3]

    def time_of(match: re.Match[str]) -> str:
        contest = stored["contests"][match["contest"]]
        unit = _UNITS.get(contest["unit"], contest["unit"])
        return match[1] + time_text(median(contest["ours"][match["ours"]]), unit) + match[4]

    return _ONE.sub(time_of, _MARK.sub(filled, text))
