"""Tables of calls: the exact frequency of each call at a position, and of the calls after it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from heapq import heapify, heappop, heappush
from html import escape
from typing import TYPE_CHECKING, Any

from dealwright.answers import Estimate, Histogram
from dealwright.answers.estimate_texts import percents
from dealwright.answers.estimates import Number, proportion
from dealwright.answers.tabular import Tabular
from dealwright.ask.counting import counted_within
from dealwright.ask.resources import Resources
from dealwright.base.errors import ArgumentError, AttemptLimitReached, ConditionError, Stopped
from dealwright.base.jobs import Job
from dealwright.cards import Seat
from dealwright.cards.bridge.auction import Auction
from dealwright.conditions.labels import texts_of
from dealwright.conditions.nodes import Measure, Node, all_of
from dealwright.deals.features import built_in
from dealwright.deals.workspace import Workspace
from dealwright.numbering.deals import DEALS
from dealwright.numbering.stream import Seed, Stream
from dealwright.planning.question import Question
from dealwright.systems.calls import auction_of
from dealwright.systems.counting import Counts
from dealwright.systems.shapes import pattern
from dealwright.systems.system import NO_CALL, System

if TYPE_CHECKING:
    from typing import Annotated

    from dealwright.answers.records import DIGITS, WITHOUT_NONE, WORD, Key

__all__ = ["CallRow", "CallTable", "Span", "call_table", "tabulating_calls"]

_CACHED_BYTES = 1 << 26  # bytes of cached models while a tree of positions is counted
_PATTERNS = 4  # most patterns of each call in texts
_LENGTHS = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True)
class Span:
    """The least, greatest and mean value of a quantity of one hand."""

    low: int
    high: int
    mean: Fraction

    def __str__(self) -> str:
        ends = str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
        return f"{ends} ({float(self.mean):.1f})"


@dataclass(frozen=True)
class CallRow:
    """A call: its exact count of deals, its share given the auction, and the caller's hand.

    ``note`` is the rule's note, ``spans`` the caller's quantities by name (``hcp``, and suit
    lengths if requested), ``shapes`` the number of deals of each pattern of the caller's hand, most
    frequent first (if requested), ``after`` the table of the next call (if requested). The call of
    hands that no rule fits is ``no call``.

    If a position cannot be counted exactly, ``hits`` of ``samples`` sampled deals had the call, and
    ``count`` is rounded from their share; otherwise ``samples`` is 0.
    """

    call: str
    count: Annotated[int, DIGITS]
    probability: Fraction
    note: str = ""
    spans: Annotated[Mapping[str, Span], Key("caller")] = field(default_factory=dict)
    after: CallTable | None = None
    shapes: Mapping[str, Annotated[int, DIGITS]] = field(default_factory=dict)
    hits: int = 0
    samples: int = 0

    json_keys = (
        "call", "count", "_probability", "_of_all", "note", "spans", "shapes", "after",
        "_hits", "_interval",
    )  # fmt: skip

    @property
    def _probability(self) -> float:
        """The share given the auction."""
        return float(self.probability)

    @property
    def _of_all(self) -> float:
        """The share of all deals."""
        return self.count / DEALS

    @property
    def _hits(self) -> Annotated[int | None, WITHOUT_NONE]:
        """The deals of the sample that had the call."""
        return self.hits if self.samples else None

    @property
    def _interval(self) -> Annotated[tuple[Number, Number] | None, WITHOUT_NONE]:
        """The interval of the share if it is estimated, else None."""
        return self.share.interval if self.samples else None

    @classmethod
    def of_record(cls, *, hits: int | None = None, **fields: Any) -> CallRow:
        """Return the row of its document; its table computes the share."""
        return cls(probability=Fraction(0), hits=hits or 0, **fields)

    @property
    def share(self) -> Estimate:
        """The share given the auction: exact, or with the interval of its sample."""
        if not self.samples:
            return Estimate.certain(self.probability)
        return proportion(self.hits, self.samples)


@dataclass(frozen=True)
class CallTable(Tabular):
    """The calls at one position, which ``total`` deals reach; each of them has one call.

    ``system`` is the name of the system, ``auction`` the calls so far, ``turn`` the caller. Calls
    that cannot be counted exactly are estimated from ``samples`` deals, drawn with ``seed``;
    otherwise ``samples`` is 0. A table without rows is also too rare for a sample. ``uncounted``
    names calls whose shapes cannot be counted.
    """

    table_rows = "rows"

    system: str
    auction: str
    turn: Annotated[Seat, WORD]
    total: Annotated[int, DIGITS]
    rows: Annotated[tuple[CallRow, ...], Key("calls")]
    samples: int = 0
    seed: str = ""
    uncounted: tuple[str, ...] = ()

    json_keys = ("system", "auction", "turn", "total", "samples", "seed", "uncounted", "rows")

    @classmethod
    def of_record(
        cls, *, total: int, rows: tuple[CallRow, ...], samples: int = 0, **fields: Any
    ) -> CallTable:
        """Return the table of its document; the shares of calls follow from the counts."""
        shares = [
            Fraction(row.hits, samples) if samples else Fraction(row.count, total or 1)
            for row in rows
        ]
        rows = tuple(
            replace(row, probability=share, samples=samples)
            for row, share in zip(rows, shares, strict=True)
        )
        return cls(total=total, rows=rows, samples=samples, **fields)

    def table_columns(self) -> dict[str, list[Any]]:
        """Return a row for each call; the share of a sample has the ends of its interval."""
        columns = super().table_columns()
        if self.samples:
            shares = [row.share for row in self.rows]
            columns["probability_low"] = [float(share.low) for share in shares]
            columns["probability_high"] = [float(share.high) for share in shares]
        return columns

    def __getitem__(self, call: str) -> CallRow:
        for row in self.rows:
            if row.call == call:
                return row
        raise KeyError(call)

    def auctions(self) -> Iterator[tuple[str, int]]:
        """Yield the auctions of the table, down to its depth, with their numbers of deals."""
        for row in self.rows:
            auction = f"{self.auction} {row.call}".strip()
            if row.after is None or not row.after.rows:
                yield auction, row.count
            else:
                yield from row.after.auctions()

    def lines(self, *, notes: bool = True) -> Iterator[str]:
        """Yield the table as text, deeper tables indented below their calls."""
        yield from self._head()
        yield from self._lines("", notes)

    def _head(self) -> Iterator[str]:
        where = f"after {self.auction}" if self.auction else "the opening"
        share = self.total / DEALS
        yield f"{self.system or 'system'}, {where}: {self.total:,} deals, {share:.4%} of all"

    def _lines(self, indent: str, notes: bool) -> Iterator[str]:
        if not self.rows:
            yield f"{indent}beyond exact counting, and too rare for a sample"
        if self.samples:
            yield f"{indent}beyond exact counting: shares of a sample of {self.samples:,} deals"
        for row in self.rows:
            yield f"{indent}{row.call:<8}{_shares(row)}  {_about_caller(row, notes)}".rstrip()
            if row.after is not None:
                yield from row.after._lines(indent + "  ", notes)
        if self.uncounted:
            yield f"{indent}shapes beyond exact counting: {', '.join(self.uncounted)}"

    def auction_lines(self, most: int) -> Iterator[str]:
        """Yield the most frequent auctions with their shares of all deals, then the rest."""
        yield from self._head()
        listed = sorted(self.auctions(), key=lambda item: (-item[1], item[0]))
        for auction, n in listed[:most]:
            yield f"{n / DEALS:>10.4%}  {auction}"
        rest = sum(n for _, n in listed[most:])
        if rest:
            yield f"{rest / DEALS:>10.4%}  {len(listed) - most:,} other auctions"

    def page(self) -> str:
        """Return the table as a complete HTML page."""
        head = f"<title>{escape(self.system or 'system')}</title>"
        style = "<style>body{font:15px sans-serif;margin:2em}ul{list-style:none}</style>"
        top = f'<!doctype html><html lang="en"><meta charset="utf-8">{head}{style}'
        return f"{top}{self.html()}</html>\n"

    def html(self) -> str:
        """Return the table as an HTML tree in which each call can be expanded."""
        return f"<div><p>{escape(next(self._head()))}</p>{self._html()}</div>"

    def _html(self) -> str:
        items = []
        if self.samples:
            items.append(f"<li>a sample of {self.samples:,} deals</li>")
        for row in self.rows:
            text = escape(f"{row.call} {_shares(row)} {_about_caller(row)}".strip())
            if row.after is None:
                items.append(f"<li>{text}</li>")
            else:
                inner = row.after._html()
                items.append(f"<li><details><summary>{text}</summary>{inner}</details></li>")
        return f"<ul>{''.join(items)}</ul>"

    def _repr_html_(self) -> str:
        return self.html()


def _shares(row: CallRow) -> str:
    """Return a call's shares, given the auction and of all deals, with its interval."""
    shares = f"{float(row.probability):>9.4%}  {row.count / DEALS:>9.4%}"
    if not row.samples:
        return shares
    return f"{shares}  {percents(row.share, 3)}".rstrip()


