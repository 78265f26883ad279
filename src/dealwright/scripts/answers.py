"""What a script answers, as values: its statistics, its deals and what it prints."""

from __future__ import annotations

from collections.abc import Generator, Mapping
from dataclasses import dataclass
from typing import Any

from dealwright.answers import Histogram
from dealwright.bridge.boards import Vulnerability
from dealwright.cards import Seat
from dealwright.deals import Deals
from dealwright.defaults import with_defaults
from dealwright.formats import Settings
from dealwright.jobs import Job
from dealwright.scripts.data import Average, EvalContract, Frequency
from dealwright.scripts.printers import Printer
from dealwright.scripts.prints import Print, PrintHands
from dealwright.scripts.running import Run
from dealwright.scripts.statistics import Statistic, frequency_table, statistic_lines

__all__ = ["Answering", "FoundStatistic", "ScriptAnswer"]

_SHOWN = ("printall", "print", "printpbn")  # deals say as much
_KINDS = {Average: "average", Frequency: "frequency", EvalContract: "evalcontract"}


@dataclass(frozen=True)
class FoundStatistic:
    """An average, a frequency or an ``evalcontract``: how many deals have each value.

    ``kind`` is one of these words. ``lines`` are its report; ``rows``, ``columns`` and ``counts``
    the table of a frequency, with its bounds and widths (``columns`` is empty for one expression).
    """

    kind: str
    label: str
    histogram: Histogram
    lines: tuple[str, ...]
    rows: tuple[str, ...] = ()
    columns: tuple[str, ...] = ()
    counts: tuple[tuple[int, ...], ...] = ()

    @classmethod
    def of(cls, found: Statistic) -> FoundStatistic:
        """Return what was found of a statistic of a run."""
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

    def to_dict(self) -> dict[str, Any]:
        """Return the statistic as JSON values; numbers of deals are decimal strings.

        ``mean`` and ``half_width``, of its 95 % interval, are None where there is none.
        """
        found, average = self.histogram, self.kind == "average" and self.histogram.total > 0
        known = average and not found.exact and found.total > 1
        ends = found.estimate().interval if known else None
        return {
            "statistic": self.kind,
            "label": self.label,
            "lines": list(self.lines),
            "mean": float(found.mean()) if average else None,
            "half_width": float(ends[1] - ends[0]) / 2 if ends else None,
            "rows": list(self.rows),
            "columns": list(self.columns),
            "counts": [list(map(str, row)) for row in self.counts],
            "histogram": found.to_dict(),
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> FoundStatistic:
        """Return the statistic of JSON values; the inverse of ``to_dict``."""
        values = with_defaults(cls, values)
        return cls(
            values["statistic"], values["label"], Histogram.from_dict(values["histogram"]),
            tuple(values["lines"]), tuple(values["rows"]), tuple(values["columns"]),
            tuple(tuple(map(int, row)) for row in values["counts"]),
        )  # fmt: skip


@dataclass(frozen=True)
class ScriptAnswer:
    """What a script answers: ``statistics`` in its order, and the ``deals`` that it shows.

    ``printed`` is the text of its other actions. ``board`` is the number of the first deal's board;
    ``dealer`` and ``vulnerable`` are None where they follow the numbers. ``produced`` deals were
    dealt (or sampled), ``tried`` examined; ``ended`` says why before its time, "" if it did not.
    """

    condition: str
    statistics: tuple[FoundStatistic, ...] = ()
    deals: tuple[str, ...] = ()
    printed: str = ""
    notes: tuple[str, ...] = ()
    board: int = 1
    dealer: Seat | None = None
    vulnerable: Vulnerability | None = None
    method: str = ""
    seed: str = ""
    produced: int = 0
    tried: int = 0
    ended: str = ""

    def to_dict(self) -> dict[str, Any]:
        """Return the answer as JSON values; deals are texts, as in PBN."""
        return {
            "condition": self.condition,
            "statistics": [found.to_dict() for found in self.statistics],
            "deals": list(self.deals),
            "printed": self.printed,
            "notes": list(self.notes),
            "board": self.board,
            "dealer": None if self.dealer is None else self.dealer.name.lower(),
            "vulnerable": None if self.vulnerable is None else self.vulnerable.value,
            "method": self.method,
            "seed": self.seed,
            "produced": self.produced,
            "tried": self.tried,
            "ended": self.ended,
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> ScriptAnswer:
        """Return the answer of JSON values; the inverse of ``to_dict``."""
        values = with_defaults(cls, values)
        dealer, vulnerable = values["dealer"], values["vulnerable"]
        return cls(
            values["condition"],
            tuple(map(FoundStatistic.from_dict, values["statistics"])),
            tuple(values["deals"]), values["printed"], tuple(values["notes"]), values["board"],
            None if dealer is None else Seat.of(dealer),
            None if vulnerable is None else Vulnerability(vulnerable),
            values["method"], values["seed"], values["produced"], values["tried"], values["ended"],
        )  # fmt: skip


class Answering(Job[ScriptAnswer, ScriptAnswer]):
    """A job that runs a script and answers with values in place of a report.

    ``most`` is how many deals it shows at most. A run that is stopped has what there is.

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
            wanted = script.produce if run.produce is None else run.produce
            if self.most is not None and wanted is not None and wanted > self.most:
                notes.append(f"these are the first {self.most} of {wanted:,} deals")
                run.produce = self.most

            def collected(settings: Settings) -> _Shown:
                nonlocal shown
                shown = _Shown(settings, run)
                return shown

            run.sink = collected
        run.flag = self.flag
        run.watch(lambda progress: self.report(*progress))
        for _ in run:  # its report, which the statistics hold
            pass
        yield from ()
        return ScriptAnswer(
            run.question.text, tuple(map(FoundStatistic.of, run.statistics)),
            () if shown is None else tuple(shown.texts), "" if shown is None else shown.printed,
            tuple(notes), script.startboard, script.dealer, script.vulnerable, run.method,
            str(run.seed), run.produced, run.tried, run.ended,
        )  # fmt: skip


class _Shown:
    """Takes the deals of a run, and the text of those actions that print more than deals."""

    def __init__(self, settings: Settings, run: Run) -> None:
        prints = [each for each in run.prints if not _is_shown(each)]
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
    return isinstance(action, PrintHands) and action.form in _SHOWN
