"""Random scripts of `dealer`, held to what Debian's program of that name prints for them.

Three scripts are made of one case. The program deals and prints the values of expressions and of the condition, which must be
the values here of the same deals. It runs the script, whose deals must satisfy the condition here, and whose averages and
tables must be those of the values here. Both programs print one deal, of which all cards are fixed, in all forms. In some
cases the exact statistics of the script are compared with a sample of the program's.
"""

from __future__ import annotations

import random
import re
import shutil
import subprocess
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from functools import lru_cache
from math import sqrt

import numpy as np
from tools.fuzzing import NotCompared
from tools.fuzzing._hands import SEATS, SUITS, Hand, dealt, masks

import dealwright
from dealwright.condition import Condition, Quantity
from dealwright.scripts import run_script
from dealwright.scripts.data import Average
from dealwright.scripts.reading import parse_script
from dealwright.scripts.statistics import Statistic, frequency_table

__all__ = ["Case", "draw", "fault", "smaller"]

PROGRAM = shutil.which("dealer") or shutil.which("dealer", path="/usr/games")

_VALUES = 80  # deals whose values are compared
_LOOKED, _FOUND = 400, 60  # deals that the program looks at for a condition, and that it prints
_SAMPLE = 20_000
_ERRORS = 6.5  # standard errors that a share may be off: less often than once in 10^10 shares
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
_OF_SUIT = tuple(name for name in _OF_HAND if name != "cccc")
_PT = tuple(f"pt{number}" for number in range(10))
_SHAPES = (
    "any 4333", "any 4432", "any 5332", "any 5422", "any 5xxx", "5xxx", "x5xx", "xx4x", "xxx6", "4432", "54xx", "any 4xx1", "any 6xxx",
    "any 0xxx", "any 7xxx", "3xxx", "x33x", "any 55xx", "22xx",
)  # fmt: skip
_FORMS = (
    "printall", "printew", "printoneline", "printcompact", "printoneline({})", "printcompact({})", "print(west, north)",
    "print(north)", "print(south, east)",
)  # fmt: skip
_POINTCOUNTS = ("6 4 2 1", "4 3 2 1 1", "3 2 1", "1 1 1 1 1 1", "0 0 0 0 0 0 0 0 0 0 0 0 1")


@dataclass(frozen=True)
class Case:
    """A script: its definitions, its condition, and the expressions of its actions; and what is done with it."""

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
            head, f"pointcount {self.pointcount}" if self.pointcount else "", f"predeal {predeal}" if predeal else "",
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


def _test(r: random.Random, depth: int, names: list[str]) -> str:
    kind = r.random()
    if depth == 0 or kind < 0.4:
        kind, seat = r.random(), r.choice(SEATS)
        if kind < 0.2:
            shapes = r.choice(_SHAPES)
            for _ in range(r.choice([0, 1, 1, 2])):
                shapes += f" {r.choice('++-')} {r.choice(_SHAPES)}"
            return f"shape({seat}, {shapes})"
        if kind < 0.3:
            return f"hascard({seat}, {r.choice('AKQJT92')}{r.choice('SHDC')})"
        if kind < 0.34:  # "not" binds tightly, and comparisons are taken from the left
            return r.choice(
                [
                    f"not {_value(r)} > 0",
                    f"!{_value(r)} == 0",
                    f"1 < {_value(r)} < 2",
                    f"{_value(r)} == 3 != 1",
                ]
            )
        if kind < 0.37:
            return f"{_value(r)}"
        if kind < 0.65:
            return f"{r.choice(['hcp', 'c13'])}({seat}) {r.choice(['>=', '<=', '<', '>'])} {r.randint(6, 14)}"
        if kind < 0.85:
            return f"{r.choice(SUITS)}({seat}) {r.choice(['>=', '<=', '==', '!=', '<', '>'])} {r.randint(1, 5)}"
        return f"{_value(r)} {r.choice(['<', '<=', '>', '>=', '!='])} {_value(r)}"
    one, other = _test(r, depth - 1, names), _test(r, depth - 1, names)
    if kind < 0.8:
        return f"{one} {r.choice(['&&', '||', 'and', 'or'])} {other}"
    if kind < 0.9:
        return f"({one}) {r.choice(['&&', '||', '==', '!='])} ({other})"
    if kind < 0.95:
        return f"{r.choice(['not ', '!'])}({one})"
    return f"{_expression(r, depth - 1, names)} {r.choice(['<', '<=', '>', '>='])} {_expression(r, depth - 1, names)}"


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
        tuple(r.sample(_FORMS, r.randint(1, 3))), pointcount, predeal, r.randrange(10**6), r.random() < 0.12,
    )  # fmt: skip


