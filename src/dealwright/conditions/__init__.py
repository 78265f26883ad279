"""Conditions as frozen trees: reading them from text, writing them back, checking them."""

from dealwright.conditions.parse import parse_tree
from dealwright.conditions.unparse import to_text

__all__ = ["parse_tree", "to_text"]
