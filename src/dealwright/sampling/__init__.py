"""Dealing: uniform deals, draws from an exact count, and testing of either."""

from dealwright.sampling.exact import drawn, drawn_into
from dealwright.sampling.filtered import DEFAULT_LIMIT, Found, hit_counts, search
from dealwright.sampling.mixed import Rest, mixed_hits, mixed_search
from dealwright.sampling.uniform import uniform, uniform_into

__all__ = [
    "DEFAULT_LIMIT",
    "Found",
    "Rest",
    "drawn",
    "drawn_into",
    "hit_counts",
    "mixed_hits",
    "mixed_search",
    "search",
    "uniform",
    "uniform_into",
]
