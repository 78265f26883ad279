"""Dealing: uniform deals, draws from an exact count, and testing both."""
