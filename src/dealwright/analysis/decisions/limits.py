"""The limits of close and clear decisions, and the numbers of layouts at which they are applied."""

from __future__ import annotations

from dataclasses import replace
from math import sqrt
from typing import NamedTuple

from dealwright.answers import Estimate
from dealwright.answers.estimates import normal_quantile
from dealwright.base.errors import ArgumentError

__all__ = ["LAYOUTS", "LOOKS", "ClosenessLimits", "at_every_look"]

LOOKS = (128, 256, 400)  # layouts after which a sample may decide
LAYOUTS = LOOKS[-1]
_SIGMAS = normal_quantile(0.95)
_WIDER = 2.3 / _SIGMAS  # P(|mean| is within 2.3 standard errors at all three) = 0.95
_DOUBT = 0.75  # standard errors of the final mean by which it may be short, for a sample to go on


class ClosenessLimits(NamedTuple):
    """The limits of close and clear decisions in IMPs; None where there is none."""

    close: float | None
    clear: float | None

    def check(self) -> None:
        """Check that no difference is both.

        :raises ArgumentError: if one can be
        """
        if self.close is not None and self.clear is not None and self.clear < self.close:
            raise ArgumentError(
                "clear (--clear) must be at least close (--close): "
                f"{self.clear:g} is less than {self.close:g}"
            )

    @property
    def none(self) -> bool:
        """Whether there is no limit, so that every decision is offered."""
        return self.close is None and self.clear is None

    def hopeless(self, imps: Estimate, layouts: int) -> bool:
        """Return whether the interval of a whole sample will hardly keep to a limit.

        ``imps`` is of the first ``layouts``. This ends some samples that would keep to it, and
        offers none more.
        """
        mean, half = float(imps), float(imps.high - imps.low) / 2
        final = half * sqrt(layouts / LAYOUTS)
        doubt = _DOUBT * sqrt(max(0.0, half**2 - final**2)) / _SIGMAS
        close = self.close is not None and mean + _WIDER * final < self.close + doubt
        clear = self.clear is not None and mean - _WIDER * final > self.clear - doubt
        return not (close or clear or self.none)

    def grade(self, imps: Estimate) -> str | None:
        """Return the grade of a difference of at least 0; None if its interval has a limit."""
        if self.none:
            return ""
        if self.close is not None and max(float(imps.high), -float(imps.low)) < self.close:
            return "close"
        return "clear" if self.clear is not None and float(imps.low) > self.clear else None


def at_every_look(imps: Estimate) -> Estimate:
    """Return an estimate with the interval that holds at all looks together.

    A plain 95 % interval that is looked at three times misses more often. One of 2.3 standard
    errors at each look misses at any of them with 5 % (Pocock, *Biometrika* 64, 1977, for looks
    after equal parts; for these by integration).
    """
    mean, half = float(imps), _WIDER * float(imps.high - imps.low) / 2
    return replace(imps, low=mean - half, high=mean + half)
