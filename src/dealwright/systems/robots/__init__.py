"""Robots: calls past the rules of a system, by rules written from what all hands have shown."""
