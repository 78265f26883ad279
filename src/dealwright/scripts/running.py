"""Running a script: what it asks for, exact where it can be, deal by deal where it prints."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np

from dealwright.cards import Seat, cards_from_mask
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.scripts import (
    Average,
    Frequency,
    PrintHands,
    PrintText,
    PrintValue,
    Script,
    parse_script,
    with_points,
)
from dealwright.deals import Deals
from dealwright.errors import AttemptLimitReached, ConditionError
from dealwright.features import Feature, feature_names, register
from dealwright.formats import Boards, writer
from dealwright.planning.limits import DEFAULT_MEMORY
from dealwright.questions.condition import Condition, Quantity
from dealwright.questions.counting import distribution
from dealwright.questions.dealing import Dealt
from dealwright.scripts.printing import compact, four_columns, one_line, sheets
from dealwright.scripts.tables import Statistic, statistic_lines
from dealwright.stream import Seed

__all__ = ["Run", "run_script"]

_PRINTED, _COUNTED = 40, 100_000  # deals produced where the script does not say
_AT_ONCE = 1024
_RANKS = 13
Print = PrintHands | PrintValue | PrintText


@dataclass
class Run:
    """A script being run; iterate over it once for its text, piece by piece.

    ``produce`` and ``generate`` replace those of the script. Afterwards ``statistics`` are its
    averages and frequencies, ``produced`` how many deals were printed or counted, ``tried`` how
    many were examined for them, ``method`` how they were dealt, "" where none had to be.
    """

    script: Script
    seed: Seed | None = None
    produce: int | None = None
    generate: int | None = None
    threads: int | None = None
    memory: int = DEFAULT_MEMORY
    symbols: bool = True
    quiet: bool = False
    progress: Callable[[int, int], object] | None = None
    statistics: list[Statistic] = field(default_factory=list)
    produced: int = 0
    tried: int = 0
    method: str = ""
    stopped: str = ""

    def __post_init__(self) -> None:
        self._features = {
            name: _point_feature(name, values) for name, values in self.script.points.items()
        }
        tests = [self._mapped(test) for test in self.script.lengths]
        if self.script.condition is not None:
            tests.append(self._mapped(self.script.condition))
        whole: Node | None = None
        for test in tests:
            whole = test if whole is None else nodes.Binary("and", whole, test)
        self.condition = None if whole is None else Condition(whole)
        self.predeal = {
            Seat(seat): cards_from_mask(mask)
            for seat, mask in enumerate(self.script.predeal)
            if mask
        }
        actions = self.script.actions or (PrintHands("printall"),)
        self.prints = [each for each in actions if isinstance(each, Print)]
        self._asked = [each for each in actions if isinstance(each, Average | Frequency)]

    def __iter__(self) -> Iterator[str]:
        self.statistics = [self._statistic(action) for action in self._asked]
        sampled = [found for found in self.statistics if not found.exact]
        if self.prints or sampled:
            yield from self._deal(sampled)
        for found in self.statistics:
            lines = statistic_lines(found, symbols=self.symbols)
            mark = "% " if self._prints_pbn() else ""
            yield "".join(f"{mark}{line}\n" for line in lines)

    def _prints_pbn(self) -> bool:
        return any(isinstance(p, PrintHands) and p.form == "printpbn" for p in self.prints)

    def _mapped(self, node: Node) -> Node:
        return with_points(node, self._features) if self._features else node

    def _quantities(self, action: Average | Frequency) -> list[Quantity]:
        values = (action.value,) if isinstance(action, Average) else action.values
        return [Quantity(self._mapped(value)) for value in values]

    def _statistic(self, action: Average | Frequency) -> Statistic:
        """Return a statistic, counted exactly, or empty where it has to be sampled."""
        quantities = self._quantities(action)
        try:
            found = distribution(
                self.condition, quantities, predeal=self.predeal or None, memory=self.memory
            )
        except ConditionError as error:
            if str(error).startswith("no deal satisfies"):
                raise
            return Statistic(action, exact=False)
        statistic = Statistic(action, exact=True)
        statistic.counts.update(found.counts)
        return statistic

    def _deal(self, sampled: Sequence[Statistic]) -> Iterator[str]:
        given = self.produce if self.produce is not None else self.script.produce
        wanted = given if given is not None else _PRINTED if self.prints else _COUNTED
        most = self.generate if self.generate is not None else self.script.generate
        dealt = Dealt(
            wanted, self.condition, seed=self.seed, predeal=self.predeal or None,
            threads=self.threads, limit=most, memory=self.memory,
        )  # fmt: skip
        self.seed, self.method = dealt.seed, dealt.method
        printer = _Printer(self, dealt)
        yield printer.begin()
        try:
            for batch in dealt:
                for at in range(0, len(batch), _AT_ONCE):
                    part = batch[at : at + _AT_ONCE]
                    for found in sampled:
                        found.add([q.values(part) for q in self._quantities(found.action)])
                    yield printer.deals(part, self.produced)
                    self.produced += len(part)
                if self.progress is not None:
                    self.progress(self.produced, wanted)
        except AttemptLimitReached:
            self.stopped = f"{most:,} deals were generated" if most is not None else "the limit"
        self.tried = dealt.tried
        yield printer.end()


class _Printer:
    """Prints deals as the actions of a script say."""

    def __init__(self, run: Run, dealt: Dealt) -> None:
        self._run, self._rows = run, list[list[int]]()
        self._sheets = [p for p in run.prints if isinstance(p, PrintHands) and p.form == "print"]
        self._each = [p for p in run.prints if p not in self._sheets]
        script = run.script
        condition = "" if run.condition is None else str(run.condition)
        self._pbn = writer(
            "pbn",
            Boards(
                dealer=script.dealer, vulnerability=script.vulnerable, seed=dealt.seed,
                method=dealt.method, condition=condition,
            ),
        )  # fmt: skip

    def begin(self) -> str:
        return self._pbn.begin() if self._run._prints_pbn() and not self._run.quiet else ""

    def deals(self, deals: Deals, number: int) -> str:
        """Return the text of some deals, the first of them deal ``number`` (from 0)."""
        rows = deals.masks.tolist()
        if self._sheets:
            self._rows += rows
        columns = [self._columns(each, deals, number) for each in self._each]
        return "".join("".join(texts) for texts in zip(*columns, strict=True))

    def end(self) -> str:
        return "".join("".join(sheets(self._rows, sheet.seats)) for sheet in self._sheets)

    def _columns(self, action: Print, deals: Deals, number: int) -> list[str]:
        """Return what an action prints of each of some deals."""
        rows = deals.masks.tolist()
        if isinstance(action, PrintText):
            return self._texts(action, deals)
        if isinstance(action, PrintValue):
            values = self._values(action.value, deals)
            if action.form == "printoneline":
                return [
                    one_line(row) + (f" {value}\n" if value else "\n")
                    for row, value in zip(rows, values, strict=True)
                ]
            return [
                compact(row) + (f"{value}\n" if value else "")
                for row, value in zip(rows, values, strict=True)
            ]
        if action.form == "printpbn":
            if self._run.quiet:
                return [""] * len(rows)
            return [self._pbn.deals(deals[at : at + 1], number + at) for at in range(len(deals))]
        if action.form == "printall":
            return [
                f"{number + at + 1:4}.\n{four_columns(row, range(4))}"
                for at, row in enumerate(rows)
            ]
        return [four_columns(row, action.seats) for row in rows]

    def _values(self, node: Node | None, deals: Deals) -> list[str]:
        if node is None:
            return [""] * len(deals)
        return [str(value) for value in Quantity(self._run._mapped(node)).values(deals).tolist()]

    def _texts(self, action: PrintText, deals: Deals) -> list[str]:
        columns = [
            [part] * len(deals) if isinstance(part, str) else self._values(part, deals)
            for part in action.parts
        ]
        return ["".join(parts) for parts in zip(*columns, strict=True)]


def _point_feature(replaced: str, values: tuple[int, ...]) -> str:
    """Return the name of the feature that counts points, ace first, registered if it was not."""
    padded = [*values, *[0] * (_RANKS - len(values))]
    name = "points_" + "_".join(str(value).replace("-", "minus") for value in values)
    if name not in feature_names():
        by_rank = np.array(padded[::-1], dtype=np.int64)
        holdings = np.arange(8192)[:, None] >> np.arange(_RANKS) & 1
        summary = f"points {' '.join(map(str, values))}, ace first ({replaced} of a script)"
        register(Feature(name, summary, holding=holdings @ by_rank))
    return name


def run_script(text: str, **options: Any) -> Run:
    """Return the run of a script of `dealer`; options as ``Run`` has them.

    >>> run = run_script('condition hcp(north) >= 36 action average "aces" aces(north)', seed=1)
    >>> print("".join(run), end="")
    aces: 4 exact

    :raises ConditionError: if it cannot be read, or no deal satisfies it
    """
    return Run(parse_script(text), **options)
