"""Hands, deals and batches of deals, and how to read and write them."""

from dealwright.deals.batch import Deals, HandColumn, Source
from dealwright.deals.deal import Deal
from dealwright.deals.hand import Hand
from dealwright.deals.predeal import parse_predeal, predeal_masks

__all__ = ["Deal", "Deals", "Hand", "HandColumn", "Source", "parse_predeal", "predeal_masks"]
