"""Dealing: uniform deals, and deals of a condition by dealing and testing."""

from dealwright.sampling.filtered import DEFAULT_LIMIT, Found, hit_counts, search
from dealwright.sampling.uniform import uniform, uniform_into
from dealwright.sampling.workers import thread_count

__all__ = [
    "DEFAULT_LIMIT",
    "Found",
    "hit_counts",
    "search",
    "thread_count",
    "uniform",
    "uniform_into",
]