def _about_caller(row: CallRow, notes: bool = True) -> str:
    """Return a text on the caller's hand: quantities, the most frequent patterns, the note."""
    parts = [f"{name} {span}" for name, span in row.spans.items()]
    total = sum(row.shapes.values())
    if total:
        listed = list(row.shapes.items())[:_PATTERNS]
        rest = len(row.shapes) - len(listed)
        parts.append(
            ", ".join(f"{name} {n / total:.1%}" for name, n in listed)
            + (f", {rest} others" if rest else "")
        )
    return "  ".join([*parts, *([row.note] if notes and row.note else [])])


def call_table(
    system: System,
    auction: str = "",
    *,
    depth: int = 1,
    lengths: bool = False,
    shapes: bool = False,
    in_parts: bool = False,
    seed: Seed | Stream | None = None,
) -> CallTable:
    """Return the frequency of each call after an auction; see ``tabulating_calls``.

    >>> from dealwright.systems import read_system
    >>> table = call_table(read_system("natural"), "1NT", shapes=True)
    >>> print(f"{float(table['2C'].probability):.4f}", table["2C"].spans["hcp"])
    0.2382 8-25 (10.7)
    >>> list(table["2D"].shapes)[:3]
    ['5332', '5431', '5422']

    :raises ConditionError: if the auction cannot occur, or has no rules
    """
    return tabulating_calls(
        system, auction, depth=depth, lengths=lengths, shapes=shapes, in_parts=in_parts, seed=seed
    ).result()


