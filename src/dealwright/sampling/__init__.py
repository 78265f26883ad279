"""Dealing: uniform deals, draws from an exact count, and testing of either."""

from dealwright.sampling.exact import drawn, drawn_into
from dealwright.sampling.filtered import DEFAULT_LIMIT, Found, hit_counts, search
from dealwright.sampling.mixed import Rest, mixed_hits, mixed_search
from dealwright.sampling.shares import apportioned, drawn_types, integer_shares, shuffled_types
from dealwright.sampling.uniform import uniform, uniform_into
from dealwright.sampling.workers import thread_count

__all__ = [
    "DEFAULT_LIMIT",
    "Found",
    "Rest",
    "apportioned",
    "drawn",
    "drawn_into",
    "drawn_types",
    "hit_counts",
    "integer_shares",
    "mixed_hits",
    "mixed_search",
    "search",
    "shuffled_types",
    "thread_count",
    "uniform",
    "uniform_into",
]
