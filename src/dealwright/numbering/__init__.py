"""Combinatorial numbers: shapes now; combinations, tables and deals stand on the same ground."""
