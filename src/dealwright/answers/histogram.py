"""How many deals (or rounds) have each value of some quantities: exact, or in a sample."""

from __future__ import annotations

from collections import Counter
from collections.abc import ItemsView, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import accumulate, chain, count
from math import gcd, inf, lcm, pi, sqrt
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from dealwright.answers.estimate_texts import margin
from dealwright.answers.estimates import IN_FILES, SIMULATION, Estimate, normal_quantile, proportion
from dealwright.answers.report import Column, Report, Reported, Table
from dealwright.base.errors import ArgumentError

if TYPE_CHECKING:
    from typing import Annotated

    from numpy.typing import ArrayLike

    from dealwright.answers.records import DIGITS, OR_NULL, Key

__all__ = ["Difference", "Histogram", "count_rows", "is_of_texts", "total_text"]

_BAR = 40
_MOST_COLUMNS = 14

Row = tuple[int, ...]
RowKey = int | str | tuple[int | str, ...]
Texts = Mapping[int, str] | None


class Difference(NamedTuple):
    """How far two histograms differ: the ``distance`` (total variation) of their shares.

    ``expected`` is roughly the average distance between samples of these sizes from one
    distribution; 0 if both histograms are exact.
    """

    distance: float
    expected: float


@dataclass(frozen=True)
class _CountedRow:
    """How many deals have these values."""

    values: tuple[int, ...]
    count: Annotated[int, DIGITS]
    probability: float = 0.0