def tabulating_calls(
    system: System,
    auction: str = "",
    *,
    depth: int = 1,
    lengths: bool = False,
    shapes: bool = False,
    in_parts: bool = False,
    resources: Resources | None = None,
    seed: Seed | Stream | None = None,
) -> Job[CallTable, CallTable]:
    """Return a job that makes a table of calls; its partial results are the tables so far.

    ``depth`` is the number of calls of the side in a row; the most frequent positions are counted
    first. ``lengths`` adds the caller's suit lengths, ``shapes`` the patterns of the hand. Calls
    that cannot be counted exactly are estimated from deals drawn with ``seed``, or, with
    ``in_parts``, counted by ranges of the points of both hands, which takes longer.

    :raises ArgumentError: if the depth is not 1 or more
    """
    if depth < 1:
        raise ArgumentError(f"the depth must be at least 1, not {depth}")
    used_resources, stream = resources or Resources(seconds=600.0), Stream.of(seed)
    own_workspace = Workspace(
        bound=_CACHED_BYTES
    )  # no position is counted twice, so little is cached
    deeper_resources = Resources(
        used_resources.budget.memory,
        own_workspace,
        used_resources.threads,
        used_resources.budget.seconds,
    )
    first, work = (
        _Tables(system, Counts(table_resources, stream, in_parts), lengths=lengths, shapes=shapes)
        for table_resources in (used_resources, deeper_resources)
    )

    def tabulated(job: Job[CallTable, CallTable]) -> Generator[CallTable, None, CallTable]:
        root = first.table(auction_of(auction), auction.strip(), None, job)
        if root is None:
            raise ConditionError(f"the system has no rules after {auction or 'the beginning'}")
        if not root.rows:
            raise ConditionError(f"the calls after {auction} are beyond counting and sampling")
        yield root
        pending = _open_positions(root, (), depth)  # a heap: the most frequent first
        done = 1
        while pending and not job.stopping:
            _, path = heappop(pending)
            job.report(done, done + len(pending), "positions")
            row = _row_at(root, path)
            auction_text = f"{_table_at(root, path).auction} {row.call}".strip()
            try:
                after = work.table(auction_of(auction_text), auction_text, row.count, job)
            except Stopped:
                break
            if after is None:
                continue
            done += 1
            root = _with_after(root, path, after)
            for position in _open_positions(after, path, depth):
                heappush(pending, position)
            yield root
        return root

    return Job(tabulated)


