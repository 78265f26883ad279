"""Tables of calls: how often each call comes up at a position, exactly, and what comes after it."""

from __future__ import annotations

from collections.abc import Generator, Iterator, Mapping
from dataclasses import dataclass, field, replace
from fractions import Fraction
from html import escape
from typing import Any

from dealwright.answers import Histogram
from dealwright.answers.exact_numbers import number_from_json, number_to_json
from dealwright.ask.distributions import distributions
from dealwright.ask.planning import Resources
from dealwright.bridge.auction import Auction
from dealwright.cards import Seat
from dealwright.conditions.labels import texts_of
from dealwright.conditions.nodes import Measure
from dealwright.errors import ArgumentError, ConditionError
from dealwright.features import built_in
from dealwright.jobs import Job
from dealwright.numbering.deals import DEALS
from dealwright.planning.question import Question
from dealwright.systems.calls import auction_of
from dealwright.systems.system import NO_CALL, System

__all__ = ["CallRow", "CallTable", "Span", "call_table", "tabulating_calls"]

_LENGTHS = ("spades", "hearts", "diamonds", "clubs")


@dataclass(frozen=True)
class Span:
    """The values of a number of one hand: the least, the greatest, and the mean."""

    low: int
    high: int
    mean: Fraction

    def __str__(self) -> str:
        ends = str(self.low) if self.low == self.high else f"{self.low}-{self.high}"
        return f"{ends} ({float(self.mean):.1f})"

    def to_dict(self) -> dict[str, Any]:
        """Return the span as JSON values."""
        return {"low": self.low, "high": self.high, "mean": number_to_json(self.mean)}


@dataclass(frozen=True)
class CallRow:
    """A call: its exact count of deals, its share given the auction, and what the caller has.

    ``note`` is what the rules say of it, ``spans`` the caller's numbers by name (``hcp``, and the
    lengths of suits if they were asked for), ``after`` the table of the next call, if it was asked
    for. The call of hands that no rule fits is ``no call``.
    """

    call: str
    count: int
    probability: Fraction
    note: str = ""
    spans: Mapping[str, Span] = field(default_factory=dict)
    after: CallTable | None = None

    def to_dict(self) -> dict[str, Any]:
        """Return the row as JSON values; shares are floats, ``count`` is a decimal text."""
        return {
            "call": self.call,
            "count": str(self.count),
            "probability": float(self.probability),
            "of_all": self.count / DEALS,
            "note": self.note,
            "caller": {name: span.to_dict() for name, span in self.spans.items()},
            "after": None if self.after is None else self.after.to_dict(),
        }


