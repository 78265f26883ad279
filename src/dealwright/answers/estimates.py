"""A number with its interval and its origin: exact, or estimated from a sample."""

from __future__ import annotations

from dataclasses import dataclass, replace
from fractions import Fraction
from functools import lru_cache
from math import exp, hypot, isfinite, isinf, lgamma, log, log1p, sqrt
from numbers import Integral, Rational, Real
from typing import TYPE_CHECKING, Any

from dealwright.base.checked_numbers import checked_integer, is_number
from dealwright.base.errors import ArgumentError

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Annotated

    from dealwright.answers.records import OR_NULL

__all__ = [
    "FEW", "IN_FILES", "SIMULATION", "Estimate", "Number", "exact_ends", "mean_half_width",
    "normal_quantile", "proportion", "share_ends", "unseen_at_most", "wilson",
]  # fmt: skip

IN_FILES = "files"  # the method of counts of the boards in files
SIMULATION = "simulation"  # the method of counts of rounds that were drawn
FEW = 5  # hits or misses up to which the ends of a share are exact
_STIRLING = 1e4  # gamma functions of larger numbers are not subtracted

Number = int | float | Fraction


@dataclass(frozen=True, eq=False)
class Estimate:
    """A number with a confidence interval for the true value.

    ``value`` is an integer or a Fraction when ``exact``. ``hits`` of ``samples`` deals were
    counted with ``seed`` by ``method``; an exact value has no samples.

    Comparing with a number, formatting and rounding use the value; two estimates are equal if their
    intervals are too. Adding an exact number or multiplying by one
    changes the interval too. Estimates from independent samples (different seeds) can be added and
    subtracted.

    >>> share = proportion(50, 1000, seed="1")
    >>> f"{share:.3f}", share < 0.06, round(share, 1), (100 * share).interval == share.interval
    ('0.050', True, 0.1, False)
    >>> print(100 * share)
    5 (3.81303 to 6.53138)
    """

    value: Number
    low: Number
    high: Number
    exact: bool
    method: str
    confidence: float = 0.95
    samples: int = 0
    hits: int = 0
    seed: Annotated[str, OR_NULL] = ""

    json_keys = ("value", "exact", "interval", "confidence", "method", "samples", "hits", "seed")

    @classmethod
    def of_record(cls, *, interval: tuple[Number, Number], **fields: Any) -> Estimate:
        """Return the estimate of its fields and its interval, as JSON has them."""
        low, high = interval
        return cls(low=low, high=high, **fields)

    @classmethod
    def certain(cls, value: int | Fraction, method: str = "exact") -> Estimate:
        """Return a number that is known exactly.

        >>> Estimate.certain(3).interval
        (3, 3)
        """
        return cls(value, value, value, True, method)

    @property
    def interval(self) -> tuple[Number, Number]:
        """The ends of the interval, low and high; both equal the value if it is exact."""
        return self.low, self.high

    # ------------------------------------------------------------------------------- as a number

    def __int__(self) -> int:
        return round(self.value)

    def __float__(self) -> float:
        return float(self.value)

    def __bool__(self) -> bool:
        return bool(self.value)

    def __round__(self, digits: int | None = None) -> Any:
        if digits is None:
            return round(self.value)
        return round(self.value if self.exact else float(self.value), digits)

    def __format__(self, spec: str) -> str:
        if not spec:
            return str(self)
        return format(self.value if isinstance(self.value, int) else float(self.value), spec)

    def __str__(self) -> str:
        if self.exact:
            return f"{self.value}"
        if not isfinite(float(self.high) - float(self.low)):
            return f"{float(self.value):.6g}"
        return f"{float(self.value):.6g} ({float(self.low):.6g} to {float(self.high):.6g})"

    def __hash__(self) -> int:
        return hash(self.value)  # as that of an equal number

    def __eq__(self, other: object) -> bool:
        if isinstance(other, Estimate):
            return (self.value, *self.interval) == (other.value, *other.interval)
        number = _number(other)
        return NotImplemented if number is None else self.value == number

    def __lt__(self, other: object) -> bool:
        number = _number(other)
        return NotImplemented if number is None else self.value < number

    def __le__(self, other: object) -> bool:
        number = _number(other)
        return NotImplemented if number is None else self.value <= number

    def __gt__(self, other: object) -> bool:
        number = _number(other)
        return NotImplemented if number is None else self.value > number

    def __ge__(self, other: object) -> bool:
        number = _number(other)
        return NotImplemented if number is None else self.value >= number

    # -------------------------------------------------------------------------------- arithmetic

    def _with_interval(self, value: Number, first_end: Number, second_end: Number) -> Estimate:
        return replace(
            self, value=value, low=min(first_end, second_end), high=max(first_end, second_end)
        )

    def __neg__(self) -> Estimate:
        return self._with_interval(-self.value, -self.high, -self.low)

    def __add__(self, other: object) -> Estimate:
        if isinstance(other, Estimate) and not other.exact:
            return other + self.value if self.exact else _sum(self, other)
        number = _number(other)
        return NotImplemented if number is None else self._by_constant("+", number)

    __radd__ = __add__

    def __sub__(self, other: object) -> Estimate:
        if isinstance(other, Estimate):
            return self + -other
        number = _number(other)
        return NotImplemented if number is None else self._by_constant("-", number)

    def __rsub__(self, other: object) -> Estimate:
        return -self + other

    def __mul__(self, other: object) -> Estimate:
        if isinstance(other, Estimate) and not other.exact:
            _refuse_both_sampled(self, other, "multiplied")
            return other * self.value
        number = _number(other)
        return NotImplemented if number is None else self._by_constant("*", number)

    __rmul__ = __mul__

    def __truediv__(self, other: object) -> Estimate:
        if isinstance(other, Estimate) and not other.exact:
            _refuse_both_sampled(self, other, "divided")
            return other._dividing(self.value)
        number = _number(other)
        return NotImplemented if number is None else self._by_constant("/", number)

    def __rtruediv__(self, other: object) -> Estimate:
        number = _number(other)
        return NotImplemented if number is None else self._dividing(number)

    def _dividing(self, number: Number) -> Estimate:
        """Return an exact number divided by this one."""
        if not self.exact and self.low <= 0 <= self.high:
            raise ArgumentError(
                f"the interval {float(self.low):g} to {float(self.high):g} contains 0, so a "
                "number divided by this estimate has no interval"
            )
        ends = [_exactly(number) / _exactly(end) for end in (self.value, self.low, self.high)]
        return self._with_interval(*ends)

    def _by_constant(self, sign: str, number: Number) -> Estimate:
        """Return the result of an operation with a number that is known exactly."""
        return self._with_interval(
            *(_applied(end, sign, number) for end in (self.value, *self.interval))
        )

    def scaled(self, factor: int) -> Estimate:
        """Return the estimate of ``factor`` times the number, rounded to integers."""
        value, low, high = (round(_exactly(x) * factor) for x in (self.value, *self.interval))
        return replace(self, value=value, low=low, high=high)

    def ratio(self, below: Estimate) -> Estimate:
        """Return the share of this part within a larger part that contains it.

        The interval comes from the ends of both; the result is exact if both are.
        """
        value = _exactly(self.value) / _exactly(below.value)
        if self.exact and below.exact:
            return Estimate.certain(value, self.method)
        low = _exactly(self.low) / _exactly(below.high)
        high = _exactly(self.high) / _exactly(below.low)
        return replace(self, value=value, low=low, high=min(high, Fraction(1)), exact=False)

    # ----------------------------------------------------------------------------- as JSON values


