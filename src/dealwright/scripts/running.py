"""Running a script: statistics, exact if possible, and printed deals."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterable, Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import count
from math import ceil, inf
from os import PathLike
from typing import TYPE_CHECKING

from dealwright.ask.condition import Condition
from dealwright.ask.counting import budget_of
from dealwright.ask.dealing import Dealing, QuestionDealing
from dealwright.ask.distributions import distributions
from dealwright.ask.resources import Resources
from dealwright.base.errors import AttemptLimitReached, ConditionError, Stopped
from dealwright.base.jobs import Job
from dealwright.conditions import nodes
from dealwright.conditions.definitions import Library
from dealwright.conditions.nodes import Node
from dealwright.conditions.unparse import to_text
from dealwright.deals import Deals
from dealwright.deals.features import Feature, point_scale
from dealwright.deals.workspace import Workspace, default_workspace
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.filter import affordable, cost_of, is_dear
from dealwright.planning.lowering import is_costly
from dealwright.planning.question import Question
from dealwright.planning.sampling.evaluation import values_of
from dealwright.scripts.data import ConditionPart, Statistical
from dealwright.scripts.prints import Print, Printer
from dealwright.scripts.randomness import with_random
from dealwright.scripts.reading import (
    PrintHands,
    Script,
    parse_script,
    with_points,
)
from dealwright.scripts.statistics import Statistic, statistic_lines

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from dealwright.deals.columns import DealColumn
    from dealwright.formats import Board, Settings, Writer
    from dealwright.practice.mixed_dealing import MixedDealing
    from dealwright.scripts.levelling import Levelling

__all__ = ["INTERRUPTED", "USED_UP", "Run", "run_script"]

INTERRUPTED = "it was interrupted"
USED_UP = "the solver used up the budget"
_PRINTED, _COUNTED = 40, 100_000  # deals produced if the script does not set a number
_AT_ONCE, _SOLVED_AT_ONCE = 1024, 8
_BESIDE, _ALONE = 0.2, 3.0  # seconds for statistics, with deals or alone
_SAMPLED = 50_000  # most deals sampled for statistics of a script that prints deals
_LOOK, _DEAL = 60e-9, 2e-6  # seconds for a value of a deal, and for a deal of a mixture; on Zen 4
_PRECISE, _LEAST = 100_000_000, 1000  # most and fewest deals if a precision is requested


class Run(Job[str, str]):
    """A running script: a job whose partial results are the pieces of its output.

    ``produce`` and ``generate`` replace those of the script. ``level`` deals its hand types in
    their shares, ``interleave`` in turn. ``sink`` makes a writer that takes the deals instead of
    the script's own actions; ``solved`` adds double-dummy results to the boards that it or
    ``printpbn`` writes. A stopped run keeps its results so far.

    ``budget`` is the cost limit of averages and frequencies, in seconds of one core by measured
    constants: by default 0.2, or 3 in a script that prints no deals or needs a solver. Half of it
    is for exact counts; statistics that cannot be counted are sampled from further deals of the
    condition with the other half. With a solver, the script's own ``produce`` does not exceed the
    budget. ``exact`` counts everything that fits in memory, ``within`` samples until every mean and
    every share is known to this precision (95 %), however long either takes.

    Afterwards ``statistics`` are its averages and frequencies, ``produced`` the number of deals
    printed (or sampled), ``tried`` the number examined for them, ``method`` how they were dealt (""
    without deals), ``ended`` why it ended early.

    :raises ArgumentError: if the budget is negative
    """

    def __init__(
        self,
        script: Script,
        *,
        seed: Seed | Stream | None = None,
        produce: int | None = None,
        generate: int | None = None,
        threads: int | None = None,
        memory: int | None = None,
        symbols: bool = True,
        quiet: bool = False,
        level: bool = False,
        interleave: bool = False,
        within: float | None = None,
        budget: float | None = None,
        exact: bool = False,
        sink: Callable[[Settings], Writer] | None = None,
        solved: Callable[[Sequence[Board]], Iterable[Board]] | None = None,
        workspace: Workspace | None = None,
    ) -> None:
        super().__init__(type(self)._pieces)
        stream = Stream.of(script.seed if seed is None else seed)
        self.script = script
        self.stream = stream
        self.seed, self._key = stream.seed, int(stream.split("rnd").words(0, 1)[0])
        self.produce, self.generate = produce, generate
        self.threads, self.memory = threads, memory
        self.symbols, self.quiet = symbols, quiet
        self.interleave, self.within = interleave, within
        self.sink, self._solved = sink, solved
        self.workspace = default_workspace().child() if workspace is None else workspace
        self.statistics: list[Statistic] = []
        self.produced = self.tried = 0
        self.method = self.ended = ""
        self.of_types: list[int] | None = None
        self._random_ids = count(1)
        self._printed: QuestionDealing | MixedDealing | None = None
        self._features = {
            name: _point_feature(name, values, 100 if name in script.hundredths else 1)
            for name, values in script.points.items()
        }
        tests = self.fixed_lengths()
        if script.condition is not None:
            tests.append(self._bound(script.condition))
        self.question = Question(nodes.all_of(tests), script.predeal)
        self.levelling = self._levelling() if level or interleave else None
        actions = script.actions or (PrintHands("printall"),)
        self.prints = [action for action in actions if isinstance(action, Print) and not sink]
        self._asked = [action for action in actions if isinstance(action, Statistical)]
        condition_trees = () if self.question.tree is None else (self.question.tree,)
        self._dear = is_dear(
            [*condition_trees, *(value for action in self._asked for value in action.values)]
        )
        default_budget = _BESIDE if self._kept and not self._dear else _ALONE
        self.budget = inf if exact else default_budget if budget is None else budget_of(budget)

    @property
    def condition(self) -> Condition | None:
        """The condition that the deals satisfy; None without a condition."""
        return None if self.question.tree is None else Condition(self.question.tree)

    def resources(self, seconds: float | None = None) -> Resources:
        """Return the resources for an answer, with about that many seconds for counting."""
        return Resources(self.memory, self.workspace, self.threads, seconds)

    def result(self) -> str:
        """Return the text that was not yielded before."""
        return "".join(self)

    def _pieces(self) -> Generator[str, None, str]:
        value_trees = [self._asked_of(action) for action in self._asked]
        self.statistics[:] = [
            Statistic(action, tuple(map(to_text, values)), str(self.seed))
            for action, values in zip(self._asked, value_trees, strict=True)
        ]
        pairs = list(zip(self.statistics, value_trees, strict=True))
        if self._kept:
            yield from self._deal()
        if not self.stopping:
            self._count(pairs)
        sampled = [(statistic, nodes) for statistic, nodes in pairs if not statistic.exact]
        if sampled and not self.stopping:
            self._sample(sampled)
        mark = "% " if self._prints_pbn() else ""
        for statistic in self.statistics:
            lines = statistic_lines(statistic, symbols=self.symbols)
            yield "".join(f"{mark}{line}\n" for line in lines)
        if self.levelling is not None:
            lines = self.levelling.lines(self.of_types)
            yield "".join(f"{mark}{line}\n" for line in lines)
        return ""

    @property
    def _kept(self) -> bool:
        """Whether deals are printed or saved, not only counted."""
        return bool(self.prints) or self.sink is not None

    @property
    def writes_boards(self) -> bool:
        """Whether boards are written, by ``printpbn`` or to the sink."""
        return self.sink is not None or self._prints_pbn()

    def _prints_pbn(self) -> bool:
        return any(isinstance(p, PrintHands) and p.form == "printpbn" for p in self.prints)

    def _settings(self, dealt: Dealing) -> Settings:
        from dealwright.formats import Settings

        script = self.script
        return Settings(
            first=script.startboard, dealer=script.dealer, vulnerability=script.vulnerable,
            seed=str(self.seed), method=dealt.method,
            condition=self.question.text, solved=self._solved,
        )  # fmt: skip

    def _printer(self, settings: Settings) -> Writer:
        title = self.script.title
        return Printer(self.prints, settings, self.values, title=title, quiet=self.quiet)

    def values(self, node: Node, deals: Deals) -> list[int]:
        """Return the value of an expression for each deal."""
        values_: list[int] = values_of(self._bound(node), deals.masks).tolist()
        return values_

    def clauses(self) -> list[ConditionPart]:
        """Return the different parts of the condition, with the script's own point counts."""
        by_test: dict[Node, ConditionPart] = {}
        for clause in self.script.clauses:
            test = self._bound(clause.test)
            by_test.setdefault(test, replace(clause, test=test))
        return list(by_test.values())

    def fixed_lengths(self) -> list[Node]:
        """Return the tests of predealt lengths."""
        return [self._bound(test) for test in self.script.lengths]

    def _bound(self, node: Node) -> Node:
        """Return a tree with the script's own point counts and with columns for random numbers."""
        counted = with_points(node, self._features) if self._features else node
        return with_random(counted, self._key, self._random_ids)

    def _asked_of(self, action: Statistical) -> tuple[Node, ...]:
        return tuple(self._bound(value) for value in action.values)

    def _count(self, pairs: Sequence[tuple[Statistic, tuple[Node, ...]]]) -> None:
        """Count exactly the statistics that can be counted.

        :raises ConditionError: if no deal satisfies the condition
        """
        fixed = [pair for pair in pairs if not any(map(is_costly, pair[1]))]
        groups = [values for _, values in fixed]
        if not groups:
            return
        try:
            if self.levelling is None:
                resources = self.resources(self.budget / 2)
                counts = distributions(self.question, groups, resources, stop=self.flag)
            else:
                resources = self.resources(self.budget / 2 / len(self.levelling.types))
                counts = self.levelling.distributions(groups, resources)
        except Stopped:
            self.ended = INTERRUPTED
            return
        for (statistic, _), histogram in zip(fixed, counts, strict=True):
            if histogram is not None:
                if not histogram.total:
                    raise ConditionError(f"no deal satisfies '{self.question.text}'")
                statistic.counted = histogram

    def _levelling(self) -> Levelling:
        """Return the hand types with their tests.

        :raises ConditionError: if there are no types, or they cannot be levelled
        """
        from dealwright.scripts.levelling import Levelling  # a third of the other imports' time

        types = self.script.hand_types
        if not types:
            raise ConditionError(
                "the script names no hand types to level",
                hint="Define some: HandType_weak = hcp(south) in 12..14",
            )
        tests = [self._bound(kind.test) for kind in types]
        common = None if self.question.tree is None else Condition(self.question.tree)
        return Levelling(types, tests, common, self.question.fixed, self.resources(), self._most())

    def _deal(self) -> Iterator[str]:
        """Yield the printed text of the deals."""
        requested = self._given()
        produce = _PRINTED if requested is None else requested
        dealing = self._printed = self._dealing(produce, self.stream, self._most())
        if not self._prepared(dealing):
            return
        self.method = dealing.method
        printer = (self.sink or self._printer)(self._settings(dealing))
        yield printer.begin()
        size = min(_AT_ONCE, affordable(node for action in self.prints for node in action.asked))
        size = size if self._solved is None else min(size, _SOLVED_AT_ONCE)
        try:
            for part in _in_pieces(dealing, size):
                yield printer.deals(part, self.produced)
                self.produced += len(part)
                self.report(self.produced, produce, "deals", f"{dealing.tried:,} tried")
                if self.stopping:
                    break
        except AttemptLimitReached:
            self.ended = self._limit_text()
        self._dealt(dealing)
        yield printer.end(self.produced, self.tried)

    def _sample(self, sampled: Sequence[tuple[Statistic, tuple[Node, ...]]]) -> None:
        """Sample statistics from further deals of the condition, or from the requested deals.

        :raises ConditionError: if no deal satisfies the condition
        """
        values = [node for _, nodes_ in sampled for node in nodes_]
        seconds = self.budget if len(sampled) == len(self.statistics) else self.budget / 2
        most = seconds if self._bounded else inf
        dealing = self._sampling(values, seconds)
        if not self._prepared(dealing):
            return
        sampled_deals, cost = 0, sum({node: cost_of(node) for node in values}.values()) / 1e9
        columns = [node.column for node in values if isinstance(node, nodes.Costly)]
        try:
            batches, size = _paid_for(dealing, most), min(_AT_ONCE, affordable(values))
            for part in _in_equal_pieces(batches, size):
                _solve_tables(columns, part.masks)
                for statistic, nodes_ in sampled:
                    statistic.sample.add(*(values_of(node, part.masks) for node in nodes_))
                sampled_deals += len(part)
                needed = self._needed(sampled, sampled_deals, dealing.n)
                self.report(sampled_deals, needed, "deals", f"{dealing.tried:,} tried")
                if (
                    sampled_deals >= needed
                    or self.stopping
                    or cost * sampled_deals + _spent(dealing) >= most
                ):
                    break
        except AttemptLimitReached:
            if not self._kept and self._most() is not None:
                self.ended = self._limit_text()
        if not self._kept:
            if cost * sampled_deals + _spent(dealing) >= most:
                self.ended = USED_UP
            self.method, self.produced = dealing.method, sampled_deals
            self._dealt(dealing)
        elif self.stopping:
            self.ended = INTERRUPTED

    @property
    def _bounded(self) -> bool:
        """Whether solving for statistics ends with the budget."""
        return self._dear and self.within is None and (self._kept or self.produce is None)

    def _sampling(self, values: Sequence[Node], seconds: float) -> QuestionDealing | MixedDealing:
        """Return the dealing from which values are sampled, limited by the budget."""
        stream = self.stream.split("statistics") if self._kept else self.stream
        requested = None if self._kept else self._given()
        if self.within is not None or requested is not None:
            deals_wanted = _PRECISE if requested is None else requested
            return self._dealing(deals_wanted, stream, self._most())
        most = _SAMPLED if self._kept else _COUNTED
        dealing = self._printed or self._dealing(most, stream, self._most())
        if not self._prepared(dealing):
            return dealing
        seconds_per_deal = _LOOK * (1 + len(values))
        if not isinstance(dealing, QuestionDealing):
            deals_wanted = int(min(most, seconds / (_DEAL + seconds_per_deal)))
            return self._dealing(deals_wanted, stream, self._most())
        deals_wanted, examined = most, None
        if self.budget < inf:
            deals_wanted, examined = dealing.plan.affordable(seconds, seconds_per_deal)
        limits = [limit for limit in (examined, self._most()) if limit is not None]
        return dealing.again(
            min(most, deals_wanted), seed=stream, threads=1 if self._kept else None,
            limit=min(limits, default=None),
        )  # fmt: skip

    def _prepared(self, dealing: Dealing) -> bool:
        """Prepare a dealing that stops with the run; return False if it was stopped."""
        dealing.flag = self.flag
        try:
            dealing.prepare()
        except Stopped:
            self.ended = INTERRUPTED
            return False
        return True

    def _dealt(self, dealing: QuestionDealing | MixedDealing) -> None:
        """Record the results of a dealing that ended."""
        if self.stopping:
            self.ended = INTERRUPTED
        self.tried = dealing.tried
        if not isinstance(dealing, QuestionDealing):
            self.of_types = dealing.counts(self.produced)

    def _limit_text(self) -> str:
        most = self._most()
        return f"{most:,} deals were generated" if most is not None else "the limit"

    def _most(self) -> int | None:
        return self.generate if self.generate is not None else self.script.generate

    def _given(self) -> int | None:
        """Return the number of deals that the user or the script requests, or None."""
        return self.produce if self.produce is not None else self.script.produce

    def _dealing(
        self, wanted: int, stream: Stream, most: int | None
    ) -> QuestionDealing | MixedDealing:
        if self.levelling is not None:
            return self.levelling.dealing(wanted, stream, self.threads, interleaved=self.interleave)
        return QuestionDealing(wanted, self.question, stream, self.resources(), limit=most)

    def _needed(
        self, sampled: Sequence[tuple[Statistic, tuple[Node, ...]]], seen: int, wanted: int
    ) -> int:
        """Return the estimated number of deals for the requested precision of every statistic."""
        if self.within is None:
            return wanted
        half_width = max(statistic.half_width for statistic, _ in sampled)
        return min(wanted, max(_LEAST, ceil(seen * (half_width / self.within) ** 2)))