@dataclass(frozen=True)
class CallTable:
    """The calls at one position: ``total`` deals come to it, and each of them has one call.

    ``system`` is the name of the system, ``auction`` the calls so far, ``turn`` who calls. A table
    without rows, below another one, is beyond exact counting.
    """

    system: str
    auction: str
    turn: Seat
    total: int
    rows: tuple[CallRow, ...]

    def __getitem__(self, call: str) -> CallRow:
        for row in self.rows:
            if row.call == call:
                return row
        raise KeyError(call)

    def auctions(self) -> Iterator[tuple[str, int]]:
        """Yield the auctions of the table, to the depth that it has, with their deals."""
        for row in self.rows:
            said = f"{self.auction} {row.call}".strip()
            if row.after is None or not row.after.rows:
                yield said, row.count
            else:
                yield from row.after.auctions()

    def to_dict(self) -> dict[str, Any]:
        """Return the table as JSON values."""
        return {
            "system": self.system,
            "auction": self.auction,
            "turn": self.turn.name.lower(),
            "total": str(self.total),
            "calls": [row.to_dict() for row in self.rows],
        }

    @classmethod
    def from_dict(cls, values: Mapping[str, Any]) -> CallTable:
        """Return the table of JSON values; the inverse of ``to_dict``."""
        total = int(values["total"])
        rows = tuple(
            CallRow(
                row["call"], int(row["count"]), Fraction(int(row["count"]), total or 1),
                row["note"],
                {
                    name: Span(span["low"], span["high"], Fraction(number_from_json(span["mean"])))
                    for name, span in row["caller"].items()
                },
                None if row["after"] is None else cls.from_dict(row["after"]),
            )
            for row in values["calls"]
        )  # fmt: skip
        return cls(values["system"], values["auction"], Seat.of(values["turn"]), total, rows)

    def lines(self, *, notes: bool = True) -> Iterator[str]:
        """Yield the table as text, deeper tables indented below their calls."""
        yield from self._head()
        yield from self._lines("", notes)

    def _head(self) -> Iterator[str]:
        where = f"after {self.auction}" if self.auction else "the opening"
        share = self.total / DEALS
        yield f"{self.system or 'system'}, {where}: {self.total:,} deals, {share:.4%} of all"

    def _lines(self, indent: str, notes: bool) -> Iterator[str]:
        for row in self.rows:
            spans = "  ".join(f"{name} {span}" for name, span in row.spans.items())
            said = f"  {row.note}" if notes and row.note else ""
            share = f"{float(row.probability):>9.4%}"
            yield f"{indent}{row.call:<8}{share}  {row.count / DEALS:>9.4%}  {spans}{said}"
            if row.after is not None and not row.after.rows:
                yield f"{indent}  what follows is beyond exact counting"
            elif row.after is not None:
                yield from row.after._lines(indent + "  ", notes)

    def auction_lines(self, most: int) -> Iterator[str]:
        """Yield the most frequent auctions, their shares of all deals, and what is left."""
        yield from self._head()
        listed = sorted(self.auctions(), key=lambda item: (-item[1], item[0]))
        for said, n in listed[:most]:
            yield f"{n / DEALS:>10.4%}  {said}"
        rest = sum(n for _, n in listed[most:])
        if rest:
            yield f"{rest / DEALS:>10.4%}  {len(listed) - most:,} other auctions"

    def page(self) -> str:
        """Return the table as a page in HTML of its own."""
        head = f"<title>{escape(self.system or 'system')}</title>"
        style = "<style>body{font:15px sans-serif;margin:2em}ul{list-style:none}</style>"
        top = f'<!doctype html><html lang="en"><meta charset="utf-8">{head}{style}'
        return f"{top}{self.html()}</html>\n"

    def html(self) -> str:
        """Return the table as a tree in HTML, each call a part that opens."""
        return f"<div><p>{escape(next(self._head()))}</p>{self._html()}</div>"

    def _html(self) -> str:
        items = []
        for row in self.rows:
            spans = ", ".join(f"{name} {span}" for name, span in row.spans.items())
            text = escape(f"{row.call} {float(row.probability):.4%} {spans} {row.note}".strip())
            if row.after is None:
                items.append(f"<li>{text}</li>")
            else:
                inner = row.after._html()
                items.append(f"<li><details><summary>{text}</summary>{inner}</details></li>")
        return f"<ul>{''.join(items)}</ul>"

    def _repr_html_(self) -> str:
        return self.html()

    def __str__(self) -> str:
        return "\n".join(self.lines())


def call_table(
    system: System, auction: str = "", *, depth: int = 1, lengths: bool = False
) -> CallTable:
    """Return how often each call comes up after an auction, exactly.

    ``depth`` is how many calls of the side deep the table goes, ``lengths`` adds the caller's suit
    lengths.

    >>> from dealwright.systems import read_system
    >>> found = call_table(read_system("natural"), "1NT")
    >>> print(f"{float(found['2C'].probability):.4f}", found["2C"].spans["hcp"])
    0.2382 8-25 (10.7)

    :raises ConditionError: if the auction does not come up, or has no rules
    """
    return tabulating_calls(system, auction, depth=depth, lengths=lengths).result()