def _number(other: object) -> Number | None:
    """Return the value of a number or an estimate; None for anything else."""
    if isinstance(other, Estimate):
        return other.value
    if isinstance(other, Integral):
        return int(other)
    if isinstance(other, Rational):
        return Fraction(other)
    return float(other) if isinstance(other, Real) else None


def _exactly(number: Number) -> Fraction:
    return Fraction(number)


def _applied(end: Number, sign: str, number: Number) -> Number:
    """Return the result of ``end + number`` or the like: an integer if possible, else a Fraction.

    An end may be infinite, as for the mean of a single number.
    """
    if isinstance(end, float) and isinf(end):
        return end if sign in "+-" or number > 0 else -end
    a, b = _exactly(end), _exactly(number)
    if sign == "/":
        return a / b
    result = a + b if sign == "+" else a - b if sign == "-" else a * b
    whole = isinstance(end, int) and isinstance(number, int)
    return int(result) if whole else result


def _refuse_both_sampled(first: Estimate, other: Estimate, what: str) -> None:
    if not (first.exact or other.exact):
        raise ArgumentError(
            f"two estimates cannot be {what}: no interval of the result has their confidence; use "
            "their values, float(a) and float(b), or ask for probability(given=...)"
        )


def _sum(first: Estimate, other: Estimate) -> Estimate:
    """Return the sum of two estimates of independent samples.

    If the lower ends of the two lie d and e below their values, that of the sum lies sqrt(d^2 +
    e^2) below it; upper ends likewise (Zou and Donner 2008; for Wilson's intervals, Newcombe 1998).
    """
    seeds = [set(estimate.seed.split(", ")) for estimate in (first, other)]
    if not first.seed or not other.seed or seeds[0] & seeds[1]:
        raise ArgumentError(
            "these estimates may come from the same sample, so their sum has no interval; estimate "
            "them with different seeds"
        )
    if first.confidence != other.confidence:
        raise ArgumentError(
            f"an interval of {first.confidence:.4g} and one of {other.confidence:.4g} cannot be "
            "added; estimate both with the same confidence"
        )
    value = _exactly(first.value) + _exactly(other.value)
    below = _together(first.value, first.low, other.value, other.low)
    above = _together(first.value, first.high, other.value, other.high)
    method = first.method if first.method == other.method else f"{first.method}, {other.method}"
    return Estimate(
        float(value), float(value - below), float(value + above), False, method, first.confidence,
        first.samples + other.samples, first.hits + other.hits, f"{first.seed}, {other.seed}",
    )  # fmt: skip


