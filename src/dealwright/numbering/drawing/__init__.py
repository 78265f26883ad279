"""Drawing cards of any deck, round after round, and simulating with the draws."""
