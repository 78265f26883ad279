"""Tournaments: sets that nobody can choose, and that anybody can check afterwards."""
