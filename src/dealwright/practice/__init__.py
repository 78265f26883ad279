"""Deals for practice: mixtures of hand types, weights on values, boards turned to a seat."""
