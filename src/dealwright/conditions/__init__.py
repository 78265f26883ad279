"""Conditions as frozen trees: reading them from text, writing them back, checking them."""