def _together(a: Number, end_a: Number, b: Number, end_b: Number) -> Fraction:
    return Fraction(hypot(_exactly(a) - _exactly(end_a), _exactly(b) - _exactly(end_b)))


def proportion(
    hits: int, samples: int, *, confidence: float = 0.95, method: str = "sample", seed: str = ""
) -> Estimate:
    """Return the share of a population from ``hits`` in ``samples`` independent draws.

    For the interval see ``share_ends``; of no draws it is 0 to 1.

    >>> estimate = proportion(50, 1000)
    >>> round(float(estimate.low), 4), float(estimate), round(float(estimate.high), 4)
    (0.0381, 0.05, 0.0653)
    >>> [round(end, 6) for end in proportion(1, 2000).interval]
    [1.3e-05, 0.002783]

    :raises ArgumentError: if a number is no integer or out of range, or there are more hits than
        samples
    """
    hits, samples = checked_integer(hits, "hits"), checked_integer(samples, "samples")
    if samples < 0:
        raise ArgumentError(f"samples cannot be negative ({samples})")
    if not 0 <= hits <= samples:
        raise ArgumentError(f"hits must be 0 to {samples}, the number of samples, not {hits}")
    if not is_number(confidence) or not 0 < confidence < 1:
        raise ArgumentError(
            f"the confidence must be between 0 and 1, such as 0.95, not {confidence!r}"
        )
    share = hits / samples if samples else 0.0
    if samples == 0:
        low, high = 0.0, 1.0
    else:
        low, high = share_ends(hits, samples, confidence)
    return Estimate(share, low, high, False, method, confidence, samples, hits, seed)


def share_ends(hits: float, samples: float, confidence: float) -> tuple[float, float]:
    """Return the ends of the interval of a share; hits and samples need not be whole.

    It is Wilson's score interval (1927). With at most five hits or misses, where the end next to
    them would be too narrow, it is the exact interval of Clopper and Pearson (``exact_ends``).
    """
    if min(hits, samples - hits) <= FEW:
        return exact_ends(hits, samples, confidence)
    return wilson(hits / samples, samples, normal_quantile(confidence))


def unseen_at_most(samples: int, confidence: float = 0.95) -> float:
    """Return the greatest share of what none of ``samples`` draws was, with this confidence.

    A share p stays unseen with probability (1 - p)^samples. The bound is one-sided.

    >>> round(unseen_at_most(1000), 5)
    0.00299
    """
    return 1 - 2.0 ** (log(1 - confidence) / log(2) / samples) if samples else 1.0


