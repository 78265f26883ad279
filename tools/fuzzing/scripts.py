"""Random scripts of `dealer`, held to what Debian's program of that name prints for them.

Three scripts are made of one case. The program deals and prints the values of expressions and of
the condition, which must be the values here of the same deals. It runs the script, whose deals must
satisfy the condition here, and whose averages and tables must be those of the values here. Both
programs print one deal, of which all cards are fixed, in all forms. In some cases the exact
statistics of the script are compared with a sample of the program's.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from itertools import takewhile
from math import sqrt
from typing import Any

import numpy as np
from tools.fuzzing import NotCompared
from tools.fuzzing._hands import SEATS, SUITS, Hand, dealt, masks

import dealwright
from dealwright.ask.condition import Condition, Quantity
from dealwright.scripts import run_script
from dealwright.scripts.data import Average, Frequency
from dealwright.scripts.prints import PrintText
from dealwright.scripts.reading import parse_script
from dealwright.scripts.statistics import Statistic, frequency_table

__all__ = ["Case", "draw", "fault", "smaller"]

PROGRAM = shutil.which("dealer") or shutil.which("dealer", path="/usr/games")

_VALUES = 80  # deals whose values are compared
_LOOKED, _FOUND = 400, 60  # deals that the program looks at for a condition, and that it prints
_SAMPLE = 20_000
_RARELY = 25  # a right share is too far off less often than 2 exp(-25), once in 10^10 shares
_BUDGET = 0.1  # seconds of work for exact statistics
_OF_HAND = (
    "hcp",
    "controls",
    "losers",
    "aces",
    "kings",
    "queens",
    "jacks",
    "tens",
    "top2",
    "top3",
    "top4",
    "top5",
    "c13",
    "cccc",
)
_ORDERS = ("<", "<=", ">", ">=")
_OF_SUIT = tuple(name for name in _OF_HAND if name != "cccc")
_PT = tuple(f"pt{number}" for number in range(10))
_SHAPES = (
    "any 4333", "any 4432", "any 5332", "any 5422", "any 5xxx", "5xxx", "x5xx", "xx4x", "xxx6",
    "4432", "54xx", "any 4xx1", "any 6xxx", "any 0xxx", "any 7xxx", "3xxx", "x33x", "any 55xx",
    "22xx",
)  # fmt: skip
_FORMS = (
    "printall", "printew", "printoneline", "printcompact", "printoneline({})", "printcompact({})",
    "print(west, north)", "print(north)", "print(south, east)",
)  # fmt: skip
_POINTCOUNTS = ("6 4 2 1", "4 3 2 1 1", "3 2 1", "1 1 1 1 1 1", "0 0 0 0 0 0 0 0 0 0 0 0 1")


@dataclass(frozen=True)
class Case:
    """A script: definitions, a condition, and the expressions of actions; and what is done."""

    definitions: tuple[tuple[str, str], ...]
    condition: str
    averages: tuple[str, ...]
    tables: tuple[
        tuple[tuple[str, int, int], ...], ...
    ]  # for each one or two expressions with the ends of rows
    forms: tuple[str, ...]
    pointcount: str
    predeal: str
    seed: int
    sampled: bool

    def __str__(self) -> str:
        return " ".join(
            self._script(
                f"generate {_LOOKED} produce {_FOUND}", self.condition, self._statistics()
            ).split("\n")
        )

    def _statistics(self) -> list[str]:
        tables = (
            ", ".join(f"{text}, {low}, {high}" for text, low, high in table)
            for table in self.tables
        )
        return [
            *(f'average "a{place}" {text}' for place, text in enumerate(self.averages)),
            *(f'frequency "f{place}" ({table})' for place, table in enumerate(tables)),
        ]

    def _script(
        self, head: str, condition: str, actions: Iterable[str], predeal: str | None = None
    ) -> str:
        predeal = self.predeal if predeal is None else predeal
        lines = [
            head, f"pointcount {self.pointcount}" if self.pointcount else "",
            f"predeal {predeal}" if predeal else "",
            *(f"{name} = {text}" for name, text in self.definitions),
            f"condition {condition}" if condition else "", f"action {', '.join(actions)}",
        ]  # fmt: skip
        return "\n".join(line for line in lines if line) + "\n"

    @property
    def expressions(self) -> list[str]:
        """All expressions, the condition first."""
        return [
            self.condition,
            *self.averages,
            *(text for table in self.tables for text, _, _ in table),
        ]

    @property
    def of_values(self) -> str:
        """The script that prints the values of all expressions."""
        texts = ', " ", '.join(f"({text})" for text in self.expressions)
        return self._script(
            f"generate {_VALUES} produce {_VALUES}",
            "",
            ["printoneline", f'printes("v ", {texts}, \\n)'],
        )

    @property
    def of_statistics(self) -> str:
        """The script itself, with its deals."""
        return self._script(
            f"generate {_LOOKED} produce {_FOUND}",
            self.condition,
            ["printoneline", *self._statistics()],
        )

    @property
    def of_sample(self) -> str:
        """The script without its deals, and with more of them."""
        return self._script(
            f"generate {_SAMPLE} produce {_SAMPLE}", self.condition, self._statistics()
        )

    @property
    def of_one_deal(self) -> str:
        """The script that prints one deal in all forms."""
        deal = dealt(random.Random(self.seed))
        predeal = " ".join(
            f"{seat} {', '.join(letter + rank for letter, rank in _cards(hand))}"
            for seat, hand in zip(SEATS, deal, strict=True)
        )
        forms = [form.format(self.expressions[-1]) for form in self.forms]
        texts = ', " ", '.join(f"({text})" for text in self.expressions)
        return self._script(
            "generate 1 produce 1", "", [*forms, f'printes("v ", {texts}, \\n)'], predeal
        )


def _cards(hand: Hand) -> Iterator[tuple[str, str]]:
    return ((letter, rank) for letter, ranks in zip("SHDC", hand, strict=True) for rank in ranks)


def _value(r: random.Random) -> str:
    """Return a number of a hand."""
    kind, seat = r.random(), r.choice(SEATS)
    if kind < 0.3:
        return f"{r.choice([*SUITS, 'spade', 'club'])}({seat})"
    if kind < 0.65:
        return f"{r.choice(_OF_HAND)}({seat})"
    if kind < 0.75:
        return f"{r.choice(_OF_SUIT)}({seat}, {r.choice(SUITS)})"
    if kind < 0.8:
        return f"quality({seat}, {r.choice(SUITS)})"
    if kind < 0.87:
        name = r.choice(_PT)
        return r.choice([f"{name}({seat})", f"{name}({seat}, {r.choice(SUITS)})"])
    if kind < 0.95:
        contract = f"x{r.randint(1, 7)}{r.choice('CDHSN')}"
        return f"score({r.choice(['vul', 'nv'])}, {contract}, {r.choice(SUITS)}({seat}))"
    return f"imps({r.choice(['hcp', 'c13'])}({seat}) * 10 - {r.randrange(0, 200, 10)})"


def _expression(r: random.Random, depth: int, names: list[str]) -> str:
    kind = r.random()
    if depth == 0 or kind < 0.25:
        return r.choice(names) if names and r.random() < 0.15 else _value(r)
    one, other = _expression(r, depth - 1, names), _expression(r, depth - 1, names)
    if kind < 0.6:
        return f"{one} {r.choice('+-')} {other}"
    if kind < 0.7:
        return f"({one}) {r.choice('+-')} ({other})"
    if kind < 0.78:
        return f"{r.choice([2, 3, 4, 10])} * {one}"
    if kind < 0.86:
        return f"({one}) {r.choice('/%')} {r.choice([2, 3, 4, 5])}"
    if kind < 0.9:
        return f"({one}) {r.choice('/%')} (aces({r.choice(SEATS)}) + 1)"
    if kind < 0.96:
        return f"({_test(r, depth - 1, names)} ? {one} : {other})"
    return f"({_test(r, depth - 1, names)}) + {one}"


def _plain_test(r: random.Random) -> str:
    kind, seat = r.random(), r.choice(SEATS)
    if kind < 0.2:
        shapes = r.choice(_SHAPES)
        for _ in range(r.choice([0, 1, 1, 2])):
            shapes += f" {r.choice('++-')} {r.choice(_SHAPES)}"
        return f"shape({seat}, {shapes})"
    if kind < 0.3:
        return f"hascard({seat}, {r.choice('AKQJT92')}{r.choice('SHDC')})"
    if kind < 0.37:  # "not" binds tightly, comparisons are taken from the left, a number is a test
        value = _value(r)
        return r.choice(
            [f"not {value} > 0", f"!{value} == 0", f"1 < {value} < 2", f"{value} == 3 != 1", value]
        )
    if kind < 0.65:
        return f"{r.choice(['hcp', 'c13'])}({seat}) {r.choice(_ORDERS)} {r.randint(6, 14)}"
    if kind < 0.85:
        return f"{r.choice(SUITS)}({seat}) {r.choice([*_ORDERS, '==', '!='])} {r.randint(1, 5)}"
    return f"{_value(r)} {r.choice([*_ORDERS, '!='])} {_value(r)}"


def _test(r: random.Random, depth: int, names: list[str]) -> str:
    kind = r.random()
    if depth == 0 or kind < 0.4:
        return _plain_test(r)
    one, other = _test(r, depth - 1, names), _test(r, depth - 1, names)
    if kind < 0.8:
        return f"{one} {r.choice(['&&', '||', 'and', 'or'])} {other}"
    if kind < 0.9:
        return f"({one}) {r.choice(['&&', '||', '==', '!='])} ({other})"
    if kind < 0.95:
        return f"{r.choice(['not ', '!'])}({one})"
    numbers = [_expression(r, depth - 1, names) for _ in range(2)]
    return f" {r.choice(_ORDERS)} ".join(numbers)


def draw(r: random.Random) -> Case:
    """Draw a script with definitions, a condition and statistics."""
    definitions: list[tuple[str, str]] = []
    for name in ("first", "other")[: r.choice([0, 0, 1, 2])]:
        definitions.append((name, _expression(r, 1, [known for known, _ in definitions])))
    names = [name for name, _ in definitions]
    averages = tuple(_expression(r, r.choice([0, 1, 2]), names) for _ in range(r.randint(1, 2)))
    tables = []
    for _ in range(r.randint(0, 2)):
        low = r.randint(-2, 8)
        axes = [
            (_expression(r, r.choice([0, 0, 1]), names), low, low + r.randint(0, 6))
            for _ in range(r.choice([1, 1, 2]))
        ]
        tables.append(tuple(axes))
    predeal = ""
    if r.random() < 0.2:
        seat, other = r.sample(SEATS, 2)
        cards = r.sample([letter + rank for letter in "SHDC" for rank in "AKQJT98765432"], 6)
        predeal = f"{seat} {', '.join(cards[:3])} {other} {', '.join(cards[3:])}"
    pointcount = r.choice(_POINTCOUNTS) if r.random() < 0.1 else ""
    return Case(
        tuple(definitions), _test(r, r.choice([0, 1, 1, 2]), names), averages, tuple(tables),
        tuple(r.sample(_FORMS, r.randint(1, 3))), pointcount, predeal, r.randrange(10**6),
        r.random() < 0.12,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _printed(script: str, seed: int) -> list[str]:
    """Return the lines that the program prints for a script."""
    assert PROGRAM is not None
    done = subprocess.run(
        [PROGRAM, "-s", str(seed)], input=script, capture_output=True, text=True, check=False,
        timeout=60,
    )  # fmt: skip
    if done.returncode or "error" in done.stderr + done.stdout:
        raise NotCompared(f"dealer refuses it: {(done.stderr or done.stdout).strip()}")
    return done.stdout.splitlines()


def _deals(lines: list[str]) -> list[list[int]]:
    """Return the deals of lines of `printoneline`, as sets of bits."""
    found = (re.match(r"n (\S+) e (\S+) s (\S+) w (\S+)", line) for line in lines)
    deals = []
    for match in found:
        if match is not None:
            hands = [hand.split(".") for hand in match.groups()]
            deals.append(masks(tuple((hand[0], hand[1], hand[2], hand[3]) for hand in hands)))
    return deals


def _tables(lines: list[str]) -> list[dict[tuple[str, ...], int]]:
    """Return the cells of the program's tables by row and column, without zeros and sums."""
    tables: list[dict[tuple[str, ...], int]] = []
    heads: list[str] = []
    for line in lines:
        words = line.split()
        if line.startswith("Frequency "):
            tables.append({})
            heads = []
        elif (
            tables
            and line.startswith(" " * 4)
            and words
            and words[0] == "Low"
            and words[-1] == "Sum"
        ):
            heads = words
        elif tables and words and re.fullmatch(r"-?\d+|Low|High|Sum", words[0]):
            names: list[tuple[str, ...]] = [(words[0], head) for head in heads]
            for name, cell in zip(names or [(words[0],)], words[1:], strict=True):
                if int(cell) and "Sum" not in name:
                    tables[-1][name] = int(cell)
        elif not words:
            heads = []
    return tables


