"""Hands, deals and batches of deals, with their text forms.

The names are listed in __init__.pyi, and each is loaded on first use.
"""

from dealwright.base.late_names import late_names
from dealwright.deals.public_names import HOMES

__all__ = sorted(HOMES)
__getattr__, __dir__ = late_names(__name__, HOMES)