def _spent(dealing: QuestionDealing | MixedDealing) -> float:
    """Return the estimated core seconds spent so far, including solver calls."""
    if not isinstance(dealing, QuestionDealing):
        return _DEAL * dealing.found
    return dealing.plan.spent(dealing.tried, dealing.asked)


def _paid_for(dealing: QuestionDealing | MixedDealing, seconds: float) -> Iterator[Deals]:
    """Yield the batches of a dealing until ``seconds`` are spent."""
    for batch in dealing:
        yield batch
        if _spent(dealing) >= seconds:
            break


def _in_pieces(dealt: Iterable[Deals], size: int) -> Iterator[Deals]:
    """Yield deals in pieces small enough to be printed at once."""
    for batch in dealt:
        for start in range(0, len(batch), size):
            yield batch[start : start + size]


def _solve_tables(columns: Sequence[DealColumn], masks: NDArray[np.uint64]) -> None:
    """Solve the tables of columns, if there are any; most scripts use no solver."""
    if columns:
        from dealwright.double_dummy.columns import solve_tables_if_cheaper

        solve_tables_if_cheaper(columns, masks)


def _in_equal_pieces(dealt: Iterable[Deals], size: int) -> Iterator[Deals]:
    """Yield deals in equal pieces, so that sampling does not depend on batch sizes."""
    pending: list[Deals] = []
    try:
        for piece in _in_pieces(dealt, size):
            missing = size - sum(map(len, pending))
            pending.append(piece[:missing])
            if len(piece) >= missing:
                yield Deals.concatenate(pending)
                pending = [piece[missing:]]
    except AttemptLimitReached:
        yield Deals.concatenate(pending)
        raise
    yield Deals.concatenate(pending)


