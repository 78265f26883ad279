"""Bidding systems: rules as text, and what auctions say, counted exactly."""

from dealwright.systems.system import System, read_system, system_names

__all__ = ["System", "read_system", "system_names"]
