"""Answers: numbers with intervals, histograms, and running tallies and means."""

from dealwright.answers.accumulators import Mean, Tally
from dealwright.answers.estimates import Estimate, proportion
from dealwright.answers.histogram import Histogram
from dealwright.answers.restoring import restored_mean

__all__ = ["Estimate", "Histogram", "Mean", "Tally", "proportion", "restored_mean"]
