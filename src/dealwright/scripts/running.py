"""Running a script: what it asks for, exact where it can be, deal by deal where it prints."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import Any

from dealwright.cards import Seat, cards_from_mask
from dealwright.conditions import nodes
from dealwright.conditions.nodes import Node
from dealwright.conditions.script_data import Clause
from dealwright.conditions.scripts import (
    Average,
    Frequency,
    PrintHands,
    Script,
    parse_script,
    with_points,
)
from dealwright.deals import Deals
from dealwright.errors import AttemptLimitReached, ConditionError
from dealwright.features import feature_names, point_scale, register
from dealwright.formats import Boards
from dealwright.planning.limits import DEFAULT_MEMORY
from dealwright.questions.condition import Condition, Quantity
from dealwright.questions.counting import distribution
from dealwright.questions.dealing import Dealt
from dealwright.scripts.printers import Print, Printer
from dealwright.scripts.tables import Statistic, statistic_lines
from dealwright.stream import Seed

__all__ = ["Run", "joined", "run_script"]

_PRINTED, _COUNTED = 40, 100_000  # deals produced where the script does not say
_AT_ONCE = 1024


def joined(tests: Sequence[Node]) -> Condition | None:
    """Return the condition that all of some tests hold; None of none."""
    whole: Node | None = None
    for test in tests:
        whole = test if whole is None else nodes.Binary("and", whole, test)
    return None if whole is None else Condition(whole)


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
        tests = self.fixed_lengths()
        if self.script.condition is not None:
            tests.append(self._mapped(self.script.condition))
        self.condition = joined(tests)
        self.predeal = {
            Seat(seat): cards_from_mask(mask)
            for seat, mask in enumerate(self.script.predeal)
            if mask
        }
        if self.seed is None:
            self.seed = self.script.seed
        actions = self.script.actions or (PrintHands("printall"),)
        self.prints = [each for each in actions if isinstance(each, Print)]
        self._asked = [each for each in actions if isinstance(each, Average | Frequency)]

    def __iter__(self) -> Iterator[str]:
        self.statistics.clear()
        known: dict[tuple[Node, ...], Statistic] = {}
        sampled: list[tuple[Statistic, list[Quantity]]] = []
        for action in self._asked:
            quantities = self._quantities(action)
            asked = tuple(quantity.tree for quantity in quantities)
            if asked in known:  # the same may be asked as an average and a frequency
                found = replace(known[asked], action=action, counts=Counter(known[asked].counts))
            else:
                found = known[asked] = self._statistic(action, quantities)
            self.statistics.append(found)
            if not found.exact:
                sampled.append((found, quantities))
        if self.prints or sampled:
            yield from self._deal(sampled)
        for found in self.statistics:
            lines = statistic_lines(found, symbols=self.symbols)
            mark = "% " if self._prints_pbn() else ""
            yield "".join(f"{mark}{line}\n" for line in lines)

    def _prints_pbn(self) -> bool:
        return any(isinstance(p, PrintHands) and p.form == "printpbn" for p in self.prints)

    def _printer(self, dealt: Dealt) -> Printer:
        script = self.script
        condition = "" if self.condition is None else str(self.condition)
        boards = Boards(
            first=script.startboard, dealer=script.dealer, vulnerability=script.vulnerable,
            seed=dealt.seed, method=dealt.method, condition=condition,
        )  # fmt: skip
        return Printer(self.prints, boards, self.values, title=script.title, quiet=self.quiet)

    def values(self, node: Node, deals: Deals) -> list[int]:
        """Return the value of an expression for each of some deals."""
        return [int(value) for value in Quantity(self._mapped(node)).values(deals)]

    def clauses(self) -> list[Clause]:
        """Return the parts of the condition that differ; point counts of the script counted."""
        found: dict[Node, Clause] = {}
        for clause in self.script.clauses:
            test = self._mapped(clause.test)
            found.setdefault(test, replace(clause, test=test))
        return list(found.values())

    def fixed_lengths(self) -> list[Node]:
        """Return the tests that predealt lengths stand for."""
        return [self._mapped(test) for test in self.script.lengths]

    def _mapped(self, node: Node) -> Node:
        return with_points(node, self._features) if self._features else node

    def _quantities(self, action: Average | Frequency) -> list[Quantity]:
        values = (action.value,) if isinstance(action, Average) else action.values
        return [Quantity(self._mapped(value)) for value in values]

    def _statistic(self, action: Average | Frequency, quantities: list[Quantity]) -> Statistic:
        """Return a statistic, counted exactly, or empty where it has to be sampled."""
        try:
            found = distribution(
                self.condition, quantities, predeal=self.predeal or None, memory=self.memory
            )
        except ConditionError as error:
            if str(error).startswith("no deal satisfies"):
                raise
            return Statistic(action, exact=False)
        return Statistic(action, exact=True, counts=Counter(found.counts))

    def _deal(self, sampled: Sequence[tuple[Statistic, list[Quantity]]]) -> Iterator[str]:
        given = self.produce if self.produce is not None else self.script.produce
        wanted = given if given is not None else _PRINTED if self.prints else _COUNTED
        most = self.generate if self.generate is not None else self.script.generate
        dealt = Dealt(
            wanted, self.condition, seed=self.seed, predeal=self.predeal or None,
            threads=self.threads, limit=most, memory=self.memory,
        )  # fmt: skip
        self.seed, self.method = dealt.seed, dealt.method
        printer = self._printer(dealt)
        yield printer.begin()
        try:
            for batch in dealt:
                for at in range(0, len(batch), _AT_ONCE):
                    part = batch[at : at + _AT_ONCE]
                    for found, quantities in sampled:
                        found.add([quantity.values(part) for quantity in quantities])
                    yield printer.deals(part, self.produced)
                    self.produced += len(part)
                if self.progress is not None:
                    self.progress(self.produced, wanted)
        except AttemptLimitReached:
            self.stopped = f"{most:,} deals were generated" if most is not None else "the limit"
        self.tried = dealt.tried
        yield printer.end()


def _point_feature(replaced: str, values: tuple[int, ...]) -> str:
    """Return the name of the feature that counts points, ace first, registered if it was not."""
    name = "points_" + "_".join(str(value).replace("-", "minus") for value in values)
    if name not in feature_names():
        texts = " ".join(map(str, values))
        register(point_scale(name, texts, f"points {texts}, ace first ({replaced} of a script)"))
    return name


def run_script(text: str, params: Mapping[int, str] | None = None, **options: Any) -> Run:
    """Return the run of a script of `dealer`; options as ``Run`` has them.

    ``params`` are what stands for ``$0`` to ``$9``.

    >>> run = run_script('condition hcp(north) >= 36 action average "aces" aces(north)', seed=1)
    >>> print("".join(run), end="")
    aces: 4 exact

    :raises ConditionError: if it cannot be read, or no deal satisfies it
    """
    return Run(parse_script(text, params), **options)
