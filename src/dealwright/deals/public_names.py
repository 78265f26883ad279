"""The module of each public name; tools/regenerate.py makes it of __init__.pyi."""

from __future__ import annotations

__all__ = ["HOMES"]

HOMES = {
    "Deal": "dealwright.deals.deal",
    "Deals": "dealwright.deals.batch",
    "Hand": "dealwright.deals.hand",
    "HandColumn": "dealwright.deals.hand_columns",
    "Source": "dealwright.deals.batch",
    "parse_predeal": "dealwright.deals.predeal",
    "predeal_masks": "dealwright.deals.predeal",
}