@lru_cache(maxsize=8)
def _printed(script: str, seed: int) -> list[str]:
    """Return the lines that the program prints for a script."""
    assert PROGRAM is not None
    done = subprocess.run(
        [PROGRAM, "-s", str(seed)], input=script, capture_output=True, text=True, check=False, timeout=60
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
    """Return the cells of the program's tables by the names of row and column, without zeros and sums."""
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
            names = [(words[0], head) for head in heads] or [(words[0],)]
            for name, cell in zip(names, words[1:], strict=True):
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
    nodes = [
        part for part in parse_script(case.of_values).actions[1].parts if not isinstance(part, str)
    ]
    for place, (text, node) in enumerate(zip(case.expressions, nodes, strict=True)):
        theirs = [row[place] for row in rows]
        ours = Quantity(node).values(deals).tolist()
        for deal, mine, other in zip(deals, ours, theirs, strict=True):
            if mine != other:
                yield f"{text} is {mine} here and {other} in dealer, of {deal}"
                break


def _other_statistics(case: Case) -> Iterator[str]:
    """Yield the deals that do not satisfy the condition here, and the averages and tables that differ."""
    lines = _printed(case.of_statistics, case.seed)
    rows = _deals(lines)
    if not rows:
        return
    deals = dealwright.Deals(rows)
    script = parse_script(case.of_statistics)
    assert script.condition is not None
    for deal, chosen in zip(
        deals, Condition(script.condition).matches(deals).tolist(), strict=True
    ):
        if not chosen:
            yield f"{case.condition} holds in dealer and not here, for {deal}"
    averages = [float(match[1]) for line in lines if (match := re.fullmatch(r"a\d+: (\S+)", line))]
    tables = iter(_tables(lines))
    for action in script.actions[1:]:
        columns = {
            f"{place}": Quantity(node).values(deals) for place, node in enumerate(action.values)
        }
        if isinstance(action, Average):
            theirs, ours = averages.pop(0), float(np.mean(columns["0"]))
            if abs(theirs - ours) > 1e-5 * max(1.0, abs(ours)):
                yield f"the average {action.label} is {ours} here and {theirs} in dealer"
            continue
        table = frequency_table(
            Statistic(action, tuple(columns), counted=dealwright.Histogram.of_columns(columns))
        )
        mine = {
            (row,) if table.columns is None else (row, table.columns[place]): count
            for row, counts in zip(table.rows, table.counts, strict=True)
            for place, count in enumerate(counts)
            if count
        }
        others = next(tables)
        if mine != others:
            yield f"the table {action.label} is {mine} here and {others} in dealer"


def _other_print(case: Case) -> Iterator[str]:
    """Yield the first line that is printed otherwise for one deal; blanks at the end of lines are no matter."""
    lines = _printed(case.of_one_deal, 1)
    theirs = lines[
        : next(place for place, line in enumerate(lines) if line.startswith("Generated"))
    ]
    ours = "".join(run_script(case.of_one_deal, seed=1)).splitlines()
    texts = ["\n".join(line.rstrip() for line in printed).rstrip() for printed in (ours, theirs)]
    if texts[0] != texts[1]:
        yield f"for\n{case.of_one_deal}here is printed\n{texts[0]}\nand in dealer\n{texts[1]}"


def _other_shares(case: Case) -> Iterator[str]:
    """Yield the exact statistics from which a sample of the program is too far."""
    lines = _printed(case.of_sample, case.seed)
    count = next(int(line.split()[1]) for line in lines if line.startswith("Produced"))
    if not count:
        return
    run = run_script(case.of_sample, seed=case.seed, budget=_BUDGET)
    "".join(run)
    averages = [float(match[1]) for line in lines if (match := re.fullmatch(r"a\d+: (\S+)", line))]
    tables = iter(_tables(lines))
    for statistic in run.statistics:
        histogram = statistic.histogram
        if isinstance(statistic.action, Average):
            theirs = averages.pop(0)
            if not histogram.total:
                continue
            size = count if statistic.exact else 1 / (1 / count + 1 / histogram.total)
            mean, deviation = float(histogram.mean()), histogram.deviation()
            if (
                abs(theirs - mean) > _ERRORS * deviation / sqrt(size) + 1e-5 * max(1.0, abs(mean))
                and size > 100
            ):
                yield f"the average {statistic.action.label} is {mean} here and {theirs} of {count:,} deals of dealer"
            continue
        table, others = frequency_table(statistic), next(tables)
        size = count if statistic.exact else 1 / (1 / count + 1 / (histogram.total or 1))
        for row, counts in zip(table.rows, table.counts, strict=True):
            for place, number in enumerate(counts):
                share = number / (histogram.total or 1)
                other = (
                    others.get((row,) if table.columns is None else (row, table.columns[place]), 0)
                    / count
                )
                error = sqrt(max(share * (1 - share), other * (1 - other)) / size)
                if abs(share - other) > _ERRORS * error + 8 / size and size > 100:
                    yield (
                        f"row {row} of the table {statistic.action.label} has {share:.4%} here and {other:.4%} of "
                        f"{count:,} deals of dealer"
                    )


def smaller(case: Case) -> Iterable[Case]:
    """Yield the case without statistics, fixed cards and points, and with parts of its expressions."""
    if case.predeal:
        yield replace(case, predeal="")
    if case.pointcount:
        yield replace(case, pointcount="")
    for place in range(len(case.tables)):
        yield replace(case, tables=(*case.tables[:place], *case.tables[place + 1 :]))
    for place in range(len(case.averages)):
        if len(case.averages) > 1:
            yield replace(case, averages=(*case.averages[:place], *case.averages[place + 1 :]))
    if case.averages != ("hcp(north)",):
        yield replace(case, averages=("hcp(north)",))
    if case.condition != "hcp(north) > 0":
        yield replace(case, condition="hcp(north) > 0")
    if len(case.forms) > 1:
        for form in case.forms:
            yield replace(case, forms=(form,))
    used = " ".join(case.expressions + [text for _, text in case.definitions])
    for place, (name, _) in enumerate(case.definitions):
        if not re.search(rf"\b{name}\b", used):
            yield replace(
                case, definitions=(*case.definitions[:place], *case.definitions[place + 1 :])
            )
    for place, text in enumerate(case.averages):
        for part in _parts(text):
            yield replace(
                case, averages=(*case.averages[:place], part, *case.averages[place + 1 :])
            )
    for part in _parts(case.condition):
        yield replace(case, condition=part)


def _parts(text: str) -> Iterator[str]:
    """Yield the operands of a text, where they are whole."""
    for match in re.finditer(r" (\+|-|\*|/|%|&&|\|\||and|or|[<>=!]=|[<>]) ", text):
        for part in (text[: match.start()], text[match.end() :]):
            if part.count("(") == part.count(")") and "?" not in part:
                yield part
    if text.startswith("(") and text.endswith(")") and text.count("(") == 1:
        yield text[1:-1]
