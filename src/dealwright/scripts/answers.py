"""The answer of a script as values: its statistics, deals and printed text."""

from __future__ import annotations

from collections.abc import Generator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from dealwright.answers import Histogram
from dealwright.answers.printed import OneLine
from dealwright.base.jobs import Job
from dealwright.cards import Seat
from dealwright.cards.bridge.boards import Vulnerability
from dealwright.deals import Deals
from dealwright.formats import Settings
from dealwright.scripts.data import Average, EvalContract, Frequency
from dealwright.scripts.prints import Print, Printer, PrintHands
from dealwright.scripts.running import Run
from dealwright.scripts.statistics import Statistic, frequency_table, statistic_lines

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import DIGITS, WORD, Key, OneOf, Text

__all__ = ["Answering", "FoundStatistic", "ScriptAnswer"]

_PRINTING_ACTIONS = ("printall", "print", "printpbn")  # answered by ``deals``
_KINDS = {Average: "average", Frequency: "frequency", EvalContract: "evalcontract"}


@dataclass(frozen=True)
class FoundStatistic:
    """An average, a frequency or an ``evalcontract``: how many deals have each value.

    ``kind`` is one of these words. ``lines`` are its report; ``rows``, ``columns`` and ``counts``
    the table of a frequency, with its bounds and widths (``columns`` is empty for one expression).
    """

    kind: Annotated[str, Key("statistic"), OneOf(("average", "frequency", "evalcontract"))]
    label: str
    histogram: Histogram
    lines: tuple[str, ...]
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    counts: tuple[tuple[Annotated[int, DIGITS], ...], ...] = ()

    json_keys = (
        "kind", "label", "lines", "mean", "half_width", "rows", "columns", "counts",
        "histogram",
    )  # fmt: skip

    @property
    def mean(self) -> float | None:
        """The mean of an average, None if there is none."""
        average = self.kind == "average" and self.histogram.total > 0
        return float(self.histogram.mean()) if average else None

    @property
    def half_width(self) -> float | None:
        """Half the width of the mean's 95 % interval, None if there is none."""
        histogram = self.histogram
        if self.mean is None or histogram.exact or histogram.total < 2:
            return None
        low, high = histogram.estimate().interval
        return float(high - low) / 2

    @classmethod
    def of(cls, found: Statistic) -> FoundStatistic:
        """Return the result of a statistic of a run."""
        action = found.action
        label = "" if isinstance(action, EvalContract) else action.label
        kind, lines = _KINDS[type(action)], tuple(statistic_lines(found))
        if not isinstance(action, Frequency):
            return cls(kind, label, found.histogram, lines)
        table = frequency_table(found)
        return cls(
            kind, label, found.histogram, lines, tuple(table.rows), tuple(table.columns or ()),
            tuple(map(tuple, table.counts)),
        )  # fmt: skip


@dataclass(frozen=True)
class ScriptAnswer(OneLine):
    """The answer of a script: ``statistics`` in its order, and the ``deals`` that it shows.

    ``printed`` is the text of its other actions. ``board`` is the number of the first deal's board;
    ``dealer`` and ``vulnerable`` are None if the board numbers decide them. ``produced`` deals were
    dealt (or sampled), ``tried`` examined; ``ended`` is why the run ended early, "" if it did not.
    """

    condition: str
    statistics: tuple[FoundStatistic, ...] = ()
    deals: tuple[str, ...] = ()
    printed: str = ""
    notes: tuple[str, ...] = ()
    board: int = 1
    dealer: Annotated[Seat | None, WORD] = None
    vulnerable: Annotated[Vulnerability | None, Text("value")] = None
    method: str = ""
    seed: str = ""
    produced: int = 0
    tried: int = 0
    ended: str = ""


class Answering(Job[ScriptAnswer, ScriptAnswer]):
    """A job that runs a script and answers with values in place of a report.

    At most ``most`` deals are shown. A stopped run has the results so far.

    >>> from dealwright.scripts import run_script
    >>> run = run_script("condition hcp(north) >= 36 produce 2 action printall", seed=1)
    >>> answer = Answering(run).result()
    >>> len(answer.deals), answer.method, answer.seed
    (2, 'exact', '1')

    :raises ConditionError: in the result, if no deal satisfies the script's condition
    """

    def __init__(self, run: Run, *, most: int | None = None) -> None:
        super().__init__(type(self)._answer)
        self.run, self.most = run, most

    def _answer(self) -> Generator[ScriptAnswer, None, ScriptAnswer]:
        run, script = self.run, self.run.script
        notes = [str(note) for note in script.notes]
        shown: _Shown | None = None
        if run.prints:
            requested = script.produce if run.produce is None else run.produce
            if self.most is not None and requested is not None and requested > self.most:
                notes.append(f"these are the first {self.most} of {requested:,} deals")
                run.produce = self.most

            def collected(settings: Settings) -> _Shown:
                nonlocal shown
                shown = _Shown(settings, run)
                return shown

            run.sink = collected
        run.flag = self.flag
        run.watch(lambda progress: self.report(*progress))
        for _ in run:  # the report, which the statistics contain
            pass
        yield from ()
        return ScriptAnswer(
            run.question.text, tuple(map(FoundStatistic.of, run.statistics)),
            () if shown is None else tuple(shown.texts), "" if shown is None else shown.printed,
            tuple(notes), script.startboard, script.dealer, script.vulnerable, run.method,
            str(run.seed), run.produced, run.tried, run.ended,
        )  # fmt: skip


class _Shown:
    """Collects the deals of a run, and the text of actions that print more than deals."""

    def __init__(self, settings: Settings, run: Run) -> None:
        prints = [action for action in run.prints if not _is_shown(action)]
        self._printer = Printer(prints, settings, run.values, title=run.script.title)
        self.texts: list[str] = []
        self.printed = self._printer.begin() if prints else ""

    def begin(self) -> str:
        return ""

    def deals(self, deals: Deals, number: int) -> str:
        self.texts += [deal.text() for deal in deals]
        self.printed += self._printer.deals(deals, number)
        return ""

    def end(self, found: int, tried: int) -> str:
        self.printed += self._printer.end(found, tried)
        return ""


def _is_shown(action: Print) -> bool:
    return isinstance(action, PrintHands) and action.form in _PRINTING_ACTIONS
