"""Numberings: exact ranks and members of combinatorial families, and of deals and shapes.

Nothing is loaded here: every start of the package needs ``shapes``, and only that. Import from the
modules, or the public names from ``dealwright``.
"""
