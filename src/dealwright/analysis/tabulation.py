"""Tabulations: the mean of a quantity by the values of others, with a linear regression."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import nullcontext
from dataclasses import dataclass, field
from math import sqrt
from typing import TYPE_CHECKING, Any

import numpy as np

from dealwright.analysis.design import Design
from dealwright.analysis.moments import Means, Moments, student_quantile
from dealwright.analysis.sampling import Sampling
from dealwright.analysis.texts import percent_of_deals
from dealwright.answers import Estimate
from dealwright.answers.estimate_texts import margin
from dealwright.answers.report import Column, Report, Reported, Table
from dealwright.ask.condition import as_quantity, question_of
from dealwright.ask.resources import resources_of
from dealwright.base.call_options import options_of
from dealwright.base.errors import ArgumentError
from dealwright.conditions.unparse import to_text
from dealwright.deals.table import Columns
from dealwright.double_dummy.current_solver import current_batch_factor, current_solver, use_solver
from dealwright.numbering.stream import Stream
from dealwright.planning.sampling.evaluation import values_of

if TYPE_CHECKING:
    from numpy.typing import NDArray

    from dealwright.ask.condition import Condition, Quantity
    from dealwright.ask.resources import Resources
    from dealwright.base.kernels.stopping import StopFlag
    from dealwright.conditions.nodes import Node
    from dealwright.deals.predeal import Predeal
    from dealwright.deals.workspace import Workspace
    from dealwright.double_dummy.solver import Solver
    from dealwright.numbering.stream import Seed

__all__ = ["Regression", "Tabulation", "TabulationRow", "tabulate", "tabulating"]


@dataclass(frozen=True)
class TabulationRow:
    """The deals with some values of ``by[0]``: their share, and the mean of ``of``."""

    values: str
    share: float
    deals: int
    mean: Estimate
    residual: float | None


@dataclass(frozen=True)
class Regression:
    """The linear prediction of least squares: a constant, and a slope for each quantity.

    ``explained`` is the share of the variance that it explains (R squared), ``deviation`` the
    standard deviation of the residuals, ``correlations`` those of each quantity alone.
    """

    constant: float
    slopes: tuple[float, ...]
    errors: tuple[float, ...]
    correlations: tuple[float, ...]
    explained: float
    deviation: float


@dataclass(frozen=True)
class Tabulation(Reported):
    """The mean of ``of`` by the values of ``by``, over the deals of a condition.

    ``columns`` has the quantities of every deal, for numpy, Arrow and pandas; a tabulation read
    from JSON has none.
    """

    table_rows = "rows"

    condition: str
    of: str
    by: tuple[str, ...]
    mean: Estimate
    rows: tuple[TabulationRow, ...]
    regression: Regression | None
    deals: int
    seed: str
    columns: Columns | None = field(default=None, compare=False, repr=False)

    json_keys = ("condition", "of", "by", "mean", "rows", "regression", "deals", "seed")

    def report(self, *, symbols: bool = True) -> Report:
        """Return a row for each value, then the regression."""
        fit = self.regression
        columns = [
            Column.words(self.by[0], 26), Column.number("share", 8), Column.number("deals", 8, ","),
            Column.number("mean", 10, ".2f", interval="joined", beside=8),
        ]  # fmt: skip
        rows: list[tuple[Any, ...]] = [
            (row.values, percent_of_deals(row.share), row.deals, row.mean) for row in self.rows
        ]
        if fit is not None:
            columns.append(Column.number("beyond line", 12, "+.2f"))
            rows = [(*row, each.residual) for row, each in zip(rows, self.rows, strict=True)]
        return Report(
            f"mean of {self.of}: {_text(self.mean)}", "", Table(columns, rows),
            *(() if fit is None else self._fit_lines(fit)), "",
            f"{self.deals:,} deals; 95 % intervals; seed {self.seed}",
        )  # fmt: skip

    def _fit_lines(self, fit: Regression) -> Iterator[str]:
        yield ""
        line = f"{fit.constant:.3f}" + "".join(
            f" {'-' if slope < 0 else '+'} {abs(slope):.3f} * ({name})"
            for slope, name in zip(fit.slopes, self.by, strict=True)
        )
        yield f"least squares: {self.of} = {line}"
        student = student_quantile(0.95, max(1, self.deals - len(self.by) - 1))
        for name, slope, error, correlation in zip(
            self.by, fit.slopes, fit.errors, fit.correlations, strict=True
        ):
            reach = f" ± {student * error:.3f}" if error else ""
            yield f"  {name}: {slope:.3f}{reach}, correlation {correlation:.3f}"
        yield (
            f"explains {100 * fit.explained:.1f}% of the variance; the rest has a standard "
            f"deviation of {fit.deviation:.3f}"
        )


class _Tabulating:
    """The study of a tabulation: the outcomes of each deal; see ``sampling.Study``."""

    covariates: tuple[Node, ...] = ()

    def __init__(self, of: Quantity, by: Sequence[Quantity], condition: str) -> None:
        self.of, self.by, self.condition = of, tuple(by), condition
        self.chunk = 16 * current_batch_factor()
        self.strata: Node | None = by[0].tree
        self.width = 1 + len(by)
        self.targets: dict[str, tuple[int, ...]] = {"": (0,), "tricks": (0,)}
        self._kept: list[NDArray[np.int64]] = []

    def outcomes(
        self, masks: NDArray[np.uint64], stop: StopFlag | None = None
    ) -> NDArray[np.int64]:
        """Return the quantity and those it is tabulated by, int64[n, width]."""
        columns = np.empty((len(masks), self.width), dtype=np.int64)
        for column, quantity in enumerate((*self.by, self.of), 1):
            columns[:, column % self.width] = values_of(quantity.tree, masks)
        self._kept.append(columns)
        return columns

    def weights(self, outcome: int) -> NDArray[np.float64]:
        """Return the weights that give one outcome, float64[width]."""
        weights = np.zeros(self.width, dtype=np.float64)
        weights[outcome] = 1.0
        return weights

    def headline(self, answer: Tabulation) -> str:
        """Return the mean."""
        return f"mean {_text(answer.mean)}"

    def of_values(self, answer: Tabulation, unit: str) -> list[Estimate]:
        """Return the mean for each value."""
        return [row.mean for row in answer.rows]

    def answer(self, means: Means, moments: Moments, design: Design) -> Tabulation:
        """Return the tabulation of the deals so far."""
        fit = _regression(design, moments) if moments.total > 4 * self.width else None
        rows = list[TabulationRow]()
        strata = np.flatnonzero(moments.number).tolist()
        for stratum, mean in zip(strata, means.of_strata(self.weights(0)), strict=True):
            residual = None
            if fit is not None:
                stratum_means = moments.sums[stratum, 1:] / moments.number[stratum]
                residual = float(mean) - fit.constant - float(stratum_means @ np.array(fit.slopes))
            share = float(design.shares[stratum])
            rows.append(TabulationRow(design.label(stratum), share, mean.samples, mean, residual))
        return Tabulation(
            self.condition, str(self.of), tuple(map(str, self.by)), means.mean(self.weights(0)),
            tuple(rows), fit, means.deals, means.seed, self._columns(),
        )  # fmt: skip

    def _columns(self) -> Columns:
        values = np.concatenate(self._kept).astype(np.int32)
        names = [to_text(quantity.tree) for quantity in (self.of, *self.by)]
        return Columns({name: values[:, column] for column, name in enumerate(names)})


def _regression(design: Design, moments: Moments) -> Regression | None:
    """Return the least squares over all deals, from the sums of a stratified sample.

    Means, variances and covariances are those of the strata, weighted by their shares.
    """
    strata = np.flatnonzero(moments.number)
    shares = design.shares[strata] / design.shares[strata].sum()
    number = moments.number[strata].astype(np.float64)
    means = moments.sums[strata] / number[:, None]
    seconds = moments.products[strata] / number[:, None, None]
    centre = shares @ means
    covariance = np.einsum("h,hij->ij", shares, seconds) - np.outer(centre, centre)
    if (np.diag(covariance) <= 1e-12).any():
        return None
    inner, covariances = covariance[1:, 1:], covariance[1:, 0]
    inverse = np.linalg.pinv(inner, rcond=1e-9, hermitian=True)
    slopes = inverse @ covariances
    residual_variance = max(0.0, float(covariance[0, 0] - slopes @ covariances))
    free = max(1.0, float(number.sum()) - len(slopes) - 1)
    errors = np.sqrt(np.maximum(0.0, np.diag(inverse)) * residual_variance / free)
    deviations = np.sqrt(np.diag(covariance))
    return Regression(
        float(centre[0] - slopes @ centre[1:]),
        tuple(slopes.tolist()),
        tuple(errors.tolist()),
        tuple((covariances / deviations[1:] / deviations[0]).tolist()),
        1 - residual_variance / float(covariance[0, 0]),
        sqrt(residual_variance),
    )


def tabulating(
    where: Condition | str | None,
    of: Quantity | str,
    by: Quantity | str | Sequence[Quantity | str],
    *,
    predeal: Predeal | None = None,
    deals: int | None = None,
    within: float | str | None = None,
    seconds: float | None = None,
    seed: Seed | Stream | None = None,
    workspace: Workspace | None = None,
    resources: Resources | None = None,
    solver: Solver | None = None,
) -> Sampling[Tabulation]:
    """Return a job that tabulates a quantity; see ``tabulate``."""
    quantities = by if isinstance(by, Sequence) and not isinstance(by, str) else [by]
    if not quantities:
        raise ArgumentError("name a quantity to tabulate by, such as hcp(north) + hcp(south)")
    question = question_of(where, predeal, workspace=workspace)
    used_resources = resources_of(resources, workspace)
    chosen = solver is not None or workspace is not None
    used_solver = current_solver(solver, workspace) if chosen else None
    with nullcontext() if used_solver is None else use_solver(lambda: used_solver):
        study = _Tabulating(
            as_quantity(of, workspace),
            [as_quantity(quantity, workspace) for quantity in quantities],
            question.text,
        )
        return Sampling(
            question,
            study,
            used_resources,
            Stream.of(seed),
            deals=deals,
            within=within,
            seconds=seconds,
        )


@options_of(tabulating)
def tabulate(
    where: Condition | str | None,
    of: Quantity | str,
    by: Quantity | str | Sequence[Quantity | str],
    **options: Any,
) -> Tabulation:
    """Tabulate a quantity by the values of others over the deals of a condition.

    Deals are sampled by the values of the first ``by``, whose shares are known or counted, so that
    rare values have rows too. All quantities enter a linear regression. Options are those
    of ``contracts``: ``deals``, ``within``, ``seconds``, ``seed``, ``predeal``, and the ``solver``
    for quantities such as ``tricks(north, spades)``.

    >>> table = tabulate("balanced(north)", "hcp(north)", "controls(north)", deals=400, seed=1)
    >>> table.rows[0].values, 0.6 < table.regression.explained < 1
    ('0', True)
    """
    return tabulating(where, of, by, **options).result()


def _text(estimate: Estimate) -> str:
    return f"{float(estimate):.2f}{margin(estimate)}"
