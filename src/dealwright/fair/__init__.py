"""Fair hands: sets that anyone can verify, and tests of hands that were dealt."""
