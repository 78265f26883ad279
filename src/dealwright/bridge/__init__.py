"""The laws of bridge that need no randomness."""
