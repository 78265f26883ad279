"""Deals for practice: mixtures of types, weights on values, boards rotated to a seat, scenarios."""
