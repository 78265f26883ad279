"""Poker: values, categories and names of hands, odds, ranges, equities and tables.

>>> from dealwright import poker
>>> value = poker.evaluate("As Ah Ad Kc Ks 7h 2d")
>>> value, poker.describe(value)
(167, 'full house, aces over kings')
>>> ids = poker.card_ids("As Ks Qs Js Ts 3h 2h").reshape(1, 7)
>>> poker.evaluate(ids)
array([1], dtype=uint16)

The names are listed in __init__.pyi, and each is loaded on first use.
"""

from dealwright.base.late_names import late_names
from dealwright.poker.public_names import HOMES

__all__ = sorted(HOMES)
__getattr__, __dir__ = late_names(__name__, HOMES)
