"""Every figure of poker and of numberings one call at a time, beside its peer in the same run.

``python -m benchmarks.single_calls`` prints the table of docs/reference/single-calls.md.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from benchmarks import equity, numbering, poker
from benchmarks.measuring import FULL, Budget, Contest
from benchmarks.report import machine, number

__all__ = ["ROWS", "Row", "lines"]


class Row(NamedTuple):
    """A call: the contest that measures it, the name of ours there, and that of its peer."""

    call: str
    contest: str
    ours: str
    peer: str


ROWS = (
    Row("seven cards, as text", poker.TEXT, "evaluate(text)", "eval7"),
    Row("seven cards, as text", poker.TEXT, "evaluate(text)", "phevaluator"),
    Row("seven cards, as numbers", poker.ONE, "evaluate(hand)", "phevaluator"),
    Row("seven cards, as `Card` objects", poker.ONE, "evaluate(Card objects)", "eval7"),
    Row("an Omaha hand", poker.OMAHA_ONE, "evaluate(hole, board)", "phevaluator"),
    Row("the category of a value", poker.NAMED, "category(value)", "treys"),
    Row("the best five of seven", poker.FIVE, "best_five(hand)", "pokerkit"),
    *(
        Row(f"1,000 random rounds, {name}", equity.ROUNDS, name, peer)
        for name, peer in zip(equity.ROUNDS_OURS, equity.ROUNDS_THEIRS, strict=True)
    ),
    Row("a hand against 878 on a river", equity.RIVER, equity.RIVER_OURS, "eval7"),
    Row(
        "40 % against 40 % on a river", equity.RIVER, equity.RIVER_WIDE, equity.RIVER_THEIRS
    ),
    *(
        Row(f"a {name}", numbering.PERMUTED, name, peer)
        for name, peer in zip(numbering.OURS, numbering.THEIRS, strict=True)
    ),
    *(
        Row(f"walking `{name}`, a member", numbering.WALKS, name, peer)
        for name, peer in zip(numbering.WALKS_OURS, numbering.WALKERS, strict=True)
    ),
    Row("walking `Combinations`, a member", numbering.WALK, "colex", "itertools"),
)  # fmt: skip


def lines(budget: Budget = FULL) -> Iterator[str]:
    """Yield the table as Markdown: nanoseconds of a call, medians, and the ratio peer / ours."""
    runs = {**poker.runs(), **equity.runs(), **numbering.runs()}
    contests: dict[str, Contest] = {}
    yield "| call | Dealwright, ns | peer, ns | peer | times as fast |"
    yield "|---|---:|---:|---|---:|"
    for row in ROWS:
        if row.contest not in contests:
            contests[row.contest] = runs[row.contest](budget)
        contest = contests[row.contest]
        ours, peer = contest.timing(row.ours), contest.timing(row.peer)
        if ours is None or peer is None:
            yield f"| {row.call} | {number(ours.median) if ours else ''} | | {row.peer} | |"
            continue
        ratio = contest.ratio(row.ours, row.peer) or 0
        yield (
            f"| {row.call} | {number(ours.median)} | {number(peer.median)} | {row.peer} | "
            f"{number(ratio)} |"
        )
    facts = machine()
    yield ""
    yield (
        f"Medians of CPU time on one core of {facts['processor']}, Python {facts['python']}, numpy "
        f"{facts['numpy']}; ratios are taken round by round, `{facts['body']}` kernels."
    )


if __name__ == "__main__":
    for line in lines():
        print(line)
