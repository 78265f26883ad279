"""Hands, deals and batches of deals, with their text forms."""

from __future__ import annotations

from typing import TYPE_CHECKING

from dealwright.deals.batch import Deals, Source
from dealwright.deals.deal import Deal
from dealwright.deals.hand import Hand
from dealwright.deals.predeal import parse_predeal, predeal_masks

if TYPE_CHECKING:
    from dealwright.deals.hand_columns import HandColumn

__all__ = ["Deal", "Deals", "Hand", "HandColumn", "Source", "parse_predeal", "predeal_masks"]


def __getattr__(name: str) -> object:
    if name == "HandColumn":  # it loads numpy
        from dealwright.deals.hand_columns import HandColumn

        return HandColumn
    raise AttributeError(f"module 'dealwright.deals' has no attribute '{name}'")
