"""Poker: values, categories and names of hands, odds, ranges, equities and tables.

>>> from dealwright import poker
>>> value = poker.evaluate("As Ah Ad Kc Ks 7h 2d")
>>> value, poker.describe(value)
(167, 'full house, aces over kings')
>>> ids = poker.card_ids("As Ks Qs Js Ts 3h 2h").reshape(1, 7)
>>> poker.evaluate(ids)
array([1], dtype=uint16)
"""

from dealwright.poker.cards import card_ids, card_text
from dealwright.poker.categories import Category, category, describe
from dealwright.poker.chances import Odds, finding_odds, odds
from dealwright.poker.equities import Equity, equity, finding_equity
from dealwright.poker.games import GAMES, Game, game_named
from dealwright.poker.hand_equities import HandEquities, finding_hand_equities, hand_equities
from dealwright.poker.hand_tables import (
    build_table,
    building_table,
    category_counts,
    check_table,
    checking_table,
    game_of_table,
    open_table,
    sample_values,
    table_summary,
)
from dealwright.poker.named_hand import NamedHand, looked_up, named_hand
from dealwright.poker.range_hits import RangeHits, range_hits
from dealwright.poker.ranges import Range, parse_range
from dealwright.poker.strength import best_five, count_values, evaluate, evaluate_numbers

__all__ = [
    "GAMES",
    "Category",
    "Equity",
    "Game",
    "HandEquities",
    "NamedHand",
    "Odds",
    "Range",
    "RangeHits",
    "best_five",
    "build_table",
    "building_table",
    "card_ids",
    "card_text",
    "category",
    "category_counts",
    "check_table",
    "checking_table",
    "count_values",
    "describe",
    "equity",
    "evaluate",
    "evaluate_numbers",
    "finding_equity",
    "finding_hand_equities",
    "finding_odds",
    "game_named",
    "game_of_table",
    "hand_equities",
    "looked_up",
    "named_hand",
    "odds",
    "open_table",
    "parse_range",
    "range_hits",
    "sample_values",
    "table_summary",
]
