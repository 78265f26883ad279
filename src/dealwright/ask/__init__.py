"""Engines that answer a question: how many deals, which deals, how distributed, and why."""
