"""Numberings: exact ranks and members of combinatorial families, and of deals and shapes."""

from dealwright.numbering.base import Numbering, Part
from dealwright.numbering.combinations import Combinations
from dealwright.numbering.deals import (
    deal_number,
    deal_numbers,
    deals_from_numbers,
    format_deal_number,
    masks_from_number,
    parse_deal_number,
)
from dealwright.numbering.shapes import shape_index, shape_lengths

__all__ = [
    "Combinations",
    "Numbering",
    "Part",
    "deal_number",
    "deal_numbers",
    "deals_from_numbers",
    "format_deal_number",
    "masks_from_number",
    "parse_deal_number",
    "shape_index",
    "shape_lengths",
]
