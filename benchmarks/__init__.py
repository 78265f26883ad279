"""Benchmarks that run Dealwright beside its peers and check every answer."""