def _open_positions(
    table: CallTable, path: tuple[int, ...], depth: int
) -> list[tuple[int, tuple[int, ...]]]:
    """Return the positions after the calls of a table, as a heap: deals, negative, and the path."""
    if len(path) + 1 >= depth:
        return []
    positions = [
        (-row.count, (*path, index))
        for index, row in enumerate(table.rows)
        if row.count and row.call != NO_CALL
    ]
    heapify(positions)
    return positions


class _Tables:
    """Makes the table of one position at a time."""

    def __init__(self, system: System, counts: Counts, *, lengths: bool, shapes: bool) -> None:
        self.system, self.counts, self.lengths, self.shapes = system, counts, lengths, shapes

    def table(
        self, auction: Auction, said: str, total: int | None, job: Job[Any, Any]
    ) -> CallTable | None:
        """Return the table of a position, None without rules; ``total`` comes from the row above.

        :raises ConditionError: if no deal reaches it
        """
        turn = auction.turn
        applicable = None if turn is None else self.system.applicable_rules(auction)
        choice = None if turn is None else self.system.choice(auction)
        if turn is None or applicable is None or choice is None:
            return None
        measures: dict[str, Node] = {"hcp": Measure(built_in()["hcp"], turn)}
        if self.lengths:
            length = built_in()["length"]
            measures |= {
                name: Measure(length, turn, 3 - index) for index, name in enumerate(_LENGTHS)
            }
        tree = self.system.tree(auction)
        question = Question(tree)
        groups = [[choice, measure] for measure in measures.values()]
        histograms = self.counts.exact(question, groups, job)
        joints = [histogram for histogram in histograms if histogram is not None]
        samples, shapes, uncounted = 0, dict[str, dict[str, int]](), list[str]()
        if len(joints) < len(histograms):
            total = total or self._total(question, said, job)
            try:
                joints = self.counts.sampled(question, [*groups, [choice, pattern(turn)]], job)
            except (ConditionError, AttemptLimitReached):  # too rare for a sample
                return CallTable(self.system.name, said, turn, total, ())
            samples = joints[0].total
            if self.shapes:
                shapes = {
                    text: _patterns(joints[-1].given({0: number}).marginal(1))
                    for number, text in (texts_of(choice) or {}).items()
                }
        counts = joints[0].column(0)
        deals = total if samples and total is not None else sum(counts.values())
        if not deals:
            raise ConditionError(f"no deal is bid {said}")
        if self.shapes and not samples:
            called = {
                text for number, text in (texts_of(choice) or {}).items() if counts.get(number, 0)
            }
            shapes, uncounted = self._shapes(auction, turn, question, sorted(called), job)
        notes = {applied.call: applied.rule.note for applied in reversed(applicable)}
        rows = tuple(
            CallRow(
                call,
                round(Fraction(n * deals, samples)) if samples else n,
                Fraction(n, samples or deals),
                notes.get(call, ""),
                {
                    name: _span(joint, number)
                    for name, joint in zip(measures, joints, strict=False)
                    if n
                },
                None,
                shapes.get(call, {}),
                n if samples else 0,
                samples,
            )
            for number, call in (texts_of(choice) or {}).items()
            if (n := counts.get(number, 0)) or call != NO_CALL
        )
        seed = self.counts.stream.seed if samples else ""
        return CallTable(
            self.system.name, said, turn, deals, rows, samples, seed, tuple(uncounted)
        )  # fmt: skip

    def _total(self, question: Question, said: str, job: Job[Any, Any]) -> int:
        """Return how many deals reach a position.

        :raises ConditionError: if they cannot be counted exactly
        """
        resources = self.counts.resources
        effort = resources.budget.effort(job.flag)
        share = counted_within(question, resources, effort, job.flag)
        if share is not None:
            return int(share.scaled(question.deals))
        points = Measure(built_in()["hcp"], Seat.NORTH)
        histogram = (
            self.counts.exact(question, [[points]], job)[0] if self.counts.in_parts else None
        )
        if histogram is None:
            raise ConditionError(
                f"the deals that are bid {said or 'to the opening'} cannot be counted exactly",
                hint="" if self.counts.in_parts else "Try --in-parts, which counts them in parts",
            )
        return histogram.total

    def _shapes(
        self, auction: Auction, turn: Seat, question: Question, calls: list[str], job: Job[Any, Any]
    ) -> tuple[dict[str, dict[str, int]], list[str]]:
        """Return the patterns of each call, and the calls for which they cannot be counted.

        Each call is counted alone: one rule distinguishes fewer hands than all rules together.
        """
        patterns, uncounted = dict[str, dict[str, int]](), list[str]()
        for call in (name for name in calls if name != NO_CALL):
            rule = self.system.call_tree(auction, call)
            call_question = question.about(all_of([question.tree, rule]))
            (shapes,) = self.counts.exact(call_question, [[pattern(turn)]], job)
            if shapes is None:
                uncounted.append(call)
            else:
                patterns[call] = _patterns(shapes)
        return patterns, uncounted


def _patterns(histogram: Histogram) -> dict[str, int]:
    """Return the deals of each pattern, the commonest first."""
    most_frequent = sorted(histogram.column().items(), key=lambda item: (-item[1], item[0]))
    return {histogram.text(value): n for value, n in most_frequent}


def _span(joint: Histogram, call: int) -> Span:
    values = {value: n for (number, value), n in joint.items() if number == call}
    total = sum(values.values())
    mean = Fraction(sum(value * n for value, n in values.items()), total)
    return Span(min(values), max(values), mean)


def _table_at(table: CallTable, path: tuple[int, ...]) -> CallTable:
    for index in path[:-1]:
        after = table.rows[index].after
        assert after is not None
        table = after
    return table


def _row_at(table: CallTable, path: tuple[int, ...]) -> CallRow:
    return _table_at(table, path).rows[path[-1]]


def _with_after(table: CallTable, path: tuple[int, ...], after: CallTable) -> CallTable:
    index, *deeper = path
    row = table.rows[index]
    if deeper:
        assert row.after is not None
        after = _with_after(row.after, tuple(deeper), after)
    rows = (*table.rows[:index], replace(row, after=after), *table.rows[index + 1 :])
    return replace(table, rows=rows)
