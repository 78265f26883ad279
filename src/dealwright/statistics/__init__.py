"""Estimates from samples, with their errors."""

from dealwright.statistics.estimates import Estimate, proportion
from dealwright.statistics.restoring import restored_mean

__all__ = ["Estimate", "proportion", "restored_mean"]