def _point_feature(replaced: str, values: tuple[int, ...], scale: int) -> Feature:
    """Return a feature that counts points, ace first; only the script's trees contain it."""
    unit = "points_" if scale == 1 else "hundredths_"
    name = unit + "_".join(str(value).replace("-", "minus") for value in values)
    texts = " ".join(map(str, values))
    summary = f"points {texts}, ace first ({replaced} of a script)"
    return replace(point_scale(name, texts, summary), scale=scale)


def run_script(
    text: str,
    params: Mapping[int, str] | None = None,
    *,
    seed: Seed | Stream | None = None,
    produce: int | None = None,
    generate: int | None = None,
    threads: int | None = None,
    memory: int | None = None,
    symbols: bool = True,
    quiet: bool = False,
    level: bool = False,
    interleave: bool = False,
    within: float | None = None,
    budget: float | None = None,
    exact: bool = False,
    sink: Callable[[Settings], Writer] | None = None,
    solved: Callable[[Sequence[Board]], Iterable[Board]] | None = None,
    workspace: Workspace | None = None,
    include: Sequence[str | PathLike[str]] = (),
) -> Run:
    """Return a job that runs a script of `dealer`; its arguments are those of ``Run``.

    ``params`` are the values of ``$0`` to ``$9``. The script may use the features and definitions
    of ``workspace``; by default that is a child of the default workspace, which the script does not
    change. ``include`` are the folders for files of lines ``#include "file"``.

    >>> run = run_script('condition hcp(north) >= 36 action average "aces" aces(north)', seed=1)
    >>> print("".join(run), end="")
    aces: 4 exact

    :raises ConditionError: if it cannot be read, or no deal satisfies it
    """
    words = default_workspace() if workspace is None else workspace
    script = parse_script(text, params, words.features, Library(words.definitions), include)
    return Run(
        script, seed=seed, produce=produce, generate=generate,
        threads=threads, memory=memory, symbols=symbols, quiet=quiet, level=level,
        interleave=interleave, within=within, budget=budget, exact=exact, sink=sink,
        solved=solved, workspace=workspace,
    )  # fmt: skip
