"""Answers: numbers with intervals, histograms, and running tallies and means.

The names are listed in __init__.pyi, and each is loaded on first use.
"""

from dealwright.answers.public_names import HOMES
from dealwright.base.late_names import late_names

__all__ = sorted(HOMES)
__getattr__, __dir__ = late_names(__name__, HOMES)
