"""Deals for practice: mixtures of hand types, weighted values, rotated boards, scenarios."""