def fault(case: Case) -> str | None:
    """Return what differs from the program."""
    if PROGRAM is None:
        raise NotCompared("dealer is not installed")
    return next(_differences(case), None)


def _differences(case: Case) -> Iterator[str]:
    if not case.pointcount:
        yield from _other_values(case)
        yield from _other_statistics(case)
    yield from _other_print(case)
    if case.sampled:
        yield from _other_shares(case)


def _other_values(case: Case) -> Iterator[str]:
    """Yield the expressions whose values are not the program's."""
    lines = _printed(case.of_values, case.seed)
    deals = dealwright.Deals(_deals(lines))
    rows = [list(map(int, line.split()[1:])) for line in lines if line.startswith("v ")]
    printed = parse_script(case.of_values).actions[1]
    assert isinstance(printed, PrintText)
    nodes = [part for part in printed.parts if not isinstance(part, str)]
    for place, (text, node) in enumerate(zip(case.expressions, nodes, strict=True)):
        ours = Quantity(node).values(deals).tolist()
        for deal, mine, row in zip(deals, ours, rows, strict=True):
            if mine != row[place]:
                yield f"{text} is {mine} here and {row[place]} in dealer, of {deal.text()}"
                break


def _other_statistics(case: Case) -> Iterator[str]:
    """Yield the deals that do not satisfy the condition here, and the statistics that differ."""
    lines = _printed(case.of_statistics, case.seed)
    rows = _deals(lines)
    if not rows:
        return
    deals = dealwright.Deals(rows)
    script = parse_script(case.of_statistics)
    assert script.condition is not None
    chosen = Condition(script.condition).matches(deals).tolist()
    for deal in [deal for deal, holds in zip(deals, chosen, strict=True) if not holds]:
        yield f"{case.condition} holds in dealer and not here, for {deal.text()}"
    averages, tables = _averages(lines), iter(_tables(lines))
    for action in script.actions[1:]:
        assert isinstance(action, Average | Frequency)
        columns = {f"{at}": Quantity(node).values(deals) for at, node in enumerate(action.values)}
        if isinstance(action, Average):
            theirs, ours = next(averages), float(np.mean(columns["0"]))
            if abs(theirs - ours) > 1e-5 * max(1.0, abs(ours)):
                yield f"the average {action.label} is {ours} here and {theirs} in dealer"
            continue
        histogram = dealwright.Histogram.of_columns(columns)
        mine = _cells(Statistic(action, tuple(columns), counted=histogram))
        others = next(tables)
        if mine != others:
            yield f"the table {action.label} is {mine} here and {others} in dealer"


