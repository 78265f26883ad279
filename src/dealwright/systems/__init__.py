"""Bidding systems: rules as text, and what auctions say, counted exactly."""

from dealwright.systems.system import System, parameters_of, read_system, system_names

__all__ = ["System", "parameters_of", "read_system", "system_names"]
