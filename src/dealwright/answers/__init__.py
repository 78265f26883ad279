"""Estimates from samples, with their errors, and what is kept of many numbers."""

from dealwright.answers.accumulators import Mean, Tally
from dealwright.answers.estimates import Estimate, proportion
from dealwright.answers.restoring import restored_mean

__all__ = ["Estimate", "Mean", "Tally", "proportion", "restored_mean"]