def _averages(lines: list[str]) -> Iterator[float]:
    """Yield the program's averages."""
    matches = (re.fullmatch(r"a\d+: (\S+)", line) for line in lines)
    return (float(match[1]) for match in matches if match is not None)


def _cells(statistic: Statistic) -> dict[tuple[str, ...], int]:
    """Return the cells of a table by row and column, without zeros."""
    table = frequency_table(statistic)
    return {
        (row,) if table.columns is None else (row, table.columns[place]): count
        for row, counts in zip(table.rows, table.counts, strict=True)
        for place, count in enumerate(counts)
        if count
    }


def _other_print(case: Case) -> Iterator[str]:
    """Yield both texts that are printed for one deal, if they differ in more than blanks."""
    theirs = list(
        takewhile(lambda line: not line.startswith("Generated"), _printed(case.of_one_deal, 1))
    )
    ours = "".join(run_script(case.of_one_deal, seed=1)).splitlines()
    mine, other = ("\n".join(map(str.rstrip, lines)).rstrip() for lines in (ours, theirs))
    if mine != other:
        yield f"for\n{case.of_one_deal}here is printed\n{mine}\nand in dealer\n{other}"


def _other_shares(case: Case) -> Iterator[str]:
    """Yield the exact statistics from which a sample of the program is too far."""
    lines = _printed(case.of_sample, case.seed)
    count = next(int(line.split()[1]) for line in lines if line.startswith("Produced"))
    if not count:
        return
    run = run_script(case.of_sample, seed=case.seed, budget=_BUDGET)
    "".join(run)
    averages, tables = _averages(lines), iter(_tables(lines))
    for statistic in run.statistics:
        histogram, action = statistic.histogram, statistic.action
        assert isinstance(action, Average | Frequency)
        theirs = next(averages) if isinstance(action, Average) else next(tables)
        if not statistic.exact:
            continue
        if isinstance(theirs, float):
            values = [int(value) for (value,) in histogram.counts]
            mean, variance = float(histogram.mean()), histogram.deviation() ** 2
            most = _reach(variance, max(values) - min(values), count) + 1e-5 * max(1.0, abs(mean))
            if abs(theirs - mean) > most:
                yield f"the average {action.label} is {mean} here and {theirs} in dealer"
            continue
        cells = _cells(statistic)
        for cell in sorted({*cells, *theirs}):
            share, other = cells.get(cell, 0) / histogram.total, theirs.get(cell, 0) / count
            if abs(share - other) > _reach(share * (1 - share), 1, count):
                yield (
                    f"row {cell} of the table {action.label} has {share:.4%} here "
                    f"and {other:.4%} of {count:,} deals in dealer"
                )