def tabulating_calls(
    system: System,
    auction: str = "",
    *,
    depth: int = 1,
    lengths: bool = False,
    resources: Resources | None = None,
) -> Job[CallTable, CallTable]:
    """Return a job that makes a table of calls; its partial results are the tables so far.

    :raises ArgumentError: if the depth is not 1 or more
    """
    if depth < 1:
        raise ArgumentError(f"a table is one call deep or more, not {depth}")
    work = _Tables(system, lengths, resources or Resources(seconds=600.0))

    def tabulated(job: Job[CallTable, CallTable]) -> Generator[CallTable, None, CallTable]:
        root = work.table(auction_of(auction), auction.strip(), job)
        if root is None:
            raise ConditionError(f"the system has no rules after {auction or 'the beginning'}")
        if not root.rows:
            raise ConditionError(f"the calls after {auction} cannot be counted exactly")
        yield root
        paths: list[tuple[int, ...]] = [(at,) for at in range(len(root.rows))]
        paths = paths if depth > 1 else []
        done = 1
        while paths and not job.stopping:
            path = paths.pop(0)
            job.report(done, done + len(paths), "positions")
            row = _row_at(root, path)
            said = f"{_table_at(root, path).auction} {row.call}".strip()
            if not row.count or row.call == NO_CALL:
                continue
            after = work.table(auction_of(said), said, job)
            done += 1
            if after is None:
                continue
            if not after.rows:
                after = replace(after, total=row.count)
            root = _with_after(root, path, after)
            if len(path) + 1 < depth:
                paths += [(*path, at) for at in range(len(after.rows))]
            yield root
        return root

    return Job(tabulated)


class _Tables:
    """Makes the table of one position at a time."""

    def __init__(self, system: System, lengths: bool, resources: Resources) -> None:
        self.system, self.lengths, self.resources = system, lengths, resources

    def table(self, auction: Auction, said: str, job: Job[Any, Any]) -> CallTable | None:
        turn = auction.turn
        spots = None if turn is None else self.system.spots(auction)
        choice = None if turn is None else self.system.choice(auction)
        if turn is None or spots is None or choice is None:
            return None
        measures = {"hcp": Measure(built_in()["hcp"], turn)}
        if self.lengths:
            length = built_in()["length"]
            suits = {name: Measure(length, turn, 3 - at) for at, name in enumerate(_LENGTHS)}
            measures |= suits
        tree = self.system.tree(auction)
        groups = [[choice, measure] for measure in measures.values()]
        joints = distributions(Question(tree), groups, self.resources, stop=job.flag)
        found = {
            name: each for name, each in zip(measures, joints, strict=True) if each is not None
        }
        if len(found) < len(joints):
            return CallTable(self.system.name, said, turn, 0, ())
        counts = next(iter(found.values())).column(0)
        total = sum(counts.values())
        if not total:
            raise ConditionError(f"no deal goes {said}")
        notes = {spot.call: spot.rule.note for spot in reversed(spots)}
        rows = tuple(
            CallRow(
                call, counts.get(number, 0), Fraction(counts.get(number, 0), total),
                notes.get(call, ""),
                {
                    name: _span(joint, number)
                    for name, joint in found.items()
                    if counts.get(number, 0)
                },
            )
            for number, call in (texts_of(choice) or {}).items()
            if counts.get(number, 0) or call != NO_CALL
        )  # fmt: skip
        return CallTable(self.system.name, said, turn, total, rows)


def _span(joint: Histogram, call: int) -> Span:
    values = {value: n for (which, value), n in joint.items() if which == call}
    total = sum(values.values())
    mean = Fraction(sum(value * n for value, n in values.items()), total)
    return Span(min(values), max(values), mean)


def _table_at(table: CallTable, path: tuple[int, ...]) -> CallTable:
    for at in path[:-1]:
        after = table.rows[at].after
        assert after is not None
        table = after
    return table


def _row_at(table: CallTable, path: tuple[int, ...]) -> CallRow:
    return _table_at(table, path).rows[path[-1]]


def _with_after(table: CallTable, path: tuple[int, ...], after: CallTable) -> CallTable:
    at, *deeper = path
    row = table.rows[at]
    if deeper:
        assert row.after is not None
        after = _with_after(row.after, tuple(deeper), after)
    rows = (*table.rows[:at], replace(row, after=after), *table.rows[at + 1 :])
    return replace(table, rows=rows)
