"""Dealing: uniform deals, draws from an exact count, and testing both."""

from dealwright.sampling.evaluation import Evaluation, truth_of, values_of
from dealwright.sampling.exact import drawn, drawn_into
from dealwright.sampling.searching import (
    DEFAULT_LIMIT,
    Drawn,
    Found,
    Hits,
    Part,
    Range,
    Source,
    Uniform,
    hit_counts,
    hits_of,
    passed,
    search,
)
from dealwright.sampling.trial import FixedTrial
from dealwright.sampling.uniform import uniform, uniform_into

__all__ = [
    "DEFAULT_LIMIT",
    "Drawn",
    "Evaluation",
    "FixedTrial",
    "Found",
    "Hits",
    "Part",
    "Range",
    "Source",
    "Uniform",
    "drawn",
    "drawn_into",
    "hit_counts",
    "hits_of",
    "passed",
    "search",
    "truth_of",
    "uniform",
    "uniform_into",
    "values_of",
]