def _reach(variance: float, width: float, count: int) -> float:
    """Return how far a mean of values within a width may be off, by Bernstein's inequality."""
    return sqrt(2 * variance * _RARELY / count) + _RARELY * width / (3 * count)


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without statistics, cards or points, and with parts of its expressions."""
    plainest = replace(case, predeal="", pointcount="", tables=(), sampled=False)
    plain = replace(plainest, averages=("hcp(north)",), forms=("printoneline",))
    for simpler in (
        replace(plain, condition="hcp(north) > 0"), plain, plainest,
        replace(case, predeal=""), replace(case, pointcount=""), replace(case, sampled=False),
    ):  # fmt: skip
        if simpler != case:
            yield simpler
    yield from (replace(case, tables=tables) for tables in _without_one(case.tables))
    yield from (replace(case, forms=forms) for forms in _without_one(case.forms) if forms)
    yield from (
        replace(case, averages=averages) for averages in _without_one(case.averages) if averages
    )
    used = " ".join([*case.expressions, *(text for _, text in case.definitions)])
    if case.definitions and not re.search(rf"\b{case.definitions[-1][0]}\b", used):
        yield replace(case, definitions=case.definitions[:-1])
    for place, text in enumerate(case.averages):
        for part in _parts(text):
            yield replace(
                case, averages=(*case.averages[:place], part, *case.averages[place + 1 :])
            )
    for part in _parts(case.condition):
        yield replace(case, condition=part)


def _without_one(parts: tuple[Any, ...]) -> Iterator[tuple[Any, ...]]:
    return ((*parts[:place], *parts[place + 1 :]) for place in range(len(parts)))


def _parts(text: str) -> Iterator[str]:
    """Yield the operands of a text, where they are whole."""
    for match in re.finditer(r" (\+|-|\*|/|%|&&|\|\||and|or|[<>=!]=|[<>]) ", text):
        for part in (text[: match.start()], text[match.end() :]):
            if part.count("(") == part.count(")") and "?" not in part:
                yield part
    if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
        yield text[1:-1]
