"""Tournaments: sets of boards that nobody can choose and anybody can verify afterwards."""
