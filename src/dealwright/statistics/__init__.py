"""Estimates from samples, with their errors, and what is kept of many numbers."""

from dealwright.statistics.accumulators import Mean, Tally
from dealwright.statistics.estimates import Estimate, proportion
from dealwright.statistics.restoring import restored_mean

__all__ = ["Estimate", "Mean", "Tally", "proportion", "restored_mean"]
