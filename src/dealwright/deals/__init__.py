"""Hands, deals and batches of deals, with their text forms.

The names are listed in __init__.pyi, and each is loaded on first use.
"""

from dealwright.deals.public_names import HOMES
from dealwright.late_names import late_names

__all__ = sorted(HOMES)
__getattr__, __dir__ = late_names(__name__, HOMES)
