"""Bidding systems: rules as text, and what auctions say, counted exactly."""

from dealwright.conditions.system_files import files_in_phrases
from dealwright.systems.system import System, parameters_of, read_system, system_names

__all__ = ["System", "files_in_phrases", "parameters_of", "read_system", "system_names"]
