"""The module of each public name; tools/regenerate.py makes it of __init__.pyi."""

from __future__ import annotations

__all__ = ["HOMES"]

HOMES = {
    "Estimate": "dealwright.answers.estimates",
    "Histogram": "dealwright.answers.histogram",
    "Mean": "dealwright.answers.accumulators",
    "Tally": "dealwright.answers.accumulators",
    "proportion": "dealwright.answers.estimates",
    "restored_mean": "dealwright.answers.reweighting",
}