@lru_cache(maxsize=1 << 12)
def exact_ends(hits: float, samples: float, confidence: float) -> tuple[float, float]:
    """Return the ends of the exact interval of a share (Clopper and Pearson, Biometrika 1934).

    At each end the tail of the binomial law from the hits on has half of the remaining chance, so
    any share is covered at least as often as ``confidence`` says. Hits and samples need not be
    whole: those of a weighted sample are the ones of a plain sample as precise (Korn and Graubard,
    Survey Methodology 24, 1998).

    >>> [round(end, 4) for end in exact_ends(1, 20, 0.95)], exact_ends(0, 2, 0.5)
    ([0.0013, 0.2487], (0.0, 0.5))
    """
    misses = samples - hits
    if hits > misses:
        low, high = exact_ends(misses, samples, confidence)
        return 1 - high, 1 - low
    share, tail = hits / samples, (1 - confidence) / 2

    def few_above(p: float) -> bool:  # at least as many hits are rare
        return _beta(hits, misses + 1, p, 1 - p) < tail

    def many_above(p: float) -> bool:  # at most as many hits are not rare
        return _beta(misses, hits + 1, 1 - p, p) >= tail

    low = _boundary(few_above, 0.0, share) if hits > 0 else 0.0
    rare = -log(tail)
    most = hits + 1 + rare + sqrt(rare * (rare + 2 * hits + 2))  # Chernoff's bound
    high = _boundary(many_above, share, min(1.0, most / samples))
    return min(low, share), max(high, share)


def _boundary(is_below: Callable[[float], bool], low: float, high: float) -> float:
    """Return where a condition ends that holds from ``low`` and not to ``high``, by halving."""
    while low < (middle := (low + high) / 2) < high:
        low, high = (middle, high) if is_below(middle) else (low, middle)
    return high


def _beta(a: float, b: float, x: float, y: float) -> float:
    """Return the incomplete beta function I_x(a, b), for y = 1 - x: a tail of the binomial law.

    By the series of positive terms in the smaller of x and y (DLMF 8.17.8). It is short where hits
    or misses are few, about (a + b) x terms.
    """
    if x <= 0 or y <= 0:
        return float(y <= 0)
    if x > y:
        return 1 - _beta(b, a, y, x)
    total = term = 1.0
    m = 0
    while term > total * 1e-17:
        term *= (a + b + m) / (a + 1 + m) * x
        total += term
        m += 1
    return exp(a * _log(x, y) + b * _log(y, x) + _log_ratio(a, b)) / a * total


def _log(x: float, y: float) -> float:
    """Return log x, for y = 1 - x."""
    return log(x) if x < y else log1p(-y)


def _log_ratio(a: float, b: float) -> float:
    """Return the logarithm of gamma(a + b) / gamma(a) / gamma(b)."""
    least, most = min(a, b), max(a, b)
    if most < _STIRLING or least > most / 100:
        return lgamma(a + b) - lgamma(a) - lgamma(b)
    # not as a difference of large numbers: step by step, and a series (DLMF 5.11.13) for the rest
    steps = int(least)
    rest = least - steps
    result = rest * log(most) + rest * (rest - 1) / (2 * most) - lgamma(least)
    return result + sum(log(most + rest + step) for step in range(steps))


def mean_half_width(error: float, samples: int, width: float, confidence: float) -> float:
    """Return half the width of the interval of a mean with a standard error.

    It is z error + width ln(2 / (1 - confidence)) / samples. The first term is the normal
    interval's. The second is for values too rare to have occurred as often as expected: with the
    confidence, a value that has not occurred in n draws has a probability of at most that logarithm
    / n (the rule of three; Hanley and Lippman-Hand 1983), and moves the mean by at most ``width``
    times it.
    ``width`` is the greatest possible difference of two values.

    >>> round(mean_half_width(0.0, 1000, 1.0, 0.95), 5), mean_half_width(0.0, 1, 1.0, 0.95)
    (0.00369, inf)
    """
    if samples < 2:
        return float("inf")
    z = normal_quantile(confidence)
    return z * error + width * log(2 / (1 - confidence)) / samples


def normal_quantile(confidence: float) -> float:
    """Return the standard errors from the middle to each end of a normal interval.

    >>> round(normal_quantile(0.95), 4)
    1.96
    """
    from statistics import NormalDist

    return NormalDist().inv_cdf((1 + confidence) / 2)


def wilson(share: float, samples: float, z: float) -> tuple[float, float]:
    """Return Wilson's score interval (1927) of a share: ``z`` is the normal quantile of its ends.

    ``samples`` may be any number of independent draws that would be as precise. The interval is
    within 0 to 1 and contains the share, whatever the rounding.

    >>> [round(end, 4) for end in wilson(0.05, 1000, 1.96)]
    [0.0381, 0.0653]
    """
    centre = (share + z * z / (2 * samples)) / (1 + z * z / samples)
    half = z * sqrt(share * (1 - share) / samples + z * z / (4 * samples**2))
    half /= 1 + z * z / samples
    low = 0.0 if share <= 0 else max(0.0, min(centre - half, share))
    high = 1.0 if share >= 1 else min(1.0, max(centre + half, share))
    return low, high
