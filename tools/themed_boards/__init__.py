"""Themed boards for the stored pool: the search for them, and the proofs that a theme decides."""
