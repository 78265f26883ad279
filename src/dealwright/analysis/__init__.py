"""Questions that need a solver: which contract, which lead, how often a contract makes."""
