"""Estimates from samples, with their errors."""

from dealwright.statistics.estimates import Estimate, proportion

__all__ = ["Estimate", "proportion"]
