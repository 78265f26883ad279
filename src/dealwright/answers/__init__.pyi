"""The public names of answers, as type checkers read them; public_names.py is made of it."""

from dealwright.answers.accumulators import Mean as Mean
from dealwright.answers.accumulators import Tally as Tally
from dealwright.answers.estimates import Estimate as Estimate
from dealwright.answers.estimates import proportion as proportion
from dealwright.answers.histogram import Histogram as Histogram
from dealwright.answers.reweighting import restored_mean as restored_mean
