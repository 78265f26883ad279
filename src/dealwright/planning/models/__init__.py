"""Counting models: a file for each method and its parts; ``choice`` tries the methods in order."""
