"""Deals for practice: mixtures of hand types, weights on values, boards rotated to a seat, scenarios."""