class Histogram(Reported):
    """The joint distribution of some quantities: numbers of deals by tuples of values, in order.

    ``names`` are the quantities' texts, ``counts`` the numbers above 0. ``exact`` counts are of all
    deals of the ``condition``, others of a sample that ``method`` dealt with ``seed``. The method
    ``files`` stands for the boards of files: their counts are exact, of those boards alone. With
    one quantity, a plain value can stand for its tuple.

    ``texts`` has the texts of each quantity's values, None if they are plain numbers. A text can
    stand for its value; values given as texts are numbered in the order of the texts.

    >>> from dealwright import hcp, north, parse
    >>> points = parse("hcp(north) >= 35").distribution(hcp(north))
    >>> list(points), points[35], 38 in points
    ([(35,), (36,), (37,)], 52714333197468633600, False)
    >>> points.probability(37), points.mean(), points.quantile(0.95)
    (Fraction(1, 172), Fraction(6037, 172), 36)
    >>> suits = Histogram(["suit"], {("hearts",): 3, ("clubs",): 1})
    >>> suits["hearts"], suits.counts, suits.text(1)
    (3, {(0,): 1, (1,): 3}, 'hearts')

    :raises ArgumentError: if a key does not have one value per name, or a count is negative
    """

    json_keys = ("condition", "names", "_texts", "exact", "method", "seed", "total", "_rows")

    condition: str
    counts: dict[Row, int]
    exact: bool
    method: str
    names: Annotated[tuple[str, ...], Key("quantities")]
    seed: Annotated[str, OR_NULL]
    texts: tuple[Texts, ...]
    total: Annotated[int, DIGITS]

    __slots__ = ("condition", "counts", "exact", "method", "names", "seed", "texts", "total")

    def __init__(
        self,
        names: Sequence[str],
        counts: Mapping[tuple[int | str, ...], int] | Mapping[Row, int],
        *,
        exact: bool = True,
        condition: str = "",
        method: str = "",
        seed: str = "",
        texts: Sequence[Texts] = (),
    ) -> None:
        self.names = tuple(names)
        self.texts = tuple(texts) or (None,) * len(self.names)
        if any(len(key) != len(self.names) for key in counts):
            values = f"{len(self.names)} value{'' if len(self.names) == 1 else 's'}"
            raise ArgumentError(f"each key needs {values}: {', '.join(self.names)}")
        if any(n < 0 for n in counts.values()):
            raise ArgumentError("a count must be 0 or more")
        self.counts = {key: n for key, n in sorted(self._numbered(counts)) if n}
        self.total = sum(self.counts.values())
        self.exact = exact
        self.condition = condition
        self.method = method
        self.seed = seed

    def _numbered(
        self, counts: Mapping[tuple[int | str, ...], int] | Mapping[Row, int]
    ) -> list[tuple[Row, int]]:
        """Return rows of numbers with their counts; note the texts of those given as texts."""
        columns = list(zip(*counts, strict=True))
        for place, column in enumerate(columns):
            if any(isinstance(value, str) for value in column):
                listed = sorted({str(value) for value in column})
                numbers = {text: number for number, text in enumerate(listed)}
                columns[place] = tuple(numbers[str(value)] for value in column)
                texts = list(self.texts)
                texts[place] = dict(enumerate(listed))
                self.texts = tuple(texts)
        return list(zip(zip(*columns, strict=True), counts.values(), strict=True))

    @classmethod
    def of_columns(
        cls,
        columns: Mapping[str, ArrayLike],
        *,
        condition: str = "",
        method: str = "",
        seed: str = "",
    ) -> Histogram:
        """Return the histogram of a sample: a column of integers or texts for each quantity.

        >>> from dealwright import deal
        >>> dealt = deal(1000, "balanced(north)", seed=1)
        >>> honours = Histogram.of_columns({"aces": dealt.north.aces, "kings": dealt.north.kings})
        >>> honours.total, honours.exact, honours.marginal("aces")[4]
        (1000, False, 3)

        :raises ArgumentError: if the columns are not integers or texts, or differ in length
        """
        arrays = [np.asarray(column) for column in columns.values()]
        counts = count_rows(arrays)
        return cls(
            tuple(columns), counts, exact=False, condition=condition, method=method, seed=seed
        )

    def _with(self, **changed: Any) -> Histogram:
        """Return a copy with other names, counts or condition."""
        attributes = {name: getattr(self, name) for name in self.__slots__ if name != "total"}
        return Histogram(**{**attributes, **changed})

    # -------------------------------------------------------------------------------- as a mapping

    def __iter__(self) -> Iterator[Row]:
        return iter(self.counts)

    def __len__(self) -> int:
        return len(self.counts)

    def __contains__(self, values: object) -> bool:
        return self._row(values) in self.counts

    def __getitem__(self, values: RowKey) -> int:
        return self.counts.get(self._row(values), 0)

    def _row(self, values: Any) -> Row:
        """Return the row of some values; -1, which no text has, for an unknown text."""
        row = values if isinstance(values, tuple) else (values,)
        if not any(isinstance(value, str) for value in row):
            return row
        return tuple(
            next((n for n, text in (self.texts[place] or {}).items() if text == value), -1)
            if isinstance(value, str)
            else value
            for place, value in enumerate(row)
        )

    def text(self, value: int, which: int | str = 0) -> str:
        """Return a value of a quantity as text.

        >>> from dealwright import parse
        >>> parse("hcp(west) > 36").distribution("shape(west)").text(252)
        '4=3=3=3'

        :raises ArgumentError: if there is no such quantity
        """
        texts = self.texts[self._place(which)]
        return str(value) if texts is None else texts.get(value, str(value))

    def items(self) -> ItemsView[Row, int]:
        """Return the pairs of values and counts, in order."""
        return self.counts.items()

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Histogram):
            return NotImplemented
        return all(getattr(self, name) == getattr(other, name) for name in self.__slots__)

    def __hash__(self) -> int:
        return hash((self.names, self.total, len(self)))

    def __repr__(self) -> str:
        kind = "deals" if self.exact else "sampled"
        return f"<Histogram of {', '.join(self.names)}: {self.total:,} {kind}>"

    # ---------------------------------------------------------------------------------- its shares

    def _nonempty(self) -> int:
        if not self.total:
            raise ArgumentError("the histogram is empty, so it has no shares and no mean")
        return self.total

    def _place(self, which: int | str) -> int:
        place = self.names.index(which) if which in self.names else which
        if isinstance(place, str) or not -len(self.names) <= place < len(self.names):
            raise ArgumentError(f"there is no quantity {which!r}; choose {', '.join(self.names)}")
        return place % len(self.names)

    def probability(self, values: RowKey, *, confidence: float = 0.95) -> Fraction | Estimate:
        """Return the share of these values: a Fraction if exact, else with Wilson's interval.

        :raises ArgumentError: if the histogram is exact, and empty
        """
        if self.exact:
            return Fraction(self[values], self._nonempty())
        return proportion(
            self[values], self.total, confidence=confidence, method=self.method or "simulation",
            seed=self.seed,
        )  # fmt: skip

    def column(self, which: int | str = 0) -> dict[int, int]:
        """Return the counts of one quantity's values, in order.

        :raises ArgumentError: if there is no such quantity
        """
        place, counts = self._place(which), dict[int, int]()
        for key, n in self.counts.items():
            counts[key[place]] = counts.get(key[place], 0) + n
        return dict(sorted(counts.items()))

    def mean(self, which: int | str = 0) -> Fraction:
        """Return the exact mean of a quantity over these deals.

        :raises ArgumentError: if the histogram is empty, there is no such quantity, or its values
            are texts
        """
        if self.texts[self._place(which)] is not None:
            raise ArgumentError(f"{self.names[self._place(which)]} has texts for values, no mean")
        weighed = sum(value * n for value, n in self.column(which).items())
        return Fraction(weighed, self._nonempty())

    def variance(self, which: int | str = 0) -> Fraction:
        """Return the variance of a quantity: exact, or estimated with divisor n - 1.

        A sample of one deal has the variance 0.
        """
        mean = self.mean(which)
        squares = sum(value * value * n for value, n in self.column(which).items())
        variance = Fraction(squares, self.total) - mean**2
        if self.exact or self.total < 2:
            return variance
        return variance * self.total / (self.total - 1)

    def deviation(self, which: int | str = 0) -> float:
        """Return the standard deviation of a quantity, the root of ``variance``."""
        return sqrt(self.variance(which))

    def standard_error(self, which: int | str = 0) -> float:
        """Return the standard error of the mean: 0 if exact, infinite for one deal."""
        if self.exact:
            return 0.0
        return self.deviation(which) / sqrt(self.total) if self.total > 1 else inf

    def estimate(self, which: int | str = 0, *, confidence: float = 0.95) -> Estimate:
        """Return the mean of a quantity with a normal interval; exact if the counts are.

        >>> sample = Histogram(["tricks"], {(9,): 60, (10,): 40}, exact=False)
        >>> f"{sample.estimate():.2f}", [round(float(end), 2) for end in sample.estimate().interval]
        ('9.40', [9.3, 9.5])
        """
        mean = self.mean(which)
        if self.exact:
            return Estimate.certain(mean, self.method or "exact")
        half = normal_quantile(confidence) * self.standard_error(which)
        value, method = float(mean), self.method or "simulation"
        return Estimate(
            value, value - half, value + half, False, method, confidence, self.total, seed=self.seed
        )

    def quantile(self, share: float | Fraction, which: int | str = 0) -> int:
        """Return the least value that at least this share of the deals do not exceed.

        ``quantile(0.5)`` is the lower median. A float means the decimal number that it prints as.

        :raises ArgumentError: if the share is not in 0..1, or the histogram is empty
        """
        exact_share = Fraction(repr(share)) if isinstance(share, float) else Fraction(share)
        if not 0 <= exact_share <= 1:
            raise ArgumentError(f"a share must be from 0 to 1, not {share}")
        needed, counts = exact_share * self._nonempty(), self.column(which)
        reached = zip(counts, accumulate(counts.values()), strict=True)
        return next(value for value, below in reached if below >= needed)

    # ------------------------------------------------------------------------- histograms of parts

    def marginal(self, *which: int | str) -> Histogram:
        """Return the histogram of some of the quantities, by position or name, in the given order.

        >>> pairs = Histogram(["a", "b"], {(1, 5): 2, (1, 6): 3, (2, 5): 4})
        >>> pairs.marginal("a").counts, pairs.marginal(1, 0).names
        ({(1,): 5, (2,): 4}, ('b', 'a'))

        :raises ArgumentError: if there is no such quantity, or none is named
        """
        places = [self._place(quantity) for quantity in which]
        if not places:
            raise ArgumentError(f"name a quantity of {', '.join(self.names)}")
        part_counts: dict[Row, int] = {}
        for key, n in self.counts.items():
            part = tuple(key[place] for place in places)
            part_counts[part] = part_counts.get(part, 0) + n
        return self._with(
            names=[self.names[place] for place in places],
            counts=part_counts,
            texts=[self.texts[place] for place in places],
        )

    def given(self, values: Mapping[str | int, int | Iterable[int]]) -> Histogram:
        """Return the histogram of the deals whose quantities have some values.

        >>> pairs = Histogram(["a", "b"], {(1, 5): 2, (1, 6): 3, (2, 5): 4})
        >>> pairs.given({"b": 5}).counts, pairs.given({"a": range(2, 4)}).total
        ({(1, 5): 2, (2, 5): 4}, 4)

        :raises ArgumentError: if there is no such quantity
        """
        allowed = {
            self._place(which): {choices} if isinstance(choices, int) else set(choices)
            for which, choices in values.items()
        }
        chosen = {
            key: n for key, n in self.counts.items()
            if all(key[place] in choices for place, choices in allowed.items())
        }  # fmt: skip
        texts = [
            f"{self.names[place]} = {' or '.join(self.text(n, place) for n in sorted(choices))}"
            for place, choices in allowed.items()
        ]
        condition = ", given ".join([self.condition or "every deal", *texts])
        return self._with(counts=chosen, condition=condition)

    def merged(self, other: Histogram) -> Histogram:
        """Return the sum of two histograms: of two samples, or of disjoint conditions.

        :raises ArgumentError: if their quantities differ, or only one is exact
        """
        if (self.names, self.exact) != (other.names, other.exact):
            raise ArgumentError(f"{self!r} and {other!r} cannot be counted together")
        counts = dict(self.counts)
        for key, n in other.items():
            counts[key] = counts.get(key, 0) + n
        one_seed = self.seed if self.seed == other.seed else f"{self.seed}, {other.seed}"
        texts = dict.fromkeys(text for text in (self.condition, other.condition) if text)
        return self._with(counts=counts, seed=one_seed, condition=" or ".join(texts))

    def scaled(self, factor: int) -> Histogram:
        """Return the histogram with every count multiplied by a number.

        :raises ArgumentError: if it is a sample, whose size determines the precision of its shares
        """
        if not self.exact:
            raise ArgumentError("a sample cannot be scaled: its intervals come from its size")
        return self._with(counts={key: n * factor for key, n in self.items()})

    @staticmethod
    def mixed(parts: Sequence[Histogram], shares: Sequence[Fraction]) -> Histogram:
        """Return the exact histogram of a mixture, in the smallest whole numbers.

        >>> heads, tails = Histogram(["x"], {(1,): 7}), Histogram(["x"], {(0,): 2})
        >>> Histogram.mixed([heads, tails], [Fraction(1, 4), Fraction(3, 4)]).counts
        {(0,): 3, (1,): 1}

        :raises ArgumentError: if there is no part, or one is empty or a sample
        """
        weights = [share / part._nonempty() for share, part in zip(shares, parts, strict=True)]
        if not weights:
            raise ArgumentError("a mixture needs at least one part")
        scale = lcm(*(weight.denominator for weight in weights))
        scaled = [
            part.scaled(int(scale * weight)) for weight, part in zip(weights, parts, strict=True)
        ]
        counts: dict[Row, int] = {}
        for part in scaled:
            for key, n in part.items():
                counts[key] = counts.get(key, 0) + n
        least = gcd(*counts.values())
        counts = {key: n // least for key, n in counts.items()}
        texts = dict.fromkeys(part.condition for part in parts)
        return scaled[0]._with(counts=counts, condition=" or ".join(texts))

    def compare(self, other: Histogram) -> Difference:
        """Return how far another histogram of the same quantities is from this one.

        The distance is half the sum of the absolute differences of the shares. For samples of m and
        n deals from one distribution its average is about the sum of sqrt(p (1 - p) (1 / m + 1 / n)
        / (2 pi)); an exact histogram counts as an infinite sample.

        >>> fair = Histogram(["die"], {(face,): 1 for face in range(1, 7)})
        >>> sample = Histogram(["die"], {(face,): 50 for face in range(1, 6)}, exact=False)
        >>> tuple(round(number, 3) for number in fair.compare(sample))
        (0.167, 0.056)

        :raises ArgumentError: if their quantities differ, or one is empty
        """
        if self.names != other.names:
            raise ArgumentError(f"{self!r} and {other!r} are not of the same quantities")
        m, n = self._nonempty(), other._nonempty()
        differences = (abs(self[key] / m - other[key] / n) for key in {*self, *other})
        errors = (0 if self.exact else 1 / m) + (0 if other.exact else 1 / n)
        shares = (count / m for count in self.counts.values())
        expected = sum(sqrt(p * (1 - p) * errors / (2 * pi)) for p in shares)
        return Difference(sum(differences) / 2, expected)

    # ----------------------------------------------------------------------------------- shown

    def table_columns(self) -> dict[str, list[Any]]:
        """Return the columns of the quantities, their texts if they have some; count and share.

        A quantity whose name another column has is numbered: ``count_2``.

        >>> Histogram(["count", "count"], {(1, 2): 4}).table_columns()
        {'count_2': [1], 'count_3': [2], 'count': [4], 'probability': [1.0]}
        """
        own: dict[str, list[Any]] = {
            "count": [*self.counts.values()],
            "probability": [n / self.total for n in self.counts.values()],
        }
        columns = dict[str, list[Any]]()
        for place, (name, texts) in enumerate(zip(self.names, self.texts, strict=True)):
            numbered = (f"{name}_{number}" for number in count(2))
            free = next(each for each in chain([name], numbered) if each not in own | columns)
            values = [row[place] for row in self.counts]
            columns[free] = values if texts is None else [texts[value] for value in values]
        return columns | own

    def report(self, *, symbols: bool = True) -> Report:
        """Return a table with bars, or a cross table of two quantities if it fits."""
        about = total_text(self)
        caption = f"{about}: {self.condition}" if self.condition else about
        if not self.total:
            return Report(about, caption=caption)
        if len(self.names) == 2 and len(self.column(1)) <= _MOST_COLUMNS:
            down, across = self.names
            legend = f"percent; {down} down, {across} across"
            return Report(about, legend, self._crossed(), caption=f"{caption}\n{legend}")
        most = max(self.counts.values())
        quantities = list[Column]()
        for place, name in enumerate(self.names):
            longest = max(12, *(len(self.text(value, place)) for value in self.column(place)))
            quantities.append(Column(name, longest + 2 * (place > 0)))
        columns = [
            *quantities, Column.percent("share", 11, 4), Column.number("deals", 39, ","),
            Column.drawing(_BAR, fine=True),
        ]  # fmt: skip
        rows = (
            (*(self.text(value, place) for place, value in enumerate(key)),
             n / self.total, n, n / most)
            for key, n in self.items()
        )  # fmt: skip
        means = (
            f"{name}: mean {float(self.mean(which)):.6g}"
            f"{margin(self.estimate(which), '.2g', symbols=symbols)}, "
            f"deviation {self.deviation(which):.6g}"
            for which, name in enumerate(self.names)
            if self.texts[which] is None
        )
        return Report(about, Table(columns, rows, headed=False), *means, caption=caption)

    def _crossed(self) -> Table:
        """Return the table of two quantities, each share in percent, with the sums of both."""
        across, total = self.column(1), self.total
        deepest = max(self.counts.values()) / total
        share = partial(Column.number, spec=".4f", scale=100, shade=deepest)
        columns = [
            Column("", 12), *(share(self.text(value, 1), 10 + (not place))
                              for place, value in enumerate(across)), Column("all", 10),
        ]  # fmt: skip
        rows = [
            [self.text(value),
             *(Fraction(self[value, other], total) or "." for other in across), _percent(n, total)]
            for value, n in self.column(0).items()
        ]  # fmt: skip
        sums = [_percent(n, total) for n in (*across.values(), total)]
        return Table(columns, [*rows, ["all", *sums]])

    def svg(self) -> str:
        """Return an SVG picture: bars for one quantity, a grid for two.

        :raises ArgumentError: if there are more than two quantities, or no deal
        """
        self._nonempty()
        if len(self.names) > 2:
            raise ArgumentError(
                f"a picture shows one or two quantities, not {len(self.names)}; take a marginal"
            )
        values = [list(self.column(place)) for place in range(len(self.names))]
        rows, *others = [
            [self.text(value, place) for value in listed] for place, listed in enumerate(values)
        ]
        columns = others[0] if others else None
        counts = [
            [self[value]] if columns is None else [self[value, other] for other in values[1]]
            for value in values[0]
        ]
        title = f"{' by '.join(self.names)}, {total_text(self)}"
        from dealwright.answers.pictures import Chart, svg_picture

        return svg_picture([Chart(title, rows, columns, counts)])

    # ------------------------------------------------------------------------------ as JSON values

    @property
    def _texts(self) -> tuple[Mapping[Annotated[int, DIGITS], str] | None, ...]:
        """The texts of the values that occur, by their numbers; None for plain numbers."""
        return tuple(
            texts and {value: self.text(value, place) for value in self.column(place)}
            for place, texts in enumerate(self.texts)
        )

    @property
    def _rows(self) -> Annotated[list[_CountedRow], Key("counts")]:
        """The values with their numbers of deals."""
        return [_CountedRow(key, n, n / self.total) for key, n in self.counts.items()]

    @classmethod
    def of_record(
        cls,
        *,
        names: tuple[str, ...],
        rows: list[_CountedRow],
        exact: bool,
        condition: str = "",
        method: str = "",
        seed: str = "",
        texts: Sequence[Texts] = (),
    ) -> Histogram:
        """Return the histogram of its document."""
        return cls(
            names, {row.values: row.count for row in rows}, exact=exact, condition=condition,
            method=method, seed=seed, texts=texts,
        )  # fmt: skip


def count_rows(columns: Sequence[Any]) -> dict[tuple[Any, ...], int]:
    """Return the count of each different row of some columns of integers or texts.

    >>> count_rows([np.array([1, 1, 2]), np.array([5, 5, 6])])
    {(1, 5): 2, (2, 6): 1}
    >>> count_rows([np.array(["a", "b", "a"])])
    {('a',): 2, ('b',): 1}

    :raises ArgumentError: if the columns are not integers, truth values or texts, or differ in
        length
    """
    for column in columns:
        if column.ndim != 1 or not (column.dtype.kind in "iubU" or is_of_texts(column)):
            raise ArgumentError(
                f"only integers, truth values and texts can be counted, not {column.dtype}"
            )
    if len({len(column) for column in columns}) != 1:
        raise ArgumentError("the columns must have one length, with a value for each deal")
    if any(column.dtype.kind in "UO" for column in columns):
        return dict(Counter(zip(*(column.tolist() for column in columns), strict=True)))
    if len(columns) == 1:
        values, counts = np.unique(columns[0], return_counts=True)
        return {(int(v),): n for v, n in zip(values.tolist(), counts.tolist(), strict=True)}
    stacked = np.stack(columns, axis=1)
    if stacked.dtype.kind == "f":  # int64 beside uint64, which have no common integer type
        raise ArgumentError(
            "columns of signed and of unsigned 64-bit integers cannot be counted together"
        )
    rows, counts = np.unique(stacked, axis=0, return_counts=True)
    pairs = zip(rows.tolist(), counts.tolist(), strict=True)
    return {tuple(map(int, row)): n for row, n in pairs}


def is_of_texts(column: Any) -> bool:
    """Return whether an array of objects has texts only."""
    return column.dtype.kind == "O" and all(isinstance(value, str) for value in column.tolist())


def total_text(histogram: Histogram) -> str:
    """Return the number of deals of a histogram, and whether they are exact or of files."""
    if histogram.method == IN_FILES:
        return f"{histogram.total:,} board{'' if histogram.total == 1 else 's'} in files"
    what = "rounds" if histogram.method == SIMULATION else "deals"
    return f"{histogram.total:,} {what}, {'exact' if histogram.exact else 'sampled'}"


def _percent(n: int, total: int) -> str:
    return f"{100 * n / total:.4f}" if n else "."
