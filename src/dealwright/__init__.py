"""Deal, count, number and simulate hands of cards."""
